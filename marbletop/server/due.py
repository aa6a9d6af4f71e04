"""What tables do by themselves: bots move, clocks run out, seats are handed over, games are counted, old logs are folded.

Each piece of work is a row that was written with the entry that caused it. It is taken by lease, so that a killed process
costs no more than one lease; it names its position, so that nothing happens twice.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from ..bots.pool import Answer, Job
from ..core.errors import MarbletopError
from .bots import BotService, any_action, bot_at_seat
from .guest_values import GuestValues
from .lobby import AWAY_WORK, Lobby
from .mail import MailDesk, MailFailed, is_new_turn
from .ratings import count_game
from .records import EVERYTHING
from .refusal import DatabaseFailed, Refused
from .seating import hand_over
from .seats import plain_name
from .storage import Task
from .table import BOT_WORK, CLOCK_WORK, FOLD_WORK, MAIL_WORK, RATE_WORK, Table

LEASE = 6.0                                 # seconds until the work of a killed process is taken by another
LOOK = 3.0                                  # seconds between looks for work that nobody announced
AT_ONCE = 64                                # pieces of work in progress
FEW_TRIES = 3                               # of a bot, until any legal action is played
MAIL_AGAIN, LONGEST_WAIT = 60.0, 3600.0     # seconds until a mail is tried again, more with every try
log = logging.getLogger(__name__)


class DueWork:
    def __init__(self, lobby: Lobby, bots: BotService, mail: MailDesk, guest_values: GuestValues, lease: float = LEASE,
                 look: float = LOOK):
        self.lobby, self.bots, self.mail, self.guest_values = lobby, bots, mail, guest_values
        self.lease, self.look = lease, look
        self._owner = secrets.token_hex(8)
        self._woken = asyncio.Event()
        self._running: set[asyncio.Task[None]] = set()
        self._loop: asyncio.Task[None] | None = None
        lobby.room.something_due = self._woken.set

    def start(self) -> None:
        self._loop = asyncio.create_task(self._work())

    async def stop(self) -> None:
        """Stop at once; unfinished work is taken by whoever comes next."""
        tasks = [*self._running, *([self._loop] if self._loop else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _work(self) -> None:
        while True:
            self._woken.clear()
            try:
                taken = await self.take()
                if not taken:
                    await self._rest()
            except DatabaseFailed as error:
                log.warning("due work could not be looked for: %s", error)
                await asyncio.sleep(self.look)
            except Exception:
                log.exception("due work could not be looked for")
                await asyncio.sleep(self.look)

    async def _rest(self) -> None:
        now = self.lobby.room.now()
        following = await self.lobby.room.storage.next_due(now)
        wait = self.look if following is None else min(self.look, max(0.01, following - now))
        with suppress(TimeoutError):
            async with asyncio.timeout(wait):           # wait_for may swallow a cancellation
                await self._woken.wait()

    async def take(self) -> int:
        """Take what is due, and start it; how many pieces of work that was."""
        free = AT_ONCE - len(self._running)
        if free <= 0:
            await asyncio.wait(self._running, return_when=asyncio.FIRST_COMPLETED)
            return 1
        now = self.lobby.room.now()
        tasks = await self.lobby.room.storage.take(self._owner, now, now + self.lease, free)
        for task in tasks:
            begun = asyncio.create_task(self._do(task))
            self._running.add(begun)
            begun.add_done_callback(self._running.discard)
        return len(tasks)

    async def settle(self) -> None:
        """Wait until all work that was started is done."""
        while self._running:
            await asyncio.wait(set(self._running))

    async def _do(self, task: Task) -> None:
        """Do one piece of work. If the database fails, it is taken again when its lease is over."""
        try:
            await self._try(task)
        except DatabaseFailed as error:
            log.warning("table %s: %s could not be saved: %s", task.table, task.due.kind, error)

    async def _try(self, task: Task) -> None:
        """Do one piece of work. If it fails, it is tried again later."""
        storage, now = self.lobby.room.storage, self.lobby.room.now
        try:
            table = await self.lobby.open(task.table)
        except DatabaseFailed:
            raise
        except MarbletopError as error:     # its game or its box is gone: perhaps they come back
            log.warning("table %s cannot be opened: %s", task.table, error)
            return await storage.put_off(self._owner, task, now() + 60.0)
        try:
            if task.due.kind != BOT_WORK or not still_due(table, task):
                await table.refresh()       # the work may follow from what another process has written
            await self._kinds[task.due.kind](self, table, task)
            await storage.finish(self._owner, task)
        except Refused as refused:          # the table has moved on, and has other work
            log.info("table %s: %s of position %s was refused: %s", task.table, task.due.kind, task.due.position, refused)
            if task.due.kind == BOT_WORK and still_due(table, task):
                await storage.put_off(self._owner, task, now() + min(60.0, task.tries))
            else:
                await storage.finish(self._owner, task)
        except DatabaseFailed:
            raise
        except MailFailed as error:
            log.warning("table %s: a mail could not be sent: %s", task.table, error)
            await storage.put_off(self._owner, task, now() + min(MAIL_AGAIN * task.tries, LONGEST_WAIT))
        except Exception:
            log.exception("table %s: %s failed", task.table, task.due.kind)
            await storage.put_off(self._owner, task, now() + min(60.0, task.tries))

    async def _move_bot(self, table: Table, task: Task) -> None:
        seat, position = task.due.seat, task.due.position
        if not still_due(table, task):
            return
        view = table.view(seat)
        if task.tries > FEW_TRIES:
            await table.play_for_bot(seat, any_action(table.game, view, table.box), position, "any")
            return
        about = table.about
        job = Job(game=about.game, options=about.options, seats=about.seats, components=table.components.text,
                  view=table.game.state.pack(view), bot=bot_at_seat(self.lobby.room.offers, table.holders[seat].level),
                  seed=secrets.randbits(63))
        answer = await self._bot_answer(task, job)
        if answer is not None:
            for fault in answer.faults:
                log.warning("table %s, seat %s: %s", table.id, seat, fault)
            table.bot_not_ready = not answer.ready
            await table.play_for_bot(seat, int(answer.action), position, answer.by)

    async def _bot_answer(self, task: Task, job: Job) -> Answer | None:
        """What the bot answers; the lease is renewed meanwhile. None if somebody else has taken over the work."""
        answer = asyncio.wrap_future(self.bots.submit(job))
        try:
            return answer.result() if await self._wait_for(task, answer) else None
        finally:
            answer.cancel()                 # nobody waits for it any more, also when the server stops

    async def _wait_for(self, task: Task, future: asyncio.Future[Any]) -> bool:
        """Renew the lease until something is done; False if somebody else has taken over the work."""
        storage, now = self.lobby.room.storage, self.lobby.room.now
        while True:
            done, _ = await asyncio.wait({future}, timeout=self.lease / 3)
            if done:
                return True
            if not await storage.renew(self._owner, task, now() + self.lease):
                return False

    async def _time_out(self, table: Table, task: Task) -> None:
        if table.position == task.due.position:
            await table.time_out(task.due.seat, task.due.position)

    async def _hand_over(self, table: Table, task: Task) -> None:
        user = table.holders[task.due.seat].user
        if user and not self.lobby.presence.is_connected(table.id, user):
            await hand_over(table, task.due.seat, user)

    async def _send_mail(self, table: Table, task: Task) -> None:
        """Tell a person by mail that it is their move, once in a turn, if they want it and are not here. It is noted before it
        is sent, so that nobody gets it twice, whatever happens meanwhile."""
        seat, position, user = task.due.seat, task.due.position, table.holders[task.due.seat].user
        wanted = await self.mail.subscription(user) if self.mail.offered and user else None
        if wanted is None or not wanted.confirmed or (table.position, table.player) != (position, seat) \
                or self.lobby.presence.is_connected(table.id, user):
            return
        told = wanted.told.get(table.id, -1)
        if not is_new_turn(await table.entries(told, EVERYTHING), seat, told):
            return
        others = [plain_name(name) for number, name in enumerate(table.names) if number != seat]
        message = self.mail.turn_mail(user, wanted, table.game, table.id, others)
        await self.mail.note_told(user, table.id, position)
        sending = asyncio.ensure_future(self.mail.send(message))
        await self._wait_for(task, sending)
        try:
            await sending
        except MailFailed:
            await self.mail.note_told(user, table.id, told)
            raise

    async def _rate(self, table: Table, task: Task) -> None:
        await count_game(self.guest_values, table)

    async def _fold(self, table: Table, task: Task) -> None:
        await self.lobby.room.storage.fold(table.id)

    _kinds: dict[str, Callable[..., Awaitable[None]]] = {
        BOT_WORK: _move_bot, CLOCK_WORK: _time_out, AWAY_WORK: _hand_over, FOLD_WORK: _fold,
        MAIL_WORK: _send_mail, RATE_WORK: _rate}


def still_due(table: Table, task: Task) -> bool:
    """Whether a bot is to move at this seat and position."""
    return table.position == task.due.position and table.player == task.due.seat and table.bot_decides
