"""What leaves the server for a user: the position, the log and a preview, each as one seat may know it."""

from dataclasses import dataclass, replace
from typing import Any

from ..core.match import why_not
from ..core.notes import Note
from ..core.state import SPECTATOR
from .clock import Clock, deadline
from .entries import ACTION, CLOCK, DEAL, OPEN, RESIGNATION, SEAT, UNDO, VERSION, Entry
from .finality import ENDS, Preview, previewed
from .refusal import NotHere, Refused, Stale
from .seating import may_join, may_watch
from .seats import has_hands
from .table import Table

# What everybody may know of the data of each kind of entry.
OPEN_DATA = {DEAL: ("added",), ACTION: (), UNDO: ("undone",), SEAT: ("seats",), RESIGNATION: ("seats", "result"), CLOCK: (),
             VERSION: ("from", "to")}

@dataclass(frozen=True)
class SeatShown:
    """A seat as everybody sees it."""

    name: str
    kind: str
    level: str
    kept: bool                              # a bot plays for somebody who is away
    resigned: bool
    yours: bool
    left: float | None                      # seconds on the clock, without those that are running


@dataclass(frozen=True)
class Look:
    """A table through the eyes of one user."""

    id: str
    game: str
    options: dict[str, Any]
    components: dict[str, Any]              # name and digest of the box, and whether it was typed from a printed one
    clock: Clock
    listed: bool
    host: bool                              # this user arranges the seats
    links: dict[str, str]                   # tokens that this user may pass on: 'join' if they may join, 'watch'
    stage: str
    position: int
    last: int                               # number of the last entry
    seat: int                               # through whose eyes; -1 for a spectator's
    curtain: int | None                     # the seat whose hand is to be uncovered first; None if nothing is covered
    view: Any                               # None before the deal
    box: Any
    seats: tuple[SeatShown, ...]
    player: int                             # the seat that decides, -1 for none
    legal: tuple[int, ...]                  # what this user can do now
    deadline: float | None                  # when the deciding seat's time is over
    waiting_for_bot: bool
    bot_not_ready: bool                     # a simpler bot stands in while the real one is being prepared
    undo: str | None                        # why nothing can be taken back; None if it can
    result: dict[str, Any] | None
    chance: dict[str, object]               # commitment, what the seats added, and at the end the secret
    next: str | None                        # the table of the rematch


@dataclass(frozen=True)
class Shown:
    """An entry as a seat may know it: other seats' actions only when the game is over."""

    number: int
    kind: str
    at: float
    seat: int
    by_bot: str                             # the name of the bot that moved; '' for people
    notes: tuple[Note, ...]
    data: dict[str, Any]


def eyes(table: Table, user: str) -> tuple[int, int | None]:
    """Through which seat a user sees the table, and which hand is to be uncovered first, if any. Who plays several
    seats with hands sees one at a time, and nothing of them until it is uncovered."""
    mine = table.seats_of(user)
    if not mine:
        if not may_watch(table, user):
            raise NotHere("To watch this table you need its link.")
        return SPECTATOR, None
    if len(mine) == 1 or not has_hands(table.game) or table.now.stage == OPEN:
        return (table.player if table.player in mine else mine[0]), None
    lifted = table.lifted.get(user)
    wanted = table.player if table.player in mine else lifted if lifted in mine else mine[0]
    return (wanted, None) if lifted == wanted else (SPECTATOR, wanted)


def uncover(table: Table, user: str, seat: int) -> None:
    """The person of this seat has the device now."""
    if seat not in table.seats_of(user):
        raise Refused("This seat is not yours.")
    table.lifted[user] = seat


def cover(table: Table, user: str) -> None:
    """The device is passed on: nothing of a hand is shown until somebody uncovers it."""
    table.lifted.pop(user, None)


async def look(table: Table, user: str) -> Look:
    """Everything that a page for this user is made from."""
    seat, curtain = eyes(table, user)
    dealt, acts = table.state is not None, seat >= 0 and seat == table.player and not table.now.times.fallen
    about = table.about
    return Look(
        id=table.id, game=about.game, options=about.options, components=about.box, clock=about.clock, listed=about.listed,
        host=user == about.host, links=links(table, user), stage=table.now.stage, position=table.position,
        last=table.now.last, seat=seat, curtain=curtain,
        view=table.view(seat) if dealt else None, box=table.box, seats=seats_shown(table, user), player=table.player,
        legal=tuple(table.game.legal_list(table.view(seat), table.box)) if acts else (),
        deadline=ends(table), waiting_for_bot=table.bot_decides, bot_not_ready=table.unready,
        undo=await table.why_not_undo(user), result=table.now.result,
        chance=table.secret.told(table.over), next=table.next)


def links(table: Table, user: str) -> dict[str, str]:
    """The tokens of the links that this user may pass on."""
    watch = {"watch": table.about.watch_token}
    return {"join": table.about.join_token, **watch} if may_join(table, user) else watch


def ends(table: Table) -> float | None:
    if table.player < 0 or table.bot_decides:
        return None
    return deadline(table.about.clock, table.now.times, table.player)


def seats_shown(table: Table, user: str) -> tuple[SeatShown, ...]:
    left = table.now.times.left
    return tuple(SeatShown(name, holder.kind, holder.level, bool(holder.kept) and not holder.resigned, holder.resigned,
                           bool(user) and holder.user == user, left[seat] if left else None)
                 for seat, (name, holder) in enumerate(zip(table.names, table.holders)))


async def log_since(table: Table, user: str, after: int = -1, most: int = 1000) -> list[Shown]:
    """The entries behind a number, as this user may know them now."""
    seat, _ = eyes(table, user)
    return [shown(entry, seat, table.over) for entry in await table.entries(after, most)]


def shown(entry: Entry, seat: int, over: bool) -> Shown:
    return Shown(entry.number, entry.kind, entry.at, entry.seat, str(entry.data.get("bot", "")),
                 tuple(one.to(seat) for one in entry.notes), open_data(entry, seat, over))


def open_data(entry: Entry, seat: int, over: bool) -> dict[str, Any]:
    """What may be told of an entry's data: of an action its number and text only to who made it, until the end."""
    names: tuple[str, ...] = OPEN_DATA[entry.kind]
    if entry.kind == ACTION and (over or (entry.seat == seat >= 0)):
        names = ("action", "text")
    return {name: entry.data[name] for name in names if name in entry.data}


def sentences(table: Table, entry: Shown) -> list[str]:
    """What happened, in words."""
    told = (table.game.notation.sentence(note, table.box, table.names) for note in entry.notes)
    return [words for words in told if words]


def preview_of(table: Table, user: str, action: int, position: int) -> Preview:
    """What an action would do, up to the first chance, and whether it could be taken back. Where no other person plays
    everything can."""
    seat, _ = eyes(table, user)
    if position != table.position:
        raise Stale("The game has moved on.")
    if seat < 0 or seat != table.player:
        raise Refused("It is not your turn.")
    view = table.view(seat)
    if type(action) is not int or action not in table.game.legal_list(view, table.box):
        raise Refused(why_not(table.game, view, table.box, action) or "This action is not possible.")
    found = previewed(table.game, view, table.box, action)
    return replace(found, final=None) if found.final != ENDS and table.plays_alone(user) else found
