"""What is stored of a guest: telling it to them, and erasing it, out of running tables for good."""

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from .people import Guest
from .refusal import NotHere
from .seating import come_back, leave
from .table import Table

if TYPE_CHECKING:
    from .house import House


async def everything_kept(house: "House", guest: Guest) -> dict[str, Any]:
    """All that this server knows about a guest; their moves are in the records of the tables."""
    return {"name": guest.name, "tables": await house.storage.tables_with(guest.id),
            "values": await house.guest_values.all(guest.id)}


async def erase_guest(house: "House", guest: Guest) -> int:
    """Leave all tables for good, and take the guest's id and names out of every table; how many there were. Games go on
    with bots, and finished ones stay as they were played: their seats have no name. What was kept for them is deleted."""
    ids = await house.storage.tables_with(guest.id)
    for id in ids:
        with suppress(NotHere):                             # its game is no longer installed: nobody plays there
            await get_up(await house.lobby.open(id), guest)
        await erase_at(house, id, guest)
    await house.guest_values.erase(guest.id)
    return len(ids)


async def get_up(table: Table, guest: Guest) -> None:
    if not table.over:
        await come_back(table, guest)
        await leave(table, guest.id, for_good=True)


async def erase_at(house: "House", id: str, guest: Guest) -> None:
    try:
        table = await house.lobby.open(id)
    except NotHere:
        return await house.storage.erase(id, guest.id)
    async with table.lock:                                  # nobody writes the name back meanwhile
        await house.storage.erase(id, guest.id)
        await table.reload()
    house.histories.forget(id)
    house.room.bus.publish(id)
