"""A sentence for each note, and the story of a turn in one or two sentences."""

from collections.abc import Callable, Sequence
from typing import Any

from ...core.notes import Note
from ...words import You, capital, join_and, plural, say, tell
from .names import COLUMN_NAMES, card_words, cells_of, colour_name, count_words, lost_words, marbles_words
from .outlook import row_name
from .state import (BEGINS, CARD_DISCARDED, CARD_TAKEN, COLUMN_SLID, DISPLAY_REFILLED, FELL, FREE_MARBLE, GAME_OVER,
                    LINE_CARD_DONE, LOST, NO_CARD, NOTHING, POINTS, POOL_DISCARDED, POOL_REFILLED, POPPED, ROLLED, STAR,
                    SUBSTITUTED, TOKEN_FLIPPED, TOKEN_SPENT, TOKEN_WON, TOKENS_MIXED, WHITE)

TURN_BEGINS = frozenset({POOL_DISCARDED})   # alone nobody else's turn comes between


# What a story says after what popped, the most important first; one of them is told.
ASIDES = (SUBSTITUTED, LOST, LINE_CARD_DONE, FREE_MARBLE, GAME_OVER, CARD_DISCARDED)


def sentence(note: Note, box: Any, names: Sequence[str]) -> str:
    """What a note says, in words; "" if another note of the same move says it better."""
    write = SENTENCES.get(note.event)
    return write(box, names, *note.details) if write else ""


def is_news(note: Note) -> bool:
    """Whether it is told to a player of the own turn afterwards: points."""
    return note.event == POINTS


def story(notes: Sequence[Note], box: Any, names: Sequence[str]) -> str:
    """The notes of a turn in one or two sentences: what popped and what it brought, else what rolled in."""
    asides = sorted((note for note in notes if note.event in ASIDES), key=lambda note: ASIDES.index(note.event))
    said = [turn_words(notes, box, names)]
    if not any(said):
        said = [sentence(note, box, names) for note in notes if note.event == CARD_TAKEN]
    said += [aside_words(note, notes, box, names) for note in asides[:1]]
    return " ".join(filter(None, said or [sentence(note, box, names) for note in notes if note.event == BEGINS]))


def in_short(notes: Sequence[Note], box: Any, names: Sequence[str]) -> str:
    """A turn where there is little room: what popped for how much, else what rolled in."""
    pops, gain = [note.details for note in notes if note.event == POPPED], gains_words(notes, box)
    if pops and gain:
        return tell(names[pops[0][0]], "You pop {sets} for {gain}.", "{who} pops {sets} for {gain}.",
                    sets=join_and([count_words(many, colour) for _, colour, many, _ in pops]), gain=gain)
    return turn_words([note for note in notes if note.event != TOKEN_SPENT], box, names) or story(notes, box, names)


def aside_words(note: Note, notes: Sequence[Note], box: Any, names: Sequence[str]) -> str:
    """What a note says beside what popped; marbles that are lost are told of together."""
    if note.event != LOST:
        return sentence(note, box, names)
    return lost_words(names[note.details[0]], [(column, colour) for _, colour, column in
                                               (lost.details for lost in notes if lost.event == LOST)])


def turn_words(notes: Sequence[Note], box: Any, names: Sequence[str]) -> str:
    """What popped and what that brought, else what rolled in; "" if nothing has yet."""
    played = [note for note in notes if note.event in (ROLLED, TOKEN_SPENT, POPPED)]
    if not played:
        return ""
    who, events = names[played[0].details[0]], [note.event for note in played]
    spent = events.index(TOKEN_SPENT) if TOKEN_SPENT in events else None
    token = "" if spent is None else colour_name(played[spent].details[1])
    if POPPED in events:
        sets = join_and([count_words(note.details[2], note.details[1]) for note in played if note.event == POPPED])
        return pops_words(who, sets, gains_words(notes, box), token)
    return rolls_words(who, [note.details[1] for note in played[:spent]], token)


def rolls_words(who: str, colours: Sequence[int], token: str) -> str:
    """Who rolls in which marbles of a card, and spends which token."""
    if not colours:
        return tell(who, "You spend a {colour} bonus token.", "{who} spends a {colour} bonus token.", colour=token)
    marbles = marbles_words(colours)
    if not token:
        return tell(who, "You roll in {marbles}.", "{who} rolls in {marbles}.", marbles=marbles)
    return tell(who, "You roll in {marbles} and spend a {token} bonus token.",
                "{who} rolls in {marbles} and spends a {token} bonus token.", marbles=marbles, token=token)


def pops_words(who: str, sets: str, gain: str, token: str) -> str:
    """Who pops which sets, for what, and with which token."""
    if token and gain:
        return tell(who, "You spend a {token} bonus token and pop {sets} marbles for {gain}.",
                    "{who} spends a {token} bonus token and pops {sets} marbles for {gain}.", sets=sets, gain=gain, token=token)
    if gain:
        return tell(who, "You pop {sets} marbles for {gain}.", "{who} pops {sets} marbles for {gain}.", sets=sets, gain=gain)
    return tell(who, "You pop {sets} marbles, but no card is left for them.",
                "{who} pops {sets} marbles, but no card is left for them.", sets=sets)


def gains_words(notes: Sequence[Note], box: Any) -> str:
    """What the pops of a turn brought together; "" for nothing."""
    events = [note.event for note in notes]
    points = sum(box.value[note.details[3]] for note in notes if note.event == POINTS)
    tokens = events.count(TOKEN_WON)
    gains = [plural(points, "{n} point", "{n} points")] if points else []
    if tokens:
        gains.append(say("a bonus token") if tokens == 1 else say("{n} bonus tokens", n=tokens))
    return join_and([*gains, *([say("a star")] if STAR in events else [])]) if gains or STAR in events else ""


def substitute_sentence(box: Any, names: Sequence[str], seat: int, wanted: int, came: int) -> str:
    """What is taken instead of a marble that has run out."""
    colour, other = capital(colour_name(wanted)), colour_name(came) if came != NOTHING else ""
    if not other:
        return say("{colour} has run out, and so has everything else.", colour=colour)
    if WHITE in (wanted, came):
        return tell(names[seat], "{colour} has run out: you take {other} instead.",
                    "{colour} has run out: {who} takes {other} instead.", colour=colour, other=other)
    return tell(names[seat], "{colour} and white have run out: you take {other} instead.",
                "{colour} and white have run out: {who} takes {other} instead.", colour=colour, other=other)


def points_sentence(box: Any, names: Sequence[str], seat: int, column: int, row: int, kind: int) -> str:
    """The point card that somebody takes."""
    colour, at = colour_name(column), row_name(row)
    if isinstance(names[seat], You):
        return plural(box.value[kind], "You take the {colour} point card for sets of {row}: {n} point.",
                      "You take the {colour} point card for sets of {row}: {n} points.", colour=colour, row=at)
    return plural(box.value[kind], "{who} takes the {colour} point card for sets of {row}: {n} point.",
                  "{who} takes the {colour} point card for sets of {row}: {n} points.", who=names[seat], colour=colour, row=at)


def line_sentence(box: Any, names: Sequence[str], seat: int, colour: int, left: int) -> str:
    """Solo: a colour of the line is done."""
    name = capital(colour_name(colour))
    return (say("{colour} is complete in the line, {left} to go.", colour=name, left=left) if left
            else say("{colour} was the last one: the line is complete!", colour=name))


SENTENCES: dict[int, Callable[..., str]] = {
    BEGINS: lambda box, names, seat: tell(names[seat], "You go first.", "{who} goes first."),
    CARD_TAKEN: lambda box, names, seat, slot, card: tell(
        names[seat], "You take a marble card: {card}.", "{who} takes a marble card: {card}.",
        card=card_words(box.pattern[card])),
    SUBSTITUTED: substitute_sentence,
    ROLLED: lambda box, names, seat, colour, cell: tell(
        names[seat], "You roll a {colour} marble into column {column}.", "{who} rolls a {colour} marble into column {column}.",
        colour=colour_name(colour), column=COLUMN_NAMES[cells_of(cell)[0][0]]),
    LOST: lambda box, names, seat, colour, column: lost_words(names[seat], [(column, colour)]),
    TOKEN_SPENT: lambda box, names, seat, colour, column: tell(
        names[seat], "You spend a {colour} bonus token.", "{who} spends a {colour} bonus token.", colour=colour_name(colour)),
    POPPED: lambda box, names, seat, colour, many, cells: tell(
        names[seat], "You pop {sets} marbles.", "{who} pops {sets} marbles.", sets=count_words(many, colour)),
    FELL: lambda box, names, seat, cells: "",
    STAR: lambda box, names, seat: tell(
        names[seat], "Two sets in one turn: you earn a star.", "Two sets in one turn: {who} earns a star."),
    LINE_CARD_DONE: line_sentence,
    POINTS: points_sentence,
    NO_CARD: lambda box, names, seat, row: tell(
        names[seat], "There is no card in row {row} left for you.", "There is no card in row {row} left for {who}.",
        row=row_name(row)),
    TOKEN_WON: lambda box, names, seat, colour: tell(
        names[seat], "You get a {colour} bonus token.", "{who} gets a {colour} bonus token.", colour=colour_name(colour)),
    TOKENS_MIXED: lambda box, names: say("The used bonus tokens are shuffled and can be drawn again."),
    COLUMN_SLID: lambda box, names, column, row: "",
    DISPLAY_REFILLED: lambda box, names, column, kind: "",
    FREE_MARBLE: lambda box, names, seat, colour: tell(
        names[seat], "You empty your tray and get a free {colour} marble.",
        "{who} empties the tray and gets a free {colour} marble.", colour=colour_name(colour)),
    TOKEN_FLIPPED: lambda box, names, colour: say("A {colour} bonus token is turned up.", colour=colour_name(colour)),
    CARD_DISCARDED: lambda box, names, column, kind: plural(
        box.value[kind], "The {colour} card in row 3 ({n} point) is discarded.",
        "The {colour} card in row 3 ({n} points) is discarded.", colour=colour_name(column)),
    POOL_DISCARDED: lambda box, names: "",
    POOL_REFILLED: lambda box, names, slot, card: say("New marble card: {card}.", card=card_words(box.pattern[card])),
    GAME_OVER: lambda box, names: say("The marble cards have run out: the game is over."),
}
