"""Marbleous at a table: a card and its placement are one gesture, and pages of a part show real trays and cards."""

import re

import pytest
from starlette.testclient import TestClient

from marbletop.games import GAMES
from marbletop.server.bots import ThreadBots
from marbletop.web.app import make_app
from marbletop.web.settings import Settings

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
