"""Taking back what one could not take back alone: a player asks, and everybody else who sits at the table has to agree. Bots
are not asked, nor are people for whom a bot plays now.

There is one question at a time, kept in memory. It ends when a person plays on, and everything since the asker's last action
is taken back when the last one agrees. Chance comes out the same again (table.py), so nobody gains by asking twice.
"""

from dataclasses import dataclass, replace

from .consent import note_change
from .entries import RUNNING
from .refusal import Refused, Stale
from .seats import people
from .table import MOVED_ON, NO_SEAT, Table


@dataclass(frozen=True)
class TakeBack:
    """A player asks to take back their last action."""

    number: int
    user: str
    entry: int                              # the number of that action
    agreed: frozenset[str] = frozenset()    # users
    declined_by: str = ""                   # a user: then it is answered, and stays until somebody plays on
    read: bool = False                      # whether the asker has read that answer


@dataclass(frozen=True)
class VisibleTakeBack:
    """The same as a user at the table sees it."""

    number: int
    seat: int                               # of the asker
    yours: bool                             # whether it is the user who asks
    asked: bool                             # whether the user has to answer
    waits_for: tuple[int, ...]              # seats
    declined: int                           # the seat of who has said no; -1 if nobody has


async def ask_take_back(table: Table, user: str) -> None:
    """Ask the others; Refused if there is nothing to ask for."""
    if not table.seats_of(user):
        raise Refused(NO_SEAT)
    if (asked := table.take_back) is not None:
        raise Refused("The answer was no. Play on." if asked.declined_by and asked.user == user
                      else "There is a question already. It needs an answer first.")
    steps = await table.actions_back_to(user)
    if not people(table.holders) - {user}:
        raise Refused("Nobody else plays here. Take it back without asking.")
    table.take_back = TakeBack(table.requests.changes, user, steps[-1].number)
    note_change(table)


async def answer_take_back(table: Table, user: str, number: int, agrees: bool) -> None:
    """Agree that somebody takes back their last action, or decline. The last who agrees lets it happen."""
    asked = table.take_back
    if asked is None or asked.number != number or user not in waits_for(table, asked):
        raise Refused("This question no longer needs an answer.")
    table.take_back = asked = replace(asked, agreed=asked.agreed | {user}) if agrees else replace(asked, declined_by=user)
    note_change(table)
    if not asked.declined_by and not waits_for(table, asked):
        await carry_out(table, asked)


async def carry_out(table: Table, asked: TakeBack) -> None:
    """Take back what everybody agreed to."""
    table.take_back = None
    table.room.share_talk(table)
    if (await table.actions_back_to(asked.user))[-1].number != asked.entry:
        raise Stale(MOVED_ON)
    await table.undo(asked.user, table.position, agreed=True)


def withdraw_take_back(table: Table, user: str) -> None:
    """Stop asking, or put the answer aside."""
    if (asked := table.take_back) is not None and asked.user == user:
        table.take_back = replace(asked, read=True) if asked.declined_by else None
        note_change(table)


def waits_for(table: Table, asked: TakeBack) -> set[str]:
    """Those who have to answer: everybody else who plays here now. Who has left since then is not asked any more."""
    return set() if asked.declined_by else people(table.holders) - {asked.user} - asked.agreed


def visible_take_back(table: Table, user: str) -> VisibleTakeBack | None:
    """The question as a player sees it; nothing for those who watch."""
    asked = table.take_back
    if asked is None or table.now.stage != RUNNING or not table.seats_of(user) or not table.seats_of(asked.user):
        return None
    waiting, declined = waits_for(table, asked), table.seats_of(asked.declined_by)
    if asked.read or (asked.declined_by and asked.user != user):
        return None
    return VisibleTakeBack(asked.number, table.seats_of(asked.user)[0], asked.user == user, user in waiting,
                           tuple(sorted(seat for one in waiting for seat in table.seats_of(one)[:1])),
                           declined[0] if declined else -1)


async def may_ask_take_back(table: Table, user: str, undo: str | None) -> bool:
    """Whether a player could ask the others: they have played, and cannot take it back by themselves."""
    if table.now.stage != RUNNING or undo is None or table.take_back is not None or not table.seats_of(user):
        return False
    return not table.plays_alone(user) and bool(people(table.holders) - {user}) and await table.has_played(user)
