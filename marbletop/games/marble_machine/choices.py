"""The choices of a scene: what each legal action is called, what it would do, and where to press for it."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ...core.chance import OpenEvent, Script
from ...core.match import NoteRecorder
from ...core.notes import Note
from ...drawing import kit
from ...drawing.scene import Choice, Later, Part
from ...words import capital, phrase, plural, say
from . import rules
from .names import direction_name, drawn_name, goal_text, marble_text, tile_name
from .paths import Path, Standing, expected_piles, position_of, possible_paths, standing_of
from .panels import EFFECT_WORDS, draw_gains
from .pictures import (BALL, CERTAIN, LIKELY, Way, direction_space, draw_handle, draw_part, draw_paths, likely_paths,
                       marbles_on, point_of, turned_part, ways_of)
from .state import (AIM, AIMED, AT, AT_SEPARATOR, DIE, ERASE, ERASE_WHICH, FINISHED, FIRST, HOME, KEEP, MARBLE, MOVE, MOVE_FROM,
                    MOVE_TO, ON_BOARD, PLACE, SECOND, STATE, SWAP, SWAP_A, SWAP_B, TRADE)
from .story import collected_text

LABELS = {PLACE: phrase("Place it on {space}"), MOVE_TO: phrase("Move it to {space}"),
          ERASE_WHICH: phrase("Take {part} off {space}"), MOVE_FROM: phrase("Move {part} from {space}"),
          SWAP_A: phrase("Swap {part} on {space}"), SWAP_B: phrase("Swap with {part} on {space}")}

CONFIRMS = {ERASE: phrase("Take it off"), MOVE: phrase("Move it"), SWAP: phrase("Swap them")}       # by tile
HANDLE = ""                                 # a handle is a mark itself
NOTHING = Part()
LATER = phrase("This matters for later runs, not for the next one.")


class Effect(NamedTuple):
    """What an action would do, in sentences and drawn; routine if the sentences are so for many actions."""

    words: str = ""
    drawn: Part = NOTHING
    routine: bool = True


class Present(NamedTuple):
    """What choices are compared with: the paths that are drawn now, how, and the piles at the end if nobody plays on."""

    paths: frozenset[Path]
    ways: Sequence[Way]
    piles: tuple[float, ...]


def choices_of(view: Any, box: Any, names: Sequence[str], paths: frozenset[Path]) -> list[Choice]:
    """All legal actions as labelled choices. `paths` are those drawn now. Of the directions for a Part, the one that is best
    for the player is proposed."""
    present = Present(paths, ways_of(view, box, likely_paths(view, box)),
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
    return draw_gains(*[round(then - now, 1) for now, then in zip(before, after)])


def average_piles(box: Any, standings: Sequence[Standing]) -> list[float]:
    """The piles at the end, on average over positions that are equally likely."""
    ends = [expected_piles(position_of(standing), box) for standing in standings]
    return [sum(piles) / len(ends) for piles in zip(*ends)]


def choice_of(view: Any, box: Any, names: Sequence[str], present: Present, action: int) -> Choice:
    """An action as a labelled choice, with what it will do and where to press for it."""
    if action == MARBLE:
        return marble_choice(view, box)
    if action == KEEP:
        return Choice(action, say("Keep my tiles"), say("You start with the tiles you have."), button=say("Keep my tiles"),
                      alone="" if any(view.hand[view.player][ERASE:])
                      else say("You keep both tiles: only Erase, Move and Swap can be traded in."))
    if action < KEEP:
        return tile_choice(view, box, action)
    if action > AT:
        return space_choice(view, box, names, present, action)
    if view.phase == AIM:
        return aim_choice(view, box, names, present, action)
    return orientation_choice(view, box, names, present, action)


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


def marble_choice(view: Any, box: Any) -> Choice:
    """A new marble, and what comes of it: it has to be aimed."""
    left, moving = sum(view.bag), any(place == ON_BOARD for place in view.place)
    if left == 1:
        effect = say("You aim the last marble. Then the Final Phase begins: nobody plays any more, the marbles run on.")
    elif moving and box.aim_after:
        effect = say("The others run, then you aim it. It runs when the next marble is played.")
    elif moving:
        effect = say("First you aim it, then the others run. It runs when the next marble is played.")
    else:
        effect = say("You aim it. It waits at Home and runs when the next marble is played.")
    if view.phase == FIRST and left > 1:
        effect = f"{effect} {say('Then you play once more.')}"
    target, *also = parts_of(view, box, MARBLE)
    return Choice(MARBLE, say("Play a marble"), effect, target, also=tuple(also), confirm=say("Play it"), routine=left > 1,
                  alone=say("A marble is played for you: none of your tiles can be played now.")
                  if any(view.hand[view.player]) else say("A marble is played for you: you have no tiles left."))


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
    home = point_of(box, HOME)
    ghost = (draw_paths(trial, box, paths, beside=present.ways),
             kit.speed_marble("", view.speed[m], 60 * (direction - 1), home, BALL, ghost=True),
             draw_handle(home, direction, "", "", True))
    return Choice(action, say("Aim at {n}", n=direction), end_text(box, names, direction, paths[0]),
                  target, look=HANDLE, turns=True, ghost=ghost, also=tuple(also), confirm=say("Aim at {n}", n=direction),
                  routine=True,
                  beside=outlook(box, present, (standing_of(trial),)))


def end_text(box: Any, names: Sequence[str], direction: int, path: Path) -> str:
    """Where the likeliest path of the new marble ends."""
    certain = path.chance > CERTAIN
    if path.separator:
        return (say("When the next marble is played, this one reaches separator {n}.", n=path.separator) if certain
                else say("When the next marble is played, this one perhaps reaches separator {n}.", n=path.separator))
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
    if path.heading == direction:
        return plural(len(path.legs), "When the next marble is played, this one runs {n} space.",
                      "When the next marble is played, this one runs {n} spaces.")
    return plural(len(path.legs), "When the next marble is played, this one runs {n} space and turns towards {direction}.",
                  "When the next marble is played, this one runs {n} spaces and turns towards {direction}.",
                  direction=direction_name(path.heading))


def orientation_choice(view: Any, box: Any, names: Sequence[str], present: Present, action: int) -> Choice:
    """A direction for a Part, drawn with what would follow."""
    direction, space = action - AIMED, direction_space(view)
    trial, notes, _ = try_action(view, box, action)
    at, leads_on = point_of(box, space), bool(trial.tile)
    effect = Effect() if leads_on else effect_of(box, names, present, trial, notes)
    ghost = (draw_part(turned_part(view), direction, at, "", "", True), *marbles_on(view, box, space), effect.drawn,
             draw_handle(at, direction, "", "", True))
    label = say("Point {tile} on {space} towards {direction}", tile=tile_name(turned_part(view)),
                direction=direction_name(direction), space=drawn_name(box.radius, space))
    target, *also = parts_of(view, box, action)
    return Choice(action, label, effect.words, target, look=HANDLE, leads_on=leads_on, ghost=ghost, also=tuple(also),
                  confirm=confirm_words(view), turns=True, routine=effect.routine,
                  how=say("An arrow turns it, “{button}” ends it.", button=confirm_words(view)))


def space_choice(view: Any, box: Any, names: Sequence[str], present: Present, action: int) -> Choice:
    """A space, drawn with what would follow."""
    space, phase = action - AT, view.phase
    trial, notes, event = try_action(view, box, action)
    done = event is not None or trial.phase in (FIRST, SECOND, FINISHED)
    effect = effect_of(box, names, present, trial, notes) if done else Effect()
    ghost, look, words = [effect.drawn], "legal", effect.words
    if phase in (PLACE, MOVE_TO):
        part, marbles = view.tile if phase == PLACE else view.part[view.first_space], marbles_on(view, box, space)
        ghost = [draw_part(part, 0, point_of(box, space), "", "", True), *marbles, effect.drawn]
        if marbles:
            look = "hit"
            under = plural(len(marbles), "It goes under a marble and acts on it at once.",
                           "It goes under {n} marbles and acts on them at once.")
            rolls = event is not None and event.source == DIE
            words = f"{under} {say('A die decides what follows.') if rolls else '' if words == say(LATER) else words}".strip()
    label = say(LABELS[phase], part=tile_name(view.part[space]), space=drawn_name(box.radius, space))
    return Choice(action, label, words, parts_of(view, box, action)[0], look=look, ghost=tuple(ghost), leads_on=not done,
                  confirm=confirm_words(view), routine=effect.routine,
                  beside=outlook(box, present, standings_after(view, box, action, trial, event)) if done else ())


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


def effect_of(box: Any, names: Sequence[str], present: Present, trial: Any, notes: list[Note]) -> Effect:
    """What an action would do at once and in the next phase: some sentences, and a drawing of the paths that change."""
    changes = [path for path in likely_paths(trial, box) if path not in present.paths]
    collected = collected_text(notes, box, names)
    told = [collected, *(arrival_text(box, names, trial, path) for path in changes if path.goal)][:2]
    if not any(told):
        told.append(plural(len({path.marble for path in changes}), "Changes the next run of one marble.",
                           "Changes the next run of {n} marbles.") if changes
                    else say(LATER))
    return Effect(" ".join(filter(None, told)), draw_paths(trial, box, changes, beside=present.ways), not collected)


def arrival_text(box: Any, names: Sequence[str], trial: Any, path: Path) -> str:
    """A marble that will reach a goal when the next marble is played."""
    marble, goal = capital(marble_text(trial.speed[path.marble])), goal_text(box, names, path.goal)
    return (say("{marble} will run into {goal}.", marble=marble, goal=goal) if path.chance > CERTAIN
            else say("{marble} may run into {goal}.", marble=marble, goal=goal))
