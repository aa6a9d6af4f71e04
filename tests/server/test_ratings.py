"""The strength of guests: which games count, that bots stay as they are, and that it can be switched off and erased."""

import json

import pytest

from marbletop.analysis.player_strength import strength_of_level
from marbletop.server.erasure import erase_guest, everything_kept
from marbletop.server.people import Guest
from marbletop.server.profile import exported_profile
from marbletop.server.ratings import FEWEST_GAMES, count_game, ratings_of, switch_ratings
from tests.analysis.levels import known, known_game

from .helpers import ANN, BEN, CAT, house_in, run, table_of, work
from .test_erasure import play_out

__all__ = ["known", "known_game"]
pytestmark = pytest.mark.usefixtures("engine", "known")


async def lost_by(house, loser, holders, **settings):
    """A table where somebody gives up at once, counted."""
    table = await table_of(house, "connect_four", holders, **settings)
    await table.resign(loser.id)
    await work(house)
    return table


async def games_of(house, guest):
    return {one.game: one.games for one in await ratings_of(house, guest)}


def test_a_game_between_people_counts_once_for_both(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "connect_four", [ANN, BEN])
            assert await ratings_of(house, ANN) == ()
            await play_out(table)
            assert await ratings_of(house, ANN) == (), "nothing happens before the work is done"
            await work(house)
            (ann,), (ben,) = await ratings_of(house, ANN), await ratings_of(house, BEN)
            rank = table.now.result["rank"]
            assert ann.games == ben.games == 1 and not ann.is_told
            assert (ann.strength.mu > ben.strength.mu) == (rank[0] < rank[1]) and ann.strength.sigma < 25 / 3
            await count_game(house.guest_values, table)         # as after a process that died before it could say so
            assert await ratings_of(house, ANN) == (ann,) and await ratings_of(house, BEN) == (ben,)
    run(story())


def test_bots_are_fixed_points(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            before = strength_of_level("connect_four", "strong")
            for _ in range(FEWEST_GAMES):
                assert not any(one.is_told for one in await ratings_of(house, ANN))
                await lost_by(house, ANN, [ANN, "strong"])
            rating, = await ratings_of(house, ANN)
            assert rating.is_told and rating.strength.points < 1000 and strength_of_level("connect_four", "strong") == before
            easy = Guest("somebody else", "Dan")
            await lost_by(house, easy, [easy, "beginner"])
            await lost_by(house, CAT, [CAT, "strong"])
            assert (await ratings_of(house, easy))[0].strength.mu < (await ratings_of(house, CAT))[0].strength.mu
    run(story())


def test_what_does_not_count(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            await lost_by(house, ANN, [ANN, ANN])                       # against oneself
            table = await table_of(house, "connect_four", [ANN, "steady"])
            start = table.game.notation.write_position(table.state, table.box)
            await table.play(ANN.id, 0, table.position)
            await table.undo(ANN.id, table.position)
            await table.resign(ANN.id)
            await work(house)
            await lost_by(house, ANN, [ANN, "steady"], start=start)
            assert await ratings_of(house, ANN) == ()
            await lost_by(house, ANN, [ANN, "steady"])
            assert await games_of(house, ANN) == {"connect_four": 1}
    run(story())


def test_a_level_that_was_never_measured_does_not_count(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "toy", [ANN, "steady"])
            await table.resign(ANN.id)
            await work(house)
            assert table.over and await ratings_of(house, ANN) == ()
    run(story())


def test_it_can_be_switched_off_which_erases_it(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            await lost_by(house, ANN, [ANN, BEN])
            await switch_ratings(house, ANN, False)
            assert await ratings_of(house, ANN) is None and (await exported_profile(house, ANN))["ratings"] == []
            assert (await everything_kept(house, ANN))["values"]["rating"] == {"on": False, "games": {}}
            await lost_by(house, ANN, [ANN, BEN])
            assert await ratings_of(house, ANN) is None
            assert await games_of(house, BEN) == {"connect_four": 2}, "others are rated all the same"
            await switch_ratings(house, ANN, True)
            assert await ratings_of(house, ANN) == ()
            await lost_by(house, ANN, [ANN, BEN])
            await switch_ratings(house, ANN, True)                      # a second press changes nothing
            assert await games_of(house, ANN) == {"connect_four": 1}
    run(story())


def test_it_is_told_exported_kept_and_erased_with_the_guest(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await lost_by(house, BEN, [ANN, BEN])
            rating, = await ratings_of(house, ANN)
            exported = await exported_profile(house, ANN)
            assert exported["ratings"][0]["strength"]["mu"] == rating.strength.mu
            assert exported["values"]["rating"]["games"]["connect_four"]["tables"] == [table.id]
            eve = house.guests.welcome("Eve")
            await lost_by(house, BEN, [eve, BEN])
            there = Guest(house.guests.id_of_words(house.guests.recovery_words(eve)), "Eve")       # on another device
            assert await games_of(house, there) == {"connect_four": 1}
        async with house_in(tmp_path) as house:
            assert await ratings_of(house, ANN) == (rating,)
            await erase_guest(house, ANN)
            assert await ratings_of(house, ANN) == () and "rating" not in json.dumps(await everything_kept(house, ANN))
            assert await games_of(house, BEN) == {"connect_four": 2}
    run(story())
