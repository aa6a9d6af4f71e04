"""What lessons may ask about a position, by name."""

from typing import Any

from .names import LETTERS, NAMES, letters_of, write_tray
from .rules import score_of
from .state import CELLS, MAIN, PHASES, PLACES, POOL, TALL


def facts(state: Any, box: Any, seat: int) -> dict[str, Any]:
    """The decision to make; points on cards, and with what is left over; the tray, its marbles, and how many of each colour
    touch; tokens, stars and what they are worth, the marbles of the card that was taken, the turns of each seat, those that
    this one has left (with the present one), and the goal of a solo player."""
    return {"decision": PHASES[state.phase],
            "points": state.points[seat], "final points": score_of(state, box, seat),
            "tray": write_tray(state.tray[seat]),
            "marbles": sum(cells.bit_count() for cells in state.tray[seat]),
            **{f"{NAMES[colour]} touching": most_touching(state.tray[seat][colour]) for colour in range(MAIN)},
            "tokens": letters_of(state.tokens[seat]).replace("-", ""),
            "bonus tokens": sum(state.tokens[seat]), "stars": state.stars[seat],
            "star points": box.star_points[state.star_card[seat]][state.stars[seat]],
            "hand": "".join(("." + LETTERS)[state.hand >> 3 * place & 7] for place in range(PLACES)).replace(".", ""),
            "turns": turns_each(state, box), "turns left": turns_left(state, box, seat), "goal": box.solo_goal}


def turns_each(state: Any, box: Any) -> int:
    """How many turns every seat has in a game; a solo turn uses up the whole pool."""
    turns = box.stack // POOL if state.seats == 1 else (box.stack - POOL + 1) // state.seats
    return int(turns)


def turns_left(state: Any, box: Any, seat: int) -> int:
    """How many turns a seat still has, with the one that it is in."""
    if state.over:
        return 0
    next_one = state.turn + (seat - state.player) % state.seats
    return int((turns_each(state, box) * state.seats - next_one + state.seats - 1) // state.seats)


def most_touching(cells: int) -> int:
    """The size of the largest group among cells of one colour; white marbles do not count."""
    largest = 0
    while cells:
        group, grown = 0, cells & -cells
        while grown != group:
            group = grown
            grown |= (group << 1 | group >> 1 | group << TALL | group >> TALL) & cells & CELLS
        largest, cells = max(largest, group.bit_count()), cells & ~group
    return largest
