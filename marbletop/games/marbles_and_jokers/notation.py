"""Actions as text.

Seats are p0, p1, ...; a seat's marbles are a to e. An action is short, because the phase says the rest. `7` plays a 7, and
`discard 7` lays it down unplayed. `c 4` moves the player's own marble c by 4, and `p2 c -5` moves that of seat 2 back by 5.
`start` takes a marble out of the Start Ring. A Joker's marble is `c` or `start`, and its target `p2 17` is the marble of
seat 2 on space 17. `in` and `past` answer whether to turn into the Home Slot.
"""

import re
from typing import Any

from .diagram import diagram
from .names import LABELS
from .plain_reasons import REASONS
from .position_check import check_position
from .positions import read_position, write_position
from .rules import legal_list
from .sentences import LINES_FOR_OTHERS, befell, is_welcome, revealed, sentence, story
from .short_stories import explain_new, in_short
from .state import BACKWARD, DISCARD, FORWARD, JUMP, MARBLES, RANK_NAMES, REFS, RING, SPLIT, TURN_IN, WHOLE

__all__ = ["LINES_FOR_OTHERS", "REASONS", "befell", "check_position", "diagram", "explain_new", "in_short",
           "is_welcome", "read_action", "read_position", "revealed", "sentence", "story", "write_action", "write_position"]


def ref_of(action: int) -> tuple[int, int]:
    """The marble that an action from WHOLE up to JUMP moves: the number of its seat in the team, and its label."""
    number = action - WHOLE if action < FORWARD else action - FORWARD if action < BACKWARD else action - BACKWARD
    return number % REFS // MARBLES, number % MARBLES


def action_steps(state: Any, box: Any, action: int) -> int:
    """Steps of an action, negative if backward; 0 for an exit or a Joker."""
    if action >= FORWARD:
        part = (action - (FORWARD if action < BACKWARD else BACKWARD)) // REFS + 1
        return part if action < BACKWARD else -part
    if state.phase == SPLIT:
        return int(state.rest)
    return 0 if state.rank < 0 else int(box.forward[state.rank] - box.backward[state.rank])


def target_of(state: Any, action: int) -> tuple[int, int]:
    """Seat and label of a Joker's target."""
    distance, m = divmod(action - JUMP, MARBLES)
    return (state.player + 1 + distance) % state.seats, m


def write_action(state: Any, box: Any, action: int) -> str:
    """An action as text, the same for the state and for the player's view."""
    if action < DISCARD:
        return RANK_NAMES[action]
    if action < WHOLE:
        return f"discard {RANK_NAMES[action - DISCARD]}"
    if action >= TURN_IN:
        return "in" if action == TURN_IN else "past"
    if action >= JUMP:
        owner, m = target_of(state, action)
        place = state.place[owner][m]
        return f"p{owner} {box.space[owner][place] if RING < place <= box.length else LABELS[m]}"
    t, m = ref_of(action)
    seat = box.mates[state.player][t]
    if seat < 0:
        return f"action {action}"           # no such teammate at this table
    mine = "" if t == 0 else f"p{seat} "
    if state.place[seat][m] == RING:
        return f"{mine}start" if action < FORWARD and m == state.place[seat].index(RING) else f"{mine}{LABELS[m]} from the ring"
    steps = action_steps(state, box, action)
    return f"{mine}{LABELS[m]} {steps}" if steps else f"{mine}{LABELS[m]}"


def read_action(state: Any, box: Any, text: str) -> int | None:
    """The action that is written in another way: `play 7`, `jack`, `throw 7`, `c +4`, `p0 c 4`, `c back 5`,
    `out`, `exit`, `turn in`, `go past`. None for anything else."""
    words = text.lower().replace("+", " ").replace(":", " ").replace("back ", "-").replace("forward ", "")
    words = words.replace("->", ">").replace("turn in", "in").replace("go past", "past").strip()
    words = " ".join(words.split()).removeprefix("play ").removeprefix("> ").removeprefix(f"p{state.player} ")
    if words.startswith(("throw ", "lay ")):
        words = "discard " + words.split(" ", 1)[1]
    for name, rank in (("ace", "a"), ("jack", "j"), ("queen", "q"), ("king", "k"), ("out", "start"), ("exit", "start")):
        words = re.sub(rf"\b{name}\b", rank, words)
    for action in legal_list(state, box):
        if " ".join(write_action(state, box, action).lower().split()) == words:
            return action
    return None
