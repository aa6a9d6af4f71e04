"""Who is at which table, as the others see it: whoever has a page open that listens, or has asked for a page lately.

Somebody who reloads a page, changes trains or plays without script is not called away at once: a sign of them counts for
`STAYS` seconds. So people at rest change no page, and those who come and go change it only if they have a seat.
"""

import asyncio
from collections.abc import Callable

from .seats import PERSON
from .table import Room, Table

CONNECTED_FOR = 60.0                        # seconds that a connection counts in other processes, unless it is told again
STAYS = 20.0                                # seconds that somebody counts as here after the last sign of them
MARGIN = 0.05                               # seconds: two clocks need not agree to the last digit
Key = tuple[str, str]                       # table and user


class Presence:
    def __init__(self, room: Room):
        self._room = room
        self._connections: dict[Key, int] = {}
        self._signs: dict[Key, float] = {}  # when each was last seen
        self._timers: dict[Key, asyncio.TimerHandle] = {}
        self.elsewhere: dict[str, dict[str, float]] = {}    # table -> user -> until when another process sees them there
        self.tell_others: Callable[[str, str], None] = lambda table, user: None     # called when that may have changed here
        self._started = room.now()          # a server that was started again has yet to hear from those who are here

    def connect(self, table: Table, user: str) -> None:
        """Count a connection of somebody to a table. While there is one, nothing has to be looked at again."""
        self.note_sign(table, user)
        self._connections[table.id, user] = self._connections.get((table.id, user), 0) + 1
        self.tell_others(table.id, user)
        if waiting := self._timers.pop((table.id, user), None):
            waiting.cancel()

    def disconnect(self, table: Table, user: str) -> bool:
        """Count one connection less; whether it was the last."""
        self._connections[table.id, user] -= 1
        if self._connections[table.id, user]:
            return False
        self._signs[table.id, user] = self._room.now()
        del self._connections[table.id, user]
        self.tell_others(table.id, user)
        self._look_after(STAYS, table, user)
        return True

    def note_sign(self, table: Table, user: str) -> None:
        """Somebody is here: they ask for a page of this table."""
        was_here, key = self.is_here(table, user), (table.id, user)
        self._signs[key] = self._room.now()
        self.tell_others(table.id, user)
        if key not in self._timers and key not in self._connections:
            self._look_after(STAYS, table, user)
        if not was_here:
            self._tell(table, user)

    def is_connected(self, table: str, user: str) -> bool:
        """Whether somebody has a connection at this moment."""
        return (table, user) in self._connections or self._until(table, user) > self._room.now()

    def _until(self, table: str, user: str) -> float:
        """Until when another process sees somebody."""
        return self.elsewhere.get(table, {}).get(user, 0.0)

    def seen_here(self, table: str, user: str) -> float:
        """Until when what this process knows of somebody counts, if they do not come back."""
        if (table, user) in self._connections:
            return self._room.now() + CONNECTED_FOR
        return self._signs.get((table, user), -STAYS) + STAYS

    def connected_here(self) -> list[Key]:
        """Those who have a connection to this process."""
        return list(self._connections)

    def is_here(self, table: Table, user: str) -> bool:
        """Whether the others see somebody as here."""
        return self.is_connected(table.id, user) or self._left_of(table, user) > 0

    def seats_away(self, table: Table, viewer: str) -> tuple[int, ...]:
        """The seats whose people are away. Nobody who looks is away in their own eyes."""
        return tuple([seat for seat, holder in enumerate(table.holders) if holder.kind == PERSON and holder.user != viewer
                      and not self.is_here(table, holder.user)])

    def _left_of(self, table: Table, user: str) -> float:
        """The seconds for which the last sign of somebody still counts."""
        return self._signs.get((table.id, user), self._started) + STAYS - self._room.now()

    def _look_after(self, seconds: float, table: Table, user: str) -> None:
        self._timers[table.id, user] = asyncio.get_running_loop().call_later(seconds + MARGIN, self._look_again, table, user)

    def _look_again(self, table: Table, user: str) -> None:
        """Forget a sign that no longer counts, and tell the others."""
        del self._timers[table.id, user]
        if self.is_connected(table.id, user):
            return None
        if (left := self._left_of(table, user)) > 0:
            return self._look_after(left, table, user)
        self._signs.pop((table.id, user), None)
        self._tell(table, user)

    def _tell(self, table: Table, user: str) -> None:
        """Wake those who look on, if they see a difference."""
        if table.seats_of(user) and not table.over:
            self._room.bus.publish(table.id)
