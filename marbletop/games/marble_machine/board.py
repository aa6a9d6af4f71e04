"""The scene: what one seat sees of a position, from the drawings of pictures.py and the choices of choices.py."""

from collections.abc import Callable, Sequence
from typing import Any

from ...drawing.scene import Scene, Seat
from ...words import capital, join_and, join_or, phrase, phrases, plural, say, tell
from .choices import choices_of, parts_of
from .diagram import diagram
from .ending import ending
from .final import rank_of
from .names import drawn_name, effect_on_board, goal_name, owner_or_you, seats_of_side, tile_name
from .panels import draw_forecast, draw_hand, draw_piles, draw_unseen
from .paths import Course, courses
from .pictures import SEAT_COLOURS, chosen_space, direction_space, directions_of, draw_board, likely_paths, turned_part
from .rules import legal_actions
from .sentences import win_sentence
from .state import (AIM, AT, DIVERT_SLOW, ERASE_WHICH, FIRST, HOME, KEEP, MOVE_FROM, MOVE_TO, ON_BOARD, ORIENT, PLACE, SECOND,
                    SPEEDS, SWAP_A, SWAP_B, SWAP_ORIENT_A, SWAP_ORIENT_B, TRADE)

__all__ = ["ending", "meaning_of", "parts_of", "scene"]

SEAT_NAMES = phrases("Blue", "Red", "Yellow", "Purple", "Green", "Black")
SHAPE_GOALS = phrases("squares", "circles", "triangles")
COLOUR_GOALS, COLOUR_ONES = phrases("black goals", "white goals"), phrases("the black ones", "the white ones")
# What the reader is asked, and what is said of others.
QUESTIONS = {
    TRADE: (phrase("Your tiles: {tiles}. Trade in {tile} for another or keep both."),
            phrase("{who} may trade in a tile.")),
    FIRST: (phrase("Play a tile or a new marble: every marble that reaches your goals ({goals}) is yours."),
            phrase("{who} is choosing a tile or a marble.")),
    SECOND: (phrase("Play a tile or another marble. Then your turn ends."), phrase("{who} plays once more.")),
    AIM: (phrase("Aim the new marble at a number: it runs {spaces} with every later marble."),
          phrase("{who} is aiming the new marble.")),
    PLACE: (phrase("Place your {tile} tile: tap a space without a tile."), phrase("{who} is placing {tile}.")),
    ORIENT: (phrase("Turn your {tile} tile until it points the right way."), phrase("{who} is turning {tile}.")),
    ERASE_WHICH: (phrase("Tap the tile you want to take off the board."), phrase("{who} is taking a tile off the board.")),
    MOVE_FROM: (phrase("Tap the tile you want to move."), phrase("{who} is moving a tile.")),
    MOVE_TO: (phrase("Tap the new space for {tile}."), phrase("{who} is moving a tile.")),
    SWAP_A: (phrase("Tap the first of the two tiles to swap."), phrase("{who} is swapping two tiles.")),
    SWAP_B: (phrase("Tap the tile that swaps places with {tile}."), phrase("{who} is swapping two tiles.")),
    SWAP_ORIENT_A: (phrase("Turn {tile} on {space} the way you want it."), phrase("{who} is turning a tile.")),
    SWAP_ORIENT_B: (phrase("Turn {tile} on {space} the way you want it."), phrase("{who} is turning a tile."))}
LATER_TURN = phrase("Play a tile or a marble for your goals ({goals}).")             # so that there is room for what others did
FIRST_TURN = (phrase("You go first. Play a tile or a new marble: those that reach your goals ({goals}) are yours."),
              phrase("{who} goes first."))
# What a newcomer may not guess, said below.
MORE = {TRADE: phrase("{tile} is no use until tiles lie on the board."),
        PLACE: phrase("It stays there and works on every marble, for all players. Then your turn ends."),
        AIM: phrase("At a number, a die picks one of the two goals beside it. Tiles can bend the way.")}
TWO_ARROWS = phrase("A die picks one of its two arrows for each marble.")
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
    if not view.over and not moving and view.phase != TRADE:
        panels.append(draw_forecast(view, box, names))
    panels.append(draw_unseen(view, box))
    return Scene(
        status="" if moving else status_of(view, box, names), panels=panels,
        more=more_text(view, box) if decides else "",
        seats=[] if moving else [seat_of(view, box, names, seat) for seat in range(box.seats)],
        facts=[] if moving else facts_of(view),
        choices=choices_of(view, box, names, paths) if decides else [], missing=say(MISSING[view.phase]) if decides else "",
        progress=say("at {n}: last run", n=box.quota),
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
        tile, held = traded_tiles(view, box), join_and(held_tiles(view))
        if not tile:
            return say("Neither of your tiles can be traded in. Keep them.")
    elif view.phase == FIRST and not (view.drawn or view.parts or any(view.played)):
        questions = FIRST_TURN
    elif view.phase == FIRST and view.played[view.player]:
        questions = LATER_TURN, questions[1]
    return tell(names[view.player], *questions, tile=tile, tiles=held,
                goals=goals_text(box, box.side[view.player], COLOUR_ONES),
                space=drawn_name(box.radius, max(HOME, direction_space(view))),
                spaces=spaces_text(int(view.speed[view.drawn - 1])) if view.phase == AIM else "")


def more_text(view: Any, box: Any) -> str:
    """What a newcomer may not guess."""
    tile = traded_tiles(view, box) if view.phase == TRADE else ""
    if view.phase == PLACE and can_go_under(view, box):
        return (say("It acts on speed 1 marbles only, at once on those that lie there. Then your turn ends.")
                if view.tile == DIVERT_SLOW else
                say("It stays there for all players and acts at once on marbles there. Then your turn ends."))
    if view.phase == PLACE and view.tile == DIVERT_SLOW:
        return say("It stays there and works on speed 1 marbles only, for all players. Then your turn ends.")
    if box.even[turned_part(view)]:
        return say(TWO_ARROWS)
    return say(MORE[view.phase], tile=tile) if view.phase in MORE and (tile or view.phase != TRADE) else ""


def can_go_under(view: Any, box: Any) -> bool:
    """Whether the tile can be placed under a marble that it works on [MM-27]."""
    legal = set(legal_actions(view, box))
    return any(AT + view.space[m] in legal and (view.tile != DIVERT_SLOW or view.speed[m] == 1)
               for m in range(view.drawn) if view.place[m] == ON_BOARD)


def traded_tiles(view: Any, box: Any) -> str:
    """The tiles that can be traded in; "" if none can."""
    found = [tile_name(tile) for tile in legal_actions(view, box) if tile != KEEP]
    return join_or(found) if found else ""


def spaces_text(n: int) -> str:
    """How far a marble runs, in a sentence."""
    return plural(n, "{n} space", "{n} spaces")


def held_tiles(view: Any) -> list[str]:
    """The names of the viewer's own tiles."""
    return [tile_name(tile) for tile, count in enumerate(view.hand[view.viewer]) for _ in range(count)]


def seat_of(view: Any, box: Any, names: Sequence[str], seat: int) -> Seat:
    side = box.side[seat]
    mates = [tell(names[other], "with you", "with {who}") for other in seats_of_side(box, side) if other != seat]
    return Seat(seat, SEAT_COLOURS[seat], str(view.collected[side]), (goals_text(box, side), *mates),
                not view.over and view.player == seat, names[seat])


def meaning_of(view: Any, box: Any, ids: Sequence[str]) -> str:
    """What was pressed; if it is a marble on a Part, both in few words; '' if there is nothing to tell."""
    found: dict[str, tuple[int, str]] = {}
    for kind, _, number in (id.partition("-") for id in ids):
        if kind in MEANINGS and number.isdecimal() and (words := MEANINGS[kind](view, box, int(number))):
            found.setdefault("pt" if kind == "sp" else kind, (int(number), words))
    if {"m", "pt"} <= found.keys():
        return f"{part_words(view, box, found['pt'][0])} {marble_in_short(view, box, found['m'][0])}"
    return " ".join(words for _, words in list(found.values())[:2])


def part_meaning(view: Any, box: Any, space: int) -> str:
    """What the Part on a space does."""
    return f"{part_words(view, box, space)} {say('It works for everybody.')}" if view.part[space] else ""


def part_words(view: Any, box: Any, space: int) -> str:
    part = int(view.part[space])
    does = effect_on_board(part, directions_of(box, part, int(view.facing[space])))
    return f"{say('{tile}: {does}', tile=tile_name(part), does=does)}."


def marble_meaning(view: Any, box: Any, m: int) -> str:
    """How a marble runs, and where it comes to."""
    if view.place[m] != ON_BOARD:
        return ""
    speed, course = int(view.speed[m]), courses(view, box, [m])[m]
    runs = say("Speed {speed}: {spaces} per marble played.", speed=speed, spaces=spaces_text(speed))
    return f"{runs} {course_meaning(view, box, course)}"


def course_meaning(view: Any, box: Any, course: Course) -> str:
    """Where a marble comes to if nothing changes."""
    if course.endless:
        return say("If nothing changes, it never reaches a goal.")
    if not course.goal and not course.separator:
        return say("Later a die decides about it.")
    end = end_of_course(view, box, course)
    if len(course.runs) == 1:
        return say("If nothing changes, it reaches {goal} with the next one.", goal=end)
    return say("If nothing changes, it reaches {goal} after {n} more.", goal=end, n=len(course.runs))


def marble_in_short(view: Any, box: Any, m: int) -> str:
    """A marble that lies on a Part, and where it comes to."""
    speed, course = int(view.speed[m]), courses(view, box, [m])[m]
    if course.endless:
        return say("On it: speed {speed}, which never reaches a goal.", speed=speed)
    if not course.goal and not course.separator:
        return say("On it: speed {speed}. A die decides about it.", speed=speed)
    return plural(len(course.runs), "On it: speed {speed}, in {n} run at {goal}.",
                  "On it: speed {speed}, in {n} runs at {goal}.", speed=speed, goal=end_of_course(view, box, course))


def end_of_course(view: Any, box: Any, course: Course) -> str:
    """The goal or separator that a marble comes to, in a sentence."""
    return (say("separator {n}", n=course.separator) if course.separator
            else say("your goal") if box.owner[course.goal] == own_side(view, box)
            else say("the goal “{goal}”", goal=goal_name(box, course.goal)))


def goal_meaning(view: Any, box: Any, goal: int) -> str:
    """Who gets what comes into a goal."""
    if box.owner[goal] < 0:
        return say("Nobody owns this goal: it sends marbles Home.")
    return (say("This goal is yours: you get every marble that reaches it.") if box.owner[goal] == own_side(view, box)
            else say("This goal belongs to a rival, who gets every marble that reaches it."))


def own_side(view: Any, box: Any) -> int:
    return int(box.side[view.viewer]) if view.viewer >= 0 else -1


MEANINGS: dict[str, Callable[[Any, Any, int], str]] = {
    "m": marble_meaning, "pt": part_meaning, "sp": part_meaning, "goal": goal_meaning,
    "sep": lambda view, box, n: say("Separator {n}: a die sends marbles into one of the two goals beside it.", n=n),
    "expected": lambda view, box, side: say("Marbles at the end if all ran out now. With ≈ dice decide: it is the average."),
    "pile": lambda view, box, side: plural(box.quota, "With {n} marble the Final Phase begins: nobody plays, all marbles run "
                                                      "out, then most wins.",
                                           "With {n} marbles the Final Phase begins: nobody plays, all marbles run out, "
                                           "then most wins.")}


def goals_text(box: Any, side: int, colours: Sequence[str] = COLOUR_GOALS) -> str:
    """The goals of a side in few words: black goals, squares, or black square."""
    goals = [goal for goal in range(1, 7) if box.owner[goal] == side]
    if len(goals) == 1:
        return goal_name(box, goals[0])
    shapes = {box.goal_shape[goal] for goal in goals}
    return say(SHAPE_GOALS[shapes.pop()]) if len(shapes) == 1 else say(colours[box.goal_colour[goals[0]]])


def facts_of(view: Any) -> list[tuple[str, str]]:
    """What is left in the stacks."""
    left = ", ".join(say("{n} of speed {speed}", n=view.bag[speed], speed=speed) for speed in range(1, SPEEDS + 1)
                     if view.bag[speed])
    return [(say("Marbles left"), left or say("none")), (say("Tiles left"), str(view.stack_size))]
