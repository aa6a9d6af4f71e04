"""People who join, leave, play, take back, resign, lose their connection and race, with a simple model beside the server.

After every step the log replays to the same state, a table opened anew is the same, and every view agrees. Who wins a race
is not for the test to say, so no rule has a precondition: what is drawn must not depend on it.
"""

import asyncio
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from marbletop.server.refusal import Refused
from marbletop.server.seating import come_back, free_seat, leave, put_bot, sit
from marbletop.server.table import Table
from marbletop.server.table_view import log_since, look

from .helpers import ANN, BEN, CAT, house_in, work
from .stepping import END, GAME, STEP

SEATS = 3
EXAMPLES = {"sqlite": 25, "postgres": 8}
PEOPLE = {"ann": ANN, "ben": BEN, "cat": CAT}
who = st.sampled_from(sorted(PEOPLE))
seat_numbers = st.integers(0, SEATS - 1)
actions = st.sampled_from([0, 0, 0, 1, 2, 3, 4, 4, 4, 5])


class Sitting:
    """What the model knows of a seat."""

    def __init__(self, person="", bot=False, kept="", resigned=False):
        self.person, self.bot, self.kept, self.resigned = person, bot, kept, resigned

    @property
    def owner(self):
        return self.person or self.kept


class TableMachine(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = Path(tempfile.mkdtemp())
        self.houses, self.contexts = [], []
        self.seats = [Sitting() for _ in range(SEATS)]
        self.line, self.saw, self.dealt, self.over = [], {}, False, False
        self.positions = [-1]

    def do(self, coroutine):
        return self.loop.run_until_complete(asyncio.wait_for(coroutine, 30))

    def tried(self, coroutine, expected):
        """Whether the server did it; that must be what the model expects."""
        try:
            self.do(coroutine)
            done = True
        except Refused as refused:
            done, self.said = False, str(refused)
        assert done == expected, f"the model expected {expected}: {'' if done else self.said}"
        return done

    @initialize(sitting=st.sampled_from([(), ("ann",), ("ann", "ben"), ("ann", "ann"), ("ben", "cat", "ann")]))
    def open_table(self, sitting):
        self.enter()
        self.enter()
        self.table = self.do(self.houses[0].lobby.create(ANN, "stepping", SEATS, listed=True))
        for seat, name in enumerate(sitting):
            self.sits_down(name, seat)
        if sitting:
            self.everybody_is_dealt_in()

    def enter(self):
        context = house_in(self.folder)
        self.contexts.append(context)
        self.houses.append(self.do(context.__aenter__()))

    def teardown(self):
        for context in self.contexts:
            self.do(context.__aexit__(None, None, None))
        self.loop.close()
        shutil.rmtree(self.folder)

    def held_by(self, name):
        return [seat for seat, sitting in enumerate(self.seats) if sitting.person == name]

    @property
    def state(self):
        """The state by the rules alone: the deal and the actions that were not taken back."""
        state = GAME.blank(SEATS, GAME.read_options({}), self.table.secret.key)
        GAME.setup(state, self.table.box)
        for _, action in self.line:
            GAME.play(state, self.table.box, action)
        return state

    def running(self):
        return self.dealt and not self.over

    def see_hands(self):
        for seat, sitting in enumerate(self.seats):
            if self.dealt and sitting.person:
                self.saw.setdefault(sitting.person, set()).add(seat)

    @rule(name=who, seat=seat_numbers)
    def sits_down(self, name, seat):
        sitting = self.seats[seat]
        seen = self.saw.get(name, set())
        free = not self.over and not sitting.resigned and sitting.owner in ("", name) and (not seen or seat in seen)
        if self.tried(sit(self.table, PEOPLE[name], [seat]), free):
            self.seats[seat] = Sitting(person=name)
            self.see_hands()

    @rule(name=who, for_good=st.booleans())
    def leaves(self, name, for_good):
        self.tried(leave(self.table, name_id(name), for_good=for_good), True)
        for seat in self.held_by(name):
            if self.running():
                self.seats[seat] = Sitting(bot=True, kept="" if for_good else name)
            elif not self.dealt:
                self.seats[seat] = Sitting()

    @rule(name=who)
    def comes_back(self, name):
        self.tried(come_back(self.table, PEOPLE[name]), True)
        for seat, sitting in enumerate(self.seats):
            if sitting.kept == name and not sitting.resigned and not self.over:
                self.seats[seat] = Sitting(person=name)
        self.see_hands()

    @rule(seat=seat_numbers, bot=st.booleans())
    def host_arranges(self, seat, bot):
        sitting = self.seats[seat]
        can = not self.over and not sitting.resigned and sitting.person in ("", "ann")
        if self.tried(put_bot(self.table, ANN.id, seat) if bot else free_seat(self.table, ANN.id, seat), can):
            self.seats[seat] = Sitting(bot=True, kept=sitting.kept) if bot else Sitting()

    @rule()
    def everybody_is_dealt_in(self):
        if self.dealt:
            return
        for seat in range(SEATS):
            if not self.seats[seat].owner and not self.seats[seat].bot:
                self.host_arranges(seat, True)
        if self.tried(self.table.deal(ANN.id), True):
            self.dealt = True
            self.see_hands()

    @rule(name=who, action=actions, late=st.integers(0, 8))
    def plays(self, name, action, late):
        position = self.positions[-2] if late == 0 and len(self.positions) > 1 else self.table.position
        fresh = position == self.table.position
        repeated = not fresh and self.last_request == (name, action, position)
        can = repeated or (fresh and self.running() and self.state.player in self.held_by(name)
                           and action in GAME.legal_list(self.state, self.table.box))
        if self.tried(self.table.play(name_id(name), action, position), can) and not repeated:
            self.played(name, action, position)

    last_request = None

    def played(self, name, action, position):
        self.last_request = (name, action, position)
        self.line.append((self.state.player, action))
        self.over = action == END

    @rule(name=who)
    def takes_back(self, name):
        if not self.running():
            return
        mine, others = self.held_by(name), {s.owner for s in self.seats if s.owner and not s.resigned} - {name}
        kept = list(self.line)
        if mine and not others:
            while kept and kept[-1][0] not in mine:
                kept.pop()
            can = bool(kept)
        else:
            can = bool(mine and kept and kept[-1][0] in mine and kept[-1][1] == STEP)
        if self.tried(self.table.undo(name_id(name), self.table.position), can):
            self.line, self.last_request = kept[:-1], None

    @rule(name=who)
    def resigns(self, name):
        mine = self.held_by(name)
        before = not mine and any(s.resigned and s.kept == name for s in self.seats)
        if self.tried(self.table.resign(name_id(name)), before or bool(self.running() and mine)) and not before:
            for seat in mine:
                self.seats[seat] = Sitting(bot=True, kept=name, resigned=True)
            self.over = sum(not s.resigned for s in self.seats) <= 1

    @rule()
    def the_bots_move(self):
        """One after the other as long as it is their turn, but none at a table without people."""
        if not self.running():
            return
        self.do(work(self.houses[0]))
        log = self.do(self.houses[0].storage.entries(self.table.id))
        for entry in log:
            if entry.kind == "action" and entry.number > self.known:
                assert self.seats[self.state.player].bot and entry.data["bot"]
                self.played("", entry.data["action"], entry.position)

    @rule()
    def is_opened_by_another_process(self):
        """From now on another process writes; what it has in memory may be old."""
        self.houses.reverse()
        self.table = self.do(self.houses[0].lobby.open(self.table.id))
        self.do(self.table.refresh())

    @rule()
    def memory_is_lost(self):
        self.houses[0].lobby._tables.clear()
        self.houses[0].lobby._latest.clear()
        self.table = self.do(self.houses[0].lobby.open(self.table.id))

    @rule(name=who, first=actions, second=actions)
    def two_processes_race(self, name, first, second):
        """The same person in two windows on two processes: one action is written."""
        if not self.running():
            return
        twin = self.do(self.houses[1].lobby.open(self.table.id))
        position = self.table.position
        legal = GAME.legal_list(self.state, self.table.box)

        async def race():
            return await asyncio.gather(self.table.play(name_id(name), first, position),
                                        twin.play(name_id(name), second, position), return_exceptions=True)
        results = self.do(race())
        mine = self.state.player in self.held_by(name)
        done = [action for action, result in zip((first, second), results) if not isinstance(result, Exception)]
        assert all(isinstance(result, Refused) for result in results if isinstance(result, Exception))
        possible = {action for action in (first, second) if mine and action in legal}
        assert set(done) <= possible and bool(done) == bool(possible)
        if done:
            assert first == second or len(done) == 1
            self.do(self.table.refresh())
            self.played(name, done[0], position)

    known = -1

    @invariant()
    def the_log_replays_and_views_agree(self):
        if not hasattr(self, "table"):
            return
        if self.table.position != self.positions[-1]:
            self.positions.append(self.table.position)
        self.do(self.check())

    async def check(self):
        house = self.houses[0]
        log = await house.storage.entries(self.table.id)
        self.known = log[-1].number if log else -1
        assert [entry.number for entry in log] == list(range(len(log)))
        fresh = Table(house.room, await house.storage.load(self.table.id))
        assert fresh.now == self.table.now and fresh.holders == self.table.holders and fresh.state == self.table.state
        assert fresh.saw == self.table.saw and {k: v for k, v in self.saw.items() if v} == {
            name: fresh.saw[PEOPLE[name].id] for name in PEOPLE if PEOPLE[name].id in fresh.saw}
        for seat, (sitting, holder) in enumerate(zip(self.seats, fresh.holders)):
            assert (name_id(sitting.person), sitting.bot, sitting.resigned) == (
                holder.user, holder.kind == "bot", holder.resigned), seat
            assert name_id(sitting.kept) == holder.kept
        if not self.dealt:
            return
        assert fresh.over == self.over
        state = self.state
        assert fresh.state == state
        for name in PEOPLE:
            seen = await look(self.table, PEOPLE[name].id)
            assert seen.view == GAME.view(state, self.table.box, seen.seat)
            assert len(await log_since(self.table, PEOPLE[name].id)) == len(log)
        await self.check_due(house, state)

    async def check_due(self, house, state):
        """The table has exactly the work that follows from its position."""
        rows = await house.storage._read("SELECT kind, seat, position FROM due WHERE table_id = ?", self.table.id)
        if self.over:
            assert [row[0] for row in rows if row[0] != "rate"] == ["fold"]        # it is rated at once, if bots play on
        elif self.seats[state.player].bot:
            assert rows == [("bot", state.player, self.table.position)]
        else:
            assert rows == []


def name_id(name):
    return PEOPLE[name].id if name else ""


@pytest.mark.slow
def test_the_server_does_what_the_model_says(engine):
    run_state_machine_as_test(TableMachine, settings=settings(
        max_examples=EXAMPLES[engine], stateful_step_count=35, deadline=None, derandomize=True,
        suppress_health_check=list(HealthCheck)))
