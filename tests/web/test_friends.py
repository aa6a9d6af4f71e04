"""Friends at a table: coming by a link, the lobby, links that work, who may begin, Play now as one likes it."""

import re

import pytest
from starlette.testclient import TestClient

from marbletop.games import GAMES
from marbletop.server.bots import ThreadBots
from marbletop.web.app import make_app
from marbletop.web.settings import Settings

HOME = "http://192.168.7.5:8000"


class Guests:
    """People with cookies of their own, at one server."""

    def __init__(self, client):
        self.client, self.jars = client, {}

    def ask(self, who, method, path, **more):
        self.client.cookies = self.jars.get(who)
        answer = self.client.request(method, path, **more)
        self.jars[who] = self.client.cookies
        return answer

    def get(self, who, path):
        return self.ask(who, "GET", path)

    def post(self, who, path, **data):
        return self.ask(who, "POST", path, data=data)

    def open_table(self, game="marbles_and_jokers", seats=4, **fields):
        """Ada opens a table for friends; her page."""
        self.post("Ada", "/name", name="Ada")
        made = self.post("Ada", "/new", game=game, seats=str(seats), seat0="me", **{"with": "friends"}, **fields)
        self.path = made.url.path
        self.links = dict(re.findall(r'id="(join|watch)-link" readonly value="https?://[^/"]*([^"]*)"', made.text))
        return made.text

    def join(self, who, seat):
        self.get(who, self.links["join"])
        return self.post(who, f"{self.path}/join", name=who, seat=str(seat))


@pytest.fixture
def guests(tmp_path):
    with TestClient(make_app(Settings(tmp_path, lan=f"{HOME}/"), bots=ThreadBots(GAMES))) as client:
        yield Guests(client)


@pytest.fixture
def guests_at_this_computer(tmp_path):
    app = make_app(Settings(tmp_path), bots=ThreadBots(GAMES))
    with TestClient(app, base_url="http://127.0.0.1:8000") as client:
        yield Guests(client)


def test_who_comes_by_the_link_gives_a_name_and_chooses_a_marble(guests):
    guests.open_table()
    page = guests.get("Nina", guests.links["join"])
    token = guests.links["join"].rpartition("/")[2]
    assert page.url.path == f"{guests.path}/join" and token not in str(page.url) and "Ada invites you to play" in page.text
    suggested = re.search(r'id="name" name="name" value="([^"]+)"[^>]*autofocus', page.text)[1]
    assert suggested and suggested != "Ada"
    offered = re.findall(r'name="seat"\s*(?:id="marble-\d")?\s*value="(\d)"([^>]*)>', page.text)
    assert [(seat, "disabled" in more, "checked" in more) for seat, more in offered] == [
        ("0", True, False), ("1", False, True), ("2", False, False), ("3", False, False)]
    assert re.search(r'class="marble-of taken">.*?<span>Ada</span>', page.text, re.S)
    assert "You play with Ada" in page.text and 'href="/learn/marbles_and_jokers"' in page.text
    sat = guests.post("Nina", f"{guests.path}/join", name="Nina", seat="2")
    assert sat.url.path == guests.path and 'id="seat-2"' in sat.text and ">You and Ada<" in sat.text
    assert ">You and Nina<" in guests.get("Ada", guests.path).text
    assert guests.get("Nina", guests.links["join"]).url.path == guests.path         # who sits is not asked again


def test_the_last_name_is_offered_again(guests):
    guests.post("Nina", "/name", name="Nina")
    guests.open_table()
    assert 'name="name" value="Nina"' in guests.get("Nina", guests.links["join"]).text


def test_who_only_watches_is_asked_nothing(guests):
    guests.open_table()
    assert guests.get("Wim", guests.links["watch"]).url.path == guests.path
    assert guests.get("Wim", f"{guests.path}/join").url.path == guests.path
    refused = guests.post("Wim", f"{guests.path}/join", name="Wim", seat="1")
    assert refused.url.path == guests.path and "Wim" not in guests.get("Ada", guests.path).text
    page = guests.get("Nina", guests.links["join"])
    assert re.search(rf'id="watch"\s*href="{guests.path}"', page.text)


def test_a_seat_that_is_gone_and_a_name_that_is_taken_are_told(guests):
    guests.open_table()
    guests.get("Nina", guests.links["join"])
    guests.join("Milo", 2)
    late = guests.post("Nina", f"{guests.path}/join", name="Nina", seat="2")
    assert late.status_code == 409 and "Somebody was quicker. 2 seats are left." in late.text
    assert 'value="Nina"' in late.text and re.search(r'id="marble-1"\s*value="1" checked', late.text)
    same = guests.post("Nina", f"{guests.path}/join", name="Milo", seat="1")
    assert same.status_code == 409 and "already called Milo" in same.text and 'value="Milo"' in same.text
    wrong = guests.post("Nina", f"{guests.path}/join", name="<b>", seat="1")
    assert wrong.status_code == 409 and "letters" in wrong.text and "<b>&" not in wrong.text
    for who, seat in (("Ruth", 1), ("Nina", 3)):
        assert guests.join(who, seat).url.path == guests.path
    full = guests.get("Zoe", guests.links["join"]).text
    assert "Every seat is taken" in full and 'id="sit-down"' not in full and 'id="watch"' in full
    beaten = guests.post("Zoe", f"{guests.path}/join", name="Zoe", seat="1")
    assert "Somebody was quicker, and no seat is left." in beaten.text


def test_in_a_running_game_one_takes_over_from_a_bot(guests):
    guests.open_table("connect_four", 2)
    guests.post("Ada", f"{guests.path}/deal", bots="beginner")
    page = guests.get("Nina", guests.links["join"]).text
    assert "You take over from a bot" in page
    assert 'id="seat-1"' in guests.post("Nina", f"{guests.path}/join", name="Nina", seat="1").text
    assert ">Nina<" in guests.get("Ada", guests.path).text


def main_button(text):
    found = re.search(r'id="deal">([^<]*)<', text)
    return found and found[1].strip()


def test_the_host_begins_and_the_others_read_so(guests):
    text = guests.open_table()
    assert main_button(text) == "Add 3 bots and begin" and "3 seats are free" in text
    for who, seat in (("Ruth", 1), ("Milo", 2)):
        guests.join(who, seat)
    host, guest = guests.get("Ada", guests.path).text, guests.get("Milo", guests.path).text
    assert main_button(host) == "Add a bot and begin" and "One seat is free" in host
    assert main_button(guest) is None and "Ada begins the game" in guest
    begun = guests.post("Ada", f"{guests.path}/deal", bots="casual")
    assert 'class="tb running' in begun.text
    guests.open_table("connect_four", 2)
    guests.join("Milo", 1)
    assert main_button(guests.get("Ada", guests.path).text) == "Begin"


def test_bots_that_nobody_has_are_not_added(guests):
    guests.open_table()
    refused = guests.post("Ada", f"{guests.path}/deal", bots="nobody")
    assert refused.status_code == 409 and "no bot level" in refused.text and 'class="tb open' in refused.text


@pytest.mark.parametrize(("game", "seats", "teams", "headings"), [
    ("marbles_and_jokers", 4, 2, ["You and …", "Nobody yet"]), ("connect_four", 2, 2, []), ("marbleous", 3, 1, []),
    ("marbles_and_jokers", 6, 2, ["You, … and …", "Nobody yet"])])
def test_the_lobby_shows_who_plays_with_whom(guests, game, seats, teams, headings):
    text = guests.open_table(game, seats)
    assert text.count('class="panel team"') == teams and text.count('class="vs"') == teams - 1
    assert re.findall(r'class="panel team">\s*<h3>([^<]*)', text) == headings
    assert text.count("Free seat") == seats - 1 == text.count(">Add a bot<")


def test_somebody_elses_free_seat_has_a_button_of_its_own(guests):
    guests.open_table()
    guests.get("Nina", guests.links["join"])
    text = guests.get("Nina", guests.path).text
    assert text.count(">Sit here<") == 3 and "Add a bot" not in text
    watching = guests.get("Wim", guests.links["watch"]).text
    assert ">Sit here<" not in watching and "Add a bot" not in watching


def test_a_link_to_this_computer_is_not_offered_without_a_word(guests_at_this_computer):
    guests = guests_at_this_computer
    text = guests.open_table("connect_four", 2)
    assert "This link works on this computer only" in text and "marbletop serve --lan" in text
    assert 'class="qr"' not in text and "data-share" not in text and text.index("this computer only") < text.index("join-link")
    guests.join("Milo", 1)
    guests.post("Ada", f"{guests.path}/deal")
    running = guests.get("Ada", guests.path).text
    assert "/join/" in running and running.index("this computer only") < running.index("/join/")


def test_the_table_and_the_seats_are_kept_when_the_house_is_opened(tmp_path, guests_at_this_computer):
    guests = guests_at_this_computer
    guests.open_table("connect_four", 2)
    guests.join("Milo", 1)
    jar, path = guests.jars["Ada"], guests.path
    guests.client.__exit__(None, None, None)                # Marbletop is closed, and started with --lan
    with TestClient(make_app(Settings(tmp_path, lan=f"{HOME}/")), base_url="http://127.0.0.1:8000", cookies=jar) as client:
        text = client.get(path).text
    guests.client.__enter__()
    assert ">You<" in text and ">Milo<" in text and f"{HOME}/join/" in text and 'class="qr"' in text


def test_where_phones_can_come_there_are_a_code_and_a_button_to_share(guests):
    text = guests.open_table()
    assert 'class="qr"' in text and 'data-share="join-link"' in text and "this computer only" not in text
    assert "your home network" in text


def test_who_watches_gets_no_link_to_join(guests):
    guests.open_table()
    text = guests.get("Wim", guests.links["watch"]).text
    assert "join-link" not in text and 'class="qr"' not in text and "watch-link" in text


def test_play_now_remembers_seats_and_level(guests):
    def wishes(text):
        form = re.search(r'action="/now/marbleous">(.*?)</form>', text, re.S)[1]
        return re.findall(r'<option value="([^"]*)" selected>', form)
    assert wishes(guests.get("Ada", "/").text) == ["3", "casual"]
    table = guests.post("Ada", "/now/marbleous", seats="2", level="steady").text
    assert table.count('class="seat ') + table.count('class="seat"') == 2
    assert wishes(guests.get("Ada", "/").text) == ["2", "steady"] and wishes(guests.get("Bo", "/").text) == ["3", "casual"]
    again = guests.post("Ada", "/now/marbleous").text       # a page that says nothing: as last time
    assert again.count('class="seat ') + again.count('class="seat"') == 2
    assert guests.post("Ada", "/now/marbleous", seats="1", level="steady").status_code == 200
    assert wishes(guests.get("Ada", "/").text) == ["1", "steady"]
    assert "play now" in guests.get("Ada", "/privacy/kept.json").text          # nothing is kept in secret


@pytest.mark.parametrize(("fields", "why"), [
    ({"seats": "9"}, "can&#39;t be played by 9"), ({"seats": "x"}, "can&#39;t be played by x"),
    ({"level": "nobody"}, "no bot level")])
def test_play_now_refuses_what_cannot_be(guests, fields, why):
    refused = guests.post("Ada", "/now/marbleous", **fields)
    assert refused.status_code == 409 and why in refused.text
