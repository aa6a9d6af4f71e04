"""What the dock tells of the turns of others."""

import asyncio

from marbletop.games import GAMES
from marbletop.server.bots import ThreadBots
from marbletop.server.house import House
from marbletop.server.seating import sit
from marbletop.server.table_view import eyes_of, look_with, names_for
from marbletop.web.page.log_text import log_of, since_last_turn


async def told_after(house, position, *turns):
    """What the dock of Marble Machine tells Ann after the turns of Ben and Clea."""
    people, game = [house.guests.welcome(who) for who in ("Ann", "Ben", "Clea")], GAMES["marble_machine"]
    table = await house.lobby.create(people[0], game.name, 3, listed=True, start=position)
    for seat, person in enumerate(people):
        await sit(table, person, [seat])
    await table.deal(people[0].id)
    for words in turns:
        actions = game.legal_list(table.state, table.box)
        action = next(one for one in actions if game.notation.write_action(table.state, table.box, one) == words)
        await table.play(people[table.player].id, action, table.position)
    eyes, names = await eyes_of(table, people[0].id), names_for(table, 0)
    return [told.words for told in since_last_turn(table, eyes, await log_of(table, look_with(table, eyes), None, names, ""),
                                                   names)]


def test_what_a_new_tile_does_is_told_after_what_everybody_did(tmp_path):
    """The page leaves out the last for which there is no room: that must be nobody's turn."""
    async def story():
        async with House(tmp_path, bots=ThreadBots(GAMES), run=False) as house:
            told = await told_after(house, "first player=1; board left@0,-2 right@0,2; hands left+push swap+left left_120+push",
                                    "swap", "swap 0,-2", "with 0,2", "left_120", "at 1,-4")
            assert told == ["Clea places Left 120 on F1.", "Ben swaps the tiles on E3 and E7.",
                            "Left 120: turns a marble sharply left (120°)."]

    asyncio.run(story())
