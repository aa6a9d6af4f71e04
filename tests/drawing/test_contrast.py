"""Everything can be read and told apart, by day and by night, with any kind of colour vision."""

import pytest

from marbletop.drawing.palette import (
    COLONIES,
    DARK,
    LIGHT,
    MARBLE_GLASS,
    REGION_COLOURS,
    SEAT_MARBLES,
    SPEED_MARBLE,
    theme_colours,
    tokens,
)

from .colours import BLINDNESS, closest, contrast

READ, SEE = 4.5, 3                          # contrast that text needs; that a control or a sign needs

TEXT = [(ink, ground) for ink in ("ink", "ink-2") for ground in ("paper", "paper-2", "table", "table-2")] + [
    ("ink", "paper-3"), ("on-accent", "accent"), ("on-accent", "accent-hi"), ("good", "paper"), ("ink", "accent-soft"),
    ("ink", "legal-soft"), ("warn", "warn-soft"), ("bad", "bad-soft"), ("card-ink", "card"), ("card-ink", "card-2"),
    ("card-ink", "stack-blue"), ("card-ink", "stack-orange"), ("tile-ink", "tile"), ("on-wood", "wood-hi"),
    ("on-wood", "wood"), ("on-wood", "wood-lo"), ("goal-white", "goal-black")]
SIGNS = [("line-strong", "paper"), ("accent", "table"), ("focus", "paper"), ("focus", "table"), ("focus", "wood"),
         ("focus", "wood-lo"), ("legal", "legal-edge"), ("chosen", "chosen-edge"), ("colony-red-line", "paper"),
         ("colony-blue-line", "paper"), *(("ink", f"region-{name}") for name in REGION_COLOURS)]
UNDER_A_TARGET = ["wood-hi", "wood", "wood-lo", "hollow", "paper", *(f"region-{name}" for name in REGION_COLOURS)]


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize(("front", "ground", "needed"), [(*pair, READ) for pair in TEXT] + [(*pair, SEE) for pair in SIGNS])
def test_contrast(theme, front, ground, needed):
    colours = tokens(theme)
    assert contrast(colours[front], colours[ground]) >= needed


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize("ground", UNDER_A_TARGET)
def test_a_legal_place_shows_on_any_ground(theme, ground):
    colours = theme_colours(theme)
    assert max(contrast(colours[name], colours[ground]) for name in ("legal", "legal-edge")) >= SEE


@pytest.mark.parametrize("name", MARBLE_GLASS)
def test_the_inlay_shows_on_its_marble(name):
    assert contrast(MARBLE_GLASS[name].inlay, MARBLE_GLASS[name].base) >= SEE


@pytest.mark.parametrize("name", COLONIES)
def test_numbers_can_be_read_on_their_colony(name):
    assert contrast(*COLONIES[name]) >= READ


def test_marbles_have_signs_and_letters_of_their_own():
    signs, letters = ({getattr(glass, what) for glass in MARBLE_GLASS.values()} for what in ("sign", "letter"))
    assert len(signs) == len(letters) == len(MARBLE_GLASS)


def test_a_speed_looks_like_no_seat():
    assert SPEED_MARBLE not in SEAT_MARBLES
    assert contrast(MARBLE_GLASS[SPEED_MARBLE].inlay, MARBLE_GLASS[SPEED_MARBLE].base) >= READ


@pytest.mark.parametrize("kind", BLINDNESS)
@pytest.mark.parametrize(("colours", "least"), [
    ([MARBLE_GLASS[name].base for name in ("blue", "yellow", "red", "purple", "white")], 23),
    ([MARBLE_GLASS[name].base for name in SEAT_MARBLES], 13),                   # beyond five the inlays are needed
    ([region.day for region in REGION_COLOURS.values()], 11),              # regions have patterns and letters
    ([region.night for region in REGION_COLOURS.values()], 11),
], ids=["marbles", "seats", "regions by day", "regions by night"])
def test_colours_differ_with_any_vision(kind, colours, least):
    assert closest(colours, kind) >= least
