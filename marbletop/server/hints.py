"""Hints: what a strong bot would do, and why. It is asked with the view of whoever wants the hint."""

import asyncio
from dataclasses import replace
from typing import Any

from ..bots.bot import Analysis
from ..bots.explain import Explanation, explain, line_of, open_view
from ..bots.levels import HINT_LIMIT, HINTS_BY
from ..bots.pool import BotFailed, Job
from .bots import BotService
from .drafts import MOST_AHEAD
from .refusal import Refused
from .table import Table
from .table_view import look, names_for


def job_for(table: Table, view: Any, seed: int) -> Job:
    """The question what to do in a view of a table."""
    about = table.about
    return Job(about.game, about.options, about.seats, table.game.state.pack(view), HINTS_BY, seed=seed,
               components=table.components.text, limit=HINT_LIMIT, analyse=True)


async def hint_for(table: Table, user: str, bots: BotService) -> Explanation:
    """What a strong bot would do and why, for a person who is to move and plays with bots only. Where the bot has not looked
    far enough ahead to name a whole gesture, it is asked about the decision that follows."""
    seen = await look(table, user)
    if not seen.legal:
        raise Refused("You can ask for a hint when it's your turn.")
    if not table.plays_alone(user):
        raise Refused("Hints are only for games where you play against bots alone.")
    names = names_for(table, seen.seat)
    analysis = await analysis_of(table, seen.view, seen.position, bots)
    told = explain(table.game, seen.view, seen.box, analysis, names)
    for _ in range(MOST_AHEAD):
        gesture = told.chosen.gesture
        view = open_view(table.game, seen.view, seen.box, gesture, names)
        if view is None:
            break
        best, following = analysis.ranked[0], (await analysis_of(table, view, seen.position, bots)).ranked[0]
        longer = replace(best, line=(*gesture, *line_of(following)), shares=(*(1.0,) * len(gesture), *following.shares))
        analysis = replace(analysis, ranked=(longer, *analysis.ranked[1:]))
        told = explain(table.game, seen.view, seen.box, analysis, names)
    return told


async def analysis_of(table: Table, view: Any, seed: int, bots: BotService) -> Analysis:
    """What a strong bot thinks of a view."""
    try:
        answer = await asyncio.wrap_future(bots.submit(job_for(table, view, seed)))
    except BotFailed:
        raise Refused("Sorry, no hint for this one.") from None
    if answer.analysis is None:
        raise Refused("Sorry, no hint for this one.")
    return answer.analysis
