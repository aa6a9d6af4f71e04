"""Pages in other languages: which one is spoken, and that no sentence was forgotten."""

import random
import re
from html.parser import HTMLParser

import pytest
from starlette.testclient import TestClient

from marbletop.drawing.element import escape
from marbletop.games import GAMES
from marbletop.server.bots import ThreadBots
from marbletop.web.app import make_app
from marbletop.web.page.rules_text import rules_html
from marbletop.web.settings import Settings
from tests.analysis.made_up import MadeUpReviewer
from tests.pseudo import english_in, pseudo_language

from .streams import first_messages

READ = ("aria-label", "title", "placeholder", "alt", "data-title", "data-copied", "data-failed", "data-same", "data-late",
        "data-other", "data-unknown")
UNREAD = ("script", "style", "defs")
# What stays as it is: our name, names of people and languages, codes of tables, letters of notation, rule numbers, boxes;
# check codes, and the command that takes one.
AS_IT_IS = r"Marbletop|Ada|English|Deutsch|XX|[B-Z]{4}|[A-Za-z]?\d*|Joker|[POGSBYT]{1,7}|(MB|MA|MJ|MM|C4)-\d+|to|" \
    "[0-9a-f]{4}|[0-9a-f]{64}|marbletop|verify|FILE|digest|" + "|".join(
        re.escape(word) for game in GAMES.values() for word in re.findall(r"[^\W_]+(?:['-][^\W_]+)*", game.components().name))


class Words(HTMLParser):
    """The texts of a page that somebody reads or hears, but for those whose file has its own languages (`data-own`)."""

    def __init__(self, html):
        super().__init__()
        self.texts, self.lang, self._unread, self._own = [], "", 0, 0
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self._own += bool(self._own or "data-own" in dict(attributes))
        if self._own:
            return
        self._unread += tag in UNREAD
        if tag == "html":
            self.lang = dict(attributes)["lang"]
        quotes_a_rule = tag == "a" and re.search("/rules/|#[A-Z]", dict(attributes).get("href", ""))
        read = [name for name in READ if not (quotes_a_rule and name == "title")]
        self.texts += [value for name, value in attributes if name in read and value]

    def handle_endtag(self, tag):
        if self._own:
            self._own -= 1
            return
        self._unread -= tag in UNREAD

    def handle_data(self, data):
        if not self._unread and not self._own:
            self.texts.append(data)


@pytest.fixture
def client(tmp_path, monkeypatch):
    asked = pseudo_language(monkeypatch)
    with TestClient(make_app(Settings(tmp_path), bots=ThreadBots(GAMES),
                             reviewer=MadeUpReviewer())) as client:
        client.post("/name", data={"name": "Ada"})
        client.cookies.set("lang", "xx")
        yield client
    assert not asked.unknown, "these were said and are in no catalogue"


def check(client, path, **more):
    answer = client.request(more.pop("method", "GET"), path, **more)
    words = Words(answer.text)
    assert not english_in([" ".join(words.texts)], AS_IT_IS), (path, english_in(words.texts, AS_IT_IS))
    return answer


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(GAMES))
def test_rules(client, name):
    """All but the rules themselves, quick and complete, which have files of their own with their languages."""
    text = client.get(f"/rules/{name}?q=a").text
    assert rules_html(GAMES[name], "xx") in text
    note = GAMES[name].components().values.get("meta", {}).get("note", "")
    assert not english_in([" ".join(Words(text.replace(escape(note), "")).texts)], AS_IT_IS)


@pytest.mark.slow
def test_pages_before_a_table(client):
    for path in ("/", "/new", "/records", "/nowhere", "/table/nowhere", "/join/x/y", *(f"/new?game={name}" for name in GAMES)):
        check(client, path)
    assert Words(client.get("/").text).lang == "xx"
    check(client, "/name", method="POST", data={"name": "robot"})
    check(client, "/new", method="POST", data={"game": "connect_four", "seats": "five"})
    check(client, "/code", method="POST", data={"code": "?"})
    check(client, "/records", method="POST", files={"record": ("x.json", b"{")})
    check(client, "/records", method="POST", files={"record": ("x.json", b"{}")})


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_table_from_the_first_seat_to_its_replay(client, name):
    game = GAMES[name]
    seats = max(2, game.seats[0])
    fields = {"game": name, "seats": str(seats), "listed": "yes"}
    check(client, check(client, "/new", method="POST", data={**fields, "seat0": "me", "seat1": "friend"}).url.path)
    both = check(client, "/new", method="POST", data={**fields, "seat0": "me", "seat1": "me"}).url.path
    play(client, both, random.Random(3))
    check(client, f"{both}/play", method="POST", data={"position": "0", "action": "0"})
    check(client, "/")
    path = check(client, "/new", method="POST", data={**fields, "seat0": "me", "seat1": "casual"}).url.path
    check(client, f"{path}/say", method="POST", data={"phrase": "hello"})
    for part in ("?show=board", "?show=hand"):
        check(client, path + part)
    phone = check(client, f"{path}/phone", method="POST").text
    check(client, re.search(r'value="http://[^/]*(/phone/[^"]+)"', phone)[1])
    assert not english_in([client.get(f"{path}/why?part=nothing").json()["why"]], AS_IT_IS)
    assert "rematch" in check(client, f"{path}/resign", method="POST").text
    assert 'data-step' in check(client, f"{path}/replay").text
    check(client, f"{both}/resign", method="POST")
    for asked in ("", "?show=mine", "?point=1", "?point=2", "?point=3", "?move=0", "?move=1"):
        assert 'id="moment-title"' in check(client, f"{both}/review{asked}").text
    assert 'id="decided"' in check(client, both).text
    for code in ("", "?code=0"):
        check(client, f"{path}/fairness{code}")
    assert "⟦" not in client.get(f"{path}/record").text
    check(client, "/")


WAYS = re.compile(r'class="way[^"]*"[^>]* data-choose(?:="")? href="([^"]*)"')


def play(client, path, chance, most=12):
    """Some decisions by forms, each page looked at, with something chosen and without."""
    for _ in range(most):
        text = check(client, path).text
        if 'id="uncover"' in text:
            seat = re.search(r'/uncover"><input type="hidden" name="seat" value="(\d+)"', text)[1]
            text = check(client, f"{path}/uncover", method="POST", data={"seat": seat}).text
        if 'id="split"' in text:
            form = {"subset": "1", "item0": "1", "item6": "1"}
        else:
            ways = WAYS.findall(text)
            while 'id="go"' not in text or ways:
                text = check(client, chance.choice(ways).replace("&amp;", "&")).text
                ways = [] if 'id="go"' in text else WAYS.findall(text)
            form = dict(re.findall(r'name="(action|draft)" value="([\d,]+)"', text.partition('id="act"')[2]))
        position = re.search(r'data-position="(\d+)"', text)[1]
        check(client, f"{path}/play", method="POST", data={"position": position, **form})


def test_the_browser_s_wish_counts_until_somebody_chooses(client):
    client.cookies.delete("lang")

    def lang(wish):
        return Words(client.get("/", headers={"Accept-Language": wish}).text).lang
    assert lang("") == lang("fr") == lang("en, xx;q=0.5") == lang("*;q=x") == "en"
    assert lang("xx-YY, en;q=0.5") == lang("en;q=0.2, fr, xx;q=0.9") == "xx"
    answer = client.post("/language", data={"lang": "xx"}, headers={"Referer": "http://testserver/new?game=marabunta"})
    assert answer.url.path == "/new" and answer.url.query == b"game=marabunta" and Words(answer.text).lang == "xx"
    assert lang("en") == "xx"
    assert client.post("/language", data={"lang": "../x"}, headers={"Referer": "http://evil.example/"}).url.path == "/"
    assert lang("en") == "xx"


def test_everybody_reads_the_same_table_in_their_own_language(client):
    path = client.post("/new", data={"game": "connect_four", "seats": "2", "seat0": "me", "seat1": "me"}).url.path
    client.post(f"{path}/play", data={"position": re.search(r'data-position="(\d+)"', client.get(path).text)[1], "action": "3"})
    assert "⟦⟦Blue⟧ drops a marble into column d.⟧" in client.get(path).text
    assert "⟦⟦Blue⟧ drops a marble into column d.⟧" in first_messages(client, f"{path}/live").body.decode()
    client.cookies.set("lang", "en")
    text = client.get(path).text
    assert "Blue drops a marble into column d." in text and "⟦" not in text.replace("⟦Pseudo⟧", "")
