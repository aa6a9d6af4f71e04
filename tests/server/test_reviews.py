"""Reviews at tables: made once, in the background, kept with the table, and only of games that are over."""

import asyncio
import json
import os
import subprocess
import sys

import pytest

from marbletop.analysis.review import review
from marbletop.analysis.review_values import review_from, review_values
from marbletop.core.errors import MarbletopError
from marbletop.core.match import Match
from marbletop.core.record import record_of
from marbletop.server import reviewers, reviews
from marbletop.server.archive import archive_tables
from marbletop.server.erasure import erase_guest
from marbletop.server.refusal import Refused, TooMuch
from marbletop.server.reviewers import ProcessReviewer, ReviewFailed, ThreadReviewer
from tests.analysis.made_up import MadeUpReviewer, made_up_review

from .helpers import ANN, BEN, Clockwork, house_in, run, table_of
from .test_erasure import everything_in, play_out

both_databases = pytest.mark.usefixtures("engine")
ALL_AT_ONCE = "from marbletop.server import reviewers; reviewers.be_humble = lambda: None; reviewers.work()"


def short_match():
    """Seven moves of Connect Four."""
    match = Match("connect_four")
    for column in (0, 1) * 3 + (0,):
        match.play(column)
    return match


async def finished_table(house, deal=True):
    table = await table_of(house, "connect_four", [ANN, BEN])
    await play_out(table)
    return table


async def made(house, table):
    """The review of a table, once it is finished."""
    while not (look := await house.reviews.of_table(table)).finished:
        assert not look.failed
        await asyncio.sleep(0.01)
    return look


def test_what_is_kept_of_a_review_is_all_of_it():
    match = short_match()
    found = made_up_review(match)
    again = review_from(json.loads(json.dumps(review_values(found))), match)
    assert again == found and len(again.points) == 3


@both_databases
def test_a_review_is_made_once_and_kept_with_the_table(tmp_path):
    async def story():
        reviewer = MadeUpReviewer()
        async with house_in(tmp_path, reviewer=reviewer) as house:
            table = await finished_table(house)
            assert await house.reviews.kept(table) is None
            look = await made(house, table)
            assert len(look.review.points) == 3 and sum(total.result for total in look.review.totals) == 1
            await made(house, table)
            stored = await house.storage.review(table.id)
            assert stored["finished"] and "Ann" not in json.dumps(stored)
        async with house_in(tmp_path, reviewer=reviewer) as house:
            table = await house.lobby.open(table.id)
            assert (await house.reviews.of_table(table)).finished and reviewer.made == 1
    run(story())


@both_databases
def test_a_running_game_has_no_review(tmp_path):
    async def story():
        reviewer = MadeUpReviewer()
        async with house_in(tmp_path, reviewer=reviewer) as house:
            table = await table_of(house, "connect_four", [ANN, BEN])
            with pytest.raises(Refused, match="when it is over"):
                await house.reviews.of_table(table)
            await house.storage.keep_review(table.id, {"finished": True, "totals": []})
            assert await house.storage.review(table.id) is None and await house.reviews.kept(table) is None
            assert reviewer.made == 0
    run(story())


@pytest.mark.slow
@both_databases
def test_two_processes_make_a_review_once(tmp_path):
    async def story():
        slow, other = MadeUpReviewer(), MadeUpReviewer()
        slow.held = asyncio.Event()
        clock = Clockwork()
        async with house_in(tmp_path, reviewer=slow, now=clock) as one:
            table = await finished_table(one)
            await one.reviews.of_table(table)
            while not slow.made:
                await asyncio.sleep(0.01)
            async with house_in(tmp_path, reviewer=other, now=clock) as two:
                two.storage.hold = one.storage.hold             # with SQLite each process has places of its own
                same = await two.lobby.open(table.id)
                look = await two.reviews.of_table(same)
                while look.review is None:                      # what the first one knows so far is shown by the second, too
                    await asyncio.sleep(0.05)
                    look = await two.reviews.of_table(same)
                assert not look.finished and not look.review.points and look.share == 0.25
                slow.held.set()
                await made(one, table)
                assert (await made(two, same)).review.points
                assert (slow.made, other.made) == (1, 0)
    run(story())


def test_a_review_that_was_cut_off_is_made_again(tmp_path):
    async def story():
        reviewer = MadeUpReviewer()
        async with house_in(tmp_path, reviewer=reviewer) as house:
            table = await finished_table(house)
            await house.storage.keep_review(table.id, {**review_values(made_up_review(short_match(), points=False)),
                                                       "share": 0.5, "finished": False})
            assert await house.reviews.kept(table) is None
            assert (await made(house, table)).review.points and reviewer.made == 1
    run(story())


def test_one_review_after_the_other_and_not_too_many(tmp_path, monkeypatch):
    async def story():
        monkeypatch.setattr(reviews, "MOST_WAITING", 2)
        reviewer = MadeUpReviewer()
        reviewer.held = asyncio.Event()
        async with house_in(tmp_path, reviewer=reviewer, review_games=True) as house:
            one, two, three = [await finished_table(house) for _ in range(3)]
            assert (await house.reviews.of_table(one)).waiting == 0
            assert (await house.reviews.of_table(two)).waiting == 1
            with pytest.raises(TooMuch, match="try again"):
                await house.reviews.of_table(three)
            assert await house.reviews.after_game(three, played=True) == ""         # nobody waits longer because of it
            reviewer.held.set()
            await made(house, one)
            await made(house, two)
            await asyncio.sleep(0)
            assert await house.reviews.after_game(three, played=False) == ""
            assert await house.reviews.after_game(three, played=True) == reviews.WORKING
            await made(house, three)
            assert await house.reviews.after_game(three, played=False) == reviews.FINISHED
    run(story())


def test_a_failed_review_is_not_tried_again_and_again(tmp_path):
    class Broken(MadeUpReviewer):
        async def run(self, record, tell):
            self.made += 1
            raise ReviewFailed("broken")

    async def story():
        reviewer = Broken()
        async with house_in(tmp_path, reviewer=reviewer) as house:
            table = await finished_table(house)
            while not (await house.reviews.of_table(table)).failed:
                await asyncio.sleep(0.01)
            assert (await house.reviews.of_table(table)).failed and reviewer.made == 1
            assert await house.reviews.after_game(table, played=True) == ""
    run(story())


@both_databases
def test_nothing_of_a_guest_is_in_a_review_and_it_goes_with_its_table(tmp_path):
    async def story():
        clock = Clockwork()
        async with house_in(tmp_path, reviewer=MadeUpReviewer(), now=clock) as house:
            table = await finished_table(house)
            assert (await made(house, table)).review.match.names == ["Ann", "Ben"]
            await erase_guest(house, ANN)
            assert ANN.id not in everything_in(tmp_path)
            assert "Ann" not in (await made(house, await house.lobby.open(table.id))).review.match.names
            clock.pass_by(1000)
            await archive_tables(house.lobby, house.archive, house.histories, clock() - 1)
            assert await house.storage.review(table.id) is None and not house.reviews._known
    run(story())


def test_a_game_that_was_given_up_is_reviewed(tmp_path):
    async def story():
        async with house_in(tmp_path, reviewer=MadeUpReviewer()) as house:
            table = await table_of(house, "connect_four", [ANN, BEN])
            for column in (3, 3, 2):
                await table.play(table.holders[table.player].user, column, table.position)
            await table.resign(ANN.id)
            assert (await made(house, table)).review.result == (0.0, 1.0)
    run(story())


@pytest.mark.slow
def test_a_process_measures_reviews(monkeypatch):
    """The figures are those of a review in this process; a record that makes no sense does not end the process."""
    monkeypatch.setattr(reviewers, "COMMAND", (sys.executable, "-c", ALL_AT_ONCE))
    match, told = short_match(), []

    async def story():
        reviewer = ProcessReviewer(0.2)
        try:
            with pytest.raises(ReviewFailed, match="BadRecord"):
                await reviewer.run({**record_of(match), "entries": []}, lambda *what: None)
            await reviewer.run(record_of(match), lambda share, values: told.append((share, values)))
            process = reviewer._process
            process.kill()                              # as if it had been idle for long
            await process.wait()
            await reviewer.run(record_of(match), lambda share, values: told.append((share, values)))
        finally:
            await reviewer.close()
    asyncio.run(asyncio.wait_for(story(), 600))
    whole = [review_from(values, match) for share, values in told if values]
    assert len(whole) >= 4 and all(0 <= share <= 1 for share, _ in told)
    here = review(match, deals=16)
    assert [one.taken for one in whole[-1].judged] == [one.taken for one in here.judged]
    assert whole[-1].result == here.result == (1.0, 0.0)


@pytest.mark.slow
def test_a_thread_measures_reviews():
    told = []
    asyncio.run(ThreadReviewer(0.2).run(record_of(short_match()), lambda share, values: told.append(values)))
    assert review_from(told[-1], short_match()).result == (1.0, 0.0)
    with pytest.raises((ReviewFailed, MarbletopError)):
        asyncio.run(ThreadReviewer(0.2).run({**record_of(short_match()), "entries": []}, lambda *what: None))


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="other systems have no such class of processes")
def test_the_process_takes_only_the_time_that_others_leave():
    told = subprocess.run([sys.executable, "-c", "import os; from marbletop.server.reviewers import be_humble; be_humble(); "
                           "print(os.sched_getscheduler(0) == os.SCHED_IDLE, os.nice(0))"], capture_output=True, text=True)
    assert told.stdout.split() == ["True", "19"]
