"""Actions as text.

A tray is its five columns from left to right divided by `|`, each from the bottom to the top: `RB|R||Y|`. Letters are
B blue, Y yellow, R red, P purple, W white. A cell is its column `a` to `e` and its height `1` to `5`: `b2`.

`take 2`            the second card of the pool
`place |B|P|P|`     what rolls into each column, written like a tray; `place 180 b` is understood too: the card turned
                    clockwise by so many degrees, its left end over column b
`bonus Y b`         spend a yellow token and roll its marble into column b;  `pass`  spend none
`pop b2`            the set whose lowest-numbered marble of its own colour lies there; `pop yellow` if there is only one
`yellow`            a colour: of a marble in place of a missing one, of an all-white set, of a display column
"""

from typing import Any

from .cards import dropped
from .diagram import diagram
from .names import COLUMN_LETTERS, LETTERS, NAMES, cell_text, colour_at, columns_dropped
from .positions import read_position, write_position
from .rules import legal
from .sentences import sentence
from .state import BONUS, COLUMNS, HEIGHT, MAIN, MOST_LEGAL, NAME_COLOUR, PASS, PLACE, PLACE_AT, POP, POP_AT, SPEND

__all__ = ["diagram", "read_action", "read_position", "sentence", "write_action", "write_position"]


def write_action(state: Any, box: Any, action: int) -> str:
    if action < PLACE_AT:
        return f"take {action + 1}"
    if action < PASS:
        return "place " + placement_text(state.hand, (action - PLACE_AT) // COLUMNS, (action - PLACE_AT) % COLUMNS)
    if action == PASS:
        return "pass"
    if action < POP_AT:
        colour, column = divmod(action - SPEND, COLUMNS)
        return f"bonus {LETTERS[colour]} {COLUMN_LETTERS[column]}"
    if action < NAME_COLOUR:
        return f"pop {cell_text(*divmod(action - POP_AT, HEIGHT))}"
    return NAMES[action - NAME_COLOUR]


def read_action(state: Any, box: Any, text: str) -> int | None:
    """Other ways to write an action; None if it is none of them."""
    words = text.lower().replace(",", " ").split()
    if state.phase == PLACE and len(words) == 3 and words[0] == "place":
        return read_placement(state, words)
    if state.phase == BONUS and words in (["bonus", "pass"], ["no", "token"], ["none"]):
        return PASS
    if state.phase == BONUS and len(words) == 3 and words[0] == "bonus" and words[1] in NAMES[:MAIN] \
            and words[2] in tuple(COLUMN_LETTERS):
        action = SPEND + COLUMNS * NAMES.index(words[1]) + COLUMN_LETTERS.index(words[2])
        return action if action in legal_now(state, box) else None
    if state.phase == POP and len(words) == 2 and words[0] == "pop" and words[1] in NAMES:
        tray = state.tray[state.player]
        found = [action for action in legal_now(state, box)
                 if colour_at(tray, *divmod(action - POP_AT, HEIGHT)) == NAMES.index(words[1])]
        return found[0] if len(found) == 1 else None
    if len(words) == 1 and words[0] in tuple("byrp") and NAME_COLOUR + "byrp".index(words[0]) in legal_now(state, box):
        return NAME_COLOUR + "byrp".index(words[0])
    return None


def read_placement(state: Any, words: list[str]) -> int | None:
    """`place 180 b`: any way to turn the card, also one that drops the same as a smaller one."""
    if words[1] not in ("0", "90", "180", "270") or words[2] not in tuple(COLUMN_LETTERS):
        return None
    code, column = dropped(state.hand, int(words[1]) // 90), COLUMN_LETTERS.index(words[2])
    if column + len(columns_dropped(code)) > COLUMNS:
        return None
    return next(PLACE_AT + COLUMNS * rotation + column for rotation in range(4) if dropped(state.hand, rotation) == code)


def legal_now(state: Any, box: Any) -> list[int]:
    actions = [0] * MOST_LEGAL
    return actions[:legal(state, box, actions)]


def placement_text(hand: int, rotation: int, column: int) -> str:
    """What rolls into each column, like a tray."""
    columns = ["".join(LETTERS[colour] for colour in marbles) for marbles in columns_dropped(dropped(hand, rotation))]
    return "|".join(([""] * column + columns + [""] * COLUMNS)[:COLUMNS])
