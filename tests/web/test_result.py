"""The result of a game: what is said of former games, and the link to pass it on."""

import random
import re
from types import SimpleNamespace

import pytest
from starlette.testclient import TestClient

from marbletop import Match
from marbletop.drawing.scene import Ending, ScoreRow
from marbletop.games import GAMES
from marbletop.games.marabunta.ending import cupcakes_ahead
from marbletop.server.bots import ThreadBots
from marbletop.server.profile import Comparison
from marbletop.web.app import make_app
from marbletop.web.page.result import comparison_words, headline_of, how_won, why_beside
from marbletop.web.settings import Settings
from marbletop.words import use_language

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


def seen_by(mine, rank):
    """What a headline needs of a game that is over, for who plays these seats."""
    return SimpleNamespace(result={"rank": rank}, seats=[SimpleNamespace(yours=seat in mine) for seat in range(len(rank))])


def finish(game, seats, seed, **options):
    """A game of chance to its end."""
    match, chance = Match(game, seats, seed=seed, **options), random.Random(seed)
    while not match.over:
        match.play(chance.choice(match.legal))
    return match


@pytest.mark.parametrize(("game", "seats", "unit"), [
    ("marbleous", 3, "point"), ("marabunta", 2, "point"), ("marbles_and_jokers", 2, "marble"), ("marble_machine", 3, "marble")])
def test_the_headline_tells_the_lead_and_the_line_below_something_else(game, seats, unit):
    told = set()
    for seed in range(4):
        match = finish(game, seats, seed)
        ending = match.game.board.ending(match.view(0), match.box, match.names)
        rank, points = match.outcome.rank, match.outcome.points
        if rank.count(1) == 1:
            first, second = sorted(points, reverse=True)[:2]
            lead, how = int(first - second), how_won(ending, rank)
            below = why_beside(ending, how)
            assert not lead or not {str(int(first)), str(int(second))} <= set(re.findall("[0-9]+", below)), below
            assert lead or below, "what decided between equals is told"
            assert not lead or how == f"by {lead} {unit}{'s' * (lead > 1)}"
            told.add(how)
    assert told and "" not in told


@pytest.mark.parametrize(("cupcakes", "how", "german"), [
    ((9, 7), "by 2 cupcakes", "mit 2 Törtchen Vorsprung"), ((8, 7), "by 1 cupcake", "mit 1 Törtchen Vorsprung"),
    ((7, 7), "on the tie-break", "bei Gleichstand")])
def test_the_headline_tells_what_decided_between_equals(cupcakes, how, german):
    view = SimpleNamespace(cupcakes=cupcakes)
    for language, words in (("en", how), ("de", german)):
        with use_language(language):
            ending = Ending("", ((0,), (1,)), (ScoreRow("Points", ("20", "20"), "total"),),
                            tie_break=cupcakes_ahead(view, (0, 1)))
            assert how_won(ending, [1, 2]) == words
            assert how_won(ending, [1, 1]) == "", "a shared victory"


@pytest.mark.parametrize(("mine", "rank", "said"), [
    ({0}, [1, 2], "You win by 1 marble"), ({1}, [1, 2], "Ann wins by 1 marble"), ((), [1, 2], "Ann wins by 1 marble"),
    ({0}, [1, 2, 1, 2], "You and Cem win by 1 marble"), ({1}, [1, 2, 1, 2], "Ann and Cem win by 1 marble")])
def test_the_headline_speaks_to_the_reader(mine, rank, said):
    names = ["Ann", "Ben", "Cem", "Dee"][:len(rank)]
    assert headline_of(seen_by(mine, rank), names, "by 1 marble") == said
    assert "win by" not in headline_of(seen_by(mine, rank), names)


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
