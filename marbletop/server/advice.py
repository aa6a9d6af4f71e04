"""Advice of the coach: a friendly word if a strong bot sees something clearly better than what somebody has chosen and not yet
confirmed; at most one in a turn. The bot thinks where hints are thought about (bots.py), and gets the view of the player."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
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


thoughts: WeakKeyDictionary[Desk, Thought] = WeakKeyDictionary()


async def think_ahead(house: "House", table: Table, user: str, draft: Sequence[int] = ()) -> Thought | None:
    """Let a bot think about what a user has to decide, if the coach may advise them; what it thinks already is not thought
    again."""
    desk, key = desk_of(table, user), (table.position, tuple(draft))
    if desk is None or not desk.on or not may_advise(table, desk) or table.player not in table.seats_of(user):
        return None
    if (known := thoughts.get(desk)) is not None and known.key == key:
        return known
    eyes = await eyes_of(table, user)
    seen = drawn_ahead(table, look_with(table, eyes), draft)
    busy = sum(not thought.task.done() for thought in thoughts.values())
    if seen is None or len(seen.legal) < 2 or busy >= MOST_THINKING or await turn_of(table, eyes, seen) == desk.spoken:
        return None
    thoughts[desk] = thought = Thought(key, asyncio.create_task(think(house, table, seen)))
    thought.task.add_done_callback(lambda done: note_change(table) if thought.wanted else None)
    return thought


async def think(house: "House", table: Table, seen: Look) -> Analysis | None:
    """What a strong bot thinks; None if it has no answer, or only a simpler bot has one."""
    try:
        answer: Answer = await asyncio.wrap_future(house.bots.submit(job_for(table, seen.view, seen.position)))
    except Exception:                       # the coach keeps quiet; the game goes on
        return None
    return answer.analysis if answer.ready else None


async def consider_choice(house: "House", table: Table, user: str, draft: Sequence[int], action: int) -> None:
    """Find a word about a choice, if there is one to be said. It is shown with the choice, or as soon as the bot knows."""
    desk = desk_of(table, user)
    if desk is None or (desk.word and (desk.word.position, desk.word.action) == (table.position, action)):
        return
    thought = await think_ahead(house, table, user, draft)
    if thought is None:
        return
    await asyncio.wait([thought.task], timeout=PATIENCE)
    thought.wanted = not thought.task.done()
    if not thought.wanted and (analysis := thought.task.result()) is not None and thought.key[0] == table.position:
        await say_word(table, desk, thought.key, analysis, action)


async def say_word(table: Table, desk: Desk, key: Key, analysis: Analysis, action: int) -> None:
    """Say it, if the choice is clearly worse than the best, and nothing was said in this turn."""
    eyes = await eyes_of(table, desk.guest.id)
    seen = drawn_ahead(table, look_with(table, eyes), key[1])
    if seen is None or action not in seen.legal or not is_clear(analysis, action):
        return
    turn = await turn_of(table, eyes, seen)
    if turn == desk.spoken:
        return
    told = explain(table.game, seen.view, seen.box, analysis, names_for(table, seen.seat), action)
    desk.word, desk.spoken = Word(key[0], key[1], action, told), turn


def is_clear(analysis: Analysis, action: int) -> bool:
    """Whether the bot knows enough about a choice to say that another is clearly better."""
    row, best = next((row for row in analysis.ranked if row.action == action), None), analysis.ranked[0]
    if row is None or row is best or 0 < row.visits < FEWEST_VISITS:
        return False
    most = best.values[analysis.seat]
    return most - row.values[analysis.seat] >= max(AT_LEAST, CLEARLY * most)


def drawn_ahead(table: Table, seen: Look, draft: Sequence[int]) -> Look | None:
    """What a user sees after decisions that are drawn ahead; None if that cannot be."""
    ahead: Look | None = seen
    for action in draft:
        ahead = look_ahead(table, ahead, action) if ahead is not None else None
    return ahead


async def decisions_made(table: Table, user: str, draft: Sequence[int]) -> list[str]:
    """The kinds of decision that a user makes at once: those that are drawn ahead, and the one after them."""
    seen: Look | None = look_with(table, await eyes_of(table, user))
    found = []
    for action in (*draft, None):
        if seen is None:
            break
        found.append(decision_in(table.game, seen.view, seen.box))
        seen = look_ahead(table, seen, action) if action is not None else None
    return found


async def turn_of(table: Table, eyes: Eyes, seen: Look) -> Any:
    """A name for the present turn: it changes when somebody else has played, or the game counts another turn."""
    play = recent_play(table, eyes)
    others = await play.last_turn_of_others() if play else None
    return table.id, others, scene_of(table.game, seen.view, seen.box, names_for(table, seen.seat)).progress
