"""The scripts that prove reviews, without their long runs: what they play, and what their tables say."""

from argparse import Namespace

import pytest

from benchmarks.anchors import ROUNDS, questions, rounds
from benchmarks.forecast import in_words
from benchmarks.luck import Row, line_of
from benchmarks.turning_points import AT_A_TIME, Found, points_of, row_of, seconds_of, share_after
from marbletop.bots.bot import Limit
from marbletop.bots.uniform import Uniform
from marbletop.core.match import Match

PAIRS = 2 * AT_A_TIME
CHOSEN = Namespace(points=2, pairs=PAIRS, bot="strong")
GAME = "connect_four"


def found(gains):
    """Results of two mistakes in one game, played on."""
    results = {Found(GAME).name: {"0": [[3, 3, 2, 2], [1, 3, 4, -0.1, 0.01], [3, 2, 5, -0.2, 0.01]]}}
    for one in points_of(GAME, results, 9, "strong", PAIRS):
        results[one.name] = {"0": gains, "1": gains}
    return results


def test_playing_on_wins_what_is_won():
    match = Match(GAME)
    for column in (0, 1) * 3:
        match.play(column)
    bot, limit = Uniform(match.game, 0), Limit(iterations=1)
    assert [share_after(match, 0, number, bot, limit) for number in range(3)] == [1.0] * 3      # four in a column
    assert share_after(match, 6, 1, bot, limit) == share_after(match, 6, 1, bot, limit)
    assert min(share_after(match, 6, number, bot, limit) for number in range(12)) == 0.0


def test_points_are_played_on_from_the_position_of_the_mistake():
    first, second = points_of(GAME, found([0.0]), 9, "strong", PAIRS)
    assert (first.actions, first.taken, first.better, first.deals) == ((3,), 3, 4, 2) and second.actions == (3, 3, 2)
    assert len(list(points_of(GAME, found([0.0]), 1, "strong", PAIRS))) == 1


def test_the_table_tells_how_much_more_often_the_better_action_wins():
    row = row_of(GAME, found([1.0, 0.0, 1.0, 0.0, 1.0]), CHOSEN)
    assert row.startswith("| Connect Four | 2 | 20 | +60.0 % ±") and row.endswith("| 2 and 0 |")
    assert row_of(GAME, found([1.0, -1.0, 0.0, 1.0, -1.0]), CHOSEN).endswith("| 0 and 0 |")
    assert row_of(GAME, {}, CHOSEN) == "| Connect Four | 0 | | | |"


def test_every_proof_can_say_how_long_it_takes():
    assert seconds_of(GAME, {}, CHOSEN) > seconds_of(GAME, found([0.0]), CHOSEN) == 0
    equal, unequal = (Row(GAME, 2, ("strong", other), 18, 16) for other in ("strong", "casual"))
    assert equal.seconds_a_deal > unequal.seconds_a_deal > 0
    assert [in_words(seconds) for seconds in (1, 300, 7200)] == ["2 seconds", "5 minutes", "2 hours"]


def test_luck_is_told_of_the_games_that_there_are():
    row = Row(GAME, 2, ("strong", "casual"), 2, 16)
    games = [[0.25, 0.5, 0.0, [0.0], [0.1], 1e-16], [-0.25, 0.5, 0.0, [0.0], [0.1], 0.0], [1.0, 1.0, 1.0, [1.0], [1.0], 1.0]]
    results = {row.name: {str(deal): game for deal, game in enumerate(games)}}        # the third belongs to a longer run
    assert line_of(row, results).startswith("| Connect Four | 2 | strong - casual | 2 | +0.0 ± 49.0 | +50.0 ± 0.0 |")
    assert line_of(row, results).endswith("| 1e-16 |")
    assert line_of(row, {}) == "| Connect Four | 2 | strong - casual | 0 | | | | | |"


def test_anchors_are_played_in_rounds_so_that_an_early_stop_knows_a_little_about_everything():
    asked = list(questions())
    some = list(rounds(asked))
    assert some[-1] == asked and len(some) == len(ROUNDS) + 1
    assert {question.games for question in some[0]} == {ROUNDS[0]} and not any("master" in one.bots for one in some[0])
    assert {one.name for one in some[0]} == {one.name for one in asked if "master" not in one.bots}


@pytest.mark.parametrize("pairs", [1, AT_A_TIME, AT_A_TIME + 1])
def test_pairs_are_kept_some_at_a_time(pairs):
    assert next(points_of(GAME, found([0.0]), 9, "strong", pairs)).deals == (2 if pairs > AT_A_TIME else 1)
