"""What leaves the server for a user: the table, its log and previews, as the user's seat may know them. What leaves it of
the past comes out of history.py and moments.py."""

from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from ..core.game import Game
from ..core.match import NoteRecorder, why_not
from ..core.notes import Note
from ..core.state import SPECTATOR
from ..words import You, present, say
from .clock import Clock, deadline
from .coach import NOTHING as NO_COACH
from .coach import CoachView, coach_view
from .consent import may_answer, waiting_requests
from .drafts import view_after
from .entries import ACTION, CLOCK, DEAL, OPEN, RESIGNATION, SEAT, UNDO, VERSION, Entry
from .previews import ENDS, Preview, preview_action
from .refusal import NotHere, Refused, Stale
from .seating import may_join, may_watch
from .seats import has_hands, plain_name
from .table import Table
from .take_back import VisibleTakeBack, may_ask_take_back, visible_take_back

# What everybody may know of the data in each kind of entry.
VISIBLE_DATA = {DEAL: ("added",), ACTION: (), UNDO: ("undone",), SEAT: ("seats",), RESIGNATION: ("seats", "result"), CLOCK: (),
                VERSION: ("from", "to")}

class VisibleSeat(NamedTuple):
    """A seat as everybody sees it."""

    name: str
    kind: str
    level: str
    kept: bool                              # a bot plays for somebody who is away
    resigned: bool
    yours: bool
    left: float | None                      # seconds on the clock, without those that are running
    words: str                              # what the seat adds to the chance


class VisibleRequest(NamedTuple):
    """Somebody asks for a seat, as a user at the table sees it."""

    number: int
    who: str
    seat: int
    yours: bool                             # else it is the user who may answer


class Eyes(NamedTuple):
    """How a user stands at a table: everything that what they see depends on. Users with equal eyes see the same."""

    seat: int                               # whose view they get; -1 for a spectator's
    curtain: int | None                     # the seat whose hand is to be uncovered first; None if nothing is covered
    mine: tuple[int, ...]                   # their seats
    host: bool                              # whether they arrange the seats
    may_join: bool
    may_rematch: bool
    alone: bool                             # whether no other person plays
    undo: str | None                        # why they can take nothing back; None if they can
    requests: tuple[VisibleRequest, ...]    # for seats, which they have made or may answer
    take_back: VisibleTakeBack | None       # what a player asks the others
    may_ask: bool                           # whether they could ask to take back what they have played
    coach: CoachView = NO_COACH


class Look(NamedTuple):
    """A table as one user sees it now."""

    id: str
    game: str
    options: dict[str, Any]
    components: dict[str, Any]              # name and digest of the box, and whether it is a printed one
    clock: Clock
    listed: bool
    host: bool                              # whether this user arranges the seats
    host_seat: int                          # where the host sits; -1 if nowhere
    links: dict[str, str]                   # tokens that this user may pass on: 'join' if they may join, 'watch'
    stage: str
    position: int
    last: int                               # number of the last entry
    seat: int                               # whose view it is; -1 for a spectator's
    curtain: int | None                     # the seat whose hand is to be uncovered first; None if nothing is covered
    view: Any                               # None before the deal
    box: Any
    seats: tuple[VisibleSeat, ...]
    player: int                             # the seat that decides, -1 for none
    legal: tuple[int, ...]                  # what this user can do now
    deadline: float | None                  # when the deciding seat's time is over
    waiting_for_bot: bool
    bot_not_ready: bool                     # a simpler bot stands in while the real one is being prepared
    undo: str | None                        # why nothing can be taken back; None if it can
    result: dict[str, Any] | None
    chance: dict[str, object]               # commitment, what the seats added, and at the end the secret
    next: str | None                        # the table of the rematch
    requests: tuple[VisibleRequest, ...]    # for a seat, that wait for an answer
    take_back: VisibleTakeBack | None
    may_ask: bool                           # to take something back


class VisibleEntry(NamedTuple):
    """An entry as a seat may know it: the actions of other seats only when the game is over."""

    number: int
    kind: str
    at: float
    seat: int
    by_bot: str                             # the name of the bot that moved; '' for people
    notes: tuple[Note, ...]
    data: dict[str, Any]


def viewing_seat(table: Table, user: str) -> tuple[int, int | None]:
    """The seat whose view a user gets, and the seat whose hand must be uncovered first, if any. A user who plays several
    seats with hands sees one at a time, and only when it is uncovered."""
    mine = table.seats_of(user)
    if not mine:
        if not may_watch(table, user):
            raise NotHere("To watch this table you need its link. Ask somebody who plays there.")
        return SPECTATOR, None
    if len(mine) == 1 or not has_hands(table.game) or table.now.stage == OPEN:
        return (table.player if table.player in mine else mine[0]), None
    lifted = table.uncovered.get(user)
    wanted = table.player if table.player in mine else lifted if lifted in mine else mine[0]
    return (wanted, None) if lifted == wanted else (SPECTATOR, wanted)


def uncover(table: Table, user: str, seat: int) -> None:
    """Show the hand of this seat: its person has the device now."""
    if seat not in table.seats_of(user):
        raise Refused("That isn't your seat.")
    table.uncovered[user] = seat
    table.room.share_talk(table)
    table.room.bus.publish(table.id)


def cover(table: Table, user: str) -> None:
    """Hide the hand while the device is passed on."""
    table.uncovered.pop(user, None)
    table.room.share_talk(table)
    table.room.bus.publish(table.id)


async def eyes_of(table: Table, user: str) -> Eyes:
    """How this user stands at the table now."""
    undo = await table.why_not_undo(user)
    seat, curtain = viewing_seat(table, user)
    host = user == table.about.host
    return Eyes(seat, curtain, tuple(table.seats_of(user)), host, may_join(table, user),
                host or any(holder.belongs_to == user for holder in table.holders), table.plays_alone(user), undo,
                visible_requests(table, user), visible_take_back(table, user), await may_ask_take_back(table, user, undo),
                coach_view(table, user))


async def look(table: Table, user: str) -> Look:
    """Everything that a page needs to show the table to this user."""
    return look_with(table, await eyes_of(table, user))


def look_with(table: Table, eyes: Eyes) -> Look:
    """Everything that a page needs to show the table to those who stand there like this."""
    seat, about = eyes.seat, table.about
    acts = seat >= 0 and seat == table.player and not table.now.times.fallen
    view = table.view(seat) if table.state is not None else None
    return Look(
        id=table.id, game=about.game, options=about.options, components=about.box, clock=about.clock, listed=about.listed,
        host=eyes.host, host_seat=next(iter(table.seats_of(about.host)), -1), links=links_for(table, eyes.may_join),
        stage=table.now.stage, position=table.position, last=table.now.last, seat=seat, curtain=eyes.curtain, view=view,
        box=table.box, seats=visible_seats(table, eyes.mine), player=table.player,
        legal=tuple(table.game.legal_list(view, table.box)) if acts else (),
        deadline=turn_deadline(table), waiting_for_bot=table.bot_decides, bot_not_ready=table.bot_not_ready,
        undo=eyes.undo, result=table.now.result, chance=table.secret.public_part(table.over), next=table.next,
        requests=eyes.requests, take_back=eyes.take_back, may_ask=eyes.may_ask)


def deciding_view(table: Table, user: str) -> Any:
    """The position as the seat that decides knows it, if that seat is the user's."""
    if table.player not in table.seats_of(user):
        raise Refused("It isn't your turn yet.")
    return table.view(table.player)


def forbidden_actions(game: Game, view: Any, box: Any) -> dict[int, str]:
    """Actions that are not possible in a view, each with the rule that forbids it, as far as the game names one."""
    ear, asked = NoteRecorder(), game.state.copy(view)
    asked.listener = ear
    game.legal_list(asked, box)
    return ear.reasons


def display_names(table: Table) -> list[str]:
    """What the seats are called on a page: those of a person who holds several are called by the seat."""
    held, names = [holder.user for holder in table.holders if holder.user], table.names
    if len(held) == len(set(held)):
        return names
    return [say(table.game.seat_names[seat]) if holder.user and held.count(holder.user) > 1 else name
            for seat, (holder, name) in enumerate(zip(table.holders, names))]


def names_for(table: Table, seat: int) -> tuple[str, ...]:
    """What sentences call the seats for whoever looks with the eyes of a seat: plain names, and `You` for their own. Whoever
    plays several seats is spoken to by the names of the seats."""
    holder = table.holders[seat] if seat >= 0 else None
    only = holder is not None and sum([other.user == holder.user for other in table.holders]) == 1
    return names_that_speak_to(seat if only else -1, present(), *display_names(table))


@lru_cache(maxsize=1024)
def names_that_speak_to(reader: int, _: object, *names: str) -> tuple[str, ...]:
    """These names in the present language without the word for a bot, and with `You` for the seat of the reader: the same
    objects for the same names, which are quick to compare."""
    plain = map(plain_name, names)
    return tuple([You(name) if seat == reader else name for seat, name in enumerate(plain)])


def links_for(table: Table, may_join: bool) -> dict[str, str]:
    """The tokens of the links that somebody may pass on."""
    watch = {"watch": table.about.watch_token}
    return {"join": table.about.join_token, **watch} if may_join else watch


def turn_deadline(table: Table) -> float | None:
    if table.player < 0 or table.bot_decides:
        return None
    return deadline(table.about.clock, table.now.times, table.player)


def visible_seats(table: Table, mine: Collection[int]) -> tuple[VisibleSeat, ...]:
    left = table.now.times.left
    return tuple(VisibleSeat(name, holder.kind, holder.level, bool(holder.kept) and not holder.resigned, holder.resigned,
                             seat in mine, left[seat] if left else None, holder.added)
                 for seat, (name, holder) in enumerate(zip(table.names, table.holders)))


def visible_requests(table: Table, user: str) -> tuple[VisibleRequest, ...]:
    """The requests for seats that a user has made or may answer."""
    return tuple(VisibleRequest(one.number, one.guest.name, one.seat, one.guest.id == user)
                 for one in waiting_requests(table) if one.guest.id == user or may_answer(table, user, one))


async def log_since(table: Table, user: str, after: int = -1, most: int = 1000) -> list[VisibleEntry]:
    """The entries after a number, as this user may know them now."""
    return await log_for(table, viewing_seat(table, user)[0], after, most)


async def log_for(table: Table, seat: int, after: int = -1, most: int = 1000) -> list[VisibleEntry]:
    """The entries after a number, as a seat may know them now; -1 for a spectator."""
    return [visible_entry(entry, seat, table.over) for entry in await table.entries(after, most)]


def visible_entry(entry: Entry, seat: int, over: bool) -> VisibleEntry:
    return VisibleEntry(entry.number, entry.kind, entry.at, entry.seat, str(entry.data.get("bot", "")),
                        tuple(one.as_heard_by(seat) for one in entry.notes), visible_data(entry, seat, over))


def visible_data(entry: Entry, seat: int, over: bool) -> dict[str, Any]:
    """The data of an entry that a seat may know: number and text of an action only if it is the seat's own, or at the end."""
    names: tuple[str, ...] = VISIBLE_DATA[entry.kind]
    if entry.kind == ACTION and (over or (entry.seat == seat >= 0)):
        names = ("action", "text")
    return {name: entry.data[name] for name in names if name in entry.data}


def sentences(table: Table, entry: VisibleEntry) -> list[str]:
    """What happened, in words."""
    found = (table.game.notation.sentence(note, table.box, table.names) for note in entry.notes)
    return [sentence for sentence in found if sentence]


def preview_of(table: Table, user: str, action: int, position: int) -> Preview:
    """What an action would do, up to the first event of chance, and whether it could be taken back. Where no other person
    plays, everything can be."""
    return preview_for(table, viewing_seat(table, user)[0], table.plays_alone(user), action, position)


def preview_for(table: Table, seat: int, alone: bool, action: int, position: int) -> Preview:
    """The same for a seat, whose person may play alone."""
    if position != table.position:
        raise Stale("The game has moved on. Take another look and choose again.")
    if seat < 0 or seat != table.player:
        raise Refused("It isn't your turn yet.")
    view = table.view(seat)
    if type(action) is not int or action not in table.game.legal_list(view, table.box):
        raise Refused(why_not(table.game, view, table.box, action) or "This action is not possible.")
    found = preview_action(table.game, view, table.box, action)
    return replace(found, final=None) if found.final != ENDS and alone else found


def look_ahead(table: Table, seen: Look, action: int) -> Look | None:
    """The look of a seat that decides, as if it had played this action; None if that cannot be drawn ahead. Nothing can be
    taken back there, because nothing is played yet."""
    view = view_after(table.game, seen.view, seen.box, action) if action in seen.legal else None
    return None if view is None else seen._replace(view=view, legal=tuple(table.game.legal_list(view, seen.box)), undo="")


def why_final_ahead(table: Table, seen: Look, alone: bool, action: int) -> str:
    """Why an action could not be taken back, in a look that may be drawn ahead; "" if it could. Where no other person plays,
    only the end is final."""
    final = preview_action(table.game, seen.view, seen.box, action).final or ""
    return final if final == ENDS or not alone else ""
