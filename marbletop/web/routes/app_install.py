"""Installing Marbletop as an app: its manifest, the worker that keeps static files, and the page without a connection."""

from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response

from ...words import language, say
from ..render import STATIC, render_page, version

ICONS = (192, 512)                          # pixels
GROUND = "#e6d9bd"                          # of the icons


async def show_manifest(request: Request) -> Response:
    base = request.app.state.settings.base
    icons = [{"src": f"{base}/static/icon-{size}.png?v={version(f'icon-{size}.png')}", "sizes": f"{size}x{size}",
              "type": "image/png", "purpose": "any maskable"} for size in ICONS]
    return JSONResponse({
        "name": "Marbletop", "short_name": "Marbletop", "description": say("Marble board games with friends and bots."),
        "lang": language(), "id": f"{base}/", "start_url": f"{base}/", "scope": f"{base}/", "display": "standalone",
        "background_color": GROUND, "theme_color": GROUND, "icons": icons}, media_type="application/manifest+json")


async def serve_worker(request: Request) -> Response:
    """The worker stands beside the pages, not among the static files: it can only see what is below it."""
    return FileResponse(STATIC / "service-worker.js", media_type="text/javascript", headers={"Cache-Control": "no-cache"})


async def show_offline(request: Request) -> Response:
    return render_page(request, "offline.html")
