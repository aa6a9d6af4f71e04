"""Which set pops first: where it makes no difference, nobody is asked."""

import random

import pytest

from marbletop.core.match import Match
from marbletop.drawing.plain import scene_of
from marbletop.games.marbleous import GAME
from marbletop.games.marbleous.order import order_is_free
from marbletop.games.marbleous.state import POP

from .tables import before_popping, tray_of

ORANGE = "4o.4o.4o,5o.5o.5o,4o.4o.5o,6o.6o.6o"


def popping(tray, **words):
    """A table where several sets are ready."""
    match = before_popping(tray, **words)
    match.play("pass")
    assert match.state.phase == POP
    return match


def is_free(match):
    return order_is_free(match.view(match.player), match.box)


def ends(match, seat):
    """What the rules make of every order."""
    if match.over or match.player != seat or match.state.phase != POP:
        state = match.state
        yield (tray_of(match, seat), tuple(state.supply), state.points[seat], tuple(state.won[seat]), sum(state.tokens[seat]),
               state.line_done)
        return
    for action in match.legal:
        after = match.copy()
        after.play(action)
        yield from ends(after, seat)


@pytest.mark.parametrize(("tray", "words", "free"), [
    ("BBB||YYYY||", {}, True),                                      # two colours that do not touch
    ("BBB||BBB||", {}, True),                                       # two that are alike
    ("BBB||BBBB||", {}, False),                                     # the second takes the card that slid down
    ("BB|W|YY||", {}, False),                                       # the white marble goes with one of them
    ("BBBRR||YYYR||", {}, True),                                    # what falls makes no set
    ("YBBBY|Y|RRR||", {}, True),                                    # what falls makes the same set
    ("BBB|R|YYYR|R|", {}, True),                                    # here, too: the red ones meet when yellow is gone
    ("BBB||YYYY||", {"options": {"advanced": True}}, False),        # the second may take any card
    ("BBB||YYYY||", {"won": "2bx2.3bx2.4bx1,-"}, False),            # one of them gets the last blue card
    ("BBB||YYYY||", {"won": "2bx2.3bx2.4bx2,-"}, True)])            # all that come are orange
def test_an_order_is_free_if_all_lead_to_the_same(tray, words, free):
    assert is_free(popping(tray, **words)) == free


def test_what_the_rules_make_of_free_orders_is_the_same():
    free = asked = 0
    for seed in range(40):
        match, chance = Match(GAME, 1 + seed % 4, seed=seed), random.Random(seed)
        while not match.over:
            if match.state.phase == POP:
                asked += 1
                if is_free(match):
                    free += 1
                    assert len(set(ends(match, match.player))) == 1
            match.play(chance.choice(match.legal))
    assert 3 < free < asked


def test_a_choice_that_makes_no_difference_says_so():
    match = popping("BBB||YYYY||")
    scene = scene_of(GAME, match.view(0), match.box, match.names)
    assert scene.alike and scene.only == scene.choices[0]
    assert scene.only.how == "Which set pops first makes no difference here."
    assert scene.only.alone == "Popped for you, as the order makes no difference: 3 blue and 4 yellow."
    match = popping("BBB||BBBB||")
    assert scene_of(GAME, match.view(0), match.box, match.names).only is None
