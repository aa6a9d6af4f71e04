"""Actions, positions and notes as text.

A tray is its five columns from left to right divided by `|`, each from the bottom to the top: `RB|R||Y|`. Letters are
B blue, Y yellow, R red, P purple, W white. A cell is its column `a` to `e` and its height `1` to `5`: `b2`.

Actions:  `take 2`            the second card of the pool
          `place |B|P|P|`     what rolls into each column, written like a tray; `place 180 b` is understood too: the card
                              turned clockwise by so many degrees, its left end over column b
          `bonus Y b`         spend a yellow token and roll its marble into column b;  `pass`  spend none
          `pop b2`            the set whose lowest-numbered marble of its own colour lies there; `pop yellow` if there is one
          `yellow`            a colour: of a marble in place of a missing one, of an all-white set, of a display column

A position is one line of `name=value`: see `write_position`. Marble cards are written as their pattern (rows divided by
`/`), point cards as value and stack (`3b`, `5o`), tokens as colour letters; `-` is nothing.
"""

from .cards import dropped, rows_of
from .letters import COLUMN_LETTERS, LETTERS, NAMES, card_text, cell_text, colour_at, columns_dropped, letters_of, point_text
from .positions import read_position, write_position
from .rules import legal, score_of
from .sentences import sentence
from .state import (
    BONUS,
    COLOURS,
    COLUMNS,
    HEIGHT,
    MAIN,
    MOST_LEGAL,
    NAME_COLOUR,
    NOTHING,
    PASS,
    PLACE,
    PLACE_AT,
    POP,
    POP_AT,
    ROWS,
    SPEND,
)

__all__ = ["diagram", "read_action", "read_position", "sentence", "write_action", "write_position"]


def write_action(state, box, action):
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


def read_action(state, box, text):
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


def read_placement(state, words):
    """`place 180 b`: any way to turn the card, also one that drops the same as a smaller one."""
    if words[1] not in ("0", "90", "180", "270") or words[2] not in tuple(COLUMN_LETTERS):
        return None
    code, column = dropped(state.hand, int(words[1]) // 90), COLUMN_LETTERS.index(words[2])
    if column + len(columns_dropped(code)) > COLUMNS:
        return None
    return next(PLACE_AT + COLUMNS * rotation + column for rotation in range(4) if dropped(state.hand, rotation) == code)


def legal_now(state, box):
    actions = [0] * MOST_LEGAL
    return actions[:legal(state, box, actions)]


def placement_text(hand, rotation, column):
    """What rolls into each column, like a tray."""
    columns = ["".join(LETTERS[colour] for colour in marbles) for marbles in columns_dropped(dropped(hand, rotation))]
    return "|".join(([""] * column + columns + [""] * COLUMNS)[:COLUMNS])


def diagram(view, box):
    """The table as lines of text: trays side by side, display, pool, supplies."""
    seats = range(view.seats)
    trays = []
    for height in reversed(range(HEIGHT)):
        rows = (" ".join(mark_at(view.tray[seat], column, height) for column in range(COLUMNS)) for seat in seats)
        trays.append(f"{height + 1}  " + "     ".join(rows))
    trays.append("   " + "     ".join(" ".join(COLUMN_LETTERS) for _ in seats))
    heads = (f"{'>' if seat == view.player and not view.over else ' '}Seat {seat + 1}" for seat in seats)
    lines = ["  " + "".join(f"{head:<14}" for head in heads).rstrip(), *trays]
    for seat in seats:
        lines.append(f"Seat {seat + 1}: {facts_of(view, box, seat)}")
    lines += ["", "       " + " ".join(f"{letter:>3}" for letter in LETTERS[:MAIN])]
    for row in reversed(range(ROWS)):
        cards = (point_text(box, view.display[colour][row]) for colour in range(MAIN))
        lines.append(f"  #{row + 3}{'+' if row == ROWS - 1 else ' '}  " + " ".join(f"{card:>3}" for card in cards))
    lines.append(f"Point cards left: {sum(view.blue)} blue, {sum(view.orange)} orange")
    lines.append("Pool: " + "  ".join(f"({slot + 1}) {card_text(box, card)}" for slot, card in enumerate(view.pool))
                 + f"   left in the stack: {view.stack}")
    if view.hand:
        lines.append("In hand: " + "/".join(rows_of(view.hand)))
    lines.append("Supply: " + "  ".join(f"{LETTERS[colour]} {view.supply[colour]}" for colour in range(COLOURS))
                 + f"   tokens: {sum(view.token_supply)} face down, discard {letters_of(view.token_discard)}")
    if view.seats == 1:
        line = " ".join(NAMES[colour] for colour in view.line[view.line_done:]) or "done"
        lines.append(f"Line: {line}   goal: {box.solo_goal} points")
    if box.advanced:
        lines.append(f"Star tokens left: {view.star_supply}")
    return "\n".join(lines)


def mark_at(tray, column, height):
    colour = colour_at(tray, column, height)
    return "." if colour == NOTHING else LETTERS[colour]


def facts_of(view, box, seat):
    """What a seat has beside its tray; the values of other seats' cards stay face down [MB-52]."""
    cards = sum(view.won[seat])
    facts = [f"tokens {letters_of(view.tokens[seat])}",
             f"{cards} card{'s' * (cards != 1)}" + (f" worth {view.points[seat]}" if shows_points(view, box, seat) else "")]
    if box.advanced:
        facts.append(f"{view.stars[seat]} star{'s' * (view.stars[seat] != 1)}")
    if view.over:
        facts.append(f"score {score_of(view, box, seat)}")
    return ", ".join(facts)


def shows_points(view, box, seat):
    """Whether this viewer is shown the values of a seat's point cards [MB-52]."""
    return bool(view.over or box.open_points or view.viewer == seat or view.viewer == -2)
