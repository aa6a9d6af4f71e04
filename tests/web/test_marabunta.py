"""Marabunta at a table: the split as two trays, and buttons that ask."""

import re

import pytest
from starlette.testclient import TestClient

from marbletop.games import GAMES
from marbletop.server.bots import ThreadBots
from marbletop.web.app import make_app
from marbletop.web.settings import Settings

from .test_bytes import Person


@pytest.fixture
def client(tmp_path):
    with TestClient(make_app(Settings(tmp_path), bots=ThreadBots(GAMES))) as client:
        yield client


def rows_of_dice(text):
    """The dice and the tile by the tray that they lie in, from the drawing."""
    places = re.findall(r'<g id="(die-\d|tile)" class="\w+" transform="translate\([\d.]+,([\d.]+)\)', text)
    heights = sorted({float(y) for _, y in places})
    return {id: heights.index(float(y)) for id, y in places}


def test_the_trays_are_drawn_as_they_are_split(client):
    ann = Person(client, "Ann")
    path = ann.post("/new", game="marabunta", seats="2", seat0="me", seat1="beginner", option_first_player="red").url.path
    assert set(rows_of_dice(ann.get(path).text).values()) == {0}            # all in one tray
    split = ann.get(f"{path}?taken=66").text
    assert [id for id, row in rows_of_dice(split).items() if row == 0] == ["die-1", "tile"]
    assert "Offer these trays" in split and "aria-disabled" not in split
    for mask in ("", "?taken=0", "?taken=127", "?taken=128", "?taken=-1"):
        page = ann.get(f"{path}{mask}").text
        assert 'aria-disabled="true"' in page and "Put at least one die or the tile into each tray." in page


def position_on(text):
    return re.search(r'data-position="(\d+)"', text)[1]


@pytest.mark.parametrize(("other", "asks"), [("friend", True), ("me", False)])
def test_a_button_that_cannot_be_taken_back_asks_first(client, other, asks):
    ann, ben = Person(client, "Ann"), Person(client, "Ben")
    path = ann.post("/new", game="marabunta", seats="2", seat0="me", seat1=other, option_first_player="red", begin="later",
                    listed="yes").url.path
    if other == "friend":
        ben.post(f"{path}/sit", seat="1")
    else:
        ben = ann
    ann.post(f"{path}/deal")
    ann.post(f"{path}/play", position=position_on(ann.get(path).text), subset="1", item0="1", item1="1", item2="1")
    ben.post(f"{path}/play", position=position_on(ben.get(path).text), action="64")
    page = ben.get(path).text
    assert bool(re.search(r'<a class="btn" data-choose href="[^"]*action=72">Leave the rest', page)) == asks
    assert bool(re.search(r'<button class="btn" name="action" value="72">Leave the rest', page)) != asks
    assert "Then " in ben.get(f"{path}?action=72").text


def test_a_new_table_leads_to_its_rules_without_their_numbers(client):
    page = client.get("/new?game=marabunta").text
    assert re.search(r'href="[^"]*#MA-41"[^>]*>Rule</a>', page) and not re.search(r">\s*MA-\d", page)


def test_a_hint_for_a_split_is_drawn_in_the_trays(client):
    ann = Person(client, "Ann")
    path = ann.post("/new", game="marabunta", seats="2", seat0="me", seat1="beginner", option_first_player="red").url.path
    page = ann.post(f"{path}/hint").text
    said = re.search(r"<b>Hint: First tray: ([^<]+)</b>", page)
    taken = int(re.search(r'id="set-up" href="[^"]*taken=(\d+)"', page)[1])
    first = [id for id, row in rows_of_dice(page).items() if row == 0]
    assert said and len(first) == taken.bit_count() == len(said[1].split(", ")) and 1 <= len(first) <= 3
    assert "Offer these trays" in ann.get(f"{path}?taken={taken}").text
