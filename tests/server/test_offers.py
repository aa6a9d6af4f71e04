"""Bots that a server's settings offer beside the levels: they sit at tables, and one that fails is named in the log."""

import sys
import textwrap
import time
from pathlib import Path

import pytest

from marbletop.bots.pool import Job, Pool
from marbletop.bots.registry import offers_of
from marbletop.core.match import Match
from marbletop.server.bots import ThreadBots
from marbletop.server.refusal import Refused
from marbletop.server.seating import put_bot

from .helpers import ANN, SMALL_GAMES, house_in, run, table_of, work

PROGRAM = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    answer = {"name": "Last"} if asked["type"] == "hello" else {"action": asked["actions"][-1]["action"]}
    ACT
    print(json.dumps({"id": asked["id"], **answer}), flush=True)
"""


@pytest.fixture
def program(tmp_path):
    """program(what it does before it answers): the text that names it."""
    def write(act="pass"):
        path = tmp_path / "last.py"
        path.write_text(textwrap.dedent(PROGRAM).replace("ACT", act))
        return f"Last=program:{sys.executable} {path}"
    return write


def test_a_program_sits_at_a_table(tmp_path, program):
    async def story():
        async with house_in(tmp_path, offers=offers_of([program()]), bots=ThreadBots(SMALL_GAMES)) as house:
            table = await table_of(house, "connect_four", [ANN, "Last"])
            await table.play(ANN.id, 3, table.position)
            await work(house)
            log = await house.storage.entries(table.id)
            assert table.state.step == 2 and log[-1].data["action"] == 6 and log[-1].data["bot"] == "Last"
    run(story())


def test_only_what_is_offered_can_be_called(tmp_path, program):
    async def story():
        offered = program()
        async with house_in(tmp_path, offers=offers_of([offered])) as house:
            table = await table_of(house, "connect_four", [ANN, "beginner"], deal=False)
            await put_bot(table, ANN.id, 1, "Last")
            for wrong in (offered, offered.partition("=")[2], "greedy", "program:true", "search@0.5", ""):
                with pytest.raises(Refused, match=r"Choose one of these: beginner, .+, Last"):
                    await put_bot(table, ANN.id, 1, wrong)
    run(story())


def test_a_bot_that_is_not_offered_any_more_is_replaced(tmp_path, program):
    async def story():
        async with house_in(tmp_path, offers=offers_of([program("raise SystemExit")])) as house:
            table = await table_of(house, "connect_four", [ANN, "Last"])
            await table.play(ANN.id, 3, table.position)
        async with house_in(tmp_path, bots=ThreadBots(SMALL_GAMES)) as house:
            table = await house.lobby.open(table.id)
            await work(house)
            assert table.state.step == 2
            assert (await house.storage.entries(table.id))[-1].data["bot"] == "greedy", "the standard level stands in"
    run(story())


def test_a_program_that_fails_loses_its_move_and_is_named_in_the_log(tmp_path, program, caplog):
    async def story():
        offers = offers_of([program("sys.exit(4) if asked['type'] == 'choose' else None")])
        async with house_in(tmp_path, offers=offers, bots=ThreadBots(SMALL_GAMES)) as house:
            table = await table_of(house, "connect_four", [ANN, "Last"])
            await table.play(ANN.id, 3, table.position)
            await work(house)
            assert table.state.step == 2
            return table.id
    assert f"table {run(story())}, seat 1: Last died with exit code 4; any legal action was played" in caplog.text


def wait_until_gone(process, patience=30.0):
    """Wait until a process has ended; the system may take its time to say so."""
    until = time.monotonic() + patience
    while not has_ended(process):
        assert time.monotonic() < until, "the program outlives the pool"
        time.sleep(0.05)


def has_ended(process):
    try:
        return " Z " in (process / "stat").read_text()
    except OSError:
        return True


def test_a_program_in_a_worker_process_is_made_ready_in_the_background_and_ends_with_the_pool(tmp_path, program):
    match, pool = Match("connect_four"), Pool()
    keep_pid = f"import os; open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))"
    try:
        asked = Job("connect_four", {}, 2, match.game.state.pack(match.view(0)), program(keep_pid).partition("=")[2])
        answers = [pool.submit(asked).result(60)]
        while not answers[-1].ready:
            answers.append(pool.submit(asked).result(60))
        assert (answers[0].by, answers[0].ready) == ("greedy", False)
        assert (answers[-1].by, answers[-1].action, answers[-1].faults) == ("Last", 6, ())
    finally:
        pool.close()
    wait_until_gone(Path(f"/proc/{(tmp_path / 'pid').read_text()}"))
