"""The books: what was acknowledged, and whether the disk has it, once and in order."""

import asyncio
import json
import time
from collections import defaultdict

from marbletop.server.entries import ACTION, UNDO
from marbletop.server.storage.databases import open_storage
from marbletop.server.table import Room, Table
from tests.server.helpers import SMALL_GAMES


class Books:
    def __init__(self, folder, database=""):
        self.database = database
        self.folder, self.acknowledged, self.failed, self.checked = folder, [], [], 0
        self.lost, self.doubled = [], []

    def add(self, lines):
        """Write down what a server has said."""
        self.acknowledged += [json.loads(line) for line in lines if line.startswith("[")]
        self.failed += [line for line in lines if line == "failed"]

    def check(self, everything=False):
        """Compare what is new with the disk, and replay the tables that it is about; or compare and replay everything."""
        fresh = self.acknowledged[0 if everything else self.checked:]
        self.checked = len(self.acknowledged)
        asyncio.run(self._check(fresh, everything))

    def running_tables(self):
        return asyncio.run(self._running_tables())

    async def _running_tables(self):
        storage = open_storage(self.folder, self.database)
        try:
            return [row[0] for row in await storage._read("SELECT id FROM tables WHERE stage = 'running'")]
        finally:
            await storage.close()

    async def _check(self, fresh, everything):
        storage = open_storage(self.folder, self.database)
        try:
            room, by_table = Room(storage, SMALL_GAMES, time.time), defaultdict(list)
            for said in fresh:
                by_table[said[0]].append(said)
            others = await storage._read("SELECT id FROM tables") if everything else []
            for id in sorted(by_table.keys() | {row[0] for row in others}):
                await self._check_table(storage, room, id, by_table[id])
        finally:
            await storage.close()

    async def _check_table(self, storage, room, id, acknowledged):
        loaded = await storage.load(id)
        written = {}
        if loaded is not None:
            table = Table(room, loaded)
            log = [entry for entry in await storage.entries(id, most=10 ** 6) if entry.number <= table.now.last]
            written = {entry.number: as_said(id, entry) for entry in log}
            self.doubled += [problem for problem in check_log(table, log) if problem not in self.doubled]
        self.lost += [said for said in acknowledged if written.get(said[1]) != said and said not in self.lost]


def as_said(id, entry):
    return json.loads(json.dumps([id, entry.number, entry.kind, entry.position, entry.user, entry.seat, entry.data]))


def check_log(table, log):
    """What is wrong with the log of a table: it must have all numbers, answer each position once, by whom it was the turn,
    and lead to the stored state."""
    answered = [entry.position for entry in log if entry.kind in (ACTION, UNDO)]
    if [entry.number for entry in log] != list(range(table.now.last + 1)) or len(answered) != len(set(answered)):
        return [f"table {table.id}: something happened twice, or an entry is missing"]
    if table.state is None:
        return []
    return [] if state_after(table, log) == table.state else [f"table {table.id}: the log does not lead to its state"]


def state_after(table, log):
    """The state that the actions of a log lead to; None if one of them was not possible."""
    state = table.game.blank(table.about.seats, table.game.read_options(table.about.options), table.secret.key)
    table.game.setup(state, table.box)
    states = [state]
    for entry in log:
        if entry.kind == ACTION:
            state = table.game.state.copy(states[-1])
            if state.player != entry.seat or entry.data["action"] not in table.game.legal_list(state, table.box):
                return None
            table.game.play(state, table.box, entry.data["action"])
            states.append(state)
        elif entry.kind == UNDO:
            del states[-len(entry.data["undone"]):]
    return states[-1]
