"""Where reviews are measured: in a process of its own, which gets only the time that nobody else wants; or, for tests and for
games that only this process knows, in a thread."""

import asyncio
import contextlib
import json
import os
import signal
import sys
import time
from collections.abc import Callable
from typing import Any, Protocol

from ..analysis.review import USUAL_SECONDS, result_in_record, reviews
from ..analysis.review_values import review_values
from ..core.errors import MarbletopError
from ..core.record import replay

COMMAND = (sys.executable, "-c", "from marbletop.server.reviewers import work; work()")
LONGEST_LINE = 64 << 20                     # bytes of an answer
MOST_PROCESSOR = 900                        # seconds of the processor for one review, compiling its game included
IDLE = 300                                  # seconds without a review after which the process ends
REPORTED_EVERY = 0.4                        # seconds between two reports of how far a review is

Tell = Callable[[float, dict[str, Any] | None], None]       # the share of the work that is done, and the review so far


class ReviewFailed(RuntimeError):
    """The process that measured a review died, or could not measure it."""


class Reviewer(Protocol):
    """Measures the reviews of records, one after the other."""

    async def run(self, record: dict[str, Any], tell: Tell) -> None:
        """Measure a review, and tell how far it is; the last one told is the best. ReviewFailed if it cannot be done."""

    async def close(self) -> None: ...


class ProcessReviewer:
    """A process that starts with the first review, and ends when there was none for a while."""

    def __init__(self, seconds: float = USUAL_SECONDS) -> None:
        self.seconds = seconds
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()

    async def run(self, record: dict[str, Any], tell: Tell) -> None:
        async with self._turn:
            is_new = await self._start()
            if not await self._ask(record, tell) and (is_new or not (await self._start() and await self._ask(record, tell))):
                raise ReviewFailed(f"the process ended: {self._process and self._process.returncode}")

    async def close(self) -> None:
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()

    async def _start(self) -> bool:
        """Start the process if there is none; whether there was none."""
        if self._process is not None and self._process.returncode is None:
            return False
        self._process = await asyncio.create_subprocess_exec(
            *COMMAND, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
            limit=LONGEST_LINE)
        return True

    async def _ask(self, record: dict[str, Any], tell: Tell) -> bool:
        """Hear a review to its end; False if the process ends before."""
        process, heard = self._process, b""
        assert process is not None and process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(json.dumps({"record": record, "seconds": self.seconds}).encode() + b"\n")
            await process.stdin.drain()
            while heard := await process.stdout.readline():
                told = json.loads(heard)
                if "error" in told:
                    raise ReviewFailed(told["error"])
                if "share" not in told:
                    return True
                tell(told["share"], told["review"])
        except ConnectionError:
            pass
        except BaseException:                               # nobody would hear the rest of the answer
            await self.close()
            raise
        await process.wait()
        return False


class ThreadReviewer:
    """In a thread of this process."""

    def __init__(self, seconds: float = USUAL_SECONDS) -> None:
        self.seconds, self._closed = seconds, False

    async def run(self, record: dict[str, Any], tell: Tell) -> None:
        loop = asyncio.get_running_loop()

        def tell_there(share: float, review: dict[str, Any] | None) -> None:
            with contextlib.suppress(RuntimeError):         # the loop was closed meanwhile
                loop.call_soon_threadsafe(tell, share, review)

        try:
            await asyncio.to_thread(measure, record, self.seconds, tell_there, lambda: self._closed)
        except MarbletopError as error:
            raise ReviewFailed(str(error)) from None

    async def close(self) -> None:
        self._closed = True


class Reporter:
    """Tells how far a review is, not too often."""

    def __init__(self, tell: Tell) -> None:
        self.tell, self.share, self._reported = tell, 0.0, 0.0

    def report(self, share: float) -> None:
        self.share = share
        if time.monotonic() > self._reported + REPORTED_EVERY:
            self._reported = time.monotonic()
            self.tell(share, None)


def measure(record: dict[str, Any], seconds: float, tell: Tell, stop: Callable[[], bool] = lambda: False) -> None:
    """Measure the review of a record, and tell how far it is."""
    match, reporter = replay(record, any_start=True), Reporter(tell)
    for found in reviews(match, seconds, result=result_in_record(record, match), stop=stop, report=reporter.report):
        tell(reporter.share, review_values(found))


def work() -> None:
    """The life of the process: read a record, write how far its review is, line by line."""
    be_humble()
    while line := next_line():
        asked = json.loads(line)
        allow_time()
        try:
            measure(asked["record"], asked["seconds"], lambda share, review: write_line({"share": share, "review": review}))
        except Exception as error:          # told to whoever asked; the process lives on
            write_line({"error": f"{type(error).__name__}: {error}"})
        else:
            write_line({})


def next_line() -> bytes:
    """The next request; the process ends if there is none for a while."""
    if hasattr(signal, "alarm"):
        signal.alarm(IDLE)
    line = sys.stdin.buffer.readline()
    if hasattr(signal, "alarm"):
        signal.alarm(0)
    return line


def write_line(told: dict[str, Any]) -> None:
    sys.stdout.buffer.write(json.dumps(told, separators=(",", ":")).encode() + b"\n")
    sys.stdout.buffer.flush()


def be_humble() -> None:
    """Take only the time that no other process wants, where the system can do that."""
    with contextlib.suppress(AttributeError, OSError):
        os.nice(19)
    with contextlib.suppress(AttributeError, OSError):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def allow_time() -> None:
    """So much of the processor from now on; a review that wants more is killed, whatever its record makes it do."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource
        most = resource.getrlimit(resource.RLIMIT_CPU)[1]
        resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + MOST_PROCESSOR, most))
