"""Who is here, who is away, and the bot that plays for them meanwhile."""

import pytest

from marbletop.server.presence import STAYS
from marbletop.server.refusal import Refused
from marbletop.server.seats import BOT, PERSON
from marbletop.web.page.table_page import standing_of

from .helpers import ANN, BEN, CAT, Clockwork, house_in, run, table_of


def test_a_short_absence_is_not_seen_and_a_longer_one_is(tmp_path):
    async def story():
        now = Clockwork()
        async with house_in(tmp_path, now=now) as house:
            table, presence = await table_of(house, "connect_four", [ANN, BEN]), house.lobby.presence
            now.pass_by(STAYS + 1)
            assert presence.seats_away(table, CAT.id) == (0, 1) and presence.seats_away(table, ANN.id) == (1,)
            async with house.lobby.connection(table, ANN), house.lobby.connection(table, BEN):
                now.pass_by(1000)
                assert presence.seats_away(table, CAT.id) == ()
            assert presence.seats_away(table, CAT.id) == ()
            now.pass_by(STAYS - 1)
            assert presence.seats_away(table, CAT.id) == ()
            presence.note_sign(table, BEN.id)               # asks for a page, without a connection
            now.pass_by(2)
            assert presence.seats_away(table, CAT.id) == (0,)
    run(story())


def test_those_at_rest_change_no_page_and_watchers_none_at_all(tmp_path):
    async def story():
        now = Clockwork()
        async with house_in(tmp_path, now=now) as house:
            table = await table_of(house, "connect_four", [ANN, BEN])
            async with house.lobby.connection(table, ANN) as waiter:
                async with house.lobby.connection(table, BEN):
                    version = (await standing_of(house, table, ANN.id)).version
                    now.pass_by(1000)
                    async with house.lobby.connection(table, CAT):
                        assert (await standing_of(house, table, ANN.id)).version == version
                async with house.lobby.connection(table, BEN):              # Ben has loaded the page anew
                    assert (await standing_of(house, table, ANN.id)).version == version
                assert not await waiter.wait(0)
                now.pass_by(STAYS + 1)
                away = await standing_of(house, table, ANN.id)
                assert away.version != version and away.away == (1,)
                async with house.lobby.connection(table, BEN):
                    assert await waiter.wait(5)             # it is told at once that he is back
                    assert (await standing_of(house, table, ANN.id)).version == version
    run(story())


def test_the_others_are_told_when_the_time_of_an_absence_is_over(tmp_path, monkeypatch):
    monkeypatch.setattr("marbletop.server.presence.STAYS", 0.01)

    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "connect_four", [ANN, BEN])
            async with house.lobby.connection(table, ANN) as waiter:
                async with house.lobby.connection(table, BEN):
                    await waiter.wait(0)
                assert await waiter.wait(30)
                assert house.lobby.presence.seats_away(table, ANN.id) == (1,)
    run(story())


def test_a_bot_plays_for_who_is_away_and_gives_the_seat_back(tmp_path):
    async def story():
        now = Clockwork()
        async with house_in(tmp_path, now=now) as house:
            table = await table_of(house, "connect_four", [ANN, BEN])
            async with house.lobby.connection(table, ANN):
                async with house.lobby.connection(table, BEN):
                    with pytest.raises(Refused, match="Ben is back"):
                        await house.lobby.let_bot_stand_in(table, ANN.id, 1)
                with pytest.raises(Refused, match="Ben is back"):
                    await house.lobby.let_bot_stand_in(table, ANN.id, 1)        # he has just gone
                now.pass_by(STAYS + 1)
                for user, seat, why in ((CAT.id, 1, "don't have a seat"), (ANN.id, 0, "who is away"), (ANN.id, 7, "no seat")):
                    with pytest.raises(Refused, match=why):
                        await house.lobby.let_bot_stand_in(table, user, seat)
                await house.lobby.let_bot_stand_in(table, ANN.id, 1)
                assert (table.holders[1].kind, table.holders[1].kept) == (BOT, BEN.id)
                with pytest.raises(Refused, match="who is away"):
                    await house.lobby.let_bot_stand_in(table, ANN.id, 1)
                async with house.lobby.connection(table, BEN):
                    assert (table.holders[1].kind, table.holders[1].user) == (PERSON, BEN.id)
    run(story())


def test_where_a_move_may_take_days_nobody_is_hurried(tmp_path):
    async def story():
        now = Clockwork()
        async with house_in(tmp_path, now=now) as house:
            table = await table_of(house, "connect_four", [ANN, BEN], away_after=None)
            now.pass_by(STAYS + 1)
            with pytest.raises(Refused, match="who is away"):
                await house.lobby.let_bot_stand_in(table, ANN.id, 1)
    run(story())
