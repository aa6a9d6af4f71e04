"""Averages over reviewed games: what they add up to, whose they are, and that they can be switched off and erased."""

import json

import pytest

from marbletop.server.averages import FEWEST_GAMES, Averages, average, averages_of, switch_averages
from marbletop.server.erasure import erase_guest, everything_kept
from marbletop.server.profile import exported_profile
from tests.analysis.made_up import MadeUpReviewer

from .helpers import ANN, BEN, CAT, house_in, run, table_of
from .test_erasure import play_out
from .test_reviews import made

pytestmark = pytest.mark.usefixtures("engine")


async def review_games(house, count, holders=(ANN, BEN)):
    for _ in range(count):
        table = await table_of(house, "connect_four", list(holders))
        await play_out(table)
        await made(house, table)
    return table


def test_every_decision_counts_for_accuracy_and_every_game_for_luck():
    totals = [{"decisions": 10, "loss": 0.05, "luck": 0.3}, {"decisions": 30, "loss": 0.01, "luck": -0.2},
              {"decisions": 0, "loss": 0.0, "luck": 0.2}]
    found = average("toy", totals)
    assert (found.games, found.decisions) == (3, 40) and found.loss == pytest.approx(0.02)
    assert found.luck == pytest.approx(0.1)
    assert found.luck_error == pytest.approx((0.04 + 0.09 + 0.01) ** 0.5 / 6 ** 0.5)
    assert average("toy", [{"decisions": 5, "loss": 0.1, "luck": 0.0}] * 4).loss_error == 0.0


def test_averages_come_from_the_reviews_of_ones_own_seats(tmp_path):
    async def story():
        async with house_in(tmp_path, reviewer=MadeUpReviewer()) as house:
            await review_games(house, FEWEST_GAMES - 1)
            assert await averages_of(house, ANN) == ()
            table = await review_games(house, 1)
            ann, ben = (await averages_of(house, ANN))[0], (await averages_of(house, BEN))[0]
            assert ann.game == "connect_four" and ann.games == FEWEST_GAMES and ann.loss == pytest.approx(0.1)
            totals = (await house.storage.review(table.id))["totals"]
            assert ann.luck == pytest.approx(totals[0]["luck"]) and ben.luck == pytest.approx(totals[1]["luck"])
            assert ann.luck != pytest.approx(ben.luck) and await averages_of(house, CAT) == ()
            given_up = await table_of(house, "connect_four", [ANN, BEN])
            await given_up.resign(ANN.id)                   # without a decision: it says nothing about anybody
            await made(house, given_up)
            assert (await averages_of(house, ANN))[0] == ann
            await review_games(house, 1, (CAT, CAT))
            assert [len(seats) for _, seats, _ in await house.storage.review_totals(CAT.id, 9)] == [2]
            assert (await exported_profile(house, ANN))["averages"] == [vars(ann)] and isinstance(ann, Averages)
    run(story())


def test_a_game_that_is_being_reviewed_does_not_count_yet(tmp_path):
    async def story():
        async with house_in(tmp_path, reviewer=MadeUpReviewer()) as house:
            table = await review_games(house, FEWEST_GAMES)
            values = await house.storage.review(table.id)
            await house.storage.keep_review(table.id, {**values, "finished": False})
            assert await averages_of(house, ANN) == ()
    run(story())


def test_they_can_be_switched_off_and_are_erased_with_the_guest(tmp_path):
    async def story():
        async with house_in(tmp_path, reviewer=MadeUpReviewer()) as house:
            await review_games(house, FEWEST_GAMES)
            await switch_averages(house, ANN, False)
            assert await averages_of(house, ANN) is None and (await exported_profile(house, ANN))["averages"] == []
            assert len(await averages_of(house, BEN)) == 1          # whoever played with them decides for themselves
            assert '"averages": false' in json.dumps(await everything_kept(house, ANN))
            await switch_averages(house, ANN, True)
            assert len(await averages_of(house, ANN)) == 1
            await erase_guest(house, ANN)
            assert await averages_of(house, ANN) == () and await house.storage.review_totals(ANN.id, 9) == []
    run(story())
