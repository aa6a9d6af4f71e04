"""A table: the log of one game, and everything that can be written into it. Check, save, then publish.

Every request names the position it was made for. A writer checks against what is in memory, and the database decides: of
two writers one gets the entry, the other reads what is there and checks again.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ..bots.registry import LEVELS_OFFERED, Offer
from ..core.components import Components
from ..core.game import Game
from ..core.match import NoteRecorder, check_of, outcome_of, rewards, state_from_text, why_not
from ..core.notes import Note
from ..core.verification import Verdict
from ..words import ENGLISH, language, phrase, phrases, present, say, use_language
from . import clock as clocks
from .drafts import check_draft
from .entries import (
    ACTION,
    CLOCK,
    DEAL,
    NOWHERE,
    OPEN,
    OVER,
    RESIGNATION,
    RUNNING,
    SEAT,
    UNDO,
    VERSION,
    Change,
    Due,
    Entry,
    TableStatus,
    notes_with_hearers,
    read_snapshot,
    write_snapshot,
)
from .events import Bus
from .fairness import with_added
from .previews import PASSES, preview_action
from .refusal import NotHere, Refused, Stale
from .seats import BOT, EMPTY, PERSON, Holder, SeatRequests, has_hands, name_of, others_than, seats_by_user
from .storage import EntryConflict, SpokenPhrase, Step, Storage, StoredTable

if TYPE_CHECKING:
    from .take_back import TakeBack

BOT_WORK, CLOCK_WORK, FOLD_WORK, MAIL_WORK, RATE_WORK = "bot", "clock", "fold", "mail", "rate"
MAILED_AFTER = 60.0                         # seconds: who plays on at once gets no mail
RESIGNED = "resigned"                       # the ending of a game that was given up
WRITE_ATTEMPTS = 100                        # races that a writer may lose before it gives up
MOST_BOXES = 1000                           # kept for tables that are opened later
FOLDED_AFTER = 3600.0                       # seconds after the end
KEPT_ENTRIES = 64                           # of a table that somebody is looking at
MOVED_ON = phrase("The game has moved on. Take another look and choose again.")
NO_SEAT, NOT_DEALT, IS_OVER = phrases(
    "You don't have a seat at this table.", "The game hasn't started yet.", "The game is over.")


@dataclass
class Room:
    """What all tables of a server share."""

    storage: Storage
    games: Mapping[str, Game]
    now: Callable[[], float]
    bus: Bus = field(default_factory=Bus)
    display_seconds: Callable[[Sequence[Note]], float] = clocks.display_seconds
    offers: tuple[Offer, ...] = LEVELS_OFFERED              # bots that can be called to its tables
    something_due: Callable[[], None] = lambda: None        # called when due work has been written
    share_talk: Callable[["Table"], None] = lambda table: None          # called when something is asked, or a hand uncovered
    read_talk: Callable[["Table", str], None] = lambda table, talk: None        # takes over what another process wrote
    boxes: dict[Any, tuple[Any, Any]] = field(default_factory=dict)
    moves: int = 0                          # actions played since the start, by people and bots

    def box(self, name: str, seats: int, options: Mapping[str, Any], components: Components) -> tuple[Any, Any]:
        """The options and the box of a game; tables with equal ones share them."""
        kind = (name, seats, components.digest, repr(sorted(options.items())))
        if kind not in self.boxes:
            game = self.games[name]
            chosen = game.read_options(options)
            if len(self.boxes) >= MOST_BOXES:
                self.boxes.clear()
            self.boxes[kind] = chosen, game.make_box(chosen, seats, components)
        return self.boxes[kind]


class Table:
    """One table as this process knows it. `state` is the whole state: only views of it leave the server."""

    __slots__ = ("__weakref__", "_called", "_seated", "about", "before", "bot_not_ready", "box", "components", "game",
                 "holders", "lock", "next", "now", "options", "phrases_said", "players", "requests", "rights", "room", "saw",
                 "secret", "stamp", "state", "tail", "take_back", "uncovered", "undo_answers", "verdict", "visited")

    def __init__(self, room: Room, loaded: StoredTable):
        self.room, self.about = room, loaded.about
        self.game = room.games[loaded.about.game]
        self.components = components_at(self.game, loaded)
        self.options, self.box = room.box(self.about.game, self.about.seats, self.about.options, self.components)
        self.lock = asyncio.Lock()
        self.uncovered: dict[str, int] = {}    # user -> the hand that is uncovered, of those who play several
        self.visited = 0.0                  # when it was last noted that somebody looked at it
        self.bot_not_ready = False          # a simpler bot stands in for one that is being prepared
        self.requests = SeatRequests()
        self.take_back: TakeBack | None = None      # what a player asks the others
        self.verdict: Verdict | None = None     # what its record proves, once somebody has asked
        self._load(loaded)

    def _load(self, loaded: StoredTable) -> None:
        self.now, self.holders, self.saw, self.rights = loaded.status, loaded.holders, loaded.saw, loaded.rights
        self.secret, self.next, self.stamp = loaded.secret, loaded.next, loaded.stamp
        self.room.read_talk(self, loaded.talk)
        self.state: Any = read_snapshot(self.game, loaded.snapshot, self.secret.key) if loaded.snapshot else None
        self.forget()

    async def reload(self) -> None:
        """Read anew what is stored; call it with the lock."""
        loaded = await self.room.storage.load(self.id)
        assert loaded is not None
        self.about = loaded.about
        self._load(loaded)

    def forget(self) -> None:
        """Drop what is kept only because pages ask for it often."""
        self._seated: tuple[Any, dict[str, list[int]]] = None, {}       # the holders of seats, and the seats by user
        self._called: tuple[Any, Any, list[str]] = None, None, []      # the holders, the language, and their names
        self.undo_answers: dict[tuple[int, str, str], str | None] = {}         # by entry, user and language
        self.tail: list[Entry] = []         # the latest entries, up to the last one
        self.before: tuple[Entry, Any] | None = None        # the action that led here, and the state before it
        self.phrases_said: list[SpokenPhrase] | None = None
        self.players: set[str] = set()      # users who are known to have played

    @property
    def id(self) -> str:
        return self.about.id

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The bots that can be called to it."""
        return self.room.offers

    @property
    def position(self) -> int:
        return self.now.position

    @property
    def over(self) -> bool:
        return self.now.stage == OVER

    @property
    def player(self) -> int:
        """The seat that decides; -1 if none does."""
        return int(self.state.player) if self.now.stage == RUNNING else -1

    @property
    def names(self) -> list[str]:
        if self._called[0] is not self.holders or self._called[1] is not present():
            named = [name_of(self.game, seat, holder) for seat, holder in enumerate(self.holders)]
            self._called = self.holders, present(), named
        return self._called[2]

    def seats_of(self, user: str) -> list[int]:
        if self._seated[0] is not self.holders:
            self._seated = self.holders, seats_by_user(self.holders)
        return [*self._seated[1].get(user, ())]

    def view(self, seat: int) -> Any:
        """The position as a seat may know it; -1 for a spectator."""
        return self.game.view(self.state, self.box, seat)

    @property
    def bot_decides(self) -> bool:
        """Whether a bot moves next: its own seat, or one whose time is over."""
        return self.player >= 0 and (self.holders[self.player].kind == BOT or self.now.times.fallen)

    def plays_alone(self, user: str) -> bool:
        """Whether no other person plays here, so that everything can be taken back."""
        return bool(self.seats_of(user)) and not others_than(self.holders, user)

    async def deal(self, user: str) -> Entry:
        """Begin the game. The host or anybody who sits here may do so when every seat is taken."""
        async def make_deal() -> Change | Entry:
            if self.now.stage != OPEN:
                return await self._earlier_entry(DEAL)
            if user != self.about.host and not self.seats_of(user):
                raise Refused("Only the host or a player can start the game.")
            if free := [name for name, holder in zip(self.names, self.holders) if holder.kind == EMPTY]:
                raise Refused("Still empty: {seats}. Invite someone or add a bot.", seats=", ".join(free))
            return self._deal_change(user)
        return await self._write(make_deal)

    async def play(self, user: str, action: int, position: int, draft: Sequence[int] = ()) -> Entry:
        """Play an action for the seat that decides, after the decisions of a draft that led up to it: all of them or none."""
        async def make_actions() -> Change | Entry:
            self._check_running()
            seat = self.player
            if seat not in self.seats_of(user):
                raise Refused("It isn't your turn yet." if self.seats_of(user) else NO_SEAT)
            if self.now.times.fallen:
                raise Refused("Your time is up, so a bot plays this move for you.")
            if draft:
                check_draft(self.game, self.view(seat), self.box, draft)
            return self._change_of_actions(user, seat, (*draft, action))

        def is_action(wanted: int) -> Callable[[Entry], bool]:
            return lambda e: (e.kind, e.user, e.data.get("action")) == (ACTION, user, wanted)
        return await self._write(make_actions, position, [is_action(one) for one in (*draft, action)])

    async def play_for_bot(self, seat: int, action: int, position: int, by: str) -> Entry:
        """Play what a bot has chosen, if it is still the bot's turn. `by` names the bot that answered."""
        async def make_bot_action() -> Change | Entry:
            self._check_running()
            if seat != self.player or not self.bot_decides:
                raise Stale("A bot no longer plays this seat.")
            self._check_legal(self.state, seat, action)
            return self._action_change("", seat, action, {"bot": by})
        return await self._write(make_bot_action, position)

    async def undo(self, user: str, position: int, agreed: bool = False) -> Entry:
        """Take back the user's last action if it is not final; where no other person plays or all have agreed (take_back.py),
        everything back to it."""
        async def make_undo() -> Change | Entry:
            undone = await self.actions_back_to(user) if agreed else await self.undoable(user)
            back = undone[-1].position
            kept = await self.room.storage.snapshot(self.id, back)
            if kept is None:
                raise Refused("That position is no longer saved.")
            state = read_snapshot(self.game, kept, self.secret.key)
            times = clocks.times_after_undo(self.about.clock, self.now.times, self.player, state.player, self.room.now())
            return self._make_change(UNDO, user, undone[-1].seat, state=state, times=times,
                                     data={"back": back, "undone": [step.number for step in undone]})
        return await self._write(make_undo, position, [lambda e: (e.kind, e.user) == (UNDO, user)])

    async def resign(self, user: str) -> Entry:
        """Give up the user's seats. If only one side is left, it has won; else bots play on."""
        async def make_resignation() -> Change | Entry:
            if not self.seats_of(user) and any(h.resigned and h.kept == user for h in self.holders):
                return await self._earlier_entry(RESIGNATION)
            self._check_running()
            if not (seats := self.seats_of(user)):
                raise Refused(NO_SEAT)
            holders = tuple(replace(h, kind=BOT, user="", kept=user, resigned=True) if seat in seats else h
                            for seat, h in enumerate(self.holders))
            result = result_of_resigning(holders, self.state.side)
            return self._make_change(RESIGNATION, user, seats[0], holders=holders, result=result,
                                     data={"seats": seats, **({"result": result} if result else {})})
        return await self._write(make_resignation)

    async def time_out(self, seat: int, position: int) -> Entry:
        """End the time of the deciding seat: a bot will move for it."""
        async def make_time_out() -> Change | Entry:
            self._check_running()
            end = clocks.deadline(self.about.clock, self.now.times, self.player)
            if seat != self.player or self.holders[seat].kind != PERSON or end is None or end > self.room.now():
                raise Stale("The time isn't up yet.")
            return self._make_change(CLOCK, "", seat, times=replace(self.now.times, fallen=True))
        return await self._write(make_time_out, position)

    async def renew_rules(self) -> Entry | None:
        """Carry a running game over to the present version of its rules; None if it has that version."""
        if self.now.stage != RUNNING or self.now.version == self.game.version:
            return None

        async def make_renewal() -> Change | Entry:
            return self._make_change(VERSION, "", data={"from": self.now.version, "to": self.game.version}, state=self.state)
        return await self._write(make_renewal)

    async def change_seats(self, user: str, decide: Callable[[], tuple[Holder, ...]]) -> Entry:
        """Write who sits where from now on. `decide` checks and returns all holders; if nothing changes, there is no new
        entry."""
        async def make_seat_change() -> Change | Entry:
            holders = decide()
            changed = [seat for seat, holder in enumerate(holders) if holder != self.holders[seat]]
            if not changed:
                return await self._earlier_entry()
            times = clocks.restart_turn(self.now.times, self.room.now()) if self.player in changed else self.now.times
            with use_language(ENGLISH):                         # what is stored must not depend on who asked
                seats = {str(seat): self._seat_data(seat, holders[seat]) for seat in changed
                         if self._seat_data(seat, holders[seat]) != self._seat_data(seat, self.holders[seat])}
            return self._make_change(SEAT, user, changed[0], holders=holders, times=times, data={"seats": seats})
        return await self._write(make_seat_change)

    def _seat_data(self, seat: int, holder: Holder) -> dict[str, str]:
        """What the log tells about who holds a seat."""
        return {"kind": holder.kind, "name": name_of(self.game, seat, holder),
                **({"level": holder.level} if holder.level else {})}

    async def undoable(self, user: str) -> list[Step]:
        """The actions that an undo of this user would take back, the last first; else Refused."""
        self._check_running(phrase("You can't take anything back after the game is over."))
        if not (seats := self.seats_of(user)):
            raise Refused(NO_SEAT)
        if self.plays_alone(user):
            return await self.actions_back_to(user)
        steps = await self._back_to(range(self.about.seats))
        if not steps or steps[0].seat not in seats:
            raise Refused("You can only take back your own last move, and only until someone else has played.")
        if reason := await self._why_final(steps[0]):
            raise Refused("You can't take this back: {reason}.", reason=say(reason))
        back = 1
        while back < len(steps) and not await self._why_final(steps[back]):
            back += 1
        return steps[:back]

    async def actions_back_to(self, user: str) -> list[Step]:
        """The actions back to the last one of this user, the last first; Refused if there is none."""
        self._check_running(phrase("You can't take anything back after the game is over."))
        steps = await self._back_to(seats := self.seats_of(user))
        if not steps or steps[-1].seat not in seats:
            raise Refused("There is nothing to take back: you haven't played yet.")
        return steps

    async def has_played(self, user: str) -> bool:
        """Whether there is an action of this user's seats that could be taken back."""
        if user not in self.players:
            with suppress(Refused):
                await self.actions_back_to(user)
                self.players.add(user)
        return user in self.players

    async def why_not_undo(self, user: str) -> str | None:
        """Why this user can take nothing back now; None if they can."""
        asked = (self.now.last, user if self.seats_of(user) else "", language())
        if asked not in self.undo_answers:
            try:
                await self.undoable(user)
                answer = None
            except Refused as refused:
                answer = str(refused)
            self.undo_answers = {key: kept for key, kept in self.undo_answers.items() if key[0] == asked[0]} | {asked: answer}
        return self.undo_answers[asked]

    async def _back_to(self, seats: Collection[int]) -> list[Step]:
        """The actions back to the last press of these seats, the last first."""
        if self.before and (last := self.before[0]).seat in seats and "led_up" not in last.data:
            return [Step(last.number, last.seat, last.position)]
        return await self.room.storage.actions_back_to(self.id, self.position, seats)

    async def _why_final(self, step: Step) -> str | None:
        if self.before and self.before[0].number == step.number:
            entry, state = self.before
        else:
            entry = (await self.room.storage.entries(self.id, step.number - 1, 1))[0]
            kept = await self.room.storage.snapshot(self.id, step.position)
            state = read_snapshot(self.game, kept) if kept is not None else None
        if entry.chance or state is None:
            return phrase("dice or cards have already decided") if entry.chance else (
                phrase("the position before it is no longer saved"))
        if entry.number == self.position and self.player != step.seat and not self.over:
            return PASSES                                   # as has just been seen: it need not be tried again
        return preview_action(self.game, self.game.view(state, self.box, step.seat), self.box, entry.data["action"]).final

    async def entries(self, after: int, most: int) -> list[Entry]:
        """The entries after a number; the latest are in memory, because every page shows them."""
        if self.tail and (first := after + 1 - self.tail[0].number) >= 0:       # their numbers have no gaps
            return self.tail[first:first + most]
        found = await self.room.storage.entries(self.id, after, most)
        if found and found[-1].number == self.now.last:
            self.tail = found[-KEPT_ENTRIES:]
        return found

    async def refresh(self) -> None:
        """Read what other processes have written meanwhile."""
        loaded = await self.room.storage.load(self.id)
        if loaded is None:
            raise NotHere("There is no table {id}.", id=self.id)
        self.next = loaded.next
        if loaded.stamp > self.stamp and loaded.status.last >= self.now.last:       # else this process wrote meanwhile
            self.about = loaded.about
            self._load(loaded)

    def note_stamp(self, stamp: int, changes: int = 1) -> None:
        """This process has made so many changes. If others have made some between them, the old stamp stays, and what they
        have written is read when somebody asks for the table."""
        if stamp == self.stamp + changes:
            self.stamp = stamp

    async def _write(self, make: Callable[[], Awaitable[Change | Entry]], position: int | None = None,
                     same: Sequence[Callable[[Entry], bool]] = ()) -> Entry:
        """Check, save, publish; `same` recognises the entries that the same request has led to before. This is carried through
        even if whoever asked for it is gone."""
        return await asyncio.shield(asyncio.ensure_future(self._write_locked(make, position, same)))

    async def _write_locked(self, make: Callable[[], Awaitable[Change | Entry]], position: int | None,
                            same: Sequence[Callable[[Entry], bool]]) -> Entry:
        async with self.lock:
            if position is not None and position > self.position:
                await self.refresh()
            for _ in range(WRITE_ATTEMPTS):
                if position is not None and position != self.position:
                    return await self._answer_again(position, same)
                change = await make()
                if isinstance(change, Entry):
                    return change
                try:
                    stamp = await self.room.storage.append(self.id, change)
                except EntryConflict:
                    await self.refresh()
                    continue
                self.note_stamp(stamp, 1 + len(change.led_up))
                for one in (*change.led_up, change):
                    self._accept(one)
                    self.room.moves += one.entry.kind == ACTION
                self.room.bus.publish(self.id)
                if change.due:
                    self.room.something_due()
                return change.entry
        raise Refused("The table is too busy. Please try again.")

    async def _answer_again(self, position: int, same: Sequence[Callable[[Entry], bool]]) -> Entry:
        """The last entry that the same request led to before; Stale if there is none."""
        earlier = None
        for is_same in same:
            earlier = await self.room.storage.entry_for(self.id, position)
            if earlier is None or not is_same(earlier):
                raise Stale(MOVED_ON)
            position = earlier.number
        if earlier is None:
            raise Stale(MOVED_ON)
        return earlier

    async def _earlier_entry(self, kind: str | None = None) -> Entry:
        """The last entry (of a kind): the answer to a request that was carried out before."""
        found = await self.room.storage.entries(self.id, NOWHERE if kind else self.now.last - 1)
        found = [entry for entry in found if kind in (None, entry.kind)]
        return found[-1] if found else Entry(NOWHERE, "", 0.0, NOWHERE)

    def _accept(self, change: Change) -> None:
        self.now, self.holders = change.status, change.holders
        self._note_player(change.entry)
        if self.tail:
            self.tail = [*self.tail[1 - KEPT_ENTRIES:], change.entry]
        if change.state is not None:
            self.before = (change.entry, self.state) if change.entry.kind == ACTION else None
            self.state = change.state
        if change.added is not None:
            self.secret = with_added(self.secret, change.added)
        for user, seat in change.saw:
            self.saw.setdefault(user, set()).add(seat)

    def _note_player(self, entry: Entry) -> None:
        """Remember who has played. A person who plays on has answered what another one asks."""
        if entry.kind == ACTION and entry.user:
            self.players.add(entry.user)
        elif entry.kind in (UNDO, SEAT):
            self.players.clear()
        if self.take_back is not None and (entry.kind == UNDO or (entry.kind == ACTION and entry.user)):
            self.take_back = None
            self.room.share_talk(self)

    def _check_running(self, after_the_end: str = IS_OVER) -> None:
        if self.now.stage != RUNNING:
            raise Refused(NOT_DEALT if self.now.stage == OPEN else after_the_end)

    def _check_legal(self, state: Any, seat: int, action: int) -> None:
        if type(action) is int and action in self.game.legal_list(state, self.box):
            return
        if reason := why_not(self.game, self.game.view(state, self.box, seat), self.box, action):
            raise Refused(reason)

    def _deal_change(self, user: str) -> Change:
        secret = with_added(self.secret, [holder.added for holder in self.holders])
        state, ear = self.game.blank(self.about.seats, self.options, secret.key), NoteRecorder()
        if self.about.start:
            state = state_from_text(self.game, self.box, self.about.seats, self.about.start)
            state.chance_key = secret.key
        else:
            state.listener = ear
            self.game.setup(state, self.box)
            state.listener = None
        times = clocks.times_at_deal(self.about.clock, state.seats, self.room.now(), self.room.display_seconds(ear.notes))
        change = self._make_change(DEAL, user, state=state, ear=ear, times=times,
                                   data={"added": secret.added, "check": check_of(self.game, state)})
        return replace(change, added=secret.added)

    def _change_of_actions(self, user: str, seat: int, actions: Sequence[int]) -> Change:
        """The change by the last of these actions, with those by the others, which lead up to it."""
        made: list[Change] = []
        for number, action in enumerate(actions):
            state = made[-1].state if made else self.state
            if state.over or state.player != seat:
                raise Stale(MOVED_ON)
            self._check_legal(state, seat, action)
            made.append(self._action_change(user, seat, action, {"led_up": number} if number else {},
                                            made[-1] if made else None))
        return replace(made[-1], led_up=tuple(made[:-1]))

    def _action_change(self, user: str, seat: int, action: int, data: dict[str, Any], after: Change | None = None) -> Change:
        """The change by an action that is played now, or after another change that is not saved yet."""
        before, status = (after.state, after.status) if after else (self.state, self.now)
        state, ear, now = self.game.state.copy(before), NoteRecorder(), self.room.now()
        text = str(self.game.notation.write_action(before, self.box, action))
        state.listener = ear
        self.game.play(state, self.box, action)
        state.listener = None
        counted = self.holders[seat].kind == PERSON
        times = clocks.times_after_action(self.about.clock, status.times, seat, state.player, counted, now,
                                          self.room.display_seconds(ear.notes))
        result = result_of_game(self.game, state, self.box) if state.over else None
        return self._make_change(ACTION, user, seat, state=state, ear=ear, times=times, result=result, status=status,
                                 data={"action": action, "text": text, "check": check_of(self.game, state), **data})

    def _make_change(self, kind: str, user: str, seat: int = -1, *, data: dict[str, Any] | None = None, state: Any = None,
                     ear: NoteRecorder | None = None, holders: tuple[Holder, ...] | None = None,
                     times: clocks.Times | None = None, result: dict[str, Any] | None = None,
                     status: TableStatus | None = None) -> Change:
        """An entry with everything that is stored with it, for the table as it is now or will be (`status`)."""
        status = status or self.now
        number, at = status.last + 1, self.room.now()
        holders = holders or self.holders
        stage = OVER if result else RUNNING if state is not None else status.stage
        position, version = (number, self.game.version) if state is not None else (status.position, status.version)
        standing = TableStatus(number, position, stage, version, times or status.times, result)
        notes = notes_with_hearers(self.game, state, self.box, ear.notes) if ear else ()
        entry = Entry(number, kind, at, status.position, user, seat, data or {}, tuple(ear.outcomes) if ear else (), notes)
        reached = state if state is not None else self.state
        return Change(entry, standing, holders, due_work(self.about.clock, standing, holders, reached, at), state,
                      write_snapshot(self.game, state) if state is not None else None, self._new_hands_seen(holders, standing))

    def _new_hands_seen(self, holders: Sequence[Holder], standing: TableStatus) -> tuple[tuple[str, int], ...]:
        if standing.stage == OPEN or not has_hands(self.game):
            return ()
        return tuple((holder.user, seat) for seat, holder in enumerate(holders)
                     if holder.kind == PERSON and seat not in self.saw.get(holder.user, ()))


def components_at(game: Game, loaded: StoredTable) -> Components:
    """What a table is played with: the text that was stored when it was opened, whatever the game's own file says now."""
    if loaded.box is None:
        raise Refused("This table plays with the edition {box!r}, which is no longer here.", box=loaded.about.box["name"])
    return game.components_of(loaded.box)


def due_work(clock: clocks.Clock, now: TableStatus, holders: Sequence[Holder], state: Any, at: float) -> tuple[Due, ...]:
    """What a table must do by itself in this situation."""
    if now.stage == OPEN:
        return ()
    if now.stage == OVER:
        return Due(RATE_WORK, -1, now.position, at), Due(FOLD_WORK, -1, now.position, at + FOLDED_AFTER)
    seat = int(state.player)
    if holders[seat].kind == BOT or now.times.fallen:
        return (Due(BOT_WORK, seat, now.position, at),)
    end = clocks.deadline(clock, now.times, seat)
    if end is None or holders[seat].kind != PERSON:
        return ()
    mail = (Due(MAIL_WORK, seat, now.position, at + MAILED_AFTER),) if clock.kind == clocks.DAYS else ()
    return (Due(CLOCK_WORK, seat, now.position, end), *mail)


def result_of_game(game: Game, state: Any, box: Any) -> dict[str, Any]:
    outcome = outcome_of(game, state, box)
    return {"ending": outcome.ending, "points": list(outcome.points), "rank": list(outcome.rank),
            "reward": list(outcome.reward)}


def result_of_resigning(holders: Sequence[Holder], side: Sequence[int]) -> dict[str, Any] | None:
    """How the game ends by resignations; None if it goes on. A side has resigned when all its seats have."""
    given_up = {side[seat] for seat, holder in enumerate(holders) if holder.resigned}
    playing = {side[seat] for seat, holder in enumerate(holders) if not holder.resigned}
    given_up -= playing
    if len(playing) > 1 or not given_up:
        return None
    rank = [1 if side[seat] in playing else 2 for seat in range(len(holders))]
    return {"ending": RESIGNED, "points": [0.0] * len(rank), "rank": rank,
            "reward": list(rewards(rank, side[:len(rank)]))}
