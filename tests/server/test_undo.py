"""What can be taken back: not what draws chance, shows a secret, passes the decision or ends the game."""

import random

import pytest

from marbletop.core.match import Match
from marbletop.games import GAMES
from marbletop.server.clock import Clock
from marbletop.server.previews import CHANCE, ENDS, PASSES, SECRET, preview_action
from marbletop.server.refusal import Refused, Stale
from marbletop.server.seating import leave
from marbletop.server.table_view import look, preview_of

from .helpers import ANN, BEN, CAT, Clockwork, house_in, run, table_of, work
from .stepping import END, PASS, PEEK, ROLL, SHOW, STEP


@pytest.mark.parametrize(("action", "reason"), [
    (STEP, None), (ROLL, CHANCE), (SHOW, SECRET), (PEEK, SECRET), (PASS, PASSES), (END, ENDS)])
def test_what_is_final_is_judged_on_the_seats_own_view(tmp_path, action, reason):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "stepping", [ANN, BEN])
            seen = preview_of(table, ANN.id, action, table.position)
            assert seen.final == reason and seen.complete == (action != ROLL)
            await table.play(ANN.id, action, table.position)
            why_not = (await look(table, ANN.id)).undo
            if reason is None:
                assert why_not is None
                await table.undo(ANN.id, table.position)
                assert table.state.step == 0
            else:
                words = {PASS: "only take back your own|someone else plays", END: "after the game is over",
                         ROLL: "dice or cards"}.get(action, reason)
                with pytest.raises(Refused, match=words):
                    await table.undo(ANN.id, table.position)
                assert why_not
    run(story())


def test_a_preview_stops_at_chance_and_shows_no_secret(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "stepping", [ANN, BEN])
            peek = preview_of(table, ANN.id, PEEK, table.position)
            assert peek.view.peeked[0][1] == 0 and peek.notes[0].details[1] == 0
            step = preview_of(table, ANN.id, STEP, table.position)
            assert step.view.steps[0] == 1 and table.state.steps[0] == 0
            with pytest.raises(Refused, match="isn't your turn"):
                preview_of(table, BEN.id, STEP, table.position)
            with pytest.raises(Stale):
                preview_of(table, ANN.id, STEP, table.position - 1)
            with pytest.raises(Refused, match="isn't an action"):
                preview_of(table, ANN.id, 77, table.position)
    run(story())


def test_several_steps_are_taken_back_one_by_one_up_to_the_final_one(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "stepping", [ANN, BEN])
            for action in (STEP, ROLL, STEP, STEP):
                await table.play(ANN.id, action, table.position)
            for left in (2, 1):
                await table.undo(ANN.id, table.position)
                assert table.state.steps[0] == left
            with pytest.raises(Refused, match="can't take this back: dice or cards"):
                await table.undo(ANN.id, table.position)
            with pytest.raises(Refused, match="only take back your own"):
                await table.undo(BEN.id, table.position)
            with pytest.raises(Refused, match="don't have a seat"):
                await table.undo(CAT.id, table.position)
    run(story())


@pytest.mark.parametrize("other", [BEN, "beginner"])
def test_what_one_press_has_played_is_taken_back_together(tmp_path, other):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "stepping", [ANN, other])
            await table.play(ANN.id, STEP, table.position)
            await table.play(ANN.id, STEP, table.position, [STEP, STEP])
            for left in (1, 0):
                await table.undo(ANN.id, table.position)
                assert table.state.steps[0] == left
            await table.play(ANN.id, ROLL, table.position, [STEP])
            if other == BEN:
                with pytest.raises(Refused, match="dice or cards"):
                    await table.undo(ANN.id, table.position)
    run(story())


def test_where_no_other_person_plays_everything_can_be_taken_back(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "connect_four", [ANN, "beginner"])
            with pytest.raises(Refused, match="nothing to take back"):
                await table.undo(ANN.id, table.position)
            for column in (3, 2):
                await table.play(ANN.id, column, table.position)
                await work(house)
            assert table.state.step == 4
            assert preview_of(table, ANN.id, 3, table.position).final is None
            for step in (2, 0):
                await table.undo(ANN.id, table.position)
                assert table.state.step == step and table.player == 0
    run(story())


def test_chance_that_is_taken_back_comes_out_the_same(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "stepping", [ANN, "beginner"])
            await table.play(ANN.id, ROLL, table.position)
            rolled = table.state.rolled
            await table.undo(ANN.id, table.position)
            await table.play(ANN.id, ROLL, table.position)
            assert table.state.rolled == rolled
    run(story())


def test_who_may_come_back_still_counts_as_another_person(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "stepping", [ANN, BEN])
            await table.play(ANN.id, ROLL, table.position)
            await leave(table, BEN.id)
            with pytest.raises(Refused, match="dice or cards"):
                await table.undo(ANN.id, table.position)
            await leave(table, ANN.id)
            with pytest.raises(Refused, match="don't have a seat"):
                await table.undo(ANN.id, table.position)
    run(story())


def test_undo_gains_no_time(tmp_path):
    async def story():
        time = Clockwork()
        async with house_in(tmp_path, now=time) as house:
            table = await table_of(house, "stepping", [ANN, BEN], clock=Clock("bank", 60, 5))
            time.time = table.now.times.since + 10
            await table.play(ANN.id, STEP, table.position)
            assert table.now.times.left[0] == pytest.approx(50)
            time.time = table.now.times.since + 7
            await table.undo(ANN.id, table.position)
            assert table.now.times.left[0] == pytest.approx(43)
    run(story())


@pytest.mark.parametrize("name", list(GAMES))
def test_every_game_can_say_what_is_final(name):
    """On views of random games: the answer is there for every legal action, and what is not final draws no chance, is
    still the same seat's decision, and does not depend on what the seat cannot know."""
    game, choices = GAMES[name], random.Random(1)
    for seats in game.seats[:2]:
        match = Match(game, seats, seed=seats)
        for _ in range(60):
            if match.over:
                break
            view = match.view(match.player)
            for action in choices.sample(match.legal, min(4, len(match.legal))):
                found = preview_action(game, view, match.box, action)
                twin, seat = match.copy(), match.player
                move = twin.play(action)
                if found.final is None:
                    assert not move.chance and not twin.over and twin.player == seat
                    assert game.state.pack(twin.view(seat)) == game.state.pack(found.view)
            match.play(choices.choice(match.legal))
