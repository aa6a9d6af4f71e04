"""Pieces of boards, the sprite, the tokens."""

import math
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from marbletop.core.hexgrid import centre
from marbletop.core.match import Match
from marbletop.drawing import kit, symbols
from marbletop.drawing.palette import DARK, LIGHT, MARBLE_GLASS, REGION_COLOURS, SEAT_MARBLES, tokens, tokens_css
from marbletop.drawing.scene import Mark, Part
from marbletop.games import GAMES
from marbletop.words import say, use_language

ICONS = Path(symbols.__file__).parent / "icons.svg"


def test_the_sprite_is_well_formed_and_its_ids_are_unique():
    ids = re.findall(r' id="([^"]+)"', symbols.sprite())
    assert len(ids) == len(set(ids)) == len(symbols.definitions())
    ET.fromstring(symbols.sprite())
    ET.parse(ICONS)


def test_the_sprite_has_all_that_is_promised():
    ids = set(symbols.definitions())
    assert {f"{kind}-{name}" for name in MARBLE_GLASS for kind in ("mb", "in", "gl")} <= ids
    assert {f"rg-{name}" for name in REGION_COLOURS} | {f"st-{name}" for name in kit.RING_REACH} <= ids
    assert {"hole", "wood", "grain"} <= ids
    count = {kind: sum(id.startswith(kind) for id in ids) for kind in ("part-", "pc-", "card-", "ic-")}
    assert count == {"part-": 18, "pc-": 17, "card-": 14, "ic-": 23}


def test_the_sprite_has_no_inline_style_and_names_tokens_and_symbols_that_exist():
    text = symbols.sprite()
    assert "style" not in text and "<script" not in text
    assert set(re.findall(r"var\(--([\w-]+)\)", text)) <= set(tokens())
    assert symbols.ids_used_in(text) <= set(symbols.definitions())


def test_only_what_is_needed_is_taken_from_the_sprite():
    taken = "".join(symbols.definitions_for('<use href="#mb-red"/>'))
    assert set(re.findall(r' id="([^"]+)"', taken)) == {"mb-red", "gl-red", "gl-caustic", "gl-gloss", "gl-rim"}


def test_both_themes_have_the_same_tokens_and_css_has_them_all():
    assert tokens(LIGHT).keys() == tokens(DARK).keys()
    css = tokens_css()
    for name, value in tokens(LIGHT).items():
        assert f"--{name}: {value};" in css
    for name, value in tokens(DARK).items():
        assert f"--{name}: {value};" in css
    assert css.count("{") == css.count("}")
    with pytest.raises(ValueError, match="no theme 'sepia'"):
        tokens("sepia")


def test_the_style_sheet_names_tokens_that_exist():
    assert set(re.findall(r"var\(--([\w-]+)\)", symbols.drawing_css())) <= set(re.findall(r"--([\w-]+):", tokens_css()))


def test_every_seat_has_a_marble_and_a_ring():
    assert len(set(SEAT_MARBLES)) == 8 and all(seat in MARBLE_GLASS and f"ring-{seat}" in tokens() for seat in SEAT_MARBLES)


def test_parts_take_lists_of_marks_and_parts():
    part = Part().add(kit.plank(0, 0, 10, 10), Mark("path"), (Part() for _ in range(2)), [])
    assert len(part.marks) == 5 and len(part.parts) == 2


def numbers(d):
    return [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", d)]


def test_an_outline_runs_round_cells_that_touch():
    edge, line = kit.outline_cells([kit.square((0, 0), 10), kit.square((10, 0), 10)], 1)
    assert edge.attributes["stroke"] == "var(--legal-edge)" and line.attributes["stroke"] == "var(--legal)"
    assert line.attributes["d"] == "M-5 -5L15 -5L15 5L-5 5Z"
    inside = kit.outline_cells([kit.square((0, 0), 10), kit.square((10, 0), 10)], 1, inset=1)[1].attributes["d"]
    assert inside == "M-4 -4L14 -4L14 4L-4 4Z"


def test_an_outline_of_cells_apart_is_two_loops_and_holes_are_loops_too():
    apart = kit.outline_cells([kit.square((0, 0), 10), kit.square((30, 0), 10)], 1)[1].attributes["d"]
    ring = [kit.square((10 * x, 10 * y), 10) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    assert apart.count("Z") == 2 and kit.outline_cells(ring, 1)[1].attributes["d"].count("Z") == 2


def test_an_outline_of_cells_that_touch_at_a_corner_closes():
    assert kit.outline_cells([kit.square((0, 0), 10), kit.square((10, 10), 10)], 1, 1, 3)[1].attributes["d"].count("Z") >= 1


def test_an_outline_of_hexes_keeps_to_their_edge():
    cells = [(0, 0), (0, 1), (1, 0)]
    line = kit.outline_cells([kit.hexagon(centre(cell, 20), 20) for cell in cells], 2, inset=3, corner=6)[1]
    assert line.attributes["d"].count("Z") == 1 and line.attributes["d"].count("Q") == 12


def test_a_lasso_runs_round_marbles_in_a_line():
    d = kit.lasso([(0, 0), (10, 0), (30, 0)], 5, 1)[1].attributes["d"]
    assert d == "M0 5A5 5 0 0 1 0 -5L30 -5A5 5 0 0 1 30 5Z"
    assert not any(math.isnan(n) for n in numbers(kit.lasso([(1, 1)], 5, 1)[1].attributes["d"]))


def test_an_arrow_points_where_it_goes():
    *_, tip = kit.way([(0, 0), (10, 0)], 2)
    assert numbers(tip.attributes["d"])[0] > 10
    assert kit.way([(0, 0), (10, 0)], 2, certain=False)[1].attributes["stroke-dasharray"]


@pytest.mark.parametrize("part", [
    kit.marble("m-1", "red", (3, 4), 10, "Red"), kit.marble("", "sky", (3, 4), 10, ghost=True, plain=True),
    kit.speed_marble("m-2", 4, 60, (0, 0), 10), kit.card("hand-0", "Joker", (0, 0), 40),
    kit.card_back("pile", (0, 0), 40, words="31"),
    kit.token("tok-0-1", "blue", (0, 0), 10), *(kit.die(f"d-{n}", (0, 0), 40, n, letter="O") for n in range(7)),
    Part().add(kit.colony("red", 2), kit.colony("blue", 3), kit.tag((0, 0), "50 %", 12), kit.trail([(0, 0), (1, 1)], 3),
               kit.plank_of("M0 0L9 9Z", 4), kit.groove(0, 0, 9, 9, 3), kit.sheet(9, 9, 2, stroke_width=1),
               kit.hexagon_mark((0, 0), 9, fill="url(#rg-pink)"), kit.dot("ink", (0, 0), 5)),
], ids=lambda part: part.id or "marks")
def test_pieces_name_tokens_and_symbols_that_exist(part):
    values = " ".join(str(value) for one in part.walk() for mark in one.marks for value in mark.attributes.values())
    assert set(re.findall(r"var\(--([\w-]+)\)", values)) <= set(tokens())
    assert set(re.findall(r"#([\w-]+)", values)) <= set(symbols.definitions())


def test_what_is_kept_is_the_same_object_for_the_same_values_and_language():
    @kit.keep
    def piece(box, colour, *names):
        return Part(say("Board"), "-".join((colour, *names)))

    box = GAMES["connect_four"].make_box(GAMES["connect_four"].read_options({}), 2)
    other = GAMES["connect_four"].make_box(GAMES["connect_four"].read_options({}), 2)
    assert piece(box, "red", "Ann") is piece(box, "red", "Ann")
    assert len({id(piece(*some)) for some in ((box, "red", "Ann"), (box, "red", "Bo"), (box, "blue"), (other, "blue"))}) == 4
    with use_language("de"):
        assert piece(box, "red", "Ann").name != "Board"
    assert piece(box, "red", "Ann").name == "Board"


def test_what_is_kept_never_gets_a_view():
    match = Match(GAMES["marbles_and_jokers"], 2, seed=1)
    with pytest.raises(TypeError, match="not the view"):
        kit.keep(lambda view: Part())(match.view(0))
    with pytest.raises(TypeError):
        kit.keep(lambda box, view: Part())(match.box, match.view(0))
    with pytest.raises(TypeError):
        kit.keep(lambda hand: Part())(match.view(0).hand[0])
