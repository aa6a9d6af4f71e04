"""A server as a process: starting it, telling it something, hearing what it says, killing it."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from .server import REFUSED

ROOT = Path(__file__).parents[2]
PATIENCE = 300.0                            # seconds after which something counts as stuck; a busy machine is slow


class Stuck(AssertionError):
    """A server that does not go on."""


class ServerProcess:
    def __init__(self, folder, seed, wrong_by=0.0, *more, module="tests.torture.server", **environment):
        self.lines, self._told, self._heard = [], 0, threading.Condition()
        self.process = subprocess.Popen(
            [sys.executable, "-m", module, str(folder), str(seed), str(wrong_by), *more], cwd=ROOT,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
            env={**os.environ, "PYTHONFAULTHANDLER": "1", **environment})
        self._readers = [threading.Thread(target=read, daemon=True) for read in (self._read, self._read_errors)]
        self.errors = ""
        for reader in self._readers:
            reader.start()

    def _read(self):
        for line in self.process.stdout:
            with self._heard:
                if line.endswith("\n"):
                    self.lines.append(line.strip())
                self._heard.notify_all()

    def _read_errors(self):
        for line in self.process.stderr:
            self.errors = (self.errors + line)[-4000:]

    def wait_for(self, what, count=1, after=0):
        """Wait until that many lines of a kind have come after a line; returns the number of lines then."""
        end = time.monotonic() + PATIENCE
        with self._heard:
            while sum(line.startswith(what) for line in self.lines[after:]) < count:
                if not self._heard.wait(min(0.5, max(0.0, end - time.monotonic()))) and (
                        time.monotonic() > end or self.process.poll() is not None):
                    raise Stuck(f"the server does not go on, waiting for {what!r}: {self.last_words()}")
            return len(self.lines)

    def last_words(self):
        """What it has said about errors, and what it is doing if it still runs; it ends with that."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGABRT)
            self.process.wait()
            self._readers[1].join(PATIENCE)
        return self.errors

    def wait_until_ready(self):
        self.wait_for("ready")
        return self

    def tell(self, command):
        """Give a command, and wait until it is obeyed; returns the lines that came meanwhile."""
        before = len(self.lines)
        self.process.stdin.write(f"{command}\n")
        self.process.stdin.flush()
        return self.lines[before:self.wait_for("done", after=before)]

    def wait_for_play(self, entries=10):
        """Wait until something new was acknowledged; the seconds that it took."""
        begun = time.monotonic()
        self.wait_for("[", entries, after=len(self.lines))
        return time.monotonic() - begun

    def is_refused(self):
        """Whether the server has ended because another one is running; waits until it has ended or is ready."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < end:
            if "ready" in self.lines:
                return False
            time.sleep(0.05)
        if self.process.returncode != REFUSED:
            raise Stuck(self.errors)
        return True

    def news(self):
        """The lines that it has said since this was asked last."""
        before, self._told = self._told, len(self.lines)
        return self.lines[before:self._told]

    def kill(self):
        """Kill it if it still runs; the last news."""
        if self.process.stdin.closed:
            return []
        if self.process.poll() is None:
            os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()
        for reader in self._readers:
            reader.join()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            pipe.close()
        return self.news()
