"""Files that never change while the server runs. Their addresses carry a digest, so browsers keep them."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Message, Receive, Scope, Send

from ..render import MADE_SHEETS, STATIC

KEEP_FOREVER = "public, max-age=31536000, immutable"


async def serve_made_sheet(request: Request) -> Response:
    """A style sheet that is made from other files: the tables in drawing/, the layouts of the games."""
    sheet = MADE_SHEETS[request.url.path.rpartition("/")[2]]
    return Response(sheet(), media_type="text/css", headers={"Cache-Control": KEEP_FOREVER})


class Static(StaticFiles):
    """Browsers keep files with a digest in their address for good, and ask for others again."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_age(message: Message) -> None:
            if message["type"] == "http.response.start":
                age = KEEP_FOREVER if scope["query_string"].startswith(b"v=") else "no-cache"
                message["headers"] = [*message["headers"], (b"cache-control", age.encode())]
            await send(message)
        await super().__call__(scope, receive, send_with_age)


static = Static(directory=STATIC)
