"""The worked examples of RULES.md, one by one. Red acts and Blue is the first player of the round, unless noted."""

import pytest

from marbletop.core.chance import Script
from marbletop.core.match import Match
from marbletop.games.marabunta import GAME
from marbletop.games.marabunta.rules import score, winner
from marbletop.games.marabunta.state import CUPCAKES_GONE, LEAF_FULL, NONE, REGION_FULL

from .table import Table

RED, BLUE = range(2)


def pool(letters, dice="0,0,0,0,0,0", **words):
    return {"phase": "select", "pool": letters, "dice": dice, **words}


def test_example_1_a_first_number():                                # [MA-27, MA-29, MA-32]
    table = Table(**pool("O", "0,2,0,0,0,0"))
    assert table.legal == [66, 72]
    table.play(66)
    assert table.hexes == "g1 g2 h1 i1 j1 j2 k1 k2 k3 k4 l1 l2 l3 l4"
    assert table.legal[2] == 136 and 143 in table.legal                                 # h1, i1
    table.play(143)
    assert table.state.anthills == [1, 2] and table.state.marks[56] == 4 and table.mark("i1") == "R2"
    assert table.state.cupcakes == [0, 0] and table.crates() == [0, 0, 0, 0, 0]


def test_example_2_the_chain_of_the_rulebook():                     # [MA-28, MA-36]
    table = Table(player="B", starter="R", **pool("POS", "0,2,0,1,0,0"))
    table.play("use O", "g2", "use P", "h2")
    assert table.state.anthills[BLUE] == 1
    table.play("use S", "h3")
    assert (table.state.anthills[BLUE], table.state.cupcakes[BLUE], table.state.points[BLUE]) == (1, 1, 0)


def test_example_3_the_neighbour_may_lie_in_another_region():       # [MA-13, MA-28]
    table = Table(red="g3:0", anthills="0,2", **pool("B", "0,0,0,0,3,0")).play("use B")
    assert table.hexes == "f2"


def test_example_4_a_zero_goes_anywhere_next_to_an_own_number():    # [MA-14, MA-29, MA-30]
    table = Table(red="f2:3", anthills="0,2", **pool("P")).play("use P")
    assert table.hexes == "e2 e3 f1 f3 g2 g3"
    table = Table(red="f2:3", anthills="1,2", **pool("P")).play("use P")
    assert len(table.legal) == 83
    assert Table(red="f2:3", anthills="1,2", **pool("P")).play("use P", "g2").state.anthills[RED] == 1
    assert Table(red="f2:3", anthills="1,2", **pool("P")).play("use P", "a1").state.anthills[RED] == 0


def test_example_5_no_adjacency_from_others():                      # [MA-33]
    table = Table(red="f2:3", blue="g3:1", crossed="f3", anthills="0,2", **pool("P")).play("use P")
    assert table.hexes == "e2 e3 f1 g2"


def test_example_6_two_zeros_or_none():                             # [MA-20]
    table = Table(red="a1:1", crossed="a2 b2 c1 c2", anthills="0,2", **pool("PT", tile="zero_2"))
    assert table.legal == [65, 72] and table.why_not(71) == "MA-20"
    table = Table(red="a1:1", crossed="a2 b2 c1", anthills="0,2", **pool("PT", tile="zero_2"))
    assert table.legal == [65, 71, 72]
    table.play("use T")
    assert table.hexes == "b1"
    table.play("b1")
    assert table.hexes == "c2"
    table.play("c2")
    assert (table.mark("b1"), table.mark("c2")) == ("R0", "R0")


def test_example_7_a_triangle_of_ones():                            # [MA-40, MA-48]
    table = Table(red="g3:0", anthills="0,2", crates="00030,00000", options={"player_boards": "plain"},
                  **pool("P", "crate,0,0,0,0,0"))
    table.play("use P", "crate 4")
    assert table.hexes == "f2 f3 g2 g4 h2 h3"
    table.play("g4")
    assert table.hexes == "f3 f4 g5 h3 h4"
    table.play("h3")
    assert table.state.cupcakes[RED] == 0 and table.hexes == "h4"
    table.play("h4")
    assert table.state.cupcakes[RED] == 1
    assert [table.mark(name) for name in ("g4", "h3", "h4")] == ["R1", "R1", "R1"]


def test_example_8_powers_in_a_chain():                             # [MA-38, MA-42]
    table = Table(crates="11000,00000", **pool("P", "crate,0,0,0,0,0"))
    table.play("use P", "crate 1")
    assert len(table.legal) == 84 and 72 not in table.legal
    table.play("h1")
    assert table.texts == "crate 2, crate 3, crate 4, crate 5"
    table.play("crate 2")
    assert len(table.legal) == 83 and 72 not in table.legal
    table.play("g1")
    assert table.mark("g1") == "R2" and table.state.anthills[RED] == 2 and table.crates() == [2, 2, 0, 0, 0]


def example_9(crossed, anthills):
    return Table(red="a1:1", crossed=crossed, anthills=f"{anthills},2", crates="01000,00000",
                 **pool("P", "crate,0,0,0,0,0")).play("use P", "crate 2")


def test_example_9_a_power_that_is_impossible_or_may_be_declined():     # [MA-41]
    lost = example_9("a2 b1", 0)
    assert lost.state.player == BLUE and lost.crates() == [0, 2, 0, 0, 0]
    assert lost.said[:3] == ["Red crosses out a crate: 2 of 2 for “write a 2”.", "Red unlocks “write a 2”.",
                             "Red can't use “write a 2”: it is lost."]
    may_decline = example_9("a2 b1", 1)
    assert len(may_decline.hexes.split()) == 81 and may_decline.legal[0] == 72
    may_decline.play("pass")
    assert may_decline.said[0] == "Red skips “write a 2”." and may_decline.state.anthills[RED] == 1
    must = example_9("a2", 1)
    assert len(must.legal) == 82 and 72 not in must.legal and must.why_not(72) == "MA-41"
    assert must.play("b1").state.anthills[RED] == 1
    assert example_9("a2", 1).play("l7").state.anthills[RED] == 0


def test_example_10_the_cupcake_row():                              # [MA-36, MA-46]
    table = Table(cupcakes="3,0", points="2,0", crates="00200,00000", **pool("P", "crate,0,0,0,0,0")).play("use P", "crate 3")
    assert (table.state.cupcakes[RED], table.state.points[RED]) == (5, 5)
    table = Table(cupcakes="9,0", points="14,0", crates="00200,00000", **pool("P", "crate,0,0,0,0,0")).play("use P", "crate 3")
    assert (table.state.cupcakes[RED], table.state.points[RED]) == (10, 17)
    assert "Red has a full cupcake row, so this one brings nothing." in table.said


def test_example_11_a_die_again():                                  # [MA-23]
    table = Table(red="i3:0", anthills="0,2", **pool("ST", "0,0,0,2,0,0", tile="repeat"))
    assert table.legal == [68, 72] and table.why_not(71) == "MA-23"
    table.play(68)
    assert table.hexes == "h2 h3 i2 i4 j3"
    table.play("i4")
    assert table.legal == [71, 72]
    table.play(71)
    assert table.legal == [68] and table.texts == "again S"
    table.play(68)
    assert table.hexes == "h2 h3 h4 i2 i5 j3 j4"
    table.play("i5")
    assert table.state.cupcakes[RED] == 1


def test_example_12_the_crossed_out_cupcake_is_compulsory():        # [MA-10, MA-24]
    table = Table(round=9, stack="none", **pool("T", tile="cupx"))
    assert table.legal == [71] and table.why_not(72) == "MA-10"
    table.play(71)
    assert table.hexes == "a5 b1 c7 d3 e5 f1 g7 h3 i5 j1 k7 l3"
    table.play("xa5")
    assert table.mark("a5") == "xx" and table.state.cupcakes == [0, 0]


def test_example_13_the_crossed_out_cupcake_made_void():            # [MA-50, MA-53]
    table = Table(red="i1:0", crossed="a5 b1 c7 d3 e5 f1 g7 h3 i5 k7 l3", anthills="0,2", round=9, stack="none",
                  **pool("OT", "0,1,0,0,0,0", tile="cupx"))
    assert table.legal == [66, 71]
    table.play("use O", "j1")
    assert table.state.cupcakes[RED] == 1 and (table.state.trigger, table.state.trigger_kind) == (RED, CUPCAKES_GONE)
    assert table.state.player == BLUE and table.state.phase == 2
    table.play("pass")
    assert table.state.over and table.state.round_number == 9 and table.outcome.ending == "no cupcake is left"


def test_example_14_the_score_of_a_region():                        # [MA-55, MA-56]
    table = Table(red="a4:3 a6:3 b4:1", blue="b5:2 b6:2 a1:1", circles="12,00,00,00,00,00")
    assert table.state.totals[0] == [7, 4]
    assert (score(table.state, table.box, RED), score(table.state, table.box, BLUE)) == (3, 2)


@pytest.mark.parametrize(("cupcakes", "trigger", "won"), [
    ("3,2", "B", RED), ("3,3", "B", BLUE), ("3,3", "R", RED), ("2,3", "R", BLUE)])
def test_example_15_ties(cupcakes, trigger, won):                   # [MA-55, MA-57]
    table = Table(red="a4:2", blue="a6:2", circles="33,00,00,00,00,00", points="4,4", cupcakes=cupcakes, phase="ended",
                  end=f"{trigger},leaf")
    assert winner(table.state, table.box) == won
    assert table.outcome.rank == ((1, 2) if won == RED else (2, 1)) and table.outcome.points == (4.0, 4.0)


def test_example_16_the_last_circle():                              # [MA-15, MA-52]
    table = Table(circles="00,00,00,00,00,32", **pool("Y", "0,0,0,0,0,flag")).play("use Y")
    assert table.state.circles[5] == [4, 2] and (table.state.trigger, table.state.trigger_kind) == (RED, LEAF_FULL)
    table = Table(circles="00,00,00,00,00,42", end="R,leaf", **pool("PY", "0,0,0,0,0,flag"))
    assert table.legal == [65, 72] and table.why_not(70) == "MA-15"


def test_example_17_two_leaves_with_one_open():                     # [MA-18]
    table = Table(circles="33,33,33,33,33,00", end="R,leaf", **pool("T", tile="leaves_2")).play("use T")
    assert table.legal == [86]
    table.play(86)
    assert table.state.circles[5] == [1, 0] and table.state.player == BLUE


def test_example_18_crossing_out_two():                             # [MA-22, MA-39]
    table = Table(**pool("T", tile="cross_2")).play("use T")
    assert len(table.legal) == 84
    table.play("xf2")
    assert table.hexes == "e2 e3 f1 f3 g2 g3"
    table.play("xg2")
    assert (table.mark("f2"), table.mark("g2")) == ("xx", "xx")
    assert table.state.cupcakes == [0, 0] and table.crates() == [0, 0, 0, 0, 0] and table.state.totals == [[0, 0]] * 6


def test_example_19_a_region_in_fragments():                        # [MA-35, MA-51]
    blue = "a4:1 a5:1 b4:1 b5:1 c1:1 d1:1 e1:1 h7:1 i7:1 j7:1 k3:1 k4:1 l3:1"
    table = Table(red=blue, options={"territory": "plain"}, **pool("B", "0,0,0,0,1,0")).play("use B")
    assert table.hexes == "l4"
    table.play("l4")
    assert (table.state.trigger, table.state.trigger_kind) == (RED, REGION_FULL)
    assert table.texts == "crate 1, crate 2, crate 3, crate 4, crate 5"


def test_example_20_two_crates_with_a_power_in_between():           # [MA-17]
    table = Table(crates="10000,00000", **pool("T", tile="crates_2")).play("use T", "crate 1")
    assert len(table.legal) == 84
    table.play("b2")
    assert table.mark("b2") == "R0" and table.texts == "crate 2, crate 3, crate 4, crate 5"
    table.play("crate 2")
    assert table.crates() == [2, 1, 0, 0, 0]


def test_example_21_how_a_split_is_written():                       # [MA-7]
    match = Match(GAME, seed=1)
    assert match.text_of(39) == "split SY" and match.action_of("split grey and yellow") == 39
    assert match.action_of("split POGBT") == 39
    match.play(39)
    assert match.state.pool == 40


def test_example_22_a_whole_round():                                # [MA-5 to MA-12]
    script = Script([0, 0, 1, 0, 4, 3, 5, 2, 1, 0, 0, 0, 0, 0, 0])          # first player, tile and dice of two rounds
    match = Match(GAME, script=script)
    assert match.state.starter == RED and match.state.round_number == 1
    counts = []
    for action in (39, 64, 68, 138, 70, 134, 65, 107, 66, 113, 67, 69, 73, 71, 73, 147, 74):
        counts.append(len(match.legal))
        match.play(action)
    assert counts == [63, 2, 3, 14, 2, 14, 6, 14, 5, 81, 4, 3, 5, 2, 5, 80, 4]
    state = match.state
    assert (state.round_number, state.starter, state.player, state.trigger) == (2, BLUE, BLUE, NONE)
    assert state.anthills == [1, 0] and state.crates[RED][:5] == [2, 1, 0, 0, 0] and state.crates[BLUE] == [0] * 8
    assert state.cupcakes == [2, 1] and state.points == [1, 0]
    assert state.circles == [[0, 0], [0, 0], [1, 0], [0, 0], [0, 0], [0, 0]]
    marked = {hex_: mark for hex_, mark in enumerate(state.marks) if mark}
    assert marked == {7 * 2 + 6: 3, 7 * 3 + 5: 2, 7 * 8 + 4: 2, 7 * 6 + 5: 8, 7 * 7 + 2: 9}
