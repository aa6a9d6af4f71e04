"""A bot that is another program: it is asked by lines on its standard input and answers by lines on its standard output.

The messages are those of bots/protocol.py. A program that hangs, dies or answers nonsense loses its move: any legal action
is taken for it, and what it did is kept for whoever asked (`take_faults`). What it writes to its standard error goes where
ours goes.
"""

import atexit
import io
import json
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
import weakref
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ..core.game import Game
from . import protocol
from .bot import Bot, Limit, MatchSetup, never
from .protocol import Message, ProtocolError
from .uniform import Uniform

HELLO_SECONDS = 120.0                       # until a program has greeted: it may have to compile
GRACE = 0.5                                 # seconds beyond its limit after which a program counts as hanging
UNTIMED_SECONDS = 60.0                      # for an answer without a limit in seconds
RESTARTS = 3                                # in a match
LONGEST_LINE = 1 << 20                      # bytes of an answer
LINES_AHEAD = 64                            # that a program may write without being asked
LAST_WORDS = 0.5                            # seconds for a program to end by itself
LATE = "did not answer in time"
GIVEN_UP = "is not started again in this match: it has failed too often"

_running: "weakref.WeakSet[Program]" = weakref.WeakSet()


def arguments_of(command: str, windows: bool = os.name == "nt") -> str | list[str]:
    """A command as it is started. Windows splits it by itself; a backslash there is part of a path."""
    return command if windows else shlex.split(command)


class ProgramFault(Exception):
    """What a program did instead of answering."""


class Program:
    """One running process. A question is answered, or ProgramFault is raised; whoever asks decides what comes of it."""

    def __init__(self, command: str):
        try:
            self._process = subprocess.Popen(arguments_of(command), bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                             start_new_session=True)
        except (OSError, ValueError) as error:
            raise ProgramFault(f"cannot be started: {error}") from None
        self._questions: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._lines: queue.Queue[bytes] = queue.Queue(LINES_AHEAD)
        self._threads = [threading.Thread(target=target, daemon=True) for target in (self._write, self._read)]
        for thread in self._threads:
            thread.start()
        _running.add(self)

    def ask(self, message: Message, seconds: float, stop: Callable[[], bool] = never) -> Any:
        """What the program answers to a message. Answers to earlier messages come too late and are left out."""
        self._questions.put(json.dumps(message, separators=(",", ":")).encode() + b"\n")
        end = time.monotonic() + seconds
        while True:
            reply = self._reply(self._next_line(end, stop))
            if not isinstance(reply, dict) or reply.get("id", message["id"]) == message["id"]:
                return reply

    def close(self) -> None:
        """End the program, and whatever it has started."""
        _running.discard(self)
        self._questions.put(b"")            # its input ends
        self._wait(LAST_WORDS)
        self._kill()
        self._process.wait()
        self._join_threads()

    def _write(self) -> None:
        """Write in a thread of its own: a program that does not read must not stop us."""
        assert self._process.stdin is not None
        with suppress(OSError), self._process.stdin as pipe:        # it may have died, which the reader notices
            while line := self._questions.get():
                while line:
                    line = line[pipe.write(line):]

    def _read(self) -> None:
        """Pass lines on, until the output ends (b"") or a line is too long."""
        assert isinstance(self._process.stdout, io.RawIOBase)
        with io.BufferedReader(self._process.stdout) as pipe:
            line = b"\n"
            while 0 < len(line) <= LONGEST_LINE:
                line = pipe.readline(LONGEST_LINE + 1)
                self._lines.put(line)

    def _next_line(self, end: float, stop: Callable[[], bool]) -> bytes:
        while (left := end - time.monotonic()) > 0:
            try:
                return self._lines.get(timeout=min(left, 0.1))
            except queue.Empty:
                if stop():
                    end = min(end, time.monotonic() + GRACE)
                    stop = never
        raise ProgramFault(LATE)

    def _reply(self, line: bytes) -> Any:
        if not line:
            raise ProgramFault(self._death())
        if len(line) > LONGEST_LINE:
            raise ProgramFault(f"answered with a line of more than {LONGEST_LINE} bytes")
        try:
            return json.loads(line)
        except (ValueError, RecursionError):
            raise ProtocolError(f"answered {line[:60]!r}, which is no JSON") from None

    def _death(self) -> str:
        code = self._wait(LAST_WORDS)
        if code is None:
            return "closed its output"
        return f"died with exit code {code}" if code >= 0 else f"was ended by {signal.Signals(-code).name}"

    def _wait(self, seconds: float) -> int | None:
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def _kill(self) -> None:
        with suppress(ProcessLookupError, PermissionError):         # nobody may be left
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def _join_threads(self) -> None:
        """The reader may wait for room for one more line."""
        end = time.monotonic() + LAST_WORDS
        while any(thread.is_alive() for thread in self._threads) and time.monotonic() < end:
            with suppress(queue.Empty):
                self._lines.get(timeout=0.01)


@atexit.register
def close_all() -> None:
    """No program outlives the process that started it."""
    for program in list(_running):
        program.close()


class ProgramBot(Bot):
    """The bot. Its program starts with the first question, and again after it has died or hung, but not for ever."""

    def __init__(self, game: Game, seed: int = 0, *, command: str):
        self.command, self._program, self._title = command, None, ""
        self._setup: MatchSetup | None = None
        self._greeted_for: Message | None = None
        self._numbers = self._match = self._starts = 0
        self._faults: list[str] = []
        self._substitute = Uniform(game)
        super().__init__(game, seed)

    _program: Program | None

    @property
    def name(self) -> str:
        """The name and version that the program gave itself; its command until then."""
        return self._title or self.command

    def reseed(self, seed: int) -> None:
        self._seed = seed
        self._match += 1
        self._starts = 0 if self._program is None else 1
        self._substitute.reseed(seed)

    def begin(self, setup: MatchSetup) -> None:
        """Greet the program if it does not know yet what is played."""
        self._setup = setup
        try:
            self._greet(setup)
        except (ProgramFault, ProtocolError) as fault:
            self._note(fault)

    def choose(self, view: Any, box: Any, limit: Limit, stop: Callable[[], bool] = never) -> int:
        setup = self._setup or protocol.default_setup(self.game, view.seats)
        try:
            program = self._greet(setup)
            question = protocol.choose(self._number(), self.game, setup, view, box, limit, self._match, self._seed)
            seconds = UNTIMED_SECONDS if limit.seconds is None else limit.seconds + GRACE
            return protocol.read_action(program.ask(question, seconds, stop), question["actions"])
        except (ProgramFault, ProtocolError) as fault:
            self._note(fault, "; any legal action was played")
            return self._substitute.choose(view, box, limit)

    def take_faults(self) -> list[str]:
        taken, self._faults = self._faults, []
        return taken

    def close(self) -> None:
        if self._program is not None:
            self._program.close()
        self._program, self._greeted_for = None, None

    def _number(self) -> int:
        self._numbers += 1
        return self._numbers

    def _greet(self, setup: MatchSetup) -> Program:
        """The program, running and told what is played."""
        played = protocol.game_fields(self.game, setup)
        if self._program is None:
            if self._starts > RESTARTS:
                raise ProgramFault(GIVEN_UP)
            self._starts += 1
            self._program = Program(self.command)
        if played != self._greeted_for:
            reply = self._program.ask(protocol.hello(self._number(), self.game, setup), HELLO_SECONDS)
            self._title, self._greeted_for = protocol.read_hello(reply), played
        return self._program

    def _note(self, fault: ProgramFault | ProtocolError, what_then: str = "") -> None:
        """Keep what it did; a program that hangs or is dead is ended, so that the next question starts it again."""
        self._faults.append(f"{self.name} {fault}{what_then}")
        if isinstance(fault, ProgramFault):
            self.close()
