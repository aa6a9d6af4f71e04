"""What can be pressed in a panel, and how it is marked: targets of choices, things to choose first, items of a subset."""

import math
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..words import language, plural, say
from . import kit
from .element import Markup, element, short
from .kept import made_once
from .scene import BOARD, Choice, Mark, Panel, Part, Subset, draw_now

MOST_BUTTONS = 64                           # kept of one part
MOST_PULSING = 8                            # targets that may pulse at once
MOST_RINGS = 24                             # if there are more, targets are marked by dots
SHORT = 80                                  # letters of marks that need not be shared
ASIDE = 0.6                                 # the scale of the other marks while one choice is considered

Before = tuple[tuple[str, str, int], ...]   # choices of earlier decisions of a draft: part, decisions before, action


@dataclass
class Targets:
    """What can be pressed in one panel: choices by the id of their target, groups, items of a subset."""

    panel: Panel
    choices: Sequence[Choice] = ()
    chosen: int | None = None               # the action that is being considered
    group: str = ""                         # the id of what was chosen first: a card, a marble
    subset: Subset | None = None
    taken: int = 0                          # items of the subset in the first pile, as bits
    prefix: str = ""
    still: bool = False                     # a picture: with marks, but nothing to press
    before: Before = ()                     # what can be pressed for another choice in an earlier decision
    here: frozenset[str] = frozenset()      # ids of the parts in this panel
    by_target: dict[str, list[Choice]] = field(default_factory=dict)
    by_group: dict[str, list[Choice]] = field(default_factory=dict)
    items: dict[str, tuple[int, str]] = field(default_factory=dict)
    others: dict[str, tuple[str, int]] = field(default_factory=dict)    # of `before`, in this panel
    definitions: dict[str, Markup] = field(default_factory=dict)        # marks that several targets have, by id

    def __post_init__(self) -> None:
        here = self.here = self.panel.root.ids
        for choice in self.choices:
            if choice.group in here:
                self.by_group.setdefault(choice.group, []).append(choice)
            if not choice.group or choice.group == self.group:
                for id in {choice.target, *choice.also} if choice.also else (choice.target,):
                    if id in here:
                        self.by_target.setdefault(id, []).append(choice)
        self.others = {id: (draft, action) for id, draft, action in self.before if id in here}
        if self.subset:
            self.items = {id: (number, label) for number, (id, label) in enumerate(self.subset.items) if id in here}

    @made_once
    def marked(self) -> int:
        """How many targets are marked."""
        return len({choice.target for ways in self.by_target.values() for choice in ways})

    @made_once
    def pressed(self) -> frozenset[str]:
        """The ids of all parts that can be pressed."""
        return frozenset((*self.by_target, *self.by_group, *self.items, *self.others))

    @made_once
    def _all_alike(self) -> tuple[Any, ...]:
        """What all buttons depend on, besides what each is for."""
        return (language(), self.prefix, self.still, self.panel.role, self.panel.seat, self.marked > MOST_PULSING,
                self.marked > MOST_RINGS, self.chosen is not None, bool(self.group))

    def button(self, part: Part, place: str) -> Markup | None:
        """The button with its mark over a part that can be pressed, at the place of the part; None if it cannot. It is made
        once, because it stays the same from turn to turn where the part does."""
        id = part.id
        key: tuple[Any, ...] = ()
        if ways := self.by_target.get(id):
            key = (place, self._all_alike, *ways, self.chosen if any(choice.action == self.chosen for choice in ways) else None)
        elif ways := self.by_group.get(id):
            key = (place, self._all_alike, len(ways), id == self.group)
        elif id in self.items:
            inside = self.taken >> self.items[id][0] & 1
            key = (place, self._all_alike, self.items[id], inside, self.subset.piles if self.subset else ())
        elif id in self.others:
            key = (place, self._all_alike, *self.others[id])
        if not key:
            return None
        made: dict[Any, tuple[Markup, dict[str, Markup]]] = part.__dict__.setdefault("buttons", {})
        if key not in made:
            if len(made) >= MOST_BUTTONS:
                made.clear()
            others, self.definitions = self.definitions, {}
            made[key] = element("g", {"transform": place or None}, self._press(part)), self.definitions
            self.definitions = others
        button, definitions = made[key]
        if definitions:
            self.definitions |= definitions
        return button

    def _press(self, part: Part) -> Markup:
        if part.id in self.by_target:
            return self._target(part, self.by_target[part.id])
        if part.id in self.by_group:
            return self._group(part, self.by_group[part.id])
        if part.id in self.items:
            return self._item(part, *self.items[part.id])
        return self._other(part, *self.others[part.id])

    def _target(self, part: Part, choices: list[Choice]) -> Markup:
        """The target of one or several choices; for several, the page asks which is meant."""
        actions = [choice.action for choice in choices]
        own = next((choice for choice in choices if choice.target == part.id), None)
        shown = next((choice for choice in choices if choice.action == self.chosen), own or choices[0])
        pressed = shown.action == self.chosen
        does = {"data-action": shown.action, "data-actions": " ".join(map(str, actions)) if len(actions) > 1 else None,
                "aria-pressed": "true" if pressed else None}
        look = "dot" if self.marked > MOST_RINGS and shown.look == "legal" else shown.look
        aside, pulse = self.chosen is not None, self.chosen is None and self.marked <= MOST_PULSING
        if own is None:                     # another part is marked for the same action, and read out
            unread = {"id": f"{self.prefix}tg-{part.id}", "class": "target turned" if pressed and shown.turns else "target",
                      "tabindex": -1, "aria-hidden": "true", **does}
            return self._button(part, unread, look if shown.alike and not pressed else "", aside, pulse)
        attributes = {
            "id": f"{self.prefix}tg-{own.action}", "class": f"target {class_of(shown, pressed)}",
            **does,
            "aria-label": choice_sentence(shown) if len(actions) == 1 else say("{n} choices: {actions}", n=len(actions),
                                                                       actions=", ".join(c.label for c in choices)),
        }
        if pressed:
            return self._button(part, attributes, "" if shown.ghost else "chosen")
        return self._button(part, attributes, look, aside, pulse)

    def _group(self, part: Part, choices: list[Choice]) -> Markup:
        """Something to choose first: one's own marble, a card, a die."""
        pressed = part.id == self.group
        ways = plural(len(choices), "{thing}: one choice", "{thing}: {n} choices", thing=part.name or part.id)
        attributes = {"id": f"{self.prefix}gr-{part.id}", "class": "target group chosen" if pressed else "target group",
                      "data-group": part.id, "aria-pressed": "true" if pressed else "false",
                      "aria-label": ways}
        look = "chosen" if pressed else "movable"
        return self._button(part, attributes, look if pressed or not self.group else "")

    def _item(self, part: Part, number: int, label: str) -> Markup:
        """An item of a subset, in one pile or the other."""
        assert self.subset is not None
        inside = bool(self.taken >> number & 1)
        attributes = {"id": f"{self.prefix}it-{number}", "class": "target item chosen" if inside else "target item",
                      "data-item": number, "role": "checkbox", "aria-checked": "true" if inside else "false",
                      "aria-label": say("{label}: {value}", label=label, value=self.subset.piles[0 if inside else 1])}
        return self._button(part, attributes, "chosen" if inside else "movable")

    def _other(self, part: Part, draft: str, action: int) -> Markup:
        """Something to choose instead in an earlier decision of a draft. It is not marked; "Choose again" leads there by
        keyboard."""
        return self._button(part, {"id": f"{self.prefix}tg-{part.id}", "class": "target other", "tabindex": -1,
                                   "aria-hidden": "true", "data-action": action, "data-draft": draft})

    def _button(self, part: Part, attributes: Mapping[str, object], look: str = "", aside: bool = False,
                pulse: bool = False) -> Markup:
        """The button of a part, with its mark if it has a look. What stands in it is drawn once; its words change."""
        made: dict[Any, tuple[Markup, dict[str, Markup]]] = part.__dict__.setdefault("in_buttons", {})
        key = look, aside, pulse, self._all_alike
        if key not in made:
            others, self.definitions = self.definitions, {}
            made[key] = self._in_button(part, look, aside, pulse), self.definitions
            self.definitions = others
        inside, definitions = made[key]
        self.definitions.update(definitions)
        return element("g", {} if self.still else {"role": "button", "tabindex": 0, **attributes}, inside)

    def _in_button(self, part: Part, look: str, aside: bool, pulse: bool) -> Markup:
        """The area to press, and the mark."""
        marks = halo(part, look) if look else []
        drawn = self._shared(marks)
        if marks:
            drawn = element("g", {"class": "halo" if is_round(part) or part.marks[0].tag != "rect" else "halo box"}, drawn)
        if marks and aside:
            shrinks = is_round(part) and look != "hit"      # what is hit stays in sight
            drawn = element("g", {"transform": shrink_transform(part)} if shrinks else {"opacity": ASIDE}, drawn)
        elif marks and pulse:
            drawn = element("g", {"class": "pulse"}, drawn)
        return drawn if self.still else Markup(f"{self._shared(press_area(part))}{drawn}")

    def _shared(self, marks: list[Mark]) -> Markup:
        """Marks; where there are many targets, equal ones are drawn once and placed by reference."""
        drawn = Markup("".join([mark.markup for mark in marks]))
        if self.still or self.marked <= MOST_PULSING or len(drawn) <= SHORT:
            return drawn
        id = f"{self.prefix}tm-{self.panel.role}-{self.panel.seat + 1}-{zlib.crc32(drawn.encode()):x}"
        self.definitions[id] = drawn
        return element("use", {"href": f"#{id}"})

    def ghosts(self) -> Sequence[Part]:
        """The ghosts of the choice that is being considered, if they belong on this panel."""
        chosen = [choice for choice in self.choices if choice.action == self.chosen]
        return [ghost for choice in chosen for ghost in (
            *(map(draw_now, choice.ghost) if self.shows(choice) else ()),
            *(draw_now(part) for name, part in choice.beside if name == self.panel.name))]

    def other_ghosts(self) -> Sequence[Choice]:
        """The choices with ghosts on this panel that could be considered now instead."""
        return [choice for choice in self.choices if choice.ghost and choice.action != self.chosen
                and choice.group in ("", self.group) and self.shows(choice)]

    def shows(self, choice: Choice) -> bool:
        """Whether a choice's ghosts belong here: on the panel of its target, or else on the board."""
        return choice.target in self.here if choice.target else self.panel.role == BOARD


def parts_asked_for(choices: Sequence[Choice], subset: Subset | None, before: Before) -> frozenset[str]:
    """The ids of all parts that can be pressed for something, chosen first or drawn over, in whatever panel they are."""
    return frozenset([*(id for choice in choices for id in (choice.target, choice.group, *choice.also)),
                      *(id for id, _ in (subset.items if subset else ())), *(id for id, _, _ in before)])


def is_still(panel: Panel, choices: Sequence[Choice], chosen: int | None, asked_for: frozenset[str]) -> bool:
    """Whether nothing in a panel is pressed or drawn ahead, so that it looks as if there were no choices."""
    return panel.root.ids.isdisjoint(asked_for) and (not choices or (chosen is None and panel.role != BOARD))


def class_of(choice: Choice, pressed: bool) -> str:
    """The class of a target. A further press on what turns or moves something, or on a target without a look of its own, must
    not play what is chosen."""
    if pressed:
        return "chosen turned" if choice.turns or not choice.look else "chosen"
    return choice.look


def choice_sentence(choice: Choice) -> str:
    """A choice as a sentence: its label and its consequence."""
    label = choice.label if not choice.consequence or choice.label.endswith((".", "!", "?")) else f"{choice.label}."
    return f"{label} {choice.consequence}".strip()


def press_area(part: Part) -> list[Mark]:
    """The area that can be pressed: the part's first mark, and a disc with its reach."""
    unseen = {"fill": "none", "pointer-events": "all"}
    geometry = ("cx", "cy", "r", "rx", "ry", "x", "y", "width", "height", "points", "d", "transform")
    area = [Mark(mark.tag, {**{name: mark.attributes[name] for name in geometry if name in mark.attributes}, **unseen})
            for mark in part.marks[:1] if mark.tag in ("circle", "rect", "polygon", "path")]
    if part.reach or not area:
        at, r = circle_of(part)
        area.append(kit.circle(at, 1.3 * r, fill="none", pointer_events="all"))
    return area


def circle_of(part: Part) -> tuple[tuple[float, float], float]:
    """Centre and radius of a part that is round, or treated as round."""
    if part.reach:
        return (0.0, 0.0), part.reach
    for mark in part.marks:
        has = mark.attributes
        if mark.tag == "circle":
            return (float(has.get("cx") or 0), float(has.get("cy") or 0)), float(has["r"])
        if mark.tag == "use":
            w, h = float(has.get("width", 20)), float(has.get("height", 20))
            return (float(has.get("x") or 0) + w / 2, float(has.get("y") or 0) + h / 2), max(w, h) / 2
    inner = next((one for one in part.parts if one.marks), None)
    if inner is None:
        return (0.0, 0.0), 10.0
    (x, y), r = circle_of(inner)
    return (inner.at[0] + x, inner.at[1] + y), r


def is_round(part: Part) -> bool:
    """Whether a part is marked by a ring, not by a line along its edge."""
    return bool(part.reach) or not part.marks or part.marks[0].tag not in ("rect", "polygon", "path")


def shrink_transform(part: Part) -> str:
    """The transform that shrinks the ring of a part towards its centre."""
    x, y = (axis * (1 - ASIDE) for axis in circle_of(part)[0])
    return f"translate({short(x)},{short(y)}) scale({ASIDE})" if x or y else f"scale({ASIDE})"


def points_of(mark: Mark) -> list[kit.Point]:
    return [(float(x), float(y)) for x, y in (pair.split(",") for pair in mark.attributes["points"].split())]


def bounds_of(mark: Mark) -> tuple[float, float, float, float]:
    x, y, width, height = (float(mark.attributes.get(name) or 0) for name in ("x", "y", "width", "height"))
    return x, y, width, height


def halo(part: Part, look: str) -> list[Mark]:
    """The marks that highlight a part: a ring if it is round, else a line along the edge of its first mark."""
    first = Mark("circle") if is_round(part) else part.marks[0]
    if first.tag == "polygon":
        return _polygon_halo(points_of(first), look)
    if first.tag == "rect":
        return _box_halo(first, look)
    if first.tag == "path":
        return kit.lines(first.attributes["d"], 3, _line(look), _dash(look, 3))
    at, r = circle_of(part)
    if look == "dot":
        return [_dot(at, 0.3 * r)]
    has_piece = any(mark.tag == "use" for mark in part.marks)
    return [kit.ring("around" if look == "legal" and has_piece else look, at, r)]


def _dot(at: kit.Point, r: float) -> Mark:
    return kit.circle(at, r, fill="var(--legal)", stroke="var(--legal-edge)", stroke_width=0.3 * r)


def _line(look: str) -> str:
    return "chosen" if look == "chosen" else "legal"


def _dash(look: str, width: float) -> str | None:
    return f"{short(2 * width)} {short(1.4 * width)}" if look in ("cost", "movable") else None


def _polygon_halo(points: list[kit.Point], look: str) -> list[Mark]:
    x, y = (sum(axis) / len(points) for axis in zip(*points))
    size = max(math.dist((x, y), point) for point in points)
    if look == "dot":                       # a ring that leaves the name of the place to be read
        return [kit.circle((x, y), 0.56 * size, fill="none", stroke="var(--legal-edge)", stroke_width=0.15 * size),
                kit.circle((x, y), 0.56 * size, fill="none", stroke="var(--legal)", stroke_width=0.08 * size)]
    shrunk = [(x + 0.84 * (px - x), y + 0.84 * (py - y)) for px, py in points]
    veil = [kit.polygon(shrunk, fill="var(--paper)", opacity=0.38)] if look == "legal" else []
    width = 0.15 * size if look in ("legal", "hit") else 0.1 * size
    ticks = "".join(kit.through([kit.aim(angle, 0.9 * size, (x, y)), kit.aim(angle, 0.55 * size, (x, y))])
                    for angle in (0, 90, 180, 270)) if look == "hit" else ""
    return [*veil, *kit.lines(kit.through(shrunk, closed=True) + ticks, width, _line(look), _dash(look, width))]


def _box_halo(first: Mark, look: str) -> list[Mark]:
    x, y, w, h = bounds_of(first)
    width = max(1.5, min(w, h) * 0.05)
    if look == "dot":
        return [_dot((x + w / 2, y + h / 2), 0.2 * min(w, h))]
    box = {"x": x - width, "y": y - width, "width": w + 2 * width, "height": h + 2 * width,
           "rx": float(first.attributes.get("rx") or 0) + width, "fill": "none"}
    if look == "chosen":                    # stronger than what could be chosen
        return [Mark("rect", {**box, "stroke": "var(--legal)", "stroke-width": 2.8 * width}),
                Mark("rect", {**box, "stroke": "var(--chosen-edge)", "stroke-width": 1.3 * width})]
    dash, line = _dash(look, width), _line(look)
    return [Mark("rect", {**box, "stroke": f"var(--{line}-edge)", "stroke-width": 1.75 * width}),
            Mark("rect", {**box, "stroke": f"var(--{line})", "stroke-width": width, "stroke-dasharray": dash})]
