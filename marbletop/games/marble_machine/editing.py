"""How positions are edited; core/editing.py explains it."""

import re
from typing import Any

from ...core.editing import NOTHING, Field, seat_choices
from ...words import phrases, say
from .names import tile_name, write_space
from .state import CODES, DIRECTIONS, ERASE, ORIENTED, PHASES, SPEEDS

SEAT_NAMES = ("Blue", "Red", "Yellow", "Purple", "Green", "Black")
DECISIONS = phrases(          # by phase
    "trade in Modifiers", "first tile or marble", "second tile or marble", "aim the marble",
    "place the Part", "turn the Part", "erase a Part", "choose the Part to move", "choose where it moves",
    "choose the first Part to swap", "choose the second Part to swap", "turn the first Part", "turn the second Part",
    "the game is over")
SECTIONS = ("board", "marbles", "hands", "out", "aside", "back", "played", "tile", "tradable")


def words_of(text: str, box: Any) -> dict[str, str]:
    head, *sections = (section.strip() for section in text.split(";"))
    phase, *values = head.split()
    words = {"phase": phase, **dict(value.partition("=")[::2] for value in values)}
    return {**words, **dict(section.partition(" ")[::2] for section in sections if section)}


def text_of(words: dict[str, str]) -> str:
    head = " ".join([words["phase"], *(f"{name}={value}" for name, value in words.items()
                                       if name not in ("phase", *SECTIONS) and value)])
    return "; ".join([head, *(f"{name} {words[name]}" for name in SECTIONS if words.get(name))])


def fields_of(box: Any, seats: int) -> list[Field]:
    seat_list = seat_choices([say(name) for name in SEAT_NAMES[:seats]], [str(seat) for seat in range(seats)])
    return [Field("player", say("To move"), seat_list), Field("starter", say("First player"), seat_list),
            Field("phase", say("Decision"), tuple((name, say(words)) for name, words in zip(PHASES, DECISIONS))),
            Field("hands", say("Hands, a word for each player")), Field("marbles", say("Marbles")),
            Field("board", say("Parts on the board"))]


def pieces_of(box: Any, seats: int) -> dict[str, str]:
    parts = {}
    for tile in range(1, ERASE):
        for facing in range(1, DIRECTIONS + 1) if tile in ORIENTED else (0,):
            name = say("{tile} to {n}", tile=tile_name(tile), n=facing) if facing else tile_name(tile)
            parts[f"{CODES[tile]}{facing or ''}"] = name
    marbles = {f"{speed}>{way}": say("Marble of speed {speed} to {n}", speed=speed, n=way)
               for speed in range(1, SPEEDS + 1) for way in range(1, DIRECTIONS + 1)}
    return {**parts, **marbles, NOTHING: say("Take out")}


def places_of(view: Any, box: Any) -> list[str]:
    return [f"sp-{space}" for space in range(box.edge)]


def put(words: dict[str, str], box: Any, place: str, piece: str, player: int) -> dict[str, str]:
    """A Part or a marble on a space, or nothing."""
    space = write_space(int(place.removeprefix("sp-")))
    board = [one for one in words.get("board", "").split() if not one.endswith(f"@{space}")]
    marbles = [one for one in words.get("marbles", "").split() if not re.fullmatch(rf"\d[@#]{re.escape(space)}>\d", one)]
    if ">" in piece:
        speed, _, way = piece.partition(">")
        return {**words, "marbles": " ".join([*marbles, f"{speed}@{space}>{way}"])}
    if piece == NOTHING:
        return {**words, "board": " ".join(board), "marbles": " ".join(marbles)}
    return {**words, "board": " ".join([*board, f"{piece}@{space}"])}
