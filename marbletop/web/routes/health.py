"""Whether the server works, and what it counts."""

import logging
from collections.abc import Iterator

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from ... import __version__
from ..middleware import BUCKETS, Counts
from ..visitor import house_of

log = logging.getLogger("marbletop.web")


async def healthz(request: Request) -> Response:
    """OK if the database can be written to and read from."""
    try:
        await house_of(request).check()
    except Exception as error:              # whatever it is, a server that cannot save is not well
        log.error("the database does not work: %r", error)
        return JSONResponse({"status": "the database does not work", "version": __version__}, 503)
    return JSONResponse({"status": "ok", "version": __version__})


async def metrics(request: Request) -> Response:
    lines = metric_lines(request.app.state.counts, house_of(request).moves)
    return PlainTextResponse("\n".join(lines) + "\n", media_type="text/plain; version=0.0.4")


def metric_lines(counts: Counts, moves: int) -> Iterator[str]:
    """The counts in the text format of Prometheus."""
    yield "# TYPE marbletop_requests_total counter"
    for (method, route, status), number in sorted(counts.requests.items()):
        yield f'marbletop_requests_total{{method="{method}",route="{route}",status="{status}"}} {number}'
    yield "# TYPE marbletop_request_seconds histogram"
    for route, times in sorted(counts.times.items()):
        for most, number in zip((*BUCKETS, "+Inf"), (*times.within, times.count)):
            yield f'marbletop_request_seconds_bucket{{route="{route}",le="{most}"}} {number}'
        yield f'marbletop_request_seconds_sum{{route="{route}"}} {times.sum:.6f}'
        yield f'marbletop_request_seconds_count{{route="{route}"}} {times.count}'
    for name, kind, number in (("streams", "gauge", counts.streams), ("messages_total", "counter", counts.messages),
                               ("moves_total", "counter", moves)):
        yield f"# TYPE marbletop_{name} {kind}"
        yield f"marbletop_{name} {number}"
