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


def test_a_split_should_part_the_best_dice():
    table = Table(starter="R", phase="split", dice="0,0,3,0,2,0", tile="zero_2")
    apart, together = found(table, "split G"), found(table, "split GB")
    assert apart["parted"].words == "The green 3 and the blue 2 lie apart, so Blue can't use both."
    assert apart["either"].words == "Each tray can win you a region: with the green 3, or with the blue 2."
    assert together["parted"].lack == "The green 3 and the blue 2 lie together there."
    assert together["either"].lack == "One of its trays wins you no region."
    assert apart["parted"].amount > together["parted"].amount


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
