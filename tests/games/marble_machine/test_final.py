"""The end of the game: chapter 7 of RULES.md, with the worked examples."""

import itertools
import random

import pytest

from marbletop.core.chance import luck
from marbletop.core.kernel import scratch
from marbletop.core.match import outcome_of
from marbletop.games.marble_machine import GAME
from marbletop.games.marble_machine.final import arrives_without_dice, can_arrive, final_cause, run_final_phase
from marbletop.games.marble_machine.movement import RESTS, ROLLS, resume, walk
from marbletop.games.marble_machine.state import LAST_MARBLE, ON_BOARD, QUOTA

from ..playing import random_play, start
from .tables import marbles, notes_of, play, position

# When it begins


def test_w_40_the_quota_ends_the_turn_before_a_second_tile():                        # [MM-14, MM-60, MM-63]
    six = " ".join(["1=1"] * 6)
    state, box = position(f"marbles {six} 2@1,-4>1; hands left+left right+right")
    notes = play(state, box, "marble", "aim 3", speeds=[1], dice=[1])
    kinds = [note[0] for note in notes]
    assert kinds.index("collect") < kinds.index("place_marble") < kinds.index("final_phase")
    assert state.over and state.cause == QUOTA and marbles(state).endswith("2=1 1=2")
    assert kinds[-1] == "win" and not state.second


def test_w_41_the_last_marble_is_placed_and_runs():                                  # [MM-61, MM-63]
    drawn = ["1=1"] * 3 + ["1=2"] * 3 + ["1@2,0>1"] * 5 + ["2=2", "2=2", *["2@2,0>1"] * 5, *["3@2,0>1"] * 5, "4=1"]
    state, box = position(f"marbles {' '.join(drawn)}; hands left+left right+right")
    assert state.drawn == 24 and final_cause(state, box) == -1
    notes = play(state, box, "marble", "aim 1", dice=[2])
    assert state.over and state.cause == LAST_MARBLE and ("final_phase", LAST_MARBLE) in notes
    assert ("place_marble", 0, 24) in notes and marbles(state).endswith("4=1")


def test_a_player_can_always_play_until_the_marbles_are_gone():                      # [MM-12, MM-62]
    for seed in range(30):
        state, box = start(GAME, 2 + seed % 5, {"quota": 25}, seed)
        for now, actions, _ in random_play(GAME, state, box, luck(seed)):
            if now.phase in (1, 2):
                assert actions[0] == 0 and now.drawn < 25
        assert state.cause == LAST_MARBLE and state.drawn == 25


def test_a_machine_tile_can_end_the_game():                                          # [MM-60]
    six = " ".join(["1=1"] * 6)
    state, box = position(f"marbles {six} 2@1,-4>4; hands solid_wall+left right+right")
    play(state, box, "solid_wall", "at 1,-4")
    assert state.over and state.hand_size[0] == 1                    # nothing is drawn any more [MM-13]


def test_quotas_play_no_role_in_the_final_phase():                                   # [MM-64, MM-66]
    six = " ".join(["1=1"] * 6)
    state, box = position(f"marbles {six} 2@1,-4>1 1@1,-3>1 1@2,-3>1; hands left+left right+right")
    play(state, box, "marble", "aim 3", speeds=[1], dice=[2])
    assert state.collected[0] == 10                                  # all of them run to the end


# Stuck marbles


@pytest.mark.parametrize(("name", "text"), [
    ("W-34", "board reverse@0,-1 reverse@0,-3; marbles 1@0,-2>1 2@0,-2>1 3@0,-2>1"),
    ("W-35", "board solid_wall@0,-3; marbles 1@0,-1>1"),
    ("W-36", "board fork1@0,-2 reverse@0,-3 reverse@1,-3; marbles 1@0,-3>4"),
    ("a die that is never reached", "board solid_wall@0,-4 reverse@0,-1 reverse@0,-3 random@1,0; marbles 2@0,-2>1"),
])
def test_stuck_marbles_stop_at_once_and_count_for_nobody(name, text):                # [MM-65]
    state, box = position(text)
    notes = notes_of(state, box, run_final_phase, QUOTA)
    count = state.drawn
    assert [note[0] for note in notes] == ["final_phase", *["stuck"] * count, "win", "win"]
    assert not any(state.collected) and state.over and marbles(state).count("#") == count


def test_w_37_a_marble_runs_to_the_end():                                            # [MM-64]
    state, box = position("board reverse@0,-3; marbles 2@home>1")
    notes = notes_of(state, box, run_final_phase, QUOTA, dice=[1])
    assert [note[1] for note in notes if note[0] == "movement"] == [1, 2, 3, 4, 5, 6]
    assert marbles(state) == "2=3" and state.collected[0] == 1


def test_a_die_that_might_free_a_marble_is_rolled_again_and_again():                 # [MM-64, MM-65]
    text = "board reverse@0,-1 reverse@0,-3 random@0,-2; marbles 1@0,-2>1"
    state, box = position(text)
    notes_of(state, box, run_final_phase, QUOTA, dice=[1, 4, 6])         # up, down, then away to the north-west
    assert marbles(state) == "1=6"


def test_only_live_marbles_roll_dice():                                              # [MM-64]
    state, box = position("board fork1@0,-2 reverse@0,-3 reverse@1,-3; marbles 1@0,-3>4 1@0,4>4")
    notes = notes_of(state, box, run_final_phase, QUOTA, dice=[2])
    assert marbles(state) == "1#0,-3>4 1=4" and ("stuck", 0) in notes


def test_the_final_phase_is_broken_off_at_its_limit():                               # [MM-65]
    text = "board reverse@0,-1 reverse@0,-3 random@0,-2; marbles 1@0,-2>1"
    state, box = position(text, final_phase_limit=100)
    notes = notes_of(state, box, run_final_phase, QUOTA, dice=[1, 4] * 25)
    assert [note[1] for note in notes if note[0] == "movement"] == list(range(1, 101))
    assert notes[-3][0] == "stuck" and state.over and not any(state.collected)


def can_arrive_slowly(state, box, m):
    """The stuck test by brute force: every situation of every phase, found by following all dice step by step."""
    seen, todo = set(), [(RESTS, state.space[m], state.heading[m])]
    while todo:
        node = todo.pop()
        if node in seen:
            continue
        seen.add(node)
        for die in range(1, 7) if node[0] & 3 == ROLLS else (0,):
            trial = scratch(state)[0]
            result, trial.space[m], trial.heading[m] = node
            trial.place[m] = ON_BOARD
            result = resume(trial, box, m, result, die) if die else walk(trial, box, m, trial.speed[m], 0)
            if trial.place[m] != ON_BOARD:
                return True
            todo.append((result, trial.space[m], trial.heading[m]))
    return False


def crowded_machine(chooser, seats, **options):
    """A random machine with many Parts near each other, and marbles in it."""
    spaces = [f"{q},{r}" for q, r in itertools.product(range(-2, 3), repeat=2) if abs(q + r) <= 2 and (q or r)]
    chooser.shuffle(spaces)
    codes = "left left_120 right right_120 reverse reverse jump jump go_home random_push solid_wall".split()
    codes += [f"{code}{chooser.randint(1, 6)}" for code in "redirect redirect push push fork sort divert_slow".split()]
    chooser.shuffle(codes)
    board = " ".join(f"{code}@{space}" for code, space in zip(codes[:chooser.randint(6, 18)], spaces))
    free = [space for space in spaces if f"solid_wall@{space}" not in board]
    speeds = [chooser.randint(1, 4), chooser.randint(1, 4), 1, 1, 1, 1]
    there = " ".join(f"{speed}@{chooser.choice(free)}>{chooser.randint(1, 6)}" for speed in speeds)
    return position(f"board {board}; marbles {there}", seats=seats, **options)


@pytest.mark.parametrize(("seats", "options"), [
    (2, {}), (4, {}), (5, {"unused_goal_ends_movement": False}), (3, {"blocked_marble_moves_after_turn": True})])
def test_the_stuck_test_agrees_with_a_search_by_brute_force(seats, options):         # [MM-65]
    chooser, stuck = random.Random(seats), 0
    for _ in range(150):
        state, box = crowded_machine(chooser, seats, **options)
        for m in range(state.drawn):
            slow = can_arrive_slowly(state, box, m)
            assert can_arrive(scratch(state)[0], box, m, state.space[m], state.heading[m]) == slow
            assert slow or not arrives_without_dice(scratch(state)[0], box, m)
            stuck += not slow
    assert stuck > 20


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (4, {}), (3, {"blocked_marble_moves_after_turn": True})])
def test_testing_after_dice_only_is_enough(seats, options):                          # [MM-65]
    """Before each phase every marble on the board is live, and at the end every marble that is stuck is not."""
    from marbletop.core.notes import Listener

    class Asking(Listener):
        def note(self, state, note):
            if GAME.events[note.event] == "movement":
                assert all(can_arrive_slowly(state, box, m) for m in range(state.drawn) if state.place[m] == ON_BOARD)

    chooser = random.Random(7)
    for seed in range(25):
        state, box = crowded_machine(chooser, seats, **options)
        state.chance_key = [seed, 0]
        state.listener = Asking()
        run_final_phase(state, box, QUOTA)
        for m in range(state.drawn):
            assert state.place[m] > 4 or not can_arrive_slowly(state, box, m)


# Who has won


def final_outcome(text, seats=2, **options):
    state, box = position(f"marbles {text}", seats, **options)
    run_final_phase(state, box, QUOTA)
    return outcome_of(GAME, state, box)


def test_w_42_the_sum_of_speeds_breaks_a_tie():                                      # [MM-67]
    outcome = final_outcome("1=1 1=3 2=5 3=1 1=2 2=4 2=6 4=2")
    assert outcome.points == (4, 4) and outcome.rank == (2, 1) and outcome.reward == (-1, 1)
    assert outcome.ending == "quota reached"
    shared = final_outcome("1=1 1=3 2=5 3=1 1=2 2=4 2=6 2=2")
    assert shared.rank == (1, 1) and shared.reward == (0, 0)


def test_more_marbles_win_whatever_their_speed():                                    # [MM-67]
    assert final_outcome("1=1 1=1 4=2").rank == (1, 2)


def test_every_place_is_decided_in_the_same_way():                                   # [MM-68]
    outcome = final_outcome("1=1 1=1 2=2 2=2 1=3 1=4 3=5 1=6", seats=6)
    assert outcome.points == (2, 2, 1, 1, 1, 1) and outcome.rank == (2, 1, 4, 4, 3, 4)


def test_team_mates_share_points_and_rank():                                         # [MM-53, MM-68]
    outcome = final_outcome("1=1 1=3 2=2", seats=4, teams=True)
    assert outcome.points == (2, 1, 2, 1) and outcome.rank == (1, 2, 1, 2) and outcome.reward == (1, -1, 1, -1)
    outcome = final_outcome("1=1 1=4 2=2", seats=6, teams=True)
    assert outcome.points == (2, 1, 0, 2, 1, 0) and outcome.rank == (1, 2, 3, 1, 2, 3)


def test_a_shared_win_is_told_for_every_winner():                                    # [MM-67]
    state, box = position("marbles 1=1 1=2", seats=3)
    notes = notes_of(state, box, run_final_phase, QUOTA)
    assert notes[-2:] == [("win", 0), ("win", 1)]
