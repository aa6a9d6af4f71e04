"""A tiny game with dice for tests of reviews: each turn take two points for sure, or roll for 0, 1, 2 or 5.

Alone, whoever reaches six points wins. With two seats or two teams of two, the side with more points wins.
"""

from dataclasses import dataclass
from types import SimpleNamespace

from numpy import int64

from marbletop.core.chance import roll
from marbletop.core.game import Game
from marbletop.core.kernel import rule
from marbletop.core.notes import note
from marbletop.core.planes import Plane
from marbletop.core.state import box_layout, field, state_layout

SEATS, ROUNDS, GOAL = 4, 2, 6
TAKE, ROLL = range(2)
STATE = state_layout(SEATS, ("die",), points=field(int64, SEATS))
BOX = box_layout(rounds=field(int64))


@dataclass(frozen=True)
class Options:
    pass


def box_of(components, options, seats):
    box = BOX.blank()
    box.rounds = ROUNDS + (seats == 1)
    return box


@rule
def setup(state, box):
    state.player = 0


@rule
def legal(state, box, actions):
    actions[0], actions[1] = TAKE, ROLL
    return 2


@rule
def play(state, box, action):
    seat = state.player
    state.step += 1
    won = 2
    if action == ROLL:
        side = roll(state, 0, 4)
        won = 5 if side == 3 else side
    state.points[seat] += won
    note(state, 0, seat, won)
    state.player = (seat + 1) % state.seats
    state.over = 1 if state.step == box.rounds * state.seats else 0


@rule
def side_points(state, side):
    total = 0
    for seat in range(state.seats):
        if state.side[seat] == side:
            total += state.points[seat]
    return total


@rule
def outcome(state, box, points, rank):
    for seat in range(state.seats):
        points[seat] = side_points(state, state.side[seat])
        rank[seat] = 2 if state.seats == 1 and points[seat] < GOAL else 1
        for other in range(state.seats):
            if side_points(state, state.side[other]) > points[seat]:
                rank[seat] = 2
    return 0


@rule
def observe(state, box, seat, out):
    out[0] = state.points[seat]


NOTATION = SimpleNamespace(
    write_action=lambda state, box, action: ("take", "roll")[action],
    write_position=lambda state, box: "dice",
    diagram=lambda state, box: "dice",
    sentence=lambda note, box, names: f"{names[note.details[0]]} gets {note.details[1]}.")

DICE = Game(
    name="dice", title="Dice", version=1, seats=(1, 2, 4), actions=2, most_legal=2, state=STATE, box=BOX, options=Options,
    box_of=box_of, setup=setup, legal=legal, play=play, outcome=outcome, observe=observe,
    planes=(Plane("points", (1,), "points", 20),), events=("got",), endings=("over",), sources=("die",), notation=NOTATION,
    side=lambda options, seats: [seat % 2 for seat in range(seats)])
