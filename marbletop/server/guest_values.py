"""What the house keeps for a guest between visits: small values with names, such as how far they are in a lesson.

    kept = await house.guest_values.get(guest.id, "lesson marbleous", {})
    await house.guest_values.put(guest.id, "lesson marbleous", {"chapter": 2})
    await house.guest_values.change(guest.id, "puzzles", lambda old: {**(old or {}), "solved": 3})

A name begins with what it belongs to ("lesson", "coach", "puzzle") and a value is whatever JSON can hold. Two requests that
change a value at the same time both count with `change`: its function runs inside the transaction, in the thread that writes,
so it must be quick and touch nothing else. Values are erased with their guest (erasure.py), are in what a guest can download
(`/privacy/kept.json`), and are dropped when they have not changed for as long as the guest's cookie lives.
"""

import json
from collections.abc import Callable
from typing import Any

from .refusal import Refused
from .storage import Storage

LONGEST_NAME = 60
LONGEST_VALUE = 20_000                      # letters of JSON
MOST_VALUES = 100                           # for one guest
KEPT_FOR = 366 * 86400.0                    # seconds without a change: the cookie has expired then


class GuestValues:
    """Values by guest and name, as JSON in the storage."""

    def __init__(self, storage: Storage, now: Callable[[], float]):
        self._storage, self._now = storage, now

    async def get(self, guest: str, name: str, otherwise: Any = None) -> Any:
        """A value; `otherwise` if none is kept."""
        return (await self.all(guest)).get(name, otherwise)

    async def all(self, guest: str) -> dict[str, Any]:
        """All values of a guest by name."""
        return {name: json.loads(value) for name, value in (await self._storage.guest_values(guest)).items()}

    async def put(self, guest: str, name: str, value: Any) -> None:
        """Keep a value in place of the one that there was."""
        await self.change(guest, name, lambda old: value)

    async def change(self, guest: str, name: str, change: Callable[[Any], Any]) -> Any:
        """Keep what a function makes of the value that there is, None if there is none; returns it."""
        assert 0 < len(name) <= LONGEST_NAME, name

        def change_text(old: str | None) -> str:
            text = json.dumps(change(json.loads(old) if old is not None else None), separators=(",", ":"))
            if len(text) > LONGEST_VALUE:
                raise Refused("So much cannot be kept for one visitor.")
            return text
        return json.loads(await self._storage.change_guest_value(guest, name, change_text, self._now(), MOST_VALUES))

    async def erase(self, guest: str) -> None:
        """Forget everything about a guest."""
        await self._storage.erase_guest_values(guest)

    async def drop_old(self) -> None:
        """Forget guests whose cookie has expired."""
        await self._storage.drop_guest_values(self._now() - KEPT_FOR)
