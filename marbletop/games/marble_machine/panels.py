"""Drawings beside the machine: the own hand, the piles, the outlook, and the tiles not seen yet."""

import math
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

from ...drawing import kit
from ...drawing.palette import SPEED_MARBLE
from ...drawing.scene import FACTS, HAND, OTHER, Mark, Panel, Part
from ...words import phrases, plural, say, tell
from .hidden import unseen_count
from .names import EFFECT_WORDS, tell_owner, tile_name
from .paths import certain_piles, expected_piles
from .pictures import SEAT_COLOURS, symbol_of
from .state import AIM, IN_GOAL, ON_BOARD, TILES, TRADE

CARD = (124.0, 62.0)                        # a tile in hand, with the room for its ring
SIGN, SIGN_SIZE = (24.5, CARD[1] / 2), 12.5 # the middle and the radius of its sign
LINE = 13                                   # letters in a line of it
STRIP = 3 * CARD[0]                         # width of the panels beside the board
SLOT = 16.0                                 # from marble to marble in a pile, at most
OUTLOOK = 96.0                              # width of a side's outlook
ABOUT = "\N{ALMOST EQUAL TO}"                # before a number that dice decide about
QUARTERS = ("", "¼", "½", "¾")
SHORT_WORDS = ("", *phrases(
    "turns slightly left", "turns sharply left", "turns slightly right", "turns sharply right", "sends back",
    "turns to its arrow", "jumps over a space", "pushes one space", "die: one of two arrows", "die: one of two arrows",
    "sends Home", "turns speed 1 to its arrow", "die: turns anywhere", "die: pushes anywhere", "blocks marbles",
    "takes a tile off", "moves a tile", "swaps two tiles"))
PILE_NAMES = phrases("You: {n} of {all} marbles", "{who}: {n} of {all} marbles", "You and {who}: {n} of {all} marbles",
                     "{names}: {n} of {all} marbles")
COUNTS = phrases("You: {number}", "{who}: {number}", "You and {who}: {number}", "{names}: {number}")
FORECASTS = phrases("You: about {number} marbles", "{who}: about {number} marbles", "You and {who}: about {number} marbles",
                    "{names}: about {number} marbles")


def draw_hand(view: Any, names: Sequence[str]) -> Panel:
    """The viewer's own tiles with what they do, among them the tile in play. While nothing else can be done with them than
    trade them in, no marble lies beside them."""
    playing = view.tile if view.player == view.viewer else 0
    held = [tile for tile in range(1, TILES) for _ in range(view.hand[view.viewer][tile])]
    tiles = sorted([*held, playing]) if playing else held
    in_play = tiles.index(playing) if playing else -1
    width, height = CARD
    root = kit.together(tell(names[view.viewer], "Your tiles", "{who}'s tiles"), "hand", *(
        draw_hand_tile(tile, tiles[:n + 1].count(tile), (n * width, 0), n == in_play) for n, tile in enumerate(tiles)),
        *([draw_marble_card((2 * width, 0), sum(view.bag), view.phase == AIM and view.player == view.viewer,
                           any(place == ON_BOARD for place in view.place[:view.drawn]))]
          if view.phase != TRADE else []))
    return Panel(HAND, say("Your tiles"), STRIP, height, root, view.viewer, name="tiles")


@kit.keep
def draw_hand_tile(tile: int, number: int, at: kit.Point, in_play: bool) -> Part:
    """A tile in hand, the `number`-th of its kind."""
    name = (say("{tile}: {does} (in play now)", tile=tile_name(tile), does=say(EFFECT_WORDS[tile])) if in_play
            else say("{tile}: {does}", tile=tile_name(tile), does=say(EFFECT_WORDS[tile])))
    return draw_card(f"tile-{tile}-{number}", name, at, in_play, kit.use(symbol_of(tile), SIGN, SIGN_SIZE),
                     tile_name(tile), say(SHORT_WORDS[tile]))


@kit.keep
def draw_marble_card(at: kit.Point, left: int, in_play: bool, others: bool) -> Part:
    """The marbles that are left, to press for playing one; `others`: some lie on the board."""
    name = plural(left, "New marble, the last one", "New marble, {n} left")
    return draw_card("bag", name, at, in_play, kit.use("mb-white-plain", SIGN, SIGN_SIZE), say("New marble"),
                     say("the last one") if left == 1 else say("you aim it, others run") if others else say("you aim it"), "?")


def draw_card(id: str, name: str, at: kit.Point, in_play: bool, sign: Mark, title: str, words: str, letter: str = "") -> Part:
    """A card with a sign, and beside it a title and up to three lines; in play it has a strong edge."""
    width, height = CARD
    middle = (width + 33) / 2               # of what the sign leaves
    paper = "var(--accent-soft)" if in_play else "var(--paper)"
    part = Part(name, id, at, "tile").add(
        kit.rect(7, 6, width - 14, height - 12, 10, fill=paper, stroke="var(--line-strong)", stroke_width=1.5), sign)
    if in_play:
        part.add(kit.rect(7, 6, width - 14, height - 12, 10, fill="none", stroke="var(--chosen-edge)", stroke_width=8),
                 kit.rect(7, 6, width - 14, height - 12, 10, fill="none", stroke="var(--legal)", stroke_width=5))
    if letter:
        part.add(kit.text((SIGN[0], SIGN[1] + 1), letter, 17, title=True, fill="var(--mb-white-inlay)"))
    lines = wrap_words(words)
    top = height / 2 - 5.5 * len(lines)
    part.add(kit.text((middle, top), title, min(14.5, 112 / len(title)), title=True))
    return part.add(kit.text((middle, top + 13 + 11 * n), line, 10.5, fill="var(--ink-2)") for n, line in enumerate(lines))


def wrap_words(text: str) -> list[str]:
    """A text in lines of at most LINE letters."""
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) + 1 > LINE:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def draw_piles(view: Any, box: Any, names: Sequence[str]) -> Panel:
    """The marbles of every owner side by side, with their speeds, in as many hollows as start the Final Phase."""
    piles, most = [], max(box.quota, *view.collected[:box.sides])
    for side in range(box.sides):
        pile = [m for m in range(view.drawn) if view.place[m] > IN_GOAL and box.owner[view.place[m] - IN_GOAL] == side]
        name = tell_owner(box, names, side, PILE_NAMES, n=len(pile), all=box.quota)
        piles.append(draw_pile(side, box.sides, most, name, *sorted((view.speed[m], m) for m in pile)))
    return Panel(OTHER, say("Marbles collected"), STRIP, 26, kit.together(say("Marbles collected"), "piles", *piles),
                 first=True, name="piles",
                 caption=plural(box.quota, "The first with {n} marble starts the Final Phase",
                                "The first with {n} marbles starts the Final Phase"))


@kit.keep
def draw_pile(side: int, sides: int, slots: int, name: str, *marbles: tuple[int, int]) -> Part:
    """The marbles of an owner, speed and number of each, and the hollows that are still empty."""
    width = STRIP / sides
    step = min(SLOT, (width - 26) / slots)
    r = min(8.0, 0.52 * step + 1.5)
    row = Part(name, f"pile-{side}", (width * side, 0)).add(kit.dot(SEAT_COLOURS[side], (9, 13), 8))
    row.add(kit.circle((26 + step * n, 13), 0.85 * r, fill="var(--paper-3)", stroke="var(--line-strong)", stroke_width=1)
            for n in range(len(marbles), slots))
    for n, (speed, m) in enumerate(marbles):
        row.add(Part(say("speed {speed}", speed=speed), f"m-{m}", (26 + step * n, 13), "marble").add(
            kit.use(f"mb-{SPEED_MARBLE}-plain", r=r),
            kit.text(kit.MIDDLE, speed, 1.3 * r, fill=f"var(--mb-{SPEED_MARBLE}-inlay)", weight=800)))
    return row


def draw_forecast(view: Any, box: Any, names: Sequence[str]) -> Panel:
    """How many marbles everybody would have at the end if nobody changed the machine any more; with a sign that it is only the
    average if dice decide."""
    numbers, title = number_texts(expected_piles(view, box)), say("If all marbles ran out now")
    drawn = [draw_expected(side, number if certain else f"{ABOUT}{number}",
                           tell_owner(box, names, side, COUNTS if certain else FORECASTS, number=number))
             for side, (number, certain) in enumerate(zip(numbers, certain_piles(view, box)))]
    return Panel(FACTS, title, OUTLOOK * max(3, box.sides), 26, kit.together(title, "forecast", *drawn), first=True,
                 name="forecast")


@kit.keep
def draw_expected(side: int, number: str, name: str) -> Part:
    """What a side would have."""
    return Part(name, f"expected-{side}", (OUTLOOK * side, 0)).add(
        kit.dot(SEAT_COLOURS[side], (10, 13), 9), kit.text((22, 13), number, 16, "start", title=True))


@kit.keep
def draw_gains(*gains: str) -> Part:
    """What a choice would change in the outlook of each side."""
    return Part(kind="ghost").add(Part().add(kit.tag((OUTLOOK * side + 77, 13), gain, 13))
                                  for side, gain in enumerate(gains))


def number_texts(numbers: Sequence[float]) -> list[str]:
    """Averages as they are shown: in quarters if all of them are quarters, which most dice make, else with one decimal."""
    if all(map(is_quarter, numbers)):
        return [quarters_text(round(4 * number)) for number in numbers]
    return [tenths_text(in_tenths(number)) for number in numbers]


def gain_texts(before: Sequence[float], after: Sequence[float]) -> list[str]:
    """What averages gain or lose, with its sign: the difference of what is shown of them."""
    if all(map(is_quarter, (*before, *after))):
        return [signed_text(round(4 * (then - now)), quarters_text) for now, then in zip(before, after)]
    return [signed_text(in_tenths(then) - in_tenths(now), tenths_text) for now, then in zip(before, after)]


def is_quarter(number: float) -> bool:
    return abs(4 * number - round(4 * number)) < 1e-6


def in_tenths(number: float) -> int:
    """A number in tenths, a half rounded up."""
    return math.floor(10 * number + 0.5 + 1e-6)


def signed_text(units: int, text: Callable[[int], str]) -> str:
    sign = "+" if units > 0 else "\N{MINUS SIGN}" if units else "\N{PLUS-MINUS SIGN}"
    return f"{sign}{text(abs(units))}"


def quarters_text(quarters: int) -> str:
    whole, rest = divmod(quarters, 4)
    return f"{whole or ''}{QUARTERS[rest]}" or "0"


def tenths_text(tenths: int) -> str:
    """A number with one decimal, as languages write it, or a whole one."""
    whole, tenth = divmod(tenths, 10)
    return say("{whole}.{tenth}", whole=whole, tenth=tenth) if tenth else str(whole)


def draw_unseen(view: Any, box: Any) -> Panel:
    """The Machine Tiles that the viewer has not seen yet, by kind, and the marbles that nobody has drawn, by speed."""
    mine = tuple(view.hand[view.viewer]) if view.viewer >= 0 else ()
    counts = unseen_counts(box, view.viewer, view.tile, tuple(view.out), tuple(view.aside), mine, tuple(view.part))
    root = kit.together(say("Not seen yet"), "unseen", draw_counts(*counts), draw_bag(*view.bag[1:]))
    return Panel(FACTS, say("Not seen yet"), 280, 176, root, caption=say("Tiles in the stack: {n}", n=view.stack_size),
                 name="unseen")


@kit.keep
def unseen_counts(box: Any, seat: int, tile: int, out: tuple[int, ...], aside: tuple[int, ...], hand: tuple[int, ...],
                  part: tuple[int, ...]) -> list[int]:
    """How many tiles of each kind a seat has not seen, by all that it can know."""
    seen = SimpleNamespace(tile=tile, out=out, aside=aside, hand={seat: hand}, part=part)
    return [unseen_count(seen, box, seat, kind) for kind in range(1, TILES)]


@kit.keep
def draw_counts(*counts: int) -> Part:
    """Machine Tiles of each kind."""
    root = Part(say("Tiles you haven't seen yet"), kind="unseen")
    for n, count in enumerate(counts):
        tile = n + 1
        root.add(Part(say("{tile}: {n}", tile=tile_name(tile), n=count), f"unseen-{tile}", (46 * (n % 6), 44 * (n // 6))).add(
            kit.use(symbol_of(tile), (16, 20), 15, opacity=None if count else 0.35),
            kit.text((40, 20), count, 14, weight=650, fill="var(--ink)" if count else "var(--ink-2)")))
    return root


@kit.keep
def draw_bag(*counts: int) -> Part:
    """Marbles of each speed, below the tiles."""
    root = Part(say("Marbles left"), at=(0, 132), kind="unseen")
    for n, count in enumerate(counts):
        speed = n + 1
        root.add(Part(say("{n} of speed {speed}", n=count, speed=speed), f"unseen-marble-{speed}", (46 * n, 0)).add(
            kit.use(f"mb-{SPEED_MARBLE}-plain", (16, 20), 13, opacity=None if count else 0.35),
            kit.text((16, 20), speed, 15, fill=f"var(--mb-{SPEED_MARBLE}-inlay)", weight=800),
            kit.text((40, 20), count, 14, weight=650, fill="var(--ink)" if count else "var(--ink-2)")))
    return root
