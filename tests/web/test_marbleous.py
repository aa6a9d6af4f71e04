"""Marbleous at a table: a card and its placement are one gesture, and pages of a part show real trays and cards."""

import asyncio
import random
import re

import pytest
from starlette.testclient import TestClient

from marbletop.games import GAMES
from marbletop.server.bots import ThreadBots
from marbletop.server.house import House
from marbletop.server.seating import sit
from marbletop.server.table_view import eyes_of, look_with, names_for
from marbletop.web.app import make_app
from marbletop.web.page.log_text import log_of, since_last_turn
from marbletop.web.settings import Settings
from marbletop.words import use_language

from .test_bytes import Person


@pytest.fixture
def table(tmp_path):
    """Ann's table, where she is to take her first card."""
    with TestClient(make_app(Settings(tmp_path), bots=ThreadBots(GAMES))) as client:
        ann = Person(client, "Ann")
        path = ann.post("/new", game="marbleous", seats="2", seat0="me", seat1="beginner", option_first_player="0").url.path
        yield ann, path


def panels_on(text):
    return set(re.findall(r"panel-(\w+)", text))


def test_the_card_stands_over_the_tray_before_it_is_taken(table):
    ann, path = table
    page = ann.get(f"{path}?action=0").text
    assert ">Roll in</button>" in page and "you may add a marble with a token" in page
    assert any(words in page for words in (             # the last if everything pops, which leaves no room for the others
        "or a card above to turn it", "White counts as any colour, but for one set only", "That empties your tray"))
    assert 'id="turn-0"' in page and "Take it" not in page
    assert re.search(r"<b>Roll in: .* into B", page)
    assert "Pick a card" in ann.get(path).text, "nothing has been played"


def test_a_card_that_is_turned_stands_over_its_columns_at_once(table):
    ann, path = table
    page = ann.get(f"{path}?draft=0&group=turn-1").text
    assert ">Roll in</button>" in page and re.search(r"<b>Roll in: .* into column C", page)


def test_the_pages_of_a_part_show_trays_and_cards(table):
    ann, path = table
    assert panels_on(ann.get(path).text) == {"tray", "rival", "points", "cards", "supply"}
    assert panels_on(ann.get(f"{path}?show=board").text) == {"tray", "rival", "points", "cards", "supply"}
    hand = ann.get(f"{path}?show=hand").text
    assert panels_on(hand) == {"tray", "points", "cards", "supply"} and 'data-action="0"' in hand


def test_what_others_see_is_no_way_to_look_into_their_cards(table):
    ann, path = table
    seats = re.findall(r'<span class="pts"[^>]*>(\w*)</span>', ann.get(path).text)
    assert seats == ["0", ""], "the points of others lie face down"


async def since(table, person):
    """What the dock tells somebody of what happened."""
    eyes = await eyes_of(table, person.id)
    seen, names = look_with(table, eyes), names_for(table, eyes.seat)
    return since_last_turn(table, eyes, await log_of(table, seen, None, names, ""), names)


@pytest.mark.parametrize(("language", "alone", "both"), [
    ("en", "You take your move back.", "Taken back: your move and what Ben played after it."),
    ("de", "Du nimmst deinen Zug zurück.", "Zurückgenommen: dein Zug und alles, was danach kam (Ben).")])
def test_it_is_told_what_was_taken_back_with_the_own_move(language, alone, both, tmp_path):
    async def story():
        async with House(tmp_path, bots=ThreadBots(GAMES), run=False) as house:
            ann, _ = people = [house.guests.welcome(who) for who in ("Ann", "Ben")]
            table = await house.lobby.create(ann, "marbleous", 2, listed=True, options={"first_player": 0})
            for seat, person in enumerate(people):
                await sit(table, person, [seat])
            await table.deal(ann.id)

            async def play():
                action = GAMES["marbleous"].legal_list(table.state, table.box)[0]
                await table.play(people[table.player].id, action, table.position)

            await play()
            await table.undo(ann.id, table.position, agreed=True)
            assert [one.words for one in await since(table, ann)] == [alone]
            while table.player == 0:
                await play()
            await play()
            await table.undo(ann.id, table.position, agreed=True)
            assert [one.words for one in await since(table, ann)] == [both]
            await play()
            assert both not in [one.words for one in await since(table, ann)], "it is told until somebody plays on"

    with use_language(language):
        asyncio.run(story())


def test_what_the_own_turn_brought_is_told_afterwards(tmp_path):
    """While others decide, and after what they did, until the next own turn."""
    async def story():
        async with House(tmp_path, bots=ThreadBots(GAMES), run=False) as house:
            people, chance, told = [house.guests.welcome(who) for who in ("Ann", "Ben")], random.Random(4), set()
            table = await house.lobby.create(people[0], "marbleous", 2, listed=True)
            for seat, person in enumerate(people):
                await sit(table, person, [seat])
            await table.deal(people[0].id)
            gained, before = False, -1
            while not table.over:
                seat, points = table.player, int(table.state.points[0])
                if before == 1 and seat == 0:
                    first, *more = await since(table, people[0])
                    assert "Ben " in first.words and not first.label
                    assert [(one.label, "point" in one.words) for one in more] == [("Your last turn", True)] * gained
                    told.add(("Ann decides", gained))
                    gained = False
                elif before == 0 and seat == 1:
                    now = await since(table, people[0])
                    assert [(one.label, "point" in one.words) for one in now] == [("Your last turn", True)] * gained
                    told.add(("Ben decides", gained))
                before = seat
                actions = GAMES["marbleous"].legal_list(table.state, table.box)
                await table.play(people[seat].id, chance.choice(actions), table.position)
                gained = gained or (seat == 0 and int(table.state.points[0]) > points)
            return told
    assert len(asyncio.run(story())) == 4
