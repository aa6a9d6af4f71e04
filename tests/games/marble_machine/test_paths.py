"""Paths of the next phase and chances of the goals, against worked examples, brute force and simulation."""

import random

import pytest

from marbletop.core.chance import luck
from marbletop.games.marble_machine import GAME
from marbletop.games.marble_machine.final import run_final_phase
from marbletop.games.marble_machine.merits import merits, ways_to
from marbletop.games.marble_machine.movement import run_movement_phase
from marbletop.games.marble_machine.names import write_space
from marbletop.games.marble_machine.paths import courses, expected_piles, goal_odds, possible_paths
from marbletop.games.marble_machine.rules import play
from marbletop.games.marble_machine.state import IN_GOAL, KEEP, ON_BOARD, QUOTA, STATE, SWAP
from marbletop.words import You, use_language

from ..playing import random_play, start
from .tables import position
from .test_final import crowded_machine


def ways(text, **options):
    """The paths of all marbles: chance, spaces they come to, direction, goal or separator."""
    state, box = position(text, **options)
    return [(round(path.chance, 6), " ".join(write_space(leg.end) for leg in path.legs), path.heading,
             path.goal or -path.separator) for path in possible_paths(state, box)]


def test_the_rulebooks_example_forks():                                              # W-4
    text = "board fork3@-2,-1 right@-1,-1 push3@-2,0 jump@-1,0 solid_wall@-1,1; marbles 3@-3,-1>3"
    assert sorted(ways(text)) == [
        (0.5, "-2,-1 -1,-1 -1,0 -1,2", 4, 0), (0.5, "-2,-1 -2,0 -1,0 -1,2 -1,3", 4, 0)]


def test_ends_of_paths():
    assert ways("marbles 2@home>1") == [(1, "0,-1 0,-2", 1, 0)]
    assert ways("marbles 3@0,-3>1") == [(1, "0,-4 0,-5", 1, -1)]                     # W-2: the die is still to be rolled
    assert ways("marbles 4@1,-4>1") == [(1, "1,-5", 0, 1)]                           # W-3
    assert ways("board solid_wall@0,-1; marbles 2@home>1") == [(1, "", 1, 0)]        # W-17: it stays
    assert len(ways("board random@0,-1; marbles 2@home>1")) == 6
    assert sorted(ways("marbles 4@4,0>4", seats=4), key=lambda way: way[2]) == [
        (round(1 / 6, 6), "4,1 home", die, 0) for die in range(1, 7)]                # W-28


def course(text, **options):
    """The course of the first marble: the spaces it comes to, run by run, and its goal or separator."""
    state, box = position(text, **options)
    found = courses(state, box)[0]
    runs = [" ".join(write_space(leg.end) for leg in run) for run in found.runs]
    return runs, found.goal or -found.separator, found.endless


def test_courses_over_several_runs():
    assert course("marbles 2@home>1") == (["0,-1 0,-2", "0,-3 0,-4", "0,-5"], -1, False)
    assert course("board right@0,-3; marbles 2@home>1") == (["0,-1 0,-2", "0,-3 1,-4", "2,-5"], 1, False)
    assert course("board fork1@0,-3; marbles 2@home>1") == (["0,-1 0,-2", "0,-3"], 0, False)        # up to the die
    assert course("board solid_wall@0,-3; marbles 2@home>1") == (["0,-1 0,-2", ""], 0, True)        # it stays there
    assert course("board reverse@0,-1 reverse@0,1; marbles 1@home>1")[1:] == (0, True)             # it goes round for ever
    assert course("marbles 4@4,0>4", seats=4) == (["4,1"], 0, False)                 # nobody's goal rolls a die


def test_courses_agree_with_phases_that_are_played():
    chooser, ended, rested = random.Random(8), 0, 0
    for seed in range(25):
        state, box = crowded_machine(chooser, 2)
        found = courses(state, box)
        state.chance_key = [seed, 1]
        for number in range(1 + max(len(one.runs) for one in found.values())):
            run_movement_phase(state, box, 0)
            for m, one in found.items():
                if number >= len(one.runs) - (not one.goal and not one.endless):
                    continue                                                         # a die has decided
                if one.goal and number == len(one.runs) - 1:
                    assert state.place[m] == IN_GOAL + one.goal
                    ended += 1
                else:
                    spaces = [leg.end for run in one.runs[:number + 1] for leg in run]
                    assert state.place[m] == ON_BOARD and state.space[m] == (spaces[-1] if spaces else state.space[m])
                    rested += 1
    assert ended > 20 and rested > 100


def test_paths_of_a_random_push_that_leads_back():                                   # W-27
    text = "board random_push@0,-1 push6@1,-1; marbles 2@home>1"
    state, box = position(text)
    paths = possible_paths(state, box, least=1e-8)
    assert sum(path.chance for path in paths) == pytest.approx(1, abs=1e-6)
    ends = {}
    for path in paths:
        ends[write_space(path.space)] = ends.get(write_space(path.space), 0) + path.chance
    assert ends["0,-3"] == pytest.approx(1 / 5, abs=1e-5)            # one of the five ways that do not lead back


def test_paths_agree_with_phases_that_are_played():
    chooser = random.Random(3)
    for _ in range(15):
        state, box = crowded_machine(chooser, 2)
        paths = possible_paths(state, box, least=1e-9)
        ends = [{} for _ in range(state.drawn)]
        for path in paths:
            end = (path.goal, -path.separator) if path.goal or path.separator else (path.space, path.heading)
            ends[path.marble][end] = ends[path.marble].get(end, 0) + path.chance
        assert all(sum(of_marble.values()) == pytest.approx(1, abs=1e-6) for of_marble in ends)
        for seed in range(40):
            trial = STATE.copy(state)
            trial.chance_key = [seed, 1]
            run_movement_phase(trial, box, 0)
            for m in range(state.drawn):
                goal = trial.place[m] - IN_GOAL
                if goal > 0:
                    assert {(goal, 0), (0, -goal), (0, -(goal % 6 + 1))} & set(ends[m])
                else:
                    assert (trial.space[m], trial.heading[m]) in ends[m]


def test_a_straight_way_is_certain():                                                # W-1, W-3
    state, box = position("marbles 2@home>1 4@1,-4>1")
    odds = goal_odds(state, box)
    assert odds[0].goals == pytest.approx((0.5, 0, 0, 0, 0, 0.5)) and odds[0].stuck == pytest.approx(0)
    assert odds[1].goals == (1, 0, 0, 0, 0, 0)
    assert expected_piles(state, box) == pytest.approx([1.5, 0.5])


def test_stuck_marbles_have_no_chance():                                             # W-34 to W-36
    for text in ("board reverse@0,-1 reverse@0,-3; marbles 1@0,-2>1", "board solid_wall@0,-3; marbles 1@0,-1>1",
                 "board fork1@0,-2 reverse@0,-3 reverse@1,-3; marbles 1@0,-3>4"):
        state, box = position(text)
        assert goal_odds(state, box)[0].goals == (0,) * 6 and goal_odds(state, box)[0].stuck == 1


def test_chances_by_hand():
    state, box = position("board reverse@0,-1 reverse@0,-3 random@0,-2; marbles 1@0,-2>1")
    odds = goal_odds(state, box)[0]                                    # up and down lead back; the other four ways are even
    goals = odds.goals
    assert sum(goals) == pytest.approx(1) and odds.stuck == pytest.approx(0)
    assert goals[0] == pytest.approx(0.25) and goals[5] == pytest.approx(0.25)
    state, box = position("board sort6@0,-1 solid_wall@1,-2; marbles 1@home>1")
    odds = goal_odds(state, box)[0]      # odd: leaves to the north-west; even: before the Wall the Sort acts again until odd
    assert odds.stuck == pytest.approx(0) and sum(odds.goals) == pytest.approx(1)


def test_an_unused_goal_sends_home_by_the_die():                                     # W-28
    state, box = position("marbles 1@4,0>4", seats=4)
    odds = goal_odds(state, box)[0]
    assert sum(odds.goals) == pytest.approx(1) and odds.goals[2] == odds.goals[5] == 0
    assert odds.goals[0] == pytest.approx(odds.goals[3]) and odds.goals[1] == pytest.approx(odds.goals[4])


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "options"), [
    (2, {}), (4, {}), (5, {"unused_goal_ends_movement": False, "blocked_marble_moves_after_turn": True}),
    (4, {"chain_limit": 10})])
def test_chances_agree_with_simulation(seats, options):                              # [MM-64, MM-65]
    """The squared differences of observed and expected counts stay within what chance allows."""
    games = 400
    squares, freedom = 0.0, 0
    chooser = random.Random(seats)
    for number in range(6):
        state, box = crowded_machine(chooser, seats, **options)
        odds = goal_odds(state, box)
        counts = [[0] * 7 for _ in range(state.drawn)]
        for seed in range(games):
            trial = STATE.copy(state)
            trial.chance_key = [seed, number]
            run_final_phase(trial, box, QUOTA)
            for m in range(state.drawn):
                counts[m][trial.place[m] - IN_GOAL if trial.place[m] > IN_GOAL else 0] += 1
        for m, row in enumerate(counts):
            for observed, chance in zip(row, (odds[m].stuck, *odds[m].goals)):
                if chance < 1e-9 or chance > 1 - 1e-9:
                    assert observed == games * round(chance), (m, row, odds[m])
                elif games * chance > 5:
                    squares += (observed - games * chance) ** 2 / (games * chance * (1 - chance))
                    freedom += 1
    assert freedom > 20
    assert squares < freedom + 4 * (4 * freedom) ** 0.5, (squares, freedom)


def test_a_view_is_enough():
    state, box = start(GAME, 3, {}, 5)
    for now, _, _ in random_play(GAME, state, box, luck(5)):
        if now.step % 10 == 0:
            view = GAME.view(now, box, -1)
            assert goal_odds(view, box) == goal_odds(now, box) and possible_paths(view, box) == possible_paths(now, box)
            assert sum(expected_piles(now, box)) <= now.drawn + 1e-9


@pytest.mark.parametrize(("before", "after", "told"), [
    ("marbles 4@1,-4>1", "marbles 4@1,-4>1", []),
    ("board left@1,-4; marbles 4@1,-3>1", "marbles 4@1,-3>1", ["A speed 4 marble now runs to you, not to Bo."]),
    ("board reverse@1,-4; marbles 4@1,-3>1", "board left@1,-4; marbles 4@1,-3>1", []),
    ("board left@1,-4; marbles 4@1,-3>1", "board solid_wall@1,-4; marbles 4@1,-3>1",
     ["It keeps a speed 4 marble away from Bo."]),
    ("board left@1,-4; marbles 4@1,-3>1 3@1,-3>1", "board solid_wall@1,-4; marbles 4@1,-3>1 3@1,-3>1",
     ["It turns 2 marbles away from your rivals."]),
    ("board left@1,-4; marbles 4@1,-3>1", "marbles 4@0,-4>1", ["A speed 4 marble is now likelier to come to you."]),
    ("marbles 4@1,-4>1", "marbles 4=1", ["You collect a speed 4 marble."]),
    ("marbles 4@0,-4>1", "marbles 4=1 1@1,-4>1", ["The new marble runs to you."]),
    ("board reverse@4,-4", "board reverse@4,-4 right@0,-4", ["New marbles aimed at 1 will probably run to you."]),
    ("marbles 4@1,-4>1", "first player=1 step=1; board right@0,3; marbles 4@1,-4>1",
     ["The marble that runs to you keeps its way."]),
    ("marbles 4@home>1", "first player=1 step=1; board right@0,3; marbles 4@home>1",
     ["It brings none of your rivals a marble."])])
def test_merits_say_why_in_the_words_of_the_game(before, after, told):
    was, box = position(before)
    found = [merit.words for merit in merits(was, position(after)[0], box, 0, (You("Ruth"), "Bo")).values() if merit.words]
    assert found == told


def test_a_new_marble_that_only_rivals_can_get_is_at_least_not_certain():
    aiming, box = position("aim player=0; marbles 1@next", seats=3)
    names = You("Ruth"), "Bo", "Clea"
    for direction, told in ((3, "No rival is certain to get the new marble."),
                            (1, "The new marble may come to you.")):
        aimed, _ = position(f"second player=0 step=1; marbles 1@home>{direction}", seats=3)
        assert [merit.words for merit in merits(aiming, aimed, box, 0, names).values() if merit.words] == [told]


@pytest.mark.parametrize(("before", "after", "kind", "lack"), [
    ("marbles 4@1,-3>1", "first player=1 step=1; board left@1,-4; marbles 4@1,-3>1", "given", "It gives Bo a speed 4 marble."),
    ("marbles 4@1,-3>1", "first player=1 step=1; board solid_wall@1,-4; marbles 4@1,-3>1", "gained",
     "You are then less likely to get a speed 4 marble."),
    ("marbles 4@home>1", "first player=1 step=1; board right@0,3; marbles 4@home>1", "gained",
     "It hardly brings you a marble."),
    ("board right@0,-4", "first player=1 step=1", "ways", "It blocks a way to your goals.")])
def test_what_a_worse_choice_lacks_is_said_in_the_words_of_the_game(before, after, kind, lack):
    was, box = position(before)
    assert merits(was, position(after)[0], box, 0, (You("Ruth"), "Bo"))[kind].lack == lack


def test_before_the_game_tiles_are_kept_or_traded_for_a_reason():                      # [MM-5]
    trade, box = position("trade player=0; hands left+swap erase+right")
    for action, said in ((KEEP, "Swap will be useful later."), (SWAP, "Swap is no use until tiles lie on the board.")):
        after = STATE.copy(trade)
        play(after, box, action)
        assert [merit.words for merit in merits(trade, after, box, 0, (You("Ruth"), "Bo")).values() if merit.words] == [said]


def test_merits_speak_german():
    was, box = position("board left@1,-4; marbles 4@1,-3>1 3@1,-3>1")
    turned, _ = position("marbles 4@1,-3>1 3@1,-3>1")
    with use_language("de"):
        gained, kept = merits(was, turned, box, 0, (You("Ruth"), "Bo")), merits(turned, was, box, 1, ("Ruth", You("Bo")))
    assert gained["gained"].words == kept["gained"].words == "2 Murmeln laufen jetzt zu dir."


def test_merits_wait_until_a_tile_lies():
    was, box = position("marbles 4@1,-4>1")
    aiming, _ = position("aim player=0; marbles 4@1,-4>1 1@next")
    assert merits(was, aiming, box, 0, ("Ruth", "Bo")) == {}


def test_ways_from_home_lead_to_a_side_by_more_than_luck():
    plain, box = position("marbles 4@1,-4>1")
    assert ways_to(plain, box, 0) == [], "straight on there is a separator, and its die decides"
    turned, box = position("board right@0,-4")
    assert ways_to(turned, box, box.owner[1]) + ways_to(turned, box, 1 - box.owner[1]) == [1]
