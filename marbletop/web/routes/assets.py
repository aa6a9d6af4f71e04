"""Files that never change while the server runs. Their addresses carry a digest, so browsers keep them."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Message, Receive, Scope, Send

from ..render import STATIC, drawn_css

KEPT = "public, max-age=31536000, immutable"


async def drawing(request: Request) -> Response:
    """The tokens and what drawings need, written from the tables in drawing/."""
    return Response(drawn_css(), media_type="text/css", headers={"Cache-Control": KEPT})


class Static(StaticFiles):
    """Files with a digest in their address are kept for good, others are asked for again."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def keeping(message: Message) -> None:
            if message["type"] == "http.response.start":
                kept = KEPT if scope["query_string"].startswith(b"v=") else "no-cache"
                message["headers"] = [*message["headers"], (b"cache-control", kept.encode())]
            await send(message)
        await super().__call__(scope, receive, keeping)


static = Static(directory=STATIC)
