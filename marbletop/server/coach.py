"""The coach of somebody's first games: the goal, an explanation when a kind of decision first comes, and a friendly word before
a choice is final (advice.py). Whether it is on, and what it has explained, is kept for the guest (guest_values.py). What it
says at a table is in memory.

Explaining the rules is always fair. Advice is not: against people it is given only if all of them have agreed, and they are
asked like those who let somebody take a seat (consent.py).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from ..bots.explain import Explanation
from ..core.game import Game
from ..learn import quick_rules_of
from .entries import RUNNING
from .people import Guest
from .refusal import Refused
from .seats import others_than
from .table import Table

if TYPE_CHECKING:
    from .house import House

KEPT = "coach {game}"                       # the name of what is kept for a guest


@dataclass(frozen=True)
class Word:
    """A friendly word about a choice that is not final yet."""

    position: int
    gesture: tuple[int, ...]                # the choice: an action, and before it those that are drawn ahead
    kept: tuple[int, ...]                   # the first decisions of it, which may stay: the next one should be another
    explanation: Explanation


@dataclass(frozen=True)
class CoachView:
    """What a user sees of the coach at a table."""

    offered: bool = False                   # they have never played this game here
    on: bool = False
    met: frozenset[str] = frozenset()       # kinds of decision that were explained
    word: Word | None = None
    advises: bool = False                   # whether it may say what is better
    asks: bool = False                      # the others have been asked whether it may
    refused: bool = False
    questions: tuple[tuple[int, str], ...] = ()         # numbers and names of others who ask


@dataclass(eq=False)
class Desk:
    """The coach of one user at a table."""

    guest: Guest
    offered: bool = False
    on: bool = False
    met: set[str] = field(default_factory=set)          # kinds of decision that were explained
    word: Word | None = None
    spoken: Any = None                      # the turn in which the last word was said
    number: int = -1                        # of the question to the others; -1 if they were not asked
    agreed: set[str] = field(default_factory=set)
    refused: bool = False


@dataclass
class Desks:
    """The coaches at a table."""

    by_user: dict[str, Desk] = field(default_factory=dict)
    changes: int = 0


desks_of_tables: WeakKeyDictionary[Table, Desks] = WeakKeyDictionary()
NOTHING = CoachView()


def desk_of(table: Table, user: str) -> Desk | None:
    desks = desks_of_tables.get(table)
    return desks.by_user.get(user) if desks else None


def coach_version(table: Table, user: str) -> int:
    """Changes whenever the coach of a user, or a question to them, does."""
    desks = desks_of_tables.get(table)
    return desks.changes if desks and (user in desks.by_user or questions_for(table, user)) else 0


async def open_desk(house: "House", table: Table, guest: Guest) -> None:
    """Have the coach ready for somebody who plays here; nothing happens for others, or if it is there already."""
    if table.now.stage != RUNNING or not table.seats_of(guest.id) or desk_of(table, guest.id) or not quick_rules_of(table.game):
        return
    name = KEPT.format(game=table.about.game)
    kept = await house.guest_values.get(guest.id, name)
    offered = kept is None and not await house.storage.has_finished(guest.id, table.about.game)
    kept = kept if isinstance(kept, dict) else {}
    desks = desks_of_tables.setdefault(table, Desks())
    desks.by_user.setdefault(guest.id, Desk(guest, offered, bool(kept.get("on")), set(kept.get("met", ()))))


async def want_coach(house: "House", guest: str, game: str, on: bool) -> None:
    """Keep whether a guest wants the coach in a game."""
    await house.guest_values.change(guest, KEPT.format(game=game),
                                    lambda old: {"met": [], **(old if isinstance(old, dict) else {}), "on": on})


async def switch_coach(house: "House", table: Table, user: str, on: bool) -> None:
    """Switch the coach on or off, here and for the next games. Who switches it on again hears everything again."""
    desk = own_desk(table, user)
    desk.on, desk.offered, desk.word = on, False, None
    if on:
        desk.met.clear()
    await save(house, table, desk)


async def note_decisions(house: "House", table: Table, user: str, decisions: Iterable[str]) -> None:
    """Somebody has made these kinds of decision, or says that they are clear: they are not explained again. Who plays without
    an answer to the offer needs no coach now, and finds it in the menu."""
    desk, known = desk_of(table, user), known_decisions(table.game)
    if desk and desk.offered:
        desk.offered = False
        note_change(table)
    new = {decision for decision in decisions if decision in known}
    if desk and desk.on and not new <= desk.met:
        desk.met |= new
        await save(house, table, desk)


def ask_for_advice(table: Table, user: str) -> None:
    """Ask the other people whether the coach may advise."""
    desk = own_desk(table, user)
    if desk.refused:
        raise Refused("You have asked already, and the answer was no.")
    desk.number = desks_of_tables[table].changes
    note_change(table)


def answer_for_advice(table: Table, user: str, number: int, accept: bool) -> None:
    """Answer somebody who wants advice; one no is enough."""
    if not table.seats_of(user):
        raise Refused("Only players can answer this.")
    desk = next((desk for desk in all_desks(table) if desk.number == number and number >= 0), None)
    if desk is None or desk.guest.id == user:
        raise Refused("This question no longer needs an answer.")
    if accept:
        desk.agreed.add(user)
    else:
        desk.refused, desk.number = True, -1
    note_change(table)


def own_desk(table: Table, user: str) -> Desk:
    if (desk := desk_of(table, user)) is None:
        raise Refused("The coach is for players of a game that is going on.")
    return desk


def all_desks(table: Table) -> list[Desk]:
    desks = desks_of_tables.get(table)
    return list(desks.by_user.values()) if desks else []


def may_advise(table: Table, desk: Desk) -> bool:
    """Whether nobody would be wronged by advice: no other person plays, or all of them have agreed."""
    return not desk.refused and others_than(table.holders, desk.guest.id) <= desk.agreed


def questions_for(table: Table, user: str) -> tuple[tuple[int, str], ...]:
    """Those who ask this user whether the coach may advise them."""
    return tuple((desk.number, desk.guest.name) for desk in all_desks(table)
                 if desk.number >= 0 and desk.guest.id != user and user not in desk.agreed
                 and user in others_than(table.holders, desk.guest.id) and table.now.stage == RUNNING)


def decision_in(game: Game, view: Any, box: Any) -> str:
    """The kind of decision that somebody has to make now; empty if nobody has."""
    if game.facts is None or view is None or view.over:
        return ""
    return str(game.facts(view, box, view.player).get("decision", ""))


@cache
def known_decisions(game: Game) -> frozenset[str]:
    """The kinds of decision that the quick rules explain."""
    rules = quick_rules_of(game)
    return frozenset(decision for block in rules.blocks for decision in block.decisions) if rules else frozenset()


def coach_view(table: Table, user: str) -> CoachView:
    """What a user sees of the coach now."""
    desk, questions = desk_of(table, user), questions_for(table, user)
    if desk is None or table.now.stage != RUNNING:
        return CoachView(questions=questions) if questions else NOTHING
    word = desk.word if desk.on and desk.word and desk.word.position == table.position else None
    return CoachView(desk.offered, desk.on, frozenset(desk.met), word, may_advise(table, desk), desk.number >= 0, desk.refused,
                     questions)


async def save(house: "House", table: Table, desk: Desk) -> None:
    """Keep for the guest what the desk knows, and show it."""
    name = KEPT.format(game=table.about.game)
    await house.guest_values.put(desk.guest.id, name, {"on": desk.on, "met": sorted(desk.met)})
    note_change(table)


def note_change(table: Table) -> None:
    """Wake everybody who looks on."""
    desks_of_tables[table].changes += 1
    table.room.bus.publish(table.id)
