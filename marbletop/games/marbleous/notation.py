"""Actions, positions and notes as text.

A tray is its five columns from left to right divided by `|`, each from the bottom to the top: `RB|R||Y|`. Letters are
B blue, Y yellow, R red, P purple, W white. A cell is its column `a` to `e` and its height `1` to `5`: `b2`.

Actions:  `take 2`            the second card of the pool
          `place |B|P|P|`     what rolls into each column, written like a tray; `place 180 b` is understood too: the card
                              turned clockwise by so many degrees, its left end over column b
          `bonus Y b`         spend a yellow token and roll its marble into column b;  `pass`  spend none
          `pop b2`            the set whose lowest-numbered marble of its own colour lies there; `pop yellow` if there is one
          `yellow`            a colour: of a marble in place of a missing one, of an all-white set, of a display column

A position is one line of `name=value`: see `write_position`. Marble cards are written as their pattern (rows divided by
`/`), point cards as value and stack (`3b`, `5o`), tokens as colour letters; `-` is nothing.
"""

from ...core.errors import BadNotation
from .cards import dropped, rows_of
from .rules import legal, score_of
from .state import (
    BEGINS, BONUS, CARD_COLOUR, CARD_DISCARDED, CARD_KINDS, CARD_TAKEN, COLOURS, COLUMN_SLID, COLUMNS, DISPLAY_REFILLED, FELL,
    FREE_MARBLE, GAME_OVER, HEIGHT, LINE_CARD_DONE, LOST, MAIN, MOST_LEGAL, NAME_COLOUR, NO_CARD, NOTHING, PASS, PHASES, PLACE, PLACE_AT,
    PLACES, POINT_KINDS, POINTS, POOL, POOL_DISCARDED, POOL_REFILLED, POP, POP_AT, POPPED, ROLLED, ROWS, SEATS,
    SPEND, STAR, STATE, SUBSTITUTED, TAKE, TALL, TOKEN_FLIPPED, TOKEN_SPENT, TOKEN_WON, TOKENS_MIXED,
)

LETTERS = "BYRPW"
NAMES = ("blue", "yellow", "red", "purple", "white")
COLUMN_LETTERS = "abcde"


# Parts


def bit_of(column, height):
    return 1 << TALL * column + height


def colour_at(tray, column, height):
    """The colour that lies in a cell of a tray, or NOTHING."""
    for colour in range(COLOURS):
        if tray[colour] & bit_of(column, height):
            return colour
    return NOTHING


def columns_of(tray):
    """The columns of a tray as lists of colours, from the bottom to the top."""
    return [[colour for height in range(HEIGHT) if (colour := colour_at(tray, column, height)) != NOTHING]
            for column in range(COLUMNS)]


def write_tray(tray):
    return "|".join("".join(LETTERS[colour] for colour in column) for column in columns_of(tray))


def read_tray(text):
    """The cells by colour of a tray in notation, or BadNotation."""
    columns = text.split("|")
    if len(columns) != COLUMNS or any(len(column) > HEIGHT or set(column) - set(LETTERS) for column in columns):
        raise BadNotation(f"{text!r} is no tray: five columns divided by |, each up to five of {LETTERS} from the bottom up.")
    tray = [0] * COLOURS
    for column, marbles in enumerate(columns):
        for height, letter in enumerate(marbles):
            tray[LETTERS.index(letter)] |= bit_of(column, height)
    return tray


def cells_of(bits):
    """The cells (column, height) of bits, in order."""
    return [(column, height) for column in range(COLUMNS) for height in range(HEIGHT) if bits & bit_of(column, height)]


def cell_text(column, height):
    return f"{COLUMN_LETTERS[column]}{height + 1}"


def card_text(box, card):
    """A marble card as its pattern, rows divided by /."""
    return "/".join(rows_of(box.pattern[card])) if card != NOTHING else "-"


def point_text(box, kind):
    return f"{box.value[kind]}{'b' if kind < POINT_KINDS else 'o'}" if kind != NOTHING else "-"


def columns_dropped(code):
    """What drops into which column, as lists of colours from the bottom up; see cards.py."""
    columns = []
    while code:
        columns.append([(code >> 3 * i & 7) - 1 for i in range(3) if code >> 3 * i & 7])
        code >>= 9
    return columns


# Actions


def write_action(state, box, action):
    if action < PLACE_AT:
        return f"take {action + 1}"
    if action < PASS:
        return "place " + placement_text(state.hand, (action - PLACE_AT) // COLUMNS, (action - PLACE_AT) % COLUMNS)
    if action == PASS:
        return "pass"
    if action < POP_AT:
        colour, column = divmod(action - SPEND, COLUMNS)
        return f"bonus {LETTERS[colour]} {COLUMN_LETTERS[column]}"
    if action < NAME_COLOUR:
        return f"pop {cell_text(*divmod(action - POP_AT, HEIGHT))}"
    return NAMES[action - NAME_COLOUR]


def placement_text(hand, rotation, column):
    """What rolls into each column, like a tray."""
    columns = ["".join(LETTERS[colour] for colour in marbles) for marbles in columns_dropped(dropped(hand, rotation))]
    return "|".join(([""] * column + columns + [""] * COLUMNS)[:COLUMNS])


def read_action(state, box, text):
    """Other ways to write an action; None if it is none of them."""
    words = text.lower().replace(",", " ").split()
    if state.phase == PLACE and len(words) == 3 and words[0] == "place":
        return read_placement(state, words)
    if state.phase == BONUS and words in (["bonus", "pass"], ["no", "token"], ["none"]):
        return PASS
    if state.phase == BONUS and len(words) == 3 and words[0] == "bonus" and words[1] in NAMES[:MAIN] \
            and words[2] in tuple(COLUMN_LETTERS):
        action = SPEND + COLUMNS * NAMES.index(words[1]) + COLUMN_LETTERS.index(words[2])
        return action if action in legal_now(state, box) else None
    if state.phase == POP and len(words) == 2 and words[0] == "pop" and words[1] in NAMES:
        tray = state.tray[state.player]
        found = [action for action in legal_now(state, box)
                 if colour_at(tray, *divmod(action - POP_AT, HEIGHT)) == NAMES.index(words[1])]
        return found[0] if len(found) == 1 else None
    if len(words) == 1 and words[0] in tuple("byrp") and NAME_COLOUR + "byrp".index(words[0]) in legal_now(state, box):
        return NAME_COLOUR + "byrp".index(words[0])
    return None


def read_placement(state, words):
    """`place 180 b`: any way to turn the card, also one that drops the same as a smaller one."""
    if words[1] not in ("0", "90", "180", "270") or words[2] not in tuple(COLUMN_LETTERS):
        return None
    code, column = dropped(state.hand, int(words[1]) // 90), COLUMN_LETTERS.index(words[2])
    if column + len(columns_dropped(code)) > COLUMNS:
        return None
    return next(PLACE_AT + COLUMNS * rotation + column for rotation in range(4) if dropped(state.hand, rotation) == code)


def legal_now(state, box):
    actions = [0] * MOST_LEGAL
    return actions[:legal(state, box, actions)]


# Positions


def write_position(state, box):
    """One line that says everything but the chance to come. What is in the marble supply, the token supply, the unseen
    marble cards and the discarded point cards is what the rest of the box leaves."""
    seats = range(state.seats)
    used = [box.cards[kind] - state.unseen[kind] for kind in range(CARD_KINDS)]
    for card in [*state.pool, state.card]:
        if card != NOTHING:
            used[card] -= 1
    said = {
        "seats": state.seats, "step": state.step, "turn": state.turn, "player": state.player,
        "phase": "over" if state.over else PHASES[state.phase],
        "trays": ",".join(write_tray(state.tray[seat]) for seat in seats),
        "tokens": ",".join(letters_of(state.tokens[seat]) for seat in seats),
        "discard": letters_of(state.token_discard),
        "display": ",".join(".".join(point_text(box, kind) for kind in state.display[colour]) for colour in range(MAIN)),
        "blue": kinds_text(box, state.blue, 0), "orange": kinds_text(box, state.orange, POINT_KINDS),
        "won": ",".join(kinds_text(box, state.won[seat], 0) for seat in seats),
        "pool": ",".join(card_text(box, card) for card in state.pool),
        "stack": state.stack,
        "used": ",".join(card_text(box, kind) for kind in range(CARD_KINDS) for _ in range(used[kind])) or "-",
    }
    if state.card != NOTHING:
        said["card"] = f"{card_text(box, state.card)}@{state.slot + 1}"
    if state.hand:
        said["hand"] = "".join(("." + LETTERS)[state.hand >> 3 * place & 7] for place in range(PLACES)).rstrip(".")
    if state.phase == CARD_COLOUR:
        said["place"] = state.place
    if state.column != NOTHING:
        said["column"] = COLUMN_LETTERS[state.column]
    if state.pops:
        said["pops"] = state.pops
    if state.columns_used:
        said["used-columns"] = letters_of([state.columns_used >> colour & 1 for colour in range(MAIN)])
    if state.whites:
        said["whites"] = ",".join(cell_text(*cell) for cell in cells_of(state.whites))
    if state.popped:
        said["beside"] = letters_of(state.beside)
    if box.advanced:
        said["stars"] = ",".join(f"{state.stars[seat]}@{state.star_card[seat] + 1}" for seat in seats)
    if state.seats == 1:
        said["line"] = f"{''.join(LETTERS[colour] for colour in state.line)}@{state.line_done}"
    return " ".join(f"{name}={value}" for name, value in said.items())


def letters_of(counts):
    """Counts by colour as letters: BBY, or - for none."""
    return "".join(LETTERS[colour] * counts[colour] for colour in range(len(counts))) or "-"


def kinds_text(box, counts, first):
    """Point cards by kind: 2bx3.4bx1, or - for none."""
    return ".".join(f"{point_text(box, first + kind)}x{many}" for kind, many in enumerate(counts) if many) or "-"


class Reader:
    """The words of a position, each read with what it must look like."""

    def __init__(self, text, box):
        self.text, self.box = text, box
        self.words = {}
        for word in text.split():
            name, equals, value = word.partition("=")
            if not equals or name in self.words:
                raise BadNotation(f"{word!r} in a position of Marbleous must be name=value, each name once.")
            self.words[name] = value
        patterns = [card_text(box, kind) for kind in range(CARD_KINDS) if box.cards[kind]]
        self.cards = {pattern: kind for kind, pattern in enumerate(patterns)}
        self.points = {point_text(box, kind): kind for kind in range(2 * POINT_KINDS)
                       if (box.blue[kind] if kind < POINT_KINDS else box.orange[kind - POINT_KINDS])}

    def word(self, name, default=None):
        value = self.words.get(name, default)
        if value is None:
            raise BadNotation(f"The position lacks {name}=...: {self.text!r}")
        return value

    def wrong(self, name, right):
        return BadNotation(f"{name}={self.words.get(name)} is not possible: {right}.")

    def number(self, name, low, high, default=None):
        value = self.word(name, default)
        if not value.isascii() or not value.isdigit() or not low <= int(value) <= high:
            raise self.wrong(name, f"a whole number from {low} to {high}")
        return int(value)

    def parts(self, name, count):
        parts = self.word(name).split(",")
        if len(parts) != count:
            raise self.wrong(name, f"{count} parts divided by commas")
        return parts

    def letters(self, name, text, colours):
        if text != "-" and set(text) - set(LETTERS[:colours]):
            raise self.wrong(name, f"letters of {LETTERS[:colours]}, or -")
        return [text.count(letter) for letter in LETTERS[:colours]]

    def card(self, name, text):
        if text != "-" and text not in self.cards:
            raise self.wrong(name, f"{text!r} is no marble card of this box, like {next(iter(self.cards))}")
        return self.cards.get(text, NOTHING)

    def point(self, name, text):
        if text != "-" and text not in self.points:
            raise self.wrong(name, f"{text!r} is no point card of this box, like {next(iter(self.points))}")
        return self.points.get(text, NOTHING)

    def kinds(self, name, text):
        counts = [0] * (2 * POINT_KINDS)
        for part in text.split(".") if text != "-" else ():
            card, times, many = part.partition("x")
            if not times or not many.isdigit():
                raise self.wrong(name, f"point cards as 2bx3.4bx1, or -; not {part!r}")
            counts[self.point(name, card)] += int(many)
        return counts


def read_position(text, box):
    """The state that a text describes, or BadNotation."""
    reader, state = Reader(text, box), STATE.blank()
    state.seats = reader.number("seats", 1, SEATS)
    state.viewer, state.side = -2, [*range(state.seats)] + [0] * (SEATS - state.seats)
    state.step, state.turn = reader.number("step", 0, 10**6), reader.number("turn", 0, 10**6)
    state.player = reader.number("player", 0, state.seats - 1)
    phase = reader.word("phase")
    if phase not in (*PHASES, "over"):
        raise reader.wrong("phase", f"one of {', '.join(PHASES)} and over")
    state.over = int(phase == "over")
    state.phase = TAKE if state.over else PHASES.index(phase)
    read_players(reader, state, box)
    read_turn(reader, state)
    read_cards(reader, state, box)
    count_supplies(reader, state, box)
    return state


def read_players(reader, state, box):
    for seat, text in enumerate(reader.parts("trays", state.seats)):
        state.tray[seat] = read_tray(text)
    for seat, text in enumerate(reader.parts("tokens", state.seats)):
        state.tokens[seat] = reader.letters("tokens", text, MAIN)
    state.token_discard = reader.letters("discard", reader.word("discard"), MAIN)
    for seat, text in enumerate(reader.parts("won", state.seats)):
        state.won[seat] = reader.kinds("won", text)
        state.points[seat] = sum(box.value[kind] * many for kind, many in enumerate(state.won[seat]))
    if box.advanced:
        for seat, text in enumerate(reader.parts("stars", state.seats)):
            stars, _, card = text.partition("@")
            if not stars.isdigit() or int(stars) > box.stars or card not in ("1", "2", "3", "4"):
                raise reader.wrong("stars", "number of stars @ star card 1 to 4 for each seat")
            state.stars[seat], state.star_card[seat] = int(stars), int(card) - 1
    if state.seats == 1:
        line, _, done = reader.word("line").partition("@")
        if sorted(line) != sorted(LETTERS[:MAIN]) or done not in ("0", "1", "2", "3", "4"):
            raise reader.wrong("line", "the four colours in their order, @, how many are done: PRYB@2")
        state.line, state.line_done = [LETTERS.index(letter) for letter in line], int(done)


def read_turn(reader, state):
    """What is in the middle of things."""
    state.card = state.slot = state.column = state.flipped = NOTHING
    if "card" in reader.words:
        card, _, slot = reader.word("card").partition("@")
        if slot not in ("1", "2", "3"):
            raise reader.wrong("card", "the marble card of this turn, @, the slot it came from: PPB@2")
        state.card, state.slot = reader.card("card", card), int(slot) - 1
    hand = reader.word("hand", "")
    if len(hand) > PLACES or set(hand) - set("." + LETTERS):
        raise reader.wrong("hand", "up to nine places in reading order, '.' for a gap")
    state.hand = sum(("." + LETTERS).index(letter) << 3 * place for place, letter in enumerate(hand))
    if state.phase == CARD_COLOUR:
        state.place = reader.number("place", 0, PLACES - 1)
    if "column" in reader.words:
        if reader.words["column"] not in tuple(COLUMN_LETTERS):
            raise reader.wrong("column", "a to e")
        state.column = COLUMN_LETTERS.index(reader.words["column"])
    state.pops = reader.number("pops", 0, 99, "0")
    used = reader.letters("used-columns", reader.word("used-columns", "-"), MAIN)
    state.columns_used = sum(1 << colour for colour in range(MAIN) if used[colour])
    for cell in filter(None, reader.word("whites", "").split(",")):
        if len(cell) != 2 or cell[0] not in COLUMN_LETTERS or cell[1] not in "12345":
            raise reader.wrong("whites", "cells like c1 divided by commas")
        state.whites |= bit_of(COLUMN_LETTERS.index(cell[0]), int(cell[1]) - 1)
    state.beside = reader.letters("beside", reader.word("beside", "-"), COLOURS)
    state.popped = sum(state.beside)


def read_cards(reader, state, box):
    for colour, text in enumerate(reader.parts("display", MAIN)):
        spaces = text.split(".")
        if len(spaces) != ROWS:
            raise reader.wrong("display", "three spaces divided by dots in each of the four columns, '-' for an empty one")
        state.display[colour] = [reader.point("display", space) for space in spaces]
    blue, orange = (reader.kinds(name, reader.word(name)) for name in ("blue", "orange"))
    if any(blue[POINT_KINDS:]) or any(orange[:POINT_KINDS]):
        raise BadNotation(f"blue={reader.words['blue']} orange={reader.words['orange']}: a card is in the wrong stack.")
    state.blue, state.orange = blue[:POINT_KINDS], orange[POINT_KINDS:]
    state.pool = [reader.card("pool", card) for card in reader.parts("pool", POOL)]
    state.stack = reader.number("stack", 0, sum(box.cards))
    state.unseen = list(box.cards)
    used = reader.word("used")
    for card in [*state.pool, state.card, *(reader.card("used", card) for card in used.split(","))]:
        if card != NOTHING:
            state.unseen[card] -= 1


def count_supplies(reader, state, box):
    """What the rest of the box leaves; nothing may be there more often than the box has it."""
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
    for counts, things in ((state.supply, "marbles of a colour"), (state.token_supply, "tokens of a colour"),
                           (state.discarded, "point cards of a kind"), (state.unseen, "marble cards of a kind"),
                           ([state.star_supply], "star tokens")):
        if min(counts) < 0:
            raise BadNotation(f"The position has more {things} than the box: {reader.text!r}")
    if state.seats > 1 and any(state.discarded):
        raise BadNotation(f"The position has fewer point cards than the box: {reader.text!r}")
    if state.stack > sum(state.unseen):
        raise BadNotation(f"stack={state.stack} is more than the {sum(state.unseen)} marble cards that nobody has seen.")


# Diagram


def diagram(view, box):
    """The table as lines of text: trays side by side, display, pool, supplies."""
    seats = range(view.seats)
    trays = []
    for height in reversed(range(HEIGHT)):
        rows = (" ".join(mark_at(view.tray[seat], column, height) for column in range(COLUMNS)) for seat in seats)
        trays.append(f"{height + 1}  " + "     ".join(rows))
    trays.append("   " + "     ".join(" ".join(COLUMN_LETTERS) for _ in seats))
    heads = (f"{'>' if seat == view.player and not view.over else ' '}Seat {seat + 1}" for seat in seats)
    lines = ["  " + "".join(f"{head:<14}" for head in heads).rstrip(), *trays]
    for seat in seats:
        lines.append(f"Seat {seat + 1}: {facts_of(view, box, seat)}")
    lines += ["", "       " + " ".join(f"{letter:>3}" for letter in LETTERS[:MAIN])]
    for row in reversed(range(ROWS)):
        cards = (point_text(box, view.display[colour][row]) for colour in range(MAIN))
        lines.append(f"  #{row + 3}{'+' if row == ROWS - 1 else ' '}  " + " ".join(f"{card:>3}" for card in cards))
    lines.append(f"Point cards left: {sum(view.blue)} blue, {sum(view.orange)} orange")
    lines.append("Pool: " + "  ".join(f"({slot + 1}) {card_text(box, card)}" for slot, card in enumerate(view.pool))
                 + f"   left in the stack: {view.stack}")
    if view.hand:
        lines.append("In hand: " + "/".join(rows_of(view.hand)))
    lines.append("Supply: " + "  ".join(f"{LETTERS[colour]} {view.supply[colour]}" for colour in range(COLOURS))
                 + f"   tokens: {sum(view.token_supply)} face down, discard {letters_of(view.token_discard)}")
    if view.seats == 1:
        line = " ".join(NAMES[colour] for colour in view.line[view.line_done:]) or "done"
        lines.append(f"Line: {line}   goal: {box.solo_goal} points")
    if box.advanced:
        lines.append(f"Star tokens left: {view.star_supply}")
    return "\n".join(lines)


def mark_at(tray, column, height):
    colour = colour_at(tray, column, height)
    return "." if colour == NOTHING else LETTERS[colour]


def facts_of(view, box, seat):
    """What a seat has beside its tray; the values of other seats' cards stay face down [MB-52]."""
    cards = sum(view.won[seat])
    facts = [f"tokens {letters_of(view.tokens[seat])}",
             f"{cards} card{'s' * (cards != 1)}" + (f" worth {view.points[seat]}" if shows_points(view, box, seat) else "")]
    if box.advanced:
        facts.append(f"{view.stars[seat]} star{'s' * (view.stars[seat] != 1)}")
    if view.over:
        facts.append(f"score {score_of(view, box, seat)}")
    return ", ".join(facts)


def shows_points(view, box, seat):
    """Whether this viewer is shown the values of a seat's point cards [MB-52]."""
    return bool(view.over or box.open_points or view.viewer == seat or view.viewer == -2)


# Sentences


def sentence(note, box, names):
    """What a note says, in words; "" for what another note of the same move tells better."""
    write = SENTENCES.get(note.event)
    return write(box, names, *note.details) if write else ""


def _column(column):
    return f"column {COLUMN_LETTERS[column]}"


SENTENCES = {
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
