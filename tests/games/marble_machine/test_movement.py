"""Movement and collecting: chapters 5 and 6 of RULES.md, with the worked examples."""

import pytest

from marbletop.games.marble_machine.names import read_space, write_space
from marbletop.games.marble_machine.state import COORDINATES, SPACE_AT

from .tables import box_for, marbles, marbles_after_phases, play, position, run_phase

EXAMPLE = "board fork3@-2,-1 right@-1,-1 push3@-2,0 jump@-1,0 solid_wall@-1,1; marbles 3@-3,-1>3"


# The board


@pytest.mark.parametrize("radius", [4, 5, 6, 7])
def test_the_board_is_a_hexagon_with_separators_at_its_corners(radius):              # [MM-1, 2.1, 2.2]
    box = box_for(radius=radius)
    assert box.edge == 1 + 3 * radius * (radius - 1)
    steps = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
    for direction, (q, r) in enumerate(steps, 1):
        space = 0
        for _ in range(radius):
            assert space < box.edge
            space = box.beyond[space][direction]
        assert COORDINATES[space] == (radius * q, radius * r)
        assert box.goal[space] == -direction
    for k, (q, r) in enumerate(steps, 1):
        along = steps[(k + 1) % 6]
        goal = [SPACE_AT[radius * q + j * along[0], radius * r + j * along[1]] for j in range(1, radius)]
        assert [box.goal[space] for space in goal] == [k] * (radius - 1)
    assert sum(mark > 0 for mark in box.goal) == 6 * (radius - 1)


def test_spaces_are_numbered_in_a_spiral():                                          # [2.2]
    assert [SPACE_AT[0, -1], SPACE_AT[0, -2], SPACE_AT[0, -3], SPACE_AT[0, -4], SPACE_AT[0, -5]] == [1, 7, 19, 37, 61]
    assert [read_space("1,-1"), read_space("-1,0"), read_space("home")] == [2, 6, 0]


def test_every_neighbour_is_one_step_away():
    box = box_for(radius=7)
    for space in range(box.edge):
        q, r = COORDINATES[space]
        for direction, (dq, dr) in enumerate(((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)), 1):
            assert COORDINATES[box.beyond[space][direction]] == (q + dq, r + dr)


@pytest.mark.parametrize(("seats", "options", "owners", "quota"), [
    (2, {}, [0, 1, 0, 1, 0, 1], 7),
    (3, {}, [0, 1, 2, 0, 1, 2], 6),
    (4, {}, [0, 1, -1, 2, 3, -1], 5),
    (4, {"unused_shape": "square"}, [-1, 0, 1, -1, 2, 3], 5),
    (4, {"unused_shape": "circle"}, [0, -1, 1, 2, -1, 3], 5),
    (5, {}, [0, 1, 2, 3, 4, -1], 4),
    (5, {"unused_goal": 2}, [0, -1, 1, 2, 3, 4], 4),
    (6, {}, [0, 1, 2, 3, 4, 5], 3),
    (4, {"teams": True}, [0, 1, 0, 1, 0, 1], 7),
    (6, {"teams": True}, [0, 1, 2, 0, 1, 2], 6),
    (3, {"teams": True, "unused_goal": 1, "unused_shape": "square"}, [0, 1, 2, 0, 1, 2], 6),
    (2, {"quota": 9}, [0, 1, 0, 1, 0, 1], 9),
])
def test_goals_have_owners_and_quotas(seats, options, owners, quota):                # [MM-1, MM-53, MM-60, 2.3]
    box = box_for(seats, **options)
    assert list(box.owner[1:]) == owners and box.quota == quota


# Examples of one or more movement phases: marbles and board, dice of each phase, marbles after each


@pytest.mark.parametrize(("name", "text", "rolls", "expected"), [
    ("W-1", "marbles 2@home>1", [(), (), (2,)], ["2@0,-2>1", "2@0,-4>1", "2=1"]),                # [MM-35, MM-43, MM-51]
    ("W-2 odd", "marbles 3@0,-3>1", [(3,)], ["3=6"]),                                            # [MM-51]
    ("W-2 even", "marbles 3@0,-3>1", [(4,)], ["3=1"]),
    ("W-3", "marbles 4@1,-4>1", [()], ["4=1"]),                                                  # [MM-43, MM-50]
    ("W-4 odd", EXAMPLE, [(1,)], ["3@-1,2>4"]),                                                  # [MM-36, MM-40, MM-41]
    ("W-4 even", EXAMPLE, [(2,)], ["3@-1,3>4"]),
    ("W-5", "board left@0,-1; marbles 2@home>1", [()], ["2@-1,-1>6"]),                           # [MM-36]
    ("W-6", "board left_120@0,-1 right_120@-1,0; marbles 3@home>1", [()], ["3@-1,-1>1"]),
    ("W-7", "board redirect3@0,-1; marbles 1@home>1", [(), ()], ["1@0,-1>3", "1@1,-1>3"]),       # [MM-36, MM-37]
    ("W-8 slow", "board push3@0,-1; marbles 1@home>1", [()], ["1@1,-1>1"]),                      # [MM-38]
    ("W-8 fast", "board push3@0,-1; marbles 2@home>1", [()], ["2@1,-2>1"]),
    ("W-9 odd", "board sort6@0,-1; marbles 2@home>1", [(1,)], ["2@-1,-1>6"]),                    # [MM-26]
    ("W-9 even", "board sort6@0,-1; marbles 2@home>1", [(2,)], ["2@1,-2>2"]),
    ("W-10 odd", "board jump@0,-4; marbles 1@0,-3>1", [(5,)], ["1=6"]),                          # [MM-41]
    ("W-10 even", "board jump@0,-4; marbles 1@0,-3>1", [(6,)], ["1=1"]),
    ("W-11", "board jump@1,-4; marbles 1@1,-3>1", [()], ["1=1"]),                                # [MM-41]
    ("W-12", "board jump@0,1; marbles 1@0,2>1", [()], ["1@0,-1>1"]),                             # [MM-41]
    ("W-13", "board jump@0,-1 solid_wall@0,-3; marbles 1@home>1", [()], ["1@0,-2>1"]),           # [MM-49]
    ("W-14", "board jump@0,-1 right@0,-2 solid_wall@0,-3; marbles 2@home>1", [()], ["2@1,-3>2"]),    # [MM-40, MM-49]
    ("W-15", "board go_home@0,-2; marbles 3@0,-1>1", [()], ["3@home>1"]),                        # [MM-39]
    ("W-16", "board divert_slow3@0,-1; marbles 1@home>1 2@home>1", [()], ["1@0,-1>3 2@0,-2>1"]),
    ("W-17", "board solid_wall@0,-2; marbles 2@home>1", [(), ()], ["2@0,-1>1", "2@0,-1>1"]),     # [MM-45]
    ("W-18", "board left@0,-1 solid_wall@-1,-1; marbles 2@home>1", [(), (), ()],
     ["2@0,-1>6", "2@0,-1>5", "2@-2,1>5"]),                                                      # [MM-45, MM-47]
    ("W-19", "board fork6@0,-1 solid_wall@-1,-1; marbles 2@home>1", [(1,), (3,), (2,), ()],
     ["2@0,-1>6", "2@0,-1>6", "2@0,-1>1", "2@0,-3>1"]),                                          # [MM-47]
    ("W-24", "board push3@0,-1 push6@1,-1; marbles 3@home>1", [(), ()], ["3@0,-1>1", "3@0,-4>1"]),   # [MM-44]
    ("W-25", "board jump@0,-1 push4@0,-2 solid_wall@0,-3; marbles 2@home>1", [(), ()],
     ["2@0,-1>1", "2@0,-2>1"]),                                                                  # [MM-44, MM-49]
    ("W-26", "board random_push@0,-1 solid_wall@1,-1; marbles 2@home>1", [(3,)], ["2@0,-2>1"]),  # [MM-42]
    ("W-27", "board random_push@0,-1 push6@1,-1; marbles 2@home>1", [(3, 5)], ["2@-1,-1>1"]),    # [MM-44]
    ("W-46", "board push1@0,-1 solid_wall@0,-2; marbles 2@home>1", [(), ()],
     ["2@0,-1>1", "2@0,-1>1"]),                                                                  # [MM-42, MM-45 to MM-47]
])
def test_worked_examples_of_movement(name, text, rolls, expected):
    assert marbles_after_phases(text, *rolls) == expected


@pytest.mark.parametrize(("name", "options", "text", "dice", "expected"), [
    ("W-28", {}, "marbles 4@4,0>4", [6], "4@home>6"),                                # [MM-52]
    ("W-29 even", {}, "marbles 1@4,0>3", [2, 6], "1@home>6"),                        # [MM-51, MM-52]
    ("W-29 odd", {}, "marbles 1@4,0>3", [1], "1=2"),
    ("W-48", {"unused_goal_ends_movement": False}, "marbles 4@4,0>4", [6], "4@-3,0>6"),          # [MM-52]
])
def test_worked_examples_of_unused_goals(name, options, text, dice, expected):
    assert marbles_after_phases(text, dice, seats=4, **options) == [expected]


def test_w_47_a_freed_marble_may_walk_on_at_once():                                  # [MM-47]
    text = "board left@0,-1 solid_wall@-1,-1; marbles 2@home>1"
    assert marbles_after_phases(text, (), (), blocked_marble_moves_after_turn=True) == ["2@0,-1>6", "2@-2,1>5"]


def test_w_1_and_w_2_say_who_gets_the_marble():                                      # [MM-50, MM-51]
    state, box = position("marbles 3@0,-3>1 3@0,-3>1")
    notes = run_phase(state, box, 3, 4)
    assert state.collected[:2] == [1, 1]
    assert [note for note in notes if note[0] in ("separator", "collect")] == [
        ("separator", 0, 1, 3), ("collect", 0, 6, 1), ("separator", 1, 1, 4), ("collect", 1, 1, 0)]


# What the examples leave open


def test_marbles_do_not_affect_each_other():                                         # [MM-22]
    state, box = position("marbles 1@home>1 2@0,-1>4 3@home>1 1@0,-1>1")
    run_phase(state, box)
    assert marbles(state) == "1@0,-1>1 2@0,1>4 3@0,-3>1 1@0,-2>1"


def test_every_turning_part_turns_every_direction():                                 # [MM-36]
    steps = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
    for code, by in (("left", -1), ("left_120", -2), ("right", 1), ("right_120", 2), ("reverse", 3)):
        for direction, (q, r) in enumerate(steps, 1):
            after = (direction - 1 + by) % 6 + 1
            assert marbles_after_phases(f"board {code}@{q},{r}; marbles 1@home>{direction}", ()) == [f"1@{q},{r}>{after}"]


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_random_sets_the_direction_to_the_die(die):                                  # [MM-26]
    assert marbles_after_phases("board random@0,-1; marbles 1@home>1", (die,)) == [f"1@0,-1>{die}"]


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_fork_and_sort_lead_to_their_odd_and_even_arrow(die):                        # [MM-26]
    fork = 5 if die % 2 else 6
    sort = 5 if die % 2 else 1
    assert marbles_after_phases("board fork5@0,-1; marbles 1@home>1", (die,)) == [f"1@0,-1>{fork}"]
    assert marbles_after_phases("board sort5@0,-1; marbles 1@home>1", (die,)) == [f"1@0,-1>{sort}"]


def test_random_push_slides_without_turning():                                       # [MM-38, MM-42]
    assert marbles_after_phases("board random_push@0,-1; marbles 1@home>1", (5,)) == ["1@-1,0>1"]


def test_a_part_acts_on_entering_only():                                             # [MM-37]
    assert marbles_after_phases("board left@0,1; marbles 2@0,1>1", ()) == ["2@0,-1>1"]


def test_dice_fall_in_order_of_age_and_separators_come_last():                       # [MM-20, MM-24, MM-51]
    state, box = position("board random@0,-1; marbles 1@0,4>4 1@home>1 1@4,0>3")
    notes = run_phase(state, box, 6, 1, 2)
    assert [note for note in notes if note[0] in ("act", "separator")] == [
        ("act", 1, 13, 1, 6, 6), ("separator", 0, 4, 1), ("separator", 2, 3, 2)]
    assert marbles(state) == "1=3 1@0,-1>6 1=3"


def test_a_slide_and_a_flight_score_on_the_outer_ring():                             # [MM-43]
    assert marbles_after_phases("board push1@1,-4; marbles 4@1,-3>1", ()) == ["4=1"]
    assert marbles_after_phases("board push3@4,-2; marbles 4@3,-2>3", ()) == ["4=2"]


def test_a_push_against_the_wall_does_not_end_the_movement():                        # [MM-42, MM-46]
    assert marbles_after_phases("board push3@0,-1 solid_wall@1,-1; marbles 2@home>1", ()) == ["2@0,-2>1"]


def test_the_solid_wall_under_a_flight_does_nothing():                               # [MM-41]
    assert marbles_after_phases("board jump@0,-1 solid_wall@0,-2; marbles 1@home>1", ()) == ["1@0,-3>1"]


def test_a_blocked_marble_that_has_stepped_is_not_acted_on_again():                  # [MM-47]
    state, box = position("board right@0,-1 solid_wall@1,-2; marbles 3@home>1")
    notes = run_phase(state, box)
    assert [note[0] for note in notes] == ["movement", "step", "act", "blocked"]
    assert marbles(state) == "3@0,-1>2"


@pytest.mark.parametrize("first", [1, 62, 63, 64, 65, 124, 125])
def test_chains_close_everywhere_on_a_large_board(first):                            # [MM-44]
    box, second = box_for(radius=7), first + 1
    there = next(d for d in range(1, 7) if box.beyond[first][d] == second)
    start, heading = next((space, d) for space in range(box.edge) for d in range(1, 7)
                          if box.beyond[space][d] == first and space != second)
    pushes = f"push{there}@{write_space(first)} push{(there + 2) % 6 + 1}@{write_space(second)}"
    text = f"board {pushes}; marbles 1@{write_space(start)}>{heading}"
    assert marbles_after_phases(text, (), radius=7) == [f"1@{write_space(first)}>{heading}"]


def test_a_chain_with_dice_ends_at_its_limit():                                      # [MM-44]
    text = "board random_push@0,-1 push6@1,-1; marbles 3@home>1"
    assert marbles_after_phases(text, [3] * 50) == ["3@0,-1>1"]                  # after 100 Parts it rests on the Random Push
    assert marbles_after_phases(text, [3] * 5, chain_limit=10) == ["3@0,-1>1"]
    assert marbles_after_phases(text, [3] * 6, chain_limit=11) == ["3@1,-1>1"]     # the eleventh was the Random Push


def test_no_marble_rests_on_the_wall_when_the_limit_is_reached():                    # [MM-44, MM-54]
    text = "board random_push@0,-1 jump@0,-2 push4@0,-3 solid_wall@0,-4; marbles 1@home>1"
    state, box = position(text, chain_limit=10)
    notes = run_phase(state, box, 1)
    assert ("chain_closed", 0, 7) in notes                            # Jump, Wall, Push, Jump: closed on the Jump
    assert marbles(state) == "1@0,-2>1"


def test_w_45_a_chain_that_closes_on_the_wall_goes_one_back():                       # [MM-47, MM-54]
    state, box = position("board push4@0,-2 jump@0,-1; marbles 1@0,-3>1; hands solid_wall -")
    notes = play(state, box, "solid_wall", "at 0,-3")
    assert marbles(state) == "1@0,-2>1" and ("chain_closed", 0, 19) in notes
    notes = run_phase(state, box)
    assert [note[0] for note in notes] == ["movement", "blocked", "act", "slide", "act", "fly", "step_back", "chain_closed"]
    assert marbles(state) == "1@0,-2>1"


def test_a_stronger_reading_of_the_wall_keeps_the_part_from_acting_twice():          # [MM-47]
    text = "board redirect6@0,-1 solid_wall@-1,-1; marbles 2@0,-1>6"
    assert marbles_after_phases(text, (), blocked_marble_moves_after_turn=True) == ["2@0,-1>6"]
    freed = "board push4@0,-1 solid_wall@-1,-1; marbles 1@0,-1>6"
    assert marbles_after_phases(freed, ()) == ["1@home>6"]
    assert marbles_after_phases(freed, (), blocked_marble_moves_after_turn=True) == ["1@-1,0>6"]


def test_a_die_can_free_a_blocked_marble():                                          # [MM-47]
    text = "board fork6@0,-1 solid_wall@-1,-1; marbles 2@0,-1>6"
    assert marbles_after_phases(text, (2,), blocked_marble_moves_after_turn=True) == ["2@0,-3>1"]
    assert marbles_after_phases(text, (1,), blocked_marble_moves_after_turn=True) == ["2@0,-1>6"]


def test_unused_goals_behind_a_separator_roll_twice():                               # [MM-51, MM-52]
    state, box = position("marbles 2@4,0>3", seats=5, unused_goal=3)
    notes = run_phase(state, box, 4, 5)
    assert notes[-2:] == [("separator", 0, 3, 4), ("returned", 0, 3, 5)]
    assert marbles(state) == "2@home>5"


def test_a_component_file_can_turn_the_separators_round():                           # [MM-51]
    import dataclasses

    from marbletop.games.marble_machine import GAME
    file = GAME.components()
    values = {**file.values, "board": {"separator_odd": "cw"}}
    box = GAME.make_box(GAME.read_options({}), 2, dataclasses.replace(file, values=values))
    state, _ = position("marbles 1@0,-4>1 1@0,-4>1")
    run_phase(state, box, 1, 2)
    assert marbles(state) == "1=1 1=6"
