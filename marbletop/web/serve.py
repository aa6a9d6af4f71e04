"""Running the server, in one process or several, until it is told to stop."""

import asyncio
import gc
import logging
import os
import socket
import ssl
import sys
import threading
import webbrowser
from dataclasses import replace
from types import FrameType
from typing import Any

import uvicorn
from rich.console import Console
from rich.text import Text

from ..core.errors import MarbletopError
from .app import make_app
from .connections import Connections, places
from .page.qr import qr_text
from .processes import check_processes, run_processes
from .settings import EVERYWHERE, THIS_MACHINE, Settings, home_address, own_names

GARBAGE = (10_000, 20, 50)                  # drawings are many objects without cycles: look for those rarely, in few at once
KEEP_ALIVE = 60                             # seconds that a connection stays open between two moves
TICKS = 10                                  # tenths of a second between two looks for connections that are late
GRACE = 3                                   # seconds for running requests when the server is told to stop
LAST_GRACE = 3                              # seconds after that for noticing that their connections are gone


class Server(uvicorn.Server):
    """Closes connections that are late; and the streams as soon as it is told to stop, because they would never end by
    themselves. Streams that do not end in time lose their connections, as if their visitors had left."""

    def __init__(self, config: uvicorn.Config, connections: Connections, streams: Any, ready: Any):
        super().__init__(config)
        self._connections, self._streams, self._ready = connections, streams, ready

    async def on_tick(self, counter: int) -> bool:
        if counter % TICKS == 0:
            self._connections.close_late()
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._streams.close()
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        last_call = asyncio.get_running_loop().call_later(GRACE, self._connections.abort)
        await super().shutdown(sockets)
        last_call.cancel()


def serve(settings: Settings, console: Console, *, lan: bool = False, allow_host: str = "", browser: bool = True,
          verbose: bool = False, processes: int = 1, own_port: int = 0, bots_elsewhere: bool = False) -> None:
    """Serve until told to stop. With `own_port` each process answers at a port of its own, too: this one, the next, ..."""
    check_certificate(settings)
    check_processes(processes, settings.database)
    settings = replace(settings, hosts=own_names(settings.host, lan, allow_host))
    if lan:
        settings = replace(settings, host=EVERYWHERE)
    listening = listening_socket(settings)
    settings = replace(settings, port=listening.getsockname()[1])
    if lan:
        settings = replace(settings, lan=f"{settings.scheme}://{home_address()}:{settings.port}{settings.base}/")
    logging.basicConfig(level=logging.INFO if verbose else logging.WARNING, format="%(message)s", stream=sys.stderr)
    app, connections = make_app(settings, alone=True, run=not bots_elsewhere), Connections(places(), settings.proxies)
    app.state.house.open_folder()           # what is wrong with it is said before anybody is let in
    config = uvicorn.Config(app, http=connections.protocol, ws="none", log_config=None, access_log=False,
                            timeout_graceful_shutdown=GRACE + LAST_GRACE, timeout_keep_alive=KEEP_ALIVE, server_header=False,
                            ssl_certfile=settings.cert, ssl_keyfile=settings.key,
                            proxy_headers=False)            # app.py believes those that are named, and nobody else
    gc.freeze()                             # what exists now stays: the collector need not look at it again
    gc.set_threshold(*GARBAGE)

    def run(number: int) -> None:
        own = [replace(settings, host=THIS_MACHINE, port=own_port + number)] if own_port else []
        ready = (lambda: None) if number else (lambda: announce(settings, console, browser))
        Server(config, connections, app.state.streams, ready).run([listening, *map(listening_socket, own)])
    run(0) if processes == 1 else run_processes(processes, run)


def check_certificate(settings: Settings) -> None:
    """MarbletopError if HTTPS is wanted and its files are no certificate with its key."""
    if settings.cert is None or settings.key is None:
        return
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(settings.cert, settings.key)
    except (OSError, ssl.SSLError) as error:
        raise MarbletopError(f"{settings.cert} and {settings.key} are no certificate with its key: {error}.") from None


def listening_socket(settings: Settings) -> socket.socket:
    """A socket bound to the address; MarbletopError if that is not possible."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as error:
        listening.close()
        raise MarbletopError(f"Port {settings.port} of {settings.host} cannot be used: {error.strerror}. "
                             "Choose another with --port.") from None
    return listening


def announce(settings: Settings, console: Console, browser: bool) -> None:
    """Print the address, and open a browser if there is a screen."""
    console.print("Marbletop is ready:", Text(settings.address, "bold"), " (Ctrl+C stops it)", soft_wrap=True)
    if settings.lan:
        console.print("In your home network:", Text(settings.lan, "bold"), soft_wrap=True)
        if console.encoding.startswith("utf"):          # its blocks are letters that other encodings lack
            console.print(qr_text(settings.lan), highlight=False, markup=False, soft_wrap=True)
    if browser and has_screen():
        threading.Thread(target=webbrowser.open, args=(settings.address,), daemon=True).start()


def has_screen() -> bool:
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
