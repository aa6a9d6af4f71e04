"""The rules of Connect Four, one by one."""

import pytest

from marbletop.core.errors import IllegalAction
from marbletop.core.match import Match
from marbletop.games.connect_four import GAME
from marbletop.games.connect_four.positions import read_position
from marbletop.games.connect_four.rules import has_four


def match_after(moves, **options):
    match = Match(GAME, **options)
    for move in moves:
        match.play(move)
    return match


def marbles(columns):
    """The marbles of x in a picture of columns from the floor up."""
    return read_position(f"{columns} x", GAME.make_box(GAME.read_options({}), 2)).marbles[0]


def test_the_grid_is_empty_and_seat_0_begins():                     # [C4-1, C4-2]
    match = Match(GAME)
    assert match.position == "////// x"
    assert match.legal == [0, 1, 2, 3, 4, 5, 6]


def test_another_seat_may_begin_and_turns_alternate():              # [C4-2]
    match = match_after("a", first_player=1)
    assert match.position == "o////// x"


def test_a_marble_falls_to_the_lowest_empty_cell():                 # [C4-3]
    assert match_after("ddde").position == "///xox/o// x"


def test_a_full_column_is_forbidden_with_its_rule():                # [C4-3]
    match = match_after("aaaaaa")
    before = match.position
    with pytest.raises(IllegalAction, match="C4-3"):
        match.play(0)
    assert match.position == before and match.legal == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("columns", [
    "xxxx//////", "ooxxxx//////", "x/x/x/x///", "///x/x/x/x", "x/ox/oox/ooox///", "ooox/oox/ox/x///",
])
def test_lines_of_four(columns):                                    # [C4-4]
    assert has_four(marbles(columns))


def picture_has_four(columns):
    """Four in a line found the slow way, cell by cell."""
    cells = {(c, h) for c, column in enumerate(columns.split("/")) for h, sign in enumerate(column) if sign == "x"}
    return any(all((c + i * dc, h + i * dh) in cells for i in range(4))
               for c, h in cells for dc, dh in ((0, 1), (1, 0), (1, 1), (1, -1)))


def test_a_line_does_not_wrap_round_the_edges():                    # [C4-4]
    assert not has_four(marbles("oooxxx/x/////"))                    # the top of one column, the floor of the next
    assert not has_four(marbles("x/x/x////x"))


def test_has_four_agrees_with_a_search_cell_by_cell():              # [C4-4]
    import random
    chooser = random.Random(1)
    for _ in range(2000):
        columns = "/".join("".join(chooser.choice("xo") for _ in range(chooser.randrange(7))) for _ in range(7))
        assert has_four(marbles(columns)) == picture_has_four(columns), columns


def test_who_makes_a_line_wins_at_once():                           # [C4-5]
    match = match_after("abababa")
    assert match.over and match.outcome.rank == (1, 2) and match.outcome.points == (1.0, 0.0)
    assert match.outcome.ending == "won" and match.outcome.reward == (1.0, -1.0)
    assert match.legal == []
    with pytest.raises(IllegalAction, match="over"):
        match.play("c")


def test_misere_who_makes_a_line_loses():                           # [C4-6]
    assert match_after("abababa", misere=True).outcome.rank == (2, 1)


def test_a_full_grid_without_a_line_is_drawn():                     # [C4-7]
    match = Match(GAME)
    for move in drawn_game():
        match.play(move)
    assert match.outcome.ending == "drawn" and match.outcome.rank == (1, 1)
    assert match.outcome.points == (0.5, 0.5) and match.outcome.reward == (0.0, 0.0)


def drawn_game():
    """A game without a line, found by playing at random."""
    import random
    for seed in range(10_000):
        chooser, match = random.Random(seed), Match(GAME)
        while not match.over:
            match.play(chooser.choice(match.legal))
        if match.outcome.ending == "drawn":
            return [move.text for move in match.moves]
    raise AssertionError("no drawn game found")
