"""Several processes that serve the same address: each takes the connections that come to it, and one that ends by itself is
started again."""

import logging
import os
import signal
import time
from collections.abc import Callable
from types import FrameType

from ..core.errors import MarbletopError

log = logging.getLogger(__name__)
REST = 1.0                                  # seconds until a process that has ended is started again


def check_processes(count: int, database: str) -> None:
    """MarbletopError if so many processes cannot serve the tables together."""
    if count > 1 and not database:
        raise MarbletopError("Several processes need PostgreSQL: give its address with --database postgresql://...")
    if count > 1 and not hasattr(os, "fork"):
        raise MarbletopError("This system cannot run several processes for one address. Start one server for each port.")


def run_processes(count: int, run: Callable[[int], None]) -> None:
    """Call a function with 0, 1, ... in processes of its own, until this one is told to stop."""
    numbers: dict[int, int] = {}            # by process
    stopping = False

    def stop(sig: int, frame: FrameType | None) -> None:
        nonlocal stopping
        stopping = True
        for pid in numbers:
            os.kill(pid, signal.SIGTERM)
    for sig in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sig, stop)
    for number in range(count):
        numbers[start_process(run, number)] = number
    while numbers:
        pid, status = os.wait()
        number = numbers.pop(pid)
        if not stopping:
            log.warning("process %s ended with status %s and is started again", number, os.waitstatus_to_exitcode(status))
            time.sleep(REST)
        if not stopping:
            numbers[start_process(run, number)] = number


def start_process(run: Callable[[int], None], number: int) -> int:
    """The id of a new process in which the function runs."""
    if pid := os.fork():
        return pid
    for sig in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sig, signal.SIG_DFL)
    code = 1
    try:
        run(number)
        code = 0
    except BaseException:
        log.exception("process %s failed", number)
    finally:
        os._exit(code)                      # what is above belongs to the process that was copied
