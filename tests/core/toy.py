"""A tiny game with hidden cards and dice, for tests of the engine: who turns up the higher card wins a point.

Two to four seats draw two cards each out of a pile of four kinds; in turn everybody plays one; then a die is rolled
and added to the winner's points. Three rounds.
"""

from dataclasses import dataclass
from types import SimpleNamespace

from numpy import int8, int64

from marbletop.core.chance import draw, pick_from, roll
from marbletop.core.game import Game
from marbletop.core.kernel import rule, scratch
from marbletop.core.notes import forbid, note, whisper
from marbletop.core.options import option
from marbletop.core.planes import Plane
from marbletop.core.state import NOBODY, OWNER, box_layout, field, state_layout

SEATS, KINDS = 4, 4
PILE, DIE = range(2)
DREW, PLAYED, WON_ROUND = range(3)

STATE = state_layout(
    SEATS, ("pile", "die"),
    hand=field(int8, (SEATS, KINDS), known_to=OWNER),
    hand_size=field(int64, SEATS),
    pile=field(int8, KINDS, known_to=NOBODY),
    points=field(int64, SEATS),
    shown=field(int8, SEATS),
    turn=field(int64),
)
BOX = box_layout(copies=field(int64), die=field(int64))


@dataclass(frozen=True)
class Options:
    die: int = option(6, low=2, high=6, rule="TOY-3", help="Sides of the die.")
    copies: str = option("many", choices=("few", "many"), rule="TOY-1", help="How many cards there are.")


def box_of(components, options, seats):
    box = BOX.blank()
    box.copies = 20 if options.copies == "many" else 3
    box.die = options.die
    return box


@rule
def setup(state, box):
    for kind in range(KINDS):
        state.pile[kind] = box.copies
    for seat in range(state.seats):
        for _ in range(2):
            take_card(state, seat)


@rule
def take_card(state, seat):
    kind = draw(state, PILE, state.pile)
    state.hand[seat][kind] += 1
    state.hand_size[seat] += 1
    whisper(state, seat, DREW, seat, kind)


@rule
def legal(state, box, actions):
    n = 0
    for kind in range(KINDS):
        if state.hand[state.player][kind]:
            actions[n] = kind
            n += 1
        else:
            forbid(state, kind, "TOY-2")
    return n


@rule
def play(state, box, kind):
    seat = state.player
    state.step += 1
    trial = scratch(state)
    trial[0].hand[seat][kind] -= 1
    state.hand[seat][kind] = trial[0].hand[seat][kind]
    state.hand_size[seat] -= 1
    state.shown[seat] = kind + 1
    note(state, PLAYED, seat, kind)
    if state.hand_size[seat] == 0:
        state.over = 1 if seat == state.seats - 1 else 0
    if seat == state.seats - 1:
        end_round(state, box)
    state.player = (seat + 1) % state.seats


@rule
def end_round(state, box):
    best = 0
    for seat in range(state.seats):
        if state.shown[seat] > state.shown[best]:
            best = seat
    for seat in range(state.seats):
        state.shown[seat] = 0
    state.points[best] += 1 + roll(state, DIE, box.die)
    note(state, WON_ROUND, best)


@rule
def outcome(state, box, points, rank):
    for seat in range(state.seats):
        points[seat] = state.points[seat]
        rank[seat] = 1
        for other in range(state.seats):
            if state.points[other] > state.points[seat]:
                rank[seat] += 1
    return 0


@rule
def redeal(state, box, seat, luck):
    for kind in range(KINDS):
        state.pile[kind] = box.copies
        if seat >= 0:
            state.pile[kind] -= state.hand[seat][kind]
    for other in range(state.seats):
        if other != seat:
            for _ in range(state.hand_size[other]):
                state.hand[other][pick_from(luck, state.pile)] += 1


@rule
def observe(state, box, seat, out):
    for kind in range(KINDS):
        out[kind] = state.hand[seat][kind]


NOTATION = SimpleNamespace(
    write_action=lambda state, box, action: "abcd"[action],
    write_position=lambda state, box: "toy",
    diagram=lambda state, box: "toy",
    sentence=lambda note, box, names: f"{names[note.details[0]]} acts." if note.details else "Somebody draws.")

TOY = Game(
    name="toy", title="Toy", version=1, seats=(2, 3, 4), actions=KINDS, most_legal=KINDS, state=STATE, box=BOX,
    options=Options, box_of=box_of, setup=setup, legal=legal, play=play, outcome=outcome, redeal=redeal,
    observe=observe, planes=(Plane("hand", (KINDS,), "cards of each kind", 2),), events=("drew", "played", "won round"),
    endings=("over",), sources=("pile", "die"), notation=NOTATION)
