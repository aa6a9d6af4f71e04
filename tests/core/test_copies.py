"""Copies of a match, by its own method, by `copy` and by pickle, share nothing that changes."""

import copy
import pickle
import random

import pytest

from marbletop.core.batch import Batch
from marbletop.core.chance import OpenEvent, Script
from marbletop.core.match import Match, load
from marbletop.games import GAMES

from .toy import TOY

WAYS = {"method": Match.copy, "copy": copy.copy, "deepcopy": copy.deepcopy,
        "pickle": lambda match: pickle.loads(pickle.dumps(match))}


@pytest.fixture
def toy_is_a_game(monkeypatch):
    monkeypatch.setitem(GAMES._all, "toy", "tests.core.toy_game")


@pytest.fixture(params=sorted(WAYS))
def copied(request, toy_is_a_game):
    return WAYS[request.param]


def scripted():
    """A match of two rounds: cards a, b against c, d; dice 6, then 1."""
    return Match(TOY, 2, script=Script([0, 1, 2, 3, 5, 0]))


def play_all(match, actions):
    for action in actions:
        match.play(action)
    return match


def test_a_copy_goes_its_own_way(copied):
    match = play_all(scripted(), "ac")
    twin = copied(match)
    assert twin.state == match.state and twin.moves == match.moves and twin.box == match.box and twin.game is match.game
    play_all(twin, "bd")
    assert len(match.moves) == 2 and not match.over and twin.state.points == [0, 7, 0, 0]
    play_all(match, "bd")
    assert match.state == twin.state and match.moves == twin.moves


def test_taking_back_in_a_copy_leaves_the_match_alone(copied):
    match = play_all(scripted(), "ac")
    before = match.game.state.pack(match.state_after(1)), match.game.state.pack(match.state)
    twin = copied(match)
    twin.undo()
    twin.play("d")
    assert (match.game.state.pack(match.state_after(1)), match.game.state.pack(match.state)) == before
    match.undo()
    assert match.legal_texts == ["c", "d"]


def test_names_of_a_copy_are_its_own(copied):
    match = scripted()
    match.names = ["Ruth", "Bo"]
    twin = copied(match)
    match.names[0] = "Ada"
    assert list(twin.names) == ["Ruth", "Bo"]


def test_taking_back_rewinds_the_script():
    match = play_all(scripted(), "ac")
    final = match.game.state.pack(match.state)
    match.undo()
    match.play("c")
    assert match.moves[-1].chance == (5,) and match.game.state.pack(match.state) == final


def test_an_open_event_leaves_the_script_as_it_was():
    match = Match("marabunta", script=Script([0, 0, 1, 0, 4, 3, 5, 2, 1]))         # the deal, and a tile without its dice
    while match.script.used == 8:
        try:
            match.play(match.legal[0])
        except OpenEvent:
            break
    assert match.script.used == 8
    match.script.outcomes += [3] * 6
    assert match.play(match.legal[0]).chance == (1, 3, 3, 3, 3, 3, 3)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_can_be_pickled(name):
    choices, match = random.Random(1), Match(name, GAMES[name].seats[-1], seed=1)
    for _ in range(10):
        match.play(choices.choice(match.legal))
    twin = pickle.loads(pickle.dumps(match))
    assert twin.game is match.game and repr(twin) == repr(match) and twin.sentences() == match.sentences()
    for _ in range(5):
        assert twin.play(twin.legal[-1]) == match.play(match.legal[-1])
    while twin.moves:
        twin.undo()
    assert twin.state == match.state_after(0)


def test_a_match_with_a_box_of_ones_own_can_be_pickled():
    game = GAMES["marabunta"]
    own = game.components_of(game.components().text.replace('"reconstruction"', '"mine"'))
    twin = pickle.loads(pickle.dumps(Match(game, components=own)))
    assert twin.components.name == "mine" and twin.box == Match(game, components=own).box


def test_games_are_pickled_by_name():
    data = pickle.dumps(GAMES["marbleous"])
    assert pickle.loads(data) is GAMES["marbleous"] and len(data) < 100
    assert copy.deepcopy({"game": GAMES["marbleous"]})["game"] is GAMES["marbleous"]
    with pytest.raises(pickle.PicklingError, match="toy"):
        pickle.dumps(TOY)


def test_a_game_that_is_not_there_is_none():
    assert GAMES.get("chess") is None and GAMES.get("marbleous") is GAMES["marbleous"]
    with pytest.raises(KeyError, match=r"There is no game called 'chess'\. Choose one of these: marbleous"):
        Batch("chess", 2)


def test_a_loaded_match_takes_back_to_the_chance_of_its_seed(tmp_path):
    match = Match("marabunta", seed=11)
    while not match.moves or not match.moves[-1].chance:
        match.play(match.legal[0])
    match.save(tmp_path / "game.json")
    back = load(tmp_path / "game.json")
    back.undo()
    assert back.play(match.moves[-1].action) == match.moves[-1]
