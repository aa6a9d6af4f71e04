"""Match.at: a match that begins at a position."""

import json
import random

import pytest

from marbletop.core.chance import Script
from marbletop.core.errors import BadNotation, BadRecord, MarbletopError, UnknownGame
from marbletop.core.match import Match, load
from marbletop.core.record import read_record, record_of, replay
from marbletop.core.verification import verify
from marbletop.games import GAMES

THREE = "xo//x//// o"


def play_on(match, moves, seed=3):
    choices = random.Random(seed)
    while not match.over and len(match.moves) < moves:
        match.play(choices.choice(match.legal))
    return match


def test_a_match_begins_at_a_position():
    match = Match.at("connect_four", THREE)
    assert match.position == THREE and match.start == THREE and match.player == 1
    assert match.moves == [] and match.sentences() == [] and match.setup_move.chance == ()
    match.play("c")
    assert match.position == "xo//xo//// x"
    match.undo()
    assert match.position == THREE
    with pytest.raises(MarbletopError, match="nothing to take back"):
        match.undo()


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_goes_on_from_any_position(name):
    game = GAMES[name]
    for seats in game.seats:
        match = play_on(Match(game, seats, seed=4), 5)
        twin = Match.at(game, match.position, seats, seed=4)
        twin.state.chance_count = list(match.state.chance_count)
        assert twin.state == match.state and twin.legal == match.legal
        played = len(match.moves)
        assert play_on(twin, 10).moves == play_on(match, played + 10).moves[played:] != []


def test_the_seed_decides_the_chance_to_come():
    start = Match("marabunta", seed=1).position
    ends = {play_on(Match.at("marabunta", start, seed=seed), 40).position for seed in (1, 1, 2)}
    assert len(ends) == 2


def test_options_belong_to_the_position():
    for misere, winner in ((False, 0), (True, 1)):
        match = Match.at("connect_four", "xxx/ooo///// x", misere=misere)
        match.play("a")
        assert match.outcome.winners == (winner,)


@pytest.mark.parametrize(("game", "text", "told"), [
    ("connect_four", "", "seven columns"), ("connect_four", "xo//x//// z", "x or o to move"),
    ("connect_four", "xoxoxox////// x", "seven columns"), ("marabunta", "nonsense", "territory"),
    ("marbleous", "seats=2", "lacks trays"), ("marbles_and_jokers", "a b c", "eight"), ("marble_machine", "x", "begins with"),
])
def test_a_bad_position_is_refused_with_what_would_be_right(game, text, told):
    with pytest.raises(BadNotation, match=told):
        Match.at(game, text)


def test_a_position_for_other_seats_is_refused():
    with pytest.raises(BadNotation, match="for 3 seats, and the match has 2"):
        Match.at("marbleous", Match("marbleous", 3).position, 2)
    with pytest.raises(UnknownGame, match="connect_four"):
        Match.at("chess", THREE)


def test_a_position_in_which_nothing_is_possible_is_refused(monkeypatch):
    monkeypatch.setattr("marbletop.core.game.Game.legal_list", lambda *_: [])
    with pytest.raises(BadNotation, match="no action is possible"):
        Match.at("connect_four", THREE)


def test_values_that_do_not_fit_are_refused(monkeypatch):
    def read_position(text, box):
        state = GAMES["connect_four"].state.blank()
        state.seats, state.step = 2, 1 << 64
        return state

    monkeypatch.setattr(GAMES["connect_four"].notation, "read_position", read_position)
    with pytest.raises(BadNotation, match=r"State\.step"):
        Match.at("connect_four", THREE)


def test_its_record_holds_the_position(tmp_path):
    path = tmp_path / "game.json"
    match = play_on(Match.at("marabunta", Match("marabunta", seed=1).position, seed=9), 30)
    match.save(path)
    back = load(path)
    assert back.state == match.state and back.start == match.start and back.seed == (9, 0)
    assert json.loads(path.read_text())["position"] == match.start
    assert verify(read_record(path)).source == "seed"
    back.undo()
    assert back.play(match.moves[-1].action) == match.moves[-1]
    assert "position" not in record_of(Match("marabunta"))


def test_a_damaged_start_is_told(tmp_path):
    record = record_of(Match.at("connect_four", THREE))
    with pytest.raises(BadRecord, match="begins at a position"):
        replay(record)                                      # as for files of strangers
    for position, told in (("xo", "seven columns"), ("ox//x//// o", "doesn't match at the deal"), (7, "'position'")):
        path = tmp_path / "game.json"
        path.write_text(json.dumps({**record, "position": position}))
        with pytest.raises(BadRecord, match=told):
            load(path)


def test_a_script_is_the_chance_of_a_position():
    match = Match.at("marabunta", Match("marabunta", seed=1).position, script=Script([5] * 40))
    dice = []
    while not dice:
        dice = list(match.play(match.legal[0]).chance)
    assert set(dice) == {5}
