"""What is kept of a guest's puzzles: the first press counts, reading the answer ends a try, days in a row are counted."""

import pytest

from marbletop.core.errors import IllegalAction
from marbletop.games import GAMES
from marbletop.learn.puzzle import puzzles_of
from marbletop.learn.puzzle_run import PuzzleRun
from marbletop.server.puzzles import (
    FIRST_TRY,
    LATER,
    SHOWN,
    TRIED,
    daily_puzzle,
    days_of,
    find_puzzle,
    look_at_puzzle,
    press_in_puzzle,
    results_of,
    show_answer,
)
from marbletop.server.refusal import NotHere
from tests.server.helpers import ANN, BEN, Clockwork, house_in, run

DAY = 86400.0


def presses_of(puzzle):
    """The actions of the solution, and one that is wrong at the first press."""
    right = [PuzzleRun(puzzle, number).match.action_of(step.press) for number, step in enumerate(puzzle.steps)]
    first = PuzzleRun(puzzle)
    worst = min(first.step.tries, key=lambda text: first.step.tries[text].value)
    return right, first.match.action_of(worst)


async def solve(house, guest, puzzle):
    for number, action in enumerate(presses_of(puzzle)[0]):
        verdict = await press_in_puzzle(house, guest.id, puzzle, number, action)
        assert verdict.right
    assert verdict.solved


def test_the_first_press_counts(tmp_path):
    async def story():
        async with house_in(tmp_path, games=GAMES) as house:
            game = GAMES["marbles_and_jokers"]
            one, two, three, *_ = puzzles_of(game)
            await solve(house, ANN, one)
            wrong = presses_of(two)[1]
            assert not (await press_in_puzzle(house, ANN.id, two, 0, wrong)).right
            assert (await look_at_puzzle(house, ANN.id, two, 0, with_answer=True)).answer == ()
            await solve(house, ANN, two)
            await show_answer(house, ANN.id, three)
            await solve(house, ANN, three)
            assert await results_of(house, ANN.id, game) == {1: FIRST_TRY, 2: LATER, 3: SHOWN}
            assert await results_of(house, BEN.id, game) == {}
            assert (await look_at_puzzle(house, ANN.id, two, 0, with_answer=True)).answer
            await press_in_puzzle(house, ANN.id, one, 0, presses_of(one)[1])
            assert (await results_of(house, ANN.id, game))[1] == FIRST_TRY
            await press_in_puzzle(house, BEN.id, one, 0, presses_of(one)[1])
            assert await results_of(house, BEN.id, game) == {1: TRIED}
            with pytest.raises(IllegalAction):
                await press_in_puzzle(house, BEN.id, one, 0, 10 ** 6)
            with pytest.raises(NotHere):
                find_puzzle(game, 10_000)
    run(story())


def test_days_in_a_row(tmp_path):
    async def story():
        clock = Clockwork()
        async with house_in(tmp_path, games=GAMES, now=clock) as house:
            for row in (1, 2, 3):
                assert not (await days_of(house, ANN.id)).today
                await solve(house, ANN, daily_puzzle(house))
                await solve(house, ANN, daily_puzzle(house))
                days = await days_of(house, ANN.id)
                assert (days.row, days.today) == (row, True)
                clock.pass_by(DAY)
            assert (await days_of(house, ANN.id)).row == 3
            clock.pass_by(DAY)
            assert (await days_of(house, ANN.id)).row == 0
            await solve(house, ANN, daily_puzzle(house))
            assert (await days_of(house, ANN.id)).row == 1
            assert (await days_of(house, BEN.id)).row == 0
    run(story())
