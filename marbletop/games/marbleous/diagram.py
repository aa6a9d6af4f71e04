"""The table as lines of text, for a terminal."""

from collections.abc import Sequence
from typing import Any

from .cards import rows_of
from .names import COLUMN_LETTERS, LETTERS, NAMES, card_text, colour_at, letters_of, point_card_text
from .rules import score_of
from .state import COLOURS, COLUMNS, HEIGHT, MAIN, NOTHING, ROWS


def diagram(view: Any, box: Any) -> str:
    """The table as lines of text: trays side by side, display, pool and supplies."""
    seats = range(view.seats)
    trays = []
    for height in reversed(range(HEIGHT)):
        rows = (" ".join(letter_at(view.tray[seat], column, height) for column in range(COLUMNS)) for seat in seats)
        trays.append(f"{height + 1}  " + "     ".join(rows))
    trays.append("   " + "     ".join(" ".join(COLUMN_LETTERS) for _ in seats))
    heads = (f"{'>' if seat == view.player and not view.over else ' '}Seat {seat + 1}" for seat in seats)
    lines = ["  " + "".join(f"{head:<14}" for head in heads).rstrip(), *trays]
    for seat in seats:
        lines.append(f"Seat {seat + 1}: {seat_facts(view, box, seat)}")
    lines += ["", "       " + " ".join(f"{letter:>3}" for letter in LETTERS[:MAIN])]
    for row in reversed(range(ROWS)):
        cards = (point_card_text(box, view.display[colour][row]) for colour in range(MAIN))
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


def letter_at(tray: Sequence[int], column: int, height: int) -> str:
    """The letter of the marble in a cell; a dot for an empty cell."""
    colour = colour_at(tray, column, height)
    return "." if colour == NOTHING else LETTERS[colour]


def seat_facts(view: Any, box: Any, seat: int) -> str:
    """What a seat has besides its tray. The values of other seats' cards stay hidden [MB-52]."""
    cards = sum(view.won[seat])
    facts = [f"tokens {letters_of(view.tokens[seat])}",
             f"{cards} card{'s' * (cards != 1)}" + (f" worth {view.points[seat]}" if shows_points(view, box, seat) else "")]
    if box.advanced:
        facts.append(f"{view.stars[seat]} star{'s' * (view.stars[seat] != 1)}")
    if view.over:
        facts.append(f"score {score_of(view, box, seat)}")
    return ", ".join(facts)


def shows_points(view: Any, box: Any, seat: int) -> bool:
    """Whether the viewer may see the values of a seat's point cards [MB-52]."""
    return bool(view.over or box.open_points or view.viewer == seat or view.viewer == -2)
