"""Advice of the coach: a friendly word if a strong bot sees something clearly better than what somebody has chosen and not yet
confirmed; at most one in a turn. If several decisions are made by one gesture, all of it is judged. The bot thinks where hints
are thought about (bots.py), and gets the view of the player."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from ..bots.bot import Analysis
from ..bots.explain import explain
from ..bots.pool import Answer
from ..drawing.plain import scene_of
from .coach import Desk, Word, decision_in, desk_of, may_advise, note_change
from .hints import job_for
from .moments import recent_play
from .table import Table
from .table_view import Eyes, Look, eyes_of, look_ahead, look_with, names_for

if TYPE_CHECKING:
    from .house import House

CLEARLY = 0.12                              # the part of the best chance that a choice loses before anything is said
AT_LEAST = 0.02                             # and so much of the chance to win
FEWEST_VISITS = 5                           # of a choice by the search: of fewer it knows too little
MOST_THINKING = 3                           # tables that are thought about at once: hints wait for the same worker
PATIENCE = 0.3                              # seconds that a page waits for an answer that is on its way

Key = tuple[int, tuple[int, ...]]           # position, and what is drawn ahead


@dataclass
class Thought:
    """What a bot thinks about a position of a user, or will have thought."""

    key: Key
    task: "asyncio.Task[Analysis | None]"
    wanted: bool = False                    # somebody has chosen something meanwhile, and waits for the word


thoughts: WeakKeyDictionary[Desk, dict[Key, Thought]] = WeakKeyDictionary()         # those of the present position


async def think_ahead(house: "House", table: Table, user: str, draft: Sequence[int] = ()) -> Thought | None:
    """Let a bot think about what a user has to decide, if the coach may advise them; what it thinks already is not thought
    again."""
    desk, key = desk_of(table, user), (table.position, tuple(draft))
    if desk is None or not desk.on or not may_advise(table, desk) or table.player not in table.seats_of(user):
        return None
    if (known := present_thoughts(desk, table.position).get(key)) is not None:
        return known
    eyes = await eyes_of(table, user)
    here = look_with(table, eyes)
    seen = drawn_ahead(table, here, draft)
    busy = sum(not thought.task.done() for by_key in thoughts.values() for thought in by_key.values())
    if seen is None or len(seen.legal) < 2 or busy >= MOST_THINKING or await turn_of(table, eyes, here) == desk.spoken:
        return None
    thoughts[desk][key] = thought = Thought(key, asyncio.create_task(think(house, table, seen)))
    thought.task.add_done_callback(lambda done: note_change(table) if thought.wanted else None)
    return thought


def present_thoughts(desk: Desk, position: int) -> dict[Key, Thought]:
    """What is thought about a position of a user; what was thought about others is forgotten."""
    thoughts[desk] = {key: thought for key, thought in thoughts.get(desk, {}).items() if key[0] == position}
    return thoughts[desk]


async def think(house: "House", table: Table, seen: Look) -> Analysis | None:
    """What a strong bot thinks; None if it has no answer, or only a simpler bot has one."""
    try:
        answer: Answer = await asyncio.wrap_future(house.bots.submit(job_for(table, seen.view, seen.position)))
    except Exception:                       # the coach keeps quiet; the game goes on
        return None
    return answer.analysis if answer.ready else None


async def consider_choice(house: "House", table: Table, user: str, draft: Sequence[int], action: int) -> None:
    """Find a word about a choice, if there is one to be said. It is shown with the choice, or as soon as the bot knows."""
    desk, gesture = desk_of(table, user), (*draft, action)
    if desk is None or (desk.word and (desk.word.position, desk.word.gesture) == (table.position, gesture)):
        return
    wanted = [await think_ahead(house, table, user, before) for before in dict.fromkeys(((), tuple(draft)))]
    asked = [thought for thought in wanted if thought is not None]
    if not asked:
        return
    await asyncio.wait([thought.task for thought in asked], timeout=PATIENCE)
    for thought in asked:
        thought.wanted = not thought.task.done()
    if all(thought.task.done() and thought.key[0] == table.position for thought in asked):
        known = {thought.key[1]: analysis for thought in asked if (analysis := thought.task.result()) is not None}
        await say_word(table, desk, known, gesture)


async def speaks_up(house: "House", table: Table, user: str, action: int, draft: Sequence[int] = ()) -> bool:
    """Whether the coach has a word about something that is about to be played, and had not said it before."""
    desk = desk_of(table, user)
    before = desk.word if desk else None
    await consider_choice(house, table, user, draft, action)
    return desk is not None and desk.word is not None and desk.word is not before


async def say_word(table: Table, desk: Desk, known: Mapping[tuple[int, ...], Analysis], gesture: tuple[int, ...]) -> None:
    """Say it, if the choice is clearly worse than the best, and nothing was said in this turn. `known` is what the bot thinks
    after some of the decisions."""
    eyes = await eyes_of(table, desk.guest.id)
    here = look_with(table, eyes)
    turn = await turn_of(table, eyes, here)
    while turn != desk.spoken and (before := first_worse(known, gesture)) is not None:
        if (seen := drawn_ahead(table, here, before)) is None:
            return
        told = explain(table.game, seen.view, seen.box, known[before], names_for(table, seen.seat), gesture[len(before)])
        if not only_order_differs(table, seen, told.best.gesture, gesture[len(before):]):
            if (chance := chance_of(known, gesture)) is not None:
                told = replace(told, chosen=replace(told.chosen, chance=chance))
            desk.word, desk.spoken = Word(table.position, gesture, before, told), turn
            return
        known = {steps: analysis for steps, analysis in known.items() if len(steps) > len(before)}


def only_order_differs(table: Table, seen: Look, best: Sequence[int], chosen: Sequence[int]) -> bool:
    """Whether the best gesture can still be made after the chosen one in the same turn, and the chosen one after the best: two
    dice of a pool. Then what is better can be done next."""
    after, instead = drawn_ahead(table, seen, chosen), drawn_ahead(table, seen, best)
    if after is None or instead is None:                # the turn ends with it
        return False
    kind, kind_after, kind_instead = (decision_in(table.game, one.view, one.box) for one in (seen, after, instead))
    is_next = kind_after == kind and best[0] in after.legal and chosen[0] not in after.legal
    return is_next and (kind_instead != kind or chosen[0] in instead.legal)


def first_worse(known: Mapping[tuple[int, ...], Analysis], gesture: tuple[int, ...]) -> tuple[int, ...] | None:
    """The decisions before the first one that should be another, because all of the gesture is clearly worse than the best;
    None if there is none, or if the bot knows too little."""
    chance = chance_of(known, gesture)
    for before in sorted(known, key=len):
        best = known[before].ranked[0]
        if chance is not None and best.action != gesture[len(before)] and is_less(chance, best.values[known[before].seat]):
            return before
    return None


def chance_of(known: Mapping[tuple[int, ...], Analysis], gesture: tuple[int, ...]) -> float | None:
    """The chance to win with all decisions of a gesture, by what is known after most of them; None if that is too little."""
    before = max(known, key=len, default=None)
    if before is None:
        return None
    analysis = known[before]
    row = next((row for row in analysis.ranked if row.action == gesture[len(before)]), None)
    if row is None or (row.proof is None and 0 < row.visits < FEWEST_VISITS):
        return None
    return row.values[analysis.seat]


def is_less(chance: float, most: float) -> bool:
    """Whether a chance to win is clearly less than the best."""
    return most - chance >= max(AT_LEAST, CLEARLY * most)


def drawn_ahead(table: Table, seen: Look, draft: Sequence[int]) -> Look | None:
    """What a user sees after decisions that are drawn ahead; None if that cannot be."""
    ahead: Look | None = seen
    for action in draft:
        ahead = look_ahead(table, ahead, action) if ahead is not None else None
    return ahead


async def is_only_way(table: Table, user: str, draft: Sequence[int]) -> bool:
    """Whether a user has nothing to choose: neither at any of the decisions that are drawn ahead, nor after them."""
    seen: Look | None = look_with(table, await eyes_of(table, user))
    for action in draft:
        if seen is None or len(seen.legal) != 1:
            return False
        seen = look_ahead(table, seen, action)
    return seen is not None and len(seen.legal) == 1


async def decisions_made(table: Table, user: str, draft: Sequence[int]) -> list[str]:
    """The kinds of decision that a user makes at once and has seen explained: the first one, and the one after all that is
    drawn ahead. A page may have proposed those between them without a word, so they are explained another time. So is what
    left nothing to choose."""
    seen: Look | None = look_with(table, await eyes_of(table, user))
    found = []
    for action in (*draft, None):
        if seen is None:
            break
        found.append(decision_in(table.game, seen.view, seen.box) if len(seen.legal) > 1 else "")
        seen = look_ahead(table, seen, action) if action is not None else None
    return [decision for decision in (*found[:1], *found[1:][-1:]) if decision]


async def turn_of(table: Table, eyes: Eyes, seen: Look) -> Any:
    """A name for the present turn: it changes when somebody else has played, or, if somebody plays alone, when the game counts
    another turn."""
    play = recent_play(table, eyes)
    others = await play.last_turn_of_others() if play else None
    alone = seen.view.seats == 1
    return table.id, others, scene_of(table.game, seen.view, seen.box, names_for(table, seen.seat)).progress if alone else ""
