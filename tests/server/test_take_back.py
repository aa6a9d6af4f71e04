"""Taking back with the consent of everybody else."""

import pytest

from marbletop.server.refusal import Refused
from marbletop.server.seating import leave
from marbletop.server.table_view import look
from marbletop.server.take_back import answer_take_back, ask_take_back, withdraw_take_back

from .helpers import ANN, BEN, CAT, house_in, run, table_of
from .stepping import PASS


async def play(table, guest, action):
    await table.play(guest.id, action, table.position)


async def question(table, guest):
    return (await look(table, guest.id)).take_back


def test_everybody_else_has_to_agree_and_bots_are_not_asked(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "stepping", [ANN, BEN, CAT, "beginner"])
            first = table.player
            people = [ANN, BEN, CAT]
            asker, others = people[first], [one for one in people if one != people[first]]
            assert not (await look(table, asker.id)).may_ask
            before = table.position
            await pass_turn(table, asker)
            assert (await look(table, asker.id)).may_ask and not (await look(table, others[0].id)).may_ask
            await ask_take_back(table, asker.id)
            asked = await question(table, asker)
            assert asked.yours and not asked.asked and len(asked.waits_for) == 2
            assert (await question(table, others[0])).asked and not (await look(table, asker.id)).may_ask
            with pytest.raises(Refused, match="no longer"):
                await answer_take_back(table, asker.id, asked.number, True)     # not one's own question
            await answer_take_back(table, others[0].id, asked.number, True)
            assert not (await question(table, others[0])).asked and table.player != first
            with pytest.raises(Refused, match="no longer"):
                await answer_take_back(table, others[0].id, asked.number, True)
            await answer_take_back(table, others[1].id, asked.number, True)
            assert table.player == first and table.position > before and table.take_back is None
    run(story())


async def pass_turn(table, guest):
    await play(table, guest, PASS)


def test_what_was_played_since_is_taken_back_too(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "connect_four", [ANN, BEN])
            await play(table, ANN, 3)
            await play(table, BEN, 3)
            await ask_take_back(table, ANN.id)
            asked = await question(table, BEN)
            await answer_take_back(table, BEN.id, asked.number, True)
            fresh = await table_of(house, "connect_four", [ANN, BEN])
            assert table.game.notation.diagram(table.state, table.box) == table.game.notation.diagram(fresh.state, fresh.box)
    run(story())


def test_no_stands_until_somebody_plays_on(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "connect_four", [ANN, BEN])
            await play(table, ANN, 3)
            await ask_take_back(table, ANN.id)
            with pytest.raises(Refused, match="already"):
                await ask_take_back(table, ANN.id)
            await answer_take_back(table, BEN.id, (await question(table, BEN)).number, False)
            assert (await question(table, ANN)).declined == 1 and await question(table, BEN) is None
            with pytest.raises(Refused, match="answer was no"):
                await ask_take_back(table, ANN.id)
            await play(table, BEN, 2)
            assert await question(table, ANN) is None and (await look(table, ANN.id)).may_ask
    run(story())


def test_a_question_ends_when_it_is_withdrawn_or_a_person_plays_on(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "connect_four", [ANN, BEN])
            with pytest.raises(Refused, match="haven't played"):
                await ask_take_back(table, ANN.id)
            await play(table, ANN, 3)
            for user in (CAT.id, "nobody"):
                with pytest.raises(Refused, match="seat"):
                    await ask_take_back(table, user)
            await ask_take_back(table, ANN.id)
            assert await question(table, CAT) is None       # who watches is not asked
            withdraw_take_back(table, BEN.id)
            number = (await question(table, BEN)).number
            withdraw_take_back(table, ANN.id)
            with pytest.raises(Refused, match="no longer"):
                await answer_take_back(table, BEN.id, number, True)
            await ask_take_back(table, ANN.id)
            number = (await question(table, BEN)).number
            await play(table, BEN, 3)
            with pytest.raises(Refused, match="no longer"):
                await answer_take_back(table, BEN.id, number, True)
    run(story())


def test_who_has_left_is_not_waited_for(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "stepping", [ANN, BEN, CAT, "beginner"])
            people = [ANN, BEN, CAT]
            asker = people[table.player]
            stays, goes = [one for one in people if one != asker]
            await pass_turn(table, asker)
            await ask_take_back(table, asker.id)
            await leave(table, goes.id)
            assert len((await question(table, asker)).waits_for) == 1
            await answer_take_back(table, stays.id, (await question(table, stays)).number, True)
            assert table.player == people.index(asker)
    run(story())
