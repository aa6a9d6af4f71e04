"""What is asked and shown at a table without being in its log: requests for seats, a question to take back, hands that are
uncovered on a device that is passed around. One process keeps it in memory; several share it as JSON."""

import json
from dataclasses import asdict, replace
from typing import Any

from .people import Guest
from .seats import SeatRequest, SeatRequests
from .table import Table
from .take_back import TakeBack


def write_talk(table: Table) -> str:
    """All of it as JSON."""
    asked = table.take_back
    return json.dumps({
        "uncovered": table.uncovered, "changes": table.requests.changes, "declined": sorted(table.requests.declined),
        "waiting": [asdict(one) for one in table.requests.waiting.values()],
        "take_back": {**asdict(asked), "agreed": sorted(asked.agreed)} if asked else None}, separators=(",", ":"))


def read_talk(table: Table, text: str) -> None:
    """Take over what was written, perhaps by another process."""
    if not text:
        return
    kept = json.loads(text)
    requests = [SeatRequest(**{**one, "guest": Guest(**one["guest"])}) for one in kept["waiting"]]
    table.uncovered = kept["uncovered"]
    table.requests = SeatRequests({one.guest.id: one for one in requests}, set(kept["declined"]), kept["changes"])
    table.take_back = read_take_back(kept["take_back"])


def read_take_back(kept: dict[str, Any] | None) -> TakeBack | None:
    asked = TakeBack(**kept) if kept else None
    return replace(asked, agreed=frozenset(asked.agreed)) if asked else None
