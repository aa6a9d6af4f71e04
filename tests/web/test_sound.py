"""Sounds: made of tones and noise, and of the right sort for what moves."""

import random

import pytest

from .people import READY, sit_with_bots, take_turn, wait_until

pytestmark = pytest.mark.xdist_group("browser")
COUNTING = """
window.made = {tone: 0, noise: 0};
for (const [kind, name] of [["tone", "createOscillator"], ["noise", "createBufferSource"]]) {
  const make = AudioContext.prototype[name];
  AudioContext.prototype[name] = function () { window.made[kind]++; return make.call(this); };
}
"""


@pytest.mark.parametrize("sound", ["on", "off"])
def test_every_sound_can_be_made(serving, new_page, sound):
    page = new_page()
    page.context.add_cookies([{"name": "sound", "value": sound, "url": serving.address}])
    page.add_init_script(COUNTING)
    page.goto(serving.address)
    made = page.evaluate("""async () => {
      const {playSound} = await import("/static/sound.js");
      const found = {};
      for (const name of ["marble", "roll", "card", "tile", "pop", "dice", "call", "nothing"]) {
        window.made = {tone: 0, noise: 0};
        playSound(name);
        found[name] = [window.made.tone, window.made.noise];
      }
      return found;
    }""")
    parts = {"marble": [2, 0], "roll": [1, 1], "card": [0, 1], "tile": [1, 0], "pop": [2, 0], "dice": [4, 0], "call": [1, 0],
             "nothing": [0, 0]}
    assert made == (parts if sound == "on" else {name: [0, 0] for name in parts})


@pytest.mark.parametrize(("game", "kind", "other"), [("connect_four", "tone", "noise"), ("marbles_and_jokers", "noise", None)])
def test_marbles_ring_and_cards_rustle(serving, new_page, game, kind, other):
    page = new_page(reduced_motion="no-preference")
    page.context.add_cookies([{"name": "sound", "value": "on", "url": serving.address}])
    page.add_init_script(COUNTING)
    sit_with_bots(page, serving.address, game, seats=2, seat1="beginner")
    chance, turns = random.Random(3), 0
    while not page.evaluate(f"made.{kind}") and turns < 4:      # a press that comes too early skips the motion, and its sound
        page.wait_for_selector(READY)
        take_turn(page, chance)
        page.wait_for_selector("#table:not(.moving)")
        turns += 1
    wait_until(page, f"made.{kind} > 0")
    assert other is None or page.evaluate(f"made.{other}") == 0
