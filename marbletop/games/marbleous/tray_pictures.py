"""The trays: the large one with the card above it and the tokens below it, and the small ones of the others."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ...drawing import kit
from ...drawing.scene import BOARD, OTHER, Mark, Panel, Part
from ...words import capital, plural, say, tell
from .diagram import shows_points
from .names import COLUMN_NAMES, NAMES, card_columns, cell_words, cells_of, colour_at, colour_name, stack_words
from .outlook import find_drop, find_placements, set_at, single_bits
from .rules import score_of
from .state import BONUS, COLOURS, COLUMNS, HEIGHT, MAIN, NOTHING, PLACE, POP
from .tray import sets_in

CELL = 80
FRAME = 0.2 * CELL                          # wood round the tray
FOOT = 0.4 * CELL                           # wood below it, with the names of the columns
MARBLE = 0.405 * CELL                       # radius
TURNED_WIDTH, TURNED_HEIGHT = 88, 78        # of a card above the tray, for each way to turn it
HOPPER = 42                                 # room between these cards and the tray, where the marbles wait
TOP = TURNED_HEIGHT + 22 + HOPPER
WIDTH = COLUMNS * CELL + 2 * FRAME
TRAY = HEIGHT * CELL + 2 * FRAME            # height of the wood, without the foot
TOKENS = CELL                               # room below the tray
TOKEN = 0.32 * CELL                         # radius
NUMBER_AT, NUMBER_AWAY = 130, 1.17 * TOKEN  # the number of equal tokens: its direction from their middle, and how far away
NUMBER_GAP = 42                             # degrees to either side of it that the line round a token leaves out
BELOW = TOP + TRAY + FOOT + CELL / 2        # where the tokens of the large tray lie
SMALL = 0.36                                # scale of another player's tray


def point_of(column: int, height: int) -> kit.Point:
    """The middle of a cell of the tray."""
    return FRAME + (column + 0.5) * CELL, TOP + FRAME + (HEIGHT - 0.5 - height) * CELL


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
def draw_tray(seat: int, tray: tuple[int, ...], named: bool) -> Part:
    """The wood, holes and marbles of a tray, in a part of their own; `named` writes the names of the columns on its foot."""
    return Part(marks=[*draw_wood(named)], parts=[draw_marble(id, colour_at(tray, *cell), *cell)
                                                  for cell, id in ids_in_tray(seat, tray).items()])


@kit.keep
def draw_wood(named: bool) -> list[Mark]:
    """An empty tray."""
    marks = kit.plank(0, TOP, WIDTH, TRAY + FOOT * named, 22)
    for column in range(COLUMNS):
        x, _ = point_of(column, 0)
        marks += [kit.groove(x - 0.46 * CELL, TOP + FRAME / 2, 0.92 * CELL, HEIGHT * CELL + FRAME, 0.44 * CELL),
                  *(kit.hole(point_of(column, height), 1.06 * MARBLE) for height in range(HEIGHT))]
        if named:
            marks.append(kit.place_name((x, TOP + TRAY + 0.32 * FOOT), COLUMN_NAMES[column], 26, fill="var(--on-wood)"))
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
    """The large tray, with the card above it, and tokens and points below it."""
    filled = [0] * COLUMNS
    for column, _ in marble_ids(view, seat):
        filled[column] += 1
    parts = [draw_tray(seat, tuple(view.tray[seat]), True), *(draw_column(column, filled[column]) for column in range(COLUMNS))]
    if view.player == seat:
        if view.hand:
            parts.append(draw_hand(view.hand, view.phase == PLACE))
        parts += draw_sets(view, box, seat)
    parts.append(draw_tokens(seat, BELOW, *view.tokens[seat]))
    if box.advanced:
        parts.append(draw_stars(int(view.stars[seat])))
    if shows_points(view, box, seat):
        points = score_of(view, box, seat) if view.over else view.points[seat]
        parts.append(draw_points(int(points), box.solo_goal if view.seats == 1 else 0))
    title = tray_title(names[seat])
    return Panel(BOARD, title, WIDTH, TOP + TRAY + FOOT + TOKENS, kit.together(title, "", *parts), seat, name="tray")


@kit.keep
def draw_stars(stars: int) -> Part:
    """The star tokens of the large tray's owner."""
    return Part(plural(stars, "{n} star", "{n} stars")).add(
        kit.use("pc-star", (WIDTH - 170, BELOW), 15), kit.text((WIDTH - 150, BELOW), stars, 27, "start", title=True))


@kit.keep
def draw_points(points: int, goal: int) -> Part:
    """The points of the large tray's owner; alone, those that are needed, too."""
    words = say("{n} of {goal} points", n=points, goal=goal) if goal else plural(points, "{n} point", "{n} points")
    return Part(words, "points-now").add(kit.text((WIDTH - 10, BELOW), words, 27, "end", title=True))


def draw_points_after(points: int) -> list[Mark]:
    """The points that a choice would lead to, in place of those of now."""
    words = say("{n} after this", n=points)
    return kit.tag((WIDTH - 12.5 * (0.62 * len(words) + 1.1), BELOW), words, 24)


def tray_title(who: str) -> str:
    """Whose tray it is."""
    return tell(who, "Your tray", "{who}'s tray")


@kit.keep
def draw_column(column: int, filled: int) -> Part:
    """A column of the tray: the whole of it can be pressed, and its mark stands above it."""
    x, _ = point_of(column, 0)
    name = say("Column {column}, {filled} of {all} filled", column=COLUMN_NAMES[column], filled=filled, all=HEIGHT)
    return Part(name, f"col-{column}", (x, TOP - HOPPER / 2), "space", reach=13).add(
        kit.rect(-CELL / 2, -HOPPER / 2, CELL, HOPPER / 2 + TRAY + FOOT, fill="none", pointer_events="all"))


def draw_sets(view: Any, box: Any, seat: int) -> list[Part]:
    """Lines round the sets that are ready, or round the whites whose colour is to be named."""
    parts = []
    if view.phase in (BONUS, POP):
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
    return [rotation for rotation in range(4) if find_placements(hand) >> COLUMNS * rotation & 1]


@kit.keep
def draw_hand(hand: int, turns: bool) -> Part:
    """The marbles in hand: a card to choose for each way to turn them, or what is taken so far while a colour is asked."""
    part = Part("" if turns else say("To roll in"))
    rotations = rotations_of(hand) if turns else [0]
    for number, rotation in enumerate(rotations):
        x = (number + 0.5 + (4 - len(rotations)) / 2) * (WIDTH / 4)
        part.add(draw_turned_card(hand, rotation, (x, 11 + TURNED_HEIGHT / 2)))
    return part


def draw_turned_card(hand: int, rotation: int, at: kit.Point) -> Part:
    """The marbles in hand, turned, on a card."""
    card = Part(turned_card_name(hand, rotation), f"turn-{rotation}", at, "card")
    card.add(kit.rect(-TURNED_WIDTH / 2, -TURNED_HEIGHT / 2, TURNED_WIDTH, TURNED_HEIGHT, 12, fill="var(--card)",
                      stroke="var(--line-strong)", stroke_width=1.5))
    columns = card_columns(find_drop(hand, rotation))
    rows = max(len(column) for column in columns)
    size = min(28, TURNED_HEIGHT / rows - 2)
    for column, marbles in enumerate(columns):
        for height, colour in enumerate(marbles):
            middle = size * (column + 0.5 - len(columns) / 2), size * (rows / 2 - height - 0.5)
            card.add(kit.dot(NAMES[colour], middle, 0.45 * size))
    return card


@kit.keep
def draw_hopper(hand: int, rotation: int, column: int) -> list[Mark]:
    """The marbles of a turned card where they wait, each over its column, and arrows over the columns it can move to. The left
    end, which goes to the column that is pressed, is marked."""
    columns = card_columns(find_drop(hand, rotation))
    x = point_of(column, 0)[0] - 0.4 * CELL
    marks = [kit.rect(x, TOP - HOPPER + 2, (len(columns) - 0.2) * CELL, HOPPER - 6, 10, fill="var(--card)",
                      stroke="var(--chosen-edge)", stroke_width=2.5)]
    if len(columns) > 1:
        marks += draw_left_end(x + 0.4 * CELL)
    for offset, marbles in enumerate(columns):
        for height, colour in enumerate(marbles):
            size, (x, _) = (HOPPER - 8) / len(marbles), point_of(column + offset, 0)
            marks.append(kit.dot(NAMES[colour], (x, TOP - 6 - size * (height + 0.5)), 0.46 * size))
    marks += [mark for left in range(column) for mark in draw_arrow(left, -1)]
    return marks + [mark for right in range(column + len(columns), COLUMNS) for mark in draw_arrow(right, 1)]


def draw_left_end(x: float) -> list[Mark]:
    """An arrow from the left end of a card into its column."""
    y, size = TOP + 4, 0.34 * HOPPER
    point = [(x - size, y - 0.5 * size), (x + size, y - 0.5 * size), (x, y + 0.8 * size)]
    return [kit.polygon(point, fill="var(--chosen)", stroke="var(--chosen-edge)", stroke_width=2.5, stroke_linejoin="round")]


def draw_arrow(column: int, way: int) -> list[Mark]:
    """An arrow over a column, to the left (-1) or right (1)."""
    x, y, size = point_of(column, 0)[0], TOP - HOPPER / 2, 0.3 * HOPPER
    tip = kit.through([(x - way * 0.4 * size, y - size), (x + way * 0.6 * size, y), (x - way * 0.4 * size, y + size)])
    return kit.lines(tip, 5, "legal")


def turned_card_name(hand: int, rotation: int) -> str:
    """A turned card in words: its columns from left to right, each from the top down."""
    return say("Card turned this way: {columns}", columns=", ".join(stack_words(marbles) if marbles else say("gap")
                                                           for marbles in card_columns(find_drop(hand, rotation))))


@kit.keep
def draw_tokens(seat: int, y: float, *tokens: int) -> Part:
    """The bonus tokens of a seat in a row, those of one colour over each other with their number."""
    part, x = Part(), FRAME + TOKEN
    room = min(88.0, 248 / max(1, sum(map(bool, tokens))))
    for colour in range(MAIN):
        for number in reversed(range(tokens[colour])):                 # the first one lies on top
            token = kit.token(f"tok-{seat}-{NAMES[colour]}-{number}", NAMES[colour], (x + 14 * min(number, 2), y), TOKEN,
                              say("{colour} bonus token", colour=colour_name(colour)))
            part.add(beside_number(token) if number == 0 and tokens[colour] > 1 else token)
        if tokens[colour] > 1:
            part.add(Part(at=kit.aim(NUMBER_AT, NUMBER_AWAY, (x, y))).add(draw_how_many(tokens[colour])))
        x += room if tokens[colour] else 0
    return part


def beside_number(token: Part) -> Part:
    """A token with the number of its like beside it: the line that marks it leaves out the number."""
    r = 1.08 * TOKEN
    (x, y), (end_x, end_y) = (kit.aim(NUMBER_AT + turned, r) for turned in (NUMBER_GAP, -NUMBER_GAP))
    line = kit.path(f"M{x:.1f} {y:.1f}A{r:.1f} {r:.1f} 0 1 1 {end_x:.1f} {end_y:.1f}", fill="none")
    return replace(token, marks=[line, *token.marks], reach=0.0)


@kit.keep
def draw_how_many(number: int) -> list[Mark]:
    """How many equal tokens lie over each other, on a disc."""
    return [kit.circle((0, 0), 15, fill="var(--card)", stroke="var(--line-strong)", stroke_width=2),
            kit.text((0, 0), number, 23, fill="var(--card-ink)", weight=700)]


def draw_other_tray(view: Any, seat: int, names: Sequence[str]) -> Panel:
    """Another player's tray, small, with the tokens below it."""
    root = draw_small_tray(seat, names[seat], tuple(view.tray[seat]), tuple(view.tokens[seat]))
    return Panel(OTHER, names[seat], WIDTH * SMALL, (TRAY + TOKENS) * SMALL, root, seat, name="rival")


@kit.keep
def draw_small_tray(seat: int, who: str, tray: tuple[int, ...], tokens: tuple[int, ...]) -> Part:
    whole = draw_tray(seat, tray, False)
    small = Part(at=(0.0, -TOP * SMALL), scale=SMALL, marks=whole.marks,
                 parts=[*whole.parts, draw_tokens(seat, BELOW - FOOT, *tokens)])
    return Part(tray_title(who), parts=[small])
