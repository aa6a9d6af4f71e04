"""A scene as text for a terminal: title, status, diagram, seats, facts, and the choices, each with what to type for it."""

import re
import textwrap
from collections.abc import Callable, Sequence

from ..words import say
from .outline import part_items, seat_words
from .scene import Choice, Scene

WIDTH = 80                                  # columns
MANY = 12                                   # choices that fit below a board, one a line

Style = Callable[[str], str]


def scene_text(scene: Scene, markup: bool = False, width: int = WIDTH, keys: Sequence[str] = ()) -> str:
    """A scene as lines of text; with `markup` in rich's style tags, with all names escaped. `keys` is what to type for each
    choice; their numbers if not given."""
    bold, soft, turn = (_style(style, markup) for style in ("bold", "dim", "bold green"))
    plain = _style("", markup)
    wrapped = [bold(scene.title), *map(plain, textwrap.wrap(scene.status, width))]
    diagram = scene.diagram if isinstance(scene.diagram, str) else scene.diagram()
    board = diagram.splitlines() or _named_parts(scene)
    lines = [*wrapped, "", *map(plain, board), ""]
    for seat in scene.seats:
        style = turn if seat.to_move else plain
        lines += [style(line) for line in textwrap.wrap(seat_words(seat), width, subsequent_indent="  ")]
    for label, value in scene.facts:
        lines += [soft(line) for line in textwrap.wrap(say("{label}: {value}", label=label, value=value), width,
                                                       subsequent_indent="  ")]
    if scene.remark:
        lines += [soft(line) for line in textwrap.wrap(scene.remark, width)]
    if scene.choices or scene.subset:
        lines.append("")
    keys = keys or [str(number) for number in range(1, len(scene.choices) + 1)]
    lines += _columns(scene.choices, keys, bold, plain, width) or _choices(scene.choices, keys, bold, plain, width)
    if scene.subset:
        lines += map(plain, textwrap.wrap(f"{scene.subset.prompt} ({' / '.join(scene.subset.piles)})", width))
        lines += [f"{bold(str(number))}  {plain(label)}" for number, (_, label) in enumerate(scene.subset.items, 1)]
    return "\n".join(strip_controls(line) for line in lines)


def _choices(choices: Sequence[Choice], keys: Sequence[str], bold: Style, plain: Style, width: int) -> list[str]:
    """The choices, one below the other."""
    room, align = max(map(len, keys), default=0), ">" if all(map(str.isdigit, keys)) else "<"
    labels = max((len(choice.label) for choice in choices), default=0)
    lines = []
    for key, choice in zip(keys, choices):
        first, *more = _choice(choice, labels, width - room - 2)
        lines.append(f"{bold(f'{key:{align}{room}}')}  {plain(first)}")
        lines += [f"{' ' * room}  {plain(line)}" for line in more]
    return lines


def _columns(choices: Sequence[Choice], keys: Sequence[str], bold: Style, plain: Style, width: int) -> list[str]:
    """Many choices without consequences, side by side, so that the board stays on the screen; [] for others."""
    if len(choices) <= MANY or any(choice.consequence for choice in choices):
        return []
    room, labels = max(map(len, keys)), max(len(choice.label) for choice in choices)
    columns = max(1, width // (room + labels + 6))
    rows = -(-len(choices) // columns)
    cells = [f"{bold(f'{key:>{room}}')}  {plain(f'{choice.label:{labels}}')}" for key, choice in zip(keys, choices)]
    return ["    ".join(cells[row::rows]) for row in range(rows)]


def _choice(choice: Choice, labels: int, room: int) -> list[str]:
    """A choice: its label, with its consequence beside it, or below it if labels are long."""
    if not choice.consequence:
        return textwrap.wrap(choice.label, room, subsequent_indent="  ")
    if labels <= room // 2:
        words = textwrap.wrap(choice.consequence, room - labels - 2) or [""]
        return [f"{choice.label:{labels}}  {words[0]}", *(" " * (labels + 2) + line for line in words[1:])]
    return [*textwrap.wrap(choice.label, room),
            *textwrap.wrap(choice.consequence, room, initial_indent="  ", subsequent_indent="  ")]


def _named_parts(scene: Scene) -> list[str]:
    """For a scene without a diagram: the names of the parts on its panels."""
    return [f"{panel.title}: {', '.join(item.words for item in part_items(panel.root.parts))}" for panel in scene.panels]


def _style(style: str, markup: bool) -> Style:
    """A function that puts style tags around a text, or leaves it plain."""
    if not markup:
        return lambda text: text
    from rich.markup import escape
    return lambda text: f"[{style}]{escape(text)}[/{style}]" if style else escape(text)


def strip_controls(line: str) -> str:
    """A line without control characters, so that no name can control the terminal."""
    return re.sub(r"[\x00-\x1f\x7f-\x9f]", "", line).rstrip()
