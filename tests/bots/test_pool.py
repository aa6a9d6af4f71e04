"""The pool: answers from worker processes, greedy until the search is compiled, crashes and stuck workers survived."""

import os
import signal
import subprocess
import sys
import time

import pytest

from marbletop.bots import pool as pools
from marbletop.bots.bot import Limit, never
from marbletop.bots.pool import BotFailed, Crew, Job, Pool
from marbletop.bots.search import Search
from marbletop.core.match import Match
from marbletop.games import GAMES

pytestmark = pytest.mark.slow              # starts processes

FOUR = GAMES["connect_four"]


def job(**changes):
    match = Match(FOUR)
    return Job(**{"game": "connect_four", "options": {}, "seats": 2, "view": FOUR.state.pack(match.view(0)), "bot": "strong",
                  "limit": Limit(seconds=0.1), **changes})


@pytest.fixture
def pool():
    made = Pool(workers=1)
    yield made
    made.close()


def until_ready(pool):
    for _ in range(200):
        answer = pool.submit(job()).result(60)
        if answer.ready:
            return answer
        assert answer.by == "greedy"
        time.sleep(0.1)
    raise AssertionError("the search was never ready")


def test_greedy_until_the_search_is_compiled(pool):
    answer = until_ready(pool)
    assert answer.by == "search" and 0 <= answer.action < 7
    answer = pool.submit(job(analyse=True, seed=4)).result(60)
    assert answer.analysis.best == answer.action and answer.analysis.ranked[0].texts[0] in "abcdefg"
    assert pool.submit(job(bot="beginner")).result(60).by == "greedy"


def test_limits_are_kept(pool):
    until_ready(pool)
    begun = time.perf_counter()
    futures = [pool.submit(job(limit=Limit(seconds=0.2))) for _ in range(3)]
    for future in futures:
        future.result(30)
    assert time.perf_counter() - begun < 15


def test_a_mistake_of_the_caller_is_told_and_the_worker_lives_on(pool):
    for wrong, told in (({"game": "chess"}, "chess"), ({"bot": "genius"}, "genius"), ({"seats": 7}, "2 players"),
                        ({"options": {"x": 1}}, "option called 'x'")):
        future = pool.submit(job(**wrong, limit=Limit(seconds=0.1)))
        with pytest.raises(BotFailed, match=told):
            future.result(60)
    with pytest.raises(BotFailed, match="genius"):
        pool.submit(job(bot="genius")).result(60)           # and nothing tells the pool how long to wait
    assert pool.submit(job(bot="casual")).result(60).action in range(7)


def worker_pids():
    children = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat") as file:
                    parent = int(file.read().rsplit(")", 1)[1].split()[1])
                with open(f"/proc/{entry}/cmdline") as file:
                    command = file.read()
            except OSError:
                continue
            if parent == os.getpid() and "spawn_main" in command:
                children.append(int(entry))
    return children


def test_a_killed_worker_loses_no_job(pool):
    pool.submit(job(bot="casual")).result(60)
    future = pool.submit(job(limit=Limit(seconds=1.5)))
    time.sleep(0.3)
    for pid in worker_pids():
        os.kill(pid, signal.SIGKILL)
    assert future.result(60).action in range(7)


def test_a_stuck_worker_is_replaced_once_and_then_told(monkeypatch):
    pool = Pool(workers=1, patience=0.5)
    try:
        monkeypatch.setattr(pool, "_ask", lambda pipe, asked: None)
        with pytest.raises(BotFailed, match="Two workers"):
            pool.submit(job()).result(60)
    finally:
        pool.close()


def test_a_closed_pool_takes_no_jobs():
    pool = Pool(workers=1)
    pool.close()
    with pytest.raises(RuntimeError, match="closed"):
        pool.submit(job())
    assert not pool._keepers[0].is_alive()


LEAVING = """
import multiprocessing, time, weakref
from marbletop.bots.pool import work

def tidy_up():
    print("leaving", flush=True)
    time.sleep(1)

ours, theirs = multiprocessing.Pipe()
weakref.finalize(theirs, tidy_up)
print("ready", flush=True)
{}
work(theirs)
"""


@pytest.mark.parametrize("how", ["the pipe is closed", "it is told to end"])
def test_a_worker_that_is_told_to_end_while_it_leaves_says_nothing(how):
    program = LEAVING.format("ours.close()" if how == "the pipe is closed" else "")
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as worker:
        assert worker.stdout.readline() == "ready\n"
        if how == "it is told to end":
            until(lambda: handles_terminate(worker.pid))
            worker.terminate()
        assert worker.stdout.readline() == "leaving\n"
        worker.terminate()
        said = worker.communicate(timeout=60)
    assert said == ("", "") and worker.returncode == 0


def handles_terminate(pid):
    """Whether a process has a handler for SIGTERM."""
    with open(f"/proc/{pid}/status") as file:
        caught = next(line for line in file if line.startswith("SigCgt:"))
    return int(caught.split()[1], 16) >> (signal.SIGTERM - 1) & 1


def until(condition):
    for _ in range(600):
        if condition():
            return
        time.sleep(0.1)
    raise AssertionError("it never came true")


def test_a_crew_compiles_each_game_once(monkeypatch):
    made = []
    monkeypatch.setattr(pools, "searching", lambda game: made.append(game.name) or Search(game, nodes=100))
    crew = Crew()
    for level in ("strong", "master", "steady"):
        crew.answer(job(bot=level), never)
    until(lambda: crew.ready)
    assert crew.answer(job(), never).ready and made == ["connect_four"]
