"""Positions that no game can reach are refused, with the rule that they break; those that a game reaches are not."""

import random

import pytest

from marbletop.core.errors import BadNotation
from marbletop.core.match import Match
from marbletop.games import GAMES
from marbletop.words import use_language

DISPLAY = "display=2b.3b.4b,4b.3b.4b,3b.4b.4b,2b.2b.3b"
POOL = f"pool=RYP,BPB,YW {DISPLAY}"
REFUSED = [
    ("connect_four", "xx////// x", "C4-2"), ("connect_four", "x////// x", "C4-2"),
    ("connect_four", "xxxx/oooo///// x", "C4-5"),
    ("marbleous", f"trays=BBB|P|||,||W|| {POOL}", "MB-47"),                     # the example of the issue
    ("marbleous", f"trays=W|WW|||,||W|| {POOL}", "MB-47"), ("marbleous", f"trays=B||||,YYY|||| {POOL}", "MB-47"),
    ("marbleous", f"trays=BBB|P|||,||W|| phase=place card=YPR@1 hand=YPR pool=-,BPB,YW {DISPLAY}", "MB-47"),
    ("marbleous", f"trays=||||,||W|| {POOL}", "MB-45"), ("marbleous", f"trays=B||||,||W|| pool=-,BPB,YW {DISPLAY}", "MB-46"),
    ("marbleous", f"trays=B||||,||W|| stack=9 {POOL}", "MB-14"),
    ("marbleous", f"trays=B||||,||W|| phase=bonus card=YPR@1 pool=-,BPB,YW {DISPLAY}", "MB-22"),
    ("marbleous", f"trays=BBB||||,||W|| phase=pop card=YPR@1 pool=-,BPB,YW {DISPLAY}", "MB-35"),
    ("marbles_and_jokers", "p0=8 hand=6,2,4,5,10", "MJ-4"), ("marbles_and_jokers", "p0=8 hand=6,2,4,5,10,3,9", "MJ-4"),
    ("marbles_and_jokers", "p0=8 hand=6,2,4,5,10,3 sideways=1", "MJ-37"),
    ("marbles_and_jokers", "p0=h1,h2,h3,h4,h5 p2=h1,h2,h3,h4,h5 hand=6,2,4,5,10,3", "MJ-50"),
    ("marble_machine", "marbles 2@0,-3>1; board solid_wall@0,-3; hands right+left left+left", "MM-34"),
    ("marble_machine", "marbles 2@next; hands right+left left+left", "MM-20"),
    ("marble_machine", "aim player=0; marbles 2@home>1; hands right+left left+left", "MM-20"),
    ("marble_machine", "marbles 1=1 1=1 1=1 1=1 1=1 1=1 1=1; hands right+left left+left", "MM-60"),
    ("marabunta", "circles=00,00,00,00,00,42", "MA-52"), ("marabunta", "end=R,leaf", "MA-50"),
    ("marabunta", "round=8", "MA-6"), ("marabunta", "tile=cupx", "MA-6"), ("marabunta", "tile=one stack=one,zero_2", "MA-11"),
    ("marabunta", "anthills=3,2", "MA-2"), ("marabunta", "cupcakes=11,0", "MA-36"), ("marabunta", "points=5,0", "MA-54")]


@pytest.mark.parametrize(("name", "position", "rule"), REFUSED,
                         ids=[f"{name}-{rule}-{n}" for n, (name, _, rule) in enumerate(REFUSED)])
def test_impossible_positions_are_refused_with_their_rule(name, position, rule):
    seats = {"marbles_and_jokers": 4}.get(name, 2)
    assert rule in GAMES[name].rules_text
    with pytest.raises(BadNotation, match=rf"\({rule}\)"):
        Match.at(name, position, seats)
    with use_language("de"), pytest.raises(BadNotation) as german:
        Match.at(name, position, seats)
    with pytest.raises(BadNotation) as english:
        Match.at(name, position, seats)
    assert str(german.value) != str(english.value)


@pytest.mark.parametrize("name", GAMES)
def test_positions_of_games_are_possible(name):
    """Of random games with the least and the most seats, every position reads back."""
    game = GAMES[name]
    for seats in {game.seats[0], game.seats[-1]}:
        match, chance = Match(game, seats, seed=seats), random.Random(seats)
        while not match.over and len(match.moves) < 150:
            match.play(chance.choice(match.legal))
            assert Match.at(game, match.position, seats).position == match.position


@pytest.mark.parametrize(("name", "position", "told"), [
    ("marabunta", "red=z9:1", "no hex 'z9'"), ("marabunta", "red=j6:7", "j6 is 'R7'"), ("marabunta", "rot=j6:1", "has no rot"),
    ("marabunta", "", "7 rows of 24 signs"), ("marbles_and_jokers", "p9=3 hand=2", "a short text"),
    ("marbles_and_jokers", "p0=3", "a short text"), ("marbles_and_jokers", "p0=1,2,3,4,5,6 hand=2,3,4,5,6,9", "6 marbles"),
    ("marbles_and_jokers", "p0=3,3 hand=2,3,4,5,6,9", "two marbles"), ("marbles_and_jokers", "hand=2,x", "card 'x'"),
    ("marbleous", f"trays=B||||,||W|| {DISPLAY}", "lacks pool"),
    ("marbleous", "trays=B||||,||W|| pool=RYP,BPB,YW", "lacks display"),
    ("marble_machine", "hands right", "hands of 2 seats")])
def test_short_texts_are_refused_with_what_would_be_right(name, position, told):
    with pytest.raises(BadNotation, match=told):
        Match.at(name, position, {"marbles_and_jokers": 4}.get(name, 2))


def test_short_texts_say_what_long_ones_say():
    match = Match.at("marbleous", f"trays=B||||,||W|| {POOL}", 2)
    assert Match.at("marbleous", match.position, 2).position == match.position
    match = Match.at("marabunta", "red=j6:2 blue=a1:0 crossed=b2", 2)
    assert match.position.split("/")[5][18:20] == "R2" and match.position.startswith("B0")
    match = Match.at("marbles_and_jokers", "p0=20,h3 p1=8 hand=7,2,4,10,6,3 player=0", 4)
    assert match.position.split()[0].startswith("20,h3,o,o,o/8,o,o,o,o/")
    assert match.legal_texts == ["2", "3", "4", "6", "7", "10"]
    match = Match.at("marble_machine", "marbles 2@home>1; hands right+push left+left", 2)
    assert match.position.startswith("first player=0")
