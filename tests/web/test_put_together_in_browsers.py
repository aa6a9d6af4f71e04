"""The page that a real browser has patched with the messages of its stream is the page that the server renders afresh, element
by element; `test_put_together.py` tries far more, with a model of the browser's side."""

import http.client
import random
import re
from urllib.parse import urlencode

import pytest

from .webdriver import Firefox, WebKit, soon

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
MOVES = {"connect_four": 8, "marbles_and_jokers": 8, "marabunta": 8, "marble_machine": 5, "marbleous": 5}

# What the script itself changes is left out: stops of the tab key, and what visitors have unfolded.
COMPARE = """
const OWN = ["tabindex", "data-stop", "open", "data-frames"];
const attributes = (element) => [...element.attributes].filter((one) => !OWN.includes(one.name));
const describe = (node) =>
  node.nodeType === Node.TEXT_NODE
    ? node.data.trim()
    : [node.tagName, ...attributes(node).map((one) => `${one.name}=${one.value}`).sort(), ...children(node)];
const children = (element) =>
  [...element.childNodes].filter((one) => one.nodeType !== Node.COMMENT_NODE).map(describe).filter((one) => one.length);
const say = (one) => (JSON.stringify(one) ?? "nothing").slice(0, 300);
const difference = (one, other, path) => {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other ? "" : `${path}: ${say(one)}, not ${say(other)}`;
  const rows = [...Array(Math.max(one.length, other.length)).keys()];
  return rows.map((n) => difference(one[n], other[n], `${path} ${one[0]} ${n}`)).find(Boolean) ?? "";
};
const shown = document.getElementById("table");
const asked = new XMLHttpRequest();
asked.open("GET", `${shown.dataset.url}/part`, false);
asked.send();
const fresh = new DOMParser().parseFromString(asked.responseText, "text/html").getElementById("table");
if (shown.dataset.stamp !== fresh.dataset.stamp) return "not yet";
return difference(describe(shown), describe(fresh), "");
"""


class Person:
    """Somebody with a cookie of their own, who plays without a browser."""

    def __init__(self, serving, name):
        self.serving, self.cookie = serving, ""
        self.post("/name", name=name)

    def ask(self, verb, path, **form):
        asked = http.client.HTTPConnection("127.0.0.1", self.serving.port, timeout=60)
        headers = {"Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}
        asked.request(verb, path, urlencode(form), headers)
        answer = asked.getresponse()
        text = answer.read().decode()
        if given := answer.headers.get("Set-Cookie"):
            self.cookie = given.partition(";")[0]
        asked.close()
        assert answer.status < 400, text[-500:]
        return answer.headers.get("Location") or text

    def get(self, path):
        return self.ask("GET", path)

    def post(self, path, **form):
        return self.ask("POST", path, **form)


class Table:
    """A table of two people who play at random."""

    def __init__(self, serving, game):
        self.people, self.chance = [Person(serving, "Ann"), Person(serving, "Ben")], random.Random(game)
        ann, ben = self.people
        self.path = ann.post("/new", game=game, seats="2", seat0="me", seat1="friend", listed="yes")
        ben.post(f"{self.path}/sit", seat="1")
        ann.post(f"{self.path}/deal")

    def move(self):
        """One action of whoever is to move; whether there was one."""
        for person in self.people:
            part = person.get(f"{self.path}/part")
            form = {name: re.search(rf'data-{name}="([\d,]*)"', part)[1] for name in ("position", "draft")}
            if actions := re.findall(r'id="way-(\d+)"', part):
                form["action"] = self.chance.choice(actions)
            elif 'name="item0"' in part:
                form.update(subset="1", item0="on")
            else:
                continue
            person.post(f"{self.path}/play", **form)
            return True
        return False


def check(run):
    """What is shown in the end is the present; `run` runs a script in the browser."""
    found = soon(lambda: (said := run(COMPARE)) != "not yet" and [said], "the message of the last move")
    assert found == [""]


@pytest.mark.parametrize("game", MOVES)
def test_the_patched_page_is_the_one_rendered_afresh(serving, new_page, game):
    table = Table(serving, game)
    seated, watching = new_page(), new_page()
    name, _, value = table.people[0].cookie.partition("=")
    seated.context.add_cookies([{"name": name, "value": value, "url": serving.address}])
    for page in (seated, watching):
        page.goto(serving.address + table.path)
    moves = 0
    while moves < MOVES[game] and table.move():
        moves += 1
        for page in (seated, watching):
            check(lambda script, page=page: page.evaluate(f"() => {{{script}}}"))
    assert moves > 3


@pytest.mark.parametrize("kind", [Firefox, WebKit])
def test_other_browsers_patch_alike(serving, kind):
    driver, table = kind(), Table(serving, "marbles_and_jokers")
    try:
        driver.resize(390, 500)
        driver.go(serving.address + table.path)
        for _ in range(4):
            assert table.move()
            check(driver.run)
        check_nothing_is_lost(table, driver.run)
    finally:
        driver.close()


def test_a_message_undoes_nothing_that_the_visitor_did(serving, new_page):
    table, page = Table(serving, "connect_four"), new_page(390, 500)
    page.goto(serving.address + table.path)

    def run(script):
        return page.evaluate(f"() => {{{script}}}")
    for _ in range(2):
        assert table.move()
        check(run)
    check_nothing_is_lost(table, run)


# An old line of the log is selected and has the focus, the menu is unfolded, the page is scrolled.
SETTLE = """
const numberOf = (line) => parseInt(line.id.slice("log-".length));
const [line] = [...document.querySelectorAll("#log li")].sort((one, other) => numberOf(one) - numberOf(other));
line.querySelector("a").focus({preventScroll: true});
getSelection().selectAllChildren(line.querySelector("a"));
document.querySelector("#table details").open = true;
scrollTo(0, 90);
"""
STILL = """
return [document.activeElement.closest("li")?.id, getSelection().toString(), document.querySelector("#table details").open,
        scrollY];
"""


def check_nothing_is_lost(table, run):
    run(SETTLE)
    before = run(STILL)
    assert None not in before and all(before)
    for _ in range(2):
        assert table.move()
        check(run)
        assert run(STILL) == before


def test_rings_and_links_follow_the_last_move(serving, new_page):
    table, page = Table(serving, "connect_four"), new_page()
    page.goto(serving.address + table.path)
    entries = set()
    for _ in range(3):
        assert table.move()
        check(lambda script: page.evaluate(f"() => {{{script}}}"))
        assert page.locator("#table .boards use[href$='last']").count() == 1, "one ring, around the last marble"
        entries |= set(page.locator("#log a").evaluate_all("all => all.map((one) => one.href)"))
    assert len(entries) >= 3
    latest = max(entries, key=lambda link: int(link.rpartition("=")[2]))
    page.locator(f"#log a[href$='{latest.rpartition('/table')[2]}']").click()
    page.wait_for_selector("#table[data-step]")
    assert page.locator("#table .boards .marble[id]").count() == 3
