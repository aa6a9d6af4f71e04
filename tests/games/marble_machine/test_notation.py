"""Texts: actions, positions, diagrams, sentences."""

import pytest

from marbletop.core.errors import BadNotation
from marbletop.core.match import Match, action_of
from marbletop.games.marble_machine import GAME
from marbletop.games.marble_machine.notation import diagram, read_position, write_position

from .tables import box_for, play, position

LINE = ("second player=0 starter=1 step=9; board left@0,-1 right_120@1,0 fork3@0,-2; marbles 2@home>1 1=4 3#1,1>5 1@next; "
        "hands left+fork swap+swap; out erase; aside move; back move; played 1,0; tradable swap -")


def test_a_position_reads_back():
    state = read_position(LINE, box_for())
    assert write_position(state, box_for()) == LINE
    assert state.collected[:2] == [0, 1] and state.bag == [0, 9, 6, 4, 2] and state.hand_size[:2] == [2, 2]


@pytest.mark.parametrize(("text", "says"), [
    ("", "begins with"), ("third player=0", "begins with"), ("first player=2", "player"), ("first seat=0", "cannot stand"),
    ("first player=x", "player"), ("first; tiles left", "no section"), ("first; board left3@0,-1", "left@0,-1"),
    ("first; board fork@0,-1", "fork3@0,-1"), ("first; board left@0,-5", "no space"),
    ("first; board left@home", "needs a space"),
    ("first; board left@0,-1 jump@0,-1", "needs a space"), ("first; board swap@0,-1", "no Part"),
    ("first; marbles 5@home>1", "no marble"), ("first; marbles 2@home>7", "no marble"), ("first; marbles 2@9,9>1", "no space"),
    ("first; marbles 4=1 4=1 4=1", "only 2 marbles of speed 4"), ("first; hands left", "2 seats"),
    ("first; hands left+left+left -", "2 tiles at most"), ("first; hands links -", "no tile"),
    ("first; hands go_home+go_home -", "Of Go Home the box has only 1, and here are 2"), ("first; out links", "no tile"),
    ("first; played 1", "2 numbers"),
    ("first; tile fork", "two spaces"), ("first; tile fork - - 9", "orientation"), ("first; tradable swap", "2 seats"),
])
def test_a_wrong_position_is_refused_with_what_would_be_right(text, says):
    with pytest.raises(BadNotation, match=says):
        read_position(text, box_for())


def test_nobody_collects_in_an_unused_goal():                                        # [MM-52]
    with pytest.raises(BadNotation, match="nobody owns goal 6"):
        read_position("first; marbles 1=6", box_for(5))


def test_actions_are_understood_in_other_words():
    state, box = position("board redirect1@0,-1 jump@0,-2; hands divert_slow+swap right+right")
    assert action_of(GAME, state, box, "Divert Slow") == 12 == action_of(GAME, state, box, "play divert_slow")
    play(state, box, "divert_slow")
    assert action_of(GAME, state, box, "(1, -1)") == 27 == action_of(GAME, state, box, "at 1,-1")
    play(state, box, "at 1,-1")
    assert action_of(GAME, state, box, "NE") == 21 == action_of(GAME, state, box, "2") == action_of(GAME, state, box, "turn 2")
    for wrong in ("7", "north", "at 0,-1", "fork"):
        with pytest.raises(BadNotation):
            action_of(GAME, state, box, wrong)


def test_the_diagram_shows_the_machine():
    state, box = position("board fork3@0,-2 solid_wall@1,0; marbles 2@home>1 1@0,-2>4 1@0,-2>5 3=1; hands left+fork swap+swap")
    text = diagram(GAME.view(state, box, 0), box)
    assert "2↑" in text and "F↘ 1↓+" in text and "##" in text and "[1]" in text
    assert "hand of seat 0: left fork" in text and "seat 0 ■ ▲ ●: 1 of 7 marbles 3" in text
    assert "swap" not in text


def test_sentences_tell_what_happened():
    match = Match(GAME, trade_in="none", seed=1)
    match.state, _ = position("board left@0,-1 solid_wall@-1,-1 jump@2,-1; marbles 2@home>1 4@2,0>1; "
                              "hands erase+left right+right")
    match.play("marble")
    match.play("aim 4")
    told = match.sentences(0)
    assert "Left turns a speed 2 marble left." in told and "The Solid Wall stops a speed 2 marble." in told
    assert "A speed 4 marble jumps." in told and "The new marble is set on Home." in told
    match.play("left")
    match.play("at 2,2")
    assert match.sentences(0)[0] == "Blue places Left on G7."
    assert match.sentences(0)[-1].startswith("Blue draws ") and not any("draws" in told for told in match.sentences(1))


def test_every_note_of_a_game_is_told_without_fault():
    for seats, options in ((4, {}), (6, {"teams": True})):
        match = Match(GAME, seats, seed=11, **options)
        while not match.over:
            match.play(match.legal[len(match.moves) % len(match.legal)])
        words = [sentence for move in match.moves for sentence in match.sentences(-1, move)]
        assert any("win" in sentence for sentence in words) and all(sentence.endswith(".") for sentence in words)
