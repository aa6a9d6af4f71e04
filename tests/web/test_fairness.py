"""Fair dealing over HTTP, without script: the check code from before the deal to the end, words, and the check afterwards."""

import html
import re
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from marbletop.core.record import check_record
from marbletop.core.verification import group_digest, verify
from marbletop.games import GAMES
from marbletop.server.bots import ThreadBots
from marbletop.server.fairness import new_secret
from marbletop.web.app import make_app
from marbletop.web.settings import Settings

from .test_bytes import Person


@pytest.fixture
def client(tmp_path):
    with TestClient(make_app(Settings(tmp_path), bots=ThreadBots(GAMES))) as client:
        yield client


def table_at(client, path):
    return client.app.state.house.lobby._tables[path.rpartition("/")[2]]


def codes_in(text):
    """The check codes on a page, as they can be read and copied."""
    codes = re.findall(r'<code id="check-code[^>]*>(.*?)</code>', text, re.S)
    return [" ".join(re.sub(r"<[^>]+>", " ", one).split()) for one in codes]


def asked(person, method, path, **form):
    """An answer of any status."""
    person.client.cookies = person.cookies
    return person.client.request(method, path, **({"data": form} if method == "POST" else {"params": form}))


def text_of(answer):
    return html.unescape(answer.text)


@pytest.mark.parametrize("game", ["connect_four", "marabunta"])
def test_the_whole_code_is_there_from_before_the_deal_to_the_end(client, game):
    ann, ben, eve = (Person(client, name) for name in ("Ann", "Ben", "Eve"))
    path = ann.post("/new", game=game, seats="2", seat0="me", seat1="friend", listed="yes").url.path
    code = group_digest(table_at(client, path).about.commitment)
    assert len(code.replace(" ", "")) == 64
    assert codes_in(ann.get(path).text) == codes_in(eve.get(path).text) == [code, code]          # in the menu, and large
    ben.post(f"{path}/sit", seat="1")
    ann.post(f"{path}/deal")
    for person in (ann, ben, eve):
        assert codes_in(person.get(path).text) == [code]
    ben.post(f"{path}/resign")
    assert codes_in(ann.get(path).text) == [code]
    for button in re.findall(r'data-copy="(check-code[^"]*)"', ann.get(path).text):
        assert f'<code id="{button}"' in ann.get(path).text


def test_play_now_shows_the_code_as_well(client):
    path = Person(client, "Ann").post("/now/marbleous").url.path
    assert codes_in(client.get(path).text) == [group_digest(table_at(client, path).about.commitment)]


def test_every_seat_adds_words_until_the_deal_and_all_see_them(client):
    ann, ben, eve = (Person(client, name) for name in ("Ann", "Ben", "Eve"))
    path = ann.post("/new", game="marabunta", seats="2", seat0="me", seat1="friend", listed="yes").url.path
    ben.post(f"{path}/sit", seat="1")
    assert 'id="words-0"' in ann.get(path).text and 'id="words-1"' not in ann.get(path).text
    ann.post(f"{path}/words", seat="0", words="  a lucky   <horse> ")
    ben.post(f"{path}/words", seat="1", words="sieben")
    ben.post(f"{path}/words", seat="1", words="acht")
    for person in (ben, eve):
        assert "Ann has added “a lucky <horse>”." in text_of(person.get(path))
    assert 'value="a lucky &lt;horse&gt;"' in ann.get(path).text and "sieben" not in ann.get(path).text
    assert "words" not in re.search(r'<section class="[^"]*logp.*?</section>', ann.get(path).text, re.S)[0].lower()
    for person, seat, words in ((eve, 1, "x"), (ben, 0, "x"), (ben, 1, "x" * 65), (ben, 1, "a\u202eb"), (ben, 7, "x")):
        assert asked(person, "POST", f"{path}/words", seat=str(seat), words=words).status_code == 409
    ann.post(f"{path}/deal")
    assert asked(ben, "POST", f"{path}/words", seat="1", words="neun").status_code == 409
    ann.post(f"{path}/resign")
    assert ann.get(f"{path}/record").json()["chance"]["added"] == ["a lucky <horse>", "acht"]


def test_who_gets_up_takes_their_words_along(client):
    ann = Person(client, "Ann")
    path = ann.post("/new", game="marabunta", seats="2", seat0="me", seat1="friend").url.path
    ann.post(f"{path}/words", seat="0", words="mine")
    ann.post(f"{path}/bot", seat="0", level="casual")
    assert "mine" not in ann.get(path).text and table_at(client, path).holders[0].added == ""


def test_people_who_pass_a_device_add_words_for_every_seat(client):
    ann = Person(client, "Ann")
    page = ann.post("/new", game="marbles_and_jokers", seats="4", seat0="me", seat1="me", seat2="casual", seat3="me",
                    begin="later")
    path = page.url.path
    assert re.findall(r'id="words-(\d)"', page.text) == ["0", "1", "3"]
    labels = re.findall(r'<label for="words-\d">([^<]*)</label>', page.text)
    assert len(set(labels)) == 3
    for seat in (0, 1, 3):
        ann.post(f"{path}/words", seat=str(seat), words=f"word {seat}")
    ann.post(f"{path}/deal")
    assert ann.get(path).text.count("data-words") == 0
    ann.post(f"{path}/resign")
    assert ann.get(f"{path}/record").json()["chance"]["added"] == ["word 0", "word 1", "", "word 3"]


def began(client, *words):
    """A table of two people who pass a device, each with what they added; the first of them and its address."""
    ann = Person(client, "Ann")
    path = ann.post("/new", game="marabunta", seats="2", seat0="me", seat1="me", begin="later").url.path
    for seat, word in enumerate(words):
        ann.post(f"{path}/words", seat=str(seat), words=word)
    ann.post(f"{path}/deal")
    return ann, path


def play_to_the_end(client, table):
    while not table.over:
        legal = table.game.legal_list(table.state, table.box)
        client.portal.call(table.play, table.about.host, legal[0], table.position)


def test_one_press_checks_the_dealing(client):
    ann, path = began(client, "lucky horse", "")
    play_to_the_end(client, table_at(client, path))
    digest = table_at(client, path).about.commitment
    link = re.search(r'<a[^>]*id="fairness"[^>]*href="([^"]*)"', ann.get(path).text)[1]
    page = text_of(ann.get(link))
    assert "One thing is left for you to compare" in page and "lucky horse" in page and group_digest(digest) in codes_in(page)
    assert "Every card and every die came out the same." in page and f"marbletop verify FILE --digest {digest}" in page
    assert "The dealing was fair." in text_of(ann.get(f"{link}?code={group_digest(digest).upper().replace(' ', '+')}"))
    assert "not the code that you noted down" in text_of(ann.get(f"{link}?code={'0' * 64}"))
    record = ann.get(re.search(r'href="([^"]*/record)"', page)[1]).json()
    assert verify(check_record(record), digest=digest).proved


def test_without_words_it_says_what_is_not_shown(client):
    ann, path = began(client)
    ann.post(f"{path}/resign")
    assert "picked beforehand" in text_of(ann.get(f"{path}/fairness"))


def test_a_secret_that_was_exchanged_is_told(client):
    ann, path = began(client)
    ann.post(f"{path}/resign")
    table_at(client, path).secret = new_secret()
    page = text_of(ann.get(f"{path}/fairness"))
    assert "Something is wrong with this game." in page and "The dealing was fair." not in page


def test_a_game_of_older_rules_is_not_called_wrong(client):
    ann, path = began(client)
    ann.post(f"{path}/resign")
    table = table_at(client, path)
    table.now = replace(table.now, version=table.now.version - 1)
    page = text_of(ann.get(f"{path}/fairness"))
    assert "can't be checked here any more" in page and "Something is wrong" not in page


def test_a_running_game_is_not_checked(client):
    ann = Person(client, "Ann")
    path = ann.post("/now/marabunta").url.path
    answer = asked(ann, "GET", f"{path}/fairness")
    assert answer.status_code == 409 and table_at(client, path).secret.secret.hex() not in answer.text
    assert 'id="fairness"' not in ann.get(path).text
    ann.post(f"{path}/resign")
    assert "somebody gave up" in text_of(ann.get(f"{path}/fairness"))
    assert "gab" in text_of(ann.get(f"{path}/fairness", headers={"Accept-Language": "de"}))


def test_a_second_cookie_asks_for_a_bots_seat(client):
    ann, eve = Person(client, "Ann"), Person(client, "Eve")
    path = ann.post("/new", game="marbles_and_jokers", seats="4", seat0="me", seat1="casual", seat2="casual", seat3="casual",
                    listed="yes").url.path
    table, before = table_at(client, path), re.search(r'data-stamp="([^"]*)"', ann.get(path).text)[1]
    assert "You have asked to play for" in text_of(eve.post(f"{path}/sit", seat="2"))
    page = ann.get(path).text
    assert "May Eve play for" in page and re.search(r'data-stamp="([^"]*)"', page)[1] != before
    assert table.seats_of(table.about.host) == [0] and sum(holder.kind == "person" for holder in table.holders) == 1
    number = re.search(r'name="request" value="(\d+)"', page)[1]
    assert asked(eve, "POST", f"{path}/answer", request=number, answer="yes").status_code == 409
    ann.post(f"{path}/answer", request=number, answer="yes")
    assert table.holders[2].name == "Eve" and "May Eve" not in ann.get(path).text


def test_no_address_is_stored(client, tmp_path):
    ann = Person(client, "Ann")
    path = ann.post("/now/marabunta").url.path
    origin = table_at(client, path).holders[0].origin
    assert len(origin) == 24 and origin not in ann.get(path).text
    ann.post(f"{path}/resign")
    assert origin not in ann.get(f"{path}/record").text
    assert not any(b"testclient" in file.read_bytes() for file in tmp_path.iterdir() if file.is_file())
