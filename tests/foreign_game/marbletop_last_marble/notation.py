"""Actions, positions and notes as text: `take 2`; `7 0` are seven marbles and seat 0 to move."""

from marbletop.core.errors import BadNotation
from marbletop.words import plural

from .rules import SEATS, STATE


def write_action(state, box, action):
    return f"take {action + 1}"


def write_position(state, box):
    return f"{state.left} {state.player}"


def read_position(text, box):
    left, _, player = text.partition(" ")
    if not left.isdigit() or int(left) > box.row or player not in ("0", "1"):
        raise BadNotation(f"{text!r} is no position: write marbles and seat, such as 7 0.")
    state = STATE.blank()
    state.seats, state.viewer, state.side = SEATS, -2, [0, 1]
    state.left, state.player, state.winner = int(left), int(player), -1
    if state.left == 0:
        state.over, state.winner = 1, 1 - state.player
    return state


def diagram(view, box):
    return "o " * view.left


def sentence(note, box, names):
    seat, number = note.details
    return plural(number, "{who} takes {n} marble.", "{who} takes {n} marbles.", who=names[seat])
