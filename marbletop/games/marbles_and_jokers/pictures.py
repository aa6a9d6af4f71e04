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
LONGEST_NAME = 11                           # letters of a name on the board


# The board


def draw_board(view: Any, box: Any, names: Sequence[str]) -> Panel:
    """The track with all marbles, Start Rings, Home Slots and piles."""
    plan = plan_of(view, box)
    root = Part(say("Board"), kind="ring").add(*draw_wood(plan))
    for seat in range(view.seats):
        root.add(*paint_section(plan, seat, shorten(names[seat]), box))
    spaces = Part(say("Track"))
    for space, at in enumerate(plan.track):
        spaces.add(space_part(space_name(view, box, space, names), f"sp-{space}", at))
    root.add(spaces)
    for seat in range(view.seats):
        lane = Part(say("{who}'s Home Slot, {n} of {all}", who=names[seat], n=view.home[seat], all=LANE), f"lane-{seat}")
        for number, at in enumerate(plan.lanes[seat], 1):
            lane.add(space_part(say("Place {n}", n=number), f"home-{seat}-{number}", at))
        waiting = plural(view.place[seat].count(RING), "{who}'s Start Ring, {n} marble", "{who}'s Start Ring, {n} marbles",
                         who=names[seat])
        cup = Part(waiting, f"ring-{seat}")
        cup.add([kit.hole(at, 1.05 * HOLE) for at in plan.cups[seat]])
        root.add(lane, cup)
    for seat in range(view.seats):
        root.add(*draw_marbles(view, box, plan, seat, names[seat]))
    root.add(*draw_piles(view, box, plan, names))
    return Panel(BOARD, say("Board"), plan.width, plan.height, root)


def space_part(name: str, id: str, at: kit.Point) -> Part:
    """A space that a marble can lie in."""
    return Part(name, id, at, "space", reach=HOLE).add(kit.hole((0, 0), 1.05 * HOLE))


def draw_wood(plan: Plan) -> Iterator[Mark | list[Mark]]:
    """The wood of the board and the groove of the track."""
    if not plan.towers and not plan.round:
        yield kit.plank(2, 2, plan.width - 4, plan.height - 7, 0.9 * CELL)
    else:
        yield kit.plank_of(kit.through(plan.track, closed=True), 0.85 * CELL)
    yield kit.path(kit.through(plan.track, closed=True), fill="none", stroke="var(--wood-lo)", stroke_width=0.86 * CELL,
                   stroke_linejoin="round", opacity=0.55)


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


def space_name(view: Any, box: Any, space: int, names: Sequence[str]) -> str:
    """A space with what is special about it and who stands there."""
    owner = (view.track[space] - 1) >> 3
    extra = [say("home space of {who}", who=names[seat]) for seat in range(view.seats) if box.home[seat] == space]
    extra += [say("Start Position of {who}", who=names[seat]) for seat in range(view.seats)
              if box.space[seat][box.start] == space]
    if owner >= 0:
        extra.append(marble_name(names[owner], (view.track[space] - 1) & 7))
    return ", ".join([say("Space {n}", n=space), *extra])


def draw_marbles(view: Any, box: Any, plan: Plan, seat: int, name: str) -> Iterator[Part]:
    """The marbles of a seat."""
    for m, place in enumerate(view.place[seat]):
        at = plan.point_of(box, seat, m, place)
        marble = marble_name(name, m)
        said = (say("{marble}, in the Start Ring", marble=marble) if place == RING
                else say("{marble}, on place {n} of the Home Slot", marble=marble, n=place - box.length) if place > box.length
                else say("{marble}, on {space}", marble=marble, space=box.space[seat][place]))
        yield kit.marble(f"m-{seat}-{m}", COLOURS[seat], at, 1.04 * HOLE, said)


def draw_piles(view: Any, box: Any, plan: Plan, names: Sequence[str]) -> Iterator[Part]:
    """The pile and the last card in the middle. The id of the card has the turn in which it was laid."""
    x, y = plan.width / 2, plan.height / 2
    width = 2.6 * CELL
    left = (x - width - 8, y - 0.7 * width)
    yield kit.card_back("pile", left, width, plural(view.pile_size, "Pile, {n} card", "Pile, {n} cards"),
                        words=str(view.pile_size))
    last, turn = last_discard_turn(view, box)
    if view.last_discard[last]:
        rank = RANK_NAMES[view.last_discard[last] - 1]
        yield kit.card(f"laid-{turn}", rank, (x + 8, y - 0.7 * width), width,
                       say("Last card, {card} by {who}", card=rank, who=names[last]))


def last_discard_turn(view: Any, box: Any) -> tuple[int, int]:
    """Who laid the last card, and in which turn."""
    full = box.hand + (not box.draw_after)
    if view.rank >= 0 or (not view.over and view.hand_size[view.player] < full):
        return view.player, view.turn
    return (view.player if view.over else (view.player - 1) % view.seats), view.turn - 1


# Hands and discards


def draw_hand(view: Any, seat: int, names: Sequence[str]) -> Panel:
    """A hand that the viewer sees, one stack for each rank."""
    root, x = Part(say("Hand")), 6.0
    playing = view.rank >= 0 and seat == view.player
    for rank in range(RANKS):
        count = view.hand[seat][rank]
        if count:
            root.add(hand_card(seat, rank, count, (x, 8)))
            x += CARD_WIDTH + CARD_GAP + 6 * (count - 1)
    if playing:
        name = RANK_NAMES[view.rank]
        root.add(kit.card(f"card-in-play-{seat}", name, (x + 8, 8), CARD_WIDTH, say("{card}, being played", card=name)))
        x += CARD_WIDTH + CARD_GAP + 8
    mine = seat == view.viewer
    width = max(HAND_CARDS * (CARD_WIDTH + CARD_GAP), x) + 6
    title = say("Your hand") if mine else say("{who}'s hand", who=names[seat])
    return Panel(HAND if mine else OTHER, title, width, 1.4 * CARD_WIDTH + 20, root, seat)


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
    root, wide, high = Part(say("Discards")), 44, 46
    for rank in range(RANKS):
        x, y = wide * (rank % 7 + 0.5), high * (rank // 7)
        name, count = RANK_NAMES[rank], view.discards[rank]
        root.add(Part(say("{card}: {n} of {all}", card=name, n=count, all=box.deck[rank]), f"gone-{rank}", (x, y)).add(
            kit.text((0, 14), "★" if rank == JOKER else name, 17, title=True),
            kit.text((0, 33), count, 13, fill="var(--ink-2)")))
    return Panel(FACTS, say("Discards"), 7 * wide, 2 * high, root)
