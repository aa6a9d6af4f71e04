"""A sentence for each note."""

from collections.abc import Callable

from .letters import COLUMN_LETTERS, NAMES, card_text, cell_text, cells_of
from .state import (
    BEGINS,
    CARD_DISCARDED,
    CARD_TAKEN,
    COLUMN_SLID,
    DISPLAY_REFILLED,
    FELL,
    FREE_MARBLE,
    GAME_OVER,
    LINE_CARD_DONE,
    LOST,
    NO_CARD,
    NOTHING,
    POINT_KINDS,
    POINTS,
    POOL_DISCARDED,
    POOL_REFILLED,
    POPPED,
    ROLLED,
    STAR,
    SUBSTITUTED,
    TOKEN_FLIPPED,
    TOKEN_SPENT,
    TOKEN_WON,
    TOKENS_MIXED,
)


def sentence(note, box, names):
    """What a note says, in words; "" for what another note of the same move tells better."""
    write = SENTENCES.get(note.event)
    return write(box, names, *note.details) if write else ""


def _column(column):
    return f"column {COLUMN_LETTERS[column]}"


SENTENCES: dict[int, Callable[..., str]] = {
    BEGINS: lambda box, names, seat: f"{names[seat]} begins.",
    CARD_TAKEN: lambda box, names, seat, slot, card: f"{names[seat]} takes the marble card {card_text(box, card)}.",
    SUBSTITUTED: lambda box, names, seat, wanted, came: (
        f"{NAMES[wanted].capitalize()} has run out: " + (f"{names[seat]} takes {NAMES[came]} instead." if came != NOTHING
                                                         else "nothing is left to take.")),
    ROLLED: lambda box, names, seat, colour, cell: (
        f"{names[seat]} rolls {NAMES[colour]} to {cell_text(*cells_of(cell)[0])}."),
    LOST: lambda box, names, seat, colour, column: (
        f"{_column(column).capitalize()} is full: {names[seat]} loses a {NAMES[colour]} marble."),
    TOKEN_SPENT: lambda box, names, seat, colour, column: f"{names[seat]} spends a {NAMES[colour]} token.",
    POPPED: lambda box, names, seat, colour, many, cells: f"{names[seat]} pops {NAMES[colour]} {many}.",
    FELL: lambda box, names, seat, cells: "The marbles above fall.",
    STAR: lambda box, names, seat: f"{names[seat]} pops a second set and takes a star.",
    LINE_CARD_DONE: lambda box, names, seat, colour, left: (
        f"The {NAMES[colour]} card of the line is done; {f'{left} to go' if left else 'the line is complete'}."),
    POINTS: lambda box, names, seat, column, row, kind: (
        f"{names[seat]} takes the {NAMES[column]} #{row + 3} card: {box.value[kind]} points."),
    NO_CARD: lambda box, names, seat, row: f"There is no #{row + 3} card for {names[seat]} to take.",
    TOKEN_WON: lambda box, names, seat, colour: f"{names[seat]} draws a {NAMES[colour]} token.",
    TOKENS_MIXED: lambda box, names: "The discarded tokens are mixed and become the supply.",
    COLUMN_SLID: lambda box, names, column, row: "",
    DISPLAY_REFILLED: lambda box, names, column, kind: (
        f"A {'blue' if kind < POINT_KINDS else 'orange'} {box.value[kind]} comes to the top of the {NAMES[column]} column."),
    FREE_MARBLE: lambda box, names, seat, colour: f"{names[seat]} has an empty tray and earns a {NAMES[colour]} marble.",
    TOKEN_FLIPPED: lambda box, names, colour: f"A {NAMES[colour]} token is turned up.",
    CARD_DISCARDED: lambda box, names, column, kind: f"The {NAMES[column]} #3 card, {box.value[kind]} points, is discarded.",
    POOL_DISCARDED: lambda box, names: "",
    POOL_REFILLED: lambda box, names, slot, card: f"The marble card {card_text(box, card)} comes into the pool.",
    GAME_OVER: lambda box, names: "The marble cards are used up: the game is over.",
}
