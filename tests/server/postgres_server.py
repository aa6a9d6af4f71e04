"""A PostgreSQL server for tests, from Debian's packages, in a folder of its own. It hears on a socket in that folder only."""

import asyncio
import itertools
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import asyncpg

USER = "marbletop"
NOBODY = 65534                              # PostgreSQL does not run as root
QUICK = ("fsync=off", "full_page_writes=off")               # nobody pulls the plug in a test
START_WITHIN = 60.0                         # seconds


def folder_of_programs():
    """Where Debian has put PostgreSQL; None if it is not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    return found[-1].parent if found else None


class PostgresServer:
    """One server with one database. Every test has schemas of its own in it."""

    def __init__(self, settings=QUICK):
        self._folder = Path(tempfile.mkdtemp(prefix="pg-"))
        self._rights = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.getuid() == 0 else {}
        if self._rights:
            os.chown(self._folder, NOBODY, NOBODY)
        self._settings, self._numbers, self._process = settings, itertools.count(), None
        self._schemas = {}                  # folder -> schema
        self._run("initdb", "--pgdata", "data", "--username", USER, "--auth", "trust", "--no-sync", "--encoding", "UTF8",
                  "--locale", "C")
        self.start()

    def _run(self, program, *arguments):
        subprocess.run([folder_of_programs() / program, *arguments], cwd=self._folder, check=True, capture_output=True,
                       **self._rights)

    def start(self):
        settings = [f"--{setting}" for setting in (*self._settings, "listen_addresses=", "max_connections=200")]
        with open(self._folder / "log", "ab") as log:
            self._process = subprocess.Popen([folder_of_programs() / "postgres", "-D", "data", "-k", self._folder, *settings],
                                             cwd=self._folder, stdout=log, stderr=log, **self._rights)
        until = time.monotonic() + START_WITHIN
        while not self._answers():
            assert self._process.poll() is None and time.monotonic() < until, (self._folder / "log").read_text()
            time.sleep(0.02)

    def _answers(self):
        try:
            self.do("SELECT 1")
        except (OSError, asyncpg.CannotConnectNowError):
            return False
        return True

    @property
    def pid(self):
        return self._process.pid

    def stop(self, how=signal.SIGINT):
        """End the server: its clients lose their connections; with SIGQUIT at once, as in a crash."""
        self._process.send_signal(how)
        self._process.wait(60)

    def remove(self):
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self._folder)

    def address(self, schema="public"):
        return f"postgresql:///postgres?host={self._folder}&user={USER}&search_path={schema}"

    def new_database(self):
        """The address of an empty database; it is a schema, which is made more quickly."""
        schema = f"s{os.getpid()}_{next(self._numbers)}"
        self.do(f"CREATE SCHEMA {schema}")
        return self.address(schema)

    def database_of(self, folder):
        """The same database for the same folder."""
        if folder not in self._schemas:
            self._schemas[folder] = self.new_database()
        return self._schemas[folder]

    def do(self, sql, database=None):
        """The rows of a statement."""
        from marbletop.server.storage.postgres_opening import run_apart

        async def do():
            connection = await asyncpg.connect(database or self.address())
            try:
                return [tuple(row) for row in await connection.fetch(sql)]
            finally:
                await connection.close()
        return run_apart(asyncio.wait_for(do(), 30))
