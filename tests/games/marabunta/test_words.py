"""Marabunta speaks to people: no codes, coordinates or notation in anything that they read, in both languages."""

import random
import re
from pathlib import Path

import pytest

from marbletop.core.match import Match
from marbletop.core.notes import Note
from marbletop.games.marabunta import GAME, reasons
from marbletop.games.marabunta.board import cupcakes_left
from marbletop.games.marabunta.notation import REASONS, TURN_BEGINS
from marbletop.games.marabunta.pictures import hexes_of
from marbletop.games.marabunta.reasons import TILE_RULES
from marbletop.games.marabunta.rules import score
from marbletop.games.marabunta.short import ROOM
from marbletop.games.marabunta.state import E_CUPCAKE, E_WROTE, REGION_NAMES
from marbletop.words import You, catalogues, use_language

from .table import Table, box_with
from .test_rules import select

# Coordinates, seats by number, letters of dice, words of the program, and what a sentence must not begin with.
CODES = re.compile(r"-?\d+,-?\d+|seat \d|\b[POGSBYT]{2,7}\b|\b[B-HJ-Z]\b|element|resolve|undefined|\bpool with|_|\bNone\b"
                   r"|\{|\}|:\s*\.|\.\.|  |\bdue\b")
ENGLISH = re.compile(r"\b(the|The|you|You|your|with|region|hex|cupcakes?|crates?|leaf|tray|anthills?|tile|green|grey)\b")
MODES = [{}, {"territory": "plain", "player_boards": "plain"}, {"special_hexes": "between", "decline_powers": "always"},
         {"cross_two_regions": False, "partial_effects": False, "same_value_adjacent": False}]


def texts_of(scene):
    """Everything that a scene says, besides names written on the board."""
    yield from (scene.status, scene.more, scene.missing, scene.progress, scene.remark)
    for label, value in scene.facts:
        yield from (label, value)
    for seat in scene.seats:
        yield from seat.facts
    for panel in scene.panels:
        yield from (panel.title, panel.caption, *(part.name for part in panel.root.walk() if part.name))
    for choice in scene.choices:
        yield from (choice.label, choice.consequence, choice.button, choice.confirm)
    if scene.subset:
        yield from (scene.subset.prompt, *scene.subset.piles, *(label for _, label in scene.subset.items))
        yield from (scene.subset.about(mask) for mask in (0, 5, 64, 127))


def play_and_read(seed, options):
    """The sentences of a random game: as the seats read them in turn, and the log."""
    match, chance = Match(GAME, seed=seed, **options), random.Random(seed)
    turn = []
    while not match.over:
        names = ((You("Ruth"), "Bo"), ("Ruth", You("Bo")))[match.player]
        seat = match.player if len(match.moves) % 4 else 1 - match.player           # who waits reads something, too
        yield from texts_of(GAME.board.scene(match.view(seat), match.box, names if len(match.moves) % 4 else ("Ruth", "Bo")))
        match.play(chance.choice(match.legal))
        for note in match.moves[-1].notes:
            if note.event in TURN_BEGINS:
                turn = []
            turn = [*turn, note]
            yield GAME.notation.sentence(note, match.box, (You("Ruth"), "Bo"))
            yield from (tell(turn, match.box, ("Ruth", You("Bo"))) for tell in (GAME.notation.story, GAME.notation.in_short))
    told = GAME.board.ending(match.view(0), match.box, (You("Ruth"), "Bo"))
    yield from (told.why, told.story, *(row.label for row in told.rows))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("options", MODES, ids=lambda options: "-".join(options) or "usual")
def test_no_codes(options, language):
    with use_language(language):
        said = set(filter(None, play_and_read(7, options)))
    assert len(said) > 300 and not [text for text in said if CODES.search(text)]
    if language == "de":
        assert not [text for text in said if ENGLISH.search(text)]


@pytest.mark.parametrize("language", ["en", "de"])
def test_prompts_are_short_and_speak_to_you(language):
    match, chance = Match(GAME, seed=3), random.Random(3)
    with use_language(language):
        while not match.over:
            names = tuple(You("Ruth") if seat == match.player else "Bo" for seat in range(2))
            prompt = GAME.board.scene(match.view(match.player), match.box, names).status
            assert "Ruth" not in prompt and len(prompt) <= 140 and ";" not in prompt, prompt
            other = GAME.board.scene(match.view(1 - match.player), match.box, ("Ruth", "Ruth")).status
            assert other.startswith("Ruth ") and other != prompt
            match.play(chance.choice(match.legal))


def test_every_reason_is_told_in_plain_words():
    explaining = Path(reasons.__file__).read_text().partition("\ndef explain(")[2]
    named = {*re.findall(r'"(MA-\d+)"', explaining), *TILE_RULES}
    assert named == set(REASONS) and set(REASONS) <= set(GAME.rules_text)
    assert all(text in catalogues()["de"].texts and "MA-" not in text for text in REASONS.values())


# What the log tells of points: whose, and how many
GOT, LOST = re.compile(r"\bto (\w+) \(\+(\d+)\)"), re.compile(r"(\w+)(?: \(| )-(\d+)\)")
BROUGHT = re.compile(r"That brings (?:\d+ cupcakes? and )?(\d+) points?\.")
LEFT = re.compile(r"(\d+) cupcakes? left until the game ends")


def score_told(story, player):
    """What an entry of the log adds to the score of each colony, by its words alone."""
    told = {"Ruth": 0, "Bo": 0}
    for who, points in GOT.findall(story):
        told[who] += int(points)
    for who, points in LOST.findall(story):
        told[who] -= int(points)
    told[player] += sum(map(int, BROUGHT.findall(story)))
    return told


SHORT_GAIN, SHORT_LOSS = re.compile(r"\+(\d+)"), re.compile(r"(\w+) -(\d+)\)")


def score_told_in_short(short, player):
    """What a turn adds to the score of each colony, by its short words alone."""
    told = {"Ruth": 0, "Bo": 0}
    told[player] += sum(map(int, SHORT_GAIN.findall(short)))
    for who, points in SHORT_LOSS.findall(short):
        told[who] -= int(points)
    return told


@pytest.mark.parametrize("options", MODES)
def test_a_turn_in_short_tells_the_same_points_in_fewer_words(options):
    for seed in range(6):
        match, chance, names, turn, seat = Match(GAME, seed=seed, **options), random.Random(seed), ("Ruth", "Bo"), [], 0
        while not match.over:
            seat = match.player if not turn else seat
            turn += match.play(chance.choice(match.legal)).notes
            if match.over or match.player != seat or any(note.event in TURN_BEGINS for note in turn):
                story, short = (tell(turn, match.box, names) for tell in (GAME.notation.story, GAME.notation.in_short))
                assert score_told_in_short(short, names[seat]) == score_told(story, names[seat]), short
                assert len(short) <= len(story), short
                turn = []


def test_a_turn_in_short_tells_who_leads_and_what_was_lost():
    box, none_left = box_with(), (0, 0)
    green, yellow = (next(iter(hexes_of(box, REGION_NAMES.index(name)))) for name in ("green", "yellow"))
    turn = [Note(E_WROTE, (1, green, 3, 0, 3, 3, 0, 0, *none_left)), Note(E_WROTE, (1, yellow, 1, 0, 1, 0, 0, 0, *none_left))]
    assert GAME.notation.in_short(turn, box, (You("Ruth"), "Bo")) == (
        "Bo now leads yellow (+2) and tied green (you -2).")


def test_regions_are_counted_where_their_names_fill_more_than_a_line():
    box, none_left = box_with(), (0, 0)
    hexes = [next(iter(hexes_of(box, REGION_NAMES.index(name)))) for name in ("green", "yellow", "grey", "orange")]
    wrote = [Note(E_WROTE, (1, hex, 1, 0, 1, 0, 0, 0, *none_left)) for hex in hexes]
    names = (You("Ruth"), "Blue colony")
    assert GAME.notation.in_short(wrote[:3], box, names) == "Blue colony now leads green, yellow and grey (+6)."
    cupcakes = [Note(E_CUPCAKE, (1, 0, 0)), Note(E_CUPCAKE, (1, 1, 1))]
    assert GAME.notation.in_short([*wrote, *cupcakes], box, names) == "Blue colony now leads 4 regions (+8) and scored +1."


def notes_of(table, *actions):
    """What happens in some actions of one turn."""
    notes = []
    for action in actions:
        notes += table.play(action).notes
    return notes


@pytest.mark.parametrize(("position", "actions", "says"), [
    ({}, ["use G", "crate 1", "pass"], "Blue colony crossed out a crate and left 2 unused."),
    ({}, ["use G", "crate 1", "use P", "pass"], "Blue colony crossed out a crate and left the grey 1."),
    ({}, ["use S", "h3", "pass"], "Blue colony now leads grey (+2) and left 2 unused."),
    ({}, ["use G", "crate 1", "use P", "use S", "i3"], "Blue colony now leads grey (+2)."),
    ({}, ["use S", "h3", "use P", "use G", "crate 1"], "Blue colony now leads grey (+2) and took a cupcake."),
    ({"blue": "h2:1", "red": "h4:1"}, ["use S", "i3", "use P", "use G", "crate 1"],
     "Blue colony now leads grey (+2)."),
    ({"blue": "h2:0", "red": "h4:1"}, ["use S", "i3", "use P", "use G", "crate 1"],
     "Blue colony tied grey (you -2).")])
def test_what_another_colony_did_is_told_by_its_outcome_in_one_line(position, actions, says):
    table = Table(starter="R", player="B", **position, **select("PGS", "flag,2,crate,1,0,0"))
    notes = notes_of(table, *actions)
    assert GAME.notation.in_short(notes, table.box, (You("Ann"), "Blue colony")) == says and len(says) <= ROOM
    short, story = (tell(notes, table.box, ("Bo", You("Ann"))) for tell in (GAME.notation.in_short, GAME.notation.story))
    assert short == story, "to whom did it"


def test_what_fills_a_line_leaves_out_the_rest():
    """Only the score is told in any case."""
    for seed in range(6):
        match, chance, turn, seat = Match(GAME, seed=seed), random.Random(seed), [], 0
        while not match.over:
            seat = match.player if not turn else seat
            turn += match.play(chance.choice(match.legal)).notes
            if match.over or match.player != seat or any(note.event in TURN_BEGINS for note in turn):
                short = GAME.notation.in_short(turn, match.box, ("Red colony", "Blue colony"))
                assert len(short) <= ROOM or not re.search(r"unused|left|wrote|crossed out|filled", short), short
                turn = []


@pytest.mark.parametrize(("language", "says"), [
    ("en", "Bo made these two trays."), ("de", "Bo hat diese zwei Schalen gelegt.")])
def test_the_trays_that_are_in_sight_are_not_told_again(language, says):
    match = Match(GAME, seed=1, first_player="blue")
    notes = match.play("split POG").notes
    with use_language(language):
        assert GAME.notation.in_short(notes, match.box, (You("Ann"), "Bo")) == says


@pytest.mark.parametrize("options", MODES)
def test_the_points_of_the_log_add_up_to_the_score_that_is_shown(options):
    """And whoever reads it knows how many cupcakes are left."""
    for seed in range(12):
        match, chance, names = Match(GAME, seed=seed, **options), random.Random(seed), ("Ruth", "Bo")
        told, left, turn = {"Ruth": 0, "Bo": 0}, cupcakes_left(match.state, match.box), []
        while not match.over:
            player = match.player
            turn += match.play(chance.choice(match.legal)).notes
            if match.over or match.player != player or any(note.event in TURN_BEGINS for note in turn):
                story = GAME.notation.story(turn, match.box, names)
                for who, points in score_told(story, names[player]).items():
                    told[who] += points
                left = int(LEFT.findall(story)[-1]) if LEFT.search(story) else left
                assert list(told.values()) == [score(match.state, match.box, seat) for seat in (0, 1)], story
                assert left == cupcakes_left(match.state, match.box) or match.state.trigger >= 0       # then it is told why
                turn = []
