"""Texts of Marabunta: actions with synonyms, positions, sentences, the diagram."""

import pytest

from marbletop.core.errors import BadNotation, IllegalAction
from marbletop.core.match import Match
from marbletop.core.notes import Note
from marbletop.games.marabunta import GAME
from marbletop.games.marabunta.notation import diagram, read_action, sentence
from marbletop.games.marabunta.state import EVENTS

from .table import Table, box_with
from .test_rules import select

EMPTY = "/".join(["." * 24] * 7)


@pytest.mark.parametrize(("text", "action"), [
    ("split SY", 39), ("split grey, yellow", 39), ("split pink orange green blue tile", 39), ("split POGSBY", 62),
    ("split T", 62),
    ("use T", 71), ("use tile", 71), ("use grey", 68), ("again S", 68), ("again grey", 68), ("pass", 72), ("stop", 72),
    ("decline", 72), ("crate 3", 75), ("leaf Y", 86), ("leaf yellow", 86), ("g2", 87 + 43), ("write g2", 87 + 43),
    ("cross g2", 87 + 43), ("xg2", 87 + 43),
    ("", None), ("split", None), ("use", None), ("leaf tile", None), ("crate 9", None), ("g9", None), ("hello", None),
    ("xyz", None),
])
def test_texts_that_mean_an_action(text, action):
    match = Match(GAME, seed=1)
    assert read_action(match.state, match.box, text) == action


def test_a_text_for_something_impossible_is_answered_with_the_rule():
    table = Table(red="g3:0", anthills="0,2", **select("B", "0,0,0,0,3,0"))
    match = Match(GAME)
    match.state = table.play("use B").state
    with pytest.raises(IllegalAction, match=r"MA-13.*Possible are: f2"):
        match.play("g2")
    with pytest.raises(BadNotation, match="no possible action"):
        match.play("over there")


def test_hexes_to_cross_out_are_told_from_hexes_to_write_in():
    assert Table(**select("T", tile="cross_2")).play("use T").texts.startswith("xa1, xa2")
    assert Table(**select("T", tile="zero_free")).play("use T").texts.startswith("a1, a2")


def test_a_position_draws_the_territory():
    table = Table(red="a1:2 l7:0", blue="b1:3", crossed="c1")
    text = GAME.notation.write_position(table.state, table.box)
    rows = text.split()[0].split("/")
    assert rows[0] == "R2B3xx" + "." * 18 and rows[6] == "." * 22 + "R0"
    assert "round=1 starter=B player=R" in text


def test_a_position_with_tasks_that_wait_round_trips():
    table = Table(crates="10000,00000", **select("T", tile="crates_2")).play("use T", "crate 1")
    text = GAME.notation.write_position(table.state, table.box)
    assert "phase=write pool=T used=T effect=free0 power=zero_free waiting=crate" in text
    back = GAME.notation.read_position(text, table.box)
    back.chance_key, back.chance_count = table.state.chance_key, table.state.chance_count
    assert back == table.state


@pytest.mark.parametrize(("text", "told"), [
    ("", "7 rows of 24 signs"), (EMPTY[:-1], "7 rows of 24 signs"), (EMPTY.replace("..", "R9", 1), "a1 is 'R9'"),
    (f"{EMPTY} round", "name=value"), (f"{EMPTY} round=1 round=2", "each name once"), (f"{EMPTY} round=zero", "whole number"),
    (f"{EMPTY} weather=fine", "has no weather"), (f"{EMPTY} tile=stone", "must be one of crates_2"),
    (f"{EMPTY} stack=cupx", "different tiles"), (f"{EMPTY} dice=1,2,3", "needs 6 values"),
    (f"{EMPTY} dice=1,2,3,4,5,6", "must be one of 0"), (f"{EMPTY} crates=30000,00000", "group 1 has 2 crates only"),
    (f"{EMPTY} crates=3,0", "a digit for each of the 5 groups"), (f"{EMPTY} circles=70,00,00,00,00,00", "6 at most together"),
    (f"{EMPTY} pool=PX", "letters of elements"), (f"{EMPTY} used=P", "within pool"), (f"{EMPTY} phase=choose", "within pool"),
    (f"{EMPTY} phase=write", "effect is given"), (f"{EMPTY} effect=5", "must be one of"),
    (f"{EMPTY} phase=crate", "left is given"), (f"{EMPTY} phase=ended", "needs end="),
    (f"{EMPTY} end=R,rain", "must be one of region"), (f"{EMPTY} chosen=z9", "no hex 'z9'"),
    (f"{EMPTY} chosen=a1,a2,a3", "one or two hexes"), (f"{EMPTY} waiting=tea", "must be crate"),
    (f"{EMPTY} phase=select", "No element of the pool"), (f"{EMPTY} starter=X", "must be one of R, B"),
])
def test_a_text_that_is_no_position_is_refused(text, told):
    with pytest.raises(BadNotation, match=told.replace("(", r"\(")):
        GAME.notation.read_position(text, box_with())


SENTENCES = {
    "began": ((0,), "Red begins."),
    "round": ((3, 1, 4, 0, 1, 2, 3, 4, 5), "Round 3: Blue turns up a 0 anywhere and rolls pink 0, orange 1, green 2, grey 3, "
                                           "blue flag, yellow crate."),
    "split": ((0, 40), "Red offers grey and yellow against pink, orange, green, blue and tile."),
    "chose": ((1, 64), "Blue takes tile."),
    "selected": ((1, 1, 2), "Blue uses the orange die, 2."),
    "again": ((1, 3, 4), "Blue uses the grey die again, flag."),
    "wrote": ((0, 43, 2, 1), "Red writes a 2 on g2 with an anthill."),
    "cupcake": ((0, 1, 0), "Red gets cupcake 1, +0."),
    "row full": ((0,), "Red has no cupcake space left."),
    "crate": ((0, 2, 1), "Red crosses out crate 1 of 3 for two cupcakes."),
    "power": ((0, 6), "Red unlocks a power: three 1s in a triangle."),
    "points": ((0, 3), "Red scores 3 points."),
    "lost": ((0, 1), "Red cannot use the power a 2, and it is lost."),
    "declined": ((0, 1), "Red declines the power a 2."),
    "circle": ((0, 4, 1), "Red fills a circle of the blue leaf."),
    "crossed out": ((1, 0), "Blue crosses out a1."),
    "ignored": ((1, 3), "Blue leaves pink and orange unused."),
    "trigger": ((1, 0), "Blue triggers the end, a region is full; the round is played out."),
    "region": ((0, 7, 4, 0, 3), "The pink region stands 7 to 4: Red scores 3."),
    "won": ((0, 14, 9), "Red wins; points Red 14, Blue 9."),
}


@pytest.mark.parametrize("event", EVENTS)
def test_sentences(event):
    details, words = SENTENCES[event]
    assert sentence(Note(EVENTS.index(event), details), box_with(), ("Red", "Blue")) == words


def test_more_sentences():
    box, names = box_with(), ("Ann", "Bo")
    assert sentence(Note(EVENTS.index("selected"), (0, 6, 7)), box, names) == "Ann uses the tile, crossed-out cupcake."
    tied = sentence(Note(EVENTS.index("region"), (1, 0, 0, -1, 0)), box, names)
    assert tied == "The orange region stands 0 to 0: nobody scores."


def test_the_diagram_shows_regions_specials_and_numbers():
    table = Table(red="a1:2", blue="b1:3", crossed="a2", **select("P"))
    lines = diagram(table.state, table.box).splitlines()
    assert lines[0].split() == list("abcdefghijkl")
    assert [line.split()[:2] for line in lines[1:4]] == [["1", "R2"], ["B3", "b#"], ["2", "xx"]]
    assert "a 0 anywhere 0/2" in "\n".join(lines) and lines[-1] == "Red colony chooses an element of the pool P."
