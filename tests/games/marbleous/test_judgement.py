"""What a good position of Marbleous is."""

import random

import numpy as np
import pytest

from marbletop.bots.bot import Limit
from marbletop.bots.greedy import Greedy
from marbletop.core.kernel import compile_runner
from marbletop.core.match import Match
from marbletop.games.marbleous import GAME
from marbletop.games.marbleous.judgement import judge, turns_ahead
from marbletop.games.marbleous.merits import merits
from tests.games.marbleous.tables import before_popping, table


def judged(match):
    values = [0.0] * 4
    judge(match.state, match.box, values)
    return values[:match.seats]


def test_chances_add_up():
    for seats in (2, 3, 4):
        assert sum(judged(Match(GAME, seats=seats, seed=seats))) == pytest.approx(1)
    assert 0 < judged(Match(GAME, seats=1, seed=1))[0] < 1


def test_points_tokens_and_pairs_are_good():
    even = judged(table(trays="B|Y|W||,B|Y|W||", tokens="B,B"))[0]
    assert judged(table(trays="B|Y|W||,B|Y|W||", tokens="B,B", won="4ox1,-"))[0] > even
    assert judged(table(trays="B|Y|W||,B|Y|W||", tokens="BB,B"))[0] > even
    assert judged(table(trays="BB|Y|R||,B|Y|W||"))[0] > judged(table(trays="BY|B|R||,B|Y|W||"))[0], "a pair is nearly a set"
    assert judged(table(trays="BYRPB||||,B|Y|W||", tokens="B,B"))[0] < judged(table(trays="BYR|P|B||,B|Y|W||", tokens="B,B"))[0]


GOOD = "4b.3b.2b,4b.3b.2b,4b.3b.2b,4b.3b.2b"


def test_a_card_of_the_line_is_worth_points():
    assert judged(table(1, line="PRYB@2"))[0] > judged(table(1, line="PRYB@1"))[0]


def test_turns_left():
    for seats in (1, 2, 3, 4):
        match, chooser = Match(GAME, seats=seats, seed=1), random.Random(1)
        played = [0] * seats
        each = {1: 14, 2: 14, 3: 9, 4: 7}[seats]
        while not match.over:
            played[match.player] += match.state.phase == 0
            begun = [seat == match.player and match.state.phase == 0 for seat in range(seats)]
            assert [turns_ahead(match.state, seat) for seat in range(seats)] == [
                each - played[seat] + begun[seat] for seat in range(seats)]
            match.play(chooser.choice(match.legal))
        assert [turns_ahead(match.state, seat) for seat in range(seats)] == [0] * seats


def test_greedy_takes_the_better_order():
    match = before_popping("RRRB|PYPB|YPYB||", display=GOOD)        # blue first pops both
    match.play("pass")
    assert Greedy(GAME, judge).choose(match.view(0), match.box, Limit(iterations=1)) == 47


def test_greedy_rolls_the_card_where_it_pops():
    match = table(trays="YY||B|RR|,||W||", tokens="-,-", pool="BYB,BRB,YBR", display=GOOD)
    match.play("take 3")
    bot = Greedy(GAME, judge)
    while match.player == 0:
        match.play(bot.choose(match.view(0), match.box, Limit(iterations=1)))
    assert match.state.points[0] == 8, "yellow and red pop both"


@pytest.mark.slow
def test_compiled_and_interpreted_judgements_are_equal():
    def judge_all(states, boxes, values):
        for i in range(len(states)):
            judge(states[i], boxes[0], values[i])

    arguments = (np.zeros(1, GAME.state.dtype), np.zeros(1, GAME.box.dtype), np.zeros((1, 4)))
    run = compile_runner(judge_all, GAME, *arguments, made_from=(judge,))
    for seats in (1, 2, 3, 4):
        match, chooser, kept, expected = Match(GAME, seats=seats, seed=seats, advanced=True), random.Random(1), [], []
        while not match.over:
            kept.append(GAME.state.to_record(match.state))
            expected.append(judged(match))
            match.play(chooser.choice(match.legal))
        values = np.zeros((len(kept), 4))
        run(np.concatenate(kept), GAME.box.to_record(match.box), values)
        assert values[:, :seats] == pytest.approx(np.array(expected))


def test_merits_of_a_tray():
    match = table(trays="YY|R|B||,||W||", tokens="YB,-")
    found = {kind: merit.words for kind, merit in merits(match.state, match.state, match.box, 0, match.names).items()}
    assert found == {"points": "", "ready": "Then one more yellow marble pops a set.",
                     "tokens": "You have 2 bonus tokens for later turns.",
                     "room": "Your tray stays low, so there is room for your next card.",
                     "places": "Your next set can be completed in more places.",
                     "pairs": "More of your marbles lie next to their own colour."}
    high = table(trays="YRBP|R|||,||W||", tokens="-,-")
    found = merits(high.state, high.state, high.box, 0, high.names)
    assert found["room"][:2] == (-1, "It leaves more room at the top of your tray.") and found["tokens"][:2] == (0, "")
    popping = table(phase="place", card="YYB@1", hand="YYB", pool="-,BW,YRP")
    assert merits(popping.state, popping.state, popping.box, 0, popping.names) == {}, "nobody knows yet what is left"
