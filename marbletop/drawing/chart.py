"""A small line chart as SVG: values from 0 to 1 over moves, a line for each side, with signs on it.

It can be read without colour (every line has its own dash and its name at its end) and without eyes (a title and a
description).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .element import Markup, element
from .kit import through

WIDTH, HEIGHT = 720.0, 260.0
LEFT, RIGHT, TOP, BOTTOM = 44.0, 130.0, 18.0, 34.0          # around the lines; names stand on the right
MARGIN = 14.0                               # on the right, if the names do not stand there
DASHES = (None, "7 5", "2 4", "12 4 2 4", "4 2", "9 3 2 3 2 3", "1 5", "14 6")
LETTERS = 13.0
APART = 16.0                                # between names, at least
CHOICE_SIGN, LUCK_SIGN = "choice", "luck"   # a filled circle, an open diamond
SIGN = 9.0
BARS, BAR_EDGE = 84.0, 14.0                 # height of bars, and of what is left for words above and below them
LEAST_CHANGE = 0.05                         # what fills a half at least: small games of chance are not blown up


class Line(NamedTuple):
    """A line: its name, its colour as a token of the palette, and its points (move, value), from the first move to the last."""

    name: str
    colour: str
    points: Sequence[tuple[float, float]]


class Sign(NamedTuple):
    """A numbered sign on the chart, and what it says to whoever asks."""

    kind: str
    number: int
    at: tuple[float, float]                 # move, value
    words: str


class Bar(NamedTuple):
    """What a choice or a piece of luck changed, at a move."""

    kind: str                               # CHOICE_SIGN or LUCK_SIGN
    move: float
    change: float


class Shown(NamedTuple):
    """The moment that a page shows beside the chart: its move, and the number of its sign, 0 if it has none."""

    move: float
    number: int = 0


@dataclass(frozen=True)
class Axes:
    """Where moves and values lie on the paper."""

    last: float                             # move
    width: float = WIDTH
    height: float = HEIGHT
    right: float = RIGHT

    def place(self, move: float, value: float) -> tuple[float, float]:
        return (LEFT + (self.width - LEFT - self.right) * move / max(1.0, self.last),
                TOP + (self.height - TOP - BOTTOM) * (1 - value))


def line_chart(lines: Sequence[Line], signs: Sequence[Sign] = (), title: str = "", description: str = "",
               moves: str = "", name: str = "chart", *, size: tuple[float, float] = (WIDTH, HEIGHT), named: bool = True,
               shown: Shown | None = None) -> Markup:
    """The chart. `moves` is the word below the axis; `name` makes its ids unique on a page. If the lines are not `named`, a
    legend beside the chart must do so (`swatch`)."""
    last = max((move for line in lines for move, _ in line.points), default=1.0)
    axes = Axes(last, *size, RIGHT if named else MARGIN)
    return element(
        "svg", {"xmlns": "http://www.w3.org/2000/svg", "class": "chart", "role": "img",
                "viewBox": f"0 0 {axes.width:g} {axes.height:g}",
                "aria-labelledby": f"{name}-title {name}-words", "font-family": "var(--font-ui)"},
        element("title", {"id": f"{name}-title"}, title), element("desc", {"id": f"{name}-words"}, description),
        grid(axes, moves), [curve(axes, line, number) for number, line in enumerate(lines)],
        names(axes, lines) if named else None, shown_line(axes, shown.move) if shown else None,
        [sign_mark(sign, place, shown is not None and shown.number == sign.number)
         for sign, place in zip(signs, sign_places(axes, signs))])


def bar_chart(bars: Sequence[Bar], last: float, title: str, up: str, down: str, name: str = "bars", *, width: float = WIDTH,
              named: bool = True) -> Markup:
    """Bars over the moves of a line chart of the same width: filled ones for choices, open ones for luck. They share a scale on
    which the greatest fills its half. `up` and `down` are the words for the two halves."""
    axes, middle = Axes(last, width, BARS, RIGHT if named else MARGIN), BARS / 2
    left, right = axes.place(0, 0)[0], axes.place(last, 0)[0]
    scale = (middle - BAR_EDGE) / max([LEAST_CHANGE, *(abs(bar.change) for bar in bars)])
    thick = min(7.0, max(1.6, 0.4 * (right - left) / max(1.0, last)))
    return element(
        "svg", {"xmlns": "http://www.w3.org/2000/svg", "class": "bars", "role": "img", "viewBox": f"0 0 {width:g} {BARS:g}",
                "aria-labelledby": f"{name}-title", "font-family": "var(--font-ui)"},
        element("title", {"id": f"{name}-title"}, title),
        element("path", {"d": f"M{left:g} {middle:g}H{right:g}", "stroke": "var(--line-strong)"}),
        words((left, LETTERS - 1), up, "start"), words((left, BARS - 3), down, "start"),
        [bar_mark(bar, axes.place(bar.move, 0)[0], middle, scale, thick) for bar in bars if abs(bar.change) * scale >= 0.5])


def bar_mark(bar: Bar, x: float, middle: float, scale: float, thick: float) -> Markup:
    """Luck stands beside the choice of the same move."""
    high, chosen = abs(bar.change) * scale, bar.kind == CHOICE_SIGN
    left, top = x - thick if chosen else x, middle - high if bar.change > 0 else middle
    return element("rect", {"x": f"{left:.1f}", "y": f"{top:.1f}", "width": f"{thick:.1f}", "height": f"{high:.1f}",
                            "fill": "var(--ink)" if chosen else "var(--paper)", "stroke": "var(--ink)", "stroke-width": 1})


def swatch(line: Line, number: int) -> Markup:
    """A piece of a line, for a legend."""
    return element("svg", {"class": "swatch", "width": 30, "height": 8, "viewBox": "0 0 30 8", "aria-hidden": "true"},
                   strokes("M2 4h26", line, number))


def shown_line(axes: Axes, move: float) -> Markup:
    """A line through the moment that is shown."""
    x, bottom = axes.place(move, 0)
    return element("path", {"d": f"M{x:.1f} {TOP - 6:g}V{bottom:g}", "stroke": "var(--accent)", "stroke-width": 2.5})


def sign_places(axes: Axes, signs: Sequence[Sign]) -> list[tuple[float, float]]:
    """Where signs stand: at their values, and never one over the other."""
    top, bottom, found = TOP + SIGN, axes.height - BOTTOM - SIGN, list[tuple[float, float]]()
    for sign in signs:
        x, y = axes.place(*sign.at)
        y = min(max(y, top), bottom)
        free = [one for step in range(9) for one in (y - step * 2.5 * SIGN, y + step * 2.5 * SIGN) if top <= one <= bottom]
        found.append((x, next((one for one in free if all(abs(x - other) > 2.4 * SIGN or abs(one - height) > 2.4 * SIGN
                                                          for other, height in found)), y)))
    return found


def grid(axes: Axes, moves: str) -> list[Markup]:
    """Paper, lines at 0, 50 and 100 %, and some numbers of moves."""
    (left, bottom), (right, top) = axes.place(0, 0), axes.place(axes.last, 1)
    found = [element("rect", {"x": left, "y": top, "width": right - left, "height": bottom - top, "fill": "var(--paper-2)"})]
    for value in (0.0, 0.5, 1.0):
        y = axes.place(0, value)[1]
        found += [element("path", {"d": f"M{left:g} {y:g}H{right:g}", "stroke": "var(--line-strong)", "stroke-width": 1,
                                   "stroke-dasharray": "3 5" if value == 0.5 else None}),
                  words((left - 6, y + 4), f"{value:.0%}", "end")]
    step = max(1, round(axes.last / 6))
    found += [words((axes.place(move, 0)[0], bottom + 17), str(move)) for move in range(0, int(axes.last) + 1, step)]
    return [*found, words(((left + right) / 2, axes.height - 3), moves)]


def words(at: tuple[float, float], text: str, anchor: str = "middle", **attributes: object) -> Markup:
    return element("text", {"x": at[0], "y": at[1], "font-size": LETTERS - 1, "text-anchor": anchor, "fill": "var(--ink-2)",
                            **attributes}, text)


def curve(axes: Axes, line: Line, number: int) -> list[Markup]:
    return strokes(through([axes.place(move, value) for move, value in line.points]), line, number)


def strokes(path: str, line: Line, number: int) -> list[Markup]:
    """A path in the colour of a line and with its dash, between dark edges: light colours are seen on light paper, too."""
    return [element("path", {"d": path, "fill": "none", "stroke": colour, "stroke-width": width, "stroke-linejoin": "round",
                             "stroke-dasharray": DASHES[number % len(DASHES)]})
            for colour, width in (("var(--ink)", 4), (f"var(--{line.colour})", 2.4))]


def names(axes: Axes, lines: Sequence[Line]) -> list[Markup]:
    """The name of every line at its end, with a piece of its dash; never one over the other."""
    found, lowest = [], TOP - APART
    for number, line in sorted(enumerate(lines), key=lambda item: -item[1].points[-1][1] if item[1].points else 0.0):
        x, y = axes.place(*line.points[-1])
        lowest = y = max(y, lowest + APART)
        found += strokes(f"M{x + 4:.1f} {y:.1f}h22", line, number)
        found.append(words((x + 30, y + 4), line.name, "start", fill="var(--ink)"))
    return found


def sign_mark(sign: Sign, place: tuple[float, float], shown: bool) -> Markup:
    """A filled circle for a choice, an open diamond for luck, each with its number; the one that is shown has a ring."""
    chosen = sign.kind == CHOICE_SIGN
    shape = (element("circle", {"r": SIGN, "fill": "var(--ink)", "stroke": "var(--paper)"}) if chosen else
             element("path", {"d": f"M0 {-SIGN * 1.3:g}L{SIGN * 1.3:g} 0L0 {SIGN * 1.3:g}L{-SIGN * 1.3:g} 0Z",
                              "fill": "var(--paper)", "stroke": "var(--ink)", "stroke-width": 1.5}))
    number = element("text", {"y": 4, "text-anchor": "middle", "font-size": LETTERS - 2, "font-weight": 700,
                              "fill": "var(--paper)" if chosen else "var(--ink)"}, str(sign.number))
    ring = element("circle", {"r": 1.7 * SIGN, "fill": "none", "stroke": "var(--accent)", "stroke-width": 3}) if shown else None
    return element("g", {"transform": f"translate({place[0]:.1f},{place[1]:.1f})"}, element("title", {}, sign.words), ring,
                   shape, number)
