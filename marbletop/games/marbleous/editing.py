"""How positions are edited; core/editing.py explains it."""

from typing import Any

from ...core.editing import NOTHING, Field, seat_choices
from ...words import capital, say
from .names import LETTERS, SEAT_NAMES, colour_name
from .state import COLOURS, COLUMNS, HEIGHT

COMPUTED = ("step", "stack", "blue", "orange")          # follow from the others


def words_of(text: str, box: Any) -> dict[str, str]:
    given = dict(word.partition("=")[::2] for word in text.split())
    return {name: value for name, value in given.items() if name not in COMPUTED}


def text_of(words: dict[str, str]) -> str:
    return " ".join(f"{name}={value}" for name, value in words.items())


def fields_of(box: Any, seats: int) -> list[Field]:
    return [Field("player", say("To move"), seat_choices([say(name) for name in SEAT_NAMES[:seats]], "0123"[:seats])),
            Field("turn", say("Turns played")), Field("trays", say("Trays, column by column, each from below")),
            Field("tokens", say("Bonus tokens of each player")), Field("pool", say("Marble cards to take")),
            Field("display", say("Point cards, column by column")), Field("won", say("Point cards won"))]


def pieces_of(box: Any, seats: int) -> dict[str, str]:
    return {**{LETTERS[colour]: capital(colour_name(colour)) for colour in range(COLOURS)}, NOTHING: say("Take out")}


def places_of(view: Any, box: Any) -> list[str]:
    return [f"col-{column}" for column in range(COLUMNS)]


def put(words: dict[str, str], box: Any, place: str, piece: str, player: int) -> dict[str, str]:
    """A column of the player's tray with one more marble on top, or with one less."""
    trays, column = words["trays"].split(","), int(place.removeprefix("col-"))
    columns = trays[player].split("|")
    columns[column] = columns[column][:-1] if piece == NOTHING else (columns[column] + piece)[:HEIGHT]
    trays[player] = "|".join(columns)
    return {**words, "trays": ",".join(trays)}
