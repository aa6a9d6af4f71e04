"""Lines of the lists on a page, and the small drawings in them. They are written here and not in templates, because there are
many, and most stay the same from page to page."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from ...drawing import kit
from ...drawing.element import Markup, Rope, element
from ...drawing.scene import PICTURE, Part
from ...drawing.svg import part_svg


class LogLine(NamedTuple):
    """An entry of the log as it is shown: a turn, or something else that happened."""

    id: str                                 # of its first entry: it stays the same while the turn goes on
    last: int                               # of its last entry
    seat: int
    marble: str
    words: str
    kind: str


class ChoiceRow(NamedTuple):
    """A line in the list of choices."""

    action: int
    label: str
    consequence: str
    query: str
    on: bool


@cache
def icon(name: str, size: int = 20) -> Markup:
    """An icon beside a word."""
    return element("svg", {"class": "ico", "width": size, "height": size, "viewBox": "0 0 100 100", "aria-hidden": "true"},
                   element("use", {"href": f"#ic-{name}"}))


@cache
def marble_dot(marble: str, size: int = 20) -> Markup:
    """A seat's marble beside its name."""
    return element("svg", {"class": "mdot", "width": size, "height": size, "aria-hidden": "true"},
                   element("use", {"href": f"#mb-{marble}"}))


def row_picture(part: Part) -> Markup:
    """What is drawn in a line of the final score; its label says the same."""
    return element("svg", {"class": "row-picture", "viewBox": f"0 0 {PICTURE[0]} {PICTURE[1]}", "aria-hidden": "true"},
                   part_svg(part))


def log_line(line: LogLine, table: str) -> Markup:
    """A line of the log with a link into the replay."""
    place = element("a", {"href": f"{table}/replay?entry={line.last}"}, line.words)
    return element("li", {"id": line.id}, marble_dot(line.marble, 16) if line.marble else None, place)


@kit.keep
def choice_line(row: ChoiceRow, table: str) -> Markup:
    """A line of the list of choices."""
    more = element("span", {"class": "small soft"}, row.consequence) if row.consequence else None
    link = {"class": "way on" if row.on else "way", "id": f"way-{row.action}", "data-choose": True,
            "href": f"{table}{row.query}", "aria-current": "true" if row.on else None}
    return element("li", {}, element("a", link, element("span", {}, row.label), more))


@kit.keep
def choice_list(rows: Sequence[ChoiceRow], table: str) -> Rope:
    """The lines of a list of choices."""
    return Rope([choice_line(row, table) for row in rows])
