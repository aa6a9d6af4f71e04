"""The line chart: readable without colour and without eyes."""

import re
from itertools import pairwise
from xml.etree import ElementTree

from marbletop.drawing.chart import CHOICE_SIGN, HEIGHT, LUCK_SIGN, WIDTH, Line, Sign, line_chart
from marbletop.drawing.palette import THEMED

SVG = "{http://www.w3.org/2000/svg}"
LINES = [Line("Ruth", "ring-blue", [(0, 0.5), (4, 0.8), (9, 1.0)]), Line("Bo <3", "ring-red", [(0, 0.5), (4, 0.2), (9, 0.0)])]
SIGNS = [Sign(CHOICE_SIGN, 1, (4, 0.8), "Ruth finds it."), Sign(LUCK_SIGN, 2, (9, 1.0), "A Joker.")]


def drawn(lines=LINES, signs=SIGNS):
    return ElementTree.fromstring(line_chart(lines, signs, "Chances", "Ruth wins.", "moves", "c"))


def test_a_chart_has_a_title_and_a_description():
    root = drawn()
    labels = root.get("aria-labelledby").split()
    assert root.get("role") == "img"
    assert [root.find(f"*[@id='{label}']").text for label in labels] == ["Chances", "Ruth wins."]


def test_lines_differ_without_colour_and_are_named():
    root = drawn()
    curves = [path for path in root.findall(f"{SVG}path") if path.get("fill") == "none" and "ring" in path.get("stroke")]
    assert len({path.get("stroke-dasharray") for path in curves}) == len(LINES)
    assert {"Ruth", "Bo <3"} <= {text.text for text in root.iter(f"{SVG}text")}


def test_every_value_lies_on_the_paper_and_higher_is_up():
    curves = [path.get("d") for path in drawn().findall(f"{SVG}path") if path.get("fill") == "none"]
    first = [tuple(map(float, pair.split())) for pair in curves[0][1:].split("L")]
    assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in first)
    assert [x for x, _ in first] == sorted(x for x, _ in first)
    assert first[0][1] > first[1][1] > first[2][1]


def test_signs_have_shapes_numbers_and_words():
    choice, luck = drawn().findall(f"{SVG}g")
    assert choice.find(f"{SVG}circle") is not None and luck.find(f"{SVG}path") is not None
    assert [sign.find(f"{SVG}text").text for sign in (choice, luck)] == ["1", "2"]
    assert [sign.find(f"{SVG}title").text for sign in (choice, luck)] == ["Ruth finds it.", "A Joker."]


def test_names_at_the_same_height_do_not_cover_each_other():
    names = ("Ada", "Bo", "Clea", "Dan")
    texts = drawn([Line(name, "ring-blue", [(0, 0.5), (5, 0.5)]) for name in names], []).iter(f"{SVG}text")
    heights = sorted(float(text.get("y")) for text in texts if text.text in names)
    assert len(heights) == 4 and all(below - above >= 15 for above, below in pairwise(heights))


def test_colours_are_tokens_of_the_palette():
    used = set(re.findall(r"var\(--([\w-]+)\)", line_chart(LINES, SIGNS))) - {"font-ui"}
    assert used and used <= set(THEMED)
