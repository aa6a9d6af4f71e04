"""Looking at what strangers send, in a process of its own.

A component file or a record is parsed, checked and replayed by a process that is started for it, has little memory and
time, and is killed when it has used them up. Whatever the input makes it do, the server goes on serving. What has passed
is known to be cheap enough to be read again by the server itself.
"""

import asyncio
import contextlib
import pickle
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from ..core.errors import BadNotation, BadRecord, MarbletopError
from ..core.game import Game
from ..core.match import Match
from ..core.record import DAMAGE, parse_record, replay
from ..words import language, phrase, use_language
from .refusal import Refused

CPU_SECONDS = 4                             # for one inspection, the start of the process included
PATIENCE = 30.0                             # seconds of the wall clock, for a machine that has much else to do
MEMORY = 2 << 30                            # bytes
AT_ONCE = 2                                 # processes
LONGEST_POSITION = 4_000                    # letters
TRIED_MOVES = 60                            # of a position that somebody made up
MOST_ENTRIES = 10_000                       # of a record; the longest games have a few thousand
COMMAND = (sys.executable, "-c", "from marbletop.server.inspection import answer; answer()")


class Inspector(Protocol):
    """Runs a function on what a stranger sent, and raises what it raises."""

    async def run(self, function: Callable[..., None], *arguments: Any, address: str = "") -> None: ...


class ProcessInspector:
    """A fresh process for every inspection, a few at once, and only one for an address."""

    def __init__(self) -> None:
        self._places = asyncio.Semaphore(AT_ONCE)
        self._addresses: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def run(self, function: Callable[..., None], *arguments: Any, address: str = "") -> None:
        async with self._addresses[address], self._places:
            error = await self._error_of(pickle.dumps((function, arguments, language())))
        if not self._addresses[address].locked():
            self._addresses.pop(address, None)
        if error is not None:
            raise error

    async def _error_of(self, question: bytes) -> MarbletopError | None:
        process = await asyncio.create_subprocess_exec(
            *COMMAND, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL)
        try:
            answer, _ = await asyncio.wait_for(process.communicate(question), PATIENCE)
            return pickle.loads(answer) if answer else too_much()
        except TimeoutError:
            return too_much()
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class ThreadInspector:
    """In a thread of this process, for games that no other process knows."""

    async def run(self, function: Callable[..., None], *arguments: Any, address: str = "") -> None:
        await asyncio.to_thread(function, *arguments)


def too_much() -> Refused:
    return Refused(phrase("This file takes too long to read: it is too large or too intricate."))


def answer() -> None:
    """The life of an inspecting process: read a question, write the error or None."""
    limit_resources()
    function, arguments, spoken = pickle.load(sys.stdin.buffer)
    error: MarbletopError | None = None
    with use_language(spoken):
        try:
            function(*arguments)
        except MarbletopError as found:
            error = found
        except MemoryError:
            error = too_much()
    sys.stdout.buffer.write(pickle.dumps(error))


def limit_resources() -> None:
    """Memory and processor time, where the system can limit them; everywhere else only patience ends."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def inspect_box(game: Game, seats: int, options: Mapping[str, Any], text: str) -> None:
    """Whether a component file makes a box for this game, or BadComponents or BadOption."""
    game.make_box(game.read_options(options), seats, game.with_known_keys(game.components_of(text)))


def inspect_position(game: Game, seats: int, options: Mapping[str, Any], text: str) -> None:
    """Whether a position can be played, or BadNotation. Nobody has reached it by the rules, so some moves are tried."""
    if len(text) > LONGEST_POSITION:
        raise BadNotation("A position has {n} letters at most.", n=LONGEST_POSITION)
    match, chooser = Match.at(game, text, seats, **options), random.Random(0)
    try:
        for _ in range(TRIED_MOVES):
            if match.over:
                break
            match.play(chooser.choice(match.legal))
            game.view(match.state, match.box, match.player)
    except DAMAGE as error:
        raise BadNotation("This position cannot be played: the game gets stuck ({error}).", error=error) from None


def inspect_record(data: bytes) -> None:
    """Whether a file is a record that replays, or BadRecord."""
    record = record_in(data)
    try:
        replay(record)
    except DAMAGE as error:
        raise damaged(error) from None


def record_in(data: bytes) -> dict[str, Any]:
    """The record in a file, or BadRecord; whether it replays is another question."""
    record = parse_record(data)
    if len(record["entries"]) > MOST_ENTRIES:
        raise BadRecord("The record has more than {n} entries.", n=MOST_ENTRIES)
    return record


def damaged(error: Exception) -> MarbletopError:
    """What is said about an error in replaying a record."""
    return error if isinstance(error, MarbletopError) else BadRecord(phrase("The record is damaged: {error}"), error=error)
