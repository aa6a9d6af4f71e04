"""Whose consent a seat needs: nobody sees a second hand by a second cookie, and nobody loses their way back."""

import pytest

from marbletop.server.consent import answer_request, sit_or_ask, withdraw_request
from marbletop.server.people import Guest, Guests
from marbletop.server.refusal import NotHere, Refused
from marbletop.server.seating import free_seat, leave, may_join, may_watch, put_bot, sit
from marbletop.server.table_view import look

from .helpers import ANN, BEN, CAT, DAN, house_in, run
from .stepping import END, STEP

HOME, AWAY = "home", "away"                 # where people come from
SECOND = Guest("a second cookie", "Ada")


async def table_with(house, people, seats=4, game="toy"):
    """A table of people who come from somewhere, with bots at the other seats; Ann is the host."""
    table = await house.lobby.create(ANN, game, seats, listed=True)
    for seat, (guest, origin) in enumerate(people):
        await sit(table, guest, [seat], origin=origin)
    for seat in range(len(people), seats):
        await put_bot(table, ANN.id, seat, "beginner")
    await table.deal(people[0][0].id)
    return table


async def requests_of(table, user):
    return [(one.who, one.seat, one.yours) for one in (await look(table, user)).requests]


def test_a_second_cookie_needs_the_hosts_consent(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_with(house, [(ANN, AWAY), (BEN, HOME)])
            with house.room.bus.listen(table.id) as waiter:
                await sit_or_ask(table, SECOND, 2, HOME)
                assert await waiter.wait(1)
            assert table.seats_of(SECOND.id) == [] and SECOND.id not in table.saw
            assert await requests_of(table, ANN.id) == [("Ada", 2, False)]
            assert await requests_of(table, SECOND.id) == [("Ada", 2, True)]
            assert await requests_of(table, BEN.id) == await requests_of(table, CAT.id) == []
            number = (await look(table, ANN.id)).requests[0].number
            for nobody in (BEN, SECOND, CAT):
                with pytest.raises(Refused, match="Only the host"):
                    await answer_request(table, nobody.id, number, True)
            await answer_request(table, ANN.id, number, True)
            assert table.seats_of(SECOND.id) == [2] and await requests_of(table, ANN.id) == []
            with pytest.raises(Refused, match="no longer"):
                await answer_request(table, ANN.id, number, False)
    run(story())


def test_no_is_an_answer_and_a_request_can_be_withdrawn(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_with(house, [(ANN, AWAY), (BEN, HOME)])
            await sit_or_ask(table, SECOND, 2, HOME)
            withdraw_request(table, SECOND.id)
            assert await requests_of(table, ANN.id) == []
            await sit_or_ask(table, SECOND, 3, HOME)
            await answer_request(table, ANN.id, (await look(table, ANN.id)).requests[0].number, False)
            assert table.seats_of(SECOND.id) == []
            with pytest.raises(Refused, match="the answer was no"):
                await sit_or_ask(table, SECOND, 2, HOME)
    run(story())


def test_it_survives_a_restart_and_leaving(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            id = (await table_with(house, [(ANN, AWAY), (BEN, HOME)])).id
        async with house_in(tmp_path) as house:
            table = await house.lobby.open(id)
            await leave(table, BEN.id)                  # a bot keeps the seat
            await sit_or_ask(table, SECOND, 2, HOME)
            assert table.seats_of(SECOND.id) == []
            await free_seat(table, ANN.id, 3)           # a free seat shows a hand, too
            await sit_or_ask(table, SECOND, 3, HOME)
            assert table.seats_of(SECOND.id) == [] and await requests_of(table, ANN.id) == [("Ada", 3, False)]
            await sit_or_ask(table, BEN, 1, HOME)       # one's own seat needs no consent
            assert table.seats_of(BEN.id) == [1]
    run(story())


def test_others_sit_down_as_before(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_with(house, [(ANN, HOME), (BEN, AWAY)])
            await sit_or_ask(table, CAT, 2, "elsewhere")
            assert table.seats_of(CAT.id) == [2]
            open_cards = await table_with(house, [(ANN, HOME)], 2, "connect_four")
            await sit_or_ask(open_cards, SECOND, 1, HOME)           # there is no hand to be seen
            assert open_cards.seats_of(SECOND.id) == [1]
            lobby = await house.lobby.create(ANN, "toy", 2, listed=True)
            await sit_or_ask(lobby, ANN, 0, HOME)
            await sit_or_ask(lobby, SECOND, 1, HOME)                # no cards yet: who begins sees both
            assert lobby.seats_of(SECOND.id) == [1]
    run(story())


def test_who_answers_a_host_and_who_plays_alone(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_with(house, [(BEN, HOME), (CAT, AWAY)])          # Ann, the host, looks on
            await sit_or_ask(table, ANN, 2, HOME)
            assert await requests_of(table, CAT.id) == [("Ann", 2, False)]
            await answer_request(table, CAT.id, (await look(table, CAT.id)).requests[0].number, True)
            assert table.seats_of(ANN.id) == [2]
            alone = await table_with(house, [(ANN, HOME)])          # nobody could be cheated: she lets herself in
            await sit_or_ask(alone, SECOND, 1, HOME)
            await answer_request(alone, ANN.id, (await look(alone, ANN.id)).requests[0].number, True)
            assert alone.seats_of(SECOND.id) == [1]
    run(story())


def test_a_host_who_has_left_need_not_be_waited_for(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_with(house, [(ANN, AWAY), (BEN, HOME), (CAT, AWAY)])
            await leave(table, ANN.id)
            await sit_or_ask(table, SECOND, 3, HOME)
            assert await requests_of(table, CAT.id) == [("Ada", 3, False)]
            assert await requests_of(table, BEN.id) == [("Ada", 3, False)]
    run(story())


def test_requests_are_few(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_with(house, [(ANN, AWAY), (BEN, HOME)])
            for n in range(4):
                await sit_or_ask(table, Guest(f"cookie {n}", f"Guest {'abcd'[n]}"), 2, HOME)
            with pytest.raises(Refused, match="waiting for an answer"):
                await sit_or_ask(table, SECOND, 2, HOME)
            assert len(await requests_of(table, ANN.id)) == 4
            await sit_or_ask(table, DAN, 2, "elsewhere")            # the seat is taken: nothing is left to answer
            assert await requests_of(table, ANN.id) == []
    run(story())


def test_an_address_is_kept_as_a_keyed_digest_only():
    one, other = Guests(b"a key"), Guests(b"another key")
    assert one.origin("192.0.2.7", "T") == one.origin("192.0.2.7", "T") != one.origin("192.0.2.8", "T")
    assert one.origin("192.0.2.7", "T") != one.origin("192.0.2.7", "U") and one.origin("", "T") == ""
    assert one.origin("192.0.2.7", "T") != other.origin("192.0.2.7", "T") and "192" not in one.origin("192.0.2.7", "T")


def test_who_gets_up_at_a_private_rematch_can_sit_down_again(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await house.lobby.create(ANN, "stepping", 2)
            await sit(table, ANN, [0])
            for guest, token in ((BEN, table.about.join_token), (CAT, table.about.watch_token)):
                await house.lobby.admit(table, guest, token)
            await sit(table, BEN, [1])
            await table.deal(ANN.id)
            for action in (STEP, END):
                await table.play(ANN.id, action, table.position)
            second = await house.lobby.rematch(table, BEN.id)
            await leave(second, BEN.id)
            assert may_watch(second, CAT.id) and not may_join(second, CAT.id) and not may_watch(second, DAN.id)
            await sit(second, BEN, [0])
            await leave(second, BEN.id)
        async with house_in(tmp_path) as house:
            again = await house.lobby.open(second.id)
            await sit(again, BEN, [0])
            assert again.names == ["Ben", "Ann"]
            with pytest.raises(NotHere):
                await sit(again, DAN, [0])
    run(story())
