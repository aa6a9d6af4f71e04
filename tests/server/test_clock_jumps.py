"""The system's clock is set forward or back by an hour: nobody is locked out, nothing waits, nobody's time runs out."""

import pytest

from marbletop.server.clock import PER_MOVE, Clock
from marbletop.server.limits import PER_GUEST
from marbletop.server.refusal import TooMuch
from marbletop.server.steady_clock import SteadyClock

from .helpers import ANN, BEN, Clockwork, house_in, run, table_of, work

HOUR = 3600.0


class Machine:
    """A machine with a clock that can be set, and one that cannot."""

    def __init__(self):
        self.wall, self.ticks = Clockwork(), Clockwork()

    def boot(self):
        return SteadyClock(self.wall, self.ticks)

    def pass_by(self, seconds):
        self.wall.pass_by(seconds)
        self.ticks.pass_by(seconds)

    def set_clock(self, jump):
        self.wall.pass_by(jump)


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
def test_limits_fill_up_as_if_nothing_had_happened(tmp_path, jump):
    async def scenario():
        machine = Machine()
        async with house_in(tmp_path, now=machine.boot()) as house:
            for _ in range(PER_GUEST["say"][0]):
                await house.limits.check("say", "ann")
            machine.set_clock(jump)
            with pytest.raises(TooMuch):
                await house.limits.check("say", "ann")
            machine.pass_by(20)
            await house.limits.check("say", "ann")
    run(scenario())


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
@pytest.mark.parametrize("restarted", [False, True])
def test_bots_play_on_and_leases_end(tmp_path, jump, restarted):
    async def scenario():
        machine = Machine()
        async with house_in(tmp_path, now=machine.boot()) as house:
            table = await table_of(house, "connect_four", ("casual", BEN))
            assert await house.due.take() == 1                              # taken by lease, and then the process is gone
            await house.due.stop()
            id, position = table.id, table.position
            machine.set_clock(jump)
            if not restarted:
                machine.pass_by(house._lease + 1)
                await work(house)
                assert table.position > position
        if restarted:
            async with house_in(tmp_path, now=machine.boot()) as house:
                machine.pass_by(house._lease + 1)
                await work(house)
                assert (await house.lobby.open(id)).position > position
    run(scenario())


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
def test_nobodys_time_runs_out_because_a_clock_was_set(tmp_path, jump):
    async def scenario():
        machine = Machine()
        async with house_in(tmp_path, now=machine.boot()) as house:
            table = await table_of(house, "connect_four", (ANN, BEN), clock=Clock(PER_MOVE, 60))
            machine.set_clock(jump)
            machine.pass_by(30)
            await work(house)
            assert not table.now.times.fallen and table.player == 0
            machine.pass_by(120)
            await work(house)
            assert table.now.times.fallen or table.player != 0 or table.over
    run(scenario())


def test_time_never_goes_back_behind_what_was_stored(tmp_path):
    async def scenario():
        machine = Machine()
        async with house_in(tmp_path, now=machine.boot()) as house:
            table = await table_of(house, "connect_four", (ANN, BEN))
            last = (await house.storage.entries(table.id))[-1].at
        machine.set_clock(-HOUR)
        async with house_in(tmp_path, now=machine.boot()) as house:
            assert house.room.now() >= last
    run(scenario())
