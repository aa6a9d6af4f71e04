"""The sprite: everything that is defined once and placed many times with <use>, by id.

    mb-red, mb-red-plain    a marble, with its inlay and without       in-red    the inlay alone, in currentColor
    gh-red                  where a marble would be
    hole                    a hollow in wood                           wood, wood-in, hollow, grain, gl-*    paints
    st-legal st-around st-hit st-cost st-movable st-chosen st-ghost st-last    states of a place or piece
    rg-pink                 the pattern of a region (a paint)
    part-* pc-* card-* ic-* machine parts, pieces, cards, signs: icons.svg
"""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from ..words import language, phrases, say
from .element import Markup, element, escape
from .palette import COLONIES, MARBLE_GLASS, REGION_COLOURS

VIEW_BOX = "-50 -50 100 100"
STATE_BOX = "-60 -60 120 120"               # a state reaches round the thing it marks

# Drawn in VIEW_BOX, about 24 units round the middle; {c} is the colour.
INLAYS = {
    "ring": '<circle r="17" fill="none" stroke="{c}" stroke-width="9.5"/>',
    "triangle": '<path d="M0-23L22 16H-22Z" fill="{c}" stroke="{c}" stroke-width="4" stroke-linejoin="round"/>',
    "diamond": '<path d="M0-26L20 0L0 26L-20 0Z" fill="{c}" stroke="{c}" stroke-width="3" stroke-linejoin="round"/>',
    "plus": '<path d="M-7.5-24h15v16.5h16.5v15h-16.5v16.5h-15v-16.5h-16.5v-15h16.5z" fill="{c}" stroke="{c}"'
            ' stroke-width="2" stroke-linejoin="round"/>',
    "spark": '<path d="M0-30Q4-4 30 0Q4 4 0 30Q-4 4-30 0Q-4-4 0-30Z" fill="{c}"/>',
    "square": '<rect x="-18" y="-18" width="36" height="36" rx="4" fill="{c}"/>',
    "bars": '<path d="M-21-10H21M-21 10H21" stroke="{c}" stroke-width="11" stroke-linecap="round"/>',
    "moon": '<path d="M7-25A26 26 0 1 0 24 9A21 21 0 0 1 7-25Z" fill="{c}" stroke="{c}" stroke-width="2"'
            ' stroke-linejoin="round"/>',
    "dots": '<g fill="{c}"><circle cx="-12" cy="-12" r="8"/><circle cx="12" cy="-12" r="8"/>'
            '<circle cx="-12" cy="12" r="8"/><circle cx="12" cy="12" r="8"/></g>',
}

# The second sign of a region, quiet, in a tile of 18 by 18. Lines unless they are dots.
PATTERNS = {
    "pink": '<g fill="var(--ink)" opacity=".16"><circle cx="6" cy="6" r="1.7"/><circle cx="15" cy="15" r="1.7"/></g>',
    "orange": '<path d="M-2 20L20-2M7 29L29 7M-11 11L11-11" stroke-width="1.8"/>',
    "green": '<path d="M3 9q3-6 6 0M12 18q3-6 6 0" stroke-width="1.7" stroke-linecap="round"/>',
    "grey": '<path d="M2 5h7M11 14h7" stroke-width="1.9" stroke-linecap="round"/>',
    "blue": '<path d="M0 5q4.5-5 9 0t9 0M0 14q4.5-5 9 0t9 0" stroke-width="1.6"/>',
    "yellow": '<path d="M4 2v6M1 5h6M13 11v6M10 14h6" stroke-width="1.5" stroke-linecap="round"/>',
}

# One sheen for all glass: lit from the upper left, light gathered at the lower right.
SHEEN = """
<radialGradient id="gl-gloss"><stop offset="0" stop-color="#fff" stop-opacity=".95"/><stop offset=".55" stop-color="#fff" stop-opacity=".45"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
<radialGradient id="gl-caustic"><stop offset="0" stop-color="#fff" stop-opacity=".62"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
<radialGradient id="gl-shadow"><stop offset=".55" stop-color="#1a0d02" stop-opacity=".5"/><stop offset="1" stop-color="#1a0d02" stop-opacity="0"/></radialGradient>
<linearGradient id="gl-rim" x1=".2" y1=".1" x2=".8" y2=".95"><stop offset=".45" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#fff" stop-opacity=".6"/></linearGradient>
"""  # noqa: E501

WOOD = """
<linearGradient id="wood" x1="0" y1="0" x2=".25" y2="1"><stop offset="0" stop-color="var(--wood-hi)"/><stop offset=".5" stop-color="var(--wood)"/><stop offset="1" stop-color="var(--wood-lo)"/></linearGradient>
<linearGradient id="wood-in" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="var(--wood-lo)"/><stop offset="1" stop-color="var(--wood)"/></linearGradient>
<linearGradient id="hollow" x1=".3" y1="0" x2=".7" y2="1"><stop offset="0" stop-color="var(--hollow-lo)"/><stop offset="1" stop-color="var(--hollow)"/></linearGradient>
<pattern id="grain" width="160" height="46" patternUnits="userSpaceOnUse"><path d="M0 8C40 2 70 15 160 7M0 21C60 27 100 14 160 22M0 35C30 30 90 42 160 34" fill="none" stroke="var(--wood-line)" stroke-width="1" opacity=".2"/></pattern>
<symbol id="hole" viewBox="-50 -50 100 100"><circle r="47" fill="url(#hollow)"/><path d="M-38 27A47 47 0 0 0 38 27" fill="none" stroke="var(--hollow-hi)" stroke-width="4" stroke-linecap="round" opacity=".75"/></symbol>
"""  # noqa: E501

# Every state is a pair of lines, light inside dark, so that it shows on any ground, and differs by its line too.
STATES = {
    "legal": '<circle r="49" fill="var(--legal)" fill-opacity=".35" stroke="var(--legal-edge)" stroke-width="16"/>'
             '<circle r="49" fill="none" stroke="var(--legal)" stroke-width="9"/>',
    "around": '<circle r="51" fill="none" stroke="var(--legal-edge)" stroke-width="16"/>'
              '<circle r="51" fill="none" stroke="var(--legal)" stroke-width="9"/>',
    "hit": '<circle r="51" fill="none" stroke="var(--legal-edge)" stroke-width="17"/>'
           '<circle r="51" fill="none" stroke="var(--legal)" stroke-width="10"/>'
           '<path d="M0-59V-33M0 59V33M-59 0H-33M59 0H33" stroke="var(--legal-edge)" stroke-width="15"/>'
           '<path d="M0-57V-35M0 57V35M-57 0H-35M57 0H35" stroke="var(--legal)" stroke-width="8"/>',
    "cost": '<circle r="50" fill="var(--legal)" fill-opacity=".2" stroke="var(--legal-edge)" stroke-width="14"/>'
            '<circle r="50" fill="none" stroke="var(--legal)" stroke-width="8" stroke-dasharray="31.4 21"/>',
    "movable": '<circle r="53" fill="none" stroke="var(--legal-edge)" stroke-width="12"/>'
               '<circle r="53" fill="none" stroke="var(--legal)" stroke-width="7" stroke-dasharray="20 13.3"/>',
    "chosen": '<circle r="52" fill="none" stroke="var(--chosen-edge)" stroke-width="15"/>'
              '<circle r="52" fill="none" stroke="var(--chosen)" stroke-width="8"/>',
    "ghost": '<circle r="50" fill="none" stroke="var(--chosen-edge)" stroke-width="8" opacity=".7"/>'
             '<circle r="50" fill="none" stroke="var(--chosen)" stroke-width="5" stroke-dasharray="14 12.2"/>',
    "last": '<circle r="53" fill="none" stroke="var(--last)" stroke-width="6" stroke-dasharray="1 12" stroke-linecap="round"/>',
}


# What is printed on cards in icons.svg.
CARD_WORDS = phrases("1 or start", "2 forward", "3 forward", "4 forward", "5 forward", "6 forward", "7 or split", "8 back",
                     "9 or split", "10 forward", "11 or start", "12 or start", "13 or start", "jump onto", "a marble", "J", "Q")


def inlay(marble: str, colour: str) -> Markup:
    """The sign inlaid in a marble, in a given colour."""
    return Markup(INLAYS[MARBLE_GLASS[marble].sign].format(c=colour))


def _glass(name: str) -> list[Markup]:
    """The gradient, the marble, the marble without its sign (to carry a digit), the sign alone."""
    stops = [(0, "-hi"), (0.4, ""), (0.84, "-lo"), (1, "-edge")]
    paint = element("radialGradient", {"id": f"gl-{name}", "cx": 0.37, "cy": 0.3, "r": 0.78}, [
        element("stop", {"offset": offset, "stop-color": f"var(--mb-{name}{suffix})"}) for offset, suffix in stops])
    body = [element("circle", {"r": 47, "fill": f"url(#gl-{name})"}),
            element("ellipse", {"cx": 11, "cy": 25, "rx": 27, "ry": 17, "fill": "url(#gl-caustic)"})]
    sheen = [element("circle", {"r": 44.5, "fill": "none", "stroke": "url(#gl-rim)", "stroke-width": 3}),
             element("ellipse", {"cx": -17, "cy": -27, "rx": 17, "ry": 9.5, "transform": "rotate(-33 -17 -27)",
                                 "fill": "url(#gl-gloss)"})]
    return [paint,
            _symbol(f"mb-{name}", body, inlay(name, f"var(--mb-{name}-inlay)"), sheen),
            _symbol(f"mb-{name}-plain", body, sheen), _ghost(name),
            _symbol(f"in-{name}", inlay(name, "currentColor"), box="-32 -32 64 64")]


def _ghost(name: str) -> Markup:
    """A marble that is not there yet: faint, with its shadow and a dashed ring. Drawn in one, because there may be many."""
    faint = element("g", {"opacity": 0.72},
                    element("ellipse", {"cx": 4, "cy": 10, "rx": 54, "ry": 51, "fill": "url(#gl-shadow)"}),
                    element("use", {"href": f"#mb-{name}", "x": -50, "y": -50, "width": 100, "height": 100}))
    ring = element("g", {"transform": "scale(.95)"}, Markup(STATES["ghost"]))
    return _symbol(f"gh-{name}", faint, ring, box="-64 -64 128 128")


def _colony(name: str) -> Markup:
    """The token of a colony without a number: red ones are round, blue ones square."""
    look = {"fill": f"var(--colony-{name})", "stroke": "var(--chosen)", "stroke-width": 6}
    return _symbol(f"mb-colony-{name}", element("circle", {"r": 44, **look}) if name == "red"
                   else element("rect", {"x": -41, "y": -41, "width": 82, "height": 82, "rx": 12, **look}))


def _region(name: str) -> Markup:
    lines = element("g", {"fill": "none", "stroke": "var(--ink)", "opacity": 0.2}, Markup(PATTERNS[name]))
    return element("pattern", {"id": f"rg-{name}", "width": 18, "height": 18, "patternUnits": "userSpaceOnUse"},
                   element("rect", {"width": 18, "height": 18, "fill": f"var(--region-{name})"}),
                   Markup(PATTERNS[name]) if PATTERNS[name].startswith("<g") else lines)


def _symbol(id: str, *body: object, box: str = VIEW_BOX) -> Markup:
    return element("symbol", {"id": id, "viewBox": box}, *body)


def definitions() -> dict[str, Markup]:
    """Every definition by id, in the order of the sprite."""
    return _definitions(language())


@cache
def _definitions(spoken: str) -> dict[str, Markup]:
    icons = (Path(__file__).parent / "icons.svg").read_text(encoding="utf-8")
    for words in CARD_WORDS:
        icons = icons.replace(f">{words}</text>", f">{escape(say(words))}</text>")
    every = [*_split_lines(SHEEN), *_split_lines(WOOD)]
    for name in MARBLE_GLASS:
        every += _glass(name)
    every += [_symbol(f"st-{name}", Markup(body), box=STATE_BOX) for name, body in STATES.items()]
    every += [_region(name) for name in REGION_COLOURS]
    every += [_colony(name) for name in COLONIES]
    every += [line for line in _split_lines(icons) if line.startswith("<symbol")]
    found = {}
    for one in every:
        match = re.match(r'<\w+ id="([\w-]+)"', one)
        assert match, one
        found[match[1]] = one
    return found


def _split_lines(text: str) -> list[Markup]:
    return [Markup(line) for line in text.splitlines() if line]


def ids_used_in(text: str) -> set[str]:
    """The ids that a drawing refers to."""
    return set(re.findall(r'(?:url\(#|href="#)([\w-]+)', text))


def definitions_for(text: str) -> Iterable[Markup]:
    """The definitions that a drawing uses, and those that they use."""
    every, found, open_ = definitions(), set(), ids_used_in(text)
    while open_:
        found |= open_ & every.keys()
        open_ = {inner for id in open_ & every.keys() for inner in ids_used_in(every[id])} - found
    return [every[id] for id in every if id in found]


def drawing_css() -> str:
    """The style sheet that drawings need on a page, besides the tokens."""
    return (Path(__file__).parent / "drawing.css").read_text(encoding="utf-8")


def sprite() -> Markup:
    """All definitions, hidden, for the top of a page. It has no size, rather than `display: none`, because gradients of
    something that is not displayed do not paint."""
    return _sprite(language())


@cache
def _sprite(spoken: str) -> Markup:
    return element("svg", {"class": "sprite", "width": 0, "height": 0, "aria-hidden": "true", "focusable": "false"},
                   element("defs", {}, definitions().values()))
