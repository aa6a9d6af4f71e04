"""A moving picture of a recorded game, as one small SVG file that browsers play by themselves.

    python -m scripts.moving_picture RECORD FILE [SECONDS]

Every position is drawn as spectators see it. What is the same in all of them is written once; everything else comes and goes by
a style sheet. Who asks the system for less motion sees the last position.
"""

import copy
import re
import sys
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path

from marbletop import Match, load
from marbletop.drawing.plain import scene_of
from marbletop.drawing.svg import svg

SVG = "http://www.w3.org/2000/svg"
LAST = 4                                    # positions for whose time the last one stays
Interval = tuple[int, int]                  # the first position that shows something, and the first that no longer does
ET.register_namespace("", SVG)


def drawings(match: Match) -> list[ET.Element]:
    """The board before and after every move, with the same ids in all drawings."""
    found = []
    for moves in range(len(match.moves) + 1):
        view = match.game.view(match.state_after(moves), match.box, -1)
        text = svg(scene_of(match.game, view, match.box, match.names, moving=True))
        prefix = re.search(r'id="(m[0-9a-f]+)-', text)
        found.append(ET.fromstring(text.replace(prefix[1], "m") if prefix else text))
    return found


def merge(frames: Sequence[ET.Element], numbers: Sequence[int], used: set[Interval]) -> ET.Element:
    """One element for those of several frames, which agree in tag and attributes. Intervals go into `used`."""
    merged = ET.Element(frames[0].tag, frames[0].attrib)
    merged.text = frames[0].text
    if len({ET.tostring(frame) for frame in frames}) == 1:
        return copy.deepcopy(frames[0])
    for children, present in aligned(frames, numbers):
        child = merge(children, present, used)
        if len(present) < len(numbers):
            child = shown_during(child, present, used)
        merged.append(child)
    return merged


def aligned(frames: Sequence[ET.Element], numbers: Sequence[int]) -> list[tuple[list[ET.Element], list[int]]]:
    """The children of several frames: those that are alike in frames that follow each other belong together."""
    groups: list[tuple[str, list[ET.Element], list[int]]] = []
    for frame, number in zip(frames, numbers):
        at = 0
        for child in frame:
            head = head_of(child)
            same = next((place for place in range(at, len(groups)) if groups[place][0] == head
                         and groups[place][2][-1] == number - 1), None)
            if same is None:
                groups.insert(at, (head, [child], [number]))
                same = at
            else:
                groups[same][1].append(child)
                groups[same][2].append(number)
            at = same + 1
    return [(children, present) for _, children, present in groups]


def head_of(element: ET.Element) -> str:
    """What two elements must share to be one: tag, attributes and text."""
    return f"{element.tag} {sorted(element.attrib.items())} {element.text}"


def shown_during(element: ET.Element, present: Sequence[int], used: set[Interval]) -> ET.Element:
    begin, end = present[0], present[-1] + 1
    used.add((begin, end))
    group = ET.Element(f"{{{SVG}}}g", {"class": f"f{begin}-{end}"})
    group.append(element)
    return group


def style_of(used: set[Interval], total: int, seconds: float) -> str:
    """When what is not always there is there."""
    whole = total + LAST
    lines = [f"[class^=f]{{animation:{seconds:g}s step-end infinite}}"]
    for begin, end in sorted(used):
        stops = [*([] if begin == 0 else ["0%{opacity:0}"]), f"{100 * begin / whole:.2f}%{{opacity:1}}",
                 *([] if end == total else [f"{100 * end / whole:.2f}%{{opacity:0}}"])]
        lines.append(f"@keyframes f{begin}-{end}{{{''.join(stops)}}}"
                     f".f{begin}-{end}{{animation-name:f{begin}-{end};opacity:{int(end == total)}}}")
    return "".join([*lines, "@media (prefers-reduced-motion:reduce){[class^=f]{animation:none}}"])


def moving_picture(match: Match, seconds: float) -> str:
    """The whole game as SVG that moves."""
    frames, used = drawings(match), set[Interval]()
    for frame in frames:
        frame.attrib["aria-label"] = f"A game of {match.game.title}, move by move"
    total = len(frames)
    merged = merge(frames, range(total), used)
    style = ET.Element(f"{{{SVG}}}style")
    style.text = style_of(used, total, seconds)
    merged.insert(0, style)
    return ET.tostring(merged, encoding="unicode")


if __name__ == "__main__":
    record, file, *rest = sys.argv[1:]
    Path(file).write_text(moving_picture(load(record), float(rest[0]) if rest else 20.0) + "\n", encoding="utf-8")
