"""What hints say for a choice, and against the second best, in words of the game."""

import random

import pytest

from marbletop.core.match import Match
from marbletop.games.marabunta import GAME
from marbletop.games.marabunta.merits import merits, swing
from marbletop.words import use_language

from .table import NAMES, Table

LONGEST = 470                               # letters that stand on a phone of 390 by 844 without scrolling


def select(pool, dice, **words):
    return {"phase": "select", "pool": pool, "dice": dice, "tile": "one", **words}


def found(before, *actions):
    """The merits for Red of the position after some actions."""
    after = Table.__new__(Table)
    after.box, after.state, after.notes, after.said = before.box, GAME.state.copy(before.state), [], []
    after.play(*actions)
    return merits(before.state, after.state, before.box, 0, NAMES)


@pytest.mark.parametrize(("red", "blue", "points"), [
    ("", "", 2), ("", "a2:2", 4), ("", "a2:3", 2), ("a2:1", "", 0), ("", "a2:3 c1:1", 0)],
    ids=["wins", "takes", "ties", "leads already", "too little"])
def test_a_die_is_worth_what_it_changes_in_its_region(red, blue, points):
    table = Table(red=red, blue=blue, **select("B", "0,0,0,0,3,0"))
    assert swing(table.state, table.box, 0, 4) == points


def test_a_tray_is_told_by_what_it_wins_and_denies():
    table = Table(starter="B", phase="choose", pool="OGB", dice="0,1,3,0,2,0", tile="zero_2")
    dice, tile = found(table, "take dice"), found(table, "take tile")
    assert dice["wins"].words == "With the green 3 you can win that region (+2)."
    assert dice["denied"].words == "Blue doesn't get the blue 2, which could win that region."
    assert tile["wins"].lack == "It has no die that wins you a region." and not tile["wins"].words
    assert tile["denied"].lack == "It leaves Blue the green 3, which could win that region."
    assert tile["usable"].words == "You can use more of it than of the other tray."
    assert dice["usable"].lack == "You can use less of it." and not dice["usable"].words
    assert dice["wins"].amount > tile["wins"].amount and dice["denied"].amount > tile["denied"].amount


def test_a_tray_is_told_by_its_crates_cupcakes_and_tile():
    table = Table(red="a1:1", starter="B", phase="choose", anthills="0,0", pool="PSB", dice="crate,3,3,crate,2,3", tile="one")
    dice, tile = found(table, "take dice"), found(table, "take tile")
    assert dice["crates"].words == "It crosses out 2 crates, towards a power."
    assert (tile["crates"].words, tile["crates"].lack) == ("", "It crosses out no crate.")
    assert dice["reached"].words == "With the blue 2 you can take a cupcake."
    assert tile["reached"].lack == "None of its numbers takes a cupcake."
    assert tile["tile"].words == "It has the tile: a 1." and not dice["tile"].words
    assert dice["reached"].amount > tile["reached"].amount and tile["tile"].amount > dice["tile"].amount


def test_a_tray_crosses_out_no_crate_that_is_not_there():
    table = Table(starter="B", phase="choose", pool="PO", dice="crate,3,3,crate,2,3", tile="crates_2", crates="22344,00000")
    assert found(table, "take dice")["crates"].amount == found(table, "take tile")["crates"].amount == 0


def test_coming_nearer_and_a_circle_in_an_open_region_are_told():
    table = Table(red="a1:1", blue="c1:3 e1:1", **select("BS", "0,0,0,flag,1,0"))
    near, flag, left = found(table, "use B", "a2"), found(table, "use S"), found(table, "pass")
    assert near["close"].words == "Then you are only 2 behind in blue." and near["close"].amount > left["close"].amount
    assert flag["open"].words == "Nobody leads grey yet, so winning it is worth more to you."
    assert flag["open"].amount > left["open"].amount and not left["open"].words


def test_a_split_should_part_the_best_dice():
    table = Table(starter="R", phase="split", dice="0,0,3,0,2,0", tile="zero_2")
    apart, together = found(table, "split G"), found(table, "split GB")
    assert apart["parted"].words == "The green 3 and the blue 2 lie apart, so Blue can't use both."
    assert apart["either"].words == "Each tray can win you +2 or more: with the green 3, or with the blue 2."
    assert together["parted"].lack == "The green 3 and the blue 2 lie together there."
    assert together["either"].lack == "One of its trays wins you no region."
    assert apart["parted"].amount > together["parted"].amount == 0


def test_what_two_splits_have_in_common_speaks_for_neither():
    table = Table(starter="R", phase="split", dice="1,0,3,0,2,0", tile="zero_2")
    one, other = found(table, "split G"), found(table, "split GP")
    assert one["parted"] == other["parted"] and one["parted"].words
    assert one["either"] == other["either"] and one["either"].words


def test_a_split_should_leave_something_to_use_in_either_tray():
    table = Table(red="a1:1", starter="R", phase="split", anthills="0,2", dice="3,3,flag,crate,2,3", tile="one")
    fair, poor = found(table, "split GB"), found(table, "split PO")
    assert fair["left"].words == "Either tray has at least 2 things that you can use."
    assert poor["left"].lack == "One of its trays has less for you to use." and not poor["left"].words
    assert fair["left"].amount > poor["left"].amount


def test_a_flag_of_a_tray_counts_where_one_leads():
    table = Table(red="a1:1", starter="B", phase="choose", pool="OB", dice="3,flag,0,0,flag,0", tile="zero_2")
    assert found(table, "take dice")["flags"] == (1, "You lead blue, so its flag is a point more.", "")
    assert found(table, "take tile")["flags"].amount == 0


@pytest.mark.parametrize(("crates", "group", "words"), [
    ("00000,00000", 5, "Nobody can take those points from you."), ("10000,00000", 4, "A 3 anywhere can turn a region."),
    ("00003,00000", 4, "A 3 anywhere can turn a region.")])
def test_a_crate_is_told_by_what_its_power_is_good_for(crates, group, words):
    table = Table(red="g3:1", crates=crates, **select("P", "crate,0,0,0,0,0"))
    assert found(table, "use P", f"crate {group}")["powers"].words == words


def test_a_power_is_called_nearest_only_if_the_other_choice_leaves_none_as_near():
    table = Table(red="g3:1", **select("P", "crate,0,0,0,0,0"))
    near, far = (found(table, "use P", f"crate {group}")["nearest"] for group in (1, 5))
    assert near.words == "No other power is as near." and near.amount > far.amount and not far.words
    assert found(table, "use P", "crate 2")["nearest"].amount == near.amount
    unlocking = Table(red="g3:1", crates="10000,00000", **select("P", "crate,0,0,0,0,0"))
    assert found(unlocking, "use P", "crate 1")["nearest"] == (0, "", "")


def test_leaving_the_rest_saves_a_hex_for_a_higher_number():
    table = Table(red="g3:1", **select("P", "0,0,0,0,0,0"))
    words = "A number now would fill a hex that you may want for a higher one."
    assert found(table, "pass")["saved"] == (1, words, "")
    assert found(table, "use P", "h3")["saved"] == (0, "", "")
    assert not found(Table(red="g3:1", **select("S", "0,0,0,3,0,0")), "pass")["saved"].words


def test_a_number_is_told_by_what_follows_from_it():
    table = Table(red="g3:1", **select("OS", "0,2,0,3,0,0"))
    near, far = found(table, "use S", "h2"), found(table, "use S", "j3")
    assert near["fits"].words == "" and near["anthills"].words.startswith("You keep 2 anthills")
    assert far["anthills"].lack == "It costs an anthill." and near["anthills"].amount > far["anthills"].amount
    away = Table(red="a7:1", **select("OS", "0,2,0,3,0,0"))
    fits, costs = found(away, "use S", "h2"), found(away, "use S", "h5")
    assert fits["fits"].words == "Then your orange 2 fits without an anthill."
    assert costs["fits"].lack == "Then your orange 2 costs an anthill."
    assert fits["things"].words == "From there you can go on to a cupcake and a crate."


def test_what_the_other_colony_loses_is_told():
    table = Table(blue="h2:1", **select("S", "0,0,0,3,3,0"))
    assert found(table, "use S", "h3")["taken"].words == "Blue could have reached that cupcake."
    lead = Table(blue="a1:1", **select("BT", "0,0,0,0,0,0", tile="one"))
    assert found(lead, "use T", "b1")["taken"].words == "Blue could have reached that cupcake."
    rival = Table(red="a1:1", blue="c1:0", anthills="2,0", **select("T", "0,0,0,0,1,0", tile="one"))
    stopped, let = found(rival, "use T", "a2"), found(rival, "use T", "l1")
    assert stopped["stopped"].words == "Then Blue's blue 1 wins no region."
    assert let["stopped"].lack == "Then Blue can tie blue with a 1." and let["stopped"].amount < stopped["stopped"].amount


def test_a_circle_counts_where_one_leads():
    table = Table(red="a1:1", **select("OB", "0,flag,0,0,flag,0"))
    blue, orange = found(table, "use B"), found(table, "use O")
    assert blue["regions"].words == "You lead blue, so its circle is a point more."
    assert orange["regions"].words == "" and orange["regions"].lack == "It wins no points in a region."


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
def test_hints_are_short(language):
    """In positions of games of chance, for every kind of choice."""
    chance, told = random.Random(4), []
    with use_language(language):
        for seed in range(2):
            match = Match(GAME, seed=seed)
            while not match.over:
                if len(match.legal) > 1 and chance.random() < 0.15:
                    told.append(match.hint(by="casual").sentences)
                match.play(chance.choice(match.legal))
    lengths = [len(" ".join(sentences)) for sentences in told]
    assert len(told) > 15 and max(lengths) <= LONGEST, max(told, key=lambda sentences: len(" ".join(sentences)))
