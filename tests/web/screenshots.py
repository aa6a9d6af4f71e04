"""Pictures of every page and of each game in the middle of play, desktop and phone, light and dark:
python -m tests.web.screenshots [FOLDER]"""

import random
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from marbletop.games import GAMES

from .conftest import ARGUMENTS, CHROMIUM, Serving
from .people import OVER, READY, can_go, choose_something, sit_with_bots, take_turn

SIZES = {"desktop": (1280, 800), "phone": (390, 844)}
TURNS = {"marbleous": 10, "marabunta": 12, "marbles_and_jokers": 8, "marble_machine": 10, "connect_four": 4}


def shots(page, folder: Path, name: str) -> None:
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            page.screenshot(path=folder / f"{name}-{size}-{theme}.png")
    page.set_viewport_size({"width": 1280, "height": 800})


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        serving = Serving(Path(data))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
        chance = random.Random(5)
        for game in GAMES:
            sit_with_bots(page, serving.address, game)
            for _ in range(TURNS.get(game, 5)):
                page.wait_for_selector(f"{READY}, {OVER}")
                if page.locator(READY).count():
                    take_turn(page, chance)
            page.wait_for_selector(f"{READY}, {OVER}")
            while page.locator(READY).count() and not can_go(page):
                choose_something(page, chance)
            shots(page, folder, game)
            page.goto(f"{serving.address}/rules/{game}")
            shots(page, folder, f"{game}-rules")
        page.goto(f"{serving.address}/new?game=marbles_and_jokers&with=friends")
        shots(page, folder, "new")
        page.locator(".nt .dock button").click()
        page.wait_for_selector("#table")
        shots(page, folder, "invite")
        page.goto(serving.address)
        shots(page, folder, "home")
        browser.close()
        serving.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "screenshots"))
