"""How a game ends: every row of the final score adds up to what the rules count, and ties are explained."""

import random

from marbletop.core.match import Match
from marbletop.drawing.plain import scene_of
from marbletop.games.marbleous import GAME
from marbletop.games.marbleous.ending import ending
from marbletop.words import You

from .tables import table

NAMES = ["Ruth", "Bo", "Milo", "Nina"]


def over(trays, won, tokens="-,-"):
    """A game of two that ends here."""
    match = table(trays=trays, won=won, tokens=tokens)
    match.state.over = 1
    return match


def test_the_rows_add_up_to_the_score_of_the_rules():               # [MB-48, MB-58]
    for seed in range(12):
        seats = 1 + seed % 4
        match = Match(GAME, seats, seed=seed, advanced=bool(seed & 4))
        chooser = random.Random(seed)
        while not match.over:
            match.play(chooser.choice(match.legal))
        found, points = ending(match.view(-1), match.box, NAMES), match.outcome.points
        total = next(row for row in found.rows if row.kind == "total")
        parts = [row for row in found.rows if not row.kind and " of " not in row.values[0]]
        assert len(parts) == 2 + bool(seed & 4)
        for place, (seat,) in enumerate(found.sides):
            assert int(total.values[place]) == points[seat]
            assert sum(int(row.values[place].rpartition(" make ")[2]) for row in parts) == points[seat]
        ranks = [match.outcome.rank[seat] for (seat,) in found.sides] if seats > 1 else []
        assert ranks == sorted(ranks)
        scores = {seat.seat: seat.score for seat in scene_of(GAME, match.view(0), match.box, NAMES[:seats]).seats}
        assert scores == {seat: str(int(points[seat])) for seat in range(seats)}


def test_a_victory_by_points():
    match = over("P|B|||,||W||", "4ox2,2bx1")
    names = [You("Ruth"), "Bo"]
    assert ending(match.view(0), match.box, names).why == "You win 8 to 2 against Bo."
    assert ending(match.view(1), match.box, ["Ruth", You("Bo")]).why == "Ruth wins 8 to 2 against you."
    assert not [row for row in ending(match.view(0), match.box, names).rows if row.kind == "tie"]


def test_a_tie_is_decided_by_marbles():                             # [MB-49]
    match = over("P|B|||,||W||", "4ox2,4ox2")
    found = ending(match.view(1), match.box, ["Ruth", You("Bo")])
    assert found.why == "8 points each, but Ruth has more marbles left in the tray (2 to 1)."
    assert [row.values for row in found.rows if row.kind == "tie"] == [("2", "1")]


def test_then_by_tokens():                                          # [MB-49]
    match = over("P||||,||W||", "4ox2,4ox2", "-,B")
    found = ending(match.view(1), match.box, ["Ruth", You("Bo")])
    assert found.why == "As many points and as many marbles, but you have more bonus tokens left (1 to 0)."
    assert found.sides == ((1,), (0,))
    assert [row.values for row in found.rows if row.kind == "tie"] == [("1", "1"), ("1", "0")]


def test_a_shared_victory():                                        # [MB-50]
    match = over("P||||,||W||", "4ox2,4ox2")
    said = ending(match.view(0), match.box, [You("Ruth"), "Bo"]).why
    assert said == "You share the victory with Bo: 8 points each, and as many marbles and tokens."
    said = ending(match.view(-1), match.box, ["Ruth", "Bo"]).why
    assert said == "Ruth and Bo share the victory: 8 points each, and as many marbles and tokens."


def test_the_point_cards_are_told_by_colour():                      # [MB-39]
    for seed in range(6):
        match, chooser = Match(GAME, 3, seed=seed, advanced=bool(seed % 2)), random.Random(seed)
        while not match.over:
            match.play(chooser.choice(match.legal))
        notes = [note for move in match.moves for note in move.notes]
        found = ending(match.view(-1), match.box, NAMES, notes)
        rows = [row for row in found.rows if row.kind == "cards"]
        assert {row.marble for row in rows} <= {"blue", "yellow", "red", "purple"}
        for place, (seat,) in enumerate(found.sides):
            cards = [int(value) for row in rows for value in row.values[place].split()]
            assert (len(cards), sum(cards)) == (sum(match.state.won[seat]), match.state.points[seat])


def test_what_is_left_over_says_what_it_is_worth():                 # [MB-48]
    match = over("BB|Y|R||,W||||", "-,-", "YR,-")
    rows = {row.label: row.values for row in ending(match.state, match.box, NAMES[:2]).rows}
    assert rows["Marbles and tokens left, 3 for a point"] == ("6 make 2", "1 make 0")
