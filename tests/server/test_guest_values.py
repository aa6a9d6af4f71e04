"""What is kept for a guest between visits stays, is nobody else's, and goes with the guest."""

import asyncio

import pytest

from marbletop.server.erasure import erase_guest, everything_kept
from marbletop.server.guest_values import KEPT_FOR, LONGEST_VALUE, MOST_VALUES
from marbletop.server.refusal import Refused
from marbletop.server.storage.files import backup, restore
from marbletop.server.storage.sqlite import FILE

from .helpers import ANN, BEN, Clockwork, house_in, run, table_of
from .old_folder import copy_old_folder


def test_values_survive_a_restart_and_belong_to_one_guest(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            await house.guest_values.put(ANN.id, "lesson toy", {"chapter": 2})
            await house.guest_values.put(ANN.id, "puzzles", ["ä", 1.5, None])
        async with house_in(tmp_path) as house:
            assert await house.guest_values.all(ANN.id) == {"lesson toy": {"chapter": 2}, "puzzles": ["ä", 1.5, None]}
            assert await house.guest_values.get(BEN.id, "puzzles", "none") == "none"
    run(story())


def test_changes_at_the_same_time_all_count(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            await asyncio.gather(*(house.guest_values.change(ANN.id, "solved", lambda old: (old or 0) + 1) for _ in range(50)))
            assert await house.guest_values.get(ANN.id, "solved") == 50
    run(story())


def test_one_guest_cannot_fill_the_disk(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            with pytest.raises(Refused):
                await house.guest_values.put(ANN.id, "long", "x" * LONGEST_VALUE)
            for number in range(MOST_VALUES):
                await house.guest_values.put(ANN.id, f"value {number}", number)
            with pytest.raises(Refused):
                await house.guest_values.put(ANN.id, "one more", 1)
            await house.guest_values.put(ANN.id, "value 0", "changed")
            assert (await house.guest_values.all(ANN.id))["value 0"] == "changed"
    run(story())


def test_a_guest_is_told_everything_and_forgotten(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "toy", [BEN, ANN])
            await house.guest_values.put(ANN.id, "lesson toy", {"chapter": 2})
            await house.guest_values.put(BEN.id, "lesson toy", {"chapter": 1})
            assert await everything_kept(house, ANN) == {
                "name": "Ann", "tables": [table.id], "values": {"lesson toy": {"chapter": 2}}}
            await erase_guest(house, ANN)
            assert (await everything_kept(house, ANN))["values"] == {}
            assert await house.guest_values.get(BEN.id, "lesson toy") == {"chapter": 1}
    run(story())


def test_values_are_in_backups_and_come_back(tmp_path):
    async def keep(folder):
        async with house_in(folder) as house:
            await house.guest_values.put(ANN.id, "lesson toy", {"chapter": 2})

    async def find(folder):
        async with house_in(folder) as house:
            return await house.guest_values.all(ANN.id)
    run(keep(tmp_path / "data"))
    backup(tmp_path / "data", tmp_path / "copy")
    restore(tmp_path / "new", tmp_path / "copy")
    assert run(find(tmp_path / "new")) == {"lesson toy": {"chapter": 2}}


def test_a_folder_of_the_first_version_keeps_values_too(tmp_path):
    async def story():
        async with house_in(copy_old_folder(tmp_path)) as house:
            assert await house.guest_values.all(ANN.id) == {}
            await house.guest_values.put(ANN.id, "puzzles", 3)
        backup(tmp_path, tmp_path / "copy")
        async with house_in(tmp_path) as house:
            assert await house.guest_values.all(ANN.id) == {"puzzles": 3}
    run(story())
    restore(tmp_path / "new", tmp_path / f"{FILE}.version-1")       # the copy that was kept before the upgrade
    assert (tmp_path / "new" / FILE).exists()


def test_values_are_dropped_when_the_cookie_has_expired(tmp_path):
    async def story():
        clock = Clockwork()
        async with house_in(tmp_path, now=clock) as house:
            await house.guest_values.put(ANN.id, "old", 1)
            clock.pass_by(KEPT_FOR / 2)
            await house.guest_values.put(ANN.id, "young", 1)
            clock.pass_by(KEPT_FOR / 2 + 1)
            await house.guest_values.drop_old()
            assert await house.guest_values.all(ANN.id) == {"young": 1}
    run(story())


def test_a_finished_game_is_known(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "toy", [ANN, "beginner"])
            assert not await house.storage.has_finished(ANN.id, "toy")
            await table.resign(ANN.id)
            assert table.over and await house.storage.has_finished(ANN.id, "toy")
            assert not await house.storage.has_finished(ANN.id, "connect_four")
            assert not await house.storage.has_finished(BEN.id, "toy")
    run(story())
