"""Actions, positions and notes as text."""

import pytest

from marbletop.core.errors import BadNotation
from marbletop.core.match import Match, action_of
from marbletop.games.marbles_and_jokers import GAME
from marbletop.games.marbles_and_jokers.notation import diagram, read_position, write_position

from .positions import COMPLETE, act, position, texts


def test_texts_of_actions():
    state, box = position("p0: 20 30 h2; p1: 17", "7 9 K Joker 8 2")
    assert texts(state, box) == ["2", "7", "8", "9", "K", "Joker"]
    act(state, box, "9")
    assert {"a 9", "b 9", "a 4", "b -5", "c 3"} <= set(texts(state, box))
    state, box = position(f"p0: {COMPLETE}; p2: 30", "K")
    act(state, box, "K")
    assert texts(state, box) == ["p2 a 13", "p2 start"]


@pytest.mark.parametrize(("phase", "text", "means"), [
    ("", "play 9", "9"), ("", "king", "K"), ("", "joker", "Joker"), ("9", "a +4", "a 4"), ("9", "p0 a 4", "a 4"),
    ("9", "b back 5", "b -5"), ("K", "out", "start"), ("K", "exit", "start"), ("9", "A 4", "a 4")])
def test_other_ways_to_write_an_action(phase, text, means):
    state, box = position("p0: 20 30 h2; p1: 17", "7 9 K Joker 8 2")
    if phase:
        act(state, box, phase)
    assert GAME.notation.write_action(state, box, action_of(GAME, state, box, text)) == means


def test_what_is_no_action():
    state, box = position("p0: 20", "5")
    with pytest.raises(BadNotation, match="You can play: 5"):
        action_of(GAME, state, box, "6")


def test_a_position_as_a_line():
    state, box = position("p0: 20 h3; p1: 8", "A 10 Joker")
    line = write_position(state, box)
    assert line == ("20,h3,o,o,o/8,o,o,o,o/o,o,o,o,o/o,o,o,o,o AT*/AAAAA/AA222/22222 0,0,0,0,0,0,0,0,0,0,0,0,0,0 ---- "
                    "0,0,0,0 -/-/-/- p0,3,0,0 card")
    back = read_position(line, box)
    state.chance_key, state.chance_count = back.chance_key, back.chance_count
    assert back == state


@pytest.mark.parametrize(("old", "new", "right"), [
    ("20,h3", "20,20", "one marble on each"), ("20,h3", "20,h6", "from 1 to 5"), ("20,h3", "99,h3", "from 0 to 71"),
    ("8,o,o,o,o/", "", "4, divided"), ("AT*", "AT1", "signs of"), ("AT*", "AAAAAAA", "8 at most"), (" card", "", "eight"),
    ("----", "---", "4 signs"), ("0,0,0,0 -", "0,0,0 -", "4, divided"), ("-/-/-/-", "A:9/-/-/-", "from 1 to"),
    ("p0,3", "0,3", "p and the seat"), ("p0,3", "p7,3", "from 0 to 3"), (" card", " cards", "card, move:RANK"),
    (" card", " move:Z", "A, 2"), (" card", " split:7:p9a:3", "p0a to p3e"), ("20,h3,o,o,o", "20,h3,o,o", "5, divided"),
    (" card", " split:7:p0a:33", "from -8 to 8")])
def test_bad_positions_are_refused(old, new, right):
    state, box = position("p0: 20 h3; p1: 8", "A 10 Joker")
    line = write_position(state, box)
    assert old in line
    with pytest.raises(BadNotation, match=right):
        read_position(line.replace(old, new, 1), box)


def test_the_diagram_shows_what_is_known():
    match = Match(GAME, 4, seed=1)
    lines = diagram(match.view(0), match.box).splitlines()
    assert lines[0].startswith(">p0 team A  ring ooooo  home [.....] at 3") and lines[1].endswith("5 cards")
    assert "pile 85" in lines[-1]


def test_sentences():
    names = GAME.seat_names
    match = Match(GAME, 4)
    match.state, match.box = position(f"p0: {COMPLETE}; p2: h2 h3 h4 h5 38", "2 3 3 3 3 3")
    match.play("2")
    match.play("p2 e 2")
    assert match.sentences(0) == ["Yellow's marble goes into the home slot.", "All of Yellow's marbles are home.",
                                  "Blue and Yellow win: all their marbles are home."]
    match.state, match.box = position("", "A 3 3 3 3 3", sideways=2)
    match.play("A")
    assert match.sentences(0) == ["Blue plays an Ace."]
    match.state, match.box = position("", "3 3 3 3 3 3", sideways=2)
    match.play("discard 3")
    assert match.sentences(0)[:2] == ["Blue can't move and discards a 3 (3 of 3 in a row).", "Blue brings a marble out."]
    assert names[0] == "Blue"
    match.state, match.box = position("p0: 30; p2: 34 39; p1: 50", "4 Joker 2 2 2 2", bump_full="ring")
    match.play("4")
    match.play("a 4")
    assert "Yellow's marble is sent back to the start ring." in match.sentences(0)
