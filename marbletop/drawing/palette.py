"""The colours, in one place. `tokens_css()` writes them as custom properties; drawings use their names: 'var(--wood)'.

Day and night have the same names with different values; glass is the same in both. Add a new colour here, and its contrast
to tests/drawing/test_contrast.py.
"""

from typing import NamedTuple

from ..words import phrases

LIGHT, DARK = "light", "dark"               # themes


class Glass(NamedTuple):
    """A marble: its colours, its inlaid sign and its letter, so that nobody has to tell it by colour alone."""

    base: str
    lit: str
    shaded: str
    edge: str
    inlay: str
    sign: str
    letter: str


class Region(NamedTuple):
    """A region of a map: its colour by day and by night, and its letter. Its pattern is in symbols.py."""

    day: str
    night: str
    letter: str


MARBLE_GLASS = {
    "blue":   Glass("#1f6fd1", "#8cc2ff", "#0d3f8a", "#082a61", "#ffffff", "ring",     "B"),
    "yellow": Glass("#f2bd1d", "#fff0a3", "#b87b05", "#7d5202", "#4a3000", "triangle", "Y"),
    "red":    Glass("#d93a22", "#ff9d85", "#8f1a0b", "#5f0f05", "#ffffff", "diamond",  "R"),
    "purple": Glass("#5b2a86", "#b48ae0", "#331253", "#1f0836", "#ffffff", "plus",     "P"),
    "white":  Glass("#f1ebdd", "#ffffff", "#b9ab91", "#7c6f58", "#3d3427", "spark",    "W"),
    "green":  Glass("#0b8f6a", "#7fe3c2", "#045640", "#02382a", "#ffffff", "square",   "G"),
    "sky":    Glass("#8fd3f5", "#e6f8ff", "#4b93bb", "#2c6788", "#0b3550", "bars",     "S"),
    "rose":   Glass("#ef9ac0", "#ffe3ef", "#b35c86", "#7d365a", "#56122f", "moon",     "O"),
    "ink":    Glass("#3a3634", "#9b948e", "#161413", "#000000", "#ffffff", "dots",     "K"),
}
SEAT_MARBLES = phrases("blue", "red", "yellow", "purple", "green", "ink", "sky", "rose")      # marble of each seat
SPEED_MARBLE = "white"                      # marble with a speed: a digit tells it, because a colour would look like a seat's

REGION_COLOURS = {
    "pink":   Region("#f6c3d7", "#a05878", "P"),
    "orange": Region("#eb9a4d", "#8c4410", "O"),
    "green":  Region("#86c596", "#2a6e3f", "G"),
    "grey":   Region("#9b968e", "#4b4842", "S"),
    "blue":   Region("#84acea", "#2c4f92", "B"),
    "yellow": Region("#f5e07c", "#98842a", "Y"),
}
COLONIES = {"red": ("#b3261e", "#ffffff"), "blue": ("#16428f", "#ffffff")}      # ground and number

# name: (day, night)
THEMED = {
    "table": ("#ebe1cf", "#161310"), "table-2": ("#e0d3bc", "#0f0d0b"),
    "paper": ("#fdf9f0", "#231d18"), "paper-2": ("#f4ecdc", "#2d261f"), "paper-3": ("#e9dec8", "#3a3128"),
    "line": ("#dccfb8", "#43392e"), "line-strong": ("#8a7658", "#9a8770"),
    "ink": ("#2a211a", "#f5ecdd"), "ink-2": ("#5c4e40", "#c8b9a3"),
    "wood": ("#cfa26a", "#5f452d"), "wood-hi": ("#e2bd8a", "#73563a"), "wood-lo": ("#b1834b", "#442f1d"),
    "wood-line": ("#8a5f32", "#2f2013"), "on-wood": ("#2c1b0a", "#fbeeda"),
    "hollow": ("#6b4726", "#26190e"), "hollow-lo": ("#4a2f17", "#150d06"), "hollow-hi": ("#e9c797", "#8a6845"),
    "accent": ("#0d6656", "#63dcbc"), "accent-hi": ("#0f7a67", "#84ead0"),
    "on-accent": ("#ffffff", "#05261d"), "accent-soft": ("#d5e9df", "#15392f"),
    "legal": ("#4ff0c0", "#4ff0c0"), "legal-edge": ("#053b2e", "#04251d"), "legal-soft": ("#bff5e2", "#1d5c4b"),
    "chosen": ("#fffdf6", "#fffdf6"), "chosen-edge": ("#2a211a", "#120d08"), "last": ("#2a211a", "#f5ecdd"),
    "warn": ("#9c4a00", "#ffb765"), "warn-soft": ("#ffe4c2", "#4a2f10"),
    "bad": ("#a3201a", "#ff9c8f"), "bad-soft": ("#fbdcd6", "#4d1d17"), "good": ("#0d6656", "#63dcbc"),
    "card": ("#fffdf7", "#f3e9d6"), "card-ink": ("#2a211a", "#2a211a"), "card-2": ("#efe6d3", "#dccfb6"),
    "stack-blue": ("#cfe0f6", "#bcd2ee"), "stack-orange": ("#ffd9ad", "#f2c490"),
    "tile": ("#fbf3e2", "#f0e4cc"), "tile-ink": ("#2a211a", "#2a211a"),
    "tile-rim": ("#4a2f17", "#4a2f17"),     # rims differ by their pattern: a colour would look like a seat's
    "goal-black": ("#2b2622", "#0b0908"), "goal-white": ("#fffdf6", "#efe6d4"), "focus": ("#5b1280", "#ffd84d"),
    "colony-red-line": ("#b3261e", "#ff8f84"), "colony-blue-line": ("#16428f", "#8fb8ff"),
    "leaf": ("#d3e8bd", "#2c4424"), "leaf-edge": ("#4a7a33", "#86b86c"),
    # a seat's colour as a line or ring on wood: that of its marble by day, a lighter one at night
    "ring-blue": ("#1f6fd1", "#4f97f0"), "ring-red": ("#d93a22", "#ea5a43"), "ring-yellow": ("#f2bd1d", "#f2bd1d"),
    "ring-purple": ("#5b2a86", "#a578dc"), "ring-green": ("#0b8f6a", "#22b88d"), "ring-ink": ("#3a3634", "#b3aaa2"),
    "ring-sky": ("#8fd3f5", "#8fd3f5"), "ring-rose": ("#ef9ac0", "#ef9ac0"),
    **{f"region-{name}": (region.day, region.night) for name, region in REGION_COLOURS.items()},
}

GLASS = {f"mb-{name}{suffix}": colour for name, glass in MARBLE_GLASS.items()
         for suffix, colour in zip(("", "-hi", "-lo", "-edge", "-inlay"), glass[:5])}
GLASS |= {f"colony-{name}{suffix}": colour for name, pair in COLONIES.items() for suffix, colour in zip(("", "-ink"), pair)}

FONTS = {
    "font-ui": "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif",
    "font-title": "'Iowan Old Style', 'Palatino Linotype', Palatino, 'URW Palladio L', P052, Georgia, serif",
}

SIZES = {
    "text-xs": "0.75rem", "text-s": "0.8125rem", "text-m": "0.9375rem",
    "text-l": "1.125rem", "text-xl": "1.5rem", "text-xxl": "2.125rem",
    "s1": "4px", "s2": "8px", "s3": "12px", "s4": "16px", "s5": "24px", "s6": "32px",
    "round-s": "8px", "round-m": "14px", "round-l": "22px",
    "lift-1": "0 1px 2px rgb(60 35 10 / .14), 0 2px 8px rgb(60 35 10 / .08)",
    "lift-2": "0 2px 4px rgb(60 35 10 / .18), 0 10px 24px rgb(60 35 10 / .16)",
}
TIMES = {"quick": "120ms", "step": "260ms", "fall": "340ms", "roll": "90ms", "show": "600ms"}
CURVES = {"ease": "cubic-bezier(.2,.8,.3,1)", "ease-fall": "cubic-bezier(.45,.05,.9,.55)",
          "ease-bounce": "cubic-bezier(.3,1.5,.5,1)"}


def theme_colours(theme: str = LIGHT) -> dict[str, str]:
    """The colours that differ between day and night."""
    if theme not in (LIGHT, DARK):
        raise ValueError(f"There is no theme {theme!r}: {LIGHT!r} or {DARK!r}.")
    return {name: pair[theme == DARK] for name, pair in THEMED.items()}


def tokens(theme: str = LIGHT) -> dict[str, str]:
    """Everything that a drawing may use as var(--name), with its value in a theme."""
    return {**FONTS, **GLASS, **theme_colours(theme)}


def tokens_css() -> str:
    """All tokens as custom properties: for day, for night (by the system's setting or <html data-theme>), and without motion
    for people who prefer less of it."""
    night, still = theme_colours(DARK), dict.fromkeys(TIMES, "0ms")
    return "".join((
        "/* Marbletop tokens, written by marbletop/drawing/palette.py: change the tables there. */\n",
        _css_block(":root", {**FONTS, **SIZES, **TIMES, **CURVES, **GLASS, **theme_colours(LIGHT)}),
        ":root { color-scheme: light dark; }\n",
        "@media (prefers-color-scheme: dark) {\n", _css_block(':root:not([data-theme="light"])', night, "  "), "}\n",
        _css_block(':root[data-theme="dark"]', night),
        ':root[data-theme="dark"] { color-scheme: dark; }\n:root[data-theme="light"] { color-scheme: light; }\n',
        "@media (prefers-reduced-motion: reduce) {\n", _css_block(":root", still, "  "), "}\n"))


def _css_block(selector: str, properties: dict[str, str], indent: str = "") -> str:
    lines = "".join(f"{indent}  --{name}: {value};\n" for name, value in properties.items())
    return f"{indent}{selector} {{\n{lines}{indent}}}\n"
