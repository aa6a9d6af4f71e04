"""People at a table in a browser: they see what is marked, press it, and press the button."""

import random
import time

from playwright.sync_api import TimeoutError

READY = "#table[data-call='1']"
OVER = "#table.over"
HURRY = 0.42                                # seconds for a decision: in the long run the server takes two a second


def sit_with_bots(page, address, game, **fields):
    """Open a table by the form, with the fields changed, and begin."""
    seats = fields.pop("seats", None)
    page.goto(f"{address}/new?game={game}{f'&seats={seats}' if seats else ''}")
    for name, value in fields.items():
        field = page.locator(f"[name='{name}']")
        if field.evaluate("one => one.tagName") == "SELECT":
            field.select_option(value)
        elif value in (True, False):
            field.set_checked(value, force=True)
        else:
            field.fill(str(value))
    page.locator(".nt .dock button").click()
    page.wait_for_selector("#table.running")
    page.wait_for_load_state()                          # its script hears what is pressed


def wait_until(page, expression, seconds=60):
    """Wait until an expression is true in the page. Playwright's own way would need a policy that allows eval."""
    last = time.monotonic() + seconds
    while not page.evaluate(expression):
        assert time.monotonic() < last, f"never true: {expression}"
        page.wait_for_timeout(50)


def play_to_the_end(page, seed=1, most=600, asked=600):
    """Press marked places and the button until the game is over, after `asked` decisions without the button; how many
    decisions there were."""
    chance, begun = random.Random(seed), time.monotonic()
    for pressed in range(most):
        time.sleep(max(0.0, begun + HURRY * pressed - time.monotonic()))
        page.wait_for_selector(f"{READY}, {OVER}", timeout=60_000)
        if page.locator(OVER).count():
            return pressed
        if pressed == asked:
            play_at_once(page)
        (take_turn if pressed < asked else take_turn_at_once)(page, chance)
    raise AssertionError(f"not over after {most} decisions: {page.locator('#say').inner_text()}")


def take_turn(page, chance):
    """One decision, by pressing what is marked on the drawings."""
    position = page.locator("#table").get_attribute("data-position")
    for _ in range(6):
        if can_go(page):
            break
        choose_something(page, chance)
    moved = f"#table:not([data-position='{position}'])"
    go(page, moved)
    page.wait_for_selector(moved)


def play_at_once(page):
    """From now on what is chosen is done without asking."""
    page.locator("summary[aria-label='Menu']").click()
    page.locator("#quick").check()
    page.locator("summary[aria-label='Menu']").click()


def take_turn_at_once(page, chance):
    """One decision without the button, which is pressed only where there is one way, or a heap to divide."""
    if page.locator("#split").count() or can_go(page):
        return take_turn(page, chance)
    position = page.locator("#table").get_attribute("data-position")
    moved, half = f"#table:not([data-position='{position}'])", "#table[data-chosen]:not([data-chosen*='action='])"
    while page.locator(half).count() and not page.locator(moved).count():
        before = page.locator("#table").get_attribute("data-chosen")
        press_something(page, chance, before)
        page.wait_for_selector(f"{moved}, #table:not([data-chosen='{before}'])")
        if "draft=" in (page.locator("#table").get_attribute("data-chosen") or "") and can_go(page):
            go(page, moved)                             # what is only proposed after a draft is not played by itself
            break
    page.wait_for_selector(moved)


def go(page, moved):
    """Press the button, unless the page has gone on by itself meanwhile."""
    while not page.locator(moved).count():
        try:
            return page.locator("#go").click(timeout=5000)
        except TimeoutError:
            continue


def can_go(page):
    if page.locator("#split").count():
        return 1 <= page.locator("#split input:checked").count() <= 6
    return page.locator("#go").count() == 1


def choose_something(page, chance):
    """Press a target; where several ways lead there, take one from the list. The page may still be settling after a bot's
    move, so that a press by place misses: then aim again, twice at most."""
    before = page.locator("#table").get_attribute("data-chosen")
    changed = f"#table:not([data-chosen='{before}'])"
    for _ in range(2):
        press_something(page, chance, before)
        try:
            return page.wait_for_selector(changed, timeout=5000)
        except TimeoutError:
            continue
    press_something(page, chance, before)
    return page.wait_for_selector(changed)


def press_something(page, chance, before):
    targets, ways = "#table .target:not(.chosen, .other)", "a.way:not(.on)"
    page.wait_for_selector(f"{targets}, {ways}")        # they may just be drawn anew
    targets = page.locator(targets)
    if "among=" in before or not targets.count():
        pressed = page.locator(ways)
        pressed.nth(chance.randrange(pressed.count())).click()
    else:
        target = targets.nth(chance.randrange(targets.count()))
        target.evaluate("one => one.scrollIntoView({block: 'center', inline: 'center'})")     # it may pulse: not wait for rest
        if box := target.bounding_box():                        # else it has just been drawn anew
            target.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
