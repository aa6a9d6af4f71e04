"""A tiny game whose turns have many decisions, one of each kind that undo must tell apart.

Everybody draws a secret number. In a turn one can step (nothing happens but a step), roll a die, show one's number, peek
at the next player's, pass the turn, or end the game. Whoever has stepped most has won.
"""

from dataclasses import dataclass
from types import SimpleNamespace

from numpy import int64

from marbletop.core.chance import draw, pick, roll
from marbletop.core.game import Game
from marbletop.core.kernel import rule
from marbletop.core.notes import forbid, note, whisper
from marbletop.core.planes import Plane
from marbletop.core.state import NOBODY, OWNER, box_layout, field, state_layout

SEATS, NUMBERS = 4, 6
STEP, ROLL, SHOW, PEEK, PASS, END = range(6)
DREW, STEPPED, ROLLED, SHOWED, PEEKED, PASSED, ENDED = range(7)

STATE = state_layout(
    SEATS, ("numbers", "die"),
    secret=field(int64, SEATS, known_to=OWNER),                 # 1 to 6, 0 when it has been shown
    peeked=field(int64, (SEATS, SEATS), known_to=OWNER),        # what each seat knows of others'
    left=field(int64, NUMBERS, known_to=NOBODY),
    shown=field(int64, SEATS),
    steps=field(int64, SEATS),
    rolled=field(int64),
)
BOX = box_layout(unused=field(int64))


@dataclass(frozen=True)
class Options:
    pass


@rule
def setup(state, box):
    for number in range(NUMBERS):
        state.left[number] = 2
    for seat in range(state.seats):
        state.secret[seat] = 1 + draw(state, 0, state.left)
        whisper(state, seat, DREW, seat, state.secret[seat])


@rule
def legal(state, box, actions):
    n = 0
    for action in range(6):
        if action == SHOW and state.secret[state.player] == 0:
            forbid(state, action, "ST-1")
        else:
            actions[n] = action
            n += 1
    return n


@rule
def play(state, box, action):
    seat = state.player
    state.step += 1
    if action == STEP:
        state.steps[seat] += 1
        note(state, STEPPED, seat)
    elif action == ROLL:
        state.rolled = 1 + roll(state, 1, 6)
        note(state, ROLLED, seat, state.rolled)
    elif action == SHOW:
        state.shown[seat] = state.secret[seat]
        state.secret[seat] = 0
        note(state, SHOWED, seat, state.shown[seat])
    elif action == PEEK:
        other = (seat + 1) % state.seats
        state.peeked[seat][other] = state.secret[other]
        whisper(state, seat, PEEKED, seat, state.secret[other])
    elif action == PASS:
        state.player = (seat + 1) % state.seats
        note(state, PASSED, seat)
    else:
        state.over = 1
        note(state, ENDED, seat)


@rule
def outcome(state, box, points, rank):
    for seat in range(state.seats):
        points[seat] = state.steps[seat]
        rank[seat] = 1
        for other in range(state.seats):
            if state.steps[other] > state.steps[seat]:
                rank[seat] += 1
    return 0


@rule
def redeal(state, box, seat, luck):
    for other in range(state.seats):
        if other != seat and not state.shown[other]:
            known = state.peeked[seat][other] if seat >= 0 else 0
            state.secret[other] = known if known else 1 + pick(luck, NUMBERS)


def observe(state, box, seat, out):
    out[0] = state.secret[seat]


WORDS = ("step", "roll", "show", "peek", "pass", "end")
NOTATION = SimpleNamespace(
    write_action=lambda state, box, action: WORDS[action],
    write_position=lambda state, box: f"{state.steps}",
    diagram=lambda state, box: f"{state.steps}",
    sentence=lambda note, box, names: f"{names[note.details[0]]}: {note.details[1:]}" if note.details else "Something secret.")

GAME = Game(
    name="stepping", title="Stepping", version=1, seats=(1, 2, 3, 4), actions=6, most_legal=6, state=STATE, box=BOX,
    options=Options, box_of=lambda components, options, seats: BOX.blank(), setup=setup, legal=legal, play=play,
    outcome=outcome, redeal=redeal, observe=observe, planes=(Plane("secret", (1,), "the secret", 255),),
    events=("drew", "stepped", "rolled", "showed", "peeked", "passed", "ended"), endings=("ended",),
    sources=("numbers", "die"), notation=NOTATION)
