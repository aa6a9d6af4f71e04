"""The choices of a scene: what each action does, where to press for it, and where its marble would land."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from ...core.match import NoteRecorder
from ...core.notes import Note
from ...drawing.scene import Choice, Part
from ...words import capital, join_and, join_or, phrases, plural, say
from .dangers import Standing, danger_words, dangers_at, words_for_left
from .ghosts import LEFT_AT_RISK, RISK, draw_number, draw_part_of_split, draw_pushed, draw_risk, ghost_of, places_of_numbers
from .moving import owner_on, rule_against_exit
from .names import card_name, marble_of
from .notation import action_steps, ref_of, target_of
from .pictures import RING_PANEL
from .places import goals_of, hole_of, hole_or_place
from .plan import Plan, place_from_note, plan_of
from .rules import legal_list
from .sentences import HITS, completion, hit_label, hit_sentence, is_sent_back
from .state import (COMPLETED, DISCARD, ENTERED, FARTHEST, FORWARD, JOKER, JUMP, LAID_SIDEWAYS, MARBLES, MOVE, RING, SPLIT,
                    SPLIT_ONE_EACH, TARGET, TURN, TURN_IN, WHOLE, WON)
from .turns import position_after

FEW = 8                                     # ways that are offered at once
OWN_ON_START = 13                           # the rule that keeps marbles in the start ring [MJ-13]

# What a card can do: only bring a marble out, that or move one, only move one.
JUMPS = phrases("Take another player's place from the start ring.",
                "Take another player's place from the start ring or {origins}.",
                "Take another player's place from {origins}.")
STEPS_BACK = phrases("Bring a marble out.", "Bring a marble out, or go {n} back from {origins}.", "{n} back from {origins}.")
STEPS_FORWARD = phrases("Bring a marble out.", "Bring a marble out, or go {n} forward from {origins}.",
                        "{n} forward from {origins}.")


def try_action(view: Any, box: Any, action: int) -> tuple[Any, list[Note]]:
    """The position after an action, and its notes, up to the next event of chance."""
    recorder = NoteRecorder()
    return position_after(view, box, action, recorder), recorder.notes


def notes_of(view: Any, box: Any, action: int) -> list[Note]:
    """The notes of an action up to the next event of chance."""
    return try_action(view, box, action)[1]


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


def part_id(box: Any, seat: int, place: int) -> str:
    """The id of a place in the drawing."""
    return f"home-{seat}-{place - box.length}" if place > box.length else f"sp-{box.space[seat][place]}"


def choices_of(view: Any, box: Any, legal: Sequence[int], names: Sequence[str]) -> list[Choice]:
    """The choices of the legal actions. A few ways of a card are offered at once, as numbered places. Of the many parts of a
    card that may be split, one chooses the marble first."""
    standing = Standing()
    choices = [choice_of(view, box, action, names, standing) for action in legal]
    at_once = len(choices) <= FEW
    if view.phase == TARGET and at_once:
        return offer_at_once(view, box, choices, False)
    if view.phase not in (MOVE, SPLIT) or view.rank == JOKER:
        return choices
    if len(choices) == 1:                   # it is chosen at once: nothing else is read
        choices = [with_reason(choices[0], why_none_comes_out(view, box, names))]
    whole = len(choices) if at_once else sum(choice.action < FORWARD for choice in choices)         # they come first
    parts = [(choice, action_steps(view, box, choice.action)) for choice in choices[whole:]]
    ways = Counter(choice.group for choice, _ in parts)
    plan = plan_of(view, box)
    return [*offer_at_once(view, box, choices[:whole], at_once),
            *(as_part_of_split(plan, choice, steps, how_far(view, box, ways[choice.group], steps)) for choice, steps in parts)]


def why_none_comes_out(view: Any, box: Any, names: Sequence[str]) -> str:
    """Why the card being played cannot bring a marble out, as it says on it, if one's own marble is in the way; else ""."""
    player = view.player
    if (view.phase != MOVE or not box.exits >> view.rank & 1 or view.home[player] == MARBLES or RING not in view.place[player]
            or rule_against_exit(view, box, player) != OWN_ON_START):
        return ""
    return say("No marble can come out: yours is in {hole}.", hole=hole_of(box, player, box.start, names))


def with_reason(choice: Choice, reason: str) -> Choice:
    """A choice with a reason why there is no other."""
    return choice._replace(consequence=f"{choice.consequence} {reason}".strip())


def how_far(view: Any, box: Any, ways: int, steps: int) -> str:
    """What is asked of a marble that was chosen to take a part of a card, in so many ways, and what becomes of the rest."""
    one_each = box.split[view.rank] == SPLIT_ONE_EACH
    if ways == 1:
        return (say("Tap the {n}. Another marble moves the rest the other way.", n=abs(steps)) if one_each
                else say("Tap the {n}. Another marble moves the rest.", n=abs(steps)))
    return (say("How far? Tap a number. Another marble moves the rest the other way.") if one_each
            else say("How far? Tap a number. Another marble moves the rest."))


def as_part_of_split(plan: Plan, choice: Choice, steps: int, asked: str) -> Choice:
    """A choice of how far the marble goes that was chosen first."""
    number = draw_part_of_split(plan, choice.target, steps, choice.look == "hit")
    return choice._replace(ghost=(*choice.ghost, number), where=asked)


def offer_at_once(view: Any, box: Any, choices: Sequence[Choice], by_marble: bool) -> list[Choice]:
    """Choices that are offered at once and numbered, those first that bring a marble home or hit one: a phone shows two of
    them. Each is pressed by its target, by its number or, unless the marble is pressed for something else, by the marble."""
    choices = sorted(choices, key=lambda choice: not is_gain(view, box, choice))
    places = places_of_numbers(view, box, [(choice.target, is_risky(choice)) for choice in choices])
    return [choice._replace(group="", also=(choice.group,) if by_marble else (),
                            ghost=(*choice.ghost, draw_number(at, number, choice.look == "hit", is_risky(choice))))
            for number, (choice, at) in enumerate(zip(choices, places), 1)]


def is_gain(view: Any, box: Any, choice: Choice) -> bool:
    """Whether a choice brings a marble home or hits one."""
    if choice.look == "hit" or not choice.target.startswith("home-"):
        return choice.look == "hit"
    seat, m = marble_of_action(view, box, choice.action)
    return bool(view.place[seat][m] <= box.length)


def is_risky(choice: Choice) -> bool:
    """Whether the marble of a choice could be hit afterwards."""
    return any(getattr(ghost, "kind", "") == RISK for ghost in choice.ghost)


def choice_of(view: Any, box: Any, action: int, names: Sequence[str], standing: Standing) -> Choice:
    """The choice of an action, whatever its kind."""
    if action < DISCARD:
        return card_choice(view, box, action, names, standing)
    if action < WHOLE:
        return discard_choice(view, box, action)
    if action >= TURN_IN:
        return turn_choice(view, box, action, names, standing)
    if action >= JUMP:
        return target_choice(view, box, action, names, standing)
    return marble_choice(view, box, action, names, standing)


# Cards


def card_choice(view: Any, box: Any, action: int, names: Sequence[str], standing: Standing) -> Choice:
    """A card to play."""
    (target,) = parts_of(view, box, action)
    after = position_after(view, box, action)
    ways = legal_list(after, box)
    effect = card_effect(after, box, ways, names, standing)
    return Choice(action, say("Play the {card}", card=card_name(action)), effect, target,
                  beside=tuple((RING_PANEL, ghost) for ghost in ghosts_of_card(after, box, ways)), leads_on=True)


def ghosts_of_card(view: Any, box: Any, ways: Sequence[int]) -> Iterator[Part]:
    """Where the card being played leads as a whole, for hints."""
    for way in ways if view.rank != JOKER else ():
        seat, m = marble_of_action(view, box, way)
        place = view.place[seat][m]
        steps = 0 if place == RING else action_steps(view, box, way)
        goals = goals_of(box, seat, place, steps) if steps else [box.start]
        if way < FORWARD and len(goals) == 1:
            yield ghost_of(view, box, seat, m, goals[0], steps)


def card_effect(after: Any, box: Any, ways: Sequence[int], names: Sequence[str], standing: Standing) -> str:
    """What a card can do: its only way, or in short what it can do with which marbles, and the best that can come of it."""
    if len(ways) == 1:
        only = marble_choice(after, box, ways[0], names, standing)
        only = with_reason(only, why_none_comes_out(after, box, names))
        return say("{way}. {effect}", way=only.label, effect=only.consequence).strip()
    return " ".join([*uses_of_card(after, box, ways, names), *gains_of_card(after, box, ways, names),
                     *risks_of_card(after, box, ways, names)])


def uses_of_card(view: Any, box: Any, ways: Sequence[int], names: Sequence[str]) -> Iterator[str]:
    """What the card being played can do with which marbles, in sentences."""
    whole = [marble_of_action(view, box, way) for way in ways if way < FORWARD]
    outside = [(seat, m) for seat, m in whole if view.place[seat][m] != RING]
    origins = join_or([hole_or_place(box, seat, view.place[seat][m], names) for seat, m in outside] or [""])
    steps = int(box.forward[view.rank] - box.backward[view.rank])
    kind = JUMPS if view.rank == JOKER else STEPS_BACK if steps < 0 else STEPS_FORWARD
    if whole:
        only_out, also_out, only_on = kind
        yield say(only_on if len(outside) == len(whole) else also_out if outside else only_out, n=abs(steps), origins=origins)
    if len(whole) < len(ways):
        yield say("You can split it between two marbles.")


def gains_of_card(view: Any, box: Any, ways: Sequence[int], names: Sequence[str]) -> Iterator[str]:
    """The best that can come of the card being played: marbles that come home, and rivals that are hit."""
    reached = [place for way in ways for place in places_reached(view, box, way)] if view.rank != JOKER else []
    if any(place > box.length for _, place in reached):
        yield say("It can bring a marble home.")
    hit = {owner_on(view, box.space[seat][place]) for seat, place in reached if place <= box.length}
    if rivals := [seat for seat in sorted(hit - {-1}) if box.team[seat] != box.team[view.player]]:
        yield say("It can send {marbles} back.", marbles=join_or([marble_of(names[seat]) for seat in rivals]))


def risks_of_card(view: Any, box: Any, ways: Sequence[int], names: Sequence[str]) -> Iterator[str]:
    """Where the marble that takes the card being played as a whole could be hit afterwards."""
    goals = [goal for way in ways if way < FORWARD and view.rank != JOKER for goal in risky_goals(view, box, way)]
    if goals:
        yield say("Risk: it could be sent back from {holes}.", holes=join_or([hole_of(box, *goal, names) for goal in goals]))


def risky_goals(view: Any, box: Any, action: int) -> list[tuple[int, int]]:
    """The places on the track to which an action moves a marble and where it could be hit then."""
    goals = [(seat, goal) for seat, goal in places_reached(view, box, action) if goal <= box.length]
    is_plain = view.pile_size and all(owner_on(view, box.space[seat][goal]) < 0 for seat, goal in goals)
    after = view if is_plain else position_after(view, box, action)         # one's own marbles are in nobody else's way
    return [(seat, goal) for seat, goal in goals if len(goals) == 1 and not after.over and dangers_at(after, box, seat, goal)]


def marble_of_action(view: Any, box: Any, action: int) -> tuple[int, int]:
    """Seat and label of the marble that an action from WHOLE up to JUMP moves."""
    t, m = ref_of(action)
    return box.mates[view.player][t], m


def places_reached(view: Any, box: Any, action: int) -> list[tuple[int, int]]:
    """The seat of a marble and the places to which an action moves it from the track or the start ring."""
    seat, m = marble_of_action(view, box, action)
    place = view.place[seat][m]
    if place == RING:
        return [(seat, box.start)]
    return [(seat, goal) for goal in goals_of(box, seat, place, action_steps(view, box, action)) if place <= box.length]


def discard_choice(view: Any, box: Any, action: int) -> Choice:
    """A card to lay down unplayed."""
    (target,) = parts_of(view, box, action)
    laid = next((note for note in notes_of(view, box, action) if note.event == LAID_SIDEWAYS), None)
    effect = counted_discard(box, laid.details[2]) if laid and box.free_exit else say("No marble moves.")
    return Choice(action, say("Discard the {card}", card=card_name(action - DISCARD)), effect, target, look="cost",
                  confirm=say("Discard it"), how=not_yet(say("Discard it")))


def counted_discard(box: Any, count: int) -> str:
    """What a discard leads to that counts, because several in a row bring a marble out."""
    if count >= box.free_exit:
        return say("Discard {n} of {n}: it brings a marble out.", n=box.free_exit)
    return say("Discard {n} of {all}: after {all} in a row a marble comes out.", n=count, all=box.free_exit)


# Marbles


def marble_choice(view: Any, box: Any, action: int, names: Sequence[str], standing: Standing) -> Choice:
    """A marble to move with a card, a part of it, or a Joker."""
    seat, m = marble_of_action(view, box, action)
    group = parts_of(view, box, action)[0]
    if view.rank == JOKER:
        return Choice(action, label_of(view, box, action, names), say("Then choose whose place it takes."), target=group,
                      leads_on=True)
    after, notes = try_action(view, box, action)
    if after.phase == TURN:
        return Choice(action, label_of(view, box, action, names), say("Then you choose: turn in or go past."), group=group,
                      target=part_id(box, seat, box.length), leads_on=True)
    goal = place_from_note(box, seat, notes[0].details[3])
    label = with_hits(label_of(view, box, action, names, goal), notes, names)
    hit = any(note.event in HITS for note in notes)
    said = effects(view, box, notes, names)
    fears, marks = fears_after(view, after, box, seat, goal, notes, names, standing)
    said += [*fears, say("{n} left for another marble.", n=abs(after.rest))] if after.phase == SPLIT else \
        [*fears, *steps_left(after, box, goal)]
    steps = 0 if view.place[seat][m] == RING else action_steps(view, box, action)
    return with_button(view, Choice(
        action, label, " ".join(said), part_id(box, seat, goal), group, "hit" if hit else "legal",
        (ghost_of(view, box, seat, m, goal, steps), *pushed_by(view, box, notes), *marks),
        leads_on=after.phase == SPLIT,
        begun=with_hits(capital(bare_label(view, box, action, names, goal)), notes, names) if after.phase == SPLIT else ""))


def label_of(view: Any, box: Any, action: int, names: Sequence[str], goal: int = RING) -> str:
    """What a marble does, in a few words that no other choice has. `goal` is the place that it comes to, if that is known."""
    label = bare_label(view, box, action, names, goal)
    if view.phase == SPLIT:
        return say("Then {move}", move=label)
    return say("Split: {move}", move=label) if action >= FORWARD else capital(label)


def bare_label(view: Any, box: Any, action: int, names: Sequence[str], goal: int) -> str:
    """What a marble does, with whose it is if it is not the player's, but not which part of a split it is."""
    seat, m = marble_of_action(view, box, action)
    label = move_label(view, box, action, seat, view.place[seat][m], goal, names)
    return label if seat == view.player else say("{marble}: {move}", marble=marble_of(names[seat]), move=label)


def move_label(view: Any, box: Any, action: int, seat: int, place: int, goal: int, names: Sequence[str]) -> str:
    """What a marble does, without its owner."""
    if place == RING:
        return say("Joker: a marble from the start ring") if view.rank == JOKER else out_label(box, seat, goal, names)
    origin = hole_or_place(box, seat, place, names)
    if view.rank == JOKER:
        return say("Joker: the marble on {origin}", origin=origin)
    return steps_label(action_steps(view, box, action), origin, hole_of(box, seat, goal, names), place <= box.length < goal)


def with_hits(label: str, notes: Sequence[Note], names: Sequence[str]) -> str:
    """What a marble does, with whom it hits: where there is little room, the label is all that is read."""
    hits = [hit_label(note, names) for note in notes if note.event in HITS]
    return say("{move}, {hits}", move=label, hits=join_and(hits)) if hits else label


def out_label(box: Any, seat: int, goal: int, names: Sequence[str]) -> str:
    """A marble that comes out of the start ring."""
    hole = hole_of(box, seat, goal, names)
    return say("Bring a marble out, onto {hole}", hole=hole) if hole else say("Bring a marble out")


def steps_label(steps: int, origin: str, hole: str, comes_home: bool) -> str:
    """Steps from one place to another, by the numbers of the holes."""
    if comes_home:
        return say("{n} into the home slot, from {origin}", n=steps, origin=origin)
    if not hole:
        return say("{n} forward from {origin}", n=steps, origin=origin)
    return (say("{n} back, from {origin} to {hole}", n=-steps, origin=origin, hole=hole) if steps < 0
            else say("{n} forward, from {origin} to {hole}", n=steps, origin=origin, hole=hole))


def with_button(view: Any, choice: Choice) -> Choice:
    """A choice with what the button says that plays the card, and that the move is only drawn until then."""
    card = card_name(view.rank)
    button = say("Split the {card}", card=card) if view.phase == SPLIT else say("Play the {card}", card=card)
    alone = "" if view.phase == SPLIT else only_card(card, choice.label)
    return choice._replace(confirm=button, how=not_yet(button), alone=alone)


def only_card(card: str, move: str) -> str:
    """What is told of a card that has been played for its player, because nothing else was possible."""
    return say("Your only playable card, the {card}, was played: {move}.", card=card, move=move)


def not_yet(button: str) -> str:
    return say("Not played yet: press “{button}”.", button=button)


def effects(view: Any, box: Any, notes: Sequence[Note], names: Sequence[str]) -> list[str]:
    """What a move does, in sentences: that it ends the game first, then whom it pushes ahead, and who comes home. The label
    tells already who is sent back."""
    wins = any(note.event == WON for note in notes)
    said = [say("This wins the game!")] if wins else []
    for note in notes:
        if note.event in HITS and not is_sent_back(note):
            said.append(hit_sentence(note, names))
        elif note.event == ENTERED:
            said.append(say("Safely home: {n} of {all}.", n=note.details[3], all=MARBLES))
        elif note.event == COMPLETED and not wins:
            said.append(completion(box, names, note.details[0]))
    return said


def fears_after(view: Any, after: Any, box: Any, seat: int, goal: int, notes: Sequence[Note], names: Sequence[str],
                standing: Standing) -> tuple[list[str], list[Part]]:
    """What a marble that has moved and those that it leaves on the track have to fear, which are rivals in reach, and the marks
    of these places. Who stays behind is told when the turn ends: before the second part of a split they may still move."""
    if after.over:
        return [], []
    hits = any(note.event in HITS for note in notes)
    left = {} if after.phase == SPLIT else standing.left_behind(after, box, seat, goal, hits)
    danger = danger_words(after, box, seat, goal, names, [*left]) if goal <= box.length else ""
    said, plan = danger or words_for_left(left, box, seat, names), plan_of(view, box)
    marks = [draw_risk(plan, box.space[seat][goal], RISK)] if danger else []
    return [said] if said else [], [*marks, *(draw_risk(plan, box.space[seat][place], LEFT_AT_RISK) for place in left)]


def pushed_by(view: Any, box: Any, notes: Sequence[Note]) -> list[Part]:
    """The marbles that a move pushes ahead, where they will stand."""
    pushed = [note.details for note in notes if note.event in HITS and not is_sent_back(note)]
    return [draw_pushed(plan_of(view, box), seat, goal) for seat, _, _, goal, *_ in pushed]


def steps_left(after: Any, box: Any, goal: int) -> list[str]:
    """How far it is home for a marble on the track, if it is not far."""
    left = box.length - goal
    if after.over or not 0 < left <= FARTHEST:
        return []
    return [plural(left, "After {n} more step the marble can turn into its home slot.",
                   "After {n} more steps the marble can turn into its home slot.")]


# Turning in, and Jokers


def turn_choice(view: Any, box: Any, action: int, names: Sequence[str], standing: Standing) -> Choice:
    """A way to go: into the home slot or past it."""
    seat, m = view.waiting >> 3, view.waiting & 7
    goal = view.place[seat][m] + view.steps - (0 if action == TURN_IN else box.length)
    after, notes = try_action(view, box, action)
    fears, marks = fears_after(view, after, box, seat, goal, notes, names, standing)
    if action == TURN_IN:
        label, said = say("Turn into the home slot"), [*effects(view, box, notes, names), *fears]
    else:
        label = with_hits(say("Go past the home slot, onto {hole}", hole=hole_of(box, seat, goal, names)), notes, names)
        said = [*effects(view, box, notes, names), *fears, say("It goes round again.")]
    return with_button(view, Choice(
        action, label, " ".join(said), parts_of(view, box, action)[0],
        ghost=(ghost_of(view, box, seat, m, goal, view.steps), *pushed_by(view, box, notes), *marks)))


def target_choice(view: Any, box: Any, action: int, names: Sequence[str], standing: Standing) -> Choice:
    """A marble to which the Joker brings the one that it moves."""
    owner, m = target_of(view, action)
    seat, place = view.first >> 3, view.place[owner][m]
    goal = box.place[seat][box.space[owner][place]]
    after, notes = try_action(view, box, action)
    fears, marks = fears_after(view, after, box, seat, goal, notes, names, standing)
    said = [*effects(view, box, notes, names), *fears, *steps_left(after, box, goal)]
    label = with_hits(say("Take the place of {marble} in {hole}", marble=marble_of(names[owner]),
                          hole=hole_of(box, owner, place, names)), notes, names)
    return with_button(view, Choice(
        action, label, " ".join(said), parts_of(view, box, action)[0], look="hit",
        ghost=(ghost_of(view, box, seat, view.first & 7, goal, 0), *pushed_by(view, box, notes), *marks)))
