"""A scene in words, for screen readers and logs: the status, the choices, the seats, and every part with a name, nested as on
the board."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ..words import say
from .element import Markup, Rope, element, escape, rope_of
from .palette import MARBLE_GLASS
from .scene import Choice, Panel, Part, Scene, Seat
from .targets import choice_sentence


@dataclass
class Item:
    """A line of an outline, and the lines under it."""

    words: str
    items: list["Item"] = field(default_factory=list)
    action: int | None = None


def outline(scene: Scene, level: int = 2) -> Markup:
    """The outline as HTML; `level` is that of its first heading."""
    return Markup(outline_rope(scene, level))


def outline_rope(scene: Scene, level: int = 2) -> Rope:
    """The same in pieces: the lines of a part are written once for all scenes that it is in."""
    title, below = f"h{level}", f"h{min(level + 1, 6)}"
    before, after = sections_before(scene), sections_after(scene)
    return Rope([
        Markup(f'<section class="outline">{element(title, {}, scene.title)}{element("p", {}, scene.status)}'),
        *[element(below, {}, heading) + _list(items) for heading, items in before],
        *[Rope([element(below, {}, panel.title), "<ul>", *lines, "</ul>"], str(number))
          for number, panel in enumerate(scene.panels) if (lines := panel_lines(panel))],
        *[element(below, {}, heading) + _list(items) for heading, items in after],
        Markup(f'{element("p", {}, scene.remark) if scene.remark else ""}</section>')])


def panel_lines(panel: Panel) -> list[str | Rope]:
    caption = [element("li", {}, panel.caption)] if panel.caption else []
    return [*caption, *[lines for part in parts_told(panel) if (lines := part_lines(part))]]


def part_lines(part: Part) -> str | Rope:
    """The lines of a part and the parts in it; empty if none of them has a name."""
    if "lines" not in part.__dict__:
        inside = [lines for one in part.parts if (lines := part_lines(one))]
        if part.name:
            inside = [f"<li>{escape(part.name)}{'<ul>' if inside else ''}", *inside, "</ul></li>" if inside else "</li>"]
        part.__dict__["lines"] = rope_of(inside, part.id) if inside else ""
    found: str | Rope = part.__dict__["lines"]
    return found


def outline_text(scene: Scene) -> str:
    """The outline as lines of text."""
    lines = [scene.title, scene.status]
    for heading, items in sections(scene):
        lines += ["", heading, *_lines(items)]
    return "\n".join([*lines, *(["", scene.remark] if scene.remark else [])])


def sections(scene: Scene) -> Iterator[tuple[str, list[Item]]]:
    """The headings of an outline, each with its lines; empty sections are left out."""
    yield from sections_before(scene)
    for panel in scene.panels:
        items = part_items(parts_told(panel))
        if panel.caption:
            items.insert(0, Item(panel.caption))
        if items:
            yield panel.title, items
    yield from sections_after(scene)


def sections_before(scene: Scene) -> Iterator[tuple[str, list[Item]]]:
    """The sections above the panels."""
    if choices := choice_items(scene):
        yield say("Your choices"), choices
    if scene.seats:
        yield say("Players"), [Item(seat_words(seat)) for seat in scene.seats]


def parts_told(panel: Panel) -> list[Part]:
    """The root of a panel, or what is in it where its name would only repeat the title."""
    return panel.root.parts if panel.root.name in ("", panel.title) else [panel.root]


def sections_after(scene: Scene) -> Iterator[tuple[str, list[Item]]]:
    """The sections below the panels."""
    if scene.facts:
        yield say("At a glance"), [Item(say("{label}: {value}", label=label, value=value)) for label, value in scene.facts]


def choice_items(scene: Scene) -> list[Item]:
    """What can be chosen: the choices, grouped by what has to be chosen first, then the items of a subset."""
    items = [Item(choice_sentence(choice), action=choice.action) for choice in scene.choices if not choice.group]
    groups: dict[str, list[Choice]] = {}
    for choice in scene.choices:
        if choice.group:
            groups.setdefault(choice.group, []).append(choice)
    for group, choices in groups.items():
        part = scene.part(group)
        items.append(Item(part.name if part and part.name else group,
                          [Item(choice_sentence(choice), action=choice.action) for choice in choices]))
    if scene.subset:
        one, other = scene.subset.piles
        items.append(Item(say("{prompt} ({one} or {other})", prompt=scene.subset.prompt, one=one, other=other),
                          [Item(label) for _, label in scene.subset.items]))
    return items


def part_items(parts: Iterable[Part]) -> list[Item]:
    """The parts with names; a part without one is replaced by the parts in it."""
    items = []
    for part in parts:
        inside = part_items(part.parts)
        if part.name:
            items.append(Item(part.name, inside))
        else:
            items += inside
    return items


def seat_words(seat: Seat) -> str:
    """A seat as one line: 'Ruth, blue: 22, 6 cards, to move'."""
    name = seat.name or say("Seat {n}", n=seat.seat + 1)
    marble = say(seat.marble) if seat.marble in MARBLE_GLASS else ""
    called = name if marble.lower() in ("", name.lower()) else f"{name}, {marble}"
    facts = [*([seat.score] if seat.score else []), *seat.facts, *([say("to move")] if seat.to_move else [])]
    return say("{label}: {value}", label=called, value=", ".join(facts)) if facts else called


def _list(items: list[Item]) -> Markup:
    return element("ul", {}, [element("li", {"data-action": item.action}, item.words, _list(item.items) if item.items else None)
                              for item in items])


def _lines(items: list[Item], indent: str = "") -> Iterator[str]:
    for item in items:
        yield f"{indent}- {item.words}"
        yield from _lines(item.items, indent + "  ")
