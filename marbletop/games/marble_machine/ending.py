"""How a game ended: the marbles of every side by speed, and what decided."""

from collections.abc import Sequence
from typing import Any

from ...core.notes import Note
from ...drawing.scene import Ending, ScoreRow, by_marbles
from ...words import join_and, phrase, phrases, plural, say
from .final import rank_of, speed_sum
from .names import marbles_text, owner_or_you, seats_of_side, tell_owner
from .state import COLLECTED, FINAL, IN_GOAL, LAST_MARBLE, SPEEDS, STUCK

WINS_BY = phrases("You have {marbles}, {others} {most}.", "{who} has {marbles}, {others} {most}.",
                  "You and {who} have {marbles}, {others} {most}.", "{names} have {marbles}, {others} {most}.")
WINS_TIE = phrases("Tied on marbles, but you have the higher speeds ({high} to {low}).",
                   "Tied on marbles, but {who} has the higher speeds ({high} to {low}).",
                   "Tied on marbles, but you and {who} have the higher speeds ({high} to {low}).",
                   "Tied on marbles, but {names} have the higher speeds ({high} to {low}).")
SHARED = phrase("Marbles and speeds are equal: {names} share the victory.")


def ending(view: Any, box: Any, names: Sequence[str], notes: Sequence[Note] = ()) -> Ending:
    """Why somebody has won, and the count of every side in order of place."""
    sides = sorted(range(box.sides), key=lambda side: rank_of(view, box, side))
    rows = phase_rows(sides, notes) or speed_rows(view, box, sides)
    rows.append(ScoreRow(say("Marbles"), tuple(str(view.collected[side]) for side in sides), "total"))
    rows.append(ScoreRow(say("Speeds, if tied"), tuple(str(speed_sum(view, box, side)) for side in sides), "tie"))
    return Ending(why_won(view, box, names, sides), tuple(tuple(seats_of_side(box, side)) for side in sides), tuple(rows),
                  story_of_the_end(view, box), lead=by_marbles, counts=view.collected[sides[0]] > view.collected[sides[1]])


def phase_rows(sides: Sequence[int], notes: Sequence[Note]) -> list[ScoreRow]:
    """The speeds of the marbles that every side caught before the Final Phase and in it."""
    final = next((number for number, note in enumerate(notes) if note.event == FINAL), len(notes))
    phases = (say("While the machine was built"), notes[:final]), (say("In the Final Phase"), notes[final:])
    rows = [ScoreRow(label, tuple(caught_by(side, heard) for side in sides), "speeds") for label, heard in phases]
    return [row for row in rows if any(row.values)]


def caught_by(side: int, notes: Sequence[Note]) -> str:
    """The speeds of a side's marbles, the fastest first."""
    caught = [note.details for note in notes if note.event == COLLECTED]
    return " ".join(str(speed) for speed in sorted((speed for _, _, owner, speed in caught if owner == side), reverse=True))


def speed_rows(view: Any, box: Any, sides: Sequence[int]) -> list[ScoreRow]:
    """How many marbles of every speed each side has."""
    counts = [[speed_count(view, box, side, speed) for side in sides] for speed in range(1, SPEEDS + 1)]
    return [ScoreRow(say("Speed {speed}", speed=speed), tuple(map(str, row)))
            for speed, row in enumerate(counts, 1) if any(row)]


def speed_count(view: Any, box: Any, side: int, speed: int) -> int:
    """How many marbles of a speed a side has collected."""
    return sum(view.place[m] > IN_GOAL and box.owner[view.place[m] - IN_GOAL] == side and view.speed[m] == speed
               for m in range(view.drawn))


def why_won(view: Any, box: Any, names: Sequence[str], sides: Sequence[int]) -> str:
    """What decided between the first side and the second, in a sentence."""
    first, second = sides[:2]
    shared = [side for side in sides if rank_of(view, box, side) == 1]
    if len(shared) > 1:
        return say(SHARED, names=join_and([owner_or_you(box, names, side) for side in shared]))
    if view.collected[first] == view.collected[second]:
        return tell_owner(box, names, first, WINS_TIE, high=speed_sum(view, box, first), low=speed_sum(view, box, second))
    return tell_owner(box, names, first, WINS_BY, marbles=marbles_text(view.collected[first]), most=view.collected[second],
                      others=owner_or_you(box, names, second))


def story_of_the_end(view: Any, box: Any) -> str:
    """What brought the Final Phase on, and what was left over."""
    cause = (say("With the last marble, the Final Phase began.") if view.cause == LAST_MARBLE
             else say("Somebody had {marbles}, so the Final Phase began.", marbles=marbles_text(box.quota)))
    stuck = sum(view.place[m] == STUCK for m in range(view.drawn))
    return f"{cause} {plural(stuck, 'One marble got stuck.', '{n} marbles got stuck.')}" if stuck else cause
