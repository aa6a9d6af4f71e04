"""The rules of Marabunta, one by one; the worked examples are in test_examples.py, other readings in test_options.py."""

import pytest

from marbletop.core.chance import OpenEvent, Script, luck
from marbletop.core.errors import IllegalAction
from marbletop.core.match import Match
from marbletop.games.marabunta import GAME
from marbletop.games.marabunta.rules import score
from marbletop.games.marabunta.state import (
    A_HEX,
    ANYWHERE,
    CHOOSE,
    CUPX,
    NONE,
    ORDINARY,
    REGION_FULL,
    SELECT,
    SPLIT,
)
from tests.games.playing import random_play, start

from .laws import hexes_of
from .table import Table, box_with

RED, BLUE = range(2)
CUPCAKES = "a5 b1 c7 d3 e5 f1 g7 h3 i5 j1 k7 l3"
CRATE_DIE = "crate,0,0,0,0,0"
NOTHING_FITS = {"anthills": "0,0"}                                  # nobody has a number, so numbers cannot be written


def select(letters, dice="0,0,0,0,0,0", **words):
    return {"phase": "select", "pool": letters, "dice": dice, **words}


# Setup


def test_the_sides_are_chosen_independently():                      # [MA-1]
    boxes = {(territory, board): box_with(territory=territory, player_boards=board)
             for territory in ("symbol", "plain") for board in ("symbol", "plain")}
    assert boxes["symbol", "plain"].region_hexes == boxes["symbol", "symbol"].region_hexes
    assert boxes["plain", "symbol"].region_hexes != boxes["symbol", "symbol"].region_hexes
    assert boxes["symbol", "plain"].group_power == boxes["plain", "plain"].group_power != boxes["plain", "symbol"].group_power
    assert box_with() == boxes["symbol", "symbol"]


def test_everything_is_open_at_the_start():                         # [MA-2]
    match = Match(GAME, seed=1)
    state = match.state
    assert len(hexes_of(state.available)) == 84 and not any(state.marks)
    assert state.circles == [[0, 0]] * 6 and state.totals == [[0, 0]] * 6
    assert state.anthills == [2, 2] and state.cupcakes == [0, 0] and state.points == [0, 0]
    assert state.crates == [[0] * 8, [0] * 8] and state.trigger == NONE


def test_the_crossed_out_cupcake_comes_after_the_other_seven():     # [MA-3, MA-6, MA-11]
    for seed in range(20):
        state, box = start(GAME, 2, {}, seed)
        tiles = {}
        for now, _, _ in random_play(GAME, state, box, luck(seed)):
            tiles[now.round_number] = now.tile
            discarded = [tile for number, tile in tiles.items() if tile != CUPX and number < now.round_number]
            to_come = [tile for tile in range(ORDINARY) if now.tiles_left[tile]]
            assert sorted(discarded + to_come + ([now.tile] if now.tile != CUPX else [])) == list(range(ORDINARY))
        assert all((tile == CUPX) == (number > 7) for number, tile in tiles.items())


@pytest.mark.slow
def test_every_order_of_tiles_comes_up():                           # [MA-3, MA-62]
    first_two = set()
    for seed in range(400):
        match = Match(GAME, seed=seed)
        one = match.state.tile
        match.play("split P")
        match.play("take tile")
        while match.state.round_number == 1:
            match.play("pass" if 72 in match.legal else match.legal[0])
        first_two.add((one, match.state.tile))
    assert len(first_two) == 7 * 6


def test_the_first_player_is_random_or_set():                       # [MA-4]
    assert {Match(GAME, seed=seed).state.starter for seed in range(20)} == {RED, BLUE}
    assert {Match(GAME, seed=seed, first_player="red").state.starter for seed in range(20)} == {RED}
    assert {Match(GAME, seed=seed, first_player="blue").state.starter for seed in range(20)} == {BLUE}
    assert Match(GAME, script=Script([1, 0, 0, 0, 0, 0, 0, 0])).state.starter == BLUE


# The round


def test_the_first_player_reveals_a_tile_and_rolls_six_dice():      # [MA-5]
    match = Match(GAME, script=Script([1, 4, 0, 1, 2, 3, 4, 5]))
    assert match.state.tile == 4 and match.state.dice == [0, 1, 2, 3, 4, 5] and match.player == BLUE
    assert match.setup_move.notes[-1].details == (1, BLUE, 4, 0, 1, 2, 3, 4, 5)


def test_the_seven_are_split_in_any_way():                          # [MA-7]
    match = Match(GAME, seed=1, first_player="red")
    assert match.legal == list(range(63)) and match.state.phase == SPLIT
    assert len({match.text_of(action) for action in match.legal}) == 63
    match.play("split POGSBY")                                      # the tile alone in a pool
    assert match.state.pool == 63 and match.player == BLUE and match.state.phase == CHOOSE


@pytest.mark.parametrize(("taken", "pool"), [("take tile", 64 + 32 + 16 + 8), ("take dice", 4 + 2 + 1)])
def test_the_opponent_chooses_a_pool(taken, pool):                  # [MA-8]
    match = Match(GAME, seed=1, first_player="red")
    match.play("split POG")
    assert match.legal_texts == ["take tile", "take dice"]
    match.play(taken)
    assert match.state.pool == pool and match.player == BLUE


def test_the_first_player_resolves_the_other_pool_on_the_board_as_it_is_then():     # [MA-8, MA-12]
    table = Table(red="g3:0", blue="g2:0", anthills="0,0", **select("B", "0,0,0,0,3,0", tile="crates_2"))
    table.play("use B", "f2")
    assert table.state.player == BLUE and table.state.pool == 127 - 16 and table.state.used == 0
    assert table.play("use P").hexes == "f1 g1 h1 h2"               # f2 is taken now
    table.play("h1")
    table.play("crate 1", "pass")
    assert table.state.round_number == 2 and table.state.starter == RED and table.state.phase == SPLIT


def test_elements_are_resolved_in_any_order_each_once():            # [MA-9]
    table = Table(**select("POG", "1,1,1,0,0,0"))
    assert table.legal == [65, 66, 67, 72]
    table.play("use O", "g1")
    assert table.legal == [65, 67, 72] and table.why_not("use O") == "MA-9" and table.why_not("use S") == "MA-8"
    table.play("use P", "a4")                                       # no anthill is left for the third
    assert table.state.player == BLUE


def test_an_element_is_finished_before_the_next():                  # [MA-9, MA-65]
    table = Table(**select("PT", "1,0,0,0,0,0", tile="crates_2")).play("use T")
    assert table.texts == "crate 1, crate 2, crate 3, crate 4, crate 5"
    assert table.why_not("pass") == "MA-65"
    table.play("crate 1")
    assert table.texts == "crate 1, crate 2, crate 3, crate 4, crate 5" and table.why_not("pass") == "MA-65"
    table.play("crate 3")
    assert table.state.phase == SELECT and table.legal == [65, 72]


@pytest.mark.parametrize("tile", ["leaves_2", "zero_2", "cross_2"])
def test_no_second_half_can_be_left_out(tile):                      # [MA-65]
    table = Table(**select("T", tile=tile)).play("use T")
    assert 72 not in table.legal and table.why_not("pass") == "MA-65"
    table.play(table.legal[0])
    assert 72 not in table.legal and table.why_not("pass") == "MA-65"


def test_dice_and_ordinary_tiles_may_be_ignored():                  # [MA-10]
    table = Table(**select("PT", tile="zero_free"))
    assert table.legal == [65, 71, 72]
    table.play("pass")
    assert table.said == ["Red doesn't use pink 0 and the tile (a 0 anywhere)."] and table.state.player == BLUE


def test_an_element_that_cannot_be_resolved_is_ignored():           # [MA-10, MA-27]
    table = Table(red="a1:0", crossed="a2", anthills="0,0", **select("PO", "0,2,0,0,0,0"))
    assert table.legal == [65, 72] and table.why_not("use O") == "MA-27"
    table = Table(red="a1:0", crossed="a2", anthills="0,0", **select("PG", "0,0,0,0,0,0"))   # two 0s, one fits
    table.play("use P", "b1")
    assert table.hexes == "" and table.legal == [67, 72]


def test_a_pool_ends_by_itself_when_nothing_can_be_resolved():      # [MA-10, MA-12]
    match = Match(GAME, script=Script([0, 6] + [1] * 6), first_player="red")            # REPEAT and six 1s
    match.play("split POGSBY")
    match.play("take tile")                                         # nothing to use again: Red is to move at once
    assert match.player == RED and match.state.pool == 63
    assert match.moves[-1].notes[-1].details[:2] == (BLUE, 64)


def test_an_ordinary_tile_is_discarded_used_or_not():               # [MA-11]
    match = Match(GAME, seed=5)
    tile = match.state.tile
    match.play("split POGSBY")
    match.play("take dice")
    while match.state.round_number == 1:
        match.play(72)
    assert match.state.tile != tile and not match.state.tiles_left[tile] and sum(match.state.tiles_left) == 5


def test_the_crossed_out_cupcake_returns_every_round():             # [MA-6, MA-11]
    table = Table(round=7, stack="none", player="B", starter="B", **select("P", tile="repeat"))
    table.play("pass")
    assert (table.state.round_number, table.state.tile) == (8, CUPX)
    table.play("split POGSBY", "take dice", "pass", "use T", "xa5")
    assert (table.state.round_number, table.state.tile, table.state.starter) == (9, CUPX, BLUE)


# Dice and tiles


def test_a_number_goes_into_the_region_of_its_die():                # [MA-13, MA-29]
    table = Table(red="g2:1", **select("S", "0,0,0,2,0,0")).play("use S")
    assert table.hexes == "f3 g3 g4 h2 h3 h4 h5 i2 i3 i4 i5 i6 j3 j4"
    assert table.why_not("g1") == "MA-13" and table.why_not("a1") == "MA-29" and table.why_not("g2") == "MA-25"


def test_zero_and_crate_have_no_colour():                           # [MA-14, MA-16]
    for die in range(6):
        faces = ["1"] * 6
        faces[die] = "0"
        assert len(Table(**select("POGSBY"[die], ",".join(faces))).play(65 + die).legal) == 84
        faces[die] = "crate"
        assert Table(**select("POGSBY"[die], ",".join(faces))).play(65 + die).legal == [73, 74, 75, 76, 77]


def test_a_flag_fills_a_circle_in_ones_own_colour():                # [MA-15]
    table = Table(**select("PG", "0,0,flag,0,0,0")).play("use G")
    assert table.state.circles == [[0, 0], [0, 0], [1, 0], [0, 0], [0, 0], [0, 0]] and table.legal == [65, 72]
    table = Table(player="B", **select("PG", "0,0,flag,0,0,0")).play("use G")
    assert table.state.circles[2] == [0, 1]


def test_a_crate_die_needs_an_open_crate():                         # [MA-16]
    table = Table(crates="22344,00000", **select("PO", CRATE_DIE))
    assert table.legal == [66, 72] and table.why_not("use P") == "MA-16"


def test_two_crates_of_one_group_or_of_two():                       # [MA-17]
    assert Table(**select("T", tile="crates_2")).play("use T", "crate 3", "crate 3").crates() == [0, 0, 2, 0, 0]
    assert Table(**select("T", tile="crates_2")).play("use T", "crate 3", "crate 5").crates() == [0, 0, 1, 0, 1]


def test_the_last_crate_is_crossed_alone():                         # [MA-17]
    table = Table(crates="22343,00000", **select("T", tile="crates_2")).play("use T", "crate 5")
    assert table.crates() == [2, 2, 3, 4, 4] and table.state.points[RED] == 3 and table.state.player == BLUE


def test_a_second_crate_that_is_gone_meanwhile_is_dropped():        # [MA-17, MA-42]
    table = Table(crates="12344,00000", **select("T", tile="crates_2")).play("use T", "crate 1", "a1")
    assert table.state.depth == 0 and table.state.player == BLUE


def test_two_leaves_must_differ():                                  # [MA-18]
    table = Table(**select("T", tile="leaves_2")).play("use T", "leaf G")
    assert table.texts == "leaf P, leaf O, leaf S, leaf B, leaf Y" and table.why_not("leaf G") == "MA-18"
    table.play("leaf Y")
    assert table.state.circles[2] == [1, 0] and table.state.circles[5] == [1, 0] and table.state.player == BLUE


def test_leaves_need_a_blank_circle():                              # [MA-18]
    table = Table(circles="33,00,00,00,00,00", end="R,leaf", **select("T", tile="leaves_2")).play("use T")
    assert table.legal == [82, 83, 84, 85, 86] and table.why_not("leaf P") == "MA-15"
    table = Table(circles="33,33,33,33,33,33", end="R,leaf", **select("PT", tile="leaves_2"))
    assert table.legal == [65, 72] and table.why_not("use T") == "MA-18"


def test_the_tile_one_writes_a_1_in_any_region():                   # [MA-19]
    table = Table(red="f2:3", anthills="0,2", **select("T", tile="one")).play("use T")
    assert table.hexes == "e2 e3 f1 f3 g2 g3"
    assert table.play("f3").mark("f3") == "R1"
    table = Table(red="f2:3", anthills="1,2", **select("T", tile="one")).play("use T", "a1")
    assert table.mark("a1") == "R1" and table.state.anthills[RED] == 0


def test_the_second_zero_stands_next_to_the_first_without_anthill():    # [MA-20]
    table = Table(**select("T", tile="zero_2")).play("use T", "a1")
    assert table.state.anthills[RED] == 1 and table.hexes == "a2 b1"
    assert table.why_not("l7") == "MA-20"
    table.play("b1")
    assert table.state.anthills[RED] == 1 and table.state.cupcakes[RED] == 1


def test_a_free_zero_asks_neither_adjacency_nor_anthill():          # [MA-21, MA-34]
    table = Table(**NOTHING_FITS, **select("PT", tile="zero_free"))
    assert table.legal == [71, 72]
    table.play("use T")
    assert len(table.legal) == 84
    assert table.play("l7").mark("l7") == "R0" and table.state.anthills == [0, 0]
    table = Table(**select("T", tile="zero_free")).play("use T", "l7")
    assert table.state.anthills == [2, 2]


def test_crossing_out_needs_two_that_touch():                       # [MA-22]
    table = Table(crossed="a2 b1", **select("T", tile="cross_2")).play("use T")
    assert len(table.legal) == 81 and table.why_not("xa1") == "MA-22" and table.why_not("xa2") == "MA-25"
    table.play("xl7")
    assert table.hexes == "k7 l6" and table.why_not("xa3") == "MA-22"


def test_the_first_hex_of_the_board_can_be_crossed_out_first():     # [MA-22]
    table = Table(**select("PT", tile="cross_2")).play("use T", "xa1")
    assert table.hexes == "a2 b1"
    table.play("xa2")
    assert [table.mark(name) for name in ("a1", "a2")] == ["xx", "xx"] and table.legal == [65, 72]


def alternate_hexes(box):
    """Hexes of which no two touch, and the rest."""
    apart, rest = [], []
    for h in range(box.hexes):
        (rest if hexes_of(box.neighbours[h]) & set(apart) else apart).append(h)
    return apart, rest


def test_without_a_pair_crossing_out_and_two_zeros_cannot_be_used():    # [MA-20, MA-22]
    table = Table()
    _, rest = alternate_hexes(table.box)
    crossed = " ".join(table.names(rest))
    for tile, number in (("cross_2", "MA-22"), ("zero_2", "MA-20")):
        table = Table(crossed=crossed, **select("PT", tile=tile))
        assert table.legal == [65, 72] and table.why_not("use T") == number


def test_a_die_is_used_again_with_all_its_rules():                  # [MA-23]
    table = Table(**select("POST", "1,0,0,crate,0,0", tile="repeat"))
    table.play("use P", "a4")
    assert table.state.anthills[RED] == 1
    table.play("use T")
    assert table.legal == [65] and table.why_not("again O") == "MA-23" and table.why_not("again S") == "MA-23"
    table.play("again P", "f7")                                     # a second anthill
    assert table.state.anthills[RED] == 0 and table.mark("f7") == "R1"
    assert table.legal == [66, 68, 72]


def test_a_flag_and_a_crate_are_used_again():                       # [MA-23]
    table = Table(**select("PT", "flag,0,0,0,0,0", tile="repeat")).play("use P", "use T", "again P")
    assert table.state.circles[0] == [2, 0]
    table = Table(**select("PT", CRATE_DIE, tile="repeat")).play("use P", "crate 1", "use T", "again P", "crate 1")
    assert table.crates() == [2, 0, 0, 0, 0] and len(table.legal) == 84


def test_an_ignored_die_cannot_be_used_again():                     # [MA-23]
    table = Table(circles="00,00,00,00,00,06", end="B,leaf", **select("POT", "1,1,0,0,0,0", tile="repeat"))
    assert table.legal == [65, 66, 72]


def test_the_crossed_out_cupcake_closes_a_cupcake_hex_for_nobody():     # [MA-24, MA-39]
    table = Table(crossed="a5", round=8, stack="none", **select("PT", tile="cupx"))
    assert table.legal == [65, 71] and table.why_not("pass") == "MA-10"
    table.play("use T")
    assert table.hexes == CUPCAKES[3:] and table.why_not("xa4") == "MA-24" and table.why_not("xa5") == "MA-25"
    assert table.why_not("pass") == "MA-10"
    table.play("xb1")
    assert table.state.cupcakes == [0, 0] and table.legal == [65, 72]


def test_without_a_cupcake_hex_the_crossed_out_cupcake_does_nothing():      # [MA-24]
    table = Table(crossed=CUPCAKES, round=9, stack="none", end="B,cupcakes", **select("PT", tile="cupx"))
    assert table.legal == [65, 72] and table.why_not("use T") == "MA-24"


# Writing


def test_marks_are_never_changed():                                 # [MA-25]
    table = Table(red="a1:1", blue="a2:0", crossed="a3", **select("T", tile="zero_free")).play("use T")
    assert "a1" not in table.hexes.split() and len(table.legal) == 81
    assert [table.why_not(name) for name in ("a1", "a2", "a3")] == ["MA-25"] * 3


def test_neighbours_share_a_side():                                 # [MA-26]
    box = box_with()
    table = Table()
    index = {name: hex_ for hex_, name in enumerate(table.names(range(84)))}

    def beside(name):
        return " ".join(table.names(sorted(hexes_of(box.neighbours[index[name]]))))

    assert beside("a1") == "a2 b1"
    assert beside("d3") == "c3 c4 d2 d4 e3 e4"                      # over the border of two parts of the board
    assert beside("e3") == "d2 d3 e2 e4 f2 f3"
    assert beside("l7") == "k7 l6"
    pairs = {frozenset((h, m)) for h in range(84) for m in hexes_of(box.neighbours[h])}
    assert len(pairs) == 215 and all(len(pair) == 2 for pair in pairs)
    triangles = {frozenset((h, m, t)) for h in range(84) for m in hexes_of(box.neighbours[h])
                 for t in hexes_of(box.neighbours[h]) & hexes_of(box.neighbours[m])}
    assert len(triangles) == 132


def test_a_number_needs_an_own_neighbour_or_an_anthill():           # [MA-27, MA-28]
    table = Table(red="f2:3", anthills="0,0", **select("T", tile="one")).play("use T")
    assert table.why_not("a1") == "MA-27" and table.hexes == "e2 e3 f1 f3 g2 g3"
    for value in range(4):                                          # any value, the same included
        table = Table(red=f"f2:{value}", anthills="0,0", **select("P", "0,0,0,0,0,0")).play("use P")
        assert table.hexes == "e2 e3 f1 f3 g2 g3"


def test_an_anthill_is_spent_exactly_when_the_hex_is_not_adjacent():    # [MA-30]
    for name, left in (("g2", 2), ("g1", 1)):
        table = Table(red="f2:3", **select("O", "0,1,0,0,0,0")).play("use O", name)
        assert table.state.anthills[RED] == left


def test_an_anthill_need_not_be_used():                             # [MA-31]
    table = Table(**select("O", "0,2,0,0,0,0"))
    assert table.legal == [66, 72]
    assert table.play("pass").state.anthills == [2, 2]


def test_without_any_number_only_an_anthill_or_a_free_effect_helps():   # [MA-32]
    table = Table(**NOTHING_FITS, blue="g2:1", **select("POT", "0,2,0,0,0,0", tile="zero_free"))
    assert table.legal == [71, 72] and table.why_not("use P") == "MA-32" and table.why_not("use O") == "MA-32"


def test_others_numbers_and_crosses_give_no_adjacency():            # [MA-33]
    table = Table(red="a7:0", blue="g2:1", crossed="k3", anthills="0,0", **select("PO", "0,2,0,0,0,0"))
    assert table.legal == [65, 72] and table.play("use P").hexes == "a6 b6 b7"


def test_fragments_are_one_region_for_writing():                    # [MA-35]
    table = Table(options={"territory": "plain"}, **select("B", "0,0,0,0,2,0")).play("use B")
    assert table.hexes == "a4 a5 b4 b5 c1 d1 e1 h7 i7 j7 k3 k4 l3 l4"
    table.play("c1", "pass")
    assert table.state.totals[4] == [2, 0]
    apart = Table(red="c1:1", anthills="0,0", options={"territory": "plain"}, **select("B", "0,0,0,0,2,0")).play("use B")
    assert apart.hexes == "d1"                                      # e1 is blue too, but does not touch c1


# Special hexes, crates, powers


def test_a_cupcake_hex_scores_the_next_space():                     # [MA-36]
    table = Table(cupcakes="4,0", points="3,0", **select("P", "3,0,0,0,0,0")).play("use P", "a5")
    assert table.state.cupcakes[RED] == 5 and table.state.points[RED] == 5
    assert table.said == ["Red spends an anthill and writes a pink 3 on a5.", "Red gets a cupcake: +2."]


def test_a_full_cupcake_row_gives_nothing():                        # [MA-36]
    table = Table(cupcakes="10,0", points="17,0", **select("P", "3,0,0,0,0,0")).play("use P", "a5")
    assert table.state.cupcakes[RED] == 10 and table.state.points[RED] == 17 and table.mark("a5") == "R3"


def test_a_crate_hex_crosses_out_a_crate():                         # [MA-37]
    table = Table(**select("P", "3,0,0,0,0,0")).play("use P", "a7")
    assert table.texts == "crate 1, crate 2, crate 3, crate 4, crate 5" and table.why_not("pass") == "MA-65"
    table.play("crate 4")
    assert table.crates() == [0, 0, 0, 1, 0]
    table = Table(crates="22344,00000", **select("P", "3,0,0,0,0,0")).play("use P", "a7")
    assert table.state.player == BLUE and table.mark("a7") == "R3"


def test_a_finished_group_cannot_be_chosen_again():                 # [MA-38]
    table = Table(crates="20300,00000", **select("P", CRATE_DIE)).play("use P")
    assert table.legal == [74, 76, 77]
    assert table.why_not("crate 1") == "MA-38" and table.why_not("crate 3") == "MA-38" and table.why_not("crate 8") == "MA-38"


def test_a_power_is_used_at_once_and_once():                        # [MA-38, MA-47]
    table = Table(crates="00002,00000", **select("POT", "crate,crate,0,0,0,0", tile="crates_2"))
    table.play("use P", "crate 5")
    assert table.state.points[RED] == 0
    table.play("use O", "crate 5")
    assert table.state.points[RED] == 3 and table.crates() == [0, 0, 0, 0, 4]
    table.play("use T")
    assert table.legal == [73, 74, 75, 76]


def test_a_crossed_out_hex_gives_nobody_anything():                 # [MA-39]
    table = Table(**select("T", tile="cross_2")).play("use T", "xa7", "xa6")
    assert table.crates() == [0, 0, 0, 0, 0] and table.state.player == BLUE
    table = Table(red="a4:0", crossed="a5", **NOTHING_FITS, **select("P", "1,0,0,0,0,0")).play("use P")
    assert table.hexes == "b4" and table.why_not("a5") == "MA-25"


def test_special_hexes_of_several_numbers_come_after_all_of_them():     # [MA-40]
    board = {"options": {"player_boards": "plain"}, "crates": "00030,00000"}
    table = Table(**board, **select("P", CRATE_DIE)).play("use P", "crate 4", "d1", "c2", "d2")     # d1 is a crate hex
    assert [table.mark(name) for name in ("c2", "d1", "d2")] == ["R1"] * 3
    assert table.texts == "crate 1, crate 2, crate 3, crate 5"
    table = Table(**select("T", tile="zero_2")).play("use T", "a6")
    assert table.hexes == "a5 a7 b5 b6"
    table.play("a7")                                                # the crate comes when both are written
    assert table.texts.startswith("crate 1")


def test_special_hexes_are_treated_in_the_order_of_writing():       # [MA-40]
    components = own_board(cupcakes=["a1", "a2", "a4"], crates=["b1", "b2"])
    table = Table(components=components, crates="10000,00000", **select("T", tile="zero_2"))
    table.play("use T", "b1", "a2")                                 # crate hex first, cupcake hex second
    assert table.state.cupcakes[RED] == 0 and table.texts.startswith("crate 1")
    table.play("crate 1", "a1")                                     # its power takes a cupcake first
    assert table.said == ["Red writes a 0 on a1.", "Red gets a cupcake: +0.", "Red gets a cupcake: +1.", *table.said[3:]]


def test_the_newest_is_finished_first():                            # [MA-42]
    components = own_board(cupcakes=["l7"], crates=["b1", "b2", "c2"])
    table = Table(components=components, crates="11000,00000", **select("T", tile="zero_2"))
    table.play("use T", "b1", "b2")
    assert table.state.depth == 1                                   # b2 waits
    table.play("crate 1", "c2")                                     # zero_free writes into a third crate hex
    table.play("crate 2", "a1")                                     # and that crate gives a 2
    assert table.mark("a1") == "R2" and table.state.depth == 0
    assert table.texts == "crate 3, crate 4, crate 5"               # now b2
    table.play("crate 3")
    assert table.crates() == [2, 2, 1, 0, 0] and table.state.player == BLUE


@pytest.mark.parametrize(("group", "crates", "value"), [("crate 1", "10000", "R0"), ("crate 4", "00030", "R3")])
def test_free_powers(group, crates, value):                         # [MA-34, MA-43, MA-45]
    table = Table(**NOTHING_FITS, crates=f"{crates},00000", **select("T", tile="crates_2")).play("use T", group)
    assert len(table.legal) == 84 and table.why_not("pass") == "MA-41"
    assert table.play("l7").mark("l7") == value and table.state.anthills == [0, 0]


def test_two_adjacent_goes_by_the_basic_rule():                     # [MA-44]
    table = Table(red="f2:3", anthills="0,0", crates="01000,00000", **select("P", CRATE_DIE)).play("use P", "crate 2")
    assert table.hexes == "e2 e3 f1 f3 g2 g3" and table.why_not("a1") == "MA-27"
    assert table.play("g3").mark("g3") == "R2"


def test_cupcakes_2_crosses_two_spaces():                           # [MA-46]
    table = Table(crates="00200,00000", **select("P", CRATE_DIE)).play("use P", "crate 3")
    assert table.state.cupcakes[RED] == 2 and table.state.points[RED] == 1


@pytest.mark.parametrize(("group", "crates", "points"), [("crate 1", "10000", 2), ("crate 5", "00003", 3)])
def test_powers_of_points(group, crates, points):                   # [MA-47]
    table = Table(crates=f"{crates},00000", options={"player_boards": "plain"}, **select("P", CRATE_DIE)).play("use P", group)
    assert table.state.points == [points, 0] and f"Red gets {points} points." in table.said


def triangle(**words):
    table = Table(crates="00030,00000", options={"player_boards": "plain"}, **words, **select("P", CRATE_DIE))
    return table.play("use P", "crate 4")


def test_ones_go_only_where_a_triangle_has_room():                  # [MA-48]
    table = triangle(red="a1:0", crossed="a3 b2 c2", anthills="0,0")
    assert table.state.player == BLUE and "it is lost" in " ".join(table.said)          # a2, b1 touch nothing else
    table = triangle(red="a1:0", crossed="b2 a3 b3 c3", anthills="0,0")
    assert table.hexes == "b1" and table.why_not("a2") == "MA-48"   # b1, c1, c2 is a triangle; a2 is in none
    table.play("b1")
    assert table.hexes == "c1 c2" and table.why_not("a2") == "MA-48"
    table.play("c2")
    assert table.hexes == "c1" and table.why_not("d1") == "MA-48"


def test_the_third_one_touches_both_others():                       # [MA-48]
    table = triangle(red="b2:0", anthills="0,0").play("a2", "a1")   # hex number 0 is a hex like any other
    assert table.hexes == "b1"
    table = triangle(red="b2:0", anthills="0,0").play("b1", "a2")
    assert table.hexes == "a1"
    table = triangle(red="b2:0", anthills="2,0").play("a1", "b1")
    assert table.hexes == "a2" and table.state.anthills[RED] == 1


def test_the_first_one_of_a_triangle_may_cost_an_anthill():         # [MA-41, MA-48]
    table = triangle(red="a1:0", crossed="a3 b2 c2", anthills="1,0")
    assert table.legal[0] == 72 and "e4" in table.hexes.split()
    table.play("e4")
    assert table.state.anthills[RED] == 0 and 72 not in table.legal
    table.play("e5", "d4")
    assert [table.mark(name) for name in ("e4", "e5", "d4")] == ["R1"] * 3
    table = triangle(red="a1:0", anthills="1,0")
    assert 72 not in table.legal and table.why_not("pass") == "MA-41"


def test_the_powers_cross_2_and_leaves_2():                         # [MA-49]
    table = Table(crates="01200,00000", options={"player_boards": "plain"}, **select("PO", "crate,crate,0,0,0,0"))
    table.play("use P", "crate 2")
    assert len(table.legal) == 84 and table.why_not("pass") == "MA-41"
    table.play("xf2")
    assert table.hexes == "e2 e3 f1 f3 g2 g3" and table.why_not("xa1") == "MA-49"
    table.play("xg2", "use O", "crate 3")
    assert table.legal == [81, 82, 83, 84, 85, 86] and table.why_not("pass") == "MA-41"
    table.play("leaf P")
    assert table.why_not("leaf P") == "MA-49"
    table.play("leaf Y")
    assert table.state.circles[0] == [1, 0] and table.state.circles[5] == [1, 0]


def test_cross_2_and_leaves_2_are_lost_if_impossible():             # [MA-41, MA-49]
    board = {"options": {"player_boards": "plain"}}
    _, rest = alternate_hexes(box_with())
    crossed = " ".join(Table().names(rest))
    table = Table(crossed=crossed, crates="01000,00000", **board, **select("P", CRATE_DIE)).play("use P", "crate 2")
    assert "Red can't use “cross out two hexes”: it is lost." in table.said
    table = Table(circles="33,33,33,33,33,33", end="B,leaf", crates="00200,00000", **board, **select("P", CRATE_DIE))
    table.play("use P", "crate 3")
    assert "Red can't use “fill circles on two leaves”: it is lost." in table.said


# End and score


def test_the_first_mark_in_time_makes_the_trigger_player():         # [MA-50]
    table = Table(circles="00,00,00,00,00,32", crossed=CUPCAKES[3:], round=9, stack="none",
                  **select("Y", "0,0,0,0,0,flag", tile="cupx"))
    table.play("use Y")                                             # Red: a leaf
    assert table.state.trigger == RED and table.said[2] == "A leaf is full: this is the last round."
    table.play("use T", "xa5")                                      # Blue: the last cupcake, later
    assert table.state.trigger == RED and not table.state.over
    assert table.why_not("use Y") == "MA-8"
    table.play("pass")
    assert table.state.over and table.outcome.ending == "a leaf is full"


def test_the_crossed_out_cupcake_stays_compulsory_in_the_last_round():  # [MA-50]
    table = Table(circles="00,00,00,00,00,42", end="R,leaf", round=9, stack="none", **select("PT", tile="cupx"))
    assert table.legal == [65, 71]


def test_a_full_region_triggers_the_end():                          # [MA-51]
    blue_region = "a1 a2 a3 b1 b2 b3 c1 c2 c3 d1 e1 e2 f1"
    table = Table(crossed=blue_region, **select("B", "0,0,0,0,1,0")).play("use B", "f2")
    assert (table.state.trigger, table.state.trigger_kind) == (RED, REGION_FULL)
    table = Table(crossed=blue_region, **select("PT", tile="cross_2")).play("use T", "xf2", "xf3")
    assert (table.state.trigger, table.state.trigger_kind) == (RED, REGION_FULL)


def test_a_mark_that_meets_two_conditions_counts_as_the_region():   # [MA-50, MA-51, MA-53]
    others = " ".join(name for name in CUPCAKES.split() if name != "f1")
    table = Table(crossed=f"a1 a2 a3 b2 b3 c1 c2 c3 d1 e1 e2 f2 {others}", **select("B", "0,0,0,0,1,0")).play("use B", "f1")
    assert table.state.trigger_kind == REGION_FULL


def test_the_sixth_blank_circle_triggers_the_end():                 # [MA-52]
    table = Table(circles="50,00,00,00,00,00", player="B", starter="R", **select("P", "flag,0,0,0,0,0")).play("use P")
    assert table.state.trigger == BLUE
    assert Table(circles="40,00,00,00,00,00", **select("P", "flag,0,0,0,0,0")).play("use P").state.trigger == NONE


def test_the_last_cupcake_hex_triggers_the_end():                   # [MA-53]
    table = Table(crossed=CUPCAKES[3:], **select("P", "1,0,0,0,0,0")).play("use P", "a5")
    assert table.state.trigger == RED


def test_equal_sums_win_nothing_and_one_to_nothing_wins():          # [MA-55]
    table = Table(red="a4:0", blue="g1:1 g2:1", circles="20,00,00,00,00,00")
    assert score(table.state, table.box, RED) == 0                  # pink 0 : 0
    assert score(table.state, table.box, BLUE) == 2                 # orange 0 : 2
    table = Table(red="a4:2", blue="b4:2", circles="22,00,00,00,00,00")
    assert (score(table.state, table.box, RED), score(table.state, table.box, BLUE)) == (0, 0)


def test_the_winner_of_a_region_scores_his_circles_the_loser_nothing():     # [MA-56]
    table = Table(red="a4:3", blue="b4:2", circles="03,00,00,00,00,00")
    assert (score(table.state, table.box, RED), score(table.state, table.box, BLUE)) == (2, 0)
    table = Table(red="a4:3", blue="b4:2", circles="60,00,00,00,00,00", end="R,leaf")
    assert score(table.state, table.box, RED) == 8


def test_points_of_the_game_and_of_the_regions_add_up_without_limit():      # [MA-54, MA-58, MA-66]
    table = Table(red="a4:3 g1:3", points="24,7", circles="30,00,00,00,00,00", phase="ended", end="R,cupcakes",
                  check_laws=False)
    assert table.outcome.points == (24 + 5 + 2, 7.0) and table.outcome.rank == (1, 2)
    assert table.outcome.reward == (1.0, -1.0)


def test_leftover_anthills_and_crates_count_nothing():              # [MA-59]
    for words in ({}, {"anthills": "0,2"}, {"crates": "11111,00000"}):
        table = Table(red="a4:3", **words)
        assert score(table.state, table.box, RED) == 2


def test_more_points_win_whoever_triggered():                       # [MA-57]
    table = Table(points="3,4", cupcakes="9,0", phase="ended", end="R,cupcakes", check_laws=False)
    assert table.outcome.rank == (2, 1)


def test_the_final_tally_is_told_region_by_region():                # [MA-12, MA-55, MA-56]
    table = Table(red="a4:3 c4:1", blue="g1:2 c5:1", circles="10,03,00,00,00,42", end="B,leaf", points="1,2", player="B",
                  **select("P")).play("pass")
    assert table.said == [
        "Blue doesn't use pink 0.",
        "Red wins the pink region 3 to 0: 3 points.", "Blue wins the orange region 2 to 0: 5 points.",
        "The green region is tied at 1: nobody scores.", "The grey region is tied at 0: nobody scores.",
        "The blue region is tied at 0: nobody scores.", "The yellow region is tied at 0: nobody scores.",
        "Blue wins 7 to 4."]
    assert table.state.over and table.outcome.points == (4.0, 7.0) and table.outcome.rank == (2, 1)


# Information and chance


def test_views_lack_nothing_but_the_generator():                    # [MA-61, MA-64]
    match = Match(GAME, seed=4)
    for seat in (-1, 0, 1):
        view = match.view(seat)
        assert view.chance_key == [0, 0] and view.chance_count == [0, 0, 0]
        view.chance_key, view.chance_count, view.viewer = match.state.chance_key, match.state.chance_count, -2
        assert view == match.state
    assert match.view(0).tiles_left == match.state.tiles_left


def open_events(outcomes):
    """The weights of each event of the deal, until a script of so many outcomes ends."""
    script, weights = [], []
    while True:
        try:
            Match(GAME, script=Script(script))
            return weights
        except OpenEvent as event:
            weights.append(event.weights)
            script.append(outcomes[len(script)])


def test_chance_is_first_player_tile_and_six_dice():                # [MA-5, MA-62, MA-64]
    assert open_events([0, 3, 0, 1, 2, 3, 4, 5]) == [(1, 1), (1,) * 7] + [(1,) * 6] * 6


def test_from_round_8_on_only_dice_are_drawn():                     # [MA-62, MA-64]
    table = Table(round=7, stack="none", player="B", starter="B", **select("P", tile="repeat"))
    table.play("pass", script=[5, 4, 3, 2, 1, 0])
    assert table.state.dice == [5, 4, 3, 2, 1, 0]


def deals(seed, chooser, **options):
    """Tile and dice of each round of a game that is played by some chooser."""
    match, found = Match(GAME, seed=seed, **options), {}
    while not match.over:
        found[match.state.round_number] = (match.state.tile, tuple(match.state.dice))
        match.play(chooser(match))
    return found


def test_tile_and_dice_of_a_round_depend_on_the_seed_only():        # [MA-63]
    import random
    for seed in range(5):
        games = [deals(seed, lambda match: random.Random(number + match.state.step).choice(match.legal), **options)
                 for number, options in enumerate([{}, {}, {"first_player": "red"}, {"first_player": "blue"}])]
        for number in range(1, min(map(len, games)) + 1):
            assert len({game[number] for game in games}) == 1


def test_a_set_first_player_is_drawn_all_the_same():                # [MA-63]
    drawn = Match(GAME, seed=3).state
    match = Match(GAME, seed=3, first_player="red").state
    assert match.chance_count == drawn.chance_count == [1, 1, 6]
    assert (match.tile, match.dice) == (drawn.tile, drawn.dice)


def test_no_tile_is_in_the_state_before_it_is_turned_up():          # [MA-3, MA-63]
    one, two = (Match(GAME, key=[seed, 0], script=None).state for seed in (1, 2))
    one.chance_key = two.chance_key = [0, 0]
    one.tile, one.dice, one.shows, one.tiles_left = two.tile, two.dice, two.shows, two.tiles_left
    one.starter, one.player = two.starter, two.player
    assert one == two


def test_a_game_has_at_most_19_rounds():                            # [MA-60]
    state, box = start(GAME, 2, {}, 1)
    while not state.over:                                           # the longest game: nobody uses anything he may ignore
        legal = GAME.legal_list(state, box)
        GAME.play(state, box, next(action for action in (72, 71, *legal) if action in legal))
    assert state.round_number == 19


def test_refusals_name_the_rule_and_change_nothing():               # [MA-10]
    match = Match(GAME, seed=1)
    before = match.position
    with pytest.raises(IllegalAction):
        match.play("pass")
    assert match.position == before


def own_board(cupcakes, crates):
    """The game's components with other special hexes on side symbol."""
    import dataclasses
    components = GAME.components()
    territory = {**components.values["territory"]["symbol"]}
    territory["cupcakes"], territory["crates"] = cupcakes, crates
    values = {**components.values, "territory": {**components.values["territory"], "symbol": territory}}
    return dataclasses.replace(components, values=values)


def test_all_hexes_have_a_number_of_their_own():                    # [MA-26]
    box = box_with()
    assert A_HEX + box.hexes == 171
    assert hexes_of(box.region_hexes[ANYWHERE]) == set(range(84))
    assert Table().names(range(84))[:8] == ["a1", "a2", "a3", "a4", "a5", "a6", "a7", "b1"]
