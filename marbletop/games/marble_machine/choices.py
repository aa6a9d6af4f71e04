"""The choices of a scene: what each legal action is called, what it would do, and where to press for it."""

from collections.abc import Sequence
from typing import Any

from ...core.chance import OpenEvent, Script
from ...core.match import NoteRecorder
from ...core.notes import Note
from ...drawing import kit
from ...drawing.scene import Choice, Part
from ...words import capital, phrase, plural, say
from . import rules
from .names import drawn_name, goal_text, marble_text, place_and_name, tile_name
from .paths import Path, expected_piles, possible_paths
from .pictures import (BALL, CERTAIN, EFFECT_WORDS, LIKELY, direction_space, draw_gains, draw_handle, draw_part, draw_paths,
                       likely_paths, point_of, turned_part)
from .state import (AIM, AIMED, AT, ERASE, ERASE_WHICH, FINISHED, FIRST, HOME, KEEP, MARBLE, MOVE, MOVE_FROM, MOVE_TO, ON_BOARD,
                    ORIENT, PLACE, SECOND, STATE, SWAP, SWAP_A, SWAP_B, SWAP_ORIENT_B, TRADE)
from .story import collected_text

LABELS = {PLACE: phrase("Place it {place}"), MOVE_TO: phrase("Move it here: {place}"),
          ERASE_WHICH: phrase("Take off {part}, {place}"), MOVE_FROM: phrase("Move {part}, {place}"),
          SWAP_A: phrase("Swap {part}, {place}"), SWAP_B: phrase("Swap with {part}, {place}")}

CONFIRMS = {ERASE: phrase("Take it off"), MOVE: phrase("Move it"), SWAP: phrase("Swap them")}       # by tile
HANDLE = ""                                 # a handle is a mark itself

Paths = frozenset[Path]


def choices_of(view: Any, box: Any, names: Sequence[str], paths: Paths) -> list[Choice]:
    """All legal actions as labelled choices. `paths` are those drawn now. Of the directions for a Part, the one that is best
    for the player is proposed."""
    found = [choice_of(view, box, names, paths, action) for action in rules.legal_actions(view, box)]
    return with_outlook(view, box, found) if view.phase in (ORIENT, SWAP_ORIENT_B) else found


def with_outlook(view: Any, box: Any, choices: list[Choice]) -> list[Choice]:
    """The directions for a Part with what they would change in the end; the best for the player is proposed."""
    now, mine = expected_piles(view, box), int(box.side[view.player])
    ends = [expected_piles(try_action(view, box, choice.action)[0], box) for choice in choices]
    leads = [piles[mine] - max(pile for side, pile in enumerate(piles) if side != mine) for piles in ends]
    gains = [[round(after - before, 1) for before, after in zip(now, piles)] for piles in ends]
    best = leads.index(max(leads))
    return [choice._replace(proposed=n == best, beside=(("forecast", draw_gains(*gains[n])),))
            for n, choice in enumerate(choices)]


def choice_of(view: Any, box: Any, names: Sequence[str], paths: Paths, action: int) -> Choice:
    """An action as a labelled choice, with what it will do and where to press for it."""
    if action == MARBLE:
        return marble_choice(view, box)
    if action == KEEP:
        return Choice(action, say("Keep my tiles"), say("You start with the tiles you have."), button=say("Keep my tiles"))
    if action < KEEP:
        return tile_choice(view, box, action)
    if action > AT:
        return space_choice(view, box, names, paths, action)
    return aim_choice(view, box, names, action) if view.phase == AIM else orientation_choice(view, box, names, paths, action)


def parts_of(view: Any, box: Any, action: int) -> tuple[str, ...]:
    """The ids of the parts that an action is about, possible or not: for a tile every one of its kind."""
    if action == MARBLE:
        return ("bag", "next")
    if action < KEEP:
        return tuple(f"tile-{action}-{number + 1}" for number in range(max(1, view.hand[view.player][action])))
    if action == KEEP:
        return ()
    if direction_space(view) >= 0:          # one number stands for direction 6 and for Home
        return (f"dir-{action - AIMED}",)
    return (f"sp-{action - AT}",)


def marble_choice(view: Any, box: Any) -> Choice:
    left, moving = sum(view.bag), any(place == ON_BOARD for place in view.place)
    if left == 1:
        effect = say("You draw the last marble. Then the Final Phase begins: nobody plays any more, the marbles run on.")
    elif moving:
        effect = say("The others run now, your new one when the next marble is played.")
    else:
        effect = say("It waits at Home and runs when the next marble is played.")
    if view.phase == FIRST and left > 1:
        effect = f"{effect} {say('Then you play once more.')}"
    target, *also = parts_of(view, box, MARBLE)
    return Choice(MARBLE, say("Play a marble"), effect, target, also=tuple(also), confirm=say("Play it"))


def tile_choice(view: Any, box: Any, action: int) -> Choice:
    """A Machine Tile to play, or to trade in."""
    target, *also = parts_of(view, box, action)
    if view.phase == TRADE:
        return Choice(action, say("Trade in {tile}", tile=tile_name(action)),
                      say("You show it and draw another tile. It returns to the stack before play begins."), target=target,
                      also=tuple(also), confirm=say("Trade it in"))
    effect = f"{capital(say(EFFECT_WORDS[action]))}."
    return Choice(action, say("Play {tile}", tile=tile_name(action)), effect, target=target, also=tuple(also), leads_on=True)


def aim_choice(view: Any, box: Any, names: Sequence[str], action: int) -> Choice:
    """A direction for the new marble, drawn with the marble's path."""
    direction, m = action - AIMED, view.drawn - 1
    trial = STATE.copy(view)
    trial.place[m], trial.space[m], trial.heading[m] = ON_BOARD, HOME, direction
    paths = possible_paths(trial, box, [m], least=LIKELY)
    home = point_of(box, HOME)
    ghost = (draw_paths(trial, box, paths), kit.speed_marble("", view.speed[m], 60 * (direction - 1), home, BALL, ghost=True),
             draw_handle(home, direction, "", "", True))
    return Choice(action, say("Aim at {n}", n=direction), end_text(box, names, paths[0]), parts_of(view, box, action)[0],
                  look=HANDLE, ghost=ghost, confirm=say("Aim at {n}", n=direction))


def end_text(box: Any, names: Sequence[str], path: Path) -> str:
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
    space = drawn_name(box.radius, path.space)
    return (say("When the next marble is played, this one runs to {space}.", space=space) if certain
            else say("When the next marble is played, this one perhaps runs to {space}.", space=space))


def orientation_choice(view: Any, box: Any, names: Sequence[str], paths: Paths, action: int) -> Choice:
    """A direction for a Part, drawn with what would follow."""
    direction = action - AIMED
    trial, notes, _ = try_action(view, box, action)
    at = point_of(box, direction_space(view))
    effect, drawn = describe_effect(box, names, paths, trial, notes)
    ghost = (draw_part(turned_part(view), direction, at, "", "", True), drawn, draw_handle(at, direction, "", "", True))
    label = say("Point {tile} on {space} towards {n}", tile=tile_name(turned_part(view)), n=direction,
                space=drawn_name(box.radius, direction_space(view)))
    return Choice(action, label, effect, parts_of(view, box, action)[0], look=HANDLE, leads_on=bool(trial.tile), ghost=ghost,
                  confirm=confirm_words(view), how=say("A number turns it, “{button}” ends it.", button=confirm_words(view)))


def space_choice(view: Any, box: Any, names: Sequence[str], paths: Paths, action: int) -> Choice:
    """A space, drawn with what would follow."""
    space, phase = action - AT, view.phase
    trial, notes, chance = try_action(view, box, action)
    done = chance or trial.phase in (FIRST, SECOND, FINISHED)
    effect, drawn = describe_effect(box, names, paths, trial, notes) if done else ("", Part())
    ghost, look = [drawn], "legal"
    if phase in (PLACE, MOVE_TO):
        part = view.tile if phase == PLACE else view.part[view.first_space]
        ghost.insert(0, draw_part(part, 0, point_of(box, space), "", "", True))
        marbles = sum(view.place[m] == ON_BOARD and view.space[m] == space for m in range(view.drawn))
        if marbles:
            look = "hit"
            under = plural(marbles, "It goes under a marble and acts on it at once.",
                           "It goes under {n} marbles and acts on them at once.")
            effect = f"{under} {effect}".strip()
    label = say(LABELS[phase], part=tile_name(view.part[space]), place=place_and_name(box.radius, space))
    return Choice(action, label, effect, parts_of(view, box, action)[0], look=look, ghost=tuple(ghost), leads_on=not done,
                  confirm=confirm_words(view))


def confirm_words(view: Any) -> str:
    """What the button says that plays the tile."""
    return say(CONFIRMS[view.tile]) if view.tile in CONFIRMS else say("Place it")


def try_action(view: Any, box: Any, action: int) -> tuple[Any, list[Note], bool]:
    """Play an action on a copy of the view, up to the first event of chance: the position, the notes, and whether chance
    came."""
    trial, recorder = STATE.copy(view), NoteRecorder()
    trial.listener, trial.script = recorder, Script()
    chance = False
    try:
        rules.play(trial, box, action)
    except OpenEvent:
        chance = True
    trial.listener = trial.script = None
    return trial, recorder.notes, chance


def describe_effect(box: Any, names: Sequence[str], paths: Paths, trial: Any, notes: list[Note]) -> tuple[str, Part]:
    """What an action would do at once and in the next phase: some sentences, and a drawing of the paths that change."""
    changes = [path for path in likely_paths(trial, box) if path not in paths]
    told = [collected_text(notes, box, names), *(arrival_text(box, names, trial, path) for path in changes if path.goal)][:2]
    if changes and not any(told):
        told.append(plural(len({path.marble for path in changes}), "Changes the next run of one marble.",
                           "Changes the next run of {n} marbles."))
    return " ".join(filter(None, told)), draw_paths(trial, box, changes)


def arrival_text(box: Any, names: Sequence[str], trial: Any, path: Path) -> str:
    """A marble that will reach a goal when the next marble is played."""
    marble, goal = capital(marble_text(trial.speed[path.marble])), goal_text(box, names, path.goal)
    return (say("{marble} will run into {goal}.", marble=marble, goal=goal) if path.chance > CERTAIN
            else say("{marble} may run into {goal}.", marble=marble, goal=goal))
