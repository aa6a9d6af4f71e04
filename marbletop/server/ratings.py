"""How strong a guest is in each game: worked out after every game that counts, and kept with the guest's values, so that it
comes along to another device, is in what they download, and goes when they are erased. Whoever does not want it switches it
off, which erases it.

A game counts if it was dealt as the rules say, from the game's own box, if nothing was taken back, if no person held
several seats, and if all its bots are of levels whose strength was measured.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..analysis.player_strength import Strength, after_game, strength_of_level
from .entries import UNDO
from .guest_values import GuestValues
from .people import Guest
from .records import EVERYTHING
from .table import Table

if TYPE_CHECKING:
    from .house import House

VALUE = "rating"                            # the name among the guest's values
FEWEST_GAMES = 10                           # after which a rating is told
MOST_NOTED = 20                             # tables that are known to have been counted; work may be done twice


@dataclass(frozen=True)
class Rating:
    """What is known of a guest's strength in a game."""

    game: str
    games: int                              # that counted
    strength: Strength

    @property
    def is_told(self) -> bool:
        return self.games >= FEWEST_GAMES


async def ratings_of(house: "House", guest: Guest) -> tuple[Rating, ...] | None:
    """By game, the most played first; None if the guest has switched them off."""
    kept = await house.guest_values.get(guest.id, VALUE, {})
    if not kept.get("on", True):
        return None
    found = [rating_from(game, values) for game, values in kept.get("games", {}).items() if game in house.games]
    return tuple(sorted(found, key=lambda one: -one.games))


def rating_from(game: str, values: dict[str, Any]) -> Rating:
    return Rating(game, values["played"], Strength(values["mu"], values["sigma"]))


async def switch_ratings(house: "House", guest: Guest, on: bool) -> None:
    """Begin anew, or erase what there is and count nothing any more."""
    def change(kept: Any) -> dict[str, Any]:
        return kept if on and kept and kept["on"] else {"on": on, "games": {}}
    await house.guest_values.change(guest.id, VALUE, change)


async def count_game(values: GuestValues, table: Table) -> None:
    """Count a table that is over for everybody who played there; once, however often this is called."""
    if not table.now.result or not await counts(table):
        return
    kept = {user: await values.get(user, VALUE, {}) for user in people_of(table)}
    seats = [strength_at(table, seat, kept) for seat in range(table.about.seats)]
    found = strengths_after(seats, table.state.side[:table.about.seats], table.now.result["rank"])
    for seat, holder in enumerate(table.holders):
        if holder.belongs_to:
            await values.change(holder.belongs_to, VALUE, counted(table, found[seat]))


def counted(table: Table, after: Strength) -> Any:
    """What becomes of a guest's value by a game."""
    def change(kept: Any) -> dict[str, Any]:
        kept = kept or {"on": True, "games": {}}
        before = kept["games"].get(table.about.game, {"played": 0, "tables": []})
        if not kept["on"] or table.id in before["tables"]:
            return dict(kept)
        now = {"played": before["played"] + 1, "mu": after.mu, "sigma": after.sigma,
               "tables": [*before["tables"], table.id][-MOST_NOTED:]}
        return {**kept, "games": {**kept["games"], table.about.game: now}}
    return change


async def counts(table: Table) -> bool:
    """Whether a game says how strong its players are."""
    people, about = people_of(table), table.about
    seats, sides = range(about.seats), set(table.state.side[:about.seats])
    if about.start or about.own_box or not people or len(people) > len(set(people)) or len(sides) < 2:
        return False
    if None in [strength_at(table, seat, {}) for seat in seats]:
        return False
    return not any(entry.kind == UNDO for entry in await table.entries(-1, EVERYTHING))


def people_of(table: Table) -> list[str]:
    """The person of every seat that has one."""
    return [holder.belongs_to for holder in table.holders if holder.belongs_to]


def strength_at(table: Table, seat: int, kept: dict[str, Any]) -> Strength | None:
    """How strong who sits there was before the game; None if nobody can know that."""
    holder, game = table.holders[seat], table.about.game
    if not holder.belongs_to:
        return strength_of_level(game, holder.level)
    values = kept.get(holder.belongs_to, {}).get("games", {}).get(game)
    return rating_from(game, values).strength if values else Strength()


def strengths_after(seats: Sequence[Any], side: Sequence[int], rank: Sequence[int]) -> list[Strength]:
    """By seat."""
    sides = list(dict.fromkeys(side))
    members = [[seat for seat in range(len(seats)) if side[seat] == one] for one in sides]
    found = after_game([[seats[seat] for seat in team] for team in members], [rank[team[0]] for team in members])
    by_seat = {seat: strength for team, strengths in zip(members, found) for seat, strength in zip(team, strengths)}
    return [by_seat[seat] for seat in range(len(seats))]
