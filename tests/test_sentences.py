"""What people read in a game, in every language: sentences, and nothing that only the program or its records should know."""

import os
import random
import re

import pytest

from marbletop import Match
from marbletop.bots.bot import Analysis, Ranked
from marbletop.bots.explain import explain
from marbletop.core.telling import story_of
from marbletop.drawing.plain import scene_of
from marbletop.games import GAMES
from marbletop.words import You, say, use_language

GAMES_EACH = int(os.environ.get("MARBLETOP_SENTENCES", "6"))            # `make torture` plays 200
MOST_MOVES = 260
SCENES = 0.04                               # of the positions whose prompts and choices are read
HINTS = 0.02                                # of the positions in which a hint is read
COMPARED, FORESEEN = 3, 4                   # choices that a hint weighs, and decisions it foresees after each

MODES = [
    ("marbleous", 1, {}), ("marbleous", 2, {}), ("marbleous", 4, {"advanced": True}),
    ("marabunta", 2, {}), ("marabunta", 2, {"decline_powers": "always", "special_hexes": "between"}),
    ("marbles_and_jokers", 2, {}), ("marbles_and_jokers", 4, {}), ("marbles_and_jokers", 6, {"teams": "none"}),
    ("marble_machine", 2, {}), ("marble_machine", 4, {"teams": True}), ("marble_machine", 6, {}),
    ("connect_four", 2, {}), ("connect_four", 2, {"misere": True})]
PEOPLE = ("Ruth", "Bodo", "Milo", "Nina", "Clea", "Pina", "Theo", "Ida")

CODES = {
    "a coordinate": re.compile(r"^(?!.*\bim Schnitt\b).*?(?<!etwa )-?\b\d+,-?\d+"),          # "etwa 0,5 Murmeln" is a decimal
    "a seat by number": re.compile(r"\b(?:seat|Sitz) \d|\bPlatz \d(?! i[mn] |$)", re.IGNORECASE),
    "a code of letters": re.compile(r"\b(?![A-ZÄÖÜ]+[!?.:]?$)[A-Z]{2,7}\b"),
    "a number of the program": re.compile(r"#\d|\b[a-z]+_[a-z]+\b"),
    "a placeholder": re.compile(r"[{}]"),
    "a rule number": re.compile(r"\b(?:MB|MA|MJ|MM|C4)-\d"),
    "no sentence": re.compile(r"\(bot\)|\s\.|\.\.(?!\.)|\s{2}|None|-1\b"),
}
# Columns of Marbleous, Connect Four and Marble Machine are drawn on the board by these letters, and so are the cards.
LETTERS = {"marbleous": "ABCDE", "marble_machine": "ABCDEFGHI", "marbles_and_jokers": "", "marabunta": "", "connect_four": ""}


def codes_in(game, text):
    """What a text contains that nobody should have to read."""
    found = [f"{name}: {match[0]!r} in {text!r}" for name, code in CODES.items() if (match := code.search(text))]
    single = re.findall(r"(?<![\w'.])[B-HJ-Z](?![\w'])", text)
    return found + [f"a letter: {letter!r} in {text!r}" for letter in single if letter not in LETTERS[game]]


def texts_of(scene):
    """What a page says about a position and its choices."""
    yield from (scene.status, scene.progress, scene.remark)
    for seat in scene.seats:
        yield from (seat.score, *seat.facts)
    for label, value in scene.facts:
        yield from (label, value)
    for panel in scene.panels:
        yield from (panel.title, panel.caption)
        yield from (part.name for part in panel.root.walk() if part.name)              # what a screen reader hears
    for choice in scene.choices:
        yield from (choice.label, choice.consequence, choice.how, choice.button, choice.confirm)


def hint_texts(match, chance):
    """What is said by a bot that has looked at some choices, and at what may follow each."""
    names = [You(who) if seat == match.player else who for seat, who in enumerate(PEOPLE[:match.seats])]
    chances = sorted((chance.random() for _ in range(COMPARED)), reverse=True)
    looked_at = chance.sample(list(match.legal), min(COMPARED, len(match.legal)))
    rows = tuple(Ranked(action, (won,) * match.seats, line=line_from(match.copy(), action, chance))
                 for action, won in zip(looked_at, chances))
    told = explain(match.game, match.view(match.player), match.box, Analysis(match.player, rows), names)
    return [told.chosen.gesture_label, *told.sentences]


def line_from(match, action, chance):
    """An action, and decisions that may follow it."""
    match.play(action)
    line = [action]
    while not match.over and len(line) <= FORESEEN:
        line.append(chance.choice(match.legal))
        match.play(line[-1])
    return tuple(line)


@pytest.mark.slow
@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize(("name", "seats", "options"), MODES, ids=lambda value: str(value).replace(" ", ""))
def test_nobody_has_to_read_codes(name, seats, options, code):
    chance, found = random.Random(f"{name}{seats}"), {}
    with use_language(code):
        check(name, map(say, GAMES[name].notation.REASONS.values()), found)             # why not
        for seed in range(GAMES_EACH):
            match = Match(name, seats, seed=seed, **options)
            while not match.over and len(match.moves) < MOST_MOVES:
                reader = chance.randrange(-1, seats)
                names = [You(who) if seat == reader else who for seat, who in enumerate(PEOPLE[:seats])]
                if chance.random() < SCENES:
                    check(name, texts_of(scene_of(match.game, match.view(reader), match.box, names)), found)
                if chance.random() < HINTS:
                    check(name, hint_texts(match, chance), found)
                match.play(chance.choice(match.legal))
                heard = match.moves[-1].heard_by(match.game.hears(match.state, match.box, reader))
                check(name, [story_of(match.game, list(heard), match.box, names)], found)
            if match.over and hasattr(match.game.board, "ending"):
                ending = match.game.board.ending(match.view(-1), match.box, list(PEOPLE[:seats]))
                check(name, [ending.why, ending.story, *(row.label for row in ending.rows)], found)
    assert not found, "\n".join(found.values())


def check(name, texts, found):
    for text in texts:
        for said in codes_in(name, str(text or "")):
            found.setdefault(said.partition(" in ")[0], said)
