"""Liar's dice with one die each, written for our engine as OpenSpiel has it, so that the two can be compared.

Seats bid in turn how many dice show a face, ever more or a higher face; the highest face counts as any. Who doubts a bid wins
if it is too high, else the bidder wins.
"""

from dataclasses import dataclass
from types import SimpleNamespace

from numpy import int64

from marbletop.core.chance import pick, roll
from marbletop.core.game import Game
from marbletop.core.kernel import rule
from marbletop.core.notes import note, whisper
from marbletop.core.options import option
from marbletop.core.planes import Plane
from marbletop.core.state import OWNER, box_layout, field, state_layout

SEATS, FACES = 2, 6
BIDS = SEATS * FACES
DOUBT = BIDS                                # the last action; bids that a smaller die lacks are left out
ROLLED, BID, DOUBTED = range(3)

STATE = state_layout(SEATS, ("dice",), die=field(int64, (SEATS, 1), known_to=OWNER), bids=field(int64), last=field(int64),
                     winner=field(int64))
BOX = box_layout(sides=field(int64))


@dataclass(frozen=True)
class Options:
    sides: int = option(2, low=2, high=FACES, rule="LD-1", help="Sides of the dice.")


def box_of(components, options, seats):
    box = BOX.blank()
    box.sides = options.sides
    return box


@rule
def setup(state, box):
    state.last = -1
    for seat in range(SEATS):
        state.die[seat][0] = 1 + roll(state, 0, box.sides)
        whisper(state, seat, ROLLED, seat, state.die[seat][0])


@rule
def legal(state, box, actions):
    n = 0
    for bid in range(state.last + 1, SEATS * box.sides):
        actions[n] = bid
        n += 1
    if state.last >= 0:
        actions[n] = DOUBT
        n += 1
    return n


@rule
def play(state, box, action):
    seat = state.player
    state.step += 1
    if action == DOUBT:
        count = 0
        for other in range(SEATS):
            count += state.die[other][0] in (1 + state.last % box.sides, box.sides)
        state.winner = 1 - seat if count >= 1 + state.last // box.sides else seat
        state.over = 1
        note(state, DOUBTED, seat)
    else:
        state.last = action
        note(state, BID, seat, action)
        state.player = 1 - seat


@rule
def outcome(state, box, points, rank):
    for seat in range(SEATS):
        points[seat] = 1.0 if seat == state.winner else 0.0
        rank[seat] = 1 if seat == state.winner else 2
    return 0


@rule
def redeal(state, box, seat, luck):
    for other in range(SEATS):
        if other != seat:
            state.die[other][0] = 1 + pick(luck, box.sides)


@rule
def observe(state, box, seat, out):
    out[0] = state.die[seat][0]
    out[1] = state.last + 1


NOTATION = SimpleNamespace(
    write_action=lambda state, box, action: "doubt" if action == DOUBT else f"bid {action}",
    write_position=lambda state, box: f"dice={state.die[0][0]},{state.die[1][0]} last={state.last} player={state.player}",
    diagram=lambda state, box: "", sentence=lambda note, box, names: "")

LIARS_DICE = Game(
    name="liars_dice", title="Liar's Dice", version=1, seats=(SEATS,), actions=BIDS + 1, most_legal=BIDS + 1, state=STATE,
    box=BOX, options=Options, box_of=box_of, setup=setup, legal=legal, play=play, outcome=outcome, redeal=redeal,
    observe=observe, planes=(Plane("die", (1,), "the own die", FACES), Plane("bid", (1,), "the last bid", BIDS)),
    events=("rolled", "bid", "doubted"), endings=("over",), sources=("dice",), notation=NOTATION, longest=BIDS + 1,
    most_outcomes=FACES)
