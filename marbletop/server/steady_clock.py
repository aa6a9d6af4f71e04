"""The time of the server, which never goes back and never jumps.

It is read from the system's clock once, at the start, and goes on by a clock that nobody can set. Deadlines, leases and
limits so survive an administrator, or a time server, who sets the clock forward or back by an hour.
"""

import time
from collections.abc import Callable


def seconds_since_boot() -> float:
    """Seconds that nobody can set; they go on while a laptop sleeps, where the system can count them."""
    boot_clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot_clock is None else time.clock_gettime(boot_clock)


class SteadyClock:
    def __init__(self, wall: Callable[[], float] = time.time, ticks: Callable[[], float] = seconds_since_boot):
        self._ticks = ticks
        self._offset = wall() - ticks()

    def __call__(self) -> float:
        """Seconds since 1970, as the system's clock said at the start."""
        return self._offset + self._ticks()

    def go_by(self, moment: float) -> None:
        """It is this moment now, whatever the system's clock says: that of the database, which several processes share."""
        self._offset = moment - self._ticks()

    def start_after(self, moment: float) -> None:
        """Go on from a moment at least: what was stored last happened before now, whatever the system's clock says."""
        self._offset = max(self._offset, moment - self._ticks())
