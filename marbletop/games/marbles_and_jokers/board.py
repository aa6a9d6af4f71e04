"""What a seat sees: the ring of linked boards with the own one at the bottom, Start Rings, Home Slots, hands and piles."""

import math
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from ...core.match import NoteRecorder
from ...core.notes import Note
from ...drawing import kit
from ...drawing.scene import BOARD, FACTS, HAND, OTHER, Choice, Mark, Panel, Part, Scene, Seat
from ...words import join_and, join_or, phrase, phrases, plural, say
from . import rules
from .diagram import diagram
from .names import marble_name
from .notation import ref_of, steps_of, target_of
from .sentences import sentence
from .state import (
    BOPPED,
    BUMPED,
    CARD,
    DISCARD,
    DREW,
    FORWARD,
    IN_LANE,
    JOKER,
    JUMP,
    LAID_SIDEWAYS,
    LANE,
    MARBLES,
    MOST_LEGAL,
    MOVE,
    PLAYED,
    RANK_NAMES,
    RANKS,
    RESHUFFLED,
    RING,
    SPLIT,
    TARGET,
    TURN,
    TURN_IN,
    WHOLE,
)
from .turns import position_after

COLOURS = ("blue", "red", "yellow", "purple", "green", "ink", "sky", "rose")
NAMES = phrases("Blue", "Red", "Yellow", "Purple", "Green", "Ink", "Sky", "Rose")
CELL = 30                                   # from one space to the next
HOLE = 0.4 * CELL
SECTION = 18                                # spaces of a section that has a drawing of its own
CARD_WIDTH, CARD_GAP, CARDS = 70, 8, 6      # of the hand; a panel has room for so many side by side
LONGEST_NAME = 11                           # letters of a name on the board


# Places: the track as points, in cells


Slot = tuple[tuple[tuple[int, int], ...], int]             # corner, direction along and outward; how far along


class Ring:
    """Where everything lies for one number of seats, turned so that one seat's section is at the bottom."""

    def __init__(self, length: int, homes: tuple[int, ...], start: int, first: int) -> None:
        self.track = [(0.0, 0.0)] * length
        self.lanes: list[list[kit.Point]] = []
        self.cups: list[list[kit.Point]] = []
        self.cup_middles: list[kit.Point] = []
        self.names: list[kit.Point] = []
        self.cup_size = 1.95
        self.length, self.homes, self.starts = length, homes, [(home + start) % length for home in homes]
        self.towers = length > 4 * SECTION
        drawn = length in (4 * SECTION, 6 * SECTION, 8 * SECTION) and start == 5 and all(home % SECTION == 3 for home in homes)
        (self.lay_sections if drawn else self.lay_circle)(first)
        self.fit()

    def lay_sections(self, first: int) -> None:
        """Sections of 18: sides of a square, or for six and eight seats sides with towers."""
        sections = self.length // SECTION
        sides = {4: (1, 1, 1, 1), 6: (2, 1, 2, 1), 8: (2, 2, 2, 2)}[sections]
        unit = 10 if self.towers else SECTION
        width, height = unit * sides[0], unit * sides[1]
        frames = (((width, height), (-1, 0), (0, 1)), ((0, height), (0, -1), (-1, 0)),
                  ((0, 0), (1, 0), (0, -1)), ((width, 0), (0, 1), (1, 0)))
        slots = [(frame, unit * n) for frame, count in zip(frames, sides) for n in range(count)]
        turned = self.homes[first] // SECTION
        for home in self.homes:
            self.lay_seat(slots[(home // SECTION - turned) % sections])
        for section in range(sections):
            slot = slots[(section - turned) % sections]
            for n in range(SECTION):
                self.track[SECTION * section + n] = at_slot(slot, *section_place(n, self.towers))
        self.round = False

    def lay_seat(self, slot: Slot) -> None:
        u, v = section_place(3, self.towers)
        self.lanes.append([at_slot(slot, u, v - k) for k in range(1, LANE + 1)])
        if self.towers:
            cups = [(5.25, 2.75), (6.75, 2.75), (6.0, 2.0), (5.25, 1.25), (6.75, 1.25)]
            middle, name, self.cup_size = (6.0, 2.0), (6.4, -1.35), 1.62
        else:
            star = ((0, 1.12), (1.07, 0.35), (0.66, -0.9), (-0.66, -0.9), (-1.07, 0.35))
            cups = [(10 + 1.1 * a, -3.1 + 1.1 * b) for a, b in star]
            middle, name = (10.0, -3.1), (5.9 if slot[0][1][0] else 7.2, -3.1)
        self.cups.append([at_slot(slot, *cup) for cup in cups])
        self.cup_middles.append(at_slot(slot, *middle))
        self.names.append(at_slot(slot, *name))

    def lay_circle(self, first: int) -> None:
        """Any other board: a round track, Home Slots and Start Rings inside."""
        radius, self.round = max(self.length / (2 * math.pi), 9.0), True

        def point(space: int, inward: float = 0.0) -> kit.Point:
            return kit.aim(180 + 360 * (space - self.homes[first] - 3) / self.length, radius - inward)

        self.track = [point(space) for space in range(self.length)]
        self.cup_size = 1.3
        for home, start in zip(self.homes, self.starts):
            self.lanes.append([point(home, k) for k in range(1, LANE + 1)])
            x, y = middle = point(start + 1, 3.2)
            self.cups.append([kit.aim(72 * n, 0.85, (x, y)) for n in range(MARBLES)])
            self.cup_middles.append(middle)
            self.names.append(point(start + 1, 5.2))

    def fit(self) -> None:
        """Move everything into a panel."""
        points = [*self.track, *(cup for cups in self.cups for cup in cups)]
        left, top = min(x for x, _ in points) - 1, min(y for _, y in points) - 1
        self.width = (max(x for x, _ in points) + 1 - left) * CELL
        self.height = (max(y for _, y in points) + 1 - top) * CELL

        def moved(point: kit.Point) -> kit.Point:
            return (point[0] - left) * CELL, (point[1] - top) * CELL

        self.track = [moved(point) for point in self.track]
        self.lanes = [[moved(point) for point in lane] for lane in self.lanes]
        self.cups = [[moved(point) for point in cups] for cups in self.cups]
        self.cup_middles, self.names = [moved(point) for point in self.cup_middles], [moved(point) for point in self.names]

    def spot(self, box: Any, seat: int, m: int, place: int) -> kit.Point:
        """Where a marble lies: in the Start Ring each has a cup of its own."""
        if place == RING:
            return self.cups[seat][m]
        if place > box.length:
            return self.lanes[seat][place - int(box.length) - 1]
        return self.track[int(box.space[seat][place])]


def section_place(n: int, tower: bool) -> tuple[int, int]:
    """A space of a section in its own frame: along, outward. A tower is ten wide, four out and back."""
    if not tower:
        return n, 0
    return (n, 0) if n < 5 else (4, n - 4) if n < 9 else (n - 4, 4) if n < 13 else (8, 16 - n) if n < 17 else (9, 0)


def at_slot(slot: Slot, u: float, v: float) -> kit.Point:
    ((x, y), along, out), begin = slot
    return x + along[0] * (begin + u) + out[0] * v, y + along[1] * (begin + u) + out[1] * v


@cache
def ring_of(length: int, homes: tuple[int, ...], start: int, first: int) -> Ring:
    return Ring(length, homes, start, first)


def ring_for(view: Any, box: Any) -> Ring:
    return ring_of(box.length, tuple(box.home[:view.seats]), box.start, max(view.viewer, 0))


# The board


def draw_board(view: Any, box: Any, names: Sequence[str]) -> Panel:
    ring = ring_for(view, box)
    root = Part(say("Board"), kind="ring").add(*wood(ring))
    for seat in range(view.seats):
        root.add(*seat_wood(ring, seat, shorten(names[seat]), box))
    spaces = Part(say("Track"))
    for space, at in enumerate(ring.track):
        spaces.add(hollow(space_name(view, box, space, names), f"sp-{space}", at))
    root.add(spaces)
    for seat in range(view.seats):
        lane = Part(say("{who}'s Home Slot, {n} of {all}", who=names[seat], n=view.home[seat], all=LANE), f"lane-{seat}")
        for number, at in enumerate(ring.lanes[seat], 1):
            lane.add(hollow(say("Place {n}", n=number), f"home-{seat}-{number}", at))
        waiting = plural(view.place[seat].count(RING), "{who}'s Start Ring, {n} marble", "{who}'s Start Ring, {n} marbles",
                         who=names[seat])
        cup = Part(waiting, f"ring-{seat}")
        cup.add([kit.hole(at, 1.05 * HOLE) for at in ring.cups[seat]])
        root.add(lane, cup)
    for seat in range(view.seats):
        root.add(*marbles(view, box, ring, seat, names[seat]))
    root.add(*piles(view, box, ring, names))
    return Panel(BOARD, say("Board"), ring.width, ring.height, root)


def hollow(name: str, id: str, at: kit.Point) -> Part:
    """A space that a marble can lie in."""
    return Part(name, id, at, "space", reach=HOLE).add(kit.hole((0, 0), 1.05 * HOLE))


def wood(ring: Ring) -> Iterator[Mark | list[Mark]]:
    if not ring.towers and not ring.round:
        yield kit.plank(2, 2, ring.width - 4, ring.height - 7, 0.9 * CELL)
    else:
        yield kit.plank_of(kit.through(ring.track, closed=True), 0.85 * CELL)
    yield kit.path(kit.through(ring.track, closed=True), fill="none", stroke="var(--wood-lo)", stroke_width=0.86 * CELL,
                   stroke_linejoin="round", opacity=0.55)


def shorten(name: str) -> str:
    """A name that has room beside a Start Ring."""
    return name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME - 1].rstrip()}\u2026"


def seat_wood(ring: Ring, seat: int, name: str, box: Any) -> Iterator[Mark]:
    """What is painted on a seat's section: Start Ring, Home Slot, Start Position, No Pass Line, name."""
    colour = f"var(--ring-{COLOURS[seat]})"
    middle, size = ring.cup_middles[seat], ring.cup_size * CELL
    yield kit.circle(middle, size, fill="var(--wood-lo)", stroke=colour, stroke_width=0.2 * CELL)
    yield kit.circle(middle, size + 0.12 * CELL, fill="none", stroke="var(--on-wood)", stroke_opacity=0.5, stroke_width=1.2)
    home = ring.track[ring.homes[seat]]
    lane = kit.through([home, ring.lanes[seat][-1]])
    for width, stroke in ((1.2, "var(--on-wood)"), (1.12, colour), (0.84, "var(--wood-lo)")):
        yield kit.path(lane, stroke=stroke, stroke_width=width * CELL, stroke_linecap="round")
    yield kit.circle(ring.track[ring.starts[seat]], 0.55 * CELL, fill=colour, stroke="var(--on-wood)", stroke_opacity=0.5)
    if box.past < box.length:
        one, two = (ring.track[(ring.homes[seat] + box.past + n) % ring.length] for n in range(2))
        x, y = (one[0] + two[0]) / 2, (one[1] + two[1]) / 2
        across = (two[1] - one[1]) * 0.46, (one[0] - two[0]) * 0.46
        yield kit.path(kit.through([(x + across[0], y + across[1]), (x - across[0], y - across[1])]), stroke=colour,
                       stroke_width=0.12 * CELL, stroke_linecap="round")
    yield kit.text(ring.names[seat], name, 0.55 * CELL, fill="var(--on-wood)", weight=650)


def space_name(view: Any, box: Any, space: int, names: Sequence[str]) -> str:
    """A space with what is special about it and who stands there."""
    owner = (view.track[space] - 1) >> 3
    extra = [say("home space of {who}", who=names[seat]) for seat in range(view.seats) if box.home[seat] == space]
    extra += [say("Start Position of {who}", who=names[seat]) for seat in range(view.seats)
              if box.space[seat][box.start] == space]
    if owner >= 0:
        extra.append(marble_name(names[owner], (view.track[space] - 1) & 7))
    return ", ".join([say("Space {n}", n=space), *extra])


def marbles(view: Any, box: Any, ring: Ring, seat: int, name: str) -> Iterator[Part]:
    for m, place in enumerate(view.place[seat]):
        at = ring.spot(box, seat, m, place)
        marble = marble_name(name, m)
        said = (say("{marble}, in the Start Ring", marble=marble) if place == RING
                else say("{marble}, on place {n} of the Home Slot", marble=marble, n=place - box.length) if place > box.length
                else say("{marble}, on {space}", marble=marble, space=box.space[seat][place]))
        yield kit.marble(f"m-{seat}-{m}", COLOURS[seat], at, 1.04 * HOLE, said)


def piles(view: Any, box: Any, ring: Ring, names: Sequence[str]) -> Iterator[Part]:
    """Pile and last card, in the middle. The turn in which it was laid names the card."""
    x, y = ring.width / 2, ring.height / 2
    width = 2.6 * CELL
    left = (x - width - 8, y - 0.7 * width)
    yield kit.card_back("pile", left, width, plural(view.pile_size, "Pile, {n} card", "Pile, {n} cards"),
                        words=str(view.pile_size))
    last, turn = last_laid(view, box)
    if view.last_discard[last]:
        rank = RANK_NAMES[view.last_discard[last] - 1]
        yield kit.card(f"laid-{turn}", rank, (x + 8, y - 0.7 * width), width,
                       say("Last card, {card} by {who}", card=rank, who=names[last]))


def last_laid(view: Any, box: Any) -> tuple[int, int]:
    """Who laid the last card, and in which turn."""
    full = box.hand + (not box.draw_after)
    if view.rank >= 0 or (not view.over and view.hand_size[view.player] < full):
        return view.player, view.turn
    return (view.player if view.over else (view.player - 1) % view.seats), view.turn - 1


# Hands


def draw_hand(view: Any, seat: int, names: Sequence[str]) -> Panel:
    """A hand that is seen, one stack for each rank."""
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
    width = max(CARDS * (CARD_WIDTH + CARD_GAP), x) + 6
    title = say("Your hand") if mine else say("{who}'s hand", who=names[seat])
    return Panel(HAND if mine else OTHER, title, width, 1.4 * CARD_WIDTH + 20, root, seat)


def hand_card(seat: int, rank: int, count: int, at: kit.Point) -> Part:
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
    """How many cards of each rank lie on the discards."""
    root, wide, high = Part(say("Discards")), 44, 46
    for rank in range(RANKS):
        x, y = wide * (rank % 7 + 0.5), high * (rank // 7)
        name, count = RANK_NAMES[rank], view.discards[rank]
        root.add(Part(say("{card}: {n} of {all}", card=name, n=count, all=box.deck[rank]), f"gone-{rank}", (x, y)).add(
            kit.text((0, 14), "★" if rank == JOKER else name, 17, title=True),
            kit.text((0, 33), count, 13, fill="var(--ink-2)")))
    return Panel(FACTS, say("Discards"), 7 * wide, 2 * high, root)


# Choices


def legal(view: Any, box: Any) -> list[int]:
    actions = [0] * MOST_LEGAL
    return actions[:rules.legal(view, box, actions)]


def consequences(view: Any, box: Any, action: int, names: Sequence[str]) -> str:
    """What an action does up to the next chance, in sentences."""
    heard = listen(view, box, action)
    told = (sentence(note, box, names) for note in heard if note.event not in (DREW, PLAYED, RESHUFFLED))
    return " ".join(words for words in told if words)


def listen(view: Any, box: Any, action: int) -> list[Note]:
    ear = NoteRecorder()
    _trial, _ = position_after(view, box, action, ear)
    return ear.notes


def parts_of(view: Any, box: Any, action: int) -> tuple[str, ...]:
    """The ids of the parts that an action is about, possible or not: a card; a marble and where its steps lead; a marble and
    its space; a way to go."""
    if action < WHOLE:
        return (f"hand-{view.player}-{action % DISCARD}",)
    if action >= TURN_IN:
        seat, m = view.waiting >> 3, view.waiting & 7
        goal = view.place[seat][m] + view.steps - (0 if action == TURN_IN else box.length)
        return part_id(box, seat, goal), f"m-{seat}-{m}"
    if action >= JUMP:
        owner, m = target_of(view, action)
        place = view.place[owner][m]
        return (*((part_id(box, owner, place),) if place != RING else ()), f"m-{owner}-{m}")
    t, m = ref_of(action)
    seat = box.mates[view.player][t]
    if seat < 0 or (action >= FORWARD and not box.split[view.rank]):
        return ()                           # no such team mate at this table, or a part of a card that is never split
    place, marble = view.place[seat][m], f"m-{seat}-{m}"
    if view.rank == JOKER:
        return (marble,)
    if place == RING:
        return marble, part_id(box, seat, box.start)
    goals = goals_of(box, seat, place, steps_of(view, box, action))
    fork = [box.length] if len(goals) > 1 else []           # where the ways part
    return (marble, *(part_id(box, seat, goal) for goal in goals + fork))


def choice_of(view: Any, box: Any, action: int, names: Sequence[str]) -> Choice:
    if action < WHOLE:
        return card_choice(view, box, action, names)
    if action >= TURN_IN:
        return turn_choice(view, box, action, names)
    if action >= JUMP:
        return target_choice(view, box, action, names)
    return marble_choice(view, box, action, names)


def card_choice(view: Any, box: Any, action: int, names: Sequence[str]) -> Choice:
    name, (target,) = RANK_NAMES[action % DISCARD], parts_of(view, box, action)
    if action >= DISCARD:
        sideways = any(note.event == LAID_SIDEWAYS for note in listen(view, box, action))
        said = say("It is laid sideways.") if sideways else say("Nothing is moved.")
        return Choice(action, say("Lay down {card}", card=name), said, target, look="cost")
    after, _ = position_after(view, box, action)
    ways = [label_of(after, box, one, names) for one in legal(after, box)]
    some = "; ".join(ways[:6])
    said = say("{ways}, and {n} more.", ways=some, n=len(ways) - 6) if len(ways) > 6 else say("{ways}.", ways=some)
    return Choice(action, say("Play {card}", card=name), said, target)


def label_of(view: Any, box: Any, action: int, names: Sequence[str]) -> str:
    """A choice in a few words, unlike all others."""
    if action >= TURN_IN:
        seat, m = view.waiting >> 3, view.waiting & 7
        place = view.place[seat][m] + view.steps
        past = place - box.length
        return (say("Turn in to place {n}", n=past) if action == TURN_IN
                else say("Go past to {space}", space=box.space[seat][past]))
    if action >= JUMP:
        owner, m = target_of(view, action)
        return say("Onto {who}'s marble on {space}", who=names[owner], space=box.space[owner][view.place[owner][m]])
    t, m = ref_of(action)
    seat = box.mates[view.player][t]
    label = move_label(view, box, action, seat, view.place[seat][m])
    return label if seat == view.player else say("{who}: {move}", who=names[seat], move=label)


def move_label(view: Any, box: Any, action: int, seat: int, place: int) -> str:
    """What a marble does, whoever's it is."""
    if view.rank == JOKER:
        return (say("Joker with the marble in the Start Ring") if place == RING
                else say("Joker with the marble on {space}", space=where_text(box, seat, place)))
    if place == RING:
        return say("Out of the Start Ring onto {space}", space=box.space[seat][box.start])
    steps = steps_of(view, box, action)
    here = where_text(box, seat, place)
    there = join_or([where_text(box, seat, goal) for goal in goals_of(box, seat, place, steps)])
    label = say("{here} back to {there}", here=here, there=there) if steps < 0 else say("{here} to {there}", here=here,
                                                                                        there=there)
    if view.phase == MOVE and action >= FORWARD:
        return say("{move} ({part} of {all})", move=label, part=abs(steps), all=box.forward[view.rank])
    return label


def goals_of(box: Any, seat: int, place: int, steps: int) -> list[int]:
    """The places that steps lead to: one, or two where the marble may perhaps turn in or go past; none beyond the board."""
    goal = place + steps
    if goal <= 0:
        return [goal + box.length]
    past = goal - box.length
    goes_past = past <= box.past and place <= box.length < goal
    return [goal] * (goal <= box.length + LANE) + [past] * goes_past


def where_text(box: Any, seat: int, place: int) -> str:
    return say("home place {n}", n=place - box.length) if place > box.length else str(box.space[seat][place])


def part_id(box: Any, seat: int, place: int) -> str:
    return f"home-{seat}-{place - box.length}" if place > box.length else f"sp-{box.space[seat][place]}"


def marble_choice(view: Any, box: Any, action: int, names: Sequence[str]) -> Choice:
    t, m = ref_of(action)
    seat = box.mates[view.player][t]
    group = parts_of(view, box, action)[0]
    label = label_of(view, box, action, names)
    if view.rank == JOKER:
        return Choice(action, label, say("Then choose whose place it takes."), target=group)
    after, _ = position_after(view, box, action)
    if after.phase == TURN:
        return Choice(action, label, say("Then choose whether to turn in or go past."), group=group,
                      target=part_id(box, seat, box.length))
    heard = listen(view, box, action)
    move = heard[0]
    goal = place_of(box, seat, move.details[3])
    hit = any(note.event in (BOPPED, BUMPED) for note in heard)
    said = consequences(view, box, action, names)
    if after.phase == SPLIT:
        left = plural(abs(after.rest), "{n} is left for another marble.", "{n} are left for another marble.")
        said = f"{said} {left}"
    return Choice(action, label, said, part_id(box, seat, goal), group, "hit" if hit else "legal",
                  (ghost(view, box, seat, m, goal),))


def place_of(box: Any, seat: int, spot: int) -> int:
    """The place that a note's spot is for a seat."""
    return int(box.length + spot - IN_LANE if spot > IN_LANE else box.place[seat][spot])


def ghost(view: Any, box: Any, seat: int, m: int, goal: int) -> Part:
    """Where a marble would land, and its way there."""
    ring = ring_for(view, box)
    here = view.place[seat][m]
    at = ring.spot(box, seat, m, goal)
    points = [ring.spot(box, seat, m, here)]
    if RING < here <= box.length and here < goal <= box.length + LANE and goal - here <= 13:
        points += [ring.spot(box, seat, m, place) for place in range(here + 1, goal)]
    points.append(at)
    return Part().add(kit.trail(points, 0.14 * CELL), kit.marble("", COLOURS[seat], at, 1.04 * HOLE, ghost=True))


def turn_choice(view: Any, box: Any, action: int, names: Sequence[str]) -> Choice:
    seat, m = view.waiting >> 3, view.waiting & 7
    goal = view.place[seat][m] + view.steps - (0 if action == TURN_IN else box.length)
    return Choice(action, label_of(view, box, action, names), consequences(view, box, action, names),
                  parts_of(view, box, action)[0], ghost=(ghost(view, box, seat, m, goal),))


def target_choice(view: Any, box: Any, action: int, names: Sequence[str]) -> Choice:
    owner, m = target_of(view, action)
    space = box.space[owner][view.place[owner][m]]
    seat = view.first >> 3
    drawn = ghost(view, box, seat, view.first & 7, box.place[seat][space])
    return Choice(action, label_of(view, box, action, names), consequences(view, box, action, names),
                  parts_of(view, box, action)[0], look="hit", ghost=(drawn,))


# The scene


def status_of(view: Any, box: Any, names: Sequence[str]) -> str:
    """Whose turn it is and what is to be decided, or how it ended."""
    if view.over:
        if view.winner < 0:
            return say("The last turn has been played: a draw.")
        winners = [names[seat] for seat in range(view.seats) if box.team[seat] == view.winner]
        if len(winners) == 1:
            return say("{who} has won.", who=winners[0])
        return say("{names} have won.", names=join_and(winners))
    rank = RANK_NAMES[view.rank] if view.rank >= 0 else ""
    return say(DECISIONS[view.phase], who=names[view.player], card=rank, n=abs(view.rest))


DECISIONS = {
    CARD: phrase("{who} to choose a card."), MOVE: phrase("{who} to choose what the {card} moves."),
    TARGET: phrase("{who} to choose the Joker's target."), TURN: phrase("{who} to turn in or go past."),
    SPLIT: phrase("{who} to move the other {n} of the {card}."),
}


def seat_of(view: Any, box: Any, seat: int, names: Sequence[str]) -> Seat:
    facts = [plural(view.hand_size[seat], "{n} card", "{n} cards")]
    if not box.alone:
        facts.append(say("team {letter}", letter="ABCDEFGH"[box.team[seat]]))
    if view.sideways[seat]:
        facts.append(say("{n} sideways", n=view.sideways[seat]))
    if view.proven[seat]:
        absent = " ".join(RANK_NAMES[rank] for rank in range(RANKS) if view.absent[seat] >> rank & 1)
        facts.append(plural(view.proven[seat], "{n} card without {ranks}", "{n} cards without {ranks}",
                            ranks=absent or say("anything")))
    return Seat(seat, COLOURS[seat], say("{n} in", n=view.home[seat]), tuple(facts), not view.over and view.player == seat,
                names[seat])


def scene(view: Any, box: Any, names: Sequence[str] | None = None, moving: bool = False) -> Scene:
    """Everything the seat `view.viewer` sees; choices only if it is to move, and not in the middle of an action."""
    names = names or [say(name) for name in NAMES]
    mine = view.viewer == view.player and not view.over and not moving
    seen = [seat for seat in range(view.seats) if seat == view.viewer or any(view.hand[seat])]
    seen.sort(key=lambda seat: seat != view.viewer)
    return Scene(
        title=say("Marbles and Jokers"), status=status_of(view, box, names),
        panels=[draw_board(view, box, names), *(draw_hand(view, seat, names) for seat in seen),
                draw_discards(view, box)],
        seats=[seat_of(view, box, seat, names) for seat in range(view.seats)],
        facts=[(say("Cards in the pile"), str(view.pile_size)), (say("Discards"), str(sum(view.discards))),
               (say("Jokers discarded"), say("{some} of {all}", some=view.discards[JOKER], all=box.deck[JOKER])),
               (say("Turn"), say("{n} of {most} at most", n=view.turn + 1, most=box.cap))],
        choices=[choice_of(view, box, action, names) for action in (legal(view, box) if mine else ())],
        remark=say("Reconstructed board."), diagram=diagram(view, box))
