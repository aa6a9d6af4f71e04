"""The drawing of the board."""

import math
from collections.abc import Iterator, Sequence
from typing import Any

from ...drawing import kit
from ...drawing.scene import BOARD, Mark, Panel, Part
from ...words import You, capital, plural, say, tell
from .cards import draw_face
from .names import card_name, marble_of
from .places import hole_number, home_of_reader, space_in_words
from .plan import CELL, RIM, Plan, plan_of
from .state import LANE, RING

COLOURS = ("blue", "red", "yellow", "purple", "green", "ink", "sky", "rose")
NUMBER = 0.6 * CELL                         # size of the numbers on the rim
HOLE = 0.4 * CELL                           # radius
RING_PANEL = "ring"                         # the name of the board's panel
LONGEST_NAME = 11                           # letters of a name on the board
TOGETHER = 12                               # spaces that are drawn as one


# The board


def draw_board(view: Any, box: Any, names: Sequence[str], tagged: Sequence[int] = (), deciding: bool = False) -> Panel:
    """The track with all marbles, start rings, home slots and piles; `tagged` are the spaces whose numbers matter now. While
    the viewer is deciding, the card that might be played is not on the pile yet."""
    plan, names, home = plan_of(view, box), tuple(names[:view.seats]), home_of_reader(box, names)
    parts = [draw_track(box, plan, home, tuple(view.track), names)]
    for seat in range(view.seats):
        parts += [draw_lane(plan, seat, names[seat], view.home[seat]),
                  draw_cup(plan, seat, names[seat], view.place[seat].count(RING))]
    parts += [draw_marbles(box, plan, home, seat, names, tuple(view.place[seat])) for seat in range(view.seats)]
    piles, numbers = draw_piles(view, box, plan, names, deciding), draw_numbers(plan, home, tuple(tagged))
    root = draw_ring(box, plan, names, *parts, *piles, numbers)
    return Panel(BOARD, say("Board"), plan.width, plan.height, root, name=RING_PANEL)


@kit.keep
def draw_ring(box: Any, plan: Plan, names: tuple[str, ...], *parts: Part) -> Part:
    """The ground with everything on it."""
    return Part(say("Board"), kind="ring", marks=[*draw_ground(box, plan, names)], parts=[*parts])


@kit.keep
def draw_ground(box: Any, plan: Plan, names: tuple[str, ...]) -> list[Mark]:
    """The wood, and what is painted on it."""
    own = next((seat for seat, name in enumerate(names) if isinstance(name, You)), -1) if plan.own_labels else -1
    painted = (paint_section(plan, seat, "" if seat == own else shorten(name), box) for seat, name in enumerate(names))
    return [*draw_wood(plan), *(mark for marks in painted for mark in marks), *draw_direction(plan, own >= 0)]


def draw_direction(plan: Plan, is_own: bool) -> Iterator[Mark]:
    """Which way marbles run: quiet arrows beside the track. For whoever looks on from a seat, where their own way begins and
    ends."""
    ink = {"stroke": "var(--on-wood)", "fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round",
           "stroke_width": 0.13 * CELL, "opacity": 0.75}
    for way in [*plan.arrows, *([plan.own_end] if is_own else [])]:
        yield kit.path(kit.through(way) + arrow_head(*way[-2:]), **ink)
    if is_own:
        for (x, y), words in zip(plan.own_labels, (say("Your start"), say("Your home"))):
            for line, word in enumerate(words.split(" ", 1)):
                yield kit.text((x, y + (0.66 * line - 0.33) * CELL), word, 0.55 * CELL, fill="var(--on-wood)", weight=650)


def arrow_head(before: kit.Point, tip: kit.Point) -> str:
    """The path data of the head of an arrow."""
    length = math.dist(before, tip)
    x, y = (tip[0] - before[0]) / length * 0.34 * CELL, (tip[1] - before[1]) / length * 0.34 * CELL
    return kit.through([(tip[0] - x - y, tip[1] - y + x), tip, (tip[0] - x + y, tip[1] - y - x)])


@kit.keep
def draw_numbers(plan: Plan, home: int, spaces: tuple[int, ...]) -> Part:
    """The numbers of the holes for whoever has this home space: on paper for the spaces that matter now, and every fifth one
    printed on the rim. One that would cover another is left out."""
    tags, rim = Part(kind="place-name"), Part(kind="rim")
    taken: list[kit.Point] = []
    numbers = [(space, hole_number(plan.length, home, space)) for space in (*spaces, *range(plan.length))]
    for space, n in [(space, n) for space, n in numbers if space in spaces or n % 5 == 0]:
        at = plan.rim_point(space)
        if all(math.dist(at, other) >= 1.2 * CELL for other in taken):
            taken.append(at)
            if space in spaces:
                tags.add(kit.tag(at, str(n), 0.84 * NUMBER))
            else:
                rim.add(kit.place_name(at, n, NUMBER, fill="var(--on-wood)", opacity=0.75))
    return Part().add(rim, tags)


@kit.keep
def draw_track(box: Any, plan: Plan, home: int, there: tuple[int, ...], names: tuple[str, ...]) -> Part:
    """The spaces of the track, with the marbles that stand there, for whoever has this home space."""
    return Part(say("Track")).add(draw_spaces(box, plan, home, first, there[first:min(first + TOGETHER, plan.length)], names)
                                  for first in range(0, plan.length, TOGETHER))


@kit.keep
def draw_spaces(box: Any, plan: Plan, home: int, first: int, there: tuple[int, ...], names: tuple[str, ...]) -> Part:
    """Some spaces in a row, of which most stay as they are."""
    return Part().add(draw_space(box, plan, home, space, marble, names) for space, marble in enumerate(there, first))


@kit.keep
def draw_space(box: Any, plan: Plan, home: int, space: int, marble: int, names: tuple[str, ...]) -> Part:
    name = [spoken_hole(box, home, space, names), *([marble_of(names[(marble - 1) >> 3])] if marble else [])]
    return space_part(", ".join(name), f"sp-{space}", plan.track[space])


@kit.keep
def draw_lane(plan: Plan, seat: int, who: str, home: int) -> Part:
    """The home slot of a seat."""
    name = tell(who, "Your home slot, {n} of {all} marbles", "{who}'s home slot, {n} of {all} marbles", n=home, all=LANE)
    return Part(name, f"lane-{seat}").add(
        space_part(say("Hole {n}", n=number), f"home-{seat}-{number}", at) for number, at in enumerate(plan.lanes[seat], 1))


@kit.keep
def draw_cup(plan: Plan, seat: int, who: str, marbles: int) -> Part:
    """The start ring of a seat."""
    waiting = (plural(marbles, "Your start ring, {n} marble", "Your start ring, {n} marbles") if isinstance(who, You)
               else plural(marbles, "{who}'s start ring, {n} marble", "{who}'s start ring, {n} marbles", who=who))
    return Part(waiting, f"ring-{seat}").add(kit.hole(at, 1.05 * HOLE) for at in plan.cups[seat])


def space_part(name: str, id: str, at: kit.Point) -> Part:
    """A space that a marble can lie in."""
    return Part(name, id, at, "space", reach=HOLE).add(kit.hole((0, 0), 1.05 * HOLE))


def draw_wood(plan: Plan) -> list[Mark]:
    """The wood of the board and the groove of the track."""
    wood = (kit.plank_of(kit.through(plan.track, closed=True), (RIM - 0.15) * CELL) if plan.towers or plan.round
            else kit.plank(2, 2, plan.width - 4, plan.height - 7, 0.9 * CELL))
    groove = kit.path(kit.through(plan.track, closed=True), fill="none", stroke="var(--wood-lo)", stroke_width=0.86 * CELL,
                      stroke_linejoin="round", opacity=0.55)
    return [*wood, groove]


def shorten(name: str) -> str:
    """A name that fits beside a start ring; "You" for the one who looks on."""
    if isinstance(name, You):
        return say("You")
    return name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME - 1].rstrip()}\u2026"


def paint_section(plan: Plan, seat: int, name: str, box: Any) -> Iterator[Mark]:
    """What is painted on a seat's section: start ring, home slot, start position, no pass line and name, if it has one."""
    colour = f"var(--ring-{COLOURS[seat]})"
    middle, size = plan.cup_middles[seat], plan.cup_size * CELL
    yield kit.circle(middle, size, fill="var(--wood-lo)", stroke=colour, stroke_width=0.2 * CELL)
    yield kit.circle(middle, size + 0.12 * CELL, fill="none", stroke="var(--on-wood)", stroke_opacity=0.5, stroke_width=1.2)
    lane = kit.through([plan.lanes[seat][0], plan.lanes[seat][-1]])        # not the home space, where nobody is home yet
    for width, stroke in ((1.2, "var(--on-wood)"), (1.12, colour), (0.84, "var(--wood-lo)")):
        yield kit.path(lane, stroke=stroke, stroke_width=width * CELL, stroke_linecap="round")
    yield kit.circle(plan.track[plan.starts[seat]], 0.55 * CELL, fill=colour, stroke="var(--on-wood)", stroke_opacity=0.5)
    if box.past < box.length:
        one, two = (plan.track[(plan.homes[seat] + box.past + n) % plan.length] for n in range(2))
        x, y = (one[0] + two[0]) / 2, (one[1] + two[1]) / 2
        across = (two[1] - one[1]) * 0.46, (one[0] - two[0]) * 0.46
        yield kit.path(kit.through([(x + across[0], y + across[1]), (x - across[0], y - across[1])]), stroke=colour,
                       stroke_width=0.12 * CELL, stroke_linecap="round")
    if name:
        yield kit.text(plan.names[seat], name, 0.55 * CELL, fill="var(--on-wood)", weight=650)


def spoken_hole(box: Any, home: int, space: int, names: Sequence[str]) -> str:
    """A hole for whoever has this home space: by its number and its landmark."""
    return say("Hole {n}, {place}", n=hole_number(box.length, home, space), place=space_in_words(box, space, names))


@kit.keep
def draw_marbles(box: Any, plan: Plan, home: int, seat: int, names: tuple[str, ...], places: tuple[int, ...]) -> Part:
    """The marbles of a seat."""
    return Part().add(draw_marble(box, plan, home, seat, names, m, place) for m, place in enumerate(places))


@kit.keep
def draw_marble(box: Any, plan: Plan, home: int, seat: int, names: tuple[str, ...], m: int, place: int) -> Part:
    where = (say("in the start ring") if place == RING
             else say("hole {n} of the home slot", n=place - box.length) if place > box.length
             else spoken_hole(box, home, box.space[seat][place], names))
    said = say("{marble}: {place}", marble=capital(marble_of(names[seat])), place=where)
    return kit.marble(f"m-{seat}-{m}", COLOURS[seat], plan.point_of(box, seat, m, place), 1.04 * HOLE, said)


def draw_piles(view: Any, box: Any, plan: Plan, names: Sequence[str], deciding: bool) -> Iterator[Part]:
    """The pile and the last card in the middle. The id of the card has the turn in which it was laid."""
    x, y = plan.width / 2, plan.height / 2
    width = plan.pile_width * CELL
    left = (x - width - 8, y - 0.7 * width)
    yield draw_pile(view.pile_size, left, width)
    last, turn = last_discard_turn(view, box, deciding)
    if view.last_discard[last]:
        yield draw_last_card(box, turn, view.last_discard[last] - 1, names[last], (x + 8, y - 0.7 * width), width)


@kit.keep
def draw_pile(cards: int, at: kit.Point, width: float) -> Part:
    return kit.card_back("pile", at, width, plural(cards, "Pile, {n} card", "Pile, {n} cards"), words=str(cards))


@kit.keep
def draw_last_card(box: Any, turn: int, rank: int, who: str, at: kit.Point, width: float) -> Part:
    said = tell(who, "Last card: {card}, played by you", "Last card: {card}, played by {who}", card=card_name(rank))
    return Part(said, f"laid-{turn}", at, "card").add(draw_face(box, rank, width))


def last_discard_turn(view: Any, box: Any, deciding: bool) -> tuple[int, int]:
    """Who laid the last card, and in which turn."""
    full = box.hand + (not box.draw_after)
    if not deciding and (view.rank >= 0 or (not view.over and view.hand_size[view.player] < full)):
        return view.player, view.turn
    return (view.player if view.over else (view.player - 1) % view.seats), view.turn - 1
