"""The moving picture shows the recorded game: at every time exactly what is drawn for that position."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from marbletop import load
from scripts.moving_picture import SVG, drawings, moving_picture, style_of

ROOT = Path(__file__).parents[1]
RECORD, PICTURE = ROOT / "examples" / "records" / "connect_four.json", ROOT / "docs" / "images" / "connect_four.svg"
SMALL = 100_000                             # bytes


def seen_at(element, number):
    """An element as it is seen at one position: what is not shown then is left out."""
    shown = ET.Element(element.tag, element.attrib)
    shown.text = element.text
    for child in element:
        interval = re.fullmatch(r"f(\d+)-(\d+)", child.get("class", ""))
        if interval is None:
            shown.append(seen_at(child, number))
        elif int(interval[1]) <= number < int(interval[2]):
            shown.append(seen_at(child[0], number))
    return shown


def test_each_position_is_seen_as_it_is_drawn():
    match = load(RECORD)
    picture = ET.fromstring(moving_picture(match, 10))
    picture.remove(picture.find(f"{{{SVG}}}style"))
    for number, drawn in enumerate(drawings(match)):
        drawn.attrib["aria-label"] = picture.get("aria-label")
        assert ET.tostring(seen_at(picture, number)) == ET.tostring(seen_at(drawn, number)), f"after {number} moves"


def test_the_style_sheet_shows_things_at_their_time():
    style = style_of({(0, 2), (2, 4)}, 4, seconds=8)
    assert "@keyframes f0-2{0.00%{opacity:1}25.00%{opacity:0}}" in style and "step-end" in style
    assert "@keyframes f2-4{0%{opacity:0}25.00%{opacity:1}}.f2-4{animation-name:f2-4;opacity:1}" in style


def test_the_picture_of_the_first_page_is_small_and_loads_nothing():
    text = PICTURE.read_text(encoding="utf-8")
    assert len(text.encode()) < SMALL and "<style>" in text and "prefers-reduced-motion" in text
    assert not re.findall(r'href="(?!#)', text) and "<script" not in text


@pytest.mark.parametrize("page", ["README.md"])
def test_the_first_page_shows_it(page):
    assert "docs/images/connect_four.svg" in (ROOT / page).read_text(encoding="utf-8")
