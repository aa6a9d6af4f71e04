"""A position as one line of `name=value`, written and read back. notation.py explains trays and letters.

A text may leave out almost everything: `trays=YR|BR|P||W,||W|| pool=RYP,BPB,YW display=2b.3b.4b,4b.3b.4b,3b.4b.4b,2b.2b.3b` is
the beginning of a turn. Nobody has tokens or point cards then, and all cards that are not shown lie in their stacks.
"""

from typing import Any

from ...core.errors import BadNotation
from ...words import phrase
from .names import (COLUMN_LETTERS, LETTERS, bit_of, card_text, cell_text, cells_of, letters_of, point_card_text,
                    point_cards_text, read_tray, write_tray)
from .state import CARD_COLOUR, CARD_KINDS, COLOURS, MAIN, NOTHING, PHASES, PLACES, POINT_KINDS, POOL, ROWS, SEATS, STATE, TAKE

TOO_MANY_MARBLES = phrase("There are more marbles of a colour than in the box: take some away ({rule}).")
TOO_MANY_TOKENS = phrase("There are more bonus tokens of a colour than in the box: take some away ({rule}).")
TOO_MANY_POINT_CARDS = phrase("There are more point cards of a kind than in the box: take some away ({rule}).")
TOO_MANY_CARDS = phrase("There are more marble cards of a kind than in the box: take some away ({rule}).")
TOO_MANY_STARS = phrase("There are more star tokens than in the box: take some away ({rule}).")


def write_position(state: Any, box: Any) -> str:
    """The line for a position. It leaves out what can be computed from the rest of the box: the marble supply, the token
    supply, the unseen marble cards and the discarded point cards."""
    seats = range(state.seats)
    used = [box.cards[kind] - state.unseen[kind] for kind in range(CARD_KINDS)]
    for card in [*state.pool, state.card]:
        if card != NOTHING:
            used[card] -= 1
    words = {
        "seats": state.seats, "step": state.step, "turn": state.turn, "player": state.player,
        "phase": "over" if state.over else PHASES[state.phase],
        "trays": ",".join(write_tray(state.tray[seat]) for seat in seats),
        "tokens": ",".join(letters_of(state.tokens[seat]) for seat in seats),
        "discard": letters_of(state.token_discard),
        "display": ",".join(".".join(point_card_text(box, kind) for kind in state.display[colour]) for colour in range(MAIN)),
        "blue": point_cards_text(box, state.blue, 0), "orange": point_cards_text(box, state.orange, POINT_KINDS),
        "won": ",".join(point_cards_text(box, state.won[seat], 0) for seat in seats),
        "pool": ",".join(card_text(box, card) for card in state.pool),
        "stack": state.stack,
        "used": ",".join(card_text(box, kind) for kind in range(CARD_KINDS) for _ in range(used[kind])) or "-",
    }
    if state.card != NOTHING:
        words["card"] = f"{card_text(box, state.card)}@{state.slot + 1}"
    if state.hand:
        words["hand"] = "".join(("." + LETTERS)[state.hand >> 3 * place & 7] for place in range(PLACES)).rstrip(".")
    if state.phase == CARD_COLOUR:
        words["place"] = state.place
    if state.column != NOTHING:
        words["column"] = COLUMN_LETTERS[state.column]
    if state.pops:
        words["pops"] = state.pops
    if state.columns_used:
        words["used-columns"] = letters_of([state.columns_used >> colour & 1 for colour in range(MAIN)])
    if state.whites:
        words["whites"] = ",".join(cell_text(*cell) for cell in cells_of(state.whites))
    if state.popped:
        words["beside"] = letters_of(state.beside)
    if box.advanced:
        words["stars"] = ",".join(f"{state.stars[seat]}@{state.star_card[seat] + 1}" for seat in seats)
    if state.seats == 1:
        words["line"] = f"{''.join(LETTERS[colour] for colour in state.line)}@{state.line_done}"
    return " ".join(f"{name}={value}" for name, value in words.items())


class Reader:
    """The words of a position by name, and methods that read and check them."""

    def __init__(self, text: str, box: Any) -> None:
        self.text, self.box = text, box
        self.words: dict[str, str] = {}
        for word in text.split():
            name, equals, value = word.partition("=")
            if not equals or name in self.words:
                raise BadNotation(f"{word!r} in a position must be name=value, each name once.")
            self.words[name] = value
        patterns = [card_text(box, kind) for kind in range(CARD_KINDS) if box.cards[kind]]
        self.card_kinds = {pattern: kind for kind, pattern in enumerate(patterns)}
        self.point_kinds = {point_card_text(box, kind): kind for kind in range(2 * POINT_KINDS)
                            if (box.blue[kind] if kind < POINT_KINDS else box.orange[kind - POINT_KINDS])}

    def word(self, name: str, default: str | None = None) -> str:
        """The value of a word, or a default; BadNotation if it is missing."""
        value = self.words.get(name, default)
        if value is None:
            raise BadNotation(f"The position lacks {name}=...: {self.text!r}")
        return value

    def error(self, name: str, right: str) -> BadNotation:
        """The error for a word with a wrong value; `right` says what would be right."""
        return BadNotation(f"{name}={self.words.get(name)} is not possible: {right}.")

    def number(self, name: str, low: int, high: int, default: str | None = None) -> int:
        """A word that is a whole number."""
        value = self.word(name, default)
        if not value.isascii() or not value.isdigit() or not low <= int(value) <= high:
            raise self.error(name, f"a whole number from {low} to {high}")
        return int(value)

    def parts(self, name: str, count: int, default: str | None = None) -> list[str]:
        """A word of several parts with commas between them; the default is that of each part."""
        parts = self.word(name, default and ",".join([default] * count)).split(",")
        if len(parts) != count:
            raise self.error(name, f"{count} parts divided by commas")
        return parts

    def letters(self, name: str, text: str, colours: int) -> list[int]:
        """How many of each colour the letters of a text name."""
        if text != "-" and set(text) - set(LETTERS[:colours]):
            raise self.error(name, f"letters of {LETTERS[:colours]}, or -")
        return [text.count(letter) for letter in LETTERS[:colours]]

    def card(self, name: str, text: str) -> int:
        """The kind of marble card that a text names, or NOTHING."""
        if text != "-" and text not in self.card_kinds:
            raise self.error(name, f"{text!r} is no marble card of this box, like {next(iter(self.card_kinds))}")
        return self.card_kinds.get(text, NOTHING)

    def point_card(self, name: str, text: str) -> int:
        """The kind of point card that a text names, or NOTHING."""
        if text != "-" and text not in self.point_kinds:
            raise self.error(name, f"{text!r} is no point card of this box, like {next(iter(self.point_kinds))}")
        return self.point_kinds.get(text, NOTHING)

    def point_cards(self, name: str, text: str) -> list[int]:
        """How many point cards of each kind a text names."""
        counts = [0] * (2 * POINT_KINDS)
        for part in text.split(".") if text != "-" else ():
            card, times, many = part.partition("x")
            if not times or not many.isdigit():
                raise self.error(name, f"point cards as 2bx3.4bx1, or -; not {part!r}")
            counts[self.point_card(name, card)] += int(many)
        return counts


def read_position(text: str, box: Any) -> Any:
    """The state that a text describes, or BadNotation."""
    reader, state = Reader(text, box), STATE.blank()
    state.seats = reader.number("seats", 1, SEATS, str(1 + reader.word("trays").count(",")))
    state.viewer, state.side = -2, [*range(state.seats)] + [0] * (SEATS - state.seats)
    state.step, state.turn = reader.number("step", 0, 10**6, "0"), reader.number("turn", 0, 10**6, "0")
    state.player = reader.number("player", 0, state.seats - 1, "0")
    phase = reader.word("phase", PHASES[TAKE])
    if phase not in (*PHASES, "over"):
        raise reader.error("phase", f"one of {', '.join(PHASES)} and over")
    state.over = int(phase == "over")
    state.phase = TAKE if state.over else PHASES.index(phase)
    read_players(reader, state, box)
    read_turn(reader, state)
    read_cards(reader, state, box)
    count_supplies(reader, state, box)
    return state


def read_players(reader: Reader, state: Any, box: Any) -> None:
    """Read what the seats have."""
    for seat, text in enumerate(reader.parts("trays", state.seats)):
        state.tray[seat] = read_tray(text)
    for seat, text in enumerate(reader.parts("tokens", state.seats, "-")):
        state.tokens[seat] = reader.letters("tokens", text, MAIN)
    state.token_discard = reader.letters("discard", reader.word("discard", "-"), MAIN)
    for seat, text in enumerate(reader.parts("won", state.seats, "-")):
        state.won[seat] = reader.point_cards("won", text)
        state.points[seat] = sum(box.value[kind] * many for kind, many in enumerate(state.won[seat]))
    if box.advanced:
        for seat, text in enumerate(reader.parts("stars", state.seats, "0@1")):
            stars, _, card = text.partition("@")
            if not stars.isdigit() or int(stars) > box.stars or card not in ("1", "2", "3", "4"):
                raise reader.error("stars", "number of stars @ star card 1 to 4 for each seat")
            state.stars[seat], state.star_card[seat] = int(stars), int(card) - 1
    if state.seats == 1:
        line, _, done = reader.word("line", f"{LETTERS[:MAIN]}@0").partition("@")
        if sorted(line) != sorted(LETTERS[:MAIN]) or done not in ("0", "1", "2", "3", "4"):
            raise reader.error("line", "the four colours in their order, @, how many are done: PRYB@2")
        state.line, state.line_done = [LETTERS.index(letter) for letter in line], int(done)


def read_turn(reader: Reader, state: Any) -> None:
    """Read how far the present turn has got."""
    state.card = state.slot = state.column = state.flipped = NOTHING
    if "card" in reader.words:
        card, _, slot = reader.word("card").partition("@")
        if slot not in ("1", "2", "3"):
            raise reader.error("card", "the marble card of this turn, @, the slot it came from: PPB@2")
        state.card, state.slot = reader.card("card", card), int(slot) - 1
    hand = reader.word("hand", "")
    if len(hand) > PLACES or set(hand) - set("." + LETTERS):
        raise reader.error("hand", "up to nine places in reading order, '.' for a gap")
    state.hand = sum(("." + LETTERS).index(letter) << 3 * place for place, letter in enumerate(hand))
    if state.phase == CARD_COLOUR:
        state.place = reader.number("place", 0, PLACES - 1)
    if "column" in reader.words:
        if reader.words["column"] not in tuple(COLUMN_LETTERS):
            raise reader.error("column", "a to e")
        state.column = COLUMN_LETTERS.index(reader.words["column"])
    state.pops = reader.number("pops", 0, 99, "0")
    used = reader.letters("used-columns", reader.word("used-columns", "-"), MAIN)
    state.columns_used = sum(1 << colour for colour in range(MAIN) if used[colour])
    for cell in filter(None, reader.word("whites", "").split(",")):
        if len(cell) != 2 or cell[0] not in COLUMN_LETTERS or cell[1] not in "12345":
            raise reader.error("whites", "cells like c1 divided by commas")
        state.whites |= bit_of(COLUMN_LETTERS.index(cell[0]), int(cell[1]) - 1)
    state.beside = reader.letters("beside", reader.word("beside", "-"), COLOURS)
    state.popped = sum(state.beside)


def read_cards(reader: Reader, state: Any, box: Any) -> None:
    """Read display, stacks, pool and used marble cards."""
    for colour, text in enumerate(reader.parts("display", MAIN)):
        spaces = text.split(".")
        if len(spaces) != ROWS:
            raise reader.error("display", "three spaces divided by dots in each of the four columns, '-' for an empty one")
        state.display[colour] = [reader.point_card("display", space) for space in spaces]
    read_point_stacks(reader, state, box)
    state.pool = [reader.card("pool", card) for card in reader.parts("pool", POOL)]
    known = [card for card in (*state.pool, state.card) if card != NOTHING]
    state.stack = reader.number("stack", 0, sum(box.cards), str(max(0, box.stack - state.turn - len(known))))
    state.unseen = list(box.cards)
    used = (reader.card("used", card) for card in reader.word("used", "-").split(","))
    for card in (*known, *(card for card in used if card != NOTHING)):
        state.unseen[card] -= 1


def read_point_stacks(reader: Reader, state: Any, box: Any) -> None:
    """Read both stacks of point cards; if they are left out, they hold all cards that are neither shown nor won."""
    shown = [kind for column in state.display for kind in column]
    rest = [max(0, total - shown.count(kind) - sum(won[kind] for won in state.won))
            for kind, total in enumerate((*box.blue, *box.orange))]
    none = [0] * POINT_KINDS
    blue, orange = (reader.point_cards(name, reader.words[name]) if name in reader.words else left
                    for name, left in (("blue", rest[:POINT_KINDS] + none), ("orange", none + rest[POINT_KINDS:])))
    if any(blue[POINT_KINDS:]) or any(orange[:POINT_KINDS]):
        raise BadNotation(f"blue={reader.word('blue', '')} orange={reader.word('orange', '')}: a card is in the wrong stack.")
    state.blue, state.orange = blue[:POINT_KINDS], orange[POINT_KINDS:]


def count_supplies(reader: Reader, state: Any, box: Any) -> None:
    """Compute the supplies from what the box has and the position does not show; refuse a position that shows more than the box
    has."""
    hand = [(state.hand >> 3 * place & 7) - 1 for place in range(PLACES)]
    for colour in range(COLOURS):
        there = sum(tray[colour].bit_count() for tray in state.tray) + hand.count(colour) + state.beside[colour]
        state.supply[colour] = box.marbles[colour] - there
    for colour in range(MAIN):
        there = sum(tokens[colour] for tokens in state.tokens) + state.token_discard[colour]
        state.token_supply[colour] = box.tokens[colour] - there
    shown = [kind for column in state.display for kind in column]
    for kind in range(2 * POINT_KINDS):
        total, left = ((box.blue[kind], state.blue[kind]) if kind < POINT_KINDS
                       else (box.orange[kind - POINT_KINDS], state.orange[kind - POINT_KINDS]))
        state.discarded[kind] = total - left - shown.count(kind) - sum(won[kind] for won in state.won)
    state.star_supply = box.stars - sum(state.stars) if box.advanced else 0
    for counts, error, rule in ((state.supply, TOO_MANY_MARBLES, "MB-2"), (state.token_supply, TOO_MANY_TOKENS, "MB-5"),
                                (state.discarded, TOO_MANY_POINT_CARDS, "MB-4"), (state.unseen, TOO_MANY_CARDS, "MB-6"),
                                ([state.star_supply], TOO_MANY_STARS, "MB-10")):
        if min(counts) < 0:
            raise BadNotation(error, rule=rule)
    if state.seats > 1 and any(state.discarded):
        raise BadNotation(f"The position has fewer point cards than the box: {reader.text!r}")
    if state.stack > sum(state.unseen):
        raise BadNotation(f"stack={state.stack} is more than the {sum(state.unseen)} marble cards that nobody has seen.")
