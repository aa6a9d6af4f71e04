"""Pages and forms over HTTP, without script: what works, what is refused, and how."""

import html
import re
import time

import pytest
import segno
from starlette.testclient import TestClient

from marbletop.games import GAMES
from marbletop.server.bots import ThreadBots
from marbletop.web.app import make_app
from marbletop.web.settings import ANY_HOST, Settings, own_names

from .streams import first_messages

POLICY = "default-src 'self'"


@pytest.fixture
def client(tmp_path):
    with TestClient(make_app(Settings(tmp_path), bots=ThreadBots(GAMES))) as client:
        yield client


def begin(client, game="connect_four", **fields):
    """Open a table by the form; its address."""
    answer = client.post("/new", data={"game": game, "seats": "2", "seat0": "me", "seat1": "me", **fields})
    assert answer.status_code == 200, answer.text[-2000:]
    return answer.url.path


def test_every_page_is_there_with_its_headers(client):
    pages = ["/", "/new", "/records", "/healthz", "/metrics", *(f"/rules/{name}" for name in GAMES),
             *(f"/new?game={name}&seats={GAMES[name].seats[-1]}" for name in GAMES)]
    for path in pages:
        answer = client.get(path)
        assert answer.status_code == 200, path
        assert answer.headers["content-security-policy"].startswith(POLICY)
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert " style=" not in answer.text and "<script>" not in answer.text


@pytest.mark.slow
def test_a_game_goes_to_its_end_by_forms_alone(client):
    path = begin(client)
    for turn in range(42):
        text = client.get(path).text
        if 'id="rematch"' in text:
            break
        ways = re.findall(r'class="way[^"]*" id="[^"]*" data-choose(?:="")? href="([^"]*)"', text)
        chosen = client.get(ways[turn % len(ways)].replace("&amp;", "&")).text
        form = dict(re.findall(r'name="(position|action)" value="(\d+)"', chosen[chosen.index('id="act"'):]))
        assert client.post(f"{path}/play", data=form).status_code == 200
    assert "won" in text or "Nobody" in text
    assert "Step" in client.get(f"{path}/replay").text
    record = client.get(f"{path}/record")
    assert record.json()["game"] == "connect_four"
    opened = client.post("/records", files={"record": ("game.json", record.content)})
    assert "/records/" in opened.url.path and "Step" in opened.text


@pytest.mark.parametrize("headers", [{"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"},
                                     {"Origin": "https://evil.example"}, {"Origin": "null"}])
def test_requests_from_other_sites_are_refused(client, headers):
    answer = client.post("/now/connect_four", headers=headers)
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


def test_requests_from_our_own_pages_are_taken(client):
    for headers in ({"Sec-Fetch-Site": "same-origin"}, {"Origin": "http://testserver"}, {}):
        assert client.post("/now/connect_four", headers=headers).status_code == 200


@pytest.mark.parametrize(("method", "path", "status"), [
    ("GET", "/nothing", 404), ("GET", "/table/XXXX", 404), ("GET", "/rules/chess", 404), ("GET", "/new?game=chess", 404),
    ("POST", "/", 405), ("POST", "/table/XXXX/play", 404), ("GET", "/join/XXXX/abc", 404), ("POST", "/code", 404),
    ("POST", "/now/chess", 404), ("GET", "/records/abc", 404), ("POST", "/name", 409), ("PUT", "/", 405)])
def test_what_is_wrong_is_said_on_a_page(client, method, path, status):
    answer = client.request(method, path)
    assert answer.status_code == status
    assert 'class="said"' in answer.text


@pytest.mark.parametrize("form", [
    {}, {"action": "x", "position": "1"}, {"action": "3"}, {"action": "3", "position": "-5"},
    {"action": "99999", "position": "2"}, {"action": "9" * 40, "position": "2"}, {"subset": "1", "position": "2"},
    {"action": "\u0663", "position": "2"}])
def test_moves_that_make_no_sense_change_nothing(client, form):
    path = begin(client)
    before = re.search(r'data-stamp="([^"]*)"', client.get(path).text)[1]
    assert client.post(f"{path}/play", data=form).status_code in (400, 409)
    assert re.search(r'data-stamp="([^"]*)"', client.get(path).text)[1] == before


@pytest.mark.parametrize("query", ["?position=2&action=zz", "?position=x", "?position=2&group=%3Cscript%3E",
                                   "?taken=999999999999", "?position=2&among=1+2+3+zz", "?show=evil", "?position=2&action=-1"])
def test_odd_addresses_show_the_table(client, query):
    path = begin(client)
    answer = client.get(path + query)
    assert answer.status_code == 200 and "<script>" not in answer.text


@pytest.mark.slow
@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b"nonsense", b'{"format": "marbletop-record-1"}', b"[" * 100_000])
def test_files_that_are_no_records_are_refused(client, data):
    assert client.post("/records", files={"record": ("x.json", data)}).status_code in (400, 409)


def test_a_private_table_is_shown_to_nobody_without_its_link(client, tmp_path):
    path = begin(client)
    link = re.search(r'value="http://testserver(/join/[^"]*)"', client.get(path).text)[1]
    client.cookies.clear()
    for part in ("", "/part", "/live", "/replay", "/record", "/why"):
        assert client.get(path + part).status_code == 404
    assert client.post(f"{path}/play", data={"action": "1", "position": "2"}).status_code == 404
    assert client.get(link).url.path == f"{path}/join" and client.get(path).status_code == 200


def test_names_are_escaped_and_checked(client):
    assert client.post("/name", data={"name": "<b>Eve</b>"}).status_code == 409
    assert client.post("/name", data={"name": "O'Neill"}).status_code == 200
    assert "O&#39;Neill" in client.get("/").text


def test_going_back_stays_within_the_site(client):
    for back in ("https://evil.example", "//evil.example", "/\\evil.example"):
        answer = client.post("/name", data={"name": "Ann", "back": back}, follow_redirects=False)
        assert answer.headers["location"] == "/"


def test_everything_lies_under_a_base_path(tmp_path):
    with TestClient(make_app(Settings(tmp_path, base="/games"), bots=ThreadBots(GAMES))) as client:
        text = client.get("/games/").text
        assert client.get("/").status_code == 404
        assert set(re.findall(r'(?:href|action|src)="(/[^"/]*)', text)) == {"/games"}
        assert client.post("/games/now/connect_four").url.path.startswith("/games/table/")


def metrics(client):
    """What /metrics tells, by name and labels."""
    lines = client.get("/metrics").text.splitlines()
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if not line.startswith("#"))}


def test_the_metrics_name_no_table(client):
    path = begin(client)
    client.get(path)
    told = client.get("/metrics").text
    assert 'route="/table/{table}"' in told and path.rpartition("/")[2] not in told


def test_the_metrics_count_moves_messages_streams_and_times(client):
    path = begin(client)
    assert metrics(client)["marbletop_moves_total"] == 0
    assert client.post(f"{path}/play", data={"action": "3", "position": "1"}).status_code == 200
    begun = first_messages(client, f"{path}/live")
    assert begun.status == 200
    told = metrics(client)
    assert told["marbletop_moves_total"] == 1 and told["marbletop_messages_total"] == 1 and told["marbletop_streams"] == 0
    route = 'route="/table/{table}/{verb}"'
    assert told[f"marbletop_request_seconds_count{{{route}}}"] == 1
    assert told[f'marbletop_request_seconds_bucket{{{route},le="+Inf"}}'] == 1
    within = [value for name, value in told.items() if name.startswith(f"marbletop_request_seconds_bucket{{{route}")]
    assert within == sorted(within) and len(within) == 11
    assert not any("/live" in name for name in told if "seconds" in name)


@pytest.mark.parametrize(("host", "status"), [
    ("localhost", 200), ("localhost:8000", 200), ("127.0.0.1:8000", 200), ("[::1]:8000", 200), ("192.168.1.20:8000", 200),
    ("tables.example", 200), ("TABLES.example:443", 200), ("evil.example", 421), ("localhost.evil.example", 421),
    ("127.0.0.1.evil.example", 421), ("evil.example:8000", 421), ("[::1].evil.example", 421), ("a@localhost", 421),
    ("localhost/x", 421), (b"\xc3\xa9.example", 421)])
def test_only_names_of_ours_are_answered_to(tmp_path, host, status):
    names = own_names("127.0.0.1", lan=False, more="tables.example")
    with TestClient(make_app(Settings(tmp_path, hosts=names), bots=ThreadBots(GAMES))) as client:
        for path in ("/", "/static/table.js", "/nothing"):
            answer = client.get(path, headers={"Host": host})
            assert (answer.status_code == 421) == (status == 421), path
            if status == 421:
                assert "--allow-host" in answer.text and "set-cookie" not in answer.headers


def test_the_names_of_a_server(monkeypatch):
    monkeypatch.setattr("socket.gethostname", lambda: "Kitchen")
    assert own_names("0.0.0.0", True, "") == ("localhost", "0.0.0.0", "kitchen", "kitchen.local")
    assert "kitchen" not in own_names("127.0.0.1", False, "a.example, *")
    assert ANY_HOST in own_names("127.0.0.1", False, "a.example, *")


def test_a_family_can_begin_many_games(client):
    """At one machine, by one click each; only who never stops is told to wait."""
    for _ in range(25):
        assert client.post("/now/connect_four", follow_redirects=False).status_code == 303
    answers = {client.post("/now/connect_four", follow_redirects=False).status_code for _ in range(10)}
    assert answers == {303, 429}


def test_a_hint_is_explained(client):
    path = client.post("/now/connect_four").url.path
    page = client.post(f"{path}/hint").text
    assert re.search(r"<b>Hint: \w", page) and "games of 100" in page and 'id="set-up"' in page and 'id="go"' not in page
    assert re.search(r'class="ghosts"|aria-pressed="true"', page)              # drawn on the board


# The form for a new table


def fields_of(text):
    """What a browser would send for the form on a page."""
    form = text[text.index('<form class="nt"'):text.index("</form></main>")]
    sent = {}
    for tag in re.findall(r"<input [^>]*>", form):
        about = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        kind = about.get("type")
        if kind != "file" and (kind not in ("radio", "checkbox") or " checked" in tag):
            sent[about["name"]] = html.unescape(about.get("value", ""))
    for name, options in re.findall(r'<select[^>]* name="(\w+)"[^>]*>(.*?)</select>', form, re.S):
        chosen = re.search(r'value="([^"]*)" selected', options) or re.search(r'value="([^"]*)"', options)
        sent[name] = html.unescape(chosen[1])
    for name, words in re.findall(r'<textarea[^>]* name="(\w+)"[^>]*>\n(.*?)</textarea>', form, re.S):
        sent[name] = html.unescape(words)
    return sent


def change(client, fields, **changed):
    """Press "Change" with these fields changed; the fields then."""
    answer = client.post("/new", data={**fields, **changed, "then": "change"})
    assert answer.status_code == 200 and answer.url.path == "/new"
    return fields_of(answer.text)


def test_the_form_keeps_every_field_when_game_or_seats_change(client):
    fields = fields_of(client.get("/new?game=marbles_and_jokers&with=friends").text)
    assert fields["seats"] == "4" and fields["seat0"] == "me" and fields["seat3"] == "friend"
    fields = change(client, fields, seat1="strong", seat3="master", clock="bank10", listed="yes", sitting="lot", box_text="x",
                    option_cap="77", option_teams="none", option_no_pass="start")
    before = dict(fields)
    two = change(client, fields, seats="2")
    assert two["seats"] == "2" and two["option_cap"] == "77" and two["seat1"] == "strong" and two["clock"] == "bank10"
    other = change(client, two, game="marbleous", seats="3")
    assert other["game"] == "marbleous" and other["clock"] == "bank10" and other["listed"] == "yes"
    assert "option_cap" not in other and other["box_text"] == "" and other["seat1"] == "strong"
    other.pop("option_tokens_without_card")                      # switched off
    other = change(client, other, option_advanced="true")
    assert "option_tokens_without_card" not in other and other["option_advanced"] == "true"
    back = change(client, change(client, other, game="marbles_and_jokers"), seats="4")
    assert {name: value for name, value in back.items() if not name.startswith(("of.", "then"))} == before
    again = change(client, back, game="marbleous")
    assert again["option_advanced"] == "true" and "option_tokens_without_card" not in again and again["seats"] == "3"


def test_a_table_is_set_up_as_the_form_says(client):
    fields = fields_of(client.get("/new?game=marbleous&seats=2").text)
    fields.pop("option_tokens_without_card")
    answer = client.post("/new", data={**fields, "seat0": "beginner", "seat1": "me", "option_advanced": "true",
                                       "option_first_player": "1", "listed": "yes"})
    assert answer.url.path.startswith("/table/") and len(answer.url.path) == len("/table/ABCD")
    assert "bot" in answer.text and "Your turn" in answer.text


def test_what_is_wrong_is_said_at_the_form_and_nothing_is_lost(client):
    fields = fields_of(client.get("/new?game=marbleous&seats=4").text)
    wrong = {**fields, "seats": "2", "option_first_player": "3", "option_white_rule": "odd"}
    wrong |= {"clock": "days3", "seat1": "strong"}
    answer = client.post("/new", data=wrong)
    assert answer.status_code == 400 and 'id="errors"' in answer.text and "MB-33" in answer.text
    kept = fields_of(answer.text)
    assert kept["clock"] == "days3" and kept["seat1"] == "strong" and kept["seats"] == "2"
    answer = client.post("/new", data={**wrong, "option_white_rule": "wild"})
    assert answer.status_code == 400 and 'href="#option_first_player"' in answer.text
    assert "cannot be 3 with 2 seats" in answer.text
    assert re.search(r'id="option_first_player"[^>]*aria-invalid="true" aria-describedby="wrong_option_first', answer.text)
    assert fields_of(answer.text)["option_first_player"] == "3"
    assert client.post("/new", data={**fields, "seats": "9"}).status_code == 400
    assert "Your tables" in client.get("/").text and "/table/" not in client.get("/").text


def test_an_option_that_does_not_matter_is_not_taken(client):
    fields = fields_of(client.get("/new?game=marbleous&seats=4").text)
    alone = change(client, {**fields, "option_first_player": "3"}, seats="1")
    assert client.post("/new", data=alone).url.path.startswith("/table/")


def own_box(name="Grandmother's box"):
    return GAMES["marabunta"].components().text.replace('"reconstruction"', f'"{name}"')


def test_a_box_of_ones_own_is_uploaded_shown_and_downloaded(client):
    fields = fields_of(client.get("/new?game=marabunta&with=friends").text)
    answer = client.post("/new", data={**fields, "box": "own"}, files={"box_file": ("my.toml", own_box().encode())})
    path = answer.url.path
    assert path.startswith("/table/") and "Grandmother&#39;s box" in answer.text
    link = re.search(r'value="http://testserver(/join/[^"]*)"', answer.text)[1]
    client.cookies.clear()
    assert client.get(f"{path}/box.toml").status_code == 404
    assert "Grandmother&#39;s box" in client.get(link).text
    got = client.get(f"{path}/box.toml")
    assert got.text == own_box() and "attachment" in got.headers["content-disposition"]


@pytest.mark.slow
def test_a_game_with_an_own_box_can_be_replayed(client):
    fields = fields_of(client.get("/new?game=marabunta").text)
    path = client.post("/new", data={**fields, "seat1": "me", "box": "own", "box_text": own_box()}).url.path
    assert client.post(f"{path}/resign").status_code == 200
    record = client.get(f"{path}/record")
    assert record.json()["components"]["text"] == own_box() and "Step" in client.get(f"{path}/replay").text
    assert "Step" in client.post("/records", files={"record": ("game.json", record.content)}).text


@pytest.mark.slow
@pytest.mark.parametrize(("text", "told"), [
    ("", "paste its text"), ("x = = 1", "line 1"), (own_box().replace("blank =", "blink ="), "leaf.blink"),
    (own_box().replace('"c7"', '"c9"', 1), "territory.symbol.cupcakes (line 23)"), (own_box("x" * 100), "meta.name (line 9)"),
    (own_box() + "#" * 50_000, "at most"), ("a = " + "[" * 20_000, "cannot be read")])
def test_a_box_that_is_wrong_comes_back_with_the_line(client, text, told):
    fields = fields_of(client.get("/new?game=marabunta").text)
    answer = client.post("/new", data={**fields, "box": "own", "box_text": text, "clock": "move1"})
    assert answer.status_code == 400 and told in html.unescape(answer.text)
    kept = fields_of(answer.text)
    assert kept["box"] == "own" and kept["box_text"] == text[:40_001] and kept["clock"] == "move1"


def test_a_file_that_is_no_text_is_refused(client):
    fields = fields_of(client.get("/new?game=marabunta").text)
    answer = client.post("/new", data={**fields, "clock": "move1"}, files={"box_file": ("x.png", b"\x89PNG\xff")})
    assert answer.status_code == 400 and "It must be plain text" in answer.text and fields_of(answer.text)["clock"] == "move1"


def test_boxes_of_the_server_are_offered_by_name(tmp_path):
    boxes = tmp_path / "boxes"
    boxes.mkdir()
    (boxes / "marabunta-printed.toml").write_text(own_box("The printed box"))
    (boxes / "marabunta-broken.toml").write_text("x = ")
    with TestClient(make_app(Settings(tmp_path, boxes=boxes), bots=ThreadBots(GAMES))) as client:
        text = client.get("/new?game=marabunta&with=friends").text
        assert ">The printed box</option>" in text and "broken" not in text
        assert "The printed box" not in client.get("/new?game=marbleous").text
        opened = client.post("/new", data={**fields_of(text), "box": "marabunta-printed"})
        assert "Edition: <b>The printed box</b>" in opened.text
        assert client.post("/new", data={**fields_of(text), "box": "../../etc/passwd"}).status_code == 400


def test_the_template_of_a_box_is_there(client):
    got = client.get("/rules/marabunta/components.toml")
    assert got.text == GAMES["marabunta"].components().text and "attachment" in got.headers["content-disposition"]


# Rules


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_and_option_has_an_address(client, name):
    text = client.get(f"/rules/{name}").text
    for number in GAMES[name].rules_text:
        assert text.count(f'<li id="{number}">') == 1, number
    for target in set(re.findall(r'href="#([^"]+)"', text)):
        assert f'id="{target}"' in text, target
    for option in GAMES[name].option_list.values():
        assert f'id="option_{option.name}"' in text and html.escape(option.help, quote=False).replace("'", "&#39;") in text
    assert GAMES[name].components().printed == ("not those of the printed game" not in text)


# At the table


class Two:
    """Ann and Ben at one table, each with cookies of their own."""

    def __init__(self, client, game="connect_four"):
        self.client, self.jars = client, {}
        self.jars["ann"] = dict(client.cookies)
        text = self.as_("ann").get(f"/new?game={game}&with=friends").text
        answer = client.post("/new", data=fields_of(text))
        self.path, self.link = answer.url.path, re.search(r'value="http://testserver(/join/[^"]*)"', answer.text)[1]
        self.keep("ann")
        self.as_("ben").get(self.link)
        client.post(f"{self.path}/sit", data={"seat": "1"})
        self.keep("ben")
        self.as_("ann").post(f"{self.path}/deal")

    def as_(self, who):
        self.client.cookies.clear()
        self.client.cookies.update(self.jars.get(who, {}))
        return self.client

    def keep(self, who):
        self.jars[who] = dict(self.client.cookies)

    def play(self, who, action):
        text = self.as_(who).get(self.path).text
        position = re.search(r'data-position="(\d+)"', text)[1]
        return self.client.post(f"{self.path}/play", data={"action": str(action), "position": position})


def last_marked(text):
    """The ids of the pieces with the ring of the last move."""
    return re.findall(r'<g id="([\w-]+)"[^>]*>(?:(?!</?g).)*#st-last', text)


def test_the_last_move_of_the_other_is_marked(client):
    two = Two(client)
    assert last_marked(two.play("ann", 3).text) == []
    assert last_marked(two.as_("ben").get(two.path).text) == ["m-3-0"]
    two.play("ben", 3)
    assert last_marked(two.as_("ann").get(two.path).text) == ["m-3-1"]
    assert last_marked(two.as_("ben").get(two.path).text) == ["m-3-0"]


def test_who_leaves_is_kept_a_seat_and_comes_back(client):
    two = Two(client)
    two.play("ann", 3)
    left = two.as_("ann").post(f"{two.path}/leave", data={"home": "1"})
    assert left.url.path == "/" and two.path in left.text
    assert "away, a bot is playing" in two.as_("ben").get(two.path).text
    back = two.as_("ann").post(f"{two.path}/sit", data={"seat": "0"})
    assert back.status_code == 200 and "away, a bot is playing" not in back.text


def test_your_move_comes_first_and_listed_tables_are_watched(client):
    fields = fields_of(client.get("/new?game=marbleous&with=friends").text)
    waiting = client.post("/new", data={**fields, "listed": "yes"}).url.path
    yours = begin(client)
    home = client.get("/").text
    assert home.index(yours) < home.index(waiting) and home.count("Your turn") == 1
    client.cookies.clear()
    home = client.get("/").text
    assert yours not in home and waiting in home and "Marbleous" in client.get(waiting).text


def test_the_qr_code_holds_the_link_to_join(tmp_path):
    with TestClient(make_app(Settings(tmp_path, lan="http://192.168.7.5:8000/"), bots=ThreadBots(GAMES))) as client:
        text = client.post("/new", data=fields_of(client.get("/new?game=connect_four&with=friends").text)).text
    link = re.search(r'id="join-link" readonly value="([^"]*)"', text)[1]
    assert link.startswith("http://192.168.7.5:8000/join/")
    drawn = re.search(r'class="qr" viewBox="0 0 (\d+) .*?<path d="([^"]*)"', text, re.S)
    dark = {(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", drawn[2])}
    meant = segno.make(link, error="m").matrix
    margin = (int(drawn[1]) - len(meant)) // 2
    assert dark == {(x + margin, y + margin) for y, row in enumerate(meant) for x, one in enumerate(row) if one}


def test_the_hand_comes_to_the_phone_by_a_link_that_works_once(tmp_path):
    app = make_app(Settings(tmp_path, lan="http://192.168.7.5:8000/"), bots=ThreadBots(GAMES))
    with TestClient(app) as client:
        path = begin(client, "marbles_and_jokers", seat1="casual")
        assert "Show my hand on my phone" in client.get(path).text
        offered = [client.post(f"{path}/phone").text for _ in range(2)]
        first, link = (re.search(r"http://192.168.7.5:8000(/phone/[\w-]+)", text)[1] for text in offered)
        name = re.search(r'id="my-name" name="name" value="([^"]*)"', client.get("/").text)[1]
        client.cookies.clear()
        assert client.post(f"{path}/phone").status_code == 404, "nobody without the table's link"
        client.cookies.clear()
        assert client.get(first).status_code == 404, "a newer one was made"
        assert all(f"{name}&#39;s hand" in client.get(link).text for _ in range(2)), "looking does not use it"
        assert "set-cookie" not in client.get(link).headers
        hand = client.post(link)
        assert str(hand.url).endswith(f"{path}?show=hand") and "Your hand" in hand.text
        assert client.get(link).status_code == client.post(link).status_code == 404
        late = re.search(r"/phone/[\w-]+", client.post(f"{path}/phone").text)[0]
        app.state.house.phone_links._now = lambda: time.time() + 301
        assert client.get(late).status_code == 404


def test_a_phone_that_cannot_reach_the_server_is_not_offered_a_code(tmp_path):
    with TestClient(make_app(Settings(tmp_path), bots=ThreadBots(GAMES)), base_url="http://127.0.0.1:8000") as client:
        assert "Show my hand on my phone" not in client.get(begin(client)).text


def test_nobody_is_called_you_on_a_big_screen(client):
    path = begin(client, seat1="casual")
    assert '>You</span>' in client.get(path).text and '>You</span>' not in client.get(f"{path}?show=board").text


def test_who_comes_by_a_link_gets_a_name_that_nobody_has_there(client, monkeypatch):
    monkeypatch.setattr("marbletop.web.visitor.FIRST_NAMES", "Ann Ben")
    path = begin(client, seat1="friend")
    link = re.search(r'value="http://testserver(/join/[^"]*)"', client.get(path).text)[1]
    client.cookies.clear()
    client.get(link)
    assert client.post(f"{path}/sit", data={"seat": "1"}).status_code == 200
    assert {"Ann", "Ben"} <= set(re.findall(r"\w+", client.get(path).text))
