"""The deal, and what follows from it."""

import random
from collections import Counter

import pytest

from marbletop.core.chance import OpenEvent, Script
from marbletop.core.errors import BadOption
from marbletop.core.match import Match
from marbletop.games.marbleous import GAME
from marbletop.games.marbleous.names import write_tray
from marbletop.games.marbleous.state import DISPLAY_REFILLED, MARBLE_CARDS, POINT_CARDS, POINT_KINDS, POOL_REFILLED

from .tables import finish


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("advanced", [False, True])
def test_the_deal(seats, advanced):                                 # [MB-1 to MB-11]
    match = Match(GAME, seats=seats, seed=seats, advanced=advanced)
    state, box = match.state, match.box
    assert sum(box.marbles) == 52 and state.supply == [11, 11, 11, 11, 8 - seats]           # [MB-2, MB-8]
    shown = [kind for column in state.display for kind in column]
    assert len(shown) == 12 and all(0 <= kind < POINT_KINDS for kind in shown)               # [MB-4]
    assert (sum(state.blue), sum(state.orange)) == (6, 24)                                   # [MB-3, MB-4]
    assert sum(state.token_supply) == 28 - 2 * seats                                         # [MB-5]
    removed = {1: 0, 2: 14, 3: 15, 4: 14}[seats]
    assert state.stack == 44 - removed - 3 and sum(state.unseen) == 41                       # [MB-6]
    assert all(card >= 0 for card in state.pool)                                             # [MB-7]
    for seat in range(4):
        there = seat < seats
        assert write_tray(state.tray[seat]) == ("||W||" if there else "||||")                # [MB-8]
        assert sum(state.tokens[seat]) == 2 * there                                          # [MB-9]
    assert state.star_supply == 12 * advanced                                                # [MB-10]
    assert len(set(state.star_card[:seats])) == (seats if advanced else 1)
    assert sorted(state.line) == ([0, 1, 2, 3] if seats == 1 else [0] * 4)                   # [MB-11]


@pytest.mark.slow
def test_star_cards_solo_lines_and_first_players_vary():            # [MB-10 to MB-12]
    stars, lines, first = set(), set(), Counter()
    for seed in range(400):
        stars.add(tuple(Match(GAME, seats=2, seed=seed, advanced=True).state.star_card[:2]))
        lines.add(tuple(Match(GAME, seats=1, seed=seed).state.line))
        first[Match(GAME, seats=3, seed=seed).player] += 1
    assert len(stars) == 12 and len(lines) == 24
    assert set(first) == {0, 1, 2} and min(first.values()) > 90


def test_the_first_player_can_be_chosen_and_play_goes_clockwise():  # [MB-12, MB-47]
    match, players = Match(GAME, seats=3, seed=1, first_player=2), []
    while not match.over:
        if match.state.phase == 0:
            players.append(match.player)
        match.play(match.legal[0])
    assert players == [2, 0, 1] * 9


def test_a_first_player_who_does_not_exist_is_refused():            # [MB-12]
    with pytest.raises(BadOption, match=r"first_player.*MB-12.*2 seats.*0 to 1"):
        Match(GAME, seats=2, first_player=2)


@pytest.mark.parametrize(("seats", "options", "turns"), [
    (1, {}, 14), (1, {"solo_refresh": "take"}, 14), (1, {"advanced": True}, 14),
    (2, {}, 28), (3, {}, 27), (4, {"advanced": True}, 28)])
def test_number_of_turns(seats, options, turns):                    # X-22 [MB-6, MB-46, MB-60, MB-61, MB-67]
    for seed in range(5):
        match = Match(GAME, seats=seats, seed=seed, **options)
        played, choices = Counter(), random.Random(seed)
        while not match.over:
            played[match.player] += match.state.phase == 0
            match.play(choices.choice(match.legal))
        assert match.state.turn == turns and set(played.values()) == {turns // seats}


def test_any_unseen_marble_card_can_come_the_removed_ones_too():    # [MB-6, MB-53]
    with pytest.raises(OpenEvent) as event:
        Match(GAME, seats=2, script=Script([0] * 6 + [1] * 6))
    assert event.value.source == MARBLE_CARDS and event.value.weights[:44] == (1,) * 44
    with pytest.raises(OpenEvent) as event:
        Match(GAME, seats=2, script=Script([0] * 6 + [1] * 6 + [43]))
    assert sum(event.value.weights) == 43 and event.value.weights[43] == 0


def test_point_cards_are_drawn_evenly_among_those_left():           # [MB-3, MB-53]
    with pytest.raises(OpenEvent) as event:
        Match(GAME, script=Script([0, 0, 1]))
    assert event.value.source == POINT_CARDS and event.value.weights[:3] == (4, 5, 6)


def test_cards_come_in_the_same_order_whatever_the_players_do():    # [MB-53]
    def order(seed):
        match = finish(Match(GAME, seats=2, seed=77), seed)
        notes = [note for move in match.moves for note in move.notes]
        return ([note.details[1] for note in notes if note.event == POOL_REFILLED],
                [note.details[1] for note in notes if note.event == DISPLAY_REFILLED])

    (cards, points), (other_cards, other_points) = order(1), order(2)
    assert cards == other_cards and len(cards) == 27
    fewer = min(len(points), len(other_points))
    assert fewer > 3 and points[:fewer] == other_points[:fewer]


def test_nothing_to_come_is_in_a_view():                            # [MB-52, MB-53]
    match = Match(GAME, seats=2, seed=3)
    for _ in range(40):
        match.play(match.legal[-1])
    for seat in (-1, 0, 1):
        view = match.view(seat)
        assert view.chance_key == [0, 0] and view.chance_count == [0] * 5
        view.viewer, view.chance_key, view.chance_count = -2, match.state.chance_key, match.state.chance_count
        assert view == match.state, "nothing else is hidden: point cards lay open when they were taken"
