"""The choices of a scene: what each action does, where to press for it, and where its marble would land."""

from collections.abc import Sequence
from typing import Any

from ...core.match import NoteRecorder
from ...core.notes import Note
from ...drawing import kit
from ...drawing.scene import Choice, Part
from ...words import join_or, plural, say
from .notation import action_steps, ref_of, target_of
from .pictures import COLOURS, HOLE
from .plan import CELL, Plan, place_from_note, plan_of
from .rules import legal_list
from .sentences import sentence
from .state import (BOPPED, BUMPED, DISCARD, DREW, FORWARD, JOKER, JUMP, LAID_SIDEWAYS, LANE, MOVE, PLAYED, RANK_NAMES,
                    RESHUFFLED, RING, SPLIT, TURN, TURN_IN, WHOLE)
from .turns import position_after


def notes_of(view: Any, box: Any, action: int) -> list[Note]:
    """The notes of an action up to the next event of chance."""
    recorder = NoteRecorder()
    position_after(view, box, action, recorder)
    return recorder.notes


def consequences(view: Any, box: Any, action: int, names: Sequence[str]) -> str:
    """What an action does up to the next event of chance, in sentences."""
    notes = (note for note in notes_of(view, box, action) if note.event not in (DREW, PLAYED, RESHUFFLED))
    return " ".join(words for note in notes if (words := sentence(note, box, names)))


def parts_of(view: Any, box: Any, action: int) -> tuple[str, ...]:
    """The ids of the parts that an action is about, legal or not: a card; a marble and where its steps lead; a marble and its
    space; a way to go."""
    if action < WHOLE:
        return (f"hand-{view.player}-{action % DISCARD}",)
    if action >= TURN_IN:
        seat, m = view.waiting >> 3, view.waiting & 7
        goal = view.place[seat][m] + view.steps - (0 if action == TURN_IN else box.length)
        return part_id(box, seat, goal), f"m-{seat}-{m}"
    if action >= JUMP:
        owner, m = target_of(view, action)
        place = view.place[owner][m]
        return (*((part_id(box, owner, place),) if place != RING else ()), f"m-{owner}-{m}")
    t, m = ref_of(action)
    seat = box.mates[view.player][t]
    if seat < 0 or (action >= FORWARD and not box.split[view.rank]):
        return ()                           # no such teammate at this table, or a part of a card that is never split
    place, marble = view.place[seat][m], f"m-{seat}-{m}"
    if view.rank == JOKER:
        return (marble,)
    if place == RING:
        return marble, part_id(box, seat, box.start)
    goals = goals_of(box, seat, place, action_steps(view, box, action))
    fork = [box.length] if len(goals) > 1 else []           # where the ways part
    return (marble, *(part_id(box, seat, goal) for goal in goals + fork))


def choice_of(view: Any, box: Any, action: int, names: Sequence[str]) -> Choice:
    """The choice of an action, whatever its kind."""
    if action < WHOLE:
        return card_choice(view, box, action, names)
    if action >= TURN_IN:
        return turn_choice(view, box, action, names)
    if action >= JUMP:
        return target_choice(view, box, action, names)
    return marble_choice(view, box, action, names)


def card_choice(view: Any, box: Any, action: int, names: Sequence[str]) -> Choice:
    """A card to play or to lay down."""
    name, (target,) = RANK_NAMES[action % DISCARD], parts_of(view, box, action)
    if action >= DISCARD:
        sideways = any(note.event == LAID_SIDEWAYS for note in notes_of(view, box, action))
        effect = say("It is laid sideways.") if sideways else say("Nothing is moved.")
        return Choice(action, say("Lay down {card}", card=name), effect, target, look="cost")
    after = position_after(view, box, action)
    ways = [label_of(after, box, one, names) for one in legal_list(after, box)]
    some = "; ".join(ways[:6])
    effect = say("{ways}, and {n} more.", ways=some, n=len(ways) - 6) if len(ways) > 6 else say("{ways}.", ways=some)
    return Choice(action, say("Play {card}", card=name), effect, target)


def label_of(view: Any, box: Any, action: int, names: Sequence[str]) -> str:
    """A choice in a few words that no other choice has."""
    if action >= TURN_IN:
        seat, m = view.waiting >> 3, view.waiting & 7
        place = view.place[seat][m] + view.steps
        past = place - box.length
        return (say("Turn in to place {n}", n=past) if action == TURN_IN
                else say("Go past to {space}", space=box.space[seat][past]))
    if action >= JUMP:
        owner, m = target_of(view, action)
        return say("Onto {who}'s marble on {space}", who=names[owner], space=box.space[owner][view.place[owner][m]])
    t, m = ref_of(action)
    seat = box.mates[view.player][t]
    label = move_label(view, box, action, seat, view.place[seat][m])
    return label if seat == view.player else say("{who}: {move}", who=names[seat], move=label)


def move_label(view: Any, box: Any, action: int, seat: int, place: int) -> str:
    """What a marble does, without its owner."""
    if view.rank == JOKER:
        return (say("Joker with the marble in the Start Ring") if place == RING
                else say("Joker with the marble on {space}", space=place_name(box, seat, place)))
    if place == RING:
        return say("Out of the Start Ring onto {space}", space=box.space[seat][box.start])
    steps = action_steps(view, box, action)
    here = place_name(box, seat, place)
    there = join_or([place_name(box, seat, goal) for goal in goals_of(box, seat, place, steps)])
    label = say("{here} back to {there}", here=here, there=there) if steps < 0 else say("{here} to {there}", here=here,
                                                                                        there=there)
    if view.phase == MOVE and action >= FORWARD:
        return say("{move} ({part} of {all})", move=label, part=abs(steps), all=box.forward[view.rank])
    return label


def goals_of(box: Any, seat: int, place: int, steps: int) -> list[int]:
    """The places that steps lead to: one, two if the marble might turn in or go past, or none beyond the Home Slot."""
    goal = place + steps
    if goal <= 0:
        return [goal + box.length]
    past = goal - box.length
    goes_past = past <= box.past and place <= box.length < goal
    return [goal] * (goal <= box.length + LANE) + [past] * goes_past


def place_name(box: Any, seat: int, place: int) -> str:
    """A place of a seat's way in words."""
    return say("home place {n}", n=place - box.length) if place > box.length else str(box.space[seat][place])


def part_id(box: Any, seat: int, place: int) -> str:
    """The id of a place in the drawing."""
    return f"home-{seat}-{place - box.length}" if place > box.length else f"sp-{box.space[seat][place]}"


def marble_choice(view: Any, box: Any, action: int, names: Sequence[str]) -> Choice:
    """A marble to move with a card, a part of it, or a Joker."""
    t, m = ref_of(action)
    seat = box.mates[view.player][t]
    group = parts_of(view, box, action)[0]
    label = label_of(view, box, action, names)
    if view.rank == JOKER:
        return Choice(action, label, say("Then choose whose place it takes."), target=group)
    after = position_after(view, box, action)
    if after.phase == TURN:
        return Choice(action, label, say("Then choose whether to turn in or go past."), group=group,
                      target=part_id(box, seat, box.length))
    notes = notes_of(view, box, action)
    move = notes[0]
    goal = place_from_note(box, seat, move.details[3])
    hit = any(note.event in (BOPPED, BUMPED) for note in notes)
    effect = consequences(view, box, action, names)
    if after.phase == SPLIT:
        left = plural(abs(after.rest), "{n} is left for another marble.", "{n} are left for another marble.")
        effect = f"{effect} {left}"
    return Choice(action, label, effect, part_id(box, seat, goal), group, "hit" if hit else "legal",
                  (ghost_of(view, box, seat, m, goal),))


def ghost_of(view: Any, box: Any, seat: int, m: int, goal: int) -> Part:
    """Where a marble would land, and its way there."""
    return draw_ghost(box, plan_of(view, box), seat, m, view.place[seat][m], goal)


@kit.keep
def draw_ghost(box: Any, plan: Plan, seat: int, m: int, here: int, goal: int) -> Part:
    at = plan.point_of(box, seat, m, goal)
    points = [plan.point_of(box, seat, m, here)]
    if RING < here <= box.length and here < goal <= box.length + LANE and goal - here <= 13:
        points += [plan.point_of(box, seat, m, place) for place in range(here + 1, goal)]
    points.append(at)
    return Part().add(kit.trail(points, 0.14 * CELL), kit.marble("", COLOURS[seat], at, 1.04 * HOLE, ghost=True))


def turn_choice(view: Any, box: Any, action: int, names: Sequence[str]) -> Choice:
    """A way to go: into the Home Slot or past it."""
    seat, m = view.waiting >> 3, view.waiting & 7
    goal = view.place[seat][m] + view.steps - (0 if action == TURN_IN else box.length)
    return Choice(action, label_of(view, box, action, names), consequences(view, box, action, names),
                  parts_of(view, box, action)[0], ghost=(ghost_of(view, box, seat, m, goal),))


def target_choice(view: Any, box: Any, action: int, names: Sequence[str]) -> Choice:
    """A marble to which the Joker brings the one that it moves."""
    owner, m = target_of(view, action)
    space = box.space[owner][view.place[owner][m]]
    seat = view.first >> 3
    ghost = ghost_of(view, box, seat, view.first & 7, box.place[seat][space])
    return Choice(action, label_of(view, box, action, names), consequences(view, box, action, names),
                  parts_of(view, box, action)[0], look="hit", ghost=(ghost,))
