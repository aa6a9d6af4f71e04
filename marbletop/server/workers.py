"""A process that serves no pages: it lets bots move, clocks run out and seats be handed over, for servers elsewhere."""

import asyncio
import signal
from collections.abc import Callable

from .house import House
from .refusal import Refused


async def work_until_stopped(house: House, ready: Callable[[], None]) -> None:
    """Do due work until this process is told to stop."""
    stopped = asyncio.Event()
    for sig in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(sig, stopped.set)
    async with house:
        ready()
        await stopped.wait()


def check_workers(database: str) -> None:
    if not database:
        raise Refused("Workers need the database of their servers: give its address with --database postgresql://...")
