"""Several processes that serve the same address: each takes the connections that come to it, and one that ends by itself is
started again."""

import logging
import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from types import FrameType

from ..core.errors import MarbletopError

log = logging.getLogger(__name__)
SIGNALS = (signal.SIGTERM, signal.SIGINT)
REST = 1.0                                  # seconds until a process that has ended is started again


def check_processes(count: int, database: str) -> None:
    """MarbletopError if so many processes cannot serve the tables together."""
    if count > 1 and not database:
        raise MarbletopError("Several processes need PostgreSQL: give its address with --database postgresql://...")
    if count > 1 and not hasattr(os, "fork"):
        raise MarbletopError("This system cannot run several processes for one address. Start one server for each port.")


def run_processes(count: int, run: Callable[[int], None]) -> None:
    """Call a function with 0, 1, ... in processes of their own, until this one is told to stop."""
    running: dict[int, BaseProcess] = {}    # by number
    stopping = False

    def stop(sig: int, frame: FrameType | None) -> None:
        nonlocal stopping
        stopping = True
        for process in running.values():
            process.terminate()
    for sig in SIGNALS:
        signal.signal(sig, stop)
    running |= {number: start_process(run, number) for number in range(count)}
    while running:
        wait([process.sentinel for process in running.values()])
        for number in [number for number, process in running.items() if not process.is_alive()]:
            ended = running.pop(number)
            if not stopping:
                log.warning("process %s ended with status %s and is started again", number, ended.exitcode)
                time.sleep(REST)
                running[number] = start_process(run, number)
            if stopping and number in running:
                running[number].terminate()


def start_process(run: Callable[[int], None], number: int) -> BaseProcess:
    """A copy of this process, in which the function runs."""
    def run_alone() -> None:
        for sig in SIGNALS:
            signal.signal(sig, signal.SIG_DFL)
        run(number)
    process = multiprocessing.get_context("fork").Process(target=run_alone)
    process.start()
    return process
