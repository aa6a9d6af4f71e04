"""Every puzzle of every shelf is played through: the answer works, every other press is answered, nothing hidden is told."""

from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from itertools import combinations

import pytest

from benchmarks.puzzles import AGREED, APART, KEPT, SAME_IDEA, Maker, is_clear, may_begin
from marbletop.core.chance import luck
from marbletop.core.state import WHOLE
from marbletop.drawing.plain import scene_of
from marbletop.drawing.svg import svg
from marbletop.games import GAMES
from marbletop.learn.puzzle import EQUAL, HARDEST, puzzle_of_the_day, puzzle_text, puzzles_of
from marbletop.learn.puzzle_facts import facts_of_solution, reaches
from marbletop.learn.puzzle_reasons import (
    differences,
    facts_of_try,
    fair_rival,
    gain_words,
    goes_on,
    own_line,
    reason,
    rivals_of,
)
from marbletop.learn.puzzle_run import PuzzleRun
from marbletop.learn.puzzle_words import explain_all, question, questions_of, seat_names
from marbletop.words import use_language

WITH_PUZZLES = [name for name in GAMES if puzzles_of(GAMES[name])]
SHELF = [puzzle for name in WITH_PUZZLES for puzzle in puzzles_of(GAMES[name])]


def test_every_game_of_ours_has_a_shelf():
    assert {"marbleous", "marabunta", "marbles_and_jokers", "marble_machine"} <= set(WITH_PUZZLES)


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_every_press_is_answered_and_the_end_is_reached(name):
    for puzzle in puzzles_of(GAMES[name]):
        for number, step in enumerate(puzzle.steps):
            run, where = PuzzleRun(puzzle, number), f"{name} {puzzle.number}, press {number + 1}"
            assert run.match.player == puzzle.match().player, where
            assert sorted(run.match.legal_texts) == sorted(step.tries), where
            assert is_clear(step.tries, KEPT if number == 0 else KEPT / 2, first=number == 0), where
            verdicts = {text: run.press(run.match.action_of(text)) for text in step.tries}
            assert verdicts[step.press].right and verdicts[step.press].solved == (number + 1 == len(puzzle.steps)), where
            for text, verdict in verdicts.items():
                if step.loss(text) > EQUAL:
                    assert not verdict.right and not verdict.solved, f"{where}: {text}"
        assert 1 <= puzzle.difficulty <= HARDEST and 0 <= puzzle.missed <= 1


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_questions_are_true(name):
    for puzzle in puzzles_of(GAMES[name]):
        asked = next(one for one in questions_of(puzzle.game) if one.name == puzzle.question)
        assert reaches(asked.facts, facts_of_solution(puzzle)), f"{name} {puzzle.number}: {asked.name}"


@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_the_answer_tells_a_reason(name):
    without = [puzzle.number for puzzle in puzzles_of(GAMES[name]) if not reason(puzzle)]
    assert not without, name


@pytest.mark.slow
def test_what_decides_is_counted_by_playing_both_lines():
    """Points that the solution of a puzzle of Marbleous is said to have more than the next best try."""
    told = 0
    for puzzle in puzzles_of(GAMES["marbleous"]):
        step, points, second = puzzle.steps[0], [], fair_rival(puzzle)
        for presses in ((*puzzle.presses, *puzzle.steps[-1].best.reply), (second, *step.tries[second].reply)):
            match = puzzle.match()
            seat, before = match.player, match.state.points[match.player]
            for text in own_line(match, presses):
                match.play(text)
            while not match.over and match.player == seat and len(match.legal) == 1:
                match.play(match.legal[0])
            points.append(match.state.points[seat] - before)
        said = [words for words in differences(puzzle, second) if words.startswith("points on cards")]
        assert said == ([f"points on cards {points[0] - points[1]:+d}"] if points[0] > points[1] else []), puzzle.number
        told += len(said)
    assert told > 40


@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_a_finished_turn_is_compared_with_a_finished_turn(name):
    """A try after which one plays once more has gained little yet: no answer compares with it and hides that."""
    for puzzle in puzzles_of(GAMES[name]):
        best, second = (goes_on(facts_of_try(puzzle, 0, text)) for text in (puzzle.presses[0], rivals_of(puzzle)[0]))
        plain = reason(puzzle).startswith("Compared with the next best try:")
        assert not (plain and second and not best), f"{name} {puzzle.number}"


@pytest.mark.slow
def test_marble_machine_says_with_which_try_it_compares():
    """In 33 puzzles the next best try is a marble, after which one plays again."""
    told = [reason(puzzle) for puzzle in puzzles_of(GAMES["marble_machine"])]
    assert sum("that ends the turn" in words for words in told) > 15
    assert sum("after which the turn goes on" in words for words in told) <= 3


def test_gains_of_a_try_whose_turn_goes_on_are_told_as_such():
    """Marbleous 16: yellow, red and yellow into column C pops three sets, and the line that is told ends after the first."""
    puzzle = next(one for one in puzzles_of(GAMES["marbleous"]) if one.presses[:2] == ("take 3", "place ||||YRY"))
    assert gain_words(puzzle, 1, "place ||YRY||")[-1] == "And the turn goes on."
    assert "And the turn goes on." not in gain_words(puzzle)


@pytest.mark.slow
def test_on_the_last_turn_of_marbleous_points_are_what_counts():
    last = [puzzle for puzzle in puzzles_of(GAMES["marbleous"]) if facts_of_solution(puzzle).get("turns left") == 0]
    assert len(last) > 10
    assert not [puzzle.number for puzzle in last if puzzle.question in ("best pop", "prepare", "lay")]


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_puzzles_begin_where_they_may(name):
    """None asks what to use first if the order often comes to the same."""
    assert not [puzzle.number for puzzle in puzzles_of(GAMES[name]) if not may_begin(puzzle.match())]


@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_questions_and_answers_are_told_in_both_languages(name):
    for puzzle in puzzles_of(GAMES[name])[::12]:
        told = set()
        for code in ("en", "de"):
            with use_language(code):
                steps = explain_all(puzzle, seat_names(puzzle))
                assert all(one.label and one.lost >= 0 for step in steps for one in (step.best, *step.others))
                assert "{" not in question(puzzle) + "".join(gain_words(puzzle))
                told.add((question(puzzle), steps[0].best.label))
        assert len(told) == 2, f"{name} {puzzle.number} says the same in both languages"


@pytest.mark.slow_for("marble_machine")
@pytest.mark.parametrize("name", ["marbles_and_jokers", "marble_machine"])
def test_what_is_shown_does_not_depend_on_hidden_things(name):
    others = [(puzzle, with_other_secrets(puzzle)) for puzzle in puzzles_of(GAMES[name])[::5]]
    hiding = [(puzzle, other) for puzzle, other in others if other.position != puzzle.position]     # in some nothing is hidden
    assert len(hiding) >= 3
    for puzzle, other in hiding[:3]:
        assert shown_of(puzzle) == shown_of(other)


def with_other_secrets(puzzle):
    """The puzzle after another deal that agrees with what its player sees."""
    match, game = puzzle.match(), puzzle.game
    state = game.state.copy(match.view(match.player))
    game.redeal(state, match.box, match.player, luck(99))
    state.viewer = WHOLE
    return replace(puzzle, position=game.notation.write_position(state, match.box))


def shown_of(puzzle):
    """Everything that a page shows of a puzzle."""
    run, names = PuzzleRun(puzzle), seat_names(puzzle)
    scene = scene_of(puzzle.game, run.match.view(run.seat), run.match.box, names)
    return svg(scene), explain_all(puzzle, names), question(puzzle)


def test_the_puzzle_of_the_day_is_the_same_for_everybody_and_changes():
    first = date(2026, 11, 16)
    days = [puzzle_of_the_day(first + timedelta(days=n)) for n in range(2 * len(WITH_PUZZLES))]
    assert [puzzle_of_the_day(first + timedelta(days=n)) for n in range(len(days))] == days
    assert len({(puzzle.game.name, puzzle.number) for puzzle in days}) == len(days)
    assert {puzzle.game.name for puzzle in days} == set(WITH_PUZZLES)
    assert puzzle_of_the_day(first, []) is None


def test_a_puzzle_is_written_as_it_was_read():
    puzzle = SHELF[0]
    text = (puzzle.game.folder / "puzzles.toml").read_text(encoding="utf-8")
    assert puzzle_text(puzzle) in text


@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_a_shelf_is_made_again_from_its_matches(name):
    """The puzzle that comes first in its match; the whole shelf takes some minutes."""
    wanted = min(puzzles_of(GAMES[name]), key=lambda puzzle: puzzle.made[1])
    made = next(puzzle for puzzle in Maker(GAMES[name]).puzzles_of_match(wanted.made[0]) if puzzle.made[1] >= wanted.made[1])
    assert puzzle_text(made) == puzzle_text(wanted), "rules, judgement or search have changed: make the shelves again"


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_a_shelf_is_long_and_has_no_two_that_are_nearly_the_same(name):
    shelf = puzzles_of(GAMES[name])
    assert len(shelf) >= 60
    assert max(Counter((puzzle.question, puzzle.presses) for puzzle in shelf).values()) <= SAME_IDEA
    for first, second in combinations(sorted(puzzle.made for puzzle in shelf), 2):
        assert first[0] != second[0] or second[1] - first[1] >= APART, (first, second)


@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_a_search_finds_the_answer_again(name):
    maker = Maker(GAMES[name], seed=5)
    for puzzle in puzzles_of(GAMES[name])[::25]:
        assert maker.disagreement(puzzle) == "", f"{name} {puzzle.number}, margin {AGREED}"
