"""Hints: what a strong bot would do, and why. It is asked with the view of whoever wants the hint."""

import asyncio
from typing import Any

from ..bots.explain import Explanation, explain
from ..bots.pool import BotFailed, Job
from .bots import BotService
from .refusal import Refused
from .table import Table
from .table_view import look, names_for

HINTS_BY = "strong"


def job_for(table: Table, view: Any, seed: int) -> Job:
    """The question what to do in a view of a table."""
    about = table.about
    return Job(about.game, about.options, about.seats, table.game.state.pack(view), HINTS_BY, seed=seed,
               components=table.components.text, analyse=True)


async def hint_for(table: Table, user: str, bots: BotService) -> Explanation:
    """What a strong bot would do and why, for a person who is to move and plays with bots only."""
    seen = await look(table, user)
    if not seen.legal:
        raise Refused("You can ask for a hint when it's your turn.")
    if not table.plays_alone(user):
        raise Refused("Hints are only for games where you play against bots alone.")
    try:
        answer = await asyncio.wrap_future(bots.submit(job_for(table, seen.view, seen.position)))
    except BotFailed:
        raise Refused("Sorry, no hint for this one.") from None
    if answer.analysis is None:
        raise Refused("Sorry, no hint for this one.")
    return explain(table.game, seen.view, seen.box, answer.analysis, names_for(table, seen.seat))
