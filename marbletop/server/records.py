"""The record of a table: its log as a text file that can be replayed and verified (core/record.py)."""

from collections.abc import Iterable
from typing import Any

from ..core.record import FORMAT, components_in_record
from ..core.verification import Verdict, verify
from ..words import ENGLISH, use_language
from .background import in_background
from .entries import ACTION, DEAL, RESIGNATION, SEAT, UNDO, VERSION, Entry
from .refusal import Refused
from .table import Table

EVERYTHING = 1_000_000


async def table_record(table: Table) -> dict[str, Any]:
    """The game with the secret of its chance, once it is over."""
    if not table.over:
        raise Refused("You can download the record when the game is over, because it shows what everyone held.")
    return await whole_record(table)


async def whole_record(table: Table) -> dict[str, Any]:
    """The game with everything that is hidden, over or not: only for the server itself."""
    log = await table.room.storage.entries(table.id, most=EVERYTHING)
    result = dict(table.now.result or {})
    resigned = any(entry.kind == RESIGNATION and "result" in entry.data for entry in log)
    outcome = {name: result[name] for name in ("ending", "points", "rank") if result}
    deal = next(entry for entry in log if entry.kind == DEAL)
    with use_language(ENGLISH):                     # a record must not depend on who asks for it
        names = table.names
    return {
        "format": FORMAT, "game": table.about.game, "version": table.now.version,
        "components": components_in_record(table.components, table.game),
        "options": table.about.options, "seats": table.about.seats, "names": names,
        "chance": table.secret.public_part(over=True),
        **({"position": table.about.start} if table.about.start else {}),
        "deal": {"chance": list(deal.chance), "check": deal.data["check"]},
        "table": list(other_events(log)),
        "entries": [line for entry in log for line in record_lines(entry)],
        **({"resigned" if resigned else "outcome": outcome} if result else {}),
    }


async def verdict_on_table(table: Table) -> Verdict:
    """What the record of a table that is over proves; BadRecord if something is wrong. It is found out once."""
    if table.verdict is None:
        table.verdict = await in_background(verify, await table_record(table))
    return table.verdict


def record_lines(entry: Entry) -> Iterable[dict[str, Any]]:
    """The lines of a record for an entry: an action, or one undo for every action that was taken back."""
    if entry.kind == ACTION:
        yield {"seat": entry.seat, "action": entry.data["action"], "text": entry.data["text"],
               **({"chance": list(entry.chance)} if entry.chance else {}), "check": entry.data["check"],
               **({"bot": entry.data["bot"]} if "bot" in entry.data else {})}
    elif entry.kind == UNDO:
        for number in entry.data["undone"]:
            yield {"seat": entry.seat, "undo": number}


def other_events(log: Iterable[Entry]) -> Iterable[dict[str, Any]]:
    """What else happened at the table, each event with the number of lines before it."""
    before = 0
    for entry in log:
        if entry.kind in (SEAT, RESIGNATION, VERSION) or entry.kind == "clock":
            yield {"before": before, "kind": entry.kind, "seat": entry.seat,
                   **{name: entry.data[name] for name in ("seats", "from", "to") if name in entry.data}}
        before += len(list(record_lines(entry)))
