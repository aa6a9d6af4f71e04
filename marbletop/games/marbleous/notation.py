"""Actions as text.

A tray is written as its five columns from left to right with `|` between them, each from the bottom up: `RB|R||Y|`. The
letters are B blue, Y yellow, R red, P purple, W white. A cell is its column `a` to `e` and its height `1` to `5`: `b2`.

`take 2`            take the second card of the pool
`place |B|P|P|`     what rolls into each column, written like a tray; or `place 180 b`: the card turned clockwise by 180
                    degrees, its left end over column b
`bonus Y b`         spend a yellow token and roll its marble into column b;  `pass`  spend none
`pop b2`            pop the set whose lowest-numbered marble of its own colour is there; or `pop yellow` if there is only one
`yellow`            a colour: of a marble instead of a missing one, of an all-white set, of a display column
"""

from typing import Any

from .cards import drop_code
from .diagram import diagram
from .names import COLUMN_LETTERS, LETTERS, NAMES, card_columns, cell_text, colour_at
from .position_check import check_position
from .positions import read_position, write_position
from .prompts import REASONS
from .rules import legal_list
from .sentences import TURN_BEGINS, in_short, is_news, sentence, story
from .state import BONUS, COLUMNS, HEIGHT, MAIN, NAME_COLOUR, PASS, PLACE, PLACE_AT, POP, POP_AT, SPEND

__all__ = ["REASONS", "TURN_BEGINS", "check_position", "diagram", "in_short", "is_news", "read_action", "read_position",
           "sentence", "story", "write_action", "write_position"]


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
    """The action that a text means, if it is written in another way than ours; else None."""
    words = text.lower().replace(",", " ").split()
    if state.phase == PLACE and len(words) == 3 and words[0] == "place":
        return read_placement(state, words)
    if state.phase == BONUS and words in (["bonus", "pass"], ["no", "token"], ["none"]):
        return PASS
    if state.phase == BONUS and len(words) == 3 and words[0] == "bonus" and words[1] in NAMES[:MAIN] \
            and words[2] in tuple(COLUMN_LETTERS):
        action = SPEND + COLUMNS * NAMES.index(words[1]) + COLUMN_LETTERS.index(words[2])
        return action if action in legal_list(state, box) else None
    if state.phase == POP and len(words) == 2 and words[0] == "pop" and words[1] in NAMES:
        tray = state.tray[state.player]
        found = [action for action in legal_list(state, box)
                 if colour_at(tray, *divmod(action - POP_AT, HEIGHT)) == NAMES.index(words[1])]
        return found[0] if len(found) == 1 else None
    if len(words) == 1 and words[0] in tuple("byrp") and NAME_COLOUR + "byrp".index(words[0]) in legal_list(state, box):
        return NAME_COLOUR + "byrp".index(words[0])
    return None


def read_placement(state: Any, words: list[str]) -> int | None:
    """`place 180 b`: the card may be turned in any way, even if a smaller rotation drops the same."""
    if words[1] not in ("0", "90", "180", "270") or words[2] not in tuple(COLUMN_LETTERS):
        return None
    code, column = drop_code(state.hand, int(words[1]) // 90), COLUMN_LETTERS.index(words[2])
    if column + len(card_columns(code)) > COLUMNS:
        return None
    return next(PLACE_AT + COLUMNS * rotation + column for rotation in range(4) if drop_code(state.hand, rotation) == code)


def placement_text(hand: int, rotation: int, column: int) -> str:
    """What rolls into each column, written like a tray."""
    columns = ["".join(LETTERS[colour] for colour in marbles) for marbles in card_columns(drop_code(hand, rotation))]
    return "|".join(([""] * column + columns + [""] * COLUMNS)[:COLUMNS])
