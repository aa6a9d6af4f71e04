"""The final score of Marabunta, told as the rules count it."""

import random

import pytest

from marbletop.core.match import Match
from marbletop.games.marabunta import GAME
from marbletop.games.marabunta.ending import ending
from marbletop.games.marabunta.rules import score, winner
from marbletop.words import You

from .table import Table

TIED = {"phase": "ended", "end": "R,cupcakes", "check_laws": False}


def ending_of(table, names=("Ann", "Bo")):
    return ending(GAME.view(table.state, table.box, 0), table.box, names)


def number(text):
    return 0 if text == "-" else int(text)


@pytest.mark.parametrize("options", [{}, {"territory": "plain", "player_boards": "plain"}])
def test_rows_add_up_to_what_the_rules_count(options):              # [MA-54 to MA-57]
    for seed in range(4):
        match, chance = Match(GAME, seed=seed, **options), random.Random(seed)
        while not match.over:
            match.play(chance.choice(match.legal))
        told = ending(match.view(-1), match.box, ("Ann", "Bo"))
        assert told.sides == ((winner(match.state, match.box),), (1 - winner(match.state, match.box),))
        total, = [row for row in told.rows if row.kind == "total"]
        for column, (seat,) in enumerate(told.sides):
            parts = sum(number(row.values[column]) for row in told.rows if not row.kind)
            assert parts == number(total.values[column]) == score(match.state, match.box, seat)
        assert told.why and sum(row.kind == "" for row in told.rows) >= 6
        assert GAME.board.ending is ending


def test_the_rows_of_a_game():
    table = Table(red="a4:3 c4:1", blue="g1:2 c5:1", circles="10,03,00,00,00,42", phase="ended", end="B,leaf", points="1,2",
                  cupcakes="2,0", round="5", check_laws=False)
    told = ending_of(table)
    assert told.sides == ((1,), (0,)) and told.why == "A leaf was full, so round 5 was the last."
    assert [(row.label, row.values) for row in told.rows] == [
        ("Pink, 0 to 3", ("-", "3")), ("Orange, 2 to 0", ("5", "-")), ("Green, tied at 1", ("-", "-")),
        ("Grey, tied at 0", ("-", "-")), ("Blue, tied at 0", ("-", "-")), ("Yellow, tied at 0", ("-", "-")),
        ("0 and 2 cupcakes", ("-", "1")), ("Powers", ("2", "-")), ("Points", ("7", "4"))]


@pytest.mark.parametrize(("names", "why"), [
    (("Ann", "Bo"), "3 points each, but Bo ate 3 cupcakes and Ann ate 2."),
    ((You("Ann"), "Bo"), "3 points each, but Bo ate 3 cupcakes and you ate 2."),
    (("Ann", You("Bo")), "3 points each, but you ate 3 cupcakes and Ann ate 2."),
])
def test_a_tie_is_decided_by_cupcakes(names, why):                  # [MA-57]
    told = ending_of(Table(points="3,3", cupcakes="2,3", **TIED), names)
    assert told.why == why and told.sides[0] == (1,) and told.story == "No cupcakes were left, so round 1 was the last."
    assert (told.rows[-1].label, told.rows[-1].values, told.rows[-1].kind) == ("Tie: more cupcakes win", ("3", "2"), "tie")


def test_then_by_who_triggered_the_end():                           # [MA-57]
    told = ending_of(Table(points="3,3", cupcakes="2,2", **TIED))
    assert told.why == "3 points and 2 cupcakes each, but Ann triggered the end." and told.sides[0] == (0,)
    assert told.rows[-1].kind == "tie"


def test_chips_show_the_final_score():
    table = Table(red="a4:3", points="1,2", **TIED)
    seats = GAME.board.scene(GAME.view(table.state, table.box, 0), table.box).seats
    assert [seat.score for seat in seats] == ["3", "2"] and not any("now" in fact for seat in seats for fact in seat.facts)
