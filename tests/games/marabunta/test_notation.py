"""Texts of Marabunta: actions with synonyms, positions, sentences, the diagram."""

import pytest

from marbletop.core.errors import BadNotation, IllegalAction
from marbletop.core.match import Match
from marbletop.core.notes import Note
from marbletop.games.marabunta import GAME
from marbletop.games.marabunta.notation import TURN_BEGINS, diagram, read_action, sentence, story
from marbletop.games.marabunta.state import EVENTS
from marbletop.words import You

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
    with pytest.raises(IllegalAction, match=r"MA-13.*You can play: f2"):
        match.play("g2")
    with pytest.raises(BadNotation, match="You can't play 'over there'"):
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


FACES = 0o4543210                           # tile 4, yellow 5, blue 4, grey 3 ... pink 0
SENTENCES = {
    "began": ((0,), "Red goes first."),
    "round": ((3, 1, 4, 0, 1, 2, 3, 4, 5), "Round 3: Blue rolls pink 0, orange 1, green 2, grey 3, blue flag and yellow crate. "
                                           "The tile: a 0 anywhere."),
    "split": ((0, 40, FACES), "Red offers a choice: grey 3 and yellow crate, or the rest."),
    "chose": ((1, 65, FACES), "Blue takes pink 0 and the tile (a 0 anywhere)."),
    "selected": ((1, 1, 2), "Blue uses the orange 2."),
    "again": ((1, 3, 4), "Blue uses the grey flag again."),
    "wrote": ((0, 43, 2, 1), "Red spends an anthill and writes an orange 2 on g2."),
    "cupcake": ((0, 1, 0), "Red gets a cupcake: +0."),
    "row full": ((0,), "Red has a full cupcake row, so this one brings nothing."),
    "crate": ((0, 2, 1), "Red crosses out a crate: 1 of 3 for “two cupcakes”."),
    "power": ((0, 6), "Red unlocks “write three 1s in a triangle”."),
    "points": ((0, 3), "Red gets 3 points."),
    "lost": ((0, 1), "Red can't use “write a 2”: it is lost."),
    "declined": ((0, 1), "Red skips “write a 2”."),
    "circle": ((0, 4, 1), "Red fills a circle on the blue leaf."),
    "crossed out": ((1, 0), "Blue crosses out a1."),
    "ignored": ((1, 3, FACES, 2), "Blue doesn't use orange 1."),
    "trigger": ((1, 0), "A region is full: this is the last round."),
    "region": ((0, 4, 7, 1, 3), "Blue wins the pink region 7 to 4: 3 points."),
    "won": ((0, 14, 9), "Red wins 14 to 9."),
}


@pytest.mark.parametrize("event", EVENTS)
def test_sentences(event):
    details, words = SENTENCES[event]
    assert sentence(Note(EVENTS.index(event), details), box_with(), ("Red", "Blue")) == words


@pytest.mark.parametrize(("event", "details", "words"), [
    ("selected", (0, 6, 7), "Ann uses the tile: cross out a cupcake."),
    ("region", (1, 5, 5, -1, 0), "The orange region is tied at 5: nobody scores."),
    ("wrote", (1, 43, 2, 0), "Bo writes an orange 2 on g2."),
    ("ignored", (0, 3, FACES, 0), "Ann can't use pink 0 and orange 1."),
    ("won", (1, 20, 20), "Bo wins after a tie: 20 points each."),
    ("split", (0, 40), "Ann offers a choice: grey and yellow, or the rest."),     # as tables noted it once, without faces
    ("chose", (0, 65), "Ann takes pink and the tile."), ("ignored", (0, 3), "Ann doesn't use pink and orange."),
])
def test_more_sentences(event, details, words):
    assert sentence(Note(EVENTS.index(event), details), box_with(), ("Ann", "Bo")) == words


@pytest.mark.parametrize("event", [event for event in EVENTS if event != "trigger"])
def test_whoever_did_it_is_spoken_to(event):
    details, words = SENTENCES[event]
    told = sentence(Note(EVENTS.index(event), details), box_with(), (You("Red"), You("Blue")))
    assert told != words and not {"Red", "Blue"} & set(told.split()) and ("you" in told.lower())


def story_of(table, *actions, names=("Red", "Blue"), **more):
    """The story of some actions, as the log tells them in one line."""
    notes = []
    for action in actions:
        table.play(action, **more)
        notes += table.notes
    return story(notes, table.box, names)


def test_a_turn_is_told_in_one_line():
    table = Table(red="g3:0", crates="10000,00000", **select("BOT", "0,crate,0,0,3,0", tile="one"))
    assert story_of(table, "use B", "f2") == "Red writes a blue 3 on f2. Blue goes to Red (+2)."
    assert story_of(table, "use O", "crate 1", "f1") == (
        "Red writes a 0 on f1, crosses out a crate and unlocks “write a 0 anywhere”. "
        "That brings 1 cupcake, but no points yet. 11 cupcakes left until the game ends.")
    assert story_of(table, "pass", names=(You("Ann"), "Bo")) == "You don't use the tile (a 1)."


@pytest.mark.parametrize(("face", "words"), [
    ("1", "Green is tied (you -2)."), ("2", "Green goes from you (-2) to Bo (+2).")])
def test_regions_that_change_hands_are_told_with_their_points(face, words):
    table = Table(red="d4:1", blue="e3:2", **select("GP", f"0,0,{face},0,0,0"))
    assert story_of(table, "use G", "d5", names=("Bo", You("Ann"))).endswith(words)


def test_a_flag_on_a_leaf_that_one_wins_is_told_with_its_point():
    table = Table(red="d4:1", **select("GP", "0,0,flag,0,0,0"))
    assert story_of(table, "use G") == "Red fills a circle on the green leaf. Green is worth more to Red (+1)."


def test_equal_numbers_and_all_crosses_are_told_together():
    table = Table(red="g3:0", **select("POST", "0,0,0,crate,0,0", tile="cross_2"))
    assert story_of(table, "use P", "g2", "use T", "xa1", "xa2", "use S", "crate 3", "use O", "f2") == (
        "Red writes a 0 on g2 and f2 and crosses out a1, a2 and a crate.")


def test_a_round_begins_with_its_split():
    match = Match(GAME, seed=1, first_player="red")
    assert EVENTS.index("round") in TURN_BEGINS
    notes = [Note(EVENTS.index("round"), (3, 0, 4, 0, 1, 2, 3, 4, 5)), Note(EVENTS.index("split"), (0, 40, FACES))]
    assert story(notes, match.box, ("Red", "Blue")) == (
        "Round 3: Red rolls and offers a choice: grey 3 and yellow crate, or the rest.")
    assert story(notes[:1], match.box, (You("Red"), "Blue")).startswith("Round 3: you roll pink 0")


def test_the_taking_of_a_tray_is_told_until_something_is_done_with_it():
    notes = [Note(EVENTS.index("chose"), (1, 65, FACES))]
    assert story(notes, box_with(), ("Red", "Blue")) == "Blue takes pink 0 and the tile (a 0 anywhere)."
    notes += [Note(EVENTS.index("selected"), (1, 0, 4)), Note(EVENTS.index("circle"), (1, 0, 1))]
    assert story(notes, box_with(), ("Red", "Blue")) == "Blue fills a circle on the pink leaf."


def test_the_end_is_told_first():
    table = Table(circles="50,00,00,00,00,00", **select("P", "flag,0,0,0,0,0"))
    assert story_of(table, "use P").startswith("A leaf is full: this is the last round. Red fills a circle on the pink leaf.")


def test_the_diagram_shows_regions_specials_and_numbers():
    table = Table(red="a1:2", blue="b1:3", crossed="a2", **select("P"))
    lines = diagram(table.state, table.box).splitlines()
    assert lines[0].split() == list("abcdefghijkl")
    assert [line.split()[:2] for line in lines[1:4]] == [["1", "R2"], ["B3", "b#"], ["2", "xx"]]
    assert "write a 0 anywhere 0/2" in "\n".join(lines) and lines[-1] == "Red colony is choosing what to use next."
