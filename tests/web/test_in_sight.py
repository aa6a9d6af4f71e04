"""What a decision needs is in sight, on top and without scrolling: every game, every kind of decision, on every screen."""

import random

import pytest

from marbletop import Match

from .conftest import Serving
from .scenes import SetUp

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
SCREENS = {"phone": (390, 844), "small phone": (360, 640), "phone on its side": (844, 390), "tablet": (768, 1024),
           "laptop": (1280, 800), "laptop at 200 %": (640, 400)}
SEATS = {"marbleous": 3, "marabunta": 2, "marbles_and_jokers": 4, "marble_machine": 3, "connect_four": 2}
TRIES = 14                                  # random games in which a kind of decision is looked for

# Of what is needed: what is outside the window, and what lies under something else.
OUT_OF_SIGHT = """() => {
  const needed = ["#table .seats .seat", "#table .boards .board-svg", "#table .needed .panel", "#say b", "#table .dock",
                  "#table .dock .btn", "#table .targets .target:not(.other)", "#split li"];
  const name = (one) => `${one.closest("[id]")?.id || ""} ${one.getAttribute("class") || one.tagName}`.trim();
  return needed.flatMap((selector) => [...document.querySelectorAll(selector)].flatMap((one) => {
    if (!one.checkVisibility()) return [];
    const box = one.getBoundingClientRect();
    const out = box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
    if (out) return [`outside: ${name(one)} ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`];
    const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    const drawing = one.closest(".board-svg") || one;
    return drawing.contains(top) || top?.contains(one) ? [] : [`covered: ${name(one)} by ${top && name(top)}`];
  }));
}"""


def decisions(game):
    """A position in the middle of play for each kind of decision that the first seat meets."""
    chance, found = random.Random(game), {}
    for seed in range(TRIES):
        match = Match(game, SEATS[game], seed=seed)
        while not match.over and len(match.moves) < 300:
            kind = getattr(match.state, "phase", 0)
            if match.player == 0 and len(match.moves) > 12 and len(match.legal) > 1:
                found.setdefault(kind, match.position)
            match.play(chance.choice(match.legal))
    return found


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    serving = Serving(tmp_path_factory.mktemp("in sight"))
    set_up = SetUp(serving)
    for game, seats in SEATS.items():
        for kind, position in decisions(game).items():
            set_up.open(f"{game} {kind}", game, position, seats)
    set_up.write()
    for path, *_ in set_up.tables.values():
        set_up.client.post(f"{path}/coach", data={"do": "off"})
    yield set_up
    serving.stop()


@pytest.mark.parametrize("game", SEATS)
def test_what_a_decision_needs_is_in_sight(game, tables, new_page):
    page, found = new_page(), []
    for name in [name for name in tables.tables if name.startswith(f"{game} ")]:
        tables.visit(page, name)
        for screen, (width, height) in SCREENS.items():
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("scrollTo(0, 0)")
            found += [f"{name}, {screen}: {one}" for one in page.evaluate(OUT_OF_SIGHT)]
    assert not found, "\n".join(found)


PLACES = """() => ["seats", "rail", "boards", "needed", "dock", "more"].map((name) => {
  const box = document.querySelector(`#table .${name}`)?.getBoundingClientRect();
  return [name, ...(box ? [box.left, box.top, box.right, box.bottom] : []).map(Math.round)];
})"""


@pytest.mark.parametrize(("game", "kind"), [("marbleous", 0), ("marabunta", 2), ("marbles_and_jokers", 0),
                                            ("marble_machine", 1)])
def test_a_hint_names_the_whole_gesture_and_moves_nothing(game, kind, tables, new_page):
    page = new_page()
    tables.visit(page, f"{game} {kind}")
    places = {}
    for screen, (width, height) in SCREENS.items():
        page.set_viewport_size({"width": width, "height": height})
        places[screen] = page.evaluate(PLACES)
    page.locator("#hint").click()
    page.wait_for_selector("#set-up")
    for screen, (width, height) in SCREENS.items():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(PLACES) == places[screen], screen
    said = page.locator("#say b").inner_text()
    page.locator("#set-up").click()
    page.wait_for_selector("#go")
    assert said.endswith(page.locator("#say b").inner_text()), "the hint ends with what the button would now play"
