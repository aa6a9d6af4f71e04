"""The panels of a scene: trays, point cards, marble cards, the supply and the solo line."""

from collections.abc import Sequence
from typing import Any

from ...drawing import kit
from ...drawing.scene import BOARD, FACTS, OTHER, Mark, Panel, Part
from ...words import capital, phrase, plural, say, tell
from .cards import drop_code, placements_of, rows_of
from .names import (COLUMN_NAMES, LETTERS, NAMES, card_columns, card_words, cell_words, cells_of, colour_at, colour_name,
                    stack_words)
from .outlook import row_name, set_at, single_bits
from .state import COLOURS, COLUMNS, HEIGHT, MAIN, NOTHING, PLACE, POINT_KINDS, POOL, POP, ROWS
from .tray import sets_in

CELL = 80
FRAME = 0.2 * CELL                          # wood round the tray
MARBLE = 0.405 * CELL                       # radius
TOP, TOKENS = 1.28 * CELL, 0.92 * CELL      # room above the tray for the card, and below it for tokens
WIDTH = COLUMNS * CELL + 2 * FRAME
TRAY = HEIGHT * CELL + 2 * FRAME            # height of the wood
SMALL = 0.36                                # scale of another player's tray
CARD_WIDTH, CARD_HEIGHT, GAP = 74, 62, 8    # of a point card, and between two
LABEL, HEAD = 66, 44                        # room for the numbers of the rows, and for the colours above the columns
DISPLAY_WIDTH, DISPLAY_HEIGHT = LABEL + MAIN * (CARD_WIDTH + GAP), HEAD + ROWS * (CARD_HEIGHT + GAP)
DOT, PLACE_SIZE = 17, 40                    # a marble on a marble card, and its place there
TURNED_SIZE = 22                            # a place on a turned card above the tray
POOL_WIDTH = 3 * PLACE_SIZE + 16            # of a marble card in the pool


def point_of(column: int, height: int) -> kit.Point:
    """The middle of a cell of the tray."""
    return FRAME + (column + 0.5) * CELL, TOP + FRAME + (HEIGHT - 0.5 - height) * CELL


def display_point(column: int, row: int) -> kit.Point:
    """The upper left corner of a space of the display."""
    return LABEL + column * (CARD_WIDTH + GAP), HEAD + (ROWS - 1 - row) * (CARD_HEIGHT + GAP)


def marble_ids(view: Any, seat: int) -> dict[tuple[int, int], str]:
    """An id for every marble of a tray, by cell. Marbles never leave their column or change their order in it, so the
    column and the number among marbles of the same colour, counted from below, stay the same when a marble falls."""
    return ids_in_tray(seat, tuple(view.tray[seat]))


@kit.keep
def ids_in_tray(seat: int, tray: tuple[int, ...]) -> dict[tuple[int, int], str]:
    ids = {}
    for column in range(COLUMNS):
        seen = [0] * COLOURS
        for height in range(HEIGHT):
            colour = colour_at(tray, column, height)
            if colour != NOTHING:
                ids[column, height] = f"m-{seat}-{column}-{NAMES[colour]}-{seen[colour]}"
                seen[colour] += 1
    return ids


@kit.keep
def draw_tray(seat: int, tray: tuple[int, ...]) -> Part:
    """The wood, holes and marbles of a tray, in a part of their own."""
    marbles = (draw_marble(id, colour_at(tray, *cell), *cell) for cell, id in ids_in_tray(seat, tray).items())
    return Part().add(draw_wood(), marbles)


@kit.keep
def draw_wood() -> list[Mark]:
    """An empty tray."""
    marks = kit.plank(0, TOP, WIDTH, TRAY, 22)
    for column in range(COLUMNS):
        x, _ = point_of(column, 0)
        marks += [kit.groove(x - 0.46 * CELL, TOP + FRAME / 2, 0.92 * CELL, HEIGHT * CELL + FRAME, 0.44 * CELL),
                  *(kit.hole(point_of(column, height), 1.06 * MARBLE) for height in range(HEIGHT))]
    return marks


@kit.keep
def draw_marble(id: str, colour: int, column: int, height: int) -> Part:
    name = say("{place}: {colour}", place=capital(cell_words(column, height)), colour=colour_name(colour))
    return kit.marble(id, NAMES[colour], point_of(column, height), MARBLE, name)


@kit.keep
def outline_set(*cells: tuple[int, int]) -> list[Mark]:
    """A line round the cells of a set."""
    return kit.outline_cells([kit.square(point_of(*cell), CELL) for cell in cells], 0.06 * CELL, 0.05 * CELL, 0.4 * CELL)


def draw_own_tray(view: Any, box: Any, seat: int, names: Sequence[str]) -> Panel:
    """The large tray, with the card above it and the tokens below it."""
    filled = [0] * COLUMNS
    for column, _ in marble_ids(view, seat):
        filled[column] += 1
    parts = [draw_tray(seat, tuple(view.tray[seat])), *(draw_column(column, filled[column]) for column in range(COLUMNS))]
    if view.player == seat:
        if view.hand:
            parts.append(draw_hand(view.hand, view.phase == PLACE))
        parts += draw_sets(view, box, seat)
    title = tray_title(names[seat])
    root = kit.together(title, "", *parts, draw_tokens(seat, *view.tokens[seat]))
    return Panel(BOARD, title, WIDTH, TOP + TRAY + TOKENS, root, seat, name="tray")


def tray_title(who: str) -> str:
    """Whose tray it is."""
    return tell(who, "Your tray", "{who}'s tray")


@kit.keep
def draw_column(column: int, filled: int) -> Part:
    """The letter of a column, with an area to press that covers the whole column."""
    x, _ = point_of(column, 0)
    name = say("Column {column}, {filled} of {all} filled", column=COLUMN_NAMES[column], filled=filled, all=HEIGHT)
    return Part(name, f"col-{column}", (x, TOP - 13), "space", reach=12).add(
        kit.rect(-CELL / 2, -CELL / 5, CELL, TRAY + CELL / 5, fill="none", pointer_events="all"),
        kit.text((0, 0), COLUMN_NAMES[column], 18, title=True))


def draw_sets(view: Any, box: Any, seat: int) -> list[Part]:
    """Lines round the sets to choose from, or round the whites whose colour is to be named."""
    parts = []
    if view.phase == POP:
        for cell in single_bits(sets_in(view.tray[seat], box.own_marbles)):
            colour, group = set_at(view.tray[seat], cell)
            cells = cells_of(group)
            name = say("A set of {n} {colour} marbles", n=len(cells), colour=colour_name(colour))
            parts.append(Part(name, kind="set").add(outline_set(*cells)))
    if view.whites:
        parts.append(Part(say("A set of white marbles"), kind="set").add(outline_set(*cells_of(view.whites))))
    return parts


@kit.keep
def rotations_of(hand: int) -> list[int]:
    """The different ways to turn the marbles in hand."""
    return [rotation for rotation in range(4) if placements_of(hand) >> COLUMNS * rotation & 1]


@kit.keep
def draw_hand(hand: int, turns: bool) -> Part:
    """The marbles in hand: a small card to choose for each way to turn them, or what is taken so far while a colour is
    asked."""
    part = Part("" if turns else say("To roll in"))
    rotations = rotations_of(hand) if turns else [0]
    for number, rotation in enumerate(rotations):
        x = (number + 0.5 + (4 - len(rotations)) / 2) * (WIDTH / 4)
        part.add(draw_turned_card(hand, rotation, (x, 0.49 * CELL)))
    return part


def draw_turned_card(hand: int, rotation: int, at: kit.Point) -> Part:
    """The marbles in hand, turned, as a small card."""
    card = Part(turned_card_name(hand, rotation), f"turn-{rotation}", at, "card")
    columns = card_columns(drop_code(hand, rotation))
    rows = max(len(column) for column in columns)
    w, h = TURNED_SIZE * len(columns) + 10, TURNED_SIZE * rows + 6
    card.add(kit.rect(-w / 2, -h / 2, w, h, 9, fill="var(--card)", stroke="var(--line-strong)", stroke_width=1.5))
    for column, marbles in enumerate(columns):
        for height, colour in enumerate(marbles):
            middle = TURNED_SIZE * (column + 0.5 - len(columns) / 2), TURNED_SIZE * (rows / 2 - height - 0.5)
            card.add(kit.dot(NAMES[colour], middle, 0.42 * TURNED_SIZE))
    return card


def turned_card_name(hand: int, rotation: int) -> str:
    """A turned card in words: its columns from left to right, each from the bottom up."""
    return say("Card turned this way: {columns}", columns=", ".join(stack_words(marbles) if marbles else say("gap")
                                                           for marbles in card_columns(drop_code(hand, rotation))))


@kit.keep
def draw_tokens(seat: int, *tokens: int) -> Part:
    """The bonus tokens of a seat, in a row below its tray."""
    part, radius = Part(), 0.3 * CELL
    x, y = FRAME + 0.4 * CELL, TOP + TRAY + 0.42 * CELL
    for colour in range(MAIN):
        for number in range(tokens[colour]):
            name = NAMES[colour]
            part.add(kit.token(f"tok-{seat}-{name}-{number}", name, (x, y), radius,
                               say("{colour} bonus token", colour=colour_name(colour))))
            x += 2.1 * radius if len(part.parts) < 9 else 0.9 * radius
    return part


def draw_other_tray(view: Any, seat: int, names: Sequence[str]) -> Panel:
    """Another player's tray, small, with the tokens below it."""
    root = draw_small_tray(seat, names[seat], tuple(view.tray[seat]), tuple(view.tokens[seat]))
    return Panel(OTHER, tray_title(names[seat]), WIDTH * SMALL, (TRAY + TOKENS) * SMALL, root, seat, name="rival")


@kit.keep
def draw_small_tray(seat: int, who: str, tray: tuple[int, ...], tokens: tuple[int, ...]) -> Part:
    whole = draw_tray(seat, tray)
    small = Part(at=(0.0, -TOP * SMALL), scale=SMALL).add(whole.marks, whole.parts, draw_tokens(seat, *tokens))
    return Part(tray_title(who)).add(small)


def draw_display(view: Any, box: Any) -> Panel:
    """The point cards by colour and row; each row says how many tokens it brings."""
    root = kit.together(say("Point cards"), "", draw_table(), *(draw_spaces(box, column, tuple(view.display[column]))
                                                               for column in range(MAIN)))
    caption = say("still to come: {blue} blue, {orange} orange", blue=sum(view.blue), orange=sum(view.orange))
    return Panel(FACTS, say("Point cards"), DISPLAY_WIDTH, DISPLAY_HEIGHT, root, caption=caption, first=True, name="points")


@kit.keep
def draw_table() -> Part:
    """What is under the point cards: the numbers of the rows with their tokens, and the colours of the columns."""
    marks: list[Mark] = []
    for row in range(ROWS):
        y = display_point(0, row)[1] + CARD_HEIGHT / 2
        marks += [kit.text((LABEL - 16, y - (9 if row else 0)), row_name(row), 26, "end", title=True),
                  *(kit.use("pc-bonus", (LABEL - 24 - 20 * n, y + 15), 9, color="var(--ink-2)") for n in range(row))]
    for column in range(MAIN):
        marks.append(kit.rect(display_point(column, 0)[0] - 3, 0, CARD_WIDTH + 6, DISPLAY_HEIGHT, 14,
                              fill=f"var(--mb-{NAMES[column]})", opacity=0.22))
    return Part().add(marks, (draw_head(column) for column in range(MAIN)))


@kit.keep
def draw_head(column: int) -> Part:
    """The colour of a display column, to press for it."""
    at = display_point(column, 0)[0] + CARD_WIDTH / 2, HEAD / 2
    head = Part(say("{colour} column", colour=capital(colour_name(column))), f"dc-{column}", at, "space", reach=15)
    return head.add(kit.dot(NAMES[column], (0, 0), 15))


@kit.keep
def draw_spaces(box: Any, column: int, cards: tuple[int, ...]) -> Part:
    """The spaces of a display column with their cards, from the bottom up."""
    parts: list[Part] = []
    seen: dict[int, int] = {}
    for row in range(ROWS):
        kind, at = cards[row], display_point(column, row)
        name = "" if kind != NOTHING else say("Row {row}: empty", row=row_name(row))
        parts.append(Part(name, f"pt-{column}-{row}", at, "space").add(card_outline(CARD_WIDTH, CARD_HEIGHT)))
        if kind != NOTHING:
            seen[kind] = seen.get(kind, 0) + 1
            parts.append(draw_point_card(box, kind, f"pc-{column}-{kind}-{seen[kind]}", at, row))
    return Part().add(parts)


def card_outline(width: float, height: float) -> Mark:
    """The outline of a card's space, which can be pressed with or without a card."""
    return kit.rect(0, 0, width, height, 11, fill="none", stroke="var(--line)", stroke_width=1.5, pointer_events="all")


@kit.keep
def draw_point_card(box: Any, kind: int, id: str, at: kit.Point, row: int) -> Part:
    """A point card face up."""
    stack = "blue" if kind < POINT_KINDS else "orange"
    name = (plural(box.value[kind], "Row {row}: {n} point, blue card", "Row {row}: {n} points, blue card", row=row_name(row))
            if kind < POINT_KINDS else
            plural(box.value[kind], "Row {row}: {n} point, orange card", "Row {row}: {n} points, orange card",
                   row=row_name(row)))
    return Part(name, id, at, "card").add(
        kit.rect(0, 0, CARD_WIDTH, CARD_HEIGHT, 10, fill="var(--card)", stroke="var(--line)", stroke_width=1.5),
        kit.rect(5, 5, CARD_WIDTH - 10, CARD_HEIGHT - 10, 6, fill=f"var(--stack-{stack})"),
        kit.text((CARD_WIDTH / 2, CARD_HEIGHT / 2 + 1), box.value[kind], 32, fill="var(--card-ink)", title=True))


def draw_pool(view: Any, box: Any) -> Panel:
    """The three marble cards."""
    height = max([len(rows_of(box.pattern[card])) for card in view.pool if card != NOTHING], default=1) * PLACE_SIZE + 12
    return Panel(FACTS, say("Marble cards"), POOL * (POOL_WIDTH + 2 * GAP), height + 2 * GAP,
                 draw_marble_cards(box, height, *view.pool), caption=pool_caption(view), first=True, name="cards")


@kit.keep
def draw_marble_cards(box: Any, height: int, *pool: int) -> Part:
    root = Part(say("Marble cards"))
    seen: dict[int, int] = {}
    for slot, card in enumerate(pool):
        at = slot * (POOL_WIDTH + 2 * GAP) + GAP, GAP
        space = Part("" if card != NOTHING else say("No card here"), f"pool-{slot}", at, "space")
        root.add(space.add(card_outline(POOL_WIDTH, height)))
        if card != NOTHING:
            seen[card] = seen.get(card, 0) + 1
            name = say("Marble card: {card}", card=card_words(box.pattern[card]))
            part = Part(name, f"mc-{card}-{seen[card]}", at, "card").add(kit.sheet(POOL_WIDTH, height, 12))
            root.add(part.add(draw_pattern(box.pattern[card], height)))
    return root


def draw_pattern(pattern: int, height: float) -> list[Mark]:
    """The marbles and gaps of a marble card, in the middle of a card of this height."""
    marks, rows = [], rows_of(pattern)
    for row, letters in enumerate(rows):
        for column, letter in enumerate(letters):
            middle = (POOL_WIDTH / 2 + (column + 0.5 - len(letters) / 2) * PLACE_SIZE,
                      height / 2 + (row + 0.5 - len(rows) / 2) * PLACE_SIZE)
            marks.append(kit.circle(middle, 5, fill="var(--card-2)") if letter == "."
                         else kit.dot(NAMES[LETTERS.index(letter)], middle, DOT))
    return marks


def pool_caption(view: Any) -> str:
    """How many marble cards and turns are left."""
    turns = turns_left(view)
    if view.seats > 1:
        return plural(turns, "last turn each, {stack} cards in the stack", "{n} turns each left, {stack} cards in the stack",
                      stack=view.stack)
    return plural(turns, "last turn, {stack} cards in the stack", "{n} turns left, {stack} cards in the stack",
                  stack=view.stack)


def turns_left(view: Any) -> int:
    """How many turns the player who decides still has, this one included."""
    if view.over:
        return 0
    if view.seats == 1:                     # a pool that is renewed at once may already be that of the next turn
        renewed = view.card != NOTHING and NOTHING not in view.pool
        return 1 + renewed + int(view.stack) // POOL
    return -(-(int(view.stack) + 1) // int(view.seats))


def draw_supply(view: Any) -> Panel:
    """The marbles in the supply, and how many bonus tokens are face down and discarded."""
    root = kit.together(say("Supply"), "", *(draw_stock(colour, view.supply[colour]) for colour in range(COLOURS)))
    caption = plural(sum(view.token_supply), "{n} bonus token left, {used} used", "{n} bonus tokens left, {used} used",
                     used=sum(view.token_discard))
    return Panel(FACTS, say("Supply"), 74 * COLOURS, 44, root, caption=caption, name="supply")


@kit.keep
def draw_stock(colour: int, left: int) -> Part:
    """The marbles of a colour in the supply."""
    name = say("{colour}: {n}", colour=capital(colour_name(colour)), n=left)
    return Part(name, f"sup-{colour}", (34 + 74 * colour, 22), "space", reach=16).add(
        kit.dot(NAMES[colour], (0, 0), 16), kit.text((22, 0), left, 20, "start", weight=600))


def draw_line(view: Any) -> Panel:
    """Solo: the line of four colours, with a check on those that are done."""
    root = Part(say("Line of colours"))
    for number, colour in enumerate(view.line):
        done, next_one = number < view.line_done, number == view.line_done
        name = (phrase("{colour}, complete") if done else phrase("{colour}, next") if next_one
                else phrase("{colour}, still to do"))
        part = Part(say(name, colour=capital(colour_name(colour))), f"line-{colour}", (30 + 62 * number, 26))
        part.add(kit.rect(-26, -22, 52, 44, 9, fill="var(--card)", stroke="var(--line-strong)", stroke_width=1.5),
                 kit.dot(NAMES[colour], (0, 0), 16, opacity=0.35 if done else None))
        root.add(part.add(kit.use("ic-check", (0, 0), 15, color="var(--good)")) if done else part)
    left = MAIN - view.line_done
    caption = say("{n} to go: pop four or more of each, from left to right", n=left) if left else say("complete")
    return Panel(FACTS, say("Line of colours"), 62 * MAIN, 52, root, caption=caption, first=True, name="line")
