"""What is known of levels, and how strong people are beside them."""

import json
import math
import random

import numpy as np
import pytest

from benchmarks.anchors import NAMES, LevelDuel, Reviewed, levels_of, loss_and_error, questions
from marbletop.analysis import known_levels as module
from marbletop.analysis.known_levels import FILE, Likeness, known_levels, likeness
from marbletop.analysis.player_strength import MODEL, Strength, after_game, nearest_level, strength_of_level
from marbletop.analysis.ratings import log_odds
from marbletop.analysis.review_words import likeness_in_words
from marbletop.games import GAMES

from .levels import STRENGTHS, known, known_game

__all__ = ["known", "known_game"]


def test_log_odds_come_out_of_duels_and_neighbours_who_did_not_play_are_very_unsure():
    wins = np.zeros((4, 4))
    wins[1, 0], wins[0, 1] = 300, 100
    wins[2, 1], wins[1, 2] = 200, 200
    values, errors = log_odds(wins, fixed=1)
    assert values[0] == pytest.approx(-math.log(3), abs=0.01) and values[1] == 0 and abs(values[2]) < 1e-9
    assert errors[0] == pytest.approx(1 / math.sqrt(400 * 0.75 * 0.25), rel=0.02) and errors[1] == 0
    assert values[3] == pytest.approx(values[2]) and errors[3] > 1.9


@pytest.mark.parametrize(("losses", "apart"), [((0.08, 0.02), True), ((0.02, 0.08), False), ((0.05, 0.048), False)])
def test_nobody_is_compared_with_levels_that_losses_do_not_tell_apart(monkeypatch, losses, apart):
    levels = tuple(module.KnownLevel(name, 0.0, 0.1, 40, loss, 0.005, 6) for name, loss in zip(NAMES, losses))
    monkeypatch.setattr(module, "known_levels", lambda game: levels)
    assert (likeness("marbleous", 0.03, 0.001) is not None) == apart


def test_log_odds_of_who_always_wins_are_finite():
    values, errors = log_odds(np.array([[0.0, 0.0], [20.0, 0.0]]), fixed=0)
    assert 3 < values[1] < 4 and errors[1] > 1


def test_what_is_kept_of_levels_says_what_it_stands_on():
    """The file in the package: every figure has the number of its games, and says who made it."""
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    assert kept["about"]["made_by"] == "python -m benchmarks.anchors" and set(kept["games"]) == set(GAMES)
    for game in GAMES:
        levels = known_levels(game)
        assert [level.name for level in levels] == NAMES and levels[1].strength == 0
        assert all((level.loss is None) == (level.reviewed == 0) for level in levels)
        assert all(level.games or level.strength_error > 1 for level in levels)


def test_the_file_is_what_the_results_add_up_to():
    asked = [LevelDuel("connect_four", 2, ("casual", "beginner"), 2), Reviewed("connect_four", 2, ("strong", "steady"), 2)]
    results = {asked[0].name: {"0": [1.0, 0.5]}, asked[1].name: {"0": [[0.01, 0.002, 20], [0.03, 0.002, 10]],
                                                                   "1": [[0.02, 0.002, 20], [0.03, 0.002, 10]]}}
    found = levels_of(asked, results, "connect_four")
    assert [found[name]["games"] for name in NAMES] == [2, 2, 0, 0, 0]
    assert found["strong"]["loss"] == pytest.approx(0.015) and found["steady"]["reviewed"] == 2
    assert "loss" not in found["casual"] and found["beginner"]["strength"] < 0
    assert loss_and_error([]) is None and loss_and_error([[0.1, 0.02, 5]]) == (0.1, 0.02)
    assert {question.name for question in questions()} > {question.name for question in asked}


@pytest.mark.usefixtures("known")
def test_play_is_like_the_level_that_loses_as_much_and_like_every_level_within_the_interval():
    assert likeness("connect_four", 0.021, 0.001) == Likeness("steady", "steady", "steady")
    wide = likeness("connect_four", 0.03, 0.02)
    assert (wide.level, wide.weakest, wide.strongest, wide.is_sure) == ("steady", "casual", "strong", False)
    assert likeness("connect_four", 0.009, 0.001).level == "strong" and likeness("connect_four", 0.5, 0.001).level == "beginner"
    better = likeness("connect_four", -0.01, 0.001)
    assert better.is_better and likeness_in_words(better) == "Played better than strong."
    assert not likeness("connect_four", 0.009, 0.001).is_better and likeness_in_words(None) == ""
    assert likeness_in_words(wide) == "Played like steady (surely between casual and strong)."
    assert likeness("marabunta", 0.02, 0.001) is None


@pytest.mark.usefixtures("known")
def test_levels_of_which_too_few_games_were_reviewed_are_not_compared_with(monkeypatch):
    monkeypatch.setattr(module, "FEWEST_REVIEWED", 7)
    assert likeness("connect_four", 0.02, 0.001) is None


@pytest.mark.usefixtures("known")
def test_points_and_words_of_a_strength():
    newcomer, strong = Strength(), strength_of_level("connect_four", "strong")
    assert newcomer.points == 1000 and newcomer.interval[1] - 1000 == pytest.approx(1000 - newcomer.interval[0])
    assert strong.points == pytest.approx(1000 + 400 * 2 / math.log(10))
    assert nearest_level("connect_four", Strength(strong.mu + 1, 1.0)) == "strong"
    assert nearest_level("connect_four", newcomer) == "casual" and nearest_level("marabunta", newcomer) == ""
    assert strength_of_level("marabunta", "strong") is None and strength_of_level("connect_four", "my own bot") is None


def test_several_players_and_teams_count():
    first, second, third = after_game([[Strength()], [Strength()], [Strength()]], [1, 2, 3])
    assert first[0].mu > second[0].mu > third[0].mu and first[0].sigma < MODEL.sigma
    (one, two), (three, four) = after_game([[Strength(), Strength(30, 2)], [Strength(), Strength()]], [2, 1])
    assert one.mu < MODEL.mu and two.mu < 30 and three.mu == four.mu > MODEL.mu
    assert MODEL.mu - one.mu > 30 - two.mu, "who is known well changes less"
    (drawn,), (other,) = after_game([[Strength()], [Strength(30, 2)]], [1, 1])
    assert drawn.mu > MODEL.mu and other.mu < 30


@pytest.mark.usefixtures("known")
def test_intervals_hold_what_they_promise():
    """People of known strength play against levels: after ten games and later their strength lies within the interval."""
    dice, held = random.Random(7), {10: 0, 40: 0}
    levels = [(STRENGTHS[name], strength_of_level("connect_four", name)) for name in ("beginner", "casual", "steady", "strong")]
    for _ in range(60):
        truth, me = dice.gauss(0.5, 1.2), Strength()
        for number in range(1, 41):
            odds, fixed = dice.choice(levels)
            won = dice.random() < 1 / (1 + math.exp(odds - truth))
            me = after_game([[me], [fixed]], [1, 2] if won else [2, 1])[0][0]
            if number in held:
                low, high = me.interval
                held[number] += low <= 1000 + 400 * truth / math.log(10) <= high
    assert min(held.values()) >= 55
