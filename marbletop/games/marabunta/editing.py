"""How positions are edited; core/editing.py explains it."""

from typing import Any

from ...core.editing import NOTHING, Field, seat_choices
from ...words import phrases, say
from .names import COLONY_LETTERS, COLONY_NAMES, hex_name, tile_words
from .positions import hex_index, mark_text
from .state import PHASE_NAMES, TILE_NAMES

EMPTY = ".."
DECISIONS = phrases(          # by phase
    "divide the dice", "take a tray", "use a die or the tile", "write a number", "cross out two hexes",
    "cross out a cupcake", "cross out a crate", "fill a circle", "use a die again", "the game is over")


def words_of(text: str, box: Any) -> dict[str, str]:
    drawn, *others = text.split()
    words = dict(word.partition("=")[::2] for word in others)
    return {"territory": drawn, **{name: value for name, value in words.items() if name != "step"}}


def text_of(words: dict[str, str]) -> str:
    return " ".join([words["territory"], *(f"{name}={value}" for name, value in words.items() if name != "territory")])


def fields_of(box: Any, seats: int) -> list[Field]:
    colonies = seat_choices([say(name) for name in COLONY_NAMES], COLONY_LETTERS)
    tiles = tuple((name, tile_words(number)) for number, name in enumerate(TILE_NAMES))
    return [Field("player", say("To move"), colonies), Field("starter", say("First player"), colonies),
            Field("phase", say("Decision"), tuple((name, say(words)) for name, words in zip(PHASE_NAMES, DECISIONS))),
            Field("round", say("Round")),
            Field("tile", say("Tile"), tiles), Field("stack", say("Tiles in the stack")), Field("dice", say("Dice")),
            Field("pool", say("Dice of the player")), Field("anthills", say("Anthills of Red and Blue")),
            Field("cupcakes", say("Cupcakes of Red and Blue")), Field("points", say("Points of Red and Blue")),
            Field("crates", say("Crates by group, of Red and Blue")),
            Field("circles", say("Circles filled on the leaves, by Red and Blue"))]


def pieces_of(box: Any, seats: int) -> dict[str, str]:
    numbers = {mark_text(mark): say("{who}: {n}", who=say(COLONY_NAMES[(mark - 2) // 4]), n=(mark - 2) % 4)
               for mark in range(2, 10)}
    return {**numbers, "xx": say("Cross out"), NOTHING: say("Take out")}


def places_of(view: Any, box: Any) -> list[str]:
    return [f"hex-{hex_name(box, hex)}" for hex in range(box.hexes)]


def put(words: dict[str, str], box: Any, place: str, piece: str, player: int) -> dict[str, str]:
    """A hex with a number, crossed out, or empty."""
    hex, rows = hex_index(box, place.removeprefix("hex-")), words["territory"].split("/")
    row, column = box.row[hex], 2 * box.column[hex]
    sign = EMPTY if piece == NOTHING else piece
    rows[row] = rows[row][:column] + sign + rows[row][column + 2:]
    return {**words, "territory": "/".join(rows)}
