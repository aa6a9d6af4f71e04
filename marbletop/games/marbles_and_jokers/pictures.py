"""Drawings of the board, the hands and the discards."""

from collections.abc import Iterator, Sequence
from typing import Any

from ...drawing import kit
from ...drawing.scene import BOARD, FACTS, HAND, OTHER, Mark, Panel, Part
from ...words import plural, say
from .names import marble_name
from .plan import CELL, Plan, plan_of
from .state import JOKER, LANE, RANK_NAMES, RANKS, RING

COLOURS = ("blue", "red", "yellow", "purple", "green", "ink", "sky", "rose")
HOLE = 0.4 * CELL                           # radius
CARD_WIDTH, CARD_GAP, HAND_CARDS = 70, 8, 6         # of a hand; a panel has room for so many cards side by side
COUNT_WIDTH, COUNT_HEIGHT = 44, 46          # of a rank among the discards
LONGEST_NAME = 11                           # letters of a name on the board
TOGETHER = 12                               # spaces that are drawn as one


# The board


def draw_board(view: Any, box: Any, names: Sequence[str]) -> Panel:
    """The track with all marbles, Start Rings, Home Slots and piles."""
    plan, names = plan_of(view, box), tuple(names[:view.seats])
    parts = [draw_track(plan, tuple(view.track), names)]
    for seat in range(view.seats):
        parts += [draw_lane(plan, seat, names[seat], view.home[seat]),
                  draw_cup(plan, seat, names[seat], view.place[seat].count(RING))]
    parts += [draw_marbles(box, plan, seat, names[seat], tuple(view.place[seat])) for seat in range(view.seats)]
    root = draw_ring(box, plan, names, *parts, *draw_piles(view, box, plan, names))
    return Panel(BOARD, say("Board"), plan.width, plan.height, root)


@kit.keep
def draw_ring(box: Any, plan: Plan, names: tuple[str, ...], *parts: Part) -> Part:
    """The ground with everything on it."""
    return Part(say("Board"), kind="ring").add(draw_ground(box, plan, names), parts)


@kit.keep
def draw_ground(box: Any, plan: Plan, names: tuple[str, ...]) -> list[Mark]:
    """The wood, and what is painted on it."""
    painted = (paint_section(plan, seat, shorten(name), box) for seat, name in enumerate(names))
    return [*draw_wood(plan), *(mark for marks in painted for mark in marks)]


@kit.keep
def draw_track(plan: Plan, there: tuple[int, ...], names: tuple[str, ...]) -> Part:
    """The spaces of the track, with the marbles that stand there."""
    return Part(say("Track")).add(draw_spaces(plan, first, there[first:min(first + TOGETHER, plan.length)], names)
                                  for first in range(0, plan.length, TOGETHER))


@kit.keep
def draw_spaces(plan: Plan, first: int, there: tuple[int, ...], names: tuple[str, ...]) -> Part:
    """Some spaces in a row, of which most stay as they are."""
    return Part().add(draw_space(plan, space, marble, names) for space, marble in enumerate(there, first))


@kit.keep
def draw_space(plan: Plan, space: int, marble: int, names: tuple[str, ...]) -> Part:
    return space_part(space_name(plan, space, marble, names), f"sp-{space}", plan.track[space])


@kit.keep
def draw_lane(plan: Plan, seat: int, who: str, home: int) -> Part:
    """The Home Slot of a seat."""
    return Part(say("{who}'s Home Slot, {n} of {all}", who=who, n=home, all=LANE), f"lane-{seat}").add(
        space_part(say("Place {n}", n=number), f"home-{seat}-{number}", at) for number, at in enumerate(plan.lanes[seat], 1))


@kit.keep
def draw_cup(plan: Plan, seat: int, who: str, marbles: int) -> Part:
    """The Start Ring of a seat."""
    waiting = plural(marbles, "{who}'s Start Ring, {n} marble", "{who}'s Start Ring, {n} marbles", who=who)
    return Part(waiting, f"ring-{seat}").add(kit.hole(at, 1.05 * HOLE) for at in plan.cups[seat])


def space_part(name: str, id: str, at: kit.Point) -> Part:
    """A space that a marble can lie in."""
    return Part(name, id, at, "space", reach=HOLE).add(kit.hole((0, 0), 1.05 * HOLE))


def draw_wood(plan: Plan) -> list[Mark]:
    """The wood of the board and the groove of the track."""
    wood = (kit.plank_of(kit.through(plan.track, closed=True), 0.85 * CELL) if plan.towers or plan.round
            else kit.plank(2, 2, plan.width - 4, plan.height - 7, 0.9 * CELL))
    groove = kit.path(kit.through(plan.track, closed=True), fill="none", stroke="var(--wood-lo)", stroke_width=0.86 * CELL,
                      stroke_linejoin="round", opacity=0.55)
    return [*wood, groove]


def shorten(name: str) -> str:
    """A name that fits beside a Start Ring."""
    return name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME - 1].rstrip()}\u2026"


def paint_section(plan: Plan, seat: int, name: str, box: Any) -> Iterator[Mark]:
    """What is painted on a seat's section: Start Ring, Home Slot, Start Position, No Pass Line and name."""
    colour = f"var(--ring-{COLOURS[seat]})"
    middle, size = plan.cup_middles[seat], plan.cup_size * CELL
    yield kit.circle(middle, size, fill="var(--wood-lo)", stroke=colour, stroke_width=0.2 * CELL)
    yield kit.circle(middle, size + 0.12 * CELL, fill="none", stroke="var(--on-wood)", stroke_opacity=0.5, stroke_width=1.2)
    home = plan.track[plan.homes[seat]]
    lane = kit.through([home, plan.lanes[seat][-1]])
    for width, stroke in ((1.2, "var(--on-wood)"), (1.12, colour), (0.84, "var(--wood-lo)")):
        yield kit.path(lane, stroke=stroke, stroke_width=width * CELL, stroke_linecap="round")
    yield kit.circle(plan.track[plan.starts[seat]], 0.55 * CELL, fill=colour, stroke="var(--on-wood)", stroke_opacity=0.5)
    if box.past < box.length:
        one, two = (plan.track[(plan.homes[seat] + box.past + n) % plan.length] for n in range(2))
        x, y = (one[0] + two[0]) / 2, (one[1] + two[1]) / 2
        across = (two[1] - one[1]) * 0.46, (one[0] - two[0]) * 0.46
        yield kit.path(kit.through([(x + across[0], y + across[1]), (x - across[0], y - across[1])]), stroke=colour,
                       stroke_width=0.12 * CELL, stroke_linecap="round")
    yield kit.text(plan.names[seat], name, 0.55 * CELL, fill="var(--on-wood)", weight=650)


def space_name(plan: Plan, space: int, marble: int, names: Sequence[str]) -> str:
    """A space with what is special about it and the marble that stands there."""
    extra = [say("home space of {who}", who=who) for who, home in zip(names, plan.homes) if home == space]
    extra += [say("Start Position of {who}", who=who) for who, start in zip(names, plan.starts) if start == space]
    if marble:
        extra.append(marble_name(names[(marble - 1) >> 3], (marble - 1) & 7))
    return ", ".join([say("Space {n}", n=space), *extra])


@kit.keep
def draw_marbles(box: Any, plan: Plan, seat: int, name: str, places: tuple[int, ...]) -> Part:
    """The marbles of a seat."""
    return Part().add(draw_marble(box, plan, seat, name, m, place) for m, place in enumerate(places))


@kit.keep
def draw_marble(box: Any, plan: Plan, seat: int, name: str, m: int, place: int) -> Part:
    marble = marble_name(name, m)
    said = (say("{marble}, in the Start Ring", marble=marble) if place == RING
            else say("{marble}, on place {n} of the Home Slot", marble=marble, n=place - box.length) if place > box.length
            else say("{marble}, on {space}", marble=marble, space=box.space[seat][place]))
    return kit.marble(f"m-{seat}-{m}", COLOURS[seat], plan.point_of(box, seat, m, place), 1.04 * HOLE, said)


def draw_piles(view: Any, box: Any, plan: Plan, names: Sequence[str]) -> Iterator[Part]:
    """The pile and the last card in the middle. The id of the card has the turn in which it was laid."""
    x, y = plan.width / 2, plan.height / 2
    width = 2.6 * CELL
    left = (x - width - 8, y - 0.7 * width)
    yield draw_pile(view.pile_size, left, width)
    last, turn = last_discard_turn(view, box)
    if view.last_discard[last]:
        yield draw_last_card(turn, RANK_NAMES[view.last_discard[last] - 1], names[last], (x + 8, y - 0.7 * width), width)


@kit.keep
def draw_pile(cards: int, at: kit.Point, width: float) -> Part:
    return kit.card_back("pile", at, width, plural(cards, "Pile, {n} card", "Pile, {n} cards"), words=str(cards))


@kit.keep
def draw_last_card(turn: int, rank: str, who: str, at: kit.Point, width: float) -> Part:
    return kit.card(f"laid-{turn}", rank, at, width, say("Last card, {card} by {who}", card=rank, who=who))


def last_discard_turn(view: Any, box: Any) -> tuple[int, int]:
    """Who laid the last card, and in which turn."""
    full = box.hand + (not box.draw_after)
    if view.rank >= 0 or (not view.over and view.hand_size[view.player] < full):
        return view.player, view.turn
    return (view.player if view.over else (view.player - 1) % view.seats), view.turn - 1


# Hands and discards


def draw_hand(view: Any, seat: int, names: Sequence[str]) -> Panel:
    """A hand that the viewer sees, one stack for each rank."""
    cards, x = [], 6.0
    playing = view.rank >= 0 and seat == view.player
    for rank in range(RANKS):
        count = view.hand[seat][rank]
        if count:
            cards.append(hand_card(seat, rank, count, (x, 8)))
            x += CARD_WIDTH + CARD_GAP + 6 * (count - 1)
    if playing:
        name = RANK_NAMES[view.rank]
        cards.append(kit.card(f"card-in-play-{seat}", name, (x + 8, 8), CARD_WIDTH, say("{card}, being played", card=name)))
        x += CARD_WIDTH + CARD_GAP + 8
    mine = seat == view.viewer
    width = max(HAND_CARDS * (CARD_WIDTH + CARD_GAP), x) + 6
    title = say("Your hand") if mine else say("{who}'s hand", who=names[seat])
    return Panel(HAND if mine else OTHER, title, width, 1.4 * CARD_WIDTH + 20, kit.together(say("Hand"), "", *cards), seat)


@kit.keep
def hand_card(seat: int, rank: int, count: int, at: kit.Point) -> Part:
    """The cards of one rank, as a stack."""
    name = RANK_NAMES[rank] if count == 1 else say("{n} cards {card}", n=count, card=RANK_NAMES[rank])
    height = 1.4 * CARD_WIDTH
    part = Part(name, f"hand-{seat}-{rank}", at, "card")
    for n in reversed(range(count)):
        part.add(kit.rect(6 * n, -2 * n, CARD_WIDTH, height, 0.12 * CARD_WIDTH, fill="var(--card)",
                          stroke="var(--line-strong)"))
    part.marks.insert(0, part.marks.pop())              # the front card is the area to press
    back = part.marks[1:]
    part.marks = [part.marks[0], *back, kit.rect(0, 0, CARD_WIDTH, height, 0.12 * CARD_WIDTH, fill="var(--card)"),
                  kit.mark("use", href=f"#card-{RANK_NAMES[rank]}", width=CARD_WIDTH, height=height)]
    return part


def draw_discards(view: Any, box: Any) -> Panel:
    """How many cards of each rank are among the discards."""
    root = kit.together(say("Discards"), "", *(draw_count(rank, view.discards[rank], box.deck[rank]) for rank in range(RANKS)))
    return Panel(FACTS, say("Discards"), 7 * COUNT_WIDTH, 2 * COUNT_HEIGHT, root)


@kit.keep
def draw_count(rank: int, count: int, all: int) -> Part:
    """A rank with its number among the discards."""
    name, at = RANK_NAMES[rank], (COUNT_WIDTH * (rank % 7 + 0.5), COUNT_HEIGHT * (rank // 7))
    return Part(say("{card}: {n} of {all}", card=name, n=count, all=all), f"gone-{rank}", at).add(
        kit.text((0, 14), "★" if rank == JOKER else name, 17, title=True),
        kit.text((0, 33), count, 13, fill="var(--ink-2)"))
