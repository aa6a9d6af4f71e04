"""The choices of a scene: what each legal action is called, what it would do, and where to press for it."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ...core.chance import OpenEvent, Script
from ...core.match import NoteRecorder
from ...core.notes import Note
from ...drawing import kit
from ...drawing.scene import Choice, Later, Part
from ...words import capital, join_and, phrase, plural, say
from . import rules
from .names import EFFECT_WORDS, direction_name, drawn_name, goal_text, marble_text, tile_name
from .paths import (Course, Path, Standing, board_of, course_of_marble, courses, expected_piles, goals_beside, position_of,
                    possible_paths, standing_of)
from .panels import draw_gains, gain_texts
from .pictures import (BALL, CERTAIN, LIKELY, Way, direction_space, directions_of, draw_future, draw_handle, draw_part,
                       likely_paths, marbles_on, point_of, turned_part, ways_of)
from .state import (AIM, AIMED, AT, AT_SEPARATOR, DIE, ERASE, ERASE_WHICH, FINISHED, FIRST, HOME, KEEP, MARBLE, MOVE, MOVE_FROM,
                    MOVE_TO, ON_BOARD, PLACE, SECOND, STATE, SWAP, SWAP_A, SWAP_B, TRADE)
from .story import collected_text

LABELS = {PLACE: phrase("Place it on {space}"), MOVE_TO: phrase("Move it to {space}"),
          ERASE_WHICH: phrase("Take {part} off {space}"), MOVE_FROM: phrase("Move {part} from {space}"),
          SWAP_A: phrase("Swap {part} on {space}"), SWAP_B: phrase("Swap with {part} on {space}")}

CONFIRMS = {ERASE: phrase("Take it off"), MOVE: phrase("Move it"), SWAP: phrase("Swap them")}       # by tile
HANDLE = ""                                 # a handle is a mark itself
NOTHING = Part()
MOST_ARRIVALS = 2                           # marbles that are told of
UNCHANGED = phrase("No marble on the board changes its way.")
UNCERTAIN = phrase("The next run stays as it is. After that dice decide.")


class Effect(NamedTuple):
    """What an action would do, in sentences and drawn; routine if the sentences are so for many actions."""

    words: str = ""
    drawn: Part = NOTHING
    routine: bool = True


class Present(NamedTuple):
    """What choices are compared with: the paths that are drawn now, how, the runs after them, and the piles at the end if
    nobody plays on."""

    paths: frozenset[Path]
    courses: dict[int, Course]
    ways: Sequence[Way]
    piles: tuple[float, ...]


def choices_of(view: Any, box: Any, names: Sequence[str], paths: frozenset[Path]) -> list[Choice]:
    """All legal actions as labelled choices. `paths` are those drawn now. Of the directions for a Part, the one that is best
    for the player is proposed."""
    present = Present(paths, courses(view, box), ways_of(view, box, likely_paths(view, box)),
                      tuple(expected_piles(view, box)) if view.phase > SECOND else ())
    found = [choice_of(view, box, names, present, action) for action in rules.legal_actions(view, box)]
    return with_proposal(view, box, present, found) if turned_part(view) and not found[0].leads_on else found


def with_proposal(view: Any, box: Any, present: Present, choices: list[Choice]) -> list[Choice]:
    """The directions for a Part with what they would change in the end; the best for the player is proposed."""
    mine = int(box.side[view.player])
    trials = [try_action(view, box, choice.action) for choice in choices]
    ends = [average_piles(box, standings_after(view, box, choice.action, trial, event))
            for choice, (trial, _, event) in zip(choices, trials)]
    leads = [piles[mine] - max(pile for side, pile in enumerate(piles) if side != mine) for piles in ends]
    best = leads.index(max(leads))
    return [choice._replace(proposed=n == best, beside=(("forecast", draw_change(present.piles, ends[n])),))
            for n, choice in enumerate(choices)]


def outlook(box: Any, present: Present, after: tuple[Standing, ...]) -> tuple[tuple[str, Later], ...]:
    """What a choice would change in the end. It is worked out only while the choice is considered."""
    return (("forecast", Later(outlook_drawer(box), (present.piles, after))),)


@kit.keep
def outlook_drawer(box: Any) -> Callable[..., Part]:
    """The function that draws what a choice would change: always the same one for a box, so that equal choices are equal."""
    def draw(piles: tuple[float, ...], after: tuple[Standing, ...]) -> Part:
        return draw_change(piles, average_piles(box, after))
    return draw


def draw_change(before: Sequence[float], after: Sequence[float]) -> Part:
    return draw_gains(*gain_texts(before, after))


def average_piles(box: Any, standings: Sequence[Standing]) -> list[float]:
    """The piles at the end, on average over positions that are equally likely."""
    ends = [expected_piles(position_of(standing), box) for standing in standings]
    return [sum(piles) / len(ends) for piles in zip(*ends)]


def choice_of(view: Any, box: Any, names: Sequence[str], present: Present, action: int) -> Choice:
    """An action as a labelled choice, with what it will do and where to press for it."""
    if action == MARBLE:
        return marble_choice(view, box, names)
    if action == KEEP:
        return keep_choice(view, box)
    if action < KEEP:
        return tile_choice(view, box, action)
    if action > AT:
        return space_choice(view, box, names, present, action)
    if view.phase == AIM:
        return aim_choice(view, box, names, present, action)
    return orientation_choice(view, box, names, present, action)


def keep_choice(view: Any, box: Any) -> Choice:
    """The end of the trade-in. If nothing can be traded any more, it only begins the game."""
    hand = view.hand[view.player]
    if len(rules.legal_actions(view, box)) > 1:
        return Choice(KEEP, say("Keep my tiles"), say("You start with the tiles you have."), button=say("Keep my tiles"),
                      confirm=say("Keep my tiles"))
    held = join_and([tile_name(tile) for tile, count in enumerate(hand) for _ in range(count)])
    return Choice(KEEP, say("Start with {tiles}", tiles=held), say("There is nothing left to trade in."), button=say("Start"),
                  confirm=say("Start"), alone="" if any(hand[ERASE:])
                  else say("Nothing to trade (only Erase, Move, Swap)."))


def parts_of(view: Any, box: Any, action: int) -> tuple[str, ...]:
    """The ids of the parts that an action is about, possible or not: for a tile every one of its kind."""
    if action == MARBLE:
        return ("bag", "next")
    if action < KEEP:
        return tuple(f"tile-{action}-{number + 1}" for number in range(max(1, view.hand[view.player][action])))
    if action == KEEP:
        return ()
    if direction_space(view) >= 0:          # one number stands for direction 6 and for Home
        return f"dir-{action - AIMED}", f"sep-{action - AIMED}"
    return (f"sp-{action - AT}",)


def marble_choice(view: Any, box: Any, names: Sequence[str]) -> Choice:
    """A new marble, and what comes of it: it has to be aimed, and the others run."""
    left, moving = sum(view.bag), any(place == ON_BOARD for place in view.place)
    arrivals = arrivals_of(view, box)
    if left == 1:
        effect = say("You aim the last marble. Then the Final Phase begins: nobody plays any more, the marbles run on.")
    elif arrivals:
        told = dict.fromkeys(arrival_text(box, names, view, path) for path in arrivals)
        effect = " ".join((say("The others run, then you aim it.") if box.aim_after
                           else say("You aim it, and the others run."), *list(told)[:MOST_ARRIVALS]))
    elif moving and box.aim_after:
        effect = say("The others run, then you aim it. It runs when the next marble is played.")
    elif moving:
        effect = say("You aim it, and the others run; it runs with the next marble.")
    else:
        effect = say("You aim it. It waits at Home and runs when the next marble is played.")
    if view.phase == FIRST and left > 1:
        effect = f"{effect} {say('After aiming you play once more.')}"
    target, *also = parts_of(view, box, MARBLE)
    return Choice(MARBLE, say("Play a marble"), effect, target, also=tuple(also), confirm=say("Play it"), routine=left > 1,
                  alone=say("A marble is played for you: none of your tiles can be played now.")
                  if any(view.hand[view.player]) else say("A marble is played for you: you have no tiles left."))


def arrivals_of(view: Any, box: Any) -> list[Path]:
    """The paths of the next phase that end in a goal or at a separator: those to the player first, then the certain ones."""
    mine = box.side[view.player]
    found = [path for path in likely_paths(view, box) if path.goal or path.separator]
    return sorted(found, key=lambda path: (not path.goal or box.owner[path.goal] != mine, not path.goal, -path.chance))


def tile_choice(view: Any, box: Any, action: int) -> Choice:
    """A Machine Tile to play, or to trade in."""
    target, *also = parts_of(view, box, action)
    if view.phase == TRADE:
        return Choice(action, say("Trade in {tile}", tile=tile_name(action)),
                      say("You show it and draw another tile. It returns to the stack before play begins."), target=target,
                      also=tuple(also), alike=True, confirm=say("Trade it in"))
    effect = f"{capital(say(EFFECT_WORDS[action]))}."
    return Choice(action, say("Play {tile}", tile=tile_name(action)), effect, target=target, also=tuple(also), alike=True,
                  leads_on=True, routine=True)


def aim_choice(view: Any, box: Any, names: Sequence[str], present: Present, action: int) -> Choice:
    """A direction for the new marble, drawn with the marble's path."""
    direction, m = action - AIMED, view.drawn - 1
    target, *also = parts_of(view, box, action)
    trial = STATE.copy(view)
    trial.place[m], trial.space[m], trial.heading[m] = ON_BOARD, HOME, direction
    paths = possible_paths(trial, box, [m], least=LIKELY)
    home, (course,) = point_of(box, HOME), courses(trial, box, [m]).values()
    ghost = (draw_future(trial, box, paths, {m: course}, beside=present.ways),
             kit.speed_marble("", view.speed[m], 60 * (direction - 1), home, BALL, ghost=True),
             draw_handle(home, direction, "", "", True))
    return Choice(action, say("Aim at {n}", n=direction), end_text(box, names, direction, paths[0], course),
                  target, look=HANDLE, turns=True, ghost=ghost, also=tuple(also), confirm=say("Aim at {n}", n=direction),
                  routine=True, to_read=True, how=say("Arrow: its next run. Dots: later runs.") if course.later else "",
                  beside=outlook(box, present, (standing_of(trial),)))


def end_text(box: Any, names: Sequence[str], direction: int, path: Path, course: Course) -> str:
    """Where the new marble comes to, after several runs if no die decides before; else where its likeliest path ends."""
    if len(course.runs) > 1 and (course.goal or course.separator):
        comes = say("If nothing changes, it reaches {goal} once {n} more marbles have been played.", n=len(course.runs),
                    goal=course_end(box, names, course))
        return f"{comes} {die_text(box, names, course.separator)}" if course.separator else comes
    if course.endless and course.later:
        return say("If nothing changes, it never reaches a goal.")
    certain = path.chance > CERTAIN
    if path.separator:
        comes = (say("When the next marble is played, this one reaches separator {n}.", n=path.separator) if certain
                 else say("When the next marble is played, this one perhaps reaches separator {n}.", n=path.separator))
        return f"{comes} {die_text(box, names, path.separator)}"
    if path.goal:
        goal = goal_text(box, names, path.goal)
        return (say("When the next marble is played, this one reaches {goal}.", goal=goal) if certain
                else say("When the next marble is played, this one perhaps reaches {goal}.", goal=goal))
    if not path.legs:
        return say("When the next marble is played, this one can't leave Home.")
    if path.space == HOME:
        return (say("When the next marble is played, this one comes back to Home.") if certain
                else say("When the next marble is played, this one perhaps comes back to Home."))
    if not certain:
        return say("When the next marble is played, a die decides where this one runs.")
    runs = run_text(path, direction)
    return runs if course.endless else f"{runs} {say('Later a die decides about it.')}"


def run_text(path: Path, direction: int) -> str:
    """How far the new marble runs at first."""
    if path.heading == direction:
        return plural(len(path.legs), "When the next marble is played, this one runs {n} space.",
                      "When the next marble is played, this one runs {n} spaces.")
    return plural(len(path.legs), "When the next marble is played, this one runs {n} space and turns towards {direction}.",
                  "When the next marble is played, this one runs {n} spaces and turns towards {direction}.",
                  direction=direction_name(path.heading))


def course_end(box: Any, names: Sequence[str], course: Course) -> str:
    """The goal or separator that a marble comes to, in a sentence."""
    return goal_text(box, names, course.goal) if course.goal else say("separator {n}", n=course.separator)


def die_text(box: Any, names: Sequence[str], separator: int) -> str:
    """What the die of a separator decides."""
    goal, other = (goal_text(box, names, one) for one in goals_beside(separator))
    return say("A die picks {goal} or {other}.", goal=goal, other=other)


def orientation_choice(view: Any, box: Any, names: Sequence[str], present: Present, action: int) -> Choice:
    """A direction for a Part, drawn with what would follow."""
    direction, space = action - AIMED, direction_space(view)
    trial, notes, event = try_action(view, box, action)
    at, leads_on, part = point_of(box, space), bool(trial.tile), turned_part(view)
    arrows = directions_of(box, part, direction)
    rolled = courses_by_die(trial, box, space, arrows) if event is not None and event.source == DIE else {}
    effect = Effect() if leads_on else effect_of(box, names, present, trial, notes, rolled)
    ghost = (draw_part(part, direction, at, "", "", True), effect.drawn, *marbles_on(view, box, space),
             *(draw_handle(at, arrow, "", "", True) for arrow in arrows))
    label = turn_text(part, arrows, drawn_name(box.radius, space))
    target, *also = parts_of(view, box, action)
    return Choice(action, label, effect.words, target, look=HANDLE, leads_on=leads_on, ghost=ghost, also=tuple(also),
                  confirm=confirm_words(view), turns=True, routine=effect.routine,
                  how=say("Tap an arrow to turn the tile, then “{button}”.", button=confirm_words(view)))


def turn_text(part: int, arrows: Sequence[int], space: str) -> str:
    """Where a Part would point: in both directions if a die picks one of them."""
    tile, (direction, *others) = tile_name(part), [direction_name(arrow) for arrow in arrows]
    if others:
        return say("{tile} on {space}: towards {direction} or {other}, by a die", tile=tile, space=space, direction=direction,
                   other=others[0])
    return say("Point {tile} on {space} towards {direction}", tile=tile, space=space, direction=direction)


def courses_by_die(trial: Any, box: Any, space: int, arrows: Sequence[int]) -> dict[int, Course]:
    """How marbles run on that a die turns at once to one of two directions."""
    there = [m for m in range(trial.drawn) if trial.place[m] == ON_BOARD and trial.space[m] == space]
    if len(arrows) < 2:
        return {}
    return {m: Course(((), ()), branches=tuple(course_of_marble(box, board_of(trial), m, trial.speed[m], space, arrow)
                                               for arrow in arrows)) for m in there}


def space_choice(view: Any, box: Any, names: Sequence[str], present: Present, action: int) -> Choice:
    """A space, drawn with what would follow."""
    space, phase = action - AT, view.phase
    trial, notes, event = try_action(view, box, action)
    done = event is not None or trial.phase in (FIRST, SECOND, FINISHED)
    effect = effect_of(box, names, present, trial, notes) if done else Effect()
    ghost, look, words = [effect.drawn], "legal", effect.words
    if phase in (PLACE, MOVE_TO):
        part, marbles = view.tile if phase == PLACE else view.part[view.first_space], marbles_on(view, box, space)
        ghost = [draw_part(part, 0, point_of(box, space), "", "", True), effect.drawn, *marbles]
        if marbles:
            look = "hit"
            under = under_text(view, box, trial, space, event)
            separators = [-box.goal[trial.space[m]] for m in range(trial.drawn) if trial.place[m] == AT_SEPARATOR]
            if separators:
                words = f"{say('It reaches separator {n}.', n=separators[0])} {die_text(box, names, separators[0])}"
            elif event is not None and event.source == DIE:
                words = say("A die decides what follows.")
            elif words in (say(UNCHANGED), say(UNCERTAIN)):             # which is not true of what it acts on
                words = ""
            words = f"{under} {words}".strip()
    label = say(LABELS[phase], part=tile_name(view.part[space]), space=drawn_name(box.radius, space))
    return Choice(action, label, words, parts_of(view, box, action)[0], look=look, ghost=tuple(ghost), leads_on=not done,
                  confirm=confirm_words(view), routine=effect.routine,
                  beside=outlook(box, present, standings_after(view, box, action, trial, event)) if done else ())


def under_text(view: Any, box: Any, trial: Any, space: int, event: OpenEvent | None) -> str:
    """That a Part comes under marbles, and where it sends them, if all of them leave and no die decides."""
    there = [m for m in range(view.drawn) if view.place[m] == ON_BOARD and view.space[m] == space]
    rolls = event is not None and event.source == DIE
    if not rolls and all(trial.place[m] == ON_BOARD and trial.space[m] not in (space, HOME) for m in there):
        spaces = join_and([drawn_name(box.radius, end) for end in dict.fromkeys(trial.space[m] for m in there)])
        return plural(len(there), "It goes under a marble and sends it to {spaces} at once.",
                      "It goes under {n} marbles and sends them to {spaces} at once.", spaces=spaces)
    return plural(len(there), "It goes under a marble and acts on it at once.",
                  "It goes under {n} marbles and acts on them at once.")


def confirm_words(view: Any) -> str:
    """What the button says that plays the tile."""
    return say(CONFIRMS[view.tile]) if view.tile in CONFIRMS else say("Place it")


def try_action(view: Any, box: Any, action: int, dice: Sequence[int] = ()) -> tuple[Any, list[Note], OpenEvent | None]:
    """Play an action on a copy of the view, up to the first event of chance after the dice that are given: the position, the
    notes, and the event."""
    trial, recorder = STATE.copy(view), NoteRecorder()
    trial.listener, trial.script = recorder, Script(dice)
    event = None
    try:
        rules.play(trial, box, action)
    except OpenEvent as open_event:
        event = open_event.with_traceback(None)     # whose frames hold the event: nothing of this would be freed
    trial.listener = trial.script = None
    return trial, recorder.notes, event


def standings_after(view: Any, box: Any, action: int, trial: Any, event: OpenEvent | None) -> tuple[Standing, ...]:
    """What an action that was tried leads to: six positions if its Part rolls a die for a marble that it comes under. Dice at
    separators need not be rolled, because both sides of them are equally likely."""
    if event is None or event.source != DIE or AT_SEPARATOR in trial.place[:trial.drawn]:
        return (standing_of(trial),)
    return tuple(standing_of(try_action(view, box, action, (die,))[0]) for die in range(6))


def effect_of(box: Any, names: Sequence[str], present: Present, trial: Any, notes: list[Note],
              rolled: dict[int, Course] | None = None) -> Effect:
    """What an action would do at once and in the runs that follow: some sentences, and a drawing of the paths that change.
    `rolled`: the courses of marbles for which a die is rolled at once."""
    changes = [path for path in likely_paths(trial, box) if path not in present.paths]
    runs = {**courses(trial, box), **(rolled or {})}
    later = {m: course for m, course in runs.items()
             if (course.later or course.branches) and course != present.courses.get(m)}
    collected = collected_text(notes, box, names)
    split = {m: words for m, course in later.items() if (words := branch_text(box, names, trial, m, course))}
    arrivals = [(path.marble, arrival_text(box, names, trial, path)) for path in changes
                if (path.goal or path.separator) and path.marble not in split]
    arrivals += [(m, words) for m, course in later.items() if (words := later_text(box, names, trial, m, course))]
    named = {*split, *(m for m, _ in arrivals)}
    unsure = [unsure_text(trial, m, runs[m]) for m in dict.fromkeys((*(path.marble for path in changes), *later))
              if m not in named]
    told = list(dict.fromkeys(filter(None, (collected, *split.values(), *(words for _, words in arrivals), *unsure))))
    return Effect(" ".join((told or [unchanged_text(runs)])[:2]), draw_future(trial, box, changes, later, beside=present.ways),
                  not collected)


def branch_text(box: Any, names: Sequence[str], trial: Any, m: int, course: Course) -> str:
    """Where a die sends a marble that has two ways; "" if neither is known to its end."""
    if not any(branch.goal or branch.separator for branch in course.branches):
        return ""
    marble = marble_text(trial.speed[m])
    goal, other = (branch_end(box, names, branch) for branch in course.branches)
    if goal == other:
        return say("{marble} will reach {goal} either way.", marble=capital(marble), goal=goal)
    return say("A die picks {goal} or {other} for {marble}.", goal=goal, other=other, marble=marble)


def branch_end(box: Any, names: Sequence[str], branch: Course) -> str:
    """What one of two ways leads to, in a sentence."""
    if branch.goal or branch.separator:
        return course_end(box, names, branch)
    return say("a way that reaches no goal") if branch.endless else say("a way to another die")


def later_text(box: Any, names: Sequence[str], trial: Any, m: int, course: Course) -> str:
    """A marble that will reach a goal or separator after several runs; "" if it is not certain to."""
    if not course.goal and not course.separator:
        return ""
    return say("{marble} will reach {goal} once {n} more marbles have been played.", n=len(course.runs),
               marble=capital(marble_text(trial.speed[m])), goal=course_end(box, names, course))


def unsure_text(trial: Any, m: int, course: Course) -> str:
    """What becomes of a marble for which no goal or separator can be named; "" if one can."""
    if course.goal or course.separator:
        return ""
    marble = marble_text(trial.speed[m])
    return (say("If nothing changes, {marble} never reaches a goal.", marble=marble) if course.endless
            else say("A die will decide about {marble}.", marble=marble))


def unchanged_text(runs: dict[int, Course]) -> str:
    """What is said if no marble on the board runs another way."""
    if not runs:
        return say("No marble runs yet. It works on those that come later.")
    certain = all(course.goal or course.separator or course.endless for course in runs.values())
    return say(UNCHANGED) if certain else say(UNCERTAIN)


def arrival_text(box: Any, names: Sequence[str], trial: Any, path: Path) -> str:
    """A marble that will reach a goal or separator when the next marble is played."""
    marble = capital(marble_text(trial.speed[path.marble]))
    if path.separator:
        return (say("{marble} will reach separator {n}, where a die decides.", marble=marble, n=path.separator)
                if path.chance > CERTAIN else
                say("{marble} may reach separator {n}, where a die decides.", marble=marble, n=path.separator))
    goal = goal_text(box, names, path.goal)
    return (say("{marble} will run into {goal}.", marble=marble, goal=goal) if path.chance > CERTAIN
            else say("{marble} may run into {goal}.", marble=marble, goal=goal))
