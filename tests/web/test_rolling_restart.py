"""Two servers behind the proxy are restarted one after the other while people play: no move is lost or played twice, and
whoever watches is connected again.

    MARBLETOP_ROUNDS=10 pytest tests/web/test_rolling_restart.py -s        # a longer proof, with its figures
"""

import json
import os
import re
import threading
import time
from contextlib import ExitStack

import httpx2
import pytest

from tests.server.conftest import postgres  # noqa: F401
from tests.web.test_deploy import nginx_program, proxy
from tests.web.test_processes import ME, free_ports, server, wait_for

ROUNDS = int(os.environ.get("MARBLETOP_ROUNDS", "1"))
DRAWN = "532315310141250566206042303423260411544566"        # a game of Connect Four that nobody wins
PLAYERS = 3
PAUSE = 0.1                                 # seconds between the moves of one player
PATIENCE = 60.0                             # seconds until something counts as stuck, on however busy a machine
LONGEST_GAP = 20.0                          # seconds without a stream; on a quiet machine a fraction of one
HEADERS = {"Host": "tables.example.org", "Accept-Encoding": "identity"}
COMMON = ("serve", "--no-browser", "--allow-host", "tables.example.org", "--proxies", "127.0.0.1", "--port")


class Player(threading.Thread):
    """Plays one game after the other by itself. What it plays is decided by the position, so whatever the log holds must be the
    beginning of that game; and it must hold whatever was acknowledged."""

    def __init__(self, home):
        super().__init__(daemon=True)
        self.home, self.done = home, threading.Event()
        self.acknowledged = {}                              # path of a table -> moves that were acknowledged
        self.unanswered, self.gaps, self.path = 0, [], ""
        self.watcher = threading.Thread(target=self.watch, daemon=True)
        self.client = httpx2.Client(follow_redirects=True, timeout=PATIENCE, headers=HEADERS)

    def run(self):
        while not self.done.is_set():
            try:
                if not self.path or self.acknowledged[self.path] == len(DRAWN):
                    self.begin()
                else:
                    self.play()
            except httpx2.TransportError:
                self.unanswered += 1
            time.sleep(PAUSE)

    def begin(self):
        answer = self.client.post(f"{self.home}/new", data=ME)
        if answer.status_code == 200 and answer.url.path.startswith("/table/"):
            self.start_of_log = position_in(answer.text)
            self.acknowledged[answer.url.path] = 0
            self.path = answer.url.path
            if not self.watcher.ident:
                self.watcher.start()

    def play(self):
        page = self.client.get(f"{self.home}{self.path}")
        if page.status_code != 200:
            self.unanswered += 1
            return
        if 'id="rematch"' in page.text:                     # the last move was played, though nobody said so
            self.acknowledged[self.path] = len(DRAWN)
            return
        position = position_in(page.text)
        number = position - self.start_of_log
        assert number >= self.acknowledged[self.path], "a move that was acknowledged is gone"
        answer = self.client.post(f"{self.home}{self.path}/play", data={"action": DRAWN[number], "position": str(position)})
        if answer.status_code == 200:
            self.acknowledged[self.path] = number + 1
        else:
            self.unanswered += 1

    def watch(self):
        """Read the stream of the table; connect again whenever it ends, and note for how long it was away."""
        away = None
        with httpx2.Client(timeout=PATIENCE, headers=HEADERS, cookies=self.client.cookies) as client:
            while not self.done.is_set():
                path = self.path
                try:
                    with client.stream("GET", f"{self.home}{path}/live") as stream:
                        for part in stream.iter_text():
                            if away is not None and "event: table" in part:
                                self.gaps.append(time.monotonic() - away)
                                away = None
                            if self.done.is_set() or self.path != path:
                                break
                        else:
                            away = away or time.monotonic()
                except httpx2.TransportError:
                    away = away or time.monotonic()
                time.sleep(0.05)


def position_in(text):
    return int(re.search(r'name="position" value="(\d+)"', text)[1])


def moves_in_log(postgres, database):  # noqa: F811
    """The columns that were played, by path of the table."""
    found = {}
    statement = "SELECT table_id, data FROM entries WHERE kind = 'action' ORDER BY table_id, entry"
    for table, data in postgres.do(statement, database):
        found.setdefault(f"/table/{table}", []).append(str(json.loads(data)["action"]))
    return {path: "".join(columns) for path, columns in found.items()}


def until(question):
    end = time.monotonic() + PATIENCE
    while not question():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.slow
def test_a_rolling_restart_loses_no_move_and_no_stream(tmp_path, postgres):  # noqa: F811
    nginx_program()
    (tmp_path / "nginx").mkdir()
    port, database = free_ports(3), postgres.new_database()
    running = {}

    def start(number):
        stack = ExitStack()
        running[number] = stack
        stack.enter_context(server(tmp_path, database, *COMMON, str(port + number)))

    with ExitStack() as everything, httpx2.Client(timeout=PATIENCE, headers=HEADERS) as client:
        everything.callback(lambda: [stack.close() for stack in running.values()])
        for number in (1, 2):
            start(number)
        home = everything.enter_context(proxy(tmp_path / "nginx", port, (port + 1, port + 2)))
        wait_for(client, home)
        players = [Player(home) for _ in range(PLAYERS)]
        for player in players:
            player.start()
        try:
            for number in [1, 2] * ROUNDS:
                before = [sum(player.acknowledged.values()) for player in players]
                until(lambda before=before: all(sum(player.acknowledged.values()) > was + 2 and player.watcher.ident
                                                for player, was in zip(players, before)))
                running.pop(number).close()                 # it is told to stop, and has stopped
                before = [sum(player.acknowledged.values()) for player in players]
                until(lambda before=before: all(sum(player.acknowledged.values()) > was + 2
                                                for player, was in zip(players, before)))
                start(number)
            until(lambda: any(player.gaps for player in players))
            assert all(player.is_alive() for player in players), "a player has lost a move"
        finally:
            for player in players:
                player.done.set()
            for player in players:
                player.join(PATIENCE)
        log = moves_in_log(postgres, database)
    for player in players:
        for path, acknowledged in player.acknowledged.items():
            assert DRAWN.startswith(log.get(path, "")), "a move was played twice, or another one was"
            assert len(log.get(path, "")) >= acknowledged, "a move that was acknowledged is gone"
    gaps = [gap for player in players for gap in player.gaps]
    assert max(gaps) < LONGEST_GAP
    print(f"\n{2 * ROUNDS} restarts, {sum(len(moves) for moves in log.values())} moves, "
          f"{sum(player.unanswered for player in players)} requests to be sent again, "
          f"{len(gaps)} streams connected again, after {max(gaps):.1f} s at most")
