"""Motion: what frames hold, and what a browser shows of them."""

import asyncio
import json
import random
import re
import time
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from marbletop.drawing.changes import Frame
from marbletop.games import GAMES
from marbletop.server.bots import ThreadBots
from marbletop.server.house import House
from marbletop.server.seating import sit
from marbletop.server.table_view import eyes_of
from marbletop.web.page import animation
from marbletop.web.page.animation import MOST_FRAMES, frames_since

from .conftest import Serving
from .people import READY, sit_with_bots, take_turn, wait_until
from .scenes import SetUp

pytestmark = pytest.mark.xdist_group("browser")

# Positions of seat 0, and what is to be pressed: two sets pop, a marble walks round a corner and bops, three marbles run.
TWO_SETS = ("seats=2 step=41 turn=16 player=0 phase=pop trays=YW|PBB|YRPPP|R|BP,PRYPB|BRPR|PBYB|RPB|Y tokens=-,- "
            "discard=BBBYYY display=2b.3b.5o,4b.2b.5o,2b.4b.3b,3b.4b.4b blue=- orange=4ox8.5ox6.6ox8 "
            "won=2bx2.3bx1.4bx2,2bx1.3bx2 pool=-,PYP,YRP stack=11 "
            "used=BBY,YYP,PPY,BRB,RBR,RPR,PBP,PRP,YBR,BYP,RYP,BRY,BPY,BPR,YW,R.W card=BPB@1 pops=1 used-columns=B")
A_BOP = "55,32,31,o,o/68,h5,h4,44,o A336T/7788J 2,2,1,5,1,2,5,1,2,3,5,2,3,1 KQ 0,0 -/- p0,1,34,73 move:K"
A_RUN = ("aim player=0 starter=0 step=26; board fork1@2,0 left@1,1 sort6@-2,1 left@3,-2 redirect1@-1,-2; marbles 2=3 2=4 "
         "1@2,-2>2 1@1,0>3 1@home>4 3@next; hands random_push+erase right+jump; played 3,2")
WATCH = """() => {
  window.seen = [];
  window.middle = (one) => {
    const box = one.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const count = (what) => document.querySelectorAll(what).length;
  const look = () => {
    const marbles = [...document.querySelectorAll("#table .boards .marble[id]")];
    if (count("#table.moving")) window.seen.push({
      say: document.getElementById("caption").textContent, dice: count(".moment.die"),
      at: Object.fromEntries(marbles.map((one) => [one.id, window.middle(one)])),
    });
    requestAnimationFrame(look);
  };
  look();
}"""

# A flight may begin and end between two pictures of a busy machine, so it is counted when it begins.
COUNT_FLIGHTS = """() => {
  window.flights = 0;
  new MutationObserver((changes) => {
    for (const {addedNodes} of changes)
      window.flights += [...addedNodes].filter((one) => one.matches?.("svg.sky > .card")).length;
  }).observe(document.body, {childList: true, subtree: true});
}"""


@pytest.mark.parametrize("name", GAMES)
def test_actions_of_random_games_have_frames(tmp_path, name):
    async def story():
        async with House(tmp_path, bots=ThreadBots(GAMES), run=False) as house:
            guest, game = house.guests.welcome("Ann"), GAMES[name]
            seats, chance = max(2, game.seats[0]), random.Random(3)
            table = await house.lobby.create(guest, name, seats, listed=True)
            await sit(table, guest, list(range(seats)))
            await table.deal(guest.id)
            made, slowest = [], 0.0
            for _ in range(60):
                if table.over:
                    break
                before = table.now.last
                await table.play(guest.id, chance.choice(game.legal_list(table.state, table.box)), table.position)
                begun = time.perf_counter()
                made.append(await frames_since(table, await eyes_of(table, "somebody"), before))
                slowest = max(slowest, time.perf_counter() - begun)
                assert await frames_since(table, await eyes_of(table, "somebody"), before) == made[-1]
            assert await frames_since(table, await eyes_of(table, "somebody"), 0) == "", "too long ago"
            return [json.loads(one) for one in made if one], slowest
    made, slowest = asyncio.run(story())
    frames: list[Frame] = [frame for one in made for frame in one.get("frames", [])]
    assert all(len(one["frames"]) <= MOST_FRAMES for one in made if one)
    assert all(set(frame) <= {"say", "beats", "out", "as", "in", "at", "new", "show"} for frame in frames)
    assert max(len(json.dumps(one)) for one in made) < 60_000
    assert slowest < 3
    assert any("in" in frame for frame in frames)


@pytest.mark.parametrize("name", GAMES)
def test_captions_speak_to_the_reader_and_share_their_drawings(tmp_path, name):
    async def story():
        async with House(tmp_path, bots=ThreadBots(GAMES), run=False) as house:
            people, game, chance = [house.guests.welcome(who) for who in ("Ann", "Ben", "Cleo")], GAMES[name], random.Random(5)
            table = await house.lobby.create(people[0], name, 2, listed=True)
            for seat in range(2):
                await sit(table, people[seat], [seat])
            await table.deal(people[0].id)
            said = {who.name: "" for who in people}
            for _ in range(40):
                before, player = table.now.last, people[table.player]
                await table.play(player.id, chance.choice(game.legal_list(table.state, table.box)), table.position)
                for who in people:
                    made = json.loads(await frames_since(table, await eyes_of(table, who.id), before) or '{"frames": []}')
                    said[who.name] += " ".join([f" {frame.get('say', '')}" for frame in made["frames"]])
                if table.over:
                    break
            return said, len({seat for _, seat, _ in animation.drawn_cache[table]})
    said, drawn = asyncio.run(story())
    for own, other in (("Ann", "Ben"), ("Ben", "Ann")):
        assert "You " in said[own] and own not in said[own] and other in said[own] and own in said["Cleo"]
    assert "You " not in said["Cleo"]
    assert drawn == (1 if getattr(GAMES[name].board, "MOVES_ALIKE", False) else 3)


@pytest.fixture(scope="module")
def set_up(tmp_path_factory):
    serving = Serving(tmp_path_factory.mktemp("motion"))
    tables = SetUp(serving)
    for name in ("sets", "calm", "none", "tap", "loud", "quiet"):
        tables.open(name, "marbleous", TWO_SETS)
    tables.open("bop", "marbles_and_jokers", A_BOP)
    tables.open("run", "marble_machine", A_RUN, radius=4, quota=3)
    tables.write()
    yield tables
    serving.stop()
    assert "Traceback" not in serving.said


def watched(set_up, new_page, name, speed="", **more):
    page = new_page(**{"reduced_motion": "no-preference", "height": 1000, **more})      # the list has room beside the coach
    if speed:
        page.context.add_cookies([{"name": "speed", "value": speed, "url": set_up.serving.address}])
    set_up.visit(page, name)
    page.evaluate(WATCH)
    return page


def act(page, label=""):
    """Choose a line of the list and do it; what was to be seen in every picture until the next position."""
    position = page.locator("#table").get_attribute("data-position")
    if not page.locator("#go").count():                 # else it is chosen already, because all ways lead to the same
        page.locator("a.way", has_text=label).first.click()
    page.locator("#go").click()
    page.wait_for_selector(f"#table:not([data-position='{position}'])")
    return page.evaluate("window.seen")


def test_sets_pop_one_after_another(set_up, new_page):
    page = watched(set_up, new_page, "sets")
    before = page.locator("#table .boards .marble[id]").count()
    pictures = act(page, "blue")
    counts = [len(picture["at"]) for picture in pictures]
    pops = [picture["say"] for picture in pictures if " pop" in picture["say"]]
    assert len(dict.fromkeys(pops)) == 2
    assert len({before, *counts}) >= 3, "they go in two steps"
    assert [before, *counts] == sorted([before, *counts], reverse=True)


def test_a_marble_walks_along_the_track_before_it_bops(set_up, new_page):
    page = watched(set_up, new_page, "bop")
    spaces = page.locator("#table [id^='sp-']").evaluate_all("all => all.map(window.middle)")
    pictures = [picture for picture in act(page, "hole 55 to hole 68") if re.search("13 forward|start ring", picture["say"])]
    cell = distance(spaces[0], spaces[1])
    way = [picture["at"]["m-0-0"] for picture in pictures]
    assert all(min(distance(at, space) for space in spaces) < 0.75 * cell for at in way), "it never leaves the track"
    hit = [picture["at"]["m-1-0"] for picture in pictures]
    leaves = next(n for n, at in enumerate(hit) if distance(at, hit[0]) > 3)
    assert distance(way[leaves], way[-1]) < 0.5 * cell, "who is hit goes when the other has come"


def distance(one, other):
    return ((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5


def test_dice_are_shown_while_marbles_run_one_by_one(set_up, new_page):
    page = watched(set_up, new_page, "run")
    pictures = act(page, "Aim at 3")
    assert any(picture["dice"] for picture in pictures)
    moved = [{id for id in one["at"].keys() & other["at"].keys() if distance(one["at"][id], other["at"][id]) > 1}
             for one, other in pairwise(pictures)]
    order = [next(iter(ids)) for ids in moved if len(ids) == 1]
    assert len(dict.fromkeys(order)) >= 3 and order == sorted(order), "the oldest first"


def test_a_card_flies_to_the_pile(set_up, new_page):
    page = new_page(reduced_motion="no-preference")
    page.goto(f"{set_up.serving.address}/new?game=marbles_and_jokers&seats=2")
    page.locator(".nt .dock button").click()
    page.wait_for_selector("#table[data-call='1']")
    page.wait_for_load_state()              # its script hears what is pressed; without it nothing would fly
    page.evaluate(COUNT_FLIGHTS)
    for _ in range(3):                      # a page that comes late shows the present without motion
        take_turn(page, random.Random(1))
        page.wait_for_selector(READY)
        if page.evaluate("flights"):
            break
    assert page.evaluate("flights")
    expect(page.locator("svg.sky > *")).to_have_count(0)


# How long each caption was shown: letters and milliseconds.
TIME_CAPTIONS = """() => {
  window.captions = [];
  let words = "", begun = 0;
  new MutationObserver(() => {
    const now = document.getElementById("caption")?.textContent || "";
    if (now === words) return;
    if (words) captions.push([words, performance.now() - begun]);
    [words, begun] = [now, performance.now()];
  }).observe(document.body, {childList: true, subtree: true, characterData: true});
}"""


def test_what_a_bot_does_can_be_read(set_up, new_page):
    page = new_page(reduced_motion="no-preference")
    sit_with_bots(page, set_up.serving.address, "marbles_and_jokers", seats=2, seat1="beginner")
    page.evaluate(TIME_CAPTIONS)
    for _ in range(3):
        page.wait_for_selector(READY)
        take_turn(page, random.Random(1))
    page.wait_for_selector(READY)
    read = [(words, time) for words, time in page.evaluate("captions") if words.startswith("Red ")]
    assert read and all(time > min(15 * len(words), 1000) for words, time in read), read


def test_a_press_skips_and_chooses_nothing(set_up, new_page):
    page = new_page(reduced_motion="no-preference")
    sit_with_bots(page, set_up.serving.address, "connect_four", seat1="me")
    page.locator("#speed").evaluate("one => { one.value = 'slow'; one.dispatchEvent(new Event('change')); }")
    page.locator("a.way").nth(3).click()
    expect(page.locator("#go")).to_be_visible()
    box = page.locator("a.way").nth(1).bounding_box()
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/part" in request.url else None)
    page.locator("#go").click()
    page.wait_for_selector("#table.moving")
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)     # the list stays where it is
    page.wait_for_selector("#table:not(.moving)", timeout=1000)
    page.keyboard.press("3")
    page.wait_for_selector("#table[data-chosen*='action=2']")
    assert all("action=2" in address for address in asked)


@pytest.mark.parametrize(("name", "sound"), [("loud", "on"), ("quiet", "off")])
def test_sound_is_for_who_wants_it(set_up, new_page, name, sound):
    page = watched(set_up, new_page, name)
    page.evaluate("() => { window.tones = 0; const make = AudioContext.prototype.createOscillator;"
                  " AudioContext.prototype.createOscillator = function () { window.tones += 1; return make.call(this); }; }")
    page.locator("summary[aria-label='Menu']").click()
    if sound == "on":
        page.locator("#sound").check()
        wait_until(page, "tones")             # who switches it on hears it
    assert page.locator("#sound").is_checked() == (sound == "on")
    page.evaluate("tones = 0")
    page.locator("summary[aria-label='Menu']").click()
    act(page, "blue")
    assert (page.evaluate("window.tones") > 0) == (sound == "on")


def test_a_key_skips_too(set_up, new_page):
    page = watched(set_up, new_page, "tap", speed="slow")
    page.locator("#go").click()                         # all ways lead to the same, so one is chosen
    page.wait_for_selector("#table.moving")
    page.keyboard.press("Escape")
    page.wait_for_selector("#table:not(.moving)", timeout=2500)


@pytest.mark.parametrize(("name", "speed", "reduced"), [("calm", "", "reduce"), ("none", "none", "no-preference")])
def test_who_wants_no_motion_gets_the_end_at_once(set_up, new_page, name, speed, reduced):
    page = watched(set_up, new_page, name, speed=speed, reduced_motion=reduced)
    before = page.locator("#table .boards .marble[id]").count()
    act(page, "blue")
    expect(page.locator("#table .boards .marble[id]")).not_to_have_count(before)
    assert page.evaluate("window.seen") == []
