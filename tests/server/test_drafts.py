"""Drafts: several decisions of one seat that are drawn ahead and played together, all or none, and never past chance."""

from itertools import islice

import pytest

from marbletop.core.chance import luck
from marbletop.games import GAMES
from marbletop.server.drafts import MOST_AHEAD, view_after
from marbletop.server.entries import ACTION
from marbletop.server.refusal import Refused, Stale
from marbletop.server.storage import EntryConflict
from marbletop.server.table_view import look, look_ahead
from tests.games.playing import random_play, start

from .helpers import ANN, BEN, house_in, run, table_of
from .stepping import END, PASS, PEEK, ROLL, SHOW, STEP
from .test_storage import dump


@pytest.mark.parametrize(("action", "leads_on"), [(STEP, True), (SHOW, True), (ROLL, False), (PEEK, False), (PASS, False),
                                                  (END, False)])
def test_nothing_is_drawn_ahead_that_chance_or_a_secret_decides(tmp_path, action, leads_on):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "stepping", [ANN, BEN])
            ahead = look_ahead(table, await look(table, ANN.id), action)
            assert (ahead is not None) == leads_on
            before = table.now.last
            if leads_on:
                assert ahead.view.step == 1 and ahead.position == table.position
                await table.play(ANN.id, STEP, table.position, [action])
            else:
                with pytest.raises(Refused, match="at once"):
                    await table.play(ANN.id, STEP, table.position, [action])
            assert table.now.last == before + 2 * leads_on
    run(story())


@pytest.mark.parametrize("name", GAMES)
def test_what_is_drawn_ahead_is_what_happens(name):
    game, ahead = GAMES[name], 0
    for seed in range(4):
        state, box = start(game, game.seats[seed % len(game.seats)], {}, seed)
        for number, (now, _, action) in enumerate(islice(random_play(game, state, box, luck(seed)), 160)):
            seat = now.player
            tried = view_after(game, game.view(now, box, seat), box, action) if number % 2 == 0 else None
            if tried is not None:
                after = game.state.copy(now)
                game.play(after, box, action)
                assert game.view(after, box, seat) == tried and after.player == seat and not after.over
                ahead += 1
    assert ahead or name in ("connect_four", "marbles_and_jokers")


def test_all_decisions_are_played_or_none(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "stepping", [ANN, BEN])
            first, before = table.position, dump(tmp_path)
            for draft, last in (([STEP, SHOW], SHOW), ([STEP], 77), ([SHOW, SHOW], STEP), ([77], STEP),
                                ([STEP] * (MOST_AHEAD + 1), STEP)):
                with pytest.raises(Refused):
                    await table.play(ANN.id, last, first, draft)
                with pytest.raises(Refused, match="turn"):
                    await table.play(BEN.id, STEP, first, draft)
            assert dump(tmp_path) == before and table.state.step == 0
            entry = await table.play(ANN.id, STEP, first, [SHOW, STEP])
            entries = await table.entries(first, 9)
            assert [(one.kind, one.data["text"], one.position) for one in entries] == [
                (ACTION, "show", first), (ACTION, "step", first + 1), (ACTION, "step", first + 2)]
            assert entry == entries[-1] and table.position == first + 3
            assert (await table.play(ANN.id, STEP, first, [SHOW, STEP])).number == entry.number      # sent twice, done once
            with pytest.raises(Stale):
                await table.play(ANN.id, PASS, first, [SHOW, STEP])
            await table.undo(ANN.id, table.position)                     # back to what is final
            assert table.state.steps[0] == 0
            table.forget()
            await table.reload()
            assert table.state.steps[0] == 0 and table.state.shown[0]
    run(story())


def test_a_conflict_in_the_middle_writes_nothing(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "stepping", [ANN, BEN])
            change = table._change_of_actions(ANN.id, 0, [STEP, STEP, STEP])
            before = dump(tmp_path)
            gap = change.__class__(**{**change.__dict__, "led_up": change.led_up[:1]})
            with pytest.raises(EntryConflict):
                await house.storage.append(table.id, gap)
            assert dump(tmp_path) == before
            await house.storage.append(table.id, change)
            await table.refresh()
            assert table.state.steps[0] == 3
    run(story())
