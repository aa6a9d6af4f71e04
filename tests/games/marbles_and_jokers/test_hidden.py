"""What a seat knows: evidence from discards, and deals drawn evenly among those that agree with it."""

import itertools
import math
from collections import Counter

import pytest

from marbletop.core.chance import luck
from marbletop.core.match import Match
from marbletop.core.planes import spans_of
from marbletop.games.marbles_and_jokers import GAME
from marbletop.games.marbles_and_jokers.hidden import redeal
from marbletop.games.marbles_and_jokers.state import JOKER_BIT, RANKS

from .positions import COMPLETE, act, cards, legal, position, rank_of, texts


def ranks(text):
    return sum(1 << rank_of(card) for card in text.split())


def test_what_a_plain_discard_proves():                                 # [MJ-61]
    state, box = position("p0: 3", "6 6 9 9 10 10")
    act(state, box, "discard 9")
    assert state.absent[0] == ranks("A 2 3 4 5 8 J Q K"), "each could have been played, held or not"
    assert state.proven[0] == 5
    state, box = position("", "6 6 9 9 10 10")
    act(state, box, "discard 9")
    assert state.absent[0] == ranks("A J Q K")
    state, box = position("p1: 50", "6 6 9 9 10 10")
    act(state, box, "discard 9")
    assert state.absent[0] == ranks("A J Q K Joker")
    state, box = position("p1: 50", "6 6 9 9 10 Joker", joker_forced=False)
    act(state, box, "discard 9")
    assert state.absent[0] == ranks("A J Q K"), "a Joker may be held"


def test_split_cards_are_proven_absent_too():                           # [MJ-61]
    state, box = position("p0: 3 h2", "10 10 10 10 10 10")
    act(state, box, "discard 10")
    assert state.absent[0] & ranks("7 9 10") == ranks("7 9"), "h2 by 3 and 3 by 4, or 3 back by 6"


def test_later_cards_weaken_the_proof():                                # [MJ-61]
    state, box = position("", "6 6 9 9 10 10")
    act(state, box, "discard 9")
    state.player, state.hand[0], state.hand_size[0] = 0, cards("6 6 9 10 10 K"), 6
    act(state, box, "K")
    assert state.proven[0] == 5, "a card of an absent rank was drawn later"
    act(state, box, "start")
    state.player, state.hand[0], state.hand_size[0] = 0, cards("6 6 9 10 10 2"), 6
    act(state, box, "2")
    assert state.proven[0] == 4, "any other may be an old one"


def test_discards_by_choice_prove_nothing():                            # [MJ-55, MJ-61]
    state, box = position("p0: 3", "6 6 9 9 10 10", must_play="free")
    act(state, box, "discard 9")
    assert state.proven[0] == 0


TINY = {"A": 2, "2": 2, "3": 1, "6": 2, "9": 1, "10": 1, "K": 1, "Joker": 1}


def tiny_table(text, seats, hands, **options):
    """A table with a deck of eleven cards: the box is changed by hand, because a real one has 52 at least."""
    state, box = position(text, "", seats, **options)
    box.deck = tuple(TINY.get(card, 0) for card in "A 2 3 4 5 6 7 8 9 10 J Q K Joker".split())
    state.hand = [[0] * RANKS for _ in range(8)]
    for seat, hand in enumerate(hands):
        state.hand[seat] = cards(hand)
        state.hand_size[seat] = sum(state.hand[seat])
    state.pile = [box.deck[rank] - sum(hand[rank] for hand in state.hand) for rank in range(RANKS)]
    state.pile_size = sum(state.pile)
    assert min(state.pile) >= 0
    return state, box


def all_deals(pool, sizes):
    """Every deal of single cards to hands of these sizes: counts per rank of each hand, with how often it comes."""
    found = Counter()

    def deal(left, sizes, hands):
        if not sizes:
            found[hands] += 1
            return
        for chosen in itertools.combinations(range(len(left)), sizes[0]):
            hand = tuple(Counter(left[i] for i in chosen).get(rank, 0) for rank in range(RANKS))
            deal([card for i, card in enumerate(left) if i not in chosen], sizes[1:], (*hands, hand))

    deal(pool, sizes, ())
    return found


def pool_of(counts):
    return [rank for rank in range(RANKS) for _ in range(counts[rank])]


def test_evidence_leaves_exactly_the_hands_that_could_have_discarded():         # [MJ-61], by enumeration
    """Seat 0 lays a 6 down unplayed. Every hand it could have held is asked whether it could have done that."""
    for text in ("p0: 3; p1: 50", "", "p0: 3 h2; p1: 20", "p0: h1 h3; p1: 8"):
        state, box = tiny_table(text, 2, ["6 6 10", "2 A"])
        seen = [state.hand[1][rank] for rank in range(RANKS)]
        pool = pool_of([box.deck[rank] - seen[rank] for rank in range(RANKS)])
        could = set()
        for (hand,), _ in all_deals(pool, (3,)).items():
            asked = GAME.state.copy(state)
            asked.hand[0] = list(hand)
            if 14 + rank_of("6") in legal(asked, box):
                could.add(tuple(count - (rank == rank_of("6")) for rank, count in enumerate(hand)))
        assert 14 + rank_of("6") in legal(state, box), texts(state, box)
        GAME.play(state, box, 14 + rank_of("6"))
        left = pool_of([box.deck[rank] - seen[rank] - (rank == rank_of("6")) for rank in range(RANKS)])
        fits = {hand for (hand,), _ in all_deals(left, (2,)).items()
                if sum(hand[rank] for rank in range(RANKS) if not state.absent[0] >> rank & 1) >= state.proven[0]}
        assert fits == could


@pytest.mark.slow
@pytest.mark.parametrize("proofs", [
    [], [(1, "A 2 6", 1)], [(1, "A 2 6", 2)], [(1, "A 2 6 9", 1), (2, "A 2", 2)],
    [(1, "A K Joker 2", 2), (2, "A K Joker 2", 1)],
    [(1, "6 9 Joker 3", 2), (2, "2 6 3", 1)], [(1, "A 2 3", 0), (2, "A 6 K", 2)]])
def test_redeal_is_even_among_the_deals_that_agree(proofs):             # [MJ-61], by enumeration
    state, box = tiny_table("p0: 20; p1: 50; p2: 60", 3, ["A 3", "2 6", "6 9"])
    state.hand[1], state.hand[2] = cards("K Joker"), cards("9 6")
    state.pile = [box.deck[rank] - sum(hand[rank] for hand in state.hand) for rank in range(RANKS)]
    for seat, absent, proven in proofs:
        state.absent[seat], state.proven[seat] = ranks(absent), proven
    view = GAME.view(state, box, 0)
    pool = pool_of([box.deck[rank] - state.hand[0][rank] for rank in range(RANKS)])
    expected = {}
    for hands, ways in all_deals(pool, (2, 2)).items():
        if all(sum(hands[seat - 1][rank] for rank in range(RANKS) if not ranks(absent) >> rank & 1) >= proven
               for seat, absent, proven in proofs):
            expected[hands] = ways
    total, generator, drawn, many = sum(expected.values()), luck(9), Counter(), 12_000
    for _ in range(many):
        imagined = GAME.state.copy(view)
        redeal(imagined, box, 0, generator)
        drawn[tuple(imagined.hand[1]), tuple(imagined.hand[2])] += 1
    assert set(drawn) <= set(expected)
    chi = sum((drawn[hands] - many * ways / total) ** 2 / (many * ways / total) for hands, ways in expected.items())
    freedom = len(expected) - 1
    assert chi < freedom + 4 * math.sqrt(2 * freedom) + 8, (chi, freedom)


def test_open_hands_are_not_dealt_anew():                               # [MJ-61]
    match = Match(GAME, 4, seed=3, open_hands="team")
    view = match.view(0)
    imagined = GAME.state.copy(view)
    redeal(imagined, match.box, 0, luck(1))
    assert imagined.hand[2] == match.state.hand[2] and sum(imagined.hand[1]) == 5


def test_redeal_hardly_ever_needs_many_deals():                         # [MJ-61]
    """Views of whole games with all evidence there is: every hand respects it (the laws check that), at once."""
    from marbletop.games.marbles_and_jokers import hidden
    tries, most = 0, 0
    original = hidden.deal_bound_hands

    def counting(*arguments):
        nonlocal tries
        tries += 1
        return original(*arguments)

    hidden.deal_bound_hands = counting
    try:
        for seats in (4, 8):
            match, generator = Match(GAME, seats, seed=seats), luck(3)
            while not match.over:
                if match.state.phase == 0:
                    view = match.view(match.player)
                    tries = 0
                    redeal(view, match.box, match.player, generator)
                    most = max(most, tries)
                GAME.play(match.state, match.box, legal(match.state, match.box)[match.state.step % len(match.legal)])
    finally:
        hidden.deal_bound_hands = original
    assert most < hidden.ATTEMPTS / 4, most


def test_observation_has_its_planes():
    state, box = position(f"p0: {COMPLETE}; p1: 44 h2; p2: 8", "7", player=1)
    out = [9] * GAME.observation_size
    GAME.observe(state, box, 1, out)
    named = {name: out[first:last] for name, (first, last) in spans_of(GAME.planes).items()}
    track = named["track"]
    assert [i for i, value in enumerate(track) if value] == [18, 240 + (8 - 26) % 72]
    assert named["team"][:4] == [1, 0, 1, 0] and named["decides"][:2] == [1, 0]
    assert named["Home Slot"][:5] == [0, 1, 0, 0, 0]
    assert named["Home Slot"][15:20] == [1] * 5
    assert sum(named["hands"]) == 1
    assert named["absent ranks"] == [0] * 112 and JOKER_BIT == 1 << 13
