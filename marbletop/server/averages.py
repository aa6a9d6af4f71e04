"""A guest's averages over reviewed games: accuracy and luck, by game. They are worked out from the reviews that are kept with
the tables, and are kept nowhere themselves; whoever does not want them switches them off."""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .people import Guest

if TYPE_CHECKING:
    from .house import House

MOST_REVIEWS = 300                          # the latest ones are read
FEWEST_GAMES = 3                            # of which averages are told
SWITCH = "averages"                         # the name of the guest's choice among their values


@dataclass(frozen=True)
class Averages:
    """What the reviews of a game say about a guest; errors are standard errors."""

    game: str
    games: int
    decisions: int
    loss: float                             # of the chance to win per decision
    loss_error: float
    luck: float                             # of a win per game
    luck_error: float


async def averages_of(house: "House", guest: Guest) -> tuple[Averages, ...] | None:
    """By game, the most played first; None if the guest has switched them off."""
    if not await house.guest_values.get(guest.id, SWITCH, True):
        return None
    rows: dict[str, list[dict[str, Any]]] = {}
    for game, seats, totals in await house.storage.review_totals(guest.id, MOST_REVIEWS):
        mine = json.loads(totals)[seats[0]]
        if len(seats) == 1 and mine["decisions"] and game in house.games:       # who plays several seats has luck on all sides
            rows.setdefault(game, []).append(mine)
    found = [average(game, totals) for game, totals in rows.items() if len(totals) >= FEWEST_GAMES]
    return tuple(sorted(found, key=lambda one: -one.games))


async def switch_averages(house: "House", guest: Guest, on: bool) -> None:
    await house.guest_values.put(guest.id, SWITCH, on)


def average(game: str, totals: Sequence[dict[str, Any]]) -> Averages:
    """Over some games. Every decision counts the same for accuracy, every game for luck."""
    n, decisions = len(totals), sum(one["decisions"] for one in totals)
    weights = [one["decisions"] / max(1, decisions) for one in totals]
    loss = sum(weight * one["loss"] for weight, one in zip(weights, totals))
    luck = sum(one["luck"] for one in totals) / n
    return Averages(game, n, decisions, loss,
                    spread([weight * (one["loss"] - loss) * n for weight, one in zip(weights, totals)]), luck,
                    spread([one["luck"] - luck for one in totals]))


def spread(differences: Sequence[float]) -> float:
    """The standard error of a mean from what differs from it: the games differ, and so does how well each was measured."""
    n = len(differences)
    return math.sqrt(sum(one * one for one in differences) / (n * (n - 1)))
