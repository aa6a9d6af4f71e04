"""The scene: what one seat sees of a position, from the drawings of pictures.py and the choices of choices.py."""

from collections.abc import Sequence
from typing import Any

from ...drawing.scene import Scene, Seat
from ...words import capital, join_and, join_or, phrase, phrases, say, tell
from .choices import choices_of, parts_of
from .diagram import diagram
from .ending import ending
from .final import rank_of
from .names import goal_name, owner_or_you, seats_of_side, tile_name
from .panels import EFFECT_WORDS, draw_forecast, draw_hand, draw_piles, draw_unseen
from .pictures import SEAT_COLOURS, chosen_space, draw_board, likely_paths, turned_part
from .rules import legal_actions
from .sentences import win_sentence
from .state import (AIM, ERASE_WHICH, FIRST, KEEP, MOVE_FROM, MOVE_TO, ORIENT, PLACE, SECOND, SPEEDS, SWAP_A, SWAP_B,
                    SWAP_ORIENT_A, SWAP_ORIENT_B, TRADE)

__all__ = ["ending", "meaning_of", "parts_of", "scene"]

SEAT_NAMES = phrases("Blue", "Red", "Yellow", "Purple", "Green", "Black")
SHAPE_GOALS = phrases("squares", "circles", "triangles")
COLOUR_GOALS = phrases("black goals", "white goals")
# What the reader is asked, and what is said of others.
QUESTIONS = {
    TRADE: (phrase("Your tiles: {tiles}. Trade in {tile} for another one, or keep both."),
            phrase("{who} may trade in a tile.")),
    FIRST: (phrase("Lead marbles to your goals ({goals}): play a tile, or a new marble to make the others run."),
            phrase("{who} is choosing a tile or a marble.")),
    SECOND: (phrase("Play once more: a tile or another marble."), phrase("{who} plays once more.")),
    AIM: (phrase("Aim the new marble at a number. It runs when the next marble is played."),
          phrase("{who} is aiming the new marble.")),
    PLACE: (phrase("Place your {tile} tile: tap a space without one."), phrase("{who} is placing {tile}.")),
    ORIENT: (phrase("Turn your {tile} tile until it points the right way."), phrase("{who} is turning {tile}.")),
    ERASE_WHICH: (phrase("Tap the tile you want to take off the board."), phrase("{who} is taking a tile off the board.")),
    MOVE_FROM: (phrase("Tap the tile you want to move."), phrase("{who} is moving a tile.")),
    MOVE_TO: (phrase("Tap the new space for {tile}."), phrase("{who} is moving a tile.")),
    SWAP_A: (phrase("Tap the first of the two tiles to swap."), phrase("{who} is swapping two tiles.")),
    SWAP_B: (phrase("Tap the tile that swaps places with {tile}."), phrase("{who} is swapping two tiles.")),
    SWAP_ORIENT_A: (phrase("Turn {tile} the way you want it."), phrase("{who} is turning a tile.")),
    SWAP_ORIENT_B: (phrase("Turn {tile} the way you want it."), phrase("{who} is turning a tile."))}
FIRST_TURN = (phrase("You go first. Lead marbles to your goals ({goals}): play a tile or a new marble."),
              phrase("{who} goes first."))
# What the button asks for while nothing is chosen.
MISSING = {
    TRADE: phrase("Pick one to trade in"), FIRST: phrase("Pick a tile or marble"), SECOND: phrase("Pick a tile or marble"),
    AIM: phrase("Pick a number"),
    PLACE: phrase("Pick a space"), ORIENT: phrase("Pick an arrow"), ERASE_WHICH: phrase("Pick a tile"),
    MOVE_FROM: phrase("Pick a tile"), MOVE_TO: phrase("Pick a space"), SWAP_A: phrase("Pick a tile"),
    SWAP_B: phrase("Pick a tile"), SWAP_ORIENT_A: phrase("Pick an arrow"), SWAP_ORIENT_B: phrase("Pick an arrow")}


def scene(view: Any, box: Any, names: Sequence[str] | None = None, moving: bool = False) -> Scene:
    """Everything that the seat `view.viewer` sees. It has choices only if that seat decides; in the middle of an action
    (`moving`) there are no choices and no paths."""
    names = names or [say(name) for name in SEAT_NAMES]
    decides = view.viewer == view.player and not view.over and not moving
    paths = frozenset(likely_paths(view, box)) if decides else frozenset()
    panels = [draw_board(view, box, names, moving)]
    if view.viewer >= 0:
        panels.append(draw_hand(view, names))
    panels.append(draw_piles(view, box, names))
    if not view.over and not moving:
        panels.append(draw_forecast(view, box, names))
    panels.append(draw_unseen(view, box))
    return Scene(
        status="" if moving else status_of(view, box, names), panels=panels,
        seats=[] if moving else [seat_of(view, box, names, seat) for seat in range(box.seats)],
        facts=[] if moving else facts_of(view),
        choices=choices_of(view, box, names, paths) if decides else [], missing=say(MISSING[view.phase]) if decides else "",
        progress=say("first to {n} ends it", n=box.quota),
        remark=say("This board is our own version, not the printed one."), diagram=lambda: diagram(view, box))


def status_of(view: Any, box: Any, names: Sequence[str]) -> str:
    """Who has to decide what, or who has won."""
    if not view.over:
        return question_text(view, box, names)
    winners = [side for side in range(box.sides) if rank_of(view, box, side) == 1]
    if len(winners) > 1:
        return say("{names} share the victory.", names=capital(join_and([owner_or_you(box, names, side) for side in winners])))
    return win_sentence(box, names, winners[0])


def question_text(view: Any, box: Any, names: Sequence[str]) -> str:
    """Who has to decide what. Before the game the own tiles are named, because nobody knows them yet."""
    tile = tile_name(turned_part(view) or view.part[chosen_space(view)] or view.tile)
    questions, held = QUESTIONS[view.phase], ""
    if view.phase == TRADE and view.viewer == view.player:
        traded = [tile_name(tile) for tile in legal_actions(view, box) if tile != KEEP]
        if not traded:
            return say("Neither of your tiles can be traded in. Keep them.")
        tile, held = join_or(traded), join_and(held_tiles(view))
    elif view.phase == FIRST and not (view.drawn or view.parts or any(view.played)):
        questions = FIRST_TURN
    return tell(names[view.player], *questions, tile=tile, tiles=held, goals=goals_text(box, box.side[view.player]))


def held_tiles(view: Any) -> list[str]:
    """The names of the viewer's own tiles."""
    return [tile_name(tile) for tile, count in enumerate(view.hand[view.viewer]) for _ in range(count)]


def seat_of(view: Any, box: Any, names: Sequence[str], seat: int) -> Seat:
    side = box.side[seat]
    mates = [tell(names[other], "with you", "with {who}") for other in seats_of_side(box, side) if other != seat]
    return Seat(seat, SEAT_COLOURS[seat], str(view.collected[side]), (goals_text(box, side), *mates),
                not view.over and view.player == seat, names[seat])


def meaning_of(view: Any, box: Any, ids: Sequence[str]) -> str:
    """What a Part does that lies where something was pressed; '' if there is none."""
    spaces = [int(number) for kind, _, number in (id.partition("-") for id in ids) if kind in ("pt", "sp")]
    part = next((view.part[space] for space in spaces if view.part[space]), 0)
    return f"{say('{tile}: {does}', tile=tile_name(part), does=say(EFFECT_WORDS[part]))}." if part else ""


def goals_text(box: Any, side: int) -> str:
    """The goals of a side in few words: black goals, squares, or black square."""
    goals = [goal for goal in range(1, 7) if box.owner[goal] == side]
    if len(goals) == 1:
        return goal_name(box, goals[0])
    shapes = {box.goal_shape[goal] for goal in goals}
    return say(SHAPE_GOALS[shapes.pop()]) if len(shapes) == 1 else say(COLOUR_GOALS[box.goal_colour[goals[0]]])


def facts_of(view: Any) -> list[tuple[str, str]]:
    """What is left in the stacks."""
    left = ", ".join(say("{n} of speed {speed}", n=view.bag[speed], speed=speed) for speed in range(1, SPEEDS + 1)
                     if view.bag[speed])
    return [(say("Marbles left"), left or say("none")), (say("Tiles left"), str(view.stack_size))]
