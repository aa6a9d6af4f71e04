"""What people read: no codes, nothing that did not happen, and a line for a turn that says what mattered."""

import random
import re

import pytest

from marbletop.core.match import Match
from marbletop.core.notes import Note
from marbletop.games.marble_machine import GAME
from marbletop.games.marble_machine.movement import run_movement_phase
from marbletop.games.marble_machine.names import place_text
from marbletop.games.marble_machine.sentences import sentence
from marbletop.games.marble_machine.state import (
    ACTED,
    AIMED_MARBLE,
    COLLECTED,
    DIVERT_SLOW,
    DREW_MARBLE,
    ERASED,
    FINAL,
    KEPT,
    LEFT,
    MOVED_PART,
    PLAYED_PART,
    PUSH,
    RANDOM_PUSH,
    REDIRECT,
    RIGHT,
    SLID,
    SPACE_AT,
    SWAP,
    SWAPPED,
    TRADED,
)
from marbletop.games.marble_machine.story import TURN_BEGINS, in_short, story
from marbletop.web.page.log_text import LETTERS, notes_by_turn
from marbletop.words import You, use_language

from .tables import box_for, position, raw_notes_of

# Coordinates, single capital letters as names, seats by number, notation.
CODES = re.compile(r"-?\d+,-\d+|(?<![\w'])[B-HJ-Z](?![\w'])|seat \d|#\d|[a-z]+_[a-z]+|@|>\d|\bhits? home\b")
PEOPLE = ["Ruth", "Bo", "Milo", "Nina", "Clea", "Pina"]


def names_for(seats, reader):
    return [You(name) if seat == reader else name for seat, name in enumerate(PEOPLE[:seats])]


def sentences_of(seats, seed, **options):
    """Everything that is said in a random game, to the player who decides and to somebody else."""
    match, chance = Match(GAME, seats, seed=seed, **options), random.Random(seed)
    while not match.over:
        reader = match.player if chance.random() < 0.7 else (match.player + 1) % seats
        names = names_for(seats, reader)
        if chance.random() < 0.25:
            scene = GAME.board.scene(match.view(reader), match.box, names)
            yield scene.status
            yield from (text for choice in scene.choices for text in (choice.label, choice.consequence, choice.button))
            yield from (part.name for panel in scene.panels for part in panel.root.walk())
            yield from (text for panel in scene.panels for text in (panel.title, panel.caption))
            yield from (text for seat in scene.seats for text in (seat.score, *seat.facts))
        move = match.play(chance.choice(match.legal))
        heard = move.heard_by(GAME.hears(match.state, match.box, reader))
        yield from (GAME.notation.sentence(note, match.box, names) for note in heard)
        yield from (story(notes, match.box, names) for notes in notes_by_turn(GAME, heard))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("seats", "options"), [(2, {}), (3, {"radius": 4}), (4, {"teams": True}), (5, {"aim": "after"})])
def test_nobody_has_to_read_codes(language, seats, options):
    with use_language(language):
        found = {text for text in sentences_of(seats, seats, **options) if text}
    assert len(found) > 200
    assert [text for text in found if CODES.search(text)] == []
    if language == "de":
        english = re.compile(r"\b(the|your?|marble|tile|towards|and|from)\b", re.IGNORECASE)
        assert [text for text in found if english.search(text)] == []


def say(event, *details):
    return GAME.notation.sentence(Note(event, details), box_for(), PEOPLE)


def test_only_a_slow_marble_is_turned_by_divert_slow():
    assert say(ACTED, 0, DIVERT_SLOW, 1, 0, 1, 1) == "Divert Slow turns a speed 1 marble towards the top."
    assert say(ACTED, 0, DIVERT_SLOW, 1, 0, 1, 2) == "Divert Slow leaves a speed 2 marble alone: it is too fast."
    assert say(ACTED, 0, REDIRECT, 1, 0, 1, 2) == "Redirect turns a speed 2 marble towards the top."


def test_a_push_is_told_only_if_the_marble_was_pushed():
    assert say(ACTED, 0, RANDOM_PUSH, 1, 3, 1, 2) == "Random Push rolls a 3."
    assert say(ACTED, 0, PUSH, 1, 0, 1, 2) == "A speed 2 marble hits Push."
    assert say(SLID, 0, 1, 2, 2) == "A speed 2 marble is pushed one space."


def test_notes_of_old_tables_are_told_without_the_speed():
    assert say(SLID, 0, 1, 2) == "A marble is pushed one space."
    assert say(ACTED, 0, DIVERT_SLOW, 1, 0, 1) == "" and say(COLLECTED, 0, 1, 0) == "Ruth collects a marble."
    assert say(FINAL, 0) == "The Final Phase begins."


def lines_of(match, reader=0):
    """The log of a match, a line for each turn."""
    names, lines, turn, seat = names_for(match.seats, reader), [], [], -1
    for move in match.moves:
        if move.seat != seat:
            lines += [story(notes, match.box, names) for notes in notes_by_turn(GAME, turn)]
            turn, seat = [], move.seat
        turn += move.notes
    return [line for line in [*lines, *(story(notes, match.box, names) for notes in notes_by_turn(GAME, turn))] if line]


def test_a_turn_is_one_line():
    match = Match(GAME, 2, trade_in="none", seed=1)
    match.state, _ = position("board left@0,-1; marbles 4@2,-4>2; hands erase+left right+right")
    for action in ("marble", "aim 4", "left", "at 2,2"):
        match.play(action)
    speed = match.state.speed[1]
    who = "You collect" if match.state.collected[0] else "Bo collects"
    line = lines_of(match)[0]
    assert line.startswith(f"You aim a speed {speed} marble at 4. ") and line.endswith(" You place Left on G7.")
    assert f"{who} a speed 4 marble" in line, "the others run between the marble and the tile"
    assert lines_of(match, reader=1)[0].endswith(" Ruth places Left on G7.")


def test_a_turn_in_which_no_marble_comes_to_anything_is_one_sentence():
    match = Match(GAME, 2, trade_in="none", seed=1)
    match.state, _ = position("board left@0,-1; marbles 1@home>2; hands erase+left right+right")
    for action in ("marble", "aim 4", "left", "at 2,2"):
        match.play(action)
    assert lines_of(match)[0] == f"You aim a speed {match.state.speed[1]} marble at 4, then place Left on G7."


def test_a_marble_that_is_aimed_after_the_others_have_run_is_told_so():              # [MM-23]
    match = Match(GAME, 2, trade_in="none", aim="after", seed=1)
    match.state, _ = position("board left@0,-1; marbles 4@2,-4>2; hands erase+left right+right", aim="after")
    for action in ("marble", "aim 4"):
        match.play(action)
    line = lines_of(match)[0]
    assert line.startswith(f"You play a speed {match.state.speed[1]} marble. ") and line.endswith(" You aim it at 4.")
    assert "a speed 4 marble" in line


def told_of(text, *dice, seats=2, reader=0):
    """What is told of a movement phase with these dice, and what of it was done to the reader."""
    state, box = position(text, seats)
    names, notes = names_for(seats, reader), raw_notes_of(state, box, run_movement_phase, 0, dice=dice)
    return story(notes, box, names), *(story(hit, box, names) for hit in GAME.notation.befell(notes, reader, box))


def test_what_a_separator_rolls_is_told_with_who_collects_and_who_does_not():         # [MM-51]
    lost = "Separator 1 rolls a 1. Bo collects a speed 1 marble, not you."
    won = "Separator 1 rolls a 2. You collect a speed 1 marble."
    assert told_of("marbles 1@0,-4>1", 1) == (lost, lost) and told_of("marbles 1@0,-4>1", 2) == (won, won)
    assert told_of("marbles 1@0,-4>1", 1, seats=3, reader=1) == ("Separator 1 rolls a 1. Milo collects a speed 1 marble.",)


def test_a_die_is_told_if_it_decided_something():
    assert told_of("board fork1@0,-2; marbles 1@0,-1>1", 3) == ("Fork rolls a 3 and turns a speed 1 marble towards the top.",)
    push = "marbles 1@0,-1>1; board random_push@0,-2"
    assert told_of(push, 2) == ("Random Push rolls a 2. A speed 1 marble is pushed one space.",)
    assert told_of(f"{push} solid_wall@1,-3", 2) == ("",), "the push was blocked"


def test_what_was_done_to_the_reader_is_told_before_what_others_got():
    text, mine = told_of("marbles 1@4,0>3 1@0,-4>1", 2, 2, seats=6)
    assert text == f"{mine} Separator 3 rolls a 2. Milo collects a speed 1 marble."
    assert mine == "Separator 1 rolls a 2. You collect a speed 1 marble."
    text, first, second = told_of("marbles 1@0,-4>1 1@4,0>3", 1, 2)
    assert first.endswith("You collect a speed 1 marble.") and second.endswith("Bo collects a speed 1 marble, not you.")
    text, mine = told_of("marbles 1@4,0>3 1@0,-4>1 1@-4,4>5", 2, 2, 2, seats=6)
    assert text == "Marbles collected: you 1, Milo 1, Clea 1." and mine.endswith("You collect a speed 1 marble.")


def test_the_final_phase_has_short_lines_and_a_summary():
    for seed in range(6):
        match, chance = Match(GAME, 3, seed=seed), random.Random(seed)
        while not match.over:
            match.play(chance.choice(match.legal))
        lines = lines_of(match)
        begins = next(n for n, line in enumerate(lines) if "the Final Phase begins" in line)
        assert lines[-1].startswith("The Final Phase is over.") and ("win" in lines[-1] or "victory" in lines[-1])
        assert all(len(line) < 200 for line in lines) and begins < len(lines) - 1
        gained = sum(note.event == COLLECTED for note in match.moves[-1].notes[after_final(match.moves[-1].notes):])
        told = re.findall(r"(?:you|Bo|Milo) (\d+)", lines[-1])
        assert sum(map(int, told)) == gained
        whole = GAME.notation.story(match.moves[-1].notes, match.box, ("Ann", "Bo", "Milo"))
        assert whole.count("Final Phase") == 2 and "Marbles collected" not in whole.partition("the Final Phase begins")[2]
    assert len(TURN_BEGINS) == 3


def after_final(notes):
    return next(n for n, note in enumerate(notes) if note.event == FINAL)


def test_places_are_called_by_what_stands_on_them():
    assert place_text(5, 0) == "at Home"
    assert [place_text(5, SPACE_AT[cell]) for cell in ((1, 0), (-3, 3), (2, 1))] == ["on F5", "on B5", "on G6"]


def test_trading_is_told_in_plain_words():                                           # [MM-5]
    kept, traded = Note(KEPT, (1,)), Note(TRADED, (1, SWAP))
    names = names_for(2, 0)
    assert story([kept], box_for(), names) == sentence(kept, box_for(), names) == "", "nobody knows whether they could"
    assert story([traded, kept], box_for(), names) == "Bo trades in Swap."


def test_tiles_that_change_places_are_told_with_both_spaces():                         # [MM-30 to MM-32]
    marble = [Note(DREW_MARBLE, (1, 1)), Note(AIMED_MARBLE, (1, 3))]
    for note, alone, after_a_marble in (
            (Note(SWAPPED, (1, 1, 2, LEFT, 0, RIGHT, 0)), "Bo swaps the tiles on E4 and F4.",
             "Bo aims speed 1 at 3, then swaps the tiles on E4 and F4."),
            (Note(MOVED_PART, (1, LEFT, 1, 2, 0)), "Bo moves Left from E4 to F4.",
             "Bo aims speed 1 at 3, then moves Left from E4 to F4."),
            (Note(ERASED, (1, PUSH, 2)), "Bo takes Push off F4.", "Bo aims speed 1 at 3, then takes Push off F4.")):
        names = [You("Ruth"), "Bo"]
        assert sentence(note, box_for(2), names) == story([note], box_for(2), names) == alone
        assert in_short([*marble, note], box_for(2), names) == after_a_marble


def test_a_turn_of_others_is_told_in_a_line_of_a_phone():
    names = ["Yellow", You("Ruth")]
    marble, other = ([Note(DREW_MARBLE, (0, 2)), Note(AIMED_MARBLE, (0, n))] for n in (3, 4))
    for turn, said in (([*marble, Note(PLAYED_PART, (0, LEFT, 2, 0))], "Yellow aims speed 2 at 3, then places Left on F4."),
                       ([*marble, *other], "Yellow aims speed 2 at 3 and speed 2 at 4.")):
        assert in_short(turn, box_for(2), names) == said and len(said) <= LETTERS + 3       # which fits with narrow letters
        assert "a speed 2 marble" in story(turn, box_for(2), names)
