"""Texts of actions and positions, what a refused text says, sentences, the diagram."""

import random

import pytest

from marbletop.core.errors import BadNotation
from marbletop.core.match import Match, action_of
from marbletop.games.marbleous import GAME
from marbletop.games.marbleous.names import read_tray, write_tray
from marbletop.games.marbleous.notation import read_position, sentence
from marbletop.games.marbleous.state import EVENTS

from .tables import before_popping, finish, table


def test_trays():
    for text in ("RB|R||Y|", "||||", "BYRPW|W||BBBBB|Y"):
        assert write_tray(read_tray(text)) == text
    for wrong in ("RB|R||Y", "RBRBRB||||", "G||||", ""):
        with pytest.raises(BadNotation, match="five columns"):
            read_tray(wrong)


def test_actions():                                                 # [MB-13, MB-17, MB-22, MB-35]
    match = table(pool="PPB,BW,YRP", tokens="BY,-")
    assert match.action_of("TAKE  2") == 1
    match.play("take 1")
    assert match.text_of(3) == "place P|P|B||" and match.text_of(8) == "place BPP||||"
    assert match.action_of("place 180 b") == 14 and match.action_of("place 90 e") == 12
    with pytest.raises(BadNotation, match="You can play"):
        match.action_of("place 0 e")
    match.play("place |B|P|P|")
    assert match.legal_texts[0] == "pass" and match.action_of("bonus yellow b") == 30 == match.action_of("bonus Y b")
    assert match.action_of("none") == 23
    with pytest.raises(BadNotation):
        match.action_of("bonus red b")


def test_a_turned_card_that_drops_the_same_is_understood():         # [MB-68]
    match = table(pool="BYB,BW,YRP")
    match.play("take 1")
    assert match.action_of("place 180 c") == match.action_of("place 0 c") == 5
    assert match.action_of("place 270 c") == match.action_of("place 90 c") == 10


def test_popping_by_colour_only_where_it_is_clear():                # [MB-35]
    match = before_popping("BBB|R|BBB|YYY|")
    match.play("pass")
    assert match.action_of("pop yellow") == 59
    with pytest.raises(BadNotation):
        match.action_of("pop blue")
    assert match.legal_texts == ["pop a1", "pop c1", "pop d1"]


def test_a_position_in_words():
    match = before_popping("BBB|R|BBB||", options={"advanced": True})
    match.play("pass")
    match.play("pop a1")
    assert "phase=point-column" in match.position and "beside=BBB" in match.position and "used-columns=B" in match.position
    back = read_position(match.position, match.box)
    back.chance_key, back.chance_count = match.state.chance_key, match.state.chance_count
    assert back == match.state


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_finished_positions_round_trip(seats):
    match = finish(Match(GAME, seats=seats, seed=seats, advanced=True), seats)
    back = read_position(match.position, match.box)
    back.chance_key, back.chance_count = match.state.chance_key, match.state.chance_count
    assert back == match.state


WRONG = [
    ("seats=2", "seats=5", "from 1 to 4"), ("seats=2", "seats=x", "from 1 to 4"), ("player=0", "player=2", "from 0 to 1"),
    ("phase=take", "phase=think", "one of take"), ("trays=||W||,||W||", "trays=||W||", "2 parts"),
    ("trays=||W||,", "trays=||X||,", "no tray"), ("discard=-", "discard=W", "letters of BYRP"),
    ("display=", "shown=", "lacks display"),
    ("pool=PPB", "pool=PPPP", "no marble card"), ("display=2b", "display=9b", "no point card"),
    ("display=2b.3b.4b", "display=2b.3b", "three spaces"), ("orange=", "orange=2bx1.", "wrong stack"),
    ("won=-,-", "won=3b,-", "2bx3"),
    ("used=-", "used=PPB", "more marble cards"), ("trays=||W||", "trays=WWWWW|WWWW|||", "more marbles"),
    ("discard=-", "discard=BBBBBBBB", "more bonus tokens"), ("won=-,-", "won=2bx6,-", "more point cards"),
    ("orange=4ox8", "orange=4ox7", "fewer point cards"), ("stack=27", "stack=44", "nobody has seen|from 0 to 44"),
    ("seats=2", "seats=2 seats=2", "each name once"), ("seats=2", "hello", "name=value"),
    ("used=-", "used=- hand=BBBBBBBBBB", "nine places"), ("used=-", "used=- card=PPY", "@"),
    ("used=-", "used=- column=f", "a to e"),
    ("used=-", "used=- whites=z9", "cells like"), ("phase=take", "phase=card-colour", "lacks place"),
]


@pytest.mark.parametrize(("old", "new", "why"), WRONG)
def test_wrong_positions_are_refused_with_what_would_be_right(old, new, why):
    match = table(pool="PPB,BW,YRP")
    assert old in match.position
    with pytest.raises(BadNotation, match=why):
        read_position(match.position.replace(old, new, 1), match.box)


def test_wrong_stars_and_lines():
    match = table(options={"advanced": True}, stars="1@1,2@2")
    with pytest.raises(BadNotation, match="star card 1 to 4"):
        read_position(match.position.replace("1@1", "1@7"), match.box)
    with pytest.raises(BadNotation, match="more star tokens"):
        read_position(match.position.replace("1@1,2@2", "12@1,2@2"), match.box)
    match = table(1, line="PRYB@1")
    with pytest.raises(BadNotation, match="four colours"):
        read_position(match.position.replace("PRYB", "PRYY"), match.box)


def test_every_event_has_a_sentence():
    heard = {}
    for seed in range(12):
        match = Match(GAME, seats=1 + seed % 4, seed=seed, advanced=bool(seed & 4))
        chooser = random.Random(seed)
        while not match.over:
            match.play(chooser.choice(match.legal))
        for move in [match.setup_move, *match.moves]:
            for note in move.notes:
                heard[EVENTS[note.event]] = sentence(note, match.box, match.names)
    quiet = {name for name, words in heard.items() if not words}
    assert quiet == {"column slid", "pool discarded", "fell", "display refilled"}
    assert set(EVENTS) - set(heard) <= {"no card", "free marble", "line card done", "tokens mixed", "star", "substituted"}
    assert all(words.endswith(".") for name, words in heard.items() if name not in quiet)


def test_the_diagram_keeps_other_cards_face_down():                 # [MB-52, MB-48]
    match = table(won="4ox1,5ox1", tokens="-,-")
    mine, theirs = GAME.notation.diagram(match.view(0), match.box).splitlines()[7:9]
    assert "worth 4" in mine and "worth" not in theirs and "1 card" in theirs
    match = table(won="4ox1,5ox1", options={"open_points": True})
    assert "worth 5" in GAME.notation.diagram(match.view(0), match.box)
    match = table(won="4ox1,5ox1", phase="over")
    assert "score 6" not in GAME.notation.diagram(match.view(0), match.box).splitlines()[0]
    assert "worth 5" in GAME.notation.diagram(match.view(0), match.box)


def test_texts_of_actions_are_the_same_for_the_view():
    match = table(pool="PPB,BW,YRP")
    match.play("take 1")
    view = match.view(0)
    assert [GAME.notation.write_action(view, match.box, action) for action in match.legal] == match.legal_texts
    assert action_of(GAME, view, match.box, "place 0 a") == 3
