"""The panels beside the trays: point cards, marble cards, the supply and the solo line."""

from collections.abc import Sequence
from typing import Any

from ...drawing import kit
from ...drawing.scene import FACTS, Mark, Panel, Part
from ...words import capital, phrase, phrases, plural, say
from .cards import rows_of
from .names import LETTERS, NAMES, card_words, colour_name
from .outlook import row_name
from .state import COLOURS, MAIN, NOTHING, POINT_KINDS, POOL, ROWS

CARD, GAP = 53, 10                          # side of a point card, and between two columns
SLOPE = 14                                  # between two rows, where arrows show that cards slide down
LABEL, HEAD = 46, 38                        # room for the numbers of the rows, and for the colours above the columns
DISPLAY_WIDTH, DISPLAY_HEIGHT = LABEL + MAIN * (CARD + GAP), HEAD + ROWS * (CARD + SLOPE) - SLOPE + 6
HEAD_DOT = 16                               # from above to the middle of these colours
DOT, PLACE_SIZE = 17, 40                    # a marble on a marble card, and its place there
POOL_WIDTH = 3 * PLACE_SIZE + 16            # of a marble card in the pool
EDGE = 11                                   # round it, for the line that marks it
SIZES = phrases("Sets of 3", "Sets of 4, with a bonus token", "Sets of 5 or more, with two bonus tokens")       # by row


def display_point(column: int, row: int) -> kit.Point:
    """The upper left corner of a space of the display."""
    return LABEL + column * (CARD + GAP), HEAD + (ROWS - 1 - row) * (CARD + SLOPE)


def draw_display(view: Any, box: Any, ready: Sequence[tuple[int, int]] = ()) -> Panel:
    """The point cards by colour and row; each row says for which sets it is, and how many tokens it brings. `ready` are the
    cards of sets that are about to pop."""
    title = say("Points by set size")
    columns = [draw_spaces(box, column, tuple(view.display[column])) for column in range(MAIN)]
    root = kit.together(title, "", draw_ready_cards(*ready), draw_table(), *columns)
    return Panel(FACTS, title, DISPLAY_WIDTH, DISPLAY_HEIGHT, root, caption=say("Take a card, and those above slide down."),
                 first=True, name="points")


@kit.keep
def draw_table() -> Part:
    """What is under the point cards: the sizes of the sets with their tokens, and the colours of the columns."""
    return Part().add(map(draw_size, range(ROWS)), map(draw_head, range(MAIN)))


def draw_size(row: int) -> Part:
    """How large the sets of a row are, and the tokens that they bring."""
    middle = LABEL / 2 - 2, CARD / 2 - (10 if row else 0)
    tokens = [draw_random_token((middle[0] + 21 * (n - (row - 1) / 2), CARD / 2 + 15)) for n in range(row)]
    part = Part(say(SIZES[row]), f"size-{row}", (0.0, display_point(0, row)[1]), "space")
    return part.add(kit.rect(0, 0, LABEL - 4, CARD, fill="none", pointer_events="all"),
                    kit.text(middle, row_name(row), 27, title=True), *tokens)


def draw_random_token(at: kit.Point) -> list[Mark]:
    """A bonus token that is drawn blind: nobody knows its colour."""
    return [kit.use("pc-bonus", at, 12, color="var(--ink-2)"), kit.text(at, "?", 17, fill="var(--paper)", weight=800)]


@kit.keep
def draw_head(column: int) -> Part:
    """The colour of a display column, to press for it, on a stripe that reaches down under its cards."""
    at = display_point(column, 0)[0] + CARD / 2, HEAD_DOT
    head = Part(say("{colour} column", colour=capital(colour_name(column))), f"dc-{column}", at, "space", reach=14)
    stripe = kit.rect(-CARD / 2 - 3, -HEAD_DOT, CARD + 6, DISPLAY_HEIGHT, 13, fill=f"var(--mb-{NAMES[column]})", opacity=0.22)
    return head.add(stripe, kit.dot(NAMES[column], (0, 0), 13), map(draw_slope, range(1, ROWS)))


def draw_slope(row: int) -> Mark:
    """A small arrow under a row, from the middle of the head of its column: its card slides down there."""
    top = display_point(0, row)[1] + CARD + 3 - HEAD_DOT
    return kit.polygon([(-10, top), (10, top), (0, top + SLOPE - 7)], fill="var(--ink-2)")


@kit.keep
def draw_taken_cards(slides: tuple[tuple[int, int, int], ...], *cards: tuple[int, int]) -> Part:
    """Lines round the point cards that sets would take, by column and row, with numbers if there are several; and arrows for
    the cards that slide then."""
    part = Part().add(*(outline_size(row) for row in sorted({row for _, row in cards})))
    part.add(Part().add(draw_slide(*slide)) for slide in slides)
    for number, (column, row) in enumerate(cards, 1):
        x, y = display_point(column, row)
        part.add(kit.outline_cells([kit.square((x + CARD / 2, y + CARD / 2), CARD + 6)], 5, 2, 9))
        if len(cards) > 1:
            part.add(Part().add(draw_number(number, (x + CARD - 5, y + 5), 11)))
    return part


def draw_slide(column: int, before: int, now: int) -> list[Mark]:
    """Arrows between the rows that a card passes when it slides; a new one comes from above."""
    x = display_point(column, 0)[0] + CARD / 2
    tops = [display_point(column, row)[1] + CARD + 1 if row < ROWS else HEAD - SLOPE + 3 for row in range(now + 1, before + 1)]
    return [kit.polygon([(x - 13, top), (x + 13, top), (x, top + 9)], fill="var(--legal)", stroke="var(--legal-edge)",
                        stroke_width=2, stroke_linejoin="round") for top in tops]


def outline_size(row: int) -> Part:
    """A line round the size of the sets of a row."""
    y, around = display_point(0, row)[1], {"fill": "none", "pointer_events": "none"}
    return Part().add(kit.rect(3, y - 1, LABEL - 10, CARD + 2, 11, stroke="var(--legal-edge)", stroke_width=7, **around),
                      kit.rect(3, y - 1, LABEL - 10, CARD + 2, 11, stroke="var(--legal)", stroke_width=3.5, **around))


@kit.keep
def draw_ready_cards(*cards: tuple[int, int]) -> Part:
    """A light under the point cards that sets are about to take, and under the sizes of their rows."""
    part = Part(kind="set")                 # while an action is shown, sets are not
    for column, row in cards:
        x, y = display_point(column, row)
        part.add(Part().add(kit.rect(x - 5, y - 5, CARD + 10, CARD + 10, 14, fill="var(--legal)"),
                            kit.rect(1, y - 3, LABEL - 6, CARD + 6, 12, fill="var(--legal)", opacity=0.55)))
    return part


def draw_number(number: int, at: kit.Point, r: float) -> list[Mark]:
    """The number of a set that would pop, on a disc."""
    return [kit.circle(at, r, fill="var(--legal)", stroke="var(--legal-edge)", stroke_width=0.16 * r),
            kit.text(at, number, 1.3 * r, fill="var(--legal-edge)", weight=800)]


@kit.keep
def draw_spaces(box: Any, column: int, cards: tuple[int, ...]) -> Part:
    """The spaces of a display column with their cards, from the bottom up."""
    parts: list[Part] = []
    seen: dict[int, int] = {}
    for row in range(ROWS):
        kind, at = cards[row], display_point(column, row)
        name = "" if kind != NOTHING else say("Row {row}: empty", row=row_name(row))
        parts.append(Part(name, f"pt-{column}-{row}", at, "space").add(card_outline(CARD, CARD)))
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
        kit.rect(0, 0, CARD, CARD, 10, fill="var(--card)", stroke="var(--line)", stroke_width=1.5),
        kit.rect(4, 4, CARD - 8, CARD - 8, 7, fill=f"var(--stack-{stack})"),
        kit.text((CARD / 2, CARD / 2 + 1), box.value[kind], 31, fill="var(--card-ink)", title=True))


def draw_pool(view: Any, box: Any) -> Panel:
    """The three marble cards."""
    cards = [card for card in (*view.pool, view.card) if card != NOTHING]
    height = max([len(rows_of(box.pattern[card])) for card in cards], default=1) * PLACE_SIZE + 12
    return Panel(FACTS, say("Marble cards"), POOL * (POOL_WIDTH + 2 * EDGE), height + 2 * EDGE,
                 draw_marble_cards(box, height, view.slot, view.card, *view.pool), caption=pool_caption(view), first=True,
                 name="cards")


@kit.keep
def draw_marble_cards(box: Any, height: int, slot_taken: int, card_taken: int, *pool: int) -> Part:
    """The cards in their slots; where the card of this turn lay, a pale picture of it."""
    root = Part(say("Marble cards"))
    seen: dict[int, int] = {}
    for slot, card in enumerate(pool):
        at = slot * (POOL_WIDTH + 2 * EDGE) + EDGE, EDGE
        space = Part("" if card != NOTHING else say("No card here"), f"pool-{slot}", at, "space")
        root.add(space.add(card_outline(POOL_WIDTH, height)))
        if card == NOTHING and slot == slot_taken:
            root.add(Part(at=at).add(draw_pattern(box.pattern[card_taken], height, 0.4)))
        if card != NOTHING:
            seen[card] = seen.get(card, 0) + 1
            name = say("Marble card: {card}", card=card_words(box.pattern[card]))
            part = Part(name, f"mc-{card}-{seen[card]}", at, "card").add(kit.sheet(POOL_WIDTH, height, 12))
            root.add(part.add(draw_pattern(box.pattern[card], height)))
    return root


def draw_pattern(pattern: int, height: float, opacity: float | None = None) -> list[Mark]:
    """The marbles and gaps of a marble card, in the middle of a card of this height."""
    marks, rows = [], rows_of(pattern)
    for row, letters in enumerate(rows):
        for column, letter in enumerate(letters):
            middle = (POOL_WIDTH / 2 + (column + 0.5 - len(letters) / 2) * PLACE_SIZE,
                      height / 2 + (row + 0.5 - len(rows) / 2) * PLACE_SIZE)
            marks.append(kit.circle(middle, 5, fill="var(--card-2)") if letter == "."
                         else kit.dot(NAMES[LETTERS.index(letter)], middle, DOT, opacity=opacity))
    return marks


def pool_caption(view: Any) -> str:
    """How many marble cards are left."""
    return say("{n} more in the stack", n=view.stack) if view.stack else say("the last cards")


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
    title = say("In the supply")
    root = kit.together(title, "", *(draw_stock(colour, view.supply[colour]) for colour in range(COLOURS)))
    caption = plural(sum(view.token_supply), "{n} bonus token left, {used} used", "{n} bonus tokens left, {used} used",
                     used=sum(view.token_discard))
    return Panel(FACTS, title, 74 * COLOURS, 44, root, caption=caption, first=True, name="supply")


@kit.keep
def draw_stock(colour: int, left: int) -> Part:
    """The marbles of a colour in the supply."""
    name = plural(left, "{n} {colour} marble left", "{n} {colour} marbles left", colour=colour_name(colour))
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
