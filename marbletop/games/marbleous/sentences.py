"""A sentence for each note."""

from collections.abc import Callable, Sequence
from typing import Any

from ...core.notes import Note
from ...words import capital, plural, say
from .names import COLUMN_LETTERS, card_text, cell_text, cells_of, colour_name
from .state import (BEGINS, CARD_DISCARDED, CARD_TAKEN, COLUMN_SLID, DISPLAY_REFILLED, FELL, FREE_MARBLE, GAME_OVER,
                    LINE_CARD_DONE, LOST, NO_CARD, NOTHING, POINT_KINDS, POINTS, POOL_DISCARDED, POOL_REFILLED, POPPED, ROLLED,
                    STAR, SUBSTITUTED, TOKEN_FLIPPED, TOKEN_SPENT, TOKEN_WON, TOKENS_MIXED)


def sentence(note: Note, box: Any, names: Sequence[str]) -> str:
    """What a note says, in words; "" if another note of the same move says it better."""
    write = SENTENCES.get(note.event)
    return write(box, names, *note.details) if write else ""


SENTENCES: dict[int, Callable[..., str]] = {
    BEGINS: lambda box, names, seat: say("{who} begins.", who=names[seat]),
    CARD_TAKEN: lambda box, names, seat, slot, card: (
        say("{who} takes the marble card {card}.", who=names[seat], card=card_text(box, card))),
    SUBSTITUTED: lambda box, names, seat, wanted, came: (
        say("{colour} has run out: {who} takes {other} instead.", colour=capital(colour_name(wanted)), who=names[seat],
            other=colour_name(came)) if came != NOTHING
        else say("{colour} has run out: nothing is left to take.", colour=capital(colour_name(wanted)))),
    ROLLED: lambda box, names, seat, colour, cell: (
        say("{who} rolls {colour} to {cell}.", who=names[seat], colour=colour_name(colour),
            cell=cell_text(*cells_of(cell)[0]))),
    LOST: lambda box, names, seat, colour, column: (
        say("Column {column} is full: {who} loses a {colour} marble.", column=COLUMN_LETTERS[column], who=names[seat],
            colour=colour_name(colour))),
    TOKEN_SPENT: lambda box, names, seat, colour, column: (
        say("{who} spends a {colour} token.", who=names[seat], colour=colour_name(colour))),
    POPPED: lambda box, names, seat, colour, many, cells: (
        say("{who} pops {colour} {n}.", who=names[seat], colour=colour_name(colour), n=many)),
    FELL: lambda box, names, seat, cells: say("The marbles above fall."),
    STAR: lambda box, names, seat: say("{who} pops a second set and takes a star.", who=names[seat]),
    LINE_CARD_DONE: lambda box, names, seat, colour, left: (
        say("The {colour} card of the line is done; {left} to go.", colour=colour_name(colour), left=left) if left
        else say("The {colour} card of the line is done; the line is complete.", colour=colour_name(colour))),
    POINTS: lambda box, names, seat, column, row, kind: (
        plural(box.value[kind], "{who} takes the {colour} #{row} card: {n} point.",
               "{who} takes the {colour} #{row} card: {n} points.",
               who=names[seat], colour=colour_name(column), row=row + 3)),
    NO_CARD: lambda box, names, seat, row: say("There is no #{row} card for {who} to take.", row=row + 3, who=names[seat]),
    TOKEN_WON: lambda box, names, seat, colour: (
        say("{who} draws a {colour} token.", who=names[seat], colour=colour_name(colour))),
    TOKENS_MIXED: lambda box, names: say("The discarded tokens are mixed and become the supply."),
    COLUMN_SLID: lambda box, names, column, row: "",
    DISPLAY_REFILLED: lambda box, names, column, kind: (
        say("A blue {value} comes to the top of the {colour} column.", value=box.value[kind], colour=colour_name(column))
        if kind < POINT_KINDS
        else say("An orange {value} comes to the top of the {colour} column.", value=box.value[kind],
                 colour=colour_name(column))),
    FREE_MARBLE: lambda box, names, seat, colour: (
        say("{who} has an empty tray and earns a {colour} marble.", who=names[seat], colour=colour_name(colour))),
    TOKEN_FLIPPED: lambda box, names, colour: say("A {colour} token is turned up.", colour=colour_name(colour)),
    CARD_DISCARDED: lambda box, names, column, kind: (
        plural(box.value[kind], "The {colour} #3 card, {n} point, is discarded.",
               "The {colour} #3 card, {n} points, is discarded.",
               colour=colour_name(column))),
    POOL_DISCARDED: lambda box, names: "",
    POOL_REFILLED: lambda box, names, slot, card: say("The marble card {card} comes into the pool.", card=card_text(box, card)),
    GAME_OVER: lambda box, names: say("The marble cards are used up: the game is over."),
}
