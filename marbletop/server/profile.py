"""What a guest has played: tables that go on, games that are over, how often they won against whom, their best solo games."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from ..core.errors import MarbletopError
from ..core.game import Game
from ..core.match import shares
from .averages import averages_of
from .entries import OVER
from .erasure import everything_kept
from .people import Guest
from .ratings import ratings_of
from .seats import BOT, Holder, name_of, plain_name
from .storage import About, TableSummary
from .table import RESIGNED, Table

if TYPE_CHECKING:
    from .house import House

MOST_TABLES = 500                           # the latest ones are read
PEOPLE, MIXED, ALONE = "people", "mixed", "alone"       # who the others were, if not bots of one level


@dataclass(frozen=True)
class FinishedGame:
    """A game that is over, as one of its players counts it."""

    table: str
    game: str
    day: str                                # 2026-03-01
    others: tuple[str, ...]                 # names
    against: str                            # a level of bots, PEOPLE, MIXED or ALONE; "" if it does not count
    share: float                            # of first place: 1 for a win
    place: int
    points: float


@dataclass(frozen=True)
class Tally:
    """How often somebody won a game against the same sort of others."""

    game: str
    against: str
    games: int
    won: int
    shared: int                             # of first place with others


@dataclass(frozen=True)
class SoloBest:
    """The best of the games that somebody played alone."""

    game: str
    games: int
    won: int
    points: float


@dataclass(frozen=True)
class Comparison:
    """A game that is over and those that its player finished before it, with as many players and the same rules."""

    games: int                              # this one included
    won: int
    best_before: float | None               # points, of the games before it that ended by the rules


@dataclass(frozen=True)
class Profile:
    running: tuple[TableSummary, ...]
    finished: tuple[FinishedGame, ...]
    tallies: tuple[Tally, ...]
    solo: tuple[SoloBest, ...]


async def profile_of(house: "House", guest: Guest) -> Profile:
    """A guest's tables, the latest first, and what they add up to."""
    tables = await house.storage.tables_of(guest.id, MOST_TABLES)
    games = [game_of(house.games[one.about.game], one, guest.id) for one in tables
             if one.status.stage == OVER and one.status.result and one.about.game in house.games]
    finished = tuple(filter(None, games))
    return Profile(tuple(one for one in tables if one.status.stage != OVER), finished, tallies_of(finished), solo_of(finished))


async def compare_game(house: "House", table: Table, user: str) -> Comparison | None:
    """How a table that is over compares with former ones, for somebody who played one side there."""
    tables = await house.storage.tables_of(user, MOST_TABLES)
    ended = next((one.changed for one in tables if one.about.id == table.id), 0.0)
    alike = [one for one in tables if one.status.result and one.changed <= ended and mode_of(one.about) == mode_of(table.about)]
    counted = {one.about.id: game for one in alike if (game := game_of(table.game, one, user)) and game.against}
    if table.id not in counted:
        return None
    before = [counted[one.about.id].points for one in alike
              if one.about.id in counted and one.about.id != table.id and not was_given_up(one)]
    return Comparison(len(counted), sum(one.share == 1 for one in counted.values()), max(before, default=None))


def mode_of(about: About) -> tuple[Any, ...]:
    """What must be the same for two results to be compared."""
    return about.game, about.seats, about.options, about.box.get("digest"), about.start


def was_given_up(one: TableSummary) -> bool:
    return bool(one.status.result and one.status.result["ending"] == RESIGNED)


async def exported_profile(house: "House", guest: Guest) -> dict[str, Any]:
    """All that is kept for a guest, and what it adds up to, as one file."""
    found = await profile_of(house, guest)
    return {**await everything_kept(house, guest), "running": [one.about.id for one in found.running],
            "finished": [asdict(one) for one in found.finished], "wins": [asdict(one) for one in found.tallies],
            "solo": [asdict(one) for one in found.solo],
            "averages": [asdict(one) for one in await averages_of(house, guest) or ()],
            "ratings": [asdict(one) for one in await ratings_of(house, guest) or ()]}


def game_of(game: Game, one: TableSummary, guest: str) -> FinishedGame | None:
    """A table that is over; None if its options are no longer known."""
    try:
        options = game.read_options(one.about.options)
    except MarbletopError:
        return None
    result: dict[str, Any] = one.status.result or {}
    side = list(game.side(options, one.about.seats)) if game.side else list(range(one.about.seats))
    mine = [seat for seat, holder in enumerate(one.holders) if holder.belongs_to == guest]
    seat = min(mine, key=lambda seat: result["rank"][seat])
    others = tuple(plain_name(name_of(game, other, holder)) for other, holder in enumerate(one.holders) if other not in mine)
    return FinishedGame(one.about.id, game.name, datetime.fromtimestamp(one.changed, UTC).date().isoformat(), others,
                        sort_of_others(one.holders, side, mine), shares(result["rank"], side)[seat], result["rank"][seat],
                        result["points"][seat])


def sort_of_others(holders: Sequence[Holder], side: Sequence[int], mine: Sequence[int]) -> str:
    """Against whom somebody played; nothing if they sat on more than one side themselves."""
    sides = {side[seat] for seat in mine}
    if len(sides) > 1:
        return ""
    others = [holder for seat, holder in enumerate(holders) if side[seat] not in sides]
    if any(holder.kind != BOT or holder.kept for holder in others):
        return PEOPLE
    levels = {holder.level for holder in others}
    return MIXED if len(levels) > 1 else next(iter(levels), ALONE)


def tallies_of(finished: Iterable[FinishedGame]) -> tuple[Tally, ...]:
    """Wins by game and sort of others, the most played first."""
    groups: dict[tuple[str, str], list[FinishedGame]] = {}
    for one in finished:
        if one.against not in ("", ALONE):
            groups.setdefault((one.game, one.against), []).append(one)
    found = [Tally(*key, len(games), sum(one.share == 1 for one in games), sum(0 < one.share < 1 for one in games))
             for key, games in groups.items()]
    return tuple(sorted(found, key=lambda tally: -tally.games))


def solo_of(finished: Iterable[FinishedGame]) -> tuple[SoloBest, ...]:
    groups: dict[str, list[FinishedGame]] = {}
    for one in finished:
        if one.against == ALONE:
            groups.setdefault(one.game, []).append(one)
    return tuple(SoloBest(game, len(games), sum(one.share == 1 for one in games), max(one.points for one in games))
                 for game, games in groups.items())
