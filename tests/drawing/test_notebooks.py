"""In a notebook a match is drawn, whatever its game, in a picture that needs nothing else."""

import random
import re
from xml.etree import ElementTree

import pytest

from marbletop.core.match import Match
from marbletop.games import GAMES


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_match_draws_itself(name):
    choices, match = random.Random(2), Match(name, seed=2)
    pictures = set()
    while not match.over and len(match.moves) < 12:
        drawing = match._repr_svg_()
        pictures.add(drawing)
        assert ElementTree.fromstring(drawing).tag == "{http://www.w3.org/2000/svg}svg"
        used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', drawing))
        assert used <= set(re.findall(r'\bid="([^"]+)"', drawing))
        assert "var(--" not in drawing
        match.play(choices.choice(match.legal))
    assert len(pictures) > 6 and match._repr_svg_()
