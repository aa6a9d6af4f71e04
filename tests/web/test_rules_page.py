"""The rules page: quick rules first and on one sheet, complete rules with contents and search, and whose game it is last."""

import re
from collections import Counter

import pytest
from starlette.testclient import TestClient

from marbletop.drawing.element import escape
from marbletop.games import GAMES
from marbletop.learn import quick_rules_of
from marbletop.learn.examples import examples_of
from marbletop.server.bots import ThreadBots
from marbletop.web.app import make_app
from marbletop.web.settings import Settings
from marbletop.words import say, use_language


@pytest.fixture
def client(tmp_path):
    with TestClient(make_app(Settings(tmp_path), bots=ThreadBots(GAMES))) as client:
        yield client


@pytest.mark.parametrize("name", GAMES)
def test_quick_rules_come_first_and_legal_text_last(client, name):
    for code in ("en", "de"):
        client.cookies.set("lang", code)
        text = client.get(f"/rules/{name}").text
        rules = quick_rules_of(GAMES[name])
        places = [text.index(part) for part in ('id="quick"', 'id="good-to-know"', 'id="complete"', 'id="about-title"')]
        assert places == sorted(places)
        assert rules.goal.in_language(code) in text
        assert text.count("<svg class=\"board-svg") == (
            sum(block.picture is not None for block in rules.blocks) + len(examples_of(GAMES[name])) + 1)
        with use_language(code):
            assert text.index(str(escape(say("Marbletop is not connected with the game's authors or publisher.")))) > places[-1]
        ids = re.findall(r' id="([^"]+)"', text)
        assert len(ids) == len(set(ids)), {id for id in ids if ids.count(id) > 1}


def test_contents_lead_to_the_headings(client):
    text = client.get("/rules/marabunta").text
    found = re.findall(r'<li><a href="#(part-[^"]+)">(.*?)</a></li>', text)
    assert ("part-writing-a-number", "Writing a number") in found and len(found) > 10
    assert all(f'id="{address}"' in text for address, _ in found)


def test_rules_can_be_searched(client):
    text = client.get("/rules/marbleous", params={"q": "white SUPPLY"}).text
    found = re.search(r'id="found".*?</section>', text, re.DOTALL)[0]
    numbers = re.findall(r'<a href="#(MB-\d+)">', found)
    assert numbers and all(f'id="{number}"' in text for number in numbers)
    texts = GAMES["marbleous"].rules_text
    assert numbers == [number for number, words in texts.items() if "white" in words.lower() and "supply" in words.lower()]
    assert "0 rules found" in client.get("/rules/marbleous", params={"q": "aardvark"}).text
    assert 'id="found"' not in client.get("/rules/marbleous", params={"q": "  "}).text
    hostile = client.get("/rules/marbleous", params={"q": '"><script>alert(1)</script>' * 50})
    assert hostile.status_code == 200 and "<script>alert" not in hostile.text


def test_a_picture_that_cannot_be_drawn_is_left_out(client, monkeypatch):
    from marbletop.learn.text import BadLesson
    from marbletop.web.page import quick_rules

    def fail(*_):
        raise BadLesson("{where}: {what}", where="here", what="nothing")

    quick_rules.quick_rules.cache_clear()
    monkeypatch.setattr(quick_rules, "draw_picture", fail)
    assert client.get("/rules/connect_four").text.count("<svg class=\"board-svg") == 1
    quick_rules.quick_rules.cache_clear()


def pages_of(pdf):
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


@pytest.mark.parametrize("code", ["en", "de"])
def test_quick_rules_print_on_one_sheet(serving, new_page, code):
    page = new_page(locale=code)
    for name in GAMES:
        page.goto(f"{serving.address}/rules/{name}")
        assert page.evaluate("document.documentElement.lang") == code
        assert pages_of(page.pdf(format="A4", prefer_css_page_size=True)) == 1, (name, code)


def test_what_is_printed_is_light_and_has_the_quick_rules_only(serving, new_page):
    page = new_page(color_scheme="dark")
    page.goto(f"{serving.address}/rules/marbleous")
    assert page.locator("#print").is_visible()
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate("document.documentElement.dataset.theme") == "light"
    page.emulate_media(media="print")
    assert page.locator("#quick").is_visible() and not page.locator("#complete").is_visible()
    assert not page.locator("#print").is_visible()
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert page.evaluate("document.documentElement.dataset.theme") is None


def test_translated_rules_have_the_same_numbers():
    translated = [name for name, game in GAMES.items() if game.has_rules_in("de")]
    assert set(translated) == set(GAMES)
    for name in translated:
        english = GAMES[name].rules_text
        with use_language("de"):
            german = GAMES[name].rules_text
        assert list(german) == list(english)
        for number, words in german.items():            # a translation may say "zu zweit", but no other number
            assert not numbers_in(words) - numbers_in(english[number]), number
            assert 0.5 < len(words) / len(english[number]) < 2, number


def numbers_in(words):
    return Counter(re.findall(r"\d+", words))
