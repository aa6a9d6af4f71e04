"""The result of a game: what is said of former games, and the link to pass it on."""

import re

import pytest
from starlette.testclient import TestClient

from marbletop.games import GAMES
from marbletop.server.bots import ThreadBots
from marbletop.server.profile import Comparison
from marbletop.web.app import make_app
from marbletop.web.page.result import comparison_words
from marbletop.web.settings import Settings

from .people import sit_with_bots
from .test_pages import begin


@pytest.mark.parametrize(("compared", "points", "said"), [
    (Comparison(1, 0, None), 31.0, ""),
    (Comparison(3, 1, 28.0), 31.0, "31 is your best result so far. You've won 1 of 3 games like this."),
    (Comparison(3, 1, 40.0), 31.0, "Your best result so far is 40. You've won 1 of 3 games like this."),
    (Comparison(3, 1, 31.0), 31.0, "You've won 1 of 3 games like this."),
    (Comparison(3, 0, None), None, "You've won 0 of 3 games like this.")])
def test_what_is_said_of_former_games(compared, points, said):
    assert comparison_words(compared, points) == said


def test_the_result_can_be_passed_on_and_tells_of_former_games(tmp_path):
    with TestClient(make_app(Settings(tmp_path, lan="http://192.168.1.2:8000/"), bots=ThreadBots(GAMES), run=False)) as client:
        for number in range(3):
            path = begin(client, seat1="steady")
            text = client.post(f"{path}/resign").text
            assert ("You&#39;ve won 0 of 3 games like this." in text) == (number == 2)
        link = re.search(r'id="share-result" data-share(?:="")? href="http://192.168.1.2:8000([^"]*)"', text)[1]
        client.cookies.clear()
        shown = client.get(link)
        assert shown.url.path == path and 'id="result"' in shown.text, "whoever has the link sees the result"
        assert "games like this" not in shown.text


def test_the_link_is_copied_where_the_system_cannot_share(serving, new_page):
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    sit_with_bots(page, serving.address, "connect_four")
    page.locator("summary[aria-label='Menu']").click()
    page.locator("summary", has_text="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    share = page.locator("#share-result")
    share.click()
    page.get_by_text("Copied").first.wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == share.get_attribute("href")
    page.evaluate("() => { navigator.share = async (what) => { document.title = what.url }; }")
    share.click()
    assert page.title() == share.get_attribute("href")
