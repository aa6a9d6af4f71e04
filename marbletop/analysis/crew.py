"""Who plays the deals of a simulation, a duel or a review: this process, others on this machine, or a cluster.

Every deal is decided by a seed and its number, so work can be cut anywhere and played by anybody. Results come back in the
order of the deals. Whoever adds them up therefore gets the same bytes whoever has played them, and however they were cut.
"""

import pickle
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from types import TracebackType
from typing import Any, Generic, Protocol, TypeVar

from ..core.errors import MarbletopError

Result = TypeVar("Result", covariant=True)
Kind = TypeVar("Kind")
WORKER_ENDED = ("A worker process has ended. Bots that are defined at a prompt or in a notebook cannot play in worker "
                "processes, and a script must call duel below `if __name__ == \"__main__\":`. With workers=1 everything is "
                "played in this process.")


class Pending(Protocol[Result]):
    """A piece of work that somebody does."""

    def result(self) -> Result:
        """Wait for it."""

    def cancel(self) -> Any:
        """Nobody wants it any more."""


class Crew(Protocol):
    """Somebody who does pieces of work. `kit` is what all of them need, so that it is sent once to each worker."""

    hands: int                              # pieces that are done at a time
    ahead: int                              # pieces that are given out before the first of them is waited for
    piece_seconds: float                    # how long a piece should take: long enough to be worth sending

    def submit(self, work: Callable[..., Kind], kit: Any, *piece: Any) -> Pending[Kind]:
        """Have work(kit, *piece) done."""

    def __enter__(self) -> "Crew":
        """They come."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """They go, whatever they were doing."""


class Done(Generic[Kind]):
    """A piece of work that is done already."""

    def __init__(self, result: Kind):
        self._result = result

    def result(self) -> Kind:
        return self._result

    def cancel(self) -> None:
        pass


class Alone:
    """This process does everything itself."""

    hands, ahead, piece_seconds = 1, 0, 0.0

    def submit(self, work: Callable[..., Kind], kit: Any, *piece: Any) -> Done[Kind]:
        return Done(work(kit, *piece))

    def __enter__(self) -> "Alone":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        pass


class Processes:
    """So many processes on this machine."""

    piece_seconds = 0.0

    def __init__(self, workers: int):
        self.hands, self.ahead = workers, 2 * workers
        self._pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))

    def submit(self, work: Callable[..., Kind], kit: Any, *piece: Any) -> Pending[Kind]:
        return self._pool.submit(work, kit, *piece)

    def __enter__(self) -> "Processes":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._pool.shutdown(cancel_futures=True)
        if isinstance(error, BrokenProcessPool):
            raise MarbletopError(WORKER_ENDED) from None


class Cutting:
    """Cuts numbered deals into pieces: of one deal at first, then of more as long as they take less time than they should.
    Towards the end pieces become smaller, so that nobody waits long for the last one."""

    def __init__(self, deals: int, crew: Crew):
        self.deals, self.crew, self.size = deals, crew, 1

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """The first deal of each piece, and how many it has."""
        first = 0
        while first < self.deals:
            left = self.deals - first
            count = max(1, min(self.size, left // (2 * self.crew.hands)))
            yield first, count
            first += count

    def took(self, count: int, seconds: float) -> None:
        """A piece of so many deals has taken so long."""
        if count == self.size and seconds < self.crew.piece_seconds:
            self.size *= 8 if 8 * seconds < self.crew.piece_seconds else 2


def in_order(crew: Crew, work: Callable[..., Kind], kit: Any, pieces: Iterable[tuple[Any, ...]]) -> Iterator[Kind]:
    """work(kit, *piece) for every piece, in their order, whoever is done first. Whoever stops asking cancels the rest."""
    waiting: deque[Pending[Kind]] = deque()
    try:
        for piece in pieces:
            waiting.append(crew.submit(work, kit, *piece))
            if len(waiting) > crew.ahead:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for pending in waiting:
            pending.cancel()


def in_pieces(crew: Crew, work: Callable[..., Kind], kit: Any, deals: int) -> Iterator[Kind]:
    """work(kit, first, count) for so many deals, in their order, in pieces that suit the crew."""
    cutting = Cutting(deals, crew)
    for count, seconds, result in in_order(crew, timed, (work, kit), cutting):
        cutting.took(count, seconds)
        yield result


def timed(kit: tuple[Callable[..., Kind], Any], first: int, count: int) -> tuple[int, float, Kind]:
    """A piece, and how long it has taken."""
    work, own = kit
    begun = time.perf_counter()
    result = work(own, first, count)
    return count, time.perf_counter() - begun, result


def check_pickles(things: Iterable[tuple[str, Any]], otherwise: str) -> None:
    """Refuse what no other process could be sent, by its name."""
    for name, thing in things:
        try:
            pickle.dumps(thing)
        except Exception as error:          # whatever a class of somebody else's raises
            raise MarbletopError(f"{name} cannot be sent to worker processes ({error}). Define it at the top of a module, "
                                 f"or {otherwise}.") from None
