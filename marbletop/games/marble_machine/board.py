"""The scene: what one seat sees of a position, from the drawings of pictures.py and the choices of choices.py."""

from collections.abc import Sequence
from typing import Any

from ...drawing.scene import Scene, Seat
from ...words import join_and, phrase, phrases, plural, say
from .choices import choice_of, parts_of
from .diagram import diagram
from .final import rank_of
from .names import goal_name, owner_name, tile_name
from .paths import expected_piles
from .pictures import SEAT_COLOURS, draw_board, draw_hand, draw_piles, draw_unseen, likely_paths
from .rules import legal_actions
from .state import (AIM, ERASE_WHICH, FIRST, MOVE_FROM, MOVE_TO, ORIENT, PLACE, SECOND, SPEEDS, SWAP_A, SWAP_B, SWAP_ORIENT_A,
                    SWAP_ORIENT_B, TRADE)

__all__ = ["parts_of", "scene"]

SEAT_NAMES = phrases("Blue", "Red", "Yellow", "Purple", "Green", "Black")
SHAPE_GOALS = phrases("squares", "circles", "triangles")
COLOUR_GOALS = phrases("black goals", "white goals")
QUESTIONS = {
    TRADE: phrase("{who} to trade a Modifier or keep the hand."), FIRST: phrase("{who} to play a marble or a Machine Tile."),
    SECOND: phrase("{who} to play a second tile."), AIM: phrase("{who} to aim the marble."),
    PLACE: phrase("{who} to choose a space for {tile}."), ORIENT: phrase("{who} to turn the Part for {tile}."),
    ERASE_WHICH: phrase("{who} to choose a Part to erase for {tile}."),
    MOVE_FROM: phrase("{who} to choose a Part to move for {tile}."),
    MOVE_TO: phrase("{who} to choose its new space for {tile}."),
    SWAP_A: phrase("{who} to choose the first Part to swap for {tile}."),
    SWAP_B: phrase("{who} to choose the second Part to swap for {tile}."),
    SWAP_ORIENT_A: phrase("{who} to turn the first Part for {tile}."),
    SWAP_ORIENT_B: phrase("{who} to turn the second Part for {tile}.")}


def scene(view: Any, box: Any, names: Sequence[str] | None = None, moving: bool = False) -> Scene:
    """Everything that the seat `view.viewer` sees. It has choices only if that seat decides; in the middle of an action
    (`moving`) there are no choices and no paths."""
    names = names or [say(name) for name in SEAT_NAMES]
    decides = view.viewer == view.player and not view.over and not moving
    paths = frozenset(likely_paths(view, box)) if decides else frozenset()
    panels = [draw_board(view, box, names, moving)]
    if view.viewer >= 0:
        panels.append(draw_hand(view, names))
    panels += [draw_piles(view, box, names), draw_unseen(view, box)]
    return Scene(
        title=say("Marble Machine"), status="" if moving else status_of(view, box, names), panels=panels,
        seats=[] if moving else [seat_of(view, box, names, seat) for seat in range(box.seats)],
        facts=[] if moving else facts_of(view, box, names),
        choices=[choice_of(view, box, names, paths, action) for action in (legal_actions(view, box) if decides else ())],
        remark=say("Reconstructed board."), diagram=lambda: diagram(view, box))


def status_of(view: Any, box: Any, names: Sequence[str]) -> str:
    """Who has to decide what, or who has won."""
    if not view.over:
        return say(QUESTIONS[view.phase], who=names[view.player], tile=tile_name(view.tile))
    winners = [owner_name(box, names, side) for side in range(box.sides) if rank_of(view, box, side) == 1]
    if len(winners) > 1:
        return say("{names} share the win.", names=join_and(winners))
    return say("{names} have won.", names=winners[0]) if box.sides < box.seats else say("{who} has won.", who=winners[0])


def seat_of(view: Any, box: Any, names: Sequence[str], seat: int) -> Seat:
    side = box.side[seat]
    tiles = plural(view.hand_size[seat], "{n} tile", "{n} tiles")
    mates = [say("with {who}", who=names[other]) for other in range(box.seats) if other != seat and box.side[other] == side]
    return Seat(seat, SEAT_COLOURS[seat], str(view.collected[side]), (goals_text(box, side), tiles, *mates),
                not view.over and view.player == seat, names[seat])


def goals_text(box: Any, side: int) -> str:
    """The goals of a side in few words: black goals, squares, or black square."""
    goals = [goal for goal in range(1, 7) if box.owner[goal] == side]
    if len(goals) == 1:
        return goal_name(box, goals[0])
    shapes = {box.goal_shape[goal] for goal in goals}
    return say(SHAPE_GOALS[shapes.pop()]) if len(shapes) == 1 else say(COLOUR_GOALS[box.goal_colour[goals[0]]])


def facts_of(view: Any, box: Any, names: Sequence[str]) -> list[tuple[str, str]]:
    """What is left in the stacks, the quota, and the piles to be expected at the end."""
    left = " ".join(str(view.bag[speed]) for speed in range(1, SPEEDS + 1))
    facts = [(say("Marbles left, speed 1 to 4"), left), (say("Machine Tiles left"), str(view.stack_size)),
             (say("Quota"), str(box.quota))]
    if not view.over:
        facts += [(say("If nobody plays on, {who}", who=owner_name(box, names, side)), f"{count:.1f}")
                  for side, count in enumerate(expected_piles(view, box))]
    return facts
