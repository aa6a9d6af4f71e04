"""Pictures of every page, desktop and phone, and of each game in the middle of play on every screen, light and dark, in English
and German: python -m tests.web.screenshots [FOLDER] [--docs]. With --docs only those that README and docs show, as WebP."""

import argparse
import base64
import random
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from marbletop.games import GAMES
from marbletop.web.language import LANGUAGE_COOKIE

from .conftest import ARGUMENTS, CHROMIUM, PATIENCE, Serving
from .people import OVER, READY, can_go, choose_something, sit_with_bots, take_turn

SIZES = {"desktop": (1280, 800), "phone": (390, 844)}
SCREENS = {**SIZES, "small": (360, 640), "landscape": (844, 390), "tablet": (768, 1024)}            # of games
LANGUAGES = ("en", "de")
THEMES = ("light", "dark")
TURNS = {"marbleous": 10, "marabunta": 12, "marbles_and_jokers": 8, "marble_machine": 10, "connect_four": 4}
REPLAYED = "marabunta"                      # two players, so that the game is over when one gives up
IN_DOCS = {"home": ("desktop",), "marbleous": ("desktop", "phone"), "marabunta": ("desktop", "phone"),
           "marbles_and_jokers": ("desktop", "phone"), "marble_machine": ("desktop", "phone"), "replay": ("desktop",)}


@dataclass
class Camera:
    """Takes pictures of a page into a folder."""

    page: Page
    folder: Path
    docs: bool

    def take(self, name: str, sizes: Iterable[str] = SIZES, suffix: str = "") -> None:
        for size in IN_DOCS.get(name, ()) if self.docs else sizes:
            width, height = SCREENS[size]
            self.page.set_viewport_size({"width": width, "height": height})
            for theme in THEMES:
                self.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
                self.shoot(self.folder / f"{name}-{size}-{theme}{suffix}")
        self.page.set_viewport_size({"width": 1280, "height": 800})

    def take_game(self, name: str) -> None:
        """A table as it stands, on every screen and in every language."""
        selected = self.page.locator("#table").get_attribute("data-chosen") or ""
        address = self.page.url.partition("?")[0] + selected
        for language in LANGUAGES[:1] if self.docs else LANGUAGES:
            self.page.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": language, "url": self.page.url}])
            self.page.goto(address)
            self.page.wait_for_selector("#table")
            self.take(name, SCREENS, "" if language == LANGUAGES[0] else f"-{language}")
        self.page.context.clear_cookies(name=LANGUAGE_COOKIE)
        self.page.goto(address)

    def shoot(self, path: Path) -> None:
        if not self.docs:
            self.page.screenshot(path=f"{path}.png")
            return
        session = self.page.context.new_cdp_session(self.page)
        shot = session.send("Page.captureScreenshot", {"format": "webp", "quality": 84})
        path.with_name(f"{path.name}.webp").write_bytes(base64.b64decode(shot["data"]))
        session.detach()


def play_on(page: Page, game: str, chance: random.Random) -> None:
    """To the middle of a game, where something is chosen."""
    for _ in range(TURNS.get(game, 5)):
        page.wait_for_selector(f"{READY}, {OVER}")
        if page.locator(READY).count():
            take_turn(page, chance)
    page.wait_for_selector(f"{READY}, {OVER}")
    while page.locator(READY).count() and not can_go(page):
        choose_something(page, chance)


def give_up(page: Page) -> None:
    page.locator("summary[aria-label='Menu']").click()
    page.locator("summary", has_text="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    page.wait_for_selector("#rematch")


def tour(page: Page, address: str, camera: Camera) -> None:
    """All pages, the home page last, when there are tables to show."""
    chance = random.Random(5)
    for game in GAMES:
        sit_with_bots(page, address, game)
        play_on(page, game, chance)
        camera.take_game(game)
        if game == REPLAYED:
            give_up(page)
            camera.take("over")
            page.locator("#fairness").click()
            camera.take("fairness")
            page.go_back()
            page.locator(".dock a", has_text="Replay").click()
            last = page.locator("#table").get_attribute("data-step")
            page.locator("[data-key='ArrowLeft']").click()
            page.wait_for_selector(f"#table:not([data-step='{last}'])")
            camera.take("replay")
        page.goto(f"{address}/rules/{game}")
        camera.take(f"{game}-rules")
    page.goto(f"{address}/new?game=marbles_and_jokers&with=friends")
    camera.take("new")
    page.locator(".nt .dock button").click()
    page.wait_for_selector("#table")
    camera.take("invite")
    page.goto(address)
    camera.take("home")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("screenshots"))
    parser.add_argument("--docs", action="store_true")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        serving = Serving(Path(data))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        try:
            page = browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
            page.set_default_timeout(PATIENCE)
            tour(page, serving.address, Camera(page, asked.folder, asked.docs))
        finally:
            browser.close()
            serving.stop()


if __name__ == "__main__":
    main()
