"""How positions are edited; core/editing.py explains it."""

from typing import Any

from ...core.editing import NOTHING, Field, seat_choices
from ...words import say
from .positions import SIGNS
from .state import COLUMNS, ROWS


def words_of(text: str, box: Any) -> dict[str, str]:
    columns, _, turn = text.partition(" ")
    return {"columns": columns, "player": turn}


def text_of(words: dict[str, str]) -> str:
    return f"{words['columns']} {words['player']}"


def fields_of(box: Any, seats: int) -> list[Field]:
    return [Field("player", say("To move"), seat_choices([say("Blue"), say("Red")], SIGNS)),
            Field("columns", say("Columns from left to right, each from below"))]


def pieces_of(box: Any, seats: int) -> dict[str, str]:
    return {"x": say("Blue"), "o": say("Red"), NOTHING: say("Take out")}


def places_of(view: Any, box: Any) -> list[str]:
    return [f"col-{column}" for column in range(COLUMNS)]


def put(words: dict[str, str], box: Any, place: str, piece: str, player: int) -> dict[str, str]:
    """A column with one more marble, or with one less."""
    columns, column = words["columns"].split("/"), int(place.removeprefix("col-"))
    columns[column] = columns[column][:-1] if piece == NOTHING else (columns[column] + piece)[:ROWS]
    return {"columns": "/".join(columns), "player": whose_turn("".join(columns), box)}


def whose_turn(marbles: str, box: Any) -> str:
    """Who moves after these marbles: the players take turns."""
    return SIGNS[(box.first_player + len(marbles)) % 2]
