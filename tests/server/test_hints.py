"""Hints never delay a table's bots, whoever asks for how many of them."""

import os
import signal
from concurrent.futures import wait
from contextlib import suppress

import pytest

from marbletop.bots.pool import Job
from marbletop.core.match import Match
from marbletop.games import GAMES
from marbletop.server.bots import ProcessBots
from tests.bots.test_pool import worker_pids

FOUR = GAMES["connect_four"]


def job(**changes):
    return Job(**{"game": "connect_four", "options": {}, "seats": 2, "view": FOUR.state.pack(Match(FOUR).view(0)),
                  "bot": "beginner", **changes})


@pytest.mark.slow
def test_a_bot_moves_while_hints_take_for_ever():
    before, bots, stopped = set(worker_pids()), ProcessBots(workers=1), []
    try:
        bots.submit(job(analyse=True)).result(60)
        stopped = [pid for pid in worker_pids() if pid not in before]
        for pid in stopped:
            os.kill(pid, signal.SIGSTOP)
        hints = [bots.submit(job(analyse=True)) for _ in range(5)]
        assert bots.submit(job()).result(60).action in range(7)
        assert not wait(hints, timeout=0).done
        for pid in stopped:
            os.kill(pid, signal.SIGCONT)
        assert all(hint.result(60).analysis for hint in hints)
    finally:
        for pid in stopped:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)
        bots.close()
