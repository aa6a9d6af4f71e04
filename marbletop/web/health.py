"""Whether the server is well, and what it counts."""

from collections.abc import Iterator

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from .. import __version__
from .guard import Counts
from .visitor import house_of


async def healthz(request: Request) -> Response:
    """Well, if the database answers."""
    await house_of(request).storage.listed("running", 1)
    return JSONResponse({"status": "ok", "version": __version__})


async def metrics(request: Request) -> Response:
    return PlainTextResponse("\n".join(lines(request.app.state.counts)) + "\n", media_type="text/plain; version=0.0.4")


def lines(counts: Counts) -> Iterator[str]:
    """In the text format of Prometheus."""
    yield "# TYPE marbletop_requests_total counter"
    for (method, route, status), number in sorted(counts.requests.items()):
        yield f'marbletop_requests_total{{method="{method}",route="{route}",status="{status}"}} {number}'
    yield "# TYPE marbletop_request_seconds_total counter"
    for route, seconds in sorted(counts.seconds.items()):
        yield f'marbletop_request_seconds_total{{route="{route}"}} {seconds:.6f}'
    yield "# TYPE marbletop_streams gauge"
    yield f"marbletop_streams {counts.streams}"
