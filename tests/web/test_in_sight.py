"""What a decision needs is in sight, on top and without scrolling: every game, every kind of decision, on every screen."""

import itertools
import random

import pytest

from marbletop import Match
from marbletop.bots.explain import MOST_LETTERS
from marbletop.games.marabunta.short import ROOM
from marbletop.games.marabunta.state import AGAIN, CRATE, SPLIT
from marbletop.games.marble_machine.state import SWAP_ORIENT_B, TRADE
from marbletop.games.marbleous.state import CARD_COLOUR, FREE_COLOUR, POINT_COLUMN, TAKE, TOKEN_COLOUR
from marbletop.games.marbles_and_jokers.state import CARD, TARGET, TURN
from marbletop.web.language import LANGUAGE_COOKIE

from .conftest import Serving
from .people import can_go, choose_something
from .scenes import SetUp

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
SCREENS = {"phone": (390, 844), "small phone": (360, 640), "phone on its side": (844, 390), "tablet": (768, 1024),
           "laptop": (1280, 800), "laptop at 200 %": (640, 400)}
SEATS = {"marbleous": 3, "marabunta": 2, "marbles_and_jokers": 4, "marble_machine": 3, "connect_four": 2}
TRIES = 14                                  # random games in which a kind of decision is looked for
TURNS = 6                                   # successive decisions, of whoever is to decide

# Positions of kinds of decision that random games seldom or never reach: game, kind, seats, options.
RARE = {
    ("marbleous", CARD_COLOUR, 4):
        "seats=4 step=1 turn=0 player=0 phase=card-colour trays=||W||,BBBBB|BBBBB|BYYYY|YYYYR|RRRRR,RRRRR|PPPPP|PWWWW|WW|,"
        "|||| tokens=-,-,-,- discard=- display=2b.3b.4b,2b.3b.4b,2b.3b.4b,2b.3b.4b blue=2bx2.3bx2.4bx2 orange=4ox8.5ox8.6ox8 "
        "won=-,-,-,- pool=-,BW,YRP stack=27 used=- card=BBY@1 hand=W place=1",
    ("marbleous", TOKEN_COLOUR, 4):
        "seats=4 step=1 turn=0 player=0 phase=token-colour trays=||W||,BBBBB|BBBBB|BYYYY|YYYYY|RRRRR,"
        "RRRRR|RPPPP|PPPPP|WWWWW|WW,|||| tokens=-,-,-,- discard=B display=2b.3b.4b,2b.3b.4b,2b.3b.4b,2b.3b.4b "
        "blue=2bx2.3bx2.4bx2 orange=4ox8.5ox8.6ox8 won=-,-,-,- pool=-,BW,YRP stack=27 used=- card=PPB@1 column=e",
    ("marbleous", POINT_COLUMN, 3, "advanced"):
        "seats=3 step=35 turn=12 player=0 phase=point-column trays=B|P|PR|B|BY,||Y|RBY|BYB,P|PYYB|R||RBR tokens=-,-,- "
        "discard=BYRRPPP display=4b.3b.2b,3b.3b.2b,3b.3b.2b,2b.2b.4b blue=- orange=4ox8.5ox8.6ox8 won=2bx1.4bx1,4bx2,"
        "3bx1.4bx1 pool=YBP,RRP,- stack=14 used=YYB,PPY,BYB,RBR,RPR,PBP,YBR,BYP,BPY,BPR,YW,R.W card=PW@3 pops=2 "
        "used-columns=Y beside=PPP stars=1@2,0@1,0@4",
    ("marbleous", FREE_COLOUR, 4):
        "seats=4 step=1 turn=0 player=0 phase=free-colour trays=||||,BBBBB|BBBBB|BYYYY|YYYRR|RRRRR,RRRPP|PPPPP|PPPWW|WWWWW|W,"
        "|||| tokens=BP,-,-,- discard=- display=2b.3b.4b,2b.4b.4b,2b.3b.4b,2b.3b.4b blue=2bx2.3bx2.4bx1 "
        "orange=4ox8.5ox8.6ox8 won=3bx1,-,-,- pool=-,BW,YRP stack=27 used=- card=PPB@1 pops=1 used-columns=Y",
    ("marabunta", AGAIN, 2):
        "......................../......................../......................../......................../"
        "................R2R1..../........R1R2..R1R2..B3../B3........R2..R2........ round=6 starter=R player=R tile=repeat "
        "stack=zero_2 dice=2,1,crate,2,crate,3 anthills=0,0 points=0,0 cupcakes=1,0 crates=00001,01000 circles=00,10,20,10,"
        "10,00 phase=again pool=POST used=PST step=52",
    ("marbles_and_jokers", TURN, 2, "no_pass=start"):
        "69,32,o,o,o/36,h5,60,44,o ATTKK/888TJ 2,2,3,5,1,3,7,0,2,2,5,2,2,1 TJ 0,0 -/- p0,1,36,80 turn:10:-:p0a:10:0",
    ("marble_machine", TRADE, 3):
        "trade player=0 starter=2 step=1; hands random+swap jump+divert_slow left_120+erase"}

# The first decisions of somebody new, with every kind of die.
BEGUN = ("/".join(["." * 24] * 7) + " round=1 starter={starter} player=R tile=cross_2 stack=crates_2,one,zero_2,zero_free,"
         "leaves_2,repeat dice=3,0,flag,crate,2,1 anthills=2,2 points=0,0 cupcakes=0,0 crates=00000,00000 "
         "circles=00,00,00,00,00,00 phase={phase} step=1")
FIRST = {"split": BEGUN.format(starter="R", phase="split"), "choose": BEGUN.format(starter="B", phase="choose pool=POG"),
         "select": BEGUN.format(starter="B", phase="select pool=POGST")}

# All kinds of decision: phases in which a seat decides something.
KINDS = {"marbleous": range(TAKE, FREE_COLOUR + 1), "marabunta": range(SPLIT, AGAIN + 1), "connect_four": range(1),
         "marbles_and_jokers": range(CARD, TARGET + 1), "marble_machine": range(TRADE, SWAP_ORIENT_B + 1)}

# Of what is needed: what is outside the window, and what lies under something else.
OUT_OF_SIGHT = """() => {
  const needed = ["#table .seats .seat", "#table .boards .board-svg", "#table .needed .panel", "#say b", "#table .dock",
                  "#table .dock .btn", "#table .targets .target:not(.other)", "#split li"];
  const name = (one) => `${one.closest("[id]")?.id || ""} ${one.getAttribute("class") || one.tagName}`.trim();
  const head = document.getElementById("turn").parentNode;
  const cut = head.scrollWidth > head.clientWidth + 1 && innerHeight > 520 ? [`cut: ${head.textContent}`] : [];
  return cut.concat(needed.flatMap((selector) => [...document.querySelectorAll(selector)].flatMap((one) => {
    if (!one.checkVisibility()) return [];
    const box = one.getBoundingClientRect();
    const out = box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
    if (out) return [`outside: ${name(one)} ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`];
    const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    const drawing = one.closest(".board-svg") || one;
    return drawing.contains(top) || top?.contains(one) ? [] : [`covered: ${name(one)} by ${top && name(top)}`];
  })));
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


def first_decisions_of_marbleous():
    """A game that begins, for every number of people, and what somebody new may meet in the first turns: seats and position."""
    begun = {}
    for seats in (2, 3, 4):
        matches = (Match("marbleous", seats, seed=seed) for seed in itertools.count())
        begun[f"{seats} people"] = seats, next(match.position for match in matches if match.player == 0)
    return begun | {f"kind {kind}": (SEATS["marbleous"], position) for kind, position in decisions("marbleous").items()}


def successive(game):
    """Positions of one game, each with another decision than the one before or another seat to decide."""
    chance, match, found, last = random.Random(game), Match(game, SEATS[game], seed=1), [], None
    while len(found) < TURNS and not match.over:
        now = match.player, getattr(match.state, "phase", 0)
        if len(match.moves) > 8 and now != last and len(match.legal) > 1:
            found.append(match.position)
            last = now
        match.play(chance.choice(match.legal))
    return found


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    serving = Serving(tmp_path_factory.mktemp("in sight"))
    set_up = SetUp(serving)
    for game, seats in SEATS.items():
        for kind, position in decisions(game).items():
            set_up.open(f"{game} {kind}", game, position, seats)
        for number, position in enumerate(successive(game)):
            set_up.open(f"turn {number} of {game}", game, position, seats)
    for (game, kind, seats, *options), position in RARE.items():
        chosen = dict(option.split("=") if "=" in option else (option, True) for option in options)
        set_up.open(f"{game} {kind}", game, position, seats, **chosen)
    set_up.somebody_new()                   # whom the coach offers itself to: at no table of theirs it is turned off
    for kind, position in FIRST.items():
        set_up.open(f"first of marabunta, {kind}", "marabunta", position)
    for kind, (seats, position) in first_decisions_of_marbleous().items():
        set_up.open(f"first of marbleous, {kind}", "marbleous", position, seats)
    set_up.write()
    for name, (path, *_) in set_up.tables.items():
        if not name.startswith("first "):
            set_up.clients[name].post(f"{path}/coach", data={"do": "off"})
    yield set_up
    serving.stop()


@pytest.mark.parametrize("game", SEATS)
def test_every_kind_of_decision_is_looked_at(game, tables):
    assert {name for name in tables.tables if name.startswith(f"{game} ")} == {f"{game} {kind}" for kind in KINDS[game]}


@pytest.mark.parametrize("game", SEATS)
def test_what_a_decision_needs_is_in_sight(game, tables, new_page):
    page, found, chance = new_page(), [], random.Random(game)
    for number, name in enumerate(one for one in tables.tables if one.startswith(f"{game} ")):
        language = ("en", "de")[number % 2]
        page.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": language, "url": tables.serving.address}])
        tables.visit(page, name)
        found += [f"{name}, {language}, {one}" for one in out_of_sight(page)]
        page.set_viewport_size({"width": 1280, "height": 800})
        if not can_go(page):
            choose_something(page, chance)
        found += [f"{name}, {language}, chosen, {one}" for one in out_of_sight(page)]
    assert not found, "\n".join(found)


def out_of_sight(page):
    """What cannot be seen of what is needed, on every screen."""
    for screen, (width, height) in SCREENS.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        yield from (f"{screen}: {one}" for one in page.evaluate(OUT_OF_SIGHT))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", SEATS)
def test_the_head_is_whole_on_phones_whoever_decides(game, language, tables, new_page):
    page, cut = new_page(), []
    page.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": language, "url": tables.serving.address}])
    for name in (one for one in tables.tables if one.endswith(f" of {game}")):
        tables.visit(page, name, until="#table.running")
        for screen in ("phone", "small phone"):
            width, height = SCREENS[screen]
            page.set_viewport_size({"width": width, "height": height})
            head = page.locator(".where > span")
            shown = head.evaluate("head => head.scrollWidth - head.clientWidth") <= 1
            cut += [] if shown else [f"{name}, {screen}: {head.inner_text()}"]
    assert not cut, "\n".join(cut)


# How wide the smallest blank circle of a leaf is, and how many reach out of their panel.
CIRCLES = """() => {
  const [panel, ...circles] = [...document.querySelectorAll(".panel-regions, .panel-regions circle[stroke-dasharray]")].map(
    (one) => one.getBoundingClientRect());
  const cut = circles.filter((one) => one.bottom > panel.bottom || one.right > panel.right || one.left < panel.left);
  return [Math.min(...circles.map((one) => one.width)), cut.length];
}"""


@pytest.mark.parametrize("screen", ["phone", "small phone", "phone on its side"])
def test_circles_of_leaves_can_be_told_apart_on_phones(screen, tables, new_page):
    page = new_page(*SCREENS[screen])
    tables.visit(page, f"marabunta {SPLIT}")
    width, cut = page.evaluate(CIRCLES)
    assert width >= 9 and not cut


@pytest.mark.parametrize(("screen", "wide", "high"), [("phone", 30, 44), ("small phone", 27, 40)])
def test_crates_can_be_pressed_on_phones(screen, wide, high, tables, new_page):
    page = new_page(*SCREENS[screen])
    tables.visit(page, f"marabunta {CRATE}")
    groups = page.locator("[class*=panel-colony] .target").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect()).map((box) => [box.width, box.height])")
    assert groups and all(box[0] >= wide and box[1] >= high for box in groups), groups


# A hint as long as they come, of which so many letters are what it advises: what the search finds differs from time to time.
LONGEST_HINT = """([letters, most]) => {
  const [advice, why] = document.documentElement.lang === "de" ? [
    "Tipp: Eine gelbe Murmel nehmen. Einrollen: Weiß über zwei Gelbe in Spalte D, dann eine blaue in die Spalte ganz links",
    "Lässt platzen: 4 gelbe (davon 2 weiß) für 3 Punkte und eine zufällige Bonusmarke. Damit ist dein Brett leer: Du " +
    "bekommst eine weiße Murmel geschenkt. Diese Wahl gewinnt 31 von 100 Partien (gleicher Anteil: 25). Am zweitbesten: Lila."
  ] : [
    "Hint: Take a yellow marble. Roll in: white over two yellow into column D, then one blue marble into the leftmost column",
    "Pops 4 yellow (2 of them white) for 3 points and a random bonus token. That empties your tray: you get a free white " +
    "marble. This choice wins 31 games of 100 (equal share: 25). Next best: Take a purple marble. It brings no points at all."];
  document.querySelector("#say > b").textContent = advice.slice(0, letters);
  document.querySelector("#say > b + span").textContent = why.slice(0, most - letters - 1);
}"""
ADVICE = (24, 45, 60, 85, 105, 122)         # letters: one line, a little more, and so on


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", ["marabunta", "marbleous", "marbles_and_jokers", "marble_machine"])
def test_a_hint_is_read_as_a_whole_on_a_phone(game, language, tables, new_page):
    page, cut = new_page(*SCREENS["phone"]), []
    page.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": language, "url": tables.serving.address}])
    for kind in KINDS[game]:
        tables.visit(page, f"{game} {kind}")
        page.locator("#hint").click()
        page.wait_for_selector("#set-up")
        for letters in (0, *ADVICE):
            if letters:
                page.evaluate(LONGEST_HINT, [letters, MOST_LETTERS])
            for screen in ("phone", "small phone"):
                width, height = SCREENS[screen]
                page.set_viewport_size({"width": width, "height": height})
                cut += [f"{kind}, {screen}, {letters}: {one}" for one in cut_in_the_dock(page)]
    assert not cut, "\n".join(cut)


def cut_in_the_dock(page):
    """What one would have to scroll to read to its end."""
    hidden = page.locator("#say").evaluate("say => say.scrollHeight - say.clientHeight")
    return [f"{hidden} px: {page.locator('#say').inner_text()}"] if hidden > 1 else []


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", ["marabunta", "marbleous"])
def test_what_a_decision_is_about_is_read_as_a_whole_on_a_phone(game, language, tables, new_page):
    """Also while the coach offers itself: somebody new needs these sentences most."""
    page, cut, chance = new_page(*SCREENS["phone"]), [], random.Random(1)
    page.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": language, "url": tables.serving.address}])
    for name in (one for one in tables.tables if one.startswith((f"first of {game},", f"{game} "))):
        tables.visit(page, name)
        assert page.locator("#coach").count() == name.startswith("first of ")
        cut += cut_in_the_dock(page)
        if not can_go(page):
            choose_something(page, chance)
        cut += cut_in_the_dock(page)
    assert not cut, "\n".join(cut)


# How many lines the turn of another colony fills in the dock.
LINES_OF_A_TURN = """(words) => {
  document.getElementById("since")?.remove();
  document.querySelector("#say > span").insertAdjacentHTML("afterend", `<p class="since" id="since"><span>${words}</span></p>`);
  document.querySelector("#say > span").remove();
  const told = document.querySelector("#since > span");
  return Math.round(told.scrollHeight / parseFloat(getComputedStyle(told).lineHeight));
}"""


@pytest.mark.parametrize("words", ["Blue colony crossed out a crate and left the grey 1.",
                                   "Blue colony now leads green, yellow and orange (+6).",
                                   "Blue colony now leads 4 regions (+8) and scored +10."])
def test_the_turn_of_another_colony_is_one_line_on_a_phone(words, tables, new_page):
    page = new_page(*SCREENS["phone"])
    tables.visit(page, f"marabunta {SPLIT}")
    assert len(words) == ROOM and page.evaluate(LINES_OF_A_TURN, words) == 1


# Where everything lies that stays from turn to turn.
LASTING = """() => Object.fromEntries([...document.querySelectorAll(
  "#table .seats, #table .rail, #table .boards > .board, #table .needed > .panel, #table .dock")].map((one) => {
  const box = one.getBoundingClientRect();
  return [one.id || one.className, [box.left, box.top, box.right, box.bottom].map(Math.round)];
}))"""


@pytest.mark.parametrize("game", SEATS)
def test_panels_keep_their_place_from_turn_to_turn(game, tables, new_page):
    page, first, moved = new_page(), {}, []
    for name in (one for one in tables.tables if one.endswith(f" of {game}")):
        tables.visit(page, name, until="#table.running")
        for screen, (width, height) in SCREENS.items():
            page.set_viewport_size({"width": width, "height": height})
            places = page.evaluate(LASTING)
            before = first.setdefault(screen, places)
            moved += [f"{name}, {screen}: {panel} from {before.get(panel)} to {places.get(panel)}"
                      for panel in {*before, *places} if not is_at(before.get(panel), places.get(panel))]
    assert not moved, "\n".join(moved)


def is_at(before, now):
    """Whether something lies where it lay; rounding may shift it by a pixel."""
    return bool(before and now) and all(abs(there - here) <= 1 for there, here in zip(before, now))


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


BOARDS = """() => [...document.querySelectorAll("#table .boards .board-svg, #table .needed .board-svg")].map((one) => {
  const box = one.getBoundingClientRect();
  return [box.left, box.top, box.right, box.bottom].map(Math.round);
})"""
LEAST_RING = {"phone": 340, "small phone": 260}         # pixels from side to side


@pytest.mark.parametrize("screen", LEAST_RING)
def test_the_ring_is_large_on_phones(screen, tables, new_page):
    """Its holes have to be told apart and hit: the dock keeps no more room than its sentences need."""
    page = new_page(*SCREENS[screen])
    for kind in KINDS["marbles_and_jokers"]:
        tables.visit(page, f"marbles_and_jokers {kind}")
        left, top, right, bottom = page.evaluate(BOARDS)[0]
        assert min(right - left, bottom - top) >= LEAST_RING[screen], kind


DECIDING = {name: SCREENS[name] for name in ("phone", "small phone", "laptop")}


@pytest.mark.parametrize("game", ["marbleous", "marabunta"])
def test_boards_stay_where_they_are_while_one_decides(game, tables, new_page):
    """Before something is chosen, afterwards, and when it is chosen again: nothing moves under the finger."""
    page, moved, chance = new_page(), [], random.Random(game)
    for number, name in enumerate(one for one in tables.tables if one.startswith(f"{game} ")):
        language = ("de", "en")[number % 2]
        page.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": language, "url": tables.serving.address}])
        page.set_viewport_size({"width": 1280, "height": 800})
        tables.visit(page, name)
        first = boards(page)
        for step in ("chosen", "chosen, too"):
            if not can_go(page):
                choose_something(page, chance)
                moved += moved_since(first, boards(page), f"{name}, {language}, {step}")
        while page.locator("#back").count():
            before = page.locator("#table").get_attribute("data-chosen")
            page.locator("#back").click()
            page.wait_for_selector(f"#table:not([data-chosen='{before}'])")
            moved += moved_since(first, boards(page), f"{name}, {language}, chosen again")
    assert not moved, "\n".join(moved)


def boards(page):
    """Where the drawings are on each screen."""
    found = {}
    for screen, (width, height) in DECIDING.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        found[screen] = page.evaluate(BOARDS)
    page.set_viewport_size({"width": 1280, "height": 800})
    return found


def moved_since(first, now, when):
    return [f"{when}, {screen}: from {before} to {after}" for screen in first
            for before, after in zip(first[screen], now[screen], strict=True) if not is_at(before, after)]


def test_the_hand_uses_the_room_beside_the_board(tables, new_page):
    page = new_page()
    page.set_viewport_size({"width": 1280, "height": 800})
    tables.visit(page, next(name for name in tables.tables if name.startswith("marbles_and_jokers ")))
    card = page.locator("#table .panel-cards .card").first.bounding_box()
    board = page.locator("#table .boards .board-svg").bounding_box()
    assert card["width"] >= 70 and board["height"] >= 600, "larger cards, and the board no smaller"
