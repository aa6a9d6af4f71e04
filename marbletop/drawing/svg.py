"""Scenes as SVG: one panel for a page (`panel_svg`; the page needs `sprite`, `drawing_css` and the tokens once), or a whole
scene as a standalone document for notebooks and files (`svg`)."""

import hashlib
import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ..words import say
from . import kit
from .element import Markup, Rope, element, rope_of, short, start_tag
from .palette import LIGHT, tokens
from .scene import BOARD, Choice, Later, Panel, Part, Scene, Subset, draw_now
from .symbols import definitions_for, drawing_css, sprite
from .targets import Targets

__all__ = ["drawing_css", "inside_svg", "panel_rope", "panel_svg", "part_svg", "sprite", "still_rope", "svg"]

NO_POINTER = {"pointer-events": "none"}
NO_GHOSTS, NO_BUTTONS = Rope((), "ghosts"), Rope((), "targets")


def panel_svg(panel: Panel, choices: Sequence[Choice] = (), chosen: int | None = None, prefix: str = "", *,
              group: str = "", subset: Subset | None = None, taken: int = 0, all_ghosts: bool = False, name: str = ""
              ) -> Markup:
    """The SVG of one panel for a page that has the sprite and the tokens.

    `choices` are those of the scene; it offers those without a group and those of `group`, the id of what was chosen first.
    `chosen` is the action that is being considered: its ghosts are drawn. With `all_ghosts` those of the other choices are
    drawn too, hidden, as <g data-ghost="action" visibility="hidden">, so that a page can show them at once. `prefix` goes
    before every id, so that two boards fit on one page. `name` identifies the panel, for motion.
    """
    return Markup(panel_rope(Targets(panel, choices, chosen, group, subset, taken, prefix), all_ghosts, name))


def panel_rope(targets: Targets, all_ghosts: bool = False, name: str = "") -> Rope:
    """The same in pieces."""
    panel, role = targets.panel, "group" if targets.pressed else "img"
    root, ghosts, buttons = _layers(targets, targets.prefix, all_ghosts)
    if ghosts.pieces or buttons.pieces or targets.prefix:
        start = _start(panel.role, panel.width, panel.height, role, panel.title, name)
        return Rope([start, root, ghosts, buttons, "</svg>"], name)
    return still_rope(panel, name, role)


def still_rope(panel: Panel, name: str = "", role: str = "img") -> Rope:
    """A panel in which nothing is pressed or drawn ahead, in pieces; written once for all scenes that its root is in."""
    start = _start(panel.role, panel.width, panel.height, role, panel.title, name)
    known: dict[str, Rope] = panel.root.__dict__.setdefault("panels", {})
    if start not in known:
        known[start] = Rope([start, _part(panel.root, ""), NO_GHOSTS, NO_BUTTONS, "</svg>"], name)
    return known[start]


@lru_cache(maxsize=1024)
def _start(kind: str, width: float, height: float, role: str, title: str, name: str) -> Markup:
    return start_tag("svg", {"class": f"board-svg {kind}", "viewBox": f"0 0 {short(width)} {short(height)}",
                             "role": role, "aria-label": title, "data-panel": name or None})


def part_svg(part: Part) -> Markup:
    """A part and everything in it."""
    return Markup(_part(part, ""))


def inside_svg(part: Part) -> Markup:
    """What is drawn inside a part, without the part itself."""
    return Markup("".join(map(str, _inside(part, ""))))


def _layers(targets: Targets, prefix: str, all_ghosts: bool = False) -> tuple[str | Rope, Rope, Rope]:
    """The root of a panel, the ghosts above it, and on top the buttons, so that no piece covers them."""
    ghosts: list[str] = []
    if shown := [_part(ghost, None) for ghost in targets.ghosts()]:
        ghosts.append(element("g", {"class": "ghosts", **NO_POINTER}, shown))
    if all_ghosts:
        ghosts += [_hidden_ghosts(choice.action, *choice.ghost) for choice in targets.other_ghosts()]
    return _part(targets.panel.root, prefix), Rope(ghosts, "ghosts") if ghosts else NO_GHOSTS, _button_layer(targets)


def _button_layer(targets: Targets) -> Rope:
    if not targets.pressed or not (buttons := list(_buttons(targets.panel.root, targets, ""))):
        return NO_BUTTONS
    shared = element("defs", {}, [element("g", {"id": id}, marks) for id, marks in sorted(targets.definitions.items())])
    return Rope(['<g class="targets">', *([shared] if targets.definitions else []), *buttons, "</g>"], "targets")


@kit.keep
def _hidden_ghosts(action: int, *ghosts: Part | Later) -> Markup:
    return element("g", {"class": "ghosts", "visibility": "hidden", "data-ghost": action, **NO_POINTER},
                   [_part(draw_now(ghost), None) for ghost in ghosts])


def _part(part: Part, prefix: str | None) -> str | Rope:
    """A part and everything in it; ghosts have no prefix and no ids, because the real thing has them. It is written once
    for all scenes that it is in."""
    if prefix:
        return _write_part(part, prefix)
    written: dict[str | None, str | Rope] = part.__dict__.setdefault("written", {})
    if prefix not in written:
        written[prefix] = _write_part(part, prefix)
    return written[prefix]


def _write_part(part: Part, prefix: str | None) -> str | Rope:
    start = start_tag("g", {"id": f"{prefix}{part.id}" if part.id and prefix is not None else None, "class": part.kind or None,
                            "transform": part.transform})
    title, *inside = _inside(part, prefix)
    return rope_of([_same(f"{start}{title}"), *inside, "</g>"], part.id)


@lru_cache(maxsize=1024)
def _same(text: str) -> str:
    """The same object for the same text: boards of many tables lie on the same ground."""
    return text


def _inside(part: Part, prefix: str | None) -> list[str | Rope]:
    """What stands in a part: the name and the marks, then its parts."""
    return [part.beginning, *[_part(one, prefix) for one in part.parts]]


def _buttons(part: Part, targets: Targets, place: str) -> Iterator[Markup]:
    """The buttons for a part and the parts in it, each at its place."""
    if part.ids.isdisjoint(targets.pressed):
        return
    place = f"{place} {part.transform or ''}".strip()
    if part.id and (button := targets.button(part, place)) is not None:
        yield button
    for one in part.parts:
        yield from _buttons(one, targets, place)


# A whole scene as a picture

MARGIN, GAP, PAD = 24.0, 16.0, 12.0
BOARD_SIZE = 620.0                          # longest side of the board
SIDE_WIDTH, SIDE_HEIGHT = 280.0, 180.0      # room of a panel beside it
LINE = 20.0


@dataclass
class Block:
    """Something to place in the picture: its size, and how to draw it from its upper left corner."""

    width: float
    height: float
    draw: Callable[[float, float], list[Markup]]


def svg(scene: Scene, theme: str = LIGHT, chosen: int | None = None, marked: bool = True) -> str:
    """A scene as one standalone SVG document: title, status, board, other panels, seats and facts.

    Colours are written out in the given theme, so that any viewer can show it, and ids are unique, so that several drawings
    fit into one notebook. `marked` shows what can be chosen, `chosen` the ghosts of one action.
    """
    roles = [panel.role == BOARD for panel in scene.panels]
    if not any(roles):
        roles[:1] = [True]
    main = [_board(panel, scene, chosen, marked) for panel, is_board in zip(scene.panels, roles) if is_board]
    beside = [_side_panel(panel, scene, chosen, marked) for panel, is_board in zip(scene.panels, roles) if not is_board]
    side = [*_seats(scene), *beside, *_facts(scene)]
    tall = max((block.height for block in main), default=0.0)
    columns = _columns(side, max(tall, 320))
    width = max(480.0, 2 * MARGIN + sum(block.width + GAP for block in main) + len(columns) * (SIDE_WIDTH + GAP) - GAP)

    body = [_text((MARGIN, MARGIN + 14), scene.title, 26, "start", title=True)]
    y = MARGIN + 44
    for line in textwrap.wrap(scene.status, max(20, int((width - 2 * MARGIN) / 7.6))):
        body.append(_text((MARGIN, y), line, 15, "start"))
        y += LINE
    y += 4
    x = MARGIN
    for block in main:
        body += block.draw(x, y)
        x += block.width + GAP
    bottom = y + tall
    for column in columns:
        down = y
        for block in column:
            body += block.draw(x, down)
            down += block.height + GAP
        bottom = max(bottom, down - GAP)
        x += SIDE_WIDTH + GAP
    if scene.remark:
        bottom += LINE
        body.append(_text((MARGIN, bottom), scene.remark, 12, "start", "var(--ink-2)"))
    return _document(width, bottom + MARGIN, body, scene, theme)


def _document(width: float, height: float, body: list[Markup], scene: Scene, theme: str) -> str:
    drawing = element("rect", {"width": width, "height": height, "rx": 14, "fill": "var(--table)"}) + "".join(body)
    text = element("svg", {"xmlns": "http://www.w3.org/2000/svg", "width": width, "height": height,
                           "viewBox": f"0 0 {short(width)} {short(height)}", "role": "img",
                           "aria-label": f"{scene.title}. {scene.status}", "color": "var(--ink)"},
                   element("defs", {}, definitions_for(drawing)), Markup(drawing))
    return _resolve(text, tokens(theme))


def _resolve(text: str, values: dict[str, str]) -> str:
    """The drawing with every var(--name) in an attribute replaced by its value, and a prefix made from the content before
    every id, so that no two drawings share one. A token or symbol that does not exist raises ValueError."""
    prefix = "m" + hashlib.sha256(text.encode()).hexdigest()[:8] + "-"
    ids = set(re.findall(r' id="([^"]*)"', text))

    def value(match: re.Match[str]) -> str:
        if match[1] not in values:
            raise ValueError(f"There is no token --{match[1]}; see marbletop/drawing/palette.py.")
        return values[match[1]].replace("'", "&#39;")

    def reference(match: re.Match[str]) -> str:
        if match[2] not in ids:
            raise ValueError(f"The drawing uses #{match[2]}, which is no symbol; see marbletop/drawing/symbols.py.")
        return f"{match[1]}{prefix}{match[2]}"

    def attribute(match: re.Match[str]) -> str:
        name, content = match[1], match[2]
        if name == "id":
            content = prefix + content
        elif name == "href":
            content = re.sub(r"^(#)([\w-]+)", reference, content)
        elif name != "aria-label":                      # which holds names that people chose
            content = re.sub(r"var\(--([\w-]+)\)", value, content)
            content = re.sub(r"(url\(#)([\w-]+)", reference, content)
        return f' {name}="{content}"'

    return re.sub(r' ([\w:-]+)="([^"]*)"', attribute, text)


def _text(*arguments: Any, **more: Any) -> Markup:
    return kit.text(*arguments, **more).markup


def _board(panel: Panel, scene: Scene, chosen: int | None, marked: bool) -> Block:
    scale = min(BOARD_SIZE / panel.width, BOARD_SIZE / panel.height)
    width, height = panel.width * scale, panel.height * scale
    return Block(width, height, lambda x, y: [_inset(panel, scene, chosen, marked, x, y, width, height)])


def _side_panel(panel: Panel, scene: Scene, chosen: int | None, marked: bool) -> Block:
    """A panel on paper, with its title and caption."""
    room = SIDE_WIDTH - 2 * PAD
    scale = min(room / panel.width, SIDE_HEIGHT / panel.height)
    width, height = panel.width * scale, panel.height * scale
    caption = textwrap.wrap(panel.caption, 42)
    top = PAD + 22 + 16 * len(caption)

    def draw(x: float, y: float) -> list[Markup]:
        return [_paper(x, y, top + height + PAD),
                _text((x + PAD, y + PAD + 7), panel.title, 16, "start", title=True),
                *(_text((x + PAD, y + PAD + 28 + 16 * n), line, 12, "start", "var(--ink-2)")
                  for n, line in enumerate(caption)),
                _inset(panel, scene, chosen, marked, x + PAD + (room - width) / 2, y + top, width, height)]

    return Block(SIDE_WIDTH, top + height + PAD, draw)


def _inset(panel: Panel, scene: Scene, chosen: int | None, marked: bool, x: float, y: float, width: float,
           height: float) -> Markup:
    targets = Targets(panel, scene.choices if marked or chosen is not None else (), chosen, still=True)
    if not marked:
        targets.by_target.clear()
        targets.by_group.clear()
    return element("svg", {"x": x, "y": y, "width": width, "height": height,
                           "viewBox": f"0 0 {short(panel.width)} {short(panel.height)}"},
                   element("title", {}, panel.title), [*_layers(targets, "")])


def _seats(scene: Scene) -> list[Block]:
    """The seats: marble, name, score, facts; the seat to move has a coloured edge and the words 'to move'."""
    if not scene.seats:
        return []
    tall = 46.0

    def draw(x: float, y: float) -> list[Markup]:
        out = []
        for n, seat in enumerate(scene.seats):
            top = y + n * (tall + 8)
            edge = {"stroke": "var(--accent)", "stroke-width": 2.5} if seat.to_move else {}
            out.append(_paper(x, top, tall, **edge))
            start = x + PAD
            if seat.marble:
                out.append(kit.dot(seat.marble, (start + 10, top + tall / 2), 10).markup)
                start += 30
            facts = " · ".join((*((say("to move"),) if seat.to_move else ()), *seat.facts))
            middle = top + (15 if facts else tall / 2)
            out.append(_text((start, middle), seat.name or say("Seat {n}", n=seat.seat + 1), 14, "start", weight=600))
            room = x + SIDE_WIDTH - PAD - start - 12 * len(seat.score)
            words = textwrap.shorten(facts, max(12, int(room / 6.3)), placeholder=" …")
            out.append(_text((start, top + 33), words, 12, "start", "var(--good)" if seat.to_move else "var(--ink-2)"))
            out.append(_text((x + SIDE_WIDTH - PAD, top + tall / 2), seat.score, 20, "end", title=True))
        return out

    return [Block(SIDE_WIDTH, len(scene.seats) * (tall + 8) - 8, draw)]


def _facts(scene: Scene) -> list[Block]:
    """Label and value, one line each."""
    if not scene.facts:
        return []
    height = 2 * PAD + LINE * len(scene.facts)

    def draw(x: float, y: float) -> list[Markup]:
        out = [_paper(x, y, height)]
        for n, (label, value) in enumerate(scene.facts):
            middle = y + PAD + LINE * (n + 0.5)
            out.append(_text((x + PAD, middle), label, 13, "start", "var(--ink-2)"))
            out.append(_text((x + SIDE_WIDTH - PAD, middle), value, 13, "end", weight=600))
        return out

    return [Block(SIDE_WIDTH, height, draw)]


def _paper(x: float, y: float, height: float, **edge: object) -> Markup:
    return element("rect", {"x": x, "y": y, "width": SIDE_WIDTH, "height": height, "rx": 14, "fill": "var(--paper)", **edge})


def _columns(blocks: list[Block], tall: float) -> list[list[Block]]:
    """Blocks one below the other, with a new column when they would be taller than the board."""
    columns: list[list[Block]] = []
    used = 0.0
    for block in blocks:
        if not columns or used + block.height > tall:
            columns.append([])
            used = 0.0
        columns[-1].append(block)
        used += block.height + GAP
    return columns
