"""Other readings of the rules: every option that is not the default."""

import pytest

from marbletop.core.errors import BadOption
from marbletop.games.marabunta import GAME

from .table import Table
from .test_rules import CRATE_DIE, own_board, select

RED, BLUE = range(2)
PLAIN = {"player_boards": "plain"}


def test_the_options_and_their_defaults():                          # [MA-1]
    assert {name: option.default for name, option in GAME.option_list.items()} == {
        "territory": "symbol", "player_boards": "symbol", "first_player": "random", "special_hexes": "after",
        "decline_powers": "anthill_only", "cross_two_regions": True, "partial_effects": True, "same_value_adjacent": True}
    with pytest.raises(BadOption, match="MA-1"):
        GAME.read_options({"territory": "blue"})


# special_hexes = between


def test_between_a_crate_comes_before_the_second_zero():            # [MA-67]
    table = Table(crates="10000,00000", options={"special_hexes": "between"}, **select("T", tile="zero_2"))
    table.play("use T", "a3")                                       # a crate hex
    assert table.texts == "crate 1, crate 2, crate 3, crate 4, crate 5" and table.state.depth == 1
    table.play("crate 1")                                           # zero_free, written before the second 0
    assert len(table.legal) == 83
    table.play("a4")
    assert table.hexes == "a2 b2 b3"                                # next to a3, where a4 is gone now
    table.play("a2")
    assert table.state.depth == 0 and [table.mark(n) for n in ("a2", "a3", "a4")] == ["R0"] * 3


def test_between_a_plain_hex_asks_for_the_second_at_once():         # [MA-67]
    table = Table(options={"special_hexes": "between"}, **select("T", tile="zero_2")).play("use T", "a1")
    assert table.hexes == "a2 b1" and table.why_not("pass") == "MA-65"


def test_between_the_rest_is_lost_if_no_hex_is_left():              # [MA-67]
    table = Table(crossed="a2 a4 b2", crates="10000,00000", options={"special_hexes": "between"}, **select("T", tile="zero_2"))
    table.play("use T", "a3", "crate 1", "b3")                      # b3 was the only neighbour of a3
    assert table.state.player == BLUE and table.state.depth == 0


def test_between_three_ones():                                      # [MA-67]
    options = {"special_hexes": "between", **PLAIN}
    table = Table(crates="00030,00000", options=options, **select("P", CRATE_DIE)).play("use P", "crate 4", "g4")
    assert table.hexes == "f3 f4 g3 g5 h3 h4"
    table.play("h3")                                                # a cupcake, at once
    assert table.state.cupcakes[RED] == 1 and table.hexes == "g3 h4"
    table.play("h4")
    assert [table.mark(name) for name in ("g4", "h3", "h4")] == ["R1"] * 3


def test_between_the_second_one_must_still_leave_a_third():         # [MA-67]
    components = own_board(cupcakes=["l7"], crates=["a1"])
    options = {"special_hexes": "between", **PLAIN}
    table = Table(components=components, crossed="b2 a3", crates="01030,00000", options=options, **select("P", CRATE_DIE))
    table.play("use P", "crate 4", "a1", "crate 2")                 # cross_2 on the way
    table.play("xl1", "xl2")
    assert table.hexes == "a2 b1"
    table = Table(components=components, crossed="b2 a3", crates="01030,00000", options=options, **select("P", CRATE_DIE))
    table.play("use P", "crate 4", "a1", "crate 2", "xa2", "xb1")   # closes the only triangle
    assert table.state.player == BLUE and table.state.depth == 0


def test_between_hex_number_0_is_a_hex_like_any_other():            # [MA-67]
    options = {"special_hexes": "between", **PLAIN}
    table = Table(crates="00030,00000", options=options, **select("P", CRATE_DIE)).play("use P", "crate 4", "a1", "b1")
    assert table.hexes == "a2"
    table.play("a2")
    assert table.state.player == BLUE and [table.mark(name) for name in ("a1", "a2", "b1")] == ["R1"] * 3


# decline_powers = always


def test_always_every_power_that_asks_may_be_declined():            # [MA-68]
    always = {"decline_powers": "always"}
    table = Table(crates="10000,00000", options=always, **select("P", CRATE_DIE)).play("use P", "crate 1")
    assert table.legal[0] == 72 and len(table.legal) == 85
    table.play("pass")
    assert table.said[0] == "Red skips “write a 0 anywhere”." and table.crates() == [2, 0, 0, 0, 0]
    for group, crates in (("crate 2", "01000"), ("crate 3", "00200"), ("crate 4", "00030")):
        table = Table(crates=f"{crates},00000", options={**always, **PLAIN}, **select("P", CRATE_DIE)).play("use P", group)
        assert table.legal[0] == 72
        table.play(table.legal[1])
        assert 72 not in table.legal and table.why_not("pass") == "MA-41"      # not after the first hex or leaf


def test_always_elements_and_points_are_not_declined():             # [MA-68]
    always = {"decline_powers": "always"}
    for tile in ("cross_2", "leaves_2", "zero_free"):
        assert 72 not in Table(options=always, **select("T", tile=tile)).play("use T").legal
    table = Table(crates="00003,00000", options=always, **select("P", CRATE_DIE)).play("use P", "crate 5")
    assert table.state.points[RED] == 3


# cross_two_regions = false


def test_one_region_for_both_crosses():                             # [MA-69]
    options = {"cross_two_regions": False}
    table = Table(options=options, **select("T", tile="cross_2")).play("use T", "xf2")
    assert table.hexes == "e2 f1" and table.why_not("xg2") == "MA-69"
    table = Table(crossed="e2 f1", options=options, **select("T", tile="cross_2")).play("use T")
    assert "f2" not in table.hexes.split() and table.why_not("xf2") == "MA-69"
    table = Table(crates="01000,00000", options={**options, **PLAIN}, **select("P", CRATE_DIE)).play("use P", "crate 2", "xf2")
    assert table.hexes == "e2 f1"


def test_one_region_without_a_pair():                               # [MA-69]
    others = " ".join(name for name in Table().names(range(84)) if name not in ("f2", "g2"))       # f2 blue, g2 orange
    for allowed in (True, False):
        table = Table(crossed=others, end="B,region", options={"cross_two_regions": allowed}, **select("PT", tile="cross_2"))
        assert (71 in table.legal) == allowed and table.why_not("use T") == ("" if allowed else "MA-69")


# partial_effects = false


def test_two_crates_need_two_crates():                              # [MA-70]
    options = {"partial_effects": False}
    table = Table(crates="22343,00000", options=options, **select("PT", tile="crates_2"))
    assert table.legal == [65, 72] and table.why_not("use T") == "MA-70"
    table = Table(crates="22342,00000", options=options, **select("T", tile="crates_2")).play("use T", "crate 5", "crate 5")
    assert table.state.points[RED] == 3
    table = Table(crates="22344,00000", options=options, **select("PT", tile="crates_2"))
    assert table.why_not("use T") == "MA-17"


def test_a_crate_used_up_in_between_is_still_dropped():             # [MA-70]
    table = Table(crates="12343,00000", options={"partial_effects": False}, **select("T", tile="crates_2"))
    table.play("use T", "crate 1", "a3", "crate 5")                 # the power's crate hex takes the last crate
    assert table.crates() == [2, 2, 3, 4, 4] and table.state.player == BLUE and table.state.depth == 0


def test_two_leaves_need_two_leaves():                              # [MA-70]
    options = {"partial_effects": False, **PLAIN}
    for only in range(6):
        circles = ",".join("00" if region == only else "33" for region in range(6))
        table = Table(circles=circles, end="B,leaf", options=options, **select("PT", tile="leaves_2"))
        assert table.legal == [65, 72] and table.why_not("use T") == "MA-70"
    table = Table(circles="33,33,33,33,33,00", end="B,leaf", crates="00200,00000", options=options, **select("P", CRATE_DIE))
    table.play("use P", "crate 3")
    assert "Red can't use “fill circles on two leaves”: it is lost." in table.said
    table = Table(circles="33,33,33,33,00,00", end="B,leaf", options=options, **select("PT", tile="leaves_2"))
    assert 71 in table.legal


# same_value_adjacent = false


def test_a_neighbour_of_the_same_value_does_not_help():             # [MA-71]
    options = {"same_value_adjacent": False}
    table = Table(red="f2:0", anthills="0,0", options=options, **select("PT", tile="one"))
    assert table.legal == [71, 72] and table.why_not("use P") == "MA-71"
    assert table.play("use T").hexes == "e2 e3 f1 f3 g2 g3"
    table = Table(red="f2:0 a1:2", anthills="0,0", options=options, **select("P")).play("use P")
    assert table.hexes == "a2 b1" and table.why_not("g2") == "MA-71" and table.why_not("l7") == "MA-27"


def test_an_anthill_is_spent_where_only_the_same_value_is_near():   # [MA-71]
    table = Table(red="f2:0", anthills="1,0", options={"same_value_adjacent": False}, **select("P")).play("use P", "g2")
    assert table.state.anthills[RED] == 0
    table = Table(red="f2:1", anthills="1,0", options={"same_value_adjacent": False}, **select("P")).play("use P", "g2")
    assert table.state.anthills[RED] == 1


def test_later_numbers_of_an_effect_go_by_their_own_adjacency():    # [MA-71]
    options = {"same_value_adjacent": False, **PLAIN}
    table = Table(red="a1:1", anthills="0,0", options=options, **select("T", tile="zero_2")).play("use T")
    assert table.hexes == "a2 b1"
    table.play("a2")
    assert table.hexes == "a3 b1 b2"
    table = Table(options=options, **select("T", tile="zero_2")).play("use T", "a1", "a2")
    assert table.state.anthills[RED] == 1                           # for a1 only
    table = Table(red="a1:0", anthills="0,0", crates="00030,00000", options=options, **select("P", CRATE_DIE))
    table.play("use P", "crate 4", "b1", "b2", "c2")
    assert [table.mark(name) for name in ("b1", "b2", "c2")] == ["R1"] * 3


def test_a_power_may_be_declined_where_only_the_same_value_is_near():   # [MA-41, MA-71]
    table = Table(red="f2:2", anthills="1,0", crates="01000,00000", options={"same_value_adjacent": False},
                  **select("P", CRATE_DIE)).play("use P", "crate 2")
    assert table.legal[0] == 72
