"""The board as lines of text, for a terminal."""

from typing import Any

from .names import ARROWS
from .positions import write_tiles
from .state import AIM, CODES, COORDINATES, IN_GOAL, ON_BOARD, SPEEDS, STUCK

SIGNS = ("", "L", "L2", "R", "R2", "Rv", "Rd", "J", "P", "F", "S", "GH", "DS", "?", "?P", "##")
MARKS = (("■", "□"), ("●", "○"), ("▲", "△"))             # by shape; black, white
WIDE = 6                                    # letters of a space


def cell_text(state: Any, box: Any, space: int) -> str:
    """A space in the diagram: the Part and its arrow, then the speed and arrow of a marble, and + if there are more."""
    if space >= box.edge:
        goal = box.goal[space]
        return f"[{-goal}]" if goal < 0 else MARKS[box.goal_shape[goal]][box.goal_colour[goal]]
    part = state.part[space]
    text = SIGNS[part] + ARROWS[state.facing[space]] if part else ""
    there = [m for m in range(state.drawn) if state.place[m] in (ON_BOARD, STUCK) and state.space[m] == space]
    if there:
        text += f"{' ' if len(text) < 3 and text else ''}{state.speed[there[0]]}{ARROWS[state.heading[there[0]]]}"
        text += "+" if len(there) > 1 else ""
    return text or ("home" if space == 0 else "·")


def diagram(state: Any, box: Any) -> str:
    """The board, then piles, own hand and stacks, as lines of text."""
    radius = box.radius
    rows = [[" "] * (WIDE * (2 * radius + 1)) for _ in range(4 * radius + 1)]
    for space in range(box.edge + 6 * radius):
        q, r = COORDINATES[space]
        text = cell_text(state, box, space)[:WIDE].center(WIDE)
        rows[2 * r + q + 2 * radius][WIDE * (q + radius):WIDE * (q + radius + 1)] = text
    lines = ["".join(row).rstrip() for row in rows]
    for side in range(box.sides):
        goals = " ".join(MARKS[box.goal_shape[g]][box.goal_colour[g]] for g in range(1, 7) if box.owner[g] == side)
        pile = sorted(state.speed[m] for m in range(state.drawn)
                      if state.place[m] > IN_GOAL and box.owner[state.place[m] - IN_GOAL] == side)
        seats = " and ".join(str(seat) for seat in range(state.seats) if box.side[seat] == side)
        lines.append(f"seat {seats} {goals}: {len(pile)} of {box.quota} marbles {' '.join(map(str, pile))}".rstrip())
    if state.viewer >= 0:
        lines.append(f"hand of seat {state.viewer}: {write_tiles(state.hand[state.viewer]).replace('+', ' ')}")
    if state.phase == AIM:
        lines.append(f"to aim: a marble of speed {state.speed[state.drawn - 1]}")
    if state.tile:
        lines.append(f"in play: {CODES[state.tile]}")
    left = ", ".join(f"{state.bag[speed]} of speed {speed}" for speed in range(1, SPEEDS + 1))
    lines.append(f"marbles left: {left}; Machine Tiles left: {state.stack_size}")
    return "\n".join(lines)
