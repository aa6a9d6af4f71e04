"""Clocks: none, seconds per move, a bank of seconds with an increment, or days per move.

All kinds count the same way: the seat that decides has `left` seconds from `since` on. The time in which a move is shown
does not count, bots have no clock, and at zero a bot moves for the seat.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from .refusal import Refused

NONE, PER_MOVE, BANK, DAYS = "none", "move", "bank", "days"
DAY = 86_400.0
LONGEST_SHOW, SHOW_OF_NOTE = 3.0, 0.4       # seconds in which a move, and a single note of it, are shown


@dataclass(frozen=True)
class Clock:
    """The kind of a table's clock. `time` is in seconds, for `days` in days; the increment is added after a move."""

    kind: str = NONE
    time: float = 0.0
    increment: float = 0.0

    def __post_init__(self) -> None:
        if self.kind not in (NONE, PER_MOVE, BANK, DAYS):
            raise Refused("There is no clock called {kind!r}. Choose none, move, bank or days.", kind=self.kind)
        if self.kind != NONE and not 1 <= self.seconds <= 60 * DAY:
            raise Refused("Choose a time between one second and sixty days.")
        if not 0 <= self.increment <= DAY:
            raise Refused("The extra time per move must be between zero and one day.")

    @property
    def seconds(self) -> float:
        return self.time * DAY if self.kind == DAYS else self.time

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Times:
    """The time that every seat has left, and since when the deciding seat's time has been running."""

    left: tuple[float, ...] = ()
    since: float = 0.0
    fallen: bool = False                    # the deciding seat's time is over: a bot moves for it

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def read_times(values: dict[str, Any]) -> Times:
    return Times(tuple(values.get("left", ())), values.get("since", 0.0), values.get("fallen", False))


def times_at_deal(clock: Clock, seats: int, now: float, shown: float) -> Times:
    """The times at the deal: everybody has the full time, and it starts when the deal has been shown."""
    return Times((clock.seconds,) * seats if clock.kind != NONE else (), now + shown)


def deadline(clock: Clock, times: Times, player: int) -> float | None:
    """When the deciding seat's time is over; None without a clock."""
    return None if clock.kind == NONE or times.fallen else times.since + times.left[player]


def times_after_action(clock: Clock, times: Times, mover: int, player: int, counted: bool, now: float, shown: float) -> Times:
    """The times after an action of `mover`, when `player` decides next. It is not `counted` if a bot has moved."""
    if clock.kind == NONE:
        return Times((), now + shown)
    left = list(times.left)
    if counted:
        left[mover] = max(0.0, left[mover] - max(0.0, now - times.since))
    if clock.kind == BANK:
        left[mover] += clock.increment if player != mover else 0.0
    else:
        left[player] = clock.seconds
    return Times(tuple(left), now + shown)


def times_after_undo(clock: Clock, times: Times, mover: int, player: int, now: float) -> Times:
    """The times after an undo. Used time stays used, so that nobody gains any by taking back: with a clock per move, the
    decision that comes back gets what the present one had left."""
    if clock.kind == NONE:
        return Times((), now)
    left = list(times.left)
    left[mover] = max(0.0, left[mover] - max(0.0, now - times.since))
    if clock.kind != BANK and player != mover:
        left[player] = clock.seconds
    return Times(tuple(left), now)


def restart_turn(times: Times, now: float) -> Times:
    """The times when somebody else takes the seat that decides: its time starts now."""
    return replace(times, since=max(times.since, now), fallen=False)


def display_seconds(notes: Sequence[Any]) -> float:
    """How long a browser takes to show a move with these notes."""
    return min(LONGEST_SHOW, SHOW_OF_NOTE * len(notes))
