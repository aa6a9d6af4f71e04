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
from .names import direction_name, goal_text, space_name, tile_name
from .paths import Path, possible_paths
from .pictures import BALL, EFFECT_WORDS, LIKELY, direction_space, draw_part, draw_paths, likely_paths, point_of
from .sentences import sentence
from .state import (AIM, AIMED, AT, DREW_TILE, ERASE_WHICH, FINISHED, FIRST, HOME, KEEP, MARBLE, MOVE_FROM, MOVE_TO, ON_BOARD,
                    PARTS, PLACE, SECOND, SHOWED, STATE, SWAP_A, SWAP_B, SWAP_ORIENT_B, TRADE)

MOST_SENTENCES = 4                          # that say what an action would do
LABELS = {PLACE: phrase("On {place}"), ERASE_WHICH: phrase("Erase {place}"), MOVE_FROM: phrase("Move {place}"),
          MOVE_TO: phrase("To {place}"), SWAP_A: phrase("Swap {place}"), SWAP_B: phrase("With {place}")}

Paths = frozenset[Path]


def choice_of(view: Any, box: Any, names: Sequence[str], paths: Paths, action: int) -> Choice:
    """An action as a labelled choice, with what it will do and where to press for it. `paths` are those drawn now."""
    if action == MARBLE:
        return marble_choice(view, box)
    if action == KEEP:
        return Choice(action, say("Keep the hand"), say("Ends your trade-in."))
    if action < KEEP:
        return tile_choice(view, box, action)
    if action > AT:
        return space_choice(view, box, names, paths, action)
    return aim_choice(view, box, action) if view.phase == AIM else orientation_choice(view, box, names, paths, action)


def parts_of(view: Any, box: Any, action: int) -> tuple[str, ...]:
    """The ids of the parts that an action is about, possible or not: for a tile every one of its kind."""
    if action == MARBLE:
        return ("next",)
    if action < KEEP:
        return tuple(f"tile-{action}-{number + 1}" for number in range(max(1, view.hand[view.player][action])))
    if action == KEEP:
        return ()
    if direction_space(view) >= 0:          # one number stands for direction 6 and for Home
        return (f"dir-{action - AIMED}",)
    return (f"sp-{action - AT}",)


def marble_choice(view: Any, box: Any) -> Choice:
    moving = sum(place == ON_BOARD for place in view.place)
    effect = plural(sum(view.bag), "Draws the last marble; {moving} on the board will move.",
                    "Draws one of {n} marbles; {moving} on the board will move.", moving=moving)
    return Choice(MARBLE, say("Play a marble"), effect, parts_of(view, box, MARBLE)[0])


def tile_choice(view: Any, box: Any, action: int) -> Choice:
    """A Machine Tile to play, or to trade in."""
    target, *also = parts_of(view, box, action)
    if view.phase == TRADE:
        return Choice(action, say("Trade in {tile}", tile=tile_name(action)),
                      say("It is shown and goes back into the stack; you draw another tile."), target=target, also=tuple(also))
    does = say(EFFECT_WORDS[action])
    has_subject = EFFECT_WORDS[action].startswith(("a die", "two"))
    effect = say("{does}.", does=capital(does)) if has_subject else say("It {does}.", does=does)
    return Choice(action, say("Play {tile}", tile=tile_name(action)), effect, target=target, also=tuple(also), leads_on=True)


def aim_choice(view: Any, box: Any, action: int) -> Choice:
    """A direction for the new marble, drawn with the marble's path."""
    direction, m = action - AIMED, view.drawn - 1
    trial = STATE.copy(view)
    trial.place[m], trial.space[m], trial.heading[m] = ON_BOARD, HOME, direction
    paths = possible_paths(trial, box, [m], least=LIKELY)
    ghost = (draw_paths(trial, box, paths), kit.speed_marble(
        "", view.speed[m], 60 * (direction - 1), point_of(box, HOME), BALL, ghost=True))
    end = end_text(box, paths[0])
    effect = (say("In the phase after this one it perhaps {does}.", does=end) if len(paths) > 1
              else say("In the phase after this one it {does}.", does=end))
    return Choice(action, say("Aim to {direction}", direction=direction_name(direction)), effect,
                  parts_of(view, box, action)[0], ghost=ghost)


def end_text(box: Any, path: Path) -> str:
    """Where a path ends, as the rest of a sentence."""
    if path.separator:
        return say("reaches separator {n}", n=path.separator)
    if path.goal:
        return say("reaches {goal}", goal=goal_text(box, path.goal))
    return say("comes to {space}", space=space_name(path.space)) if path.legs else say("is blocked at Home")


def orientation_choice(view: Any, box: Any, names: Sequence[str], paths: Paths, action: int) -> Choice:
    """A direction for a Part, drawn with what would follow."""
    direction = action - AIMED
    trial, notes, _ = try_action(view, box, action)
    lies_on = view.second_space if view.phase == SWAP_ORIENT_B else view.first_space
    part = view.tile if view.tile <= PARTS else view.part[lies_on]
    disc = draw_part(part, direction, point_of(box, direction_space(view)), "", "", True)
    effect, drawn = describe_effect(box, names, paths, trial, notes)
    return Choice(action, say("Turn to {direction}", direction=direction_name(direction)), effect,
                  parts_of(view, box, action)[0], ghost=(disc, drawn), leads_on=bool(trial.tile))


def space_choice(view: Any, box: Any, names: Sequence[str], paths: Paths, action: int) -> Choice:
    """A space, drawn with what would follow."""
    space, phase = action - AT, view.phase
    target = space_name(space)
    if view.part[space]:
        target = say("{part} on {space}", part=tile_name(view.part[space]), space=target)
    trial, notes, chance = try_action(view, box, action)
    done = chance or trial.phase in (FIRST, SECOND, FINISHED)
    effect, drawn = describe_effect(box, names, paths, trial, notes) if done else ("", Part())
    ghost, look = [drawn], "legal"
    if phase in (PLACE, MOVE_TO):
        part = view.tile if phase == PLACE else view.part[view.first_space]
        ghost.insert(0, draw_part(part, 0, point_of(box, space), "", "", True))
        marbles = [m for m in range(view.drawn) if view.place[m] == ON_BOARD and view.space[m] == space]
        if marbles:
            look = "hit"
            effect = effect if done else plural(len(marbles), "Marble {marbles} will lie on it.",
                                                "Marbles {marbles} will lie on it.", marbles=marble_numbers(marbles))
    return Choice(action, say(LABELS[phase], place=target), effect, parts_of(view, box, action)[0], look=look,
                  ghost=tuple(ghost), leads_on=not done)


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
    sentences = [words for note in notes if note.event not in (SHOWED, DREW_TILE) and (words := sentence(note, box, names))]
    changes = [path for path in likely_paths(trial, box) if path not in paths]
    marbles = sorted({path.marble for path in changes})
    if marbles:
        sentences.append(plural(len(marbles), "Changes the way of marble {marbles}.", "Changes the way of marbles {marbles}.",
                                marbles=marble_numbers(marbles)))
    effect = " ".join(sentences[1:1 + MOST_SENTENCES])                  # the first sentence only repeats the choice
    return effect, draw_paths(trial, box, changes)


def marble_numbers(marbles: Sequence[int]) -> str:
    return ", ".join(str(m + 1) for m in marbles)
