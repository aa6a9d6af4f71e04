"""Sets, falling and landing on the bits of a tray, against a slow search cell by cell."""

import random

import pytest

from marbletop.games.marbleous.names import cells_of, read_tray, write_tray
from marbletop.games.marbleous.popping import white_set_colours
from marbletop.games.marbleous.state import COLUMNS, HEIGHT, MAIN, TALL, WHITE
from marbletop.games.marbleous.tray import count, filled_cells, landing_cell, let_fall, sets_in, whole_group

WILD, ANCHORED, PAIR = range(3)


def sets(text, own_marbles=WILD):
    """The POP actions of a tray."""
    return [44 + HEIGHT * column + height for column, height in cells_of(sets_in(read_tray(text), own_marbles))]


def group_at(text, cell, colour):
    """The cells (5 x column + height) of the set of a colour at a cell."""
    tray = read_tray(text)
    start = 1 << TALL * (cell // 5) + cell % 5
    return {5 * column + height for column, height in
            cells_of(whole_group(start, tray["BYRP".index(colour)] | tray[WHITE]))}


def test_set_in_a_corner():                                         # X-1 [MB-30, MB-32]
    assert sets("BB|B|||") == [44] and group_at("BB|B|||", 0, "B") == {0, 1, 5}


def test_diagonals_do_not_count():                                  # X-2 [MB-30]
    assert sets("B|RB|B||") == []


def test_white_in_the_middle():                                     # X-3 [MB-31, MB-32]
    assert sets("Y|W|Y||") == [44] and group_at("Y|W|Y||", 0, "Y") == {0, 5, 10}


def test_two_whites_and_a_colour():                                 # X-4 [MB-33]
    assert sets("W|W|Y||") == sets("W|W|Y||", ANCHORED) == [54]
    assert sets("W|W|Y||", PAIR) == []
    assert sets("W|Y|Y||", PAIR) == [49]


def test_whites_only():                                             # X-5 [MB-33, MB-36]
    assert sets("W|W|W||") == [44]
    assert sets("W|W|W||", ANCHORED) == sets("W|W|W||", PAIR) == []
    assert sets("W|W|W|Y|") == [44, 59] and group_at("W|W|W|Y|", 15, "Y") == {0, 5, 10, 15}
    whites = read_tray("W|W|W|Y|")
    assert white_set_colours(whites, whites[WHITE]) == 0b1101, "every colour but yellow"
    every = read_tray("WB|WY|WR|P|")
    assert white_set_colours(every, every[WHITE]) == 0 and sets("WB|WY|WR|P|") == [45, 50, 55, 59]


def test_a_white_bridge():                                          # X-6 [MB-32, MB-37]
    assert sets("YY|W|YY||") == [44] and len(group_at("YY|W|YY||", 0, "Y")) == 5


def test_white_does_not_join_two_colours():                         # X-7 [MB-31]
    assert sets("B|W|Y||") == []


def test_one_white_in_two_sets():                                   # X-8 [MB-34]
    assert sets("BB|W|YY||") == [44, 54]
    assert group_at("BB|W|YY||", 0, "B") == {0, 1, 5} and group_at("BB|W|YY||", 10, "Y") == {5, 10, 11}


def test_sets_do_not_reach_over_the_top():                          # [MB-30]
    assert sets("RRRBB|B|||") == [44]
    assert sets("PRPRB|B|B||") == []
    assert sets("PRPYB|YPRYR|PRPBY|B|B") == []


def random_tray(chooser):
    weights = chooser.choice([(1, 1, 1, 1, 1), (4, 1, 1, 1, 2), (1, 1, 0, 0, 4)])
    return "|".join("".join(chooser.choices("BYRPW", weights, k=chooser.randrange(6))) for _ in range(COLUMNS))


def slow_groups(cells):
    """Connected groups of a set of (column, height)."""
    cells, groups = set(cells), []
    while cells:
        group, edge = set(), [cells.pop()]
        while edge:
            column, height = edge.pop()
            group.add((column, height))
            near = {(column + 1, height), (column - 1, height), (column, height + 1), (column, height - 1)} & cells
            cells -= near
            edge += near
        groups.append(group)
    return groups


def slow_sets(text, own_marbles):
    columns = text.split("|")
    at = {(c, h): letter for c, column in enumerate(columns) for h, letter in enumerate(column)}
    named = set()
    for letter in "BYRP":
        for group in slow_groups(cell for cell, other in at.items() if other in (letter, "W")):
            own = [cell for cell in group if at[cell] == letter]
            if len(group) >= 3 and len(own) >= own_marbles:
                named.add(min(own or group))
    return [44 + 5 * column + height for column, height in sorted(named)]


@pytest.mark.parametrize("own_marbles", [WILD, ANCHORED, PAIR])
def test_sets_agree_with_a_search_cell_by_cell(own_marbles):        # [MB-30 to MB-33, MB-36]
    chooser = random.Random(own_marbles)
    for _ in range(3000):
        text = random_tray(chooser)
        assert sets(text, own_marbles) == slow_sets(text, own_marbles), text


def test_falling_agrees_with_taking_letters_out():                  # [MB-38]
    chooser = random.Random(5)
    for _ in range(2000):
        columns = random_tray(chooser).split("|")
        gone = [[chooser.random() < 0.4 for _ in column] for column in columns]
        tray = read_tray("|".join(columns))
        gaps = sum(1 << TALL * c + h for c, column in enumerate(gone) for h, out in enumerate(column) if out)
        for colour in range(MAIN + 1):
            tray[colour] &= ~gaps
        let_fall(tray, gaps)
        left = ["".join(letter for letter, out in zip(column, outs) if not out) for column, outs in zip(columns, gone)]
        assert write_tray(tray) == "|".join(left)


def test_counting_and_landing():                                    # [MB-19, MB-20]
    chooser = random.Random(6)
    for _ in range(500):
        text = random_tray(chooser)
        cells, columns = filled_cells(read_tray(text)), text.split("|")
        assert count(cells) == len(text) - 4
        for column in range(COLUMNS):
            high = len(columns[column])
            assert landing_cell(cells, column) == (0 if high == HEIGHT else 1 << TALL * column + high)
