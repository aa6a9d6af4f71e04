"""make strength: what was played is kept, and a run that is stopped leaves no process behind."""

import multiprocessing
from dataclasses import dataclass

import numpy as np
import pytest

from benchmarks import strength, tune
from benchmarks.calibration import rows_of
from benchmarks.seated_levels import Sooner
from benchmarks.solved_positions import solved_position
from marbletop.analysis.self_play import Positions
from marbletop.bots import levels
from marbletop.bots.registry import bot_kind, bot_named
from marbletop.games import GAMES
from scripts.strength_figures import is_about_time


@dataclass(frozen=True)
class Counting:
    """A question whose answer to each deal is its number."""

    name: str = "counting"
    deals: int = 10_000

    def play(self, deal):
        return [float(deal)]


class Stopping:
    """A file for results; somebody stops the run when it is written for the second time."""

    def __init__(self):
        self.written = []

    def write_text(self, text):
        self.written.append(text)
        if len(self.written) == 2:
            raise KeyboardInterrupt


@pytest.mark.slow
def test_a_run_that_is_stopped_keeps_what_it_has_and_leaves_no_process():
    file, results = Stopping(), {"counting": {"0": [0.0]}}
    with pytest.raises(KeyboardInterrupt):
        strength.run([Counting()], results, workers=1, path=file)
    assert len(results["counting"]) == 3 and all(results["counting"][deal] == [float(deal)] for deal in results["counting"])
    assert multiprocessing.active_children() == []


def test_what_was_not_played_is_listed(capsys):
    asked = [question for question in strength.questions() if "master" in question.name]
    strength.report(asked, {})
    told = capsys.readouterr().out.partition("Not played yet:")[2]
    assert asked and all(question.name in told for question in asked)


def test_rows_tell_shares_and_what_was_promised():
    kept = strength.ValueKept("master@0.4", 4, 0.995)
    told = kept.told([[1.0, 1.0, 12], [1.0, 0.5, 14], [1.0, 1.0, 20], [0.0, 1.0, 11]])
    assert told.startswith("| Connect Four | 2 | master@0.4 | solved positions | 4 | 75.0% |") and told.endswith("| 99.5% |")
    duel = strength.AgainstOpenSpiel("connect_four", 2, ("master@0.2", "OpenSpiel MCTS@0.2"), 4, 0.9)
    told = duel.told([[1.0, 0.5, 0.05, 0.15], [1.0, 0.0, 0.07, 0.25]])
    assert "| 62.5% |" in told and "2 won, 1 drawn, 1 lost; 0.060 and 0.200 s" in told


def test_weights_meet_the_written_judgement_wherever_there_are_some(monkeypatch):
    monkeypatch.setattr(strength, "known_weights", lambda game: {"2 seats": None} if game.name == "marbleous" else {})
    row, = strength.learned_against_written(0.1)
    assert row.name == "marbleous 2: search@0.1:weights=known - search@0.1:weights=none" and row.games == 400
    assert strength.thinking_time(row.bots[0]) == 0.1 and not is_about_time(row)


@dataclass(frozen=True)
class Winning(strength.Comparison):
    """A comparison that its first bot wins on every deal, without playing."""

    def play(self, deal):
        return [1.0, 1.0]


@pytest.mark.slow
def test_a_comparison_ends_when_it_is_decided_and_is_not_played_again():
    question = Winning("marbleous", 2, ("search#9", "search#9:explore=0.1"), 400, 0.6)
    results, file = {}, Silent()
    strength.run([question], results, workers=1, path=file)
    played = len(results[question.name])
    assert 5 <= played < question.deals // 2 and file.times == played
    assert strength.seconds_left([question], results, 1) == 0.0
    strength.run([question], results, workers=1, path=file)
    assert file.times == played


class Silent:
    """A file for results that only counts."""

    def __init__(self):
        self.times = 0

    def write_text(self, text):
        self.times += 1


def test_a_comparison_plays_deals_of_its_own_and_tells_an_interval_by_deal():
    question = strength.Comparison("marbleous", 2, ("search#9", "search#9:explore=0.1"), 400, 0.6)
    assert question.contest.seed == strength.FRESH_SEED != tune.TUNING_SEED != 0
    even = [[1.0, 0.0]] * 30
    assert "| 60 | 50.0% | 4" in question.told(even) and not question.is_decided(even)
    assert question.is_decided([[1.0, 1.0]] * 30 + even) and not question.is_decided([[1.0, 1.0]] * 4)
    assert "| 4 | 100.0% | 0% to 100% |" in question.told([[1.0, 1.0]] * 2)


def test_neighbours_on_the_ladder_meet_on_fresh_deals_with_the_figures_of_their_game():
    rows = list(strength.ladder())
    assert {row.bots for row in rows} == {
        ("casual", "beginner"), ("steady", "casual"), ("strong", "steady"), ("master@0.4", "strong")}
    assert {(row.game, row.seats) for row in rows} == set(strength.PLACES) and {row.must for row in rows} == {0.65}
    for row in rows:
        assert row.contest.seed == strength.LADDER_SEED
        assert [getattr(bot, "name", bot) for bot in row.contest.bots] == list(row.bots)
        for bot, name in zip(row.contest.bots, row.bots):
            assert bot_kind(bot).limit_in(GAMES[row.game]) == bot_kind(name).limit_in(GAMES[row.game])


def test_levels_are_tuned_with_figures_of_ones_own(capsys):
    row = tune.try_levels("connect_four", 2, 40, ["casual=0.02", "casual=0.9"])
    assert row["win_share"] > 0.6 and row["levels"] == ["casual=0.02", "casual=0.9"] and row["seed"] == tune.TUNING_SEED
    assert "connect_four, 2 seats: casual=0.02 - casual=0.9: " in capsys.readouterr().out
    assert Sooner("steady", 7).limit.iterations == 7 and Sooner("steady").limit is None


def test_settings_that_were_replaced_differ_from_those_of_today(monkeypatch):
    monkeypatch.setattr(levels, "Search", lambda *arguments, **settings: settings)     # compiles nothing
    for row in strength.new_against_before("#4000"):
        today, before = (bot_named(GAMES[row.game], text)[0] for text in row.bots)
        assert today != before, row.name


def test_the_table_of_calibration_has_both_judgements_and_no_figures_where_nothing_was_learned():
    chooser = np.random.default_rng(1)
    ahead = chooser.normal(size=600)
    won = np.eye(2)[(chooser.random(600) > 1 / (1 + np.exp(-ahead))).astype(int)]
    has = np.stack([ahead, np.zeros(600)], 1)[:, :, None]
    positions = Positions(has, np.full((600, 2), 0.5), won, np.linspace(0, 0.99, 600), np.arange(600))
    learned = rows_of("marbleous", 2, positions, np.array([1.0]))
    assert len(learned) == 4 and learned[-1].startswith("| Marbleous | 2 | all | 600 | 0.693 | 0.")
    assert float(learned[-1].split("|")[6]) < 0.65
    assert rows_of("marbleous", 2, positions, None)[-1].split("|")[6].strip() == ""


def test_in_a_solved_position_something_can_be_lost():
    match, values = solved_position(2)
    again, same = solved_position(2)
    assert match.position == again.position and values == same and set(values) == set(match.legal)
    assert 10 <= len(match.moves) <= 24 and len(set(values.values())) > 1 and match.game is GAMES["connect_four"]
