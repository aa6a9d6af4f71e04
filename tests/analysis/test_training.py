"""Learning weights from games: what is fitted is found again, a run goes on where it was, bots play with what was learned."""

import math
from dataclasses import replace

import numpy as np
import pytest

from marbletop.analysis import training as trainings
from marbletop.analysis.crew import Alone
from marbletop.analysis.fitting import chances, fit, phase_rows, score, table
from marbletop.analysis.self_play import Positions
from marbletop.analysis.training import HELD_OUT, PIECE, Training, add_to_file, pieces_of, train
from marbletop.bots.bot import Limit
from marbletop.bots.greedy import Greedy
from marbletop.bots.registry import bot_named
from marbletop.bots.search import Search
from marbletop.bots.weights import Weights, fill_sheet, known_weights, read_weights, sheet_for, weighing, write_weights
from marbletop.core.errors import MarbletopError
from marbletop.core.features import WEIGHTS_AT, Features, reckon
from marbletop.core.kernel import rule
from marbletop.core.match import Match
from marbletop.core.weighing import ones
from marbletop.games import GAMES
from marbletop.games.connect_four.judgement import GRID, MIDDLE, completing_cells

FOUR = GAMES["connect_four"]
LEARNING = [game for game in GAMES.values() if game.features]


@rule
def find_threats(state, box, seat, sheet):
    """Threats, marbles in the middle column, and the right to move."""
    free = GRID & ~(state.marbles[0] | state.marbles[1])
    total = reckon(sheet, 0, 1.0 * ones(completing_cells(state.marbles[seat]) & free))
    total += reckon(sheet, 1, 1.0 * ones(state.marbles[seat] & MIDDLE))
    return total + reckon(sheet, 2, 1.0 if seat == state.player else 0.0)


def any_mode(state, box):
    return "2 seats"


GAME = replace(FOUR, features=Features(find_threats, ("threats", "middle", "to move"), any_mode))


def made_up(weights, positions=20_000, sides=2, seed=1):
    """Positions whose results follow from weights and chance."""
    chooser = np.random.default_rng(seed)
    has = chooser.normal(size=(positions, sides, len(weights)))
    chance = chances(has, np.array(weights))
    winner = (chance.cumsum(1) < chooser.random((positions, 1))).sum(1)
    won = np.eye(sides)[winner]
    return Positions(has, np.full((positions, sides), 1 / sides), won, chooser.random(positions), np.arange(positions))


@pytest.mark.parametrize("sides", [2, 3])
def test_weights_are_found_again(sides):
    wanted = [1.0, -0.5, 0.0, 2.0]
    assert fit(made_up(wanted, sides=sides)) == pytest.approx(wanted, abs=0.08)


def test_what_never_differs_and_what_always_wins_do_no_harm():
    positions = made_up([1.0, 0.5], 2000)
    positions.has[:, :, 1] = 3.0
    assert fit(positions) == pytest.approx([1.0, 0.0], abs=0.15)
    positions.won[:] = positions.has[:, :, 0] == positions.has[:, :, 0].max(1, keepdims=True)
    assert np.isfinite(fit(positions)).all()


def test_scores_tell_who_knows_and_who_is_too_sure():
    won = np.array([[1.0, 0.0]] * 75 + [[0.0, 1.0]] * 25)
    right, sure, even = (np.tile([chance, 1 - chance], (100, 1)) for chance in (0.75, 0.99, 0.5))
    assert score(right, won).log_loss < score(even, won).log_loss < score(sure, won).log_loss
    assert score(even, won).log_loss == pytest.approx(math.log(2)) and score(right, won).miscalibration == pytest.approx(0)
    assert score(sure, won).miscalibration == pytest.approx(0.24)


def test_the_table_has_a_row_for_every_part_of_a_game():
    positions = made_up([1.0, -0.5], 3000)
    rows = table(positions, np.array([1.0, -0.5]))
    assert list(rows) == ["first third", "middle", "last third", "all"]
    assert all(learned.log_loss < written.log_loss == pytest.approx(math.log(2)) for written, learned in rows.values())
    assert sum(written.positions for name, (written, _) in rows.items() if name != "all") == len(positions)
    assert sum(here.sum() for _, here in phase_rows(positions)) == 2 * len(positions)


def test_games_to_test_on_are_no_training_games():
    pieces = [piece for number in range(1, 6) for piece in pieces_of(number, 1100)]
    trained = {game for first, games in pieces for game in range(first, first + games)}
    assert len(trained) == 5500 and max(trained) < HELD_OUT <= min(first for first, _ in pieces_of(0, 700))
    assert max(games for _, games in pieces_of(0, 700)) <= PIECE and sum(games for _, games in pieces_of(0, 700)) == 700


def training_in(folder, **changes):
    return Training(GAME, 2, {}, folder, **{"games": 750, "rounds": 2, "held_out": 500, "seed": 3, **changes})


@pytest.mark.slow
def test_a_run_goes_on_where_it_was(tmp_path, monkeypatch):
    whole = train(training_in(tmp_path / "whole"), Alone())
    play, played = trainings.play_and_note, []

    def stop_soon(kit, first, games):
        played.append(first)
        if len(played) == 5:
            raise KeyboardInterrupt
        return play(kit, first, games)

    monkeypatch.setattr(trainings, "play_and_note", stop_soon)
    with pytest.raises(KeyboardInterrupt):
        train(training_in(tmp_path), Alone())
    again = train(training_in(tmp_path), Alone())
    assert again.weights == whole.weights and len(played) == 5 + 4, "four pieces were there already"
    assert train(training_in(tmp_path), Alone()).weights == whole.weights and len(played) == 9
    about = whole.weights.about
    assert (about["seed"], about["games"], about["rounds"], about["held_out_games"]) == (3, 1500, 2, 500)
    assert set(about["log_loss"]) == set(whole.scores) and about["version"]


@pytest.mark.slow
def test_what_was_learned_foretells_more_than_nothing(tmp_path):
    learned = train(training_in(tmp_path, rounds=1, games=1500), Alone())
    assert learned.weights.worth[0] > 0 and learned.weights.worth[2] > 0, "threats are good, and so is the move"
    assert learned.scores["all"][1].log_loss < math.log(2) - 0.03


@pytest.mark.slow
def test_compiled_and_interpreted_features_are_the_same(tmp_path):
    """A search of one iteration promises what the interpreted judgement says."""
    weights = Weights((0.4, 0.1, 0.3))
    match = Match(GAME, seed=1)
    for action in (3, 3, 2, 4, 2):
        match.play(action)
    search = Search(GAME, GAME.judge, nodes=1000, playout=0, weights={"2 seats": weights})
    search.analyse(match.view(match.player), match.box, Limit(iterations=1))
    promised = {int(node["action"]): float(node["promise"]) for node in search.trees[0][1:8]}
    judge, sheet = weighing(GAME, GAME.judge), fill_sheet(np.zeros(GAME.features.room), GAME, weights)
    for action in match.legal:
        after = match.copy()
        after.play(action)
        judge(after.state, after.box, sheet)
        assert promised[action] == pytest.approx(sheet[match.player], abs=1e-6)
    other = Search(GAME, GAME.judge, nodes=1000, playout=0, weights={"9 seats": weights})
    other.analyse(match.view(match.player), match.box, Limit(iterations=1))
    after, values = match.copy(), [0.0] * 2
    after.play(int(other.trees[0][1]["action"]))
    GAME.judge(after.state, after.box, values)
    assert float(other.trees[0][1]["promise"]) == pytest.approx(values[match.player]), "no weights for this mode"


def test_files_of_weights_are_read_as_they_were_written(tmp_path):
    file, library = tmp_path / "weights.json", {"2 seats": Weights((1.0, -2.5, 0.0), {"seed": 3})}
    write_weights(GAME, file, library)
    assert read_weights(GAME, file) == library
    add_to_file(GAME, file, trainings.Learned("another", Weights((0.0, 0.0, 1.0)), {}))
    assert set(read_weights(GAME, file)) == {"2 seats", "another"}
    for game in (FOUR, GAMES["marbleous"]):
        with pytest.raises(MarbletopError, match="train them again"):
            read_weights(game, file)
    for text in ("", "[]", "{}", '{"game": "connect_four"}'):
        file.write_text(text)
        with pytest.raises(MarbletopError, match="no file of weights"):
            read_weights(GAME, file)


def test_bots_play_only_with_what_has_won_a_duel(tmp_path, monkeypatch):
    learned, used = trainings.Learned("2 seats", Weights((5.0, 0.5, 0.0)), {}), []

    def searching(game, seed, weights):
        used.append(weights)
        return Greedy(game, game.judge, seed)

    monkeypatch.setattr(trainings, "searching", searching)
    proved = trainings.prove(training_in(tmp_path), learned, 4, Limit(iterations=20))
    duel = proved.weights.about["duel"]
    assert {"2 seats": learned.weights} in used and {} in used
    assert duel["games"] == 4 and 0 <= duel["low"] <= duel["share"] <= duel["high"] <= 1
    assert duel["seed"] != training_in(tmp_path).seed, "the deals of a duel are no training deals"
    assert not Weights((1.0,), {"duel": {"low": 0.5}}).is_proved and not Weights((1.0,)).is_proved
    assert Weights((1.0,), {"duel": {"low": 0.51}}).is_proved


def test_a_game_that_does_not_say_what_it_looks_at_is_refused(tmp_path):
    with pytest.raises(MarbletopError, match="nothing can be learned"):
        Training(FOUR, 2, {}, tmp_path)


@pytest.mark.parametrize("game", LEARNING, ids=lambda game: game.name)
def test_features_are_named_once_and_are_what_they_are_worth(game):
    features = game.features
    assert len(set(features.names)) == len(features.names)
    chooser = np.random.default_rng(1)
    for seats in game.seats:
        match = Match(game, seats, seed=seats)
        for _ in range(60):
            if match.over:
                break
            weights = Weights(tuple(chooser.normal(size=len(features.names)).tolist()))
            for seat in range(seats):
                sheet = [0.0] * WEIGHTS_AT + [*weights.worth] + [0.0] * len(features.names)
                sheet[17] = float(WEIGHTS_AT + len(features.names))
                total = features.find(match.state, match.box, seat, sheet)
                assert total == pytest.approx(np.dot(weights.worth, sheet[WEIGHTS_AT + len(features.names):]))
            match.play(int(chooser.choice(match.legal)))


@pytest.mark.parametrize("game", LEARNING, ids=lambda game: game.name)
def test_weights_that_are_shipped_fit_and_say_where_they_come_from(game):
    library = known_weights(game)
    for mode, weights in library.items():
        assert len(weights.worth) == len(game.features.names), mode
        assert {"seed", "games", "commit", "log_loss", "held_out_games"} <= set(weights.about), mode
        assert all(loss["learned"] < loss["written"] for loss in weights.about["log_loss"].values()), mode
    if library:
        assert (game.folder / "weights.json").stat().st_size < 100_000


def test_a_search_takes_the_weights_that_its_name_says(tmp_path):
    game = LEARNING[0]
    file = tmp_path / "weights.json"
    match = Match(game, 2)
    mode = game.features.mode(match.state, match.box)
    write_weights(game, file, {mode: Weights(tuple(range(len(game.features.names))))})
    library = read_weights(game, file)
    sheet = sheet_for(game, library, match.view(0), match.box)
    assert sheet[WEIGHTS_AT:].tolist() == list(range(len(game.features.names))) and sheet[16] == 1
    assert sheet_for(game, {}, match.view(0), match.box)[16] == 0
    (tmp_path / "other.json").write_text("{}")
    with pytest.raises(MarbletopError, match="no file of weights"):
        bot_named(game, f"search:weights={tmp_path / 'other.json'}")
