"""Explanations from features: the terms that decide between two actions, in the game's words."""

from dataclasses import replace

import pytest

from marbletop.bots import reasons
from marbletop.bots.bot import Analysis, Ranked
from marbletop.bots.explain import deals_of, explain
from marbletop.bots.reasons import gains
from marbletop.bots.weights import Weights
from marbletop.core.match import Match
from marbletop.games import GAMES
from marbletop.games.marbles_and_jokers.judgement import COUNT, HELD, HOME, STEPS
from marbletop.games.marbles_and_jokers.state import JOKER
from marbletop.words import use_language

GAME = GAMES["marbles_and_jokers"]
STEPS_AND_CARDS = tuple(5.0 if n == STEPS else 2.0 if n == HELD + JOKER else 0.0 for n in range(COUNT))


def position(cards):
    """A match in which the first seat holds these cards, and the first marble of each seat is on the way."""
    match = Match(GAME, 2, seed=1)
    state = match.state
    for rank in range(14):
        state.hand[0][rank] = cards.count(rank)
    state.hand_size[0] = len(cards)
    state.player, start = 0, match.box.start
    for seat in range(2):
        state.place[seat][0] = start
        state.track[match.box.space[seat][start]] = 8 * seat + 1
    return match


@pytest.fixture
def learned(monkeypatch):
    def use(worth):
        monkeypatch.setattr(reasons, "known_weights", lambda game: {"2 seats": Weights(worth)})
    return use


def gained(match, better, worse):
    view = match.view(0)
    return gains(deals_of(GAME, view, match.box), GAME, view, match.box, better, worse)


def line(match, card):
    """A card, and the first marble that it can move."""
    after = match.copy()
    after.play(card)
    return (card, *after.legal[:1])


def test_what_decides_is_told(learned):
    match = position([9, 2, 5, 5, 5])
    far, near = line(match, 9), line(match, 2)
    learned(STEPS_AND_CARDS)
    assert gained(match, far, near) == ("marbles further along",)
    assert gained(match, near, far) == (), "at a glance the other one is better, so nothing is claimed"
    with use_language("de"):
        assert gained(match, far, near) == ("Murmeln, die weiter sind",)


def test_a_card_that_is_kept_counts(learned):
    match = position([1, JOKER, 5, 5, 5])
    learned(tuple(2.0 if n == HELD + JOKER else 0.0 for n in range(COUNT)))
    assert gained(match, line(match, 1), (JOKER,)) == ("better cards to keep",)


def test_without_weights_nothing_is_said(learned):
    match = position([9, 2, 5, 5, 5])
    learned((0.0,) * COUNT)
    assert gained(match, line(match, 9), line(match, 2)) == ()
    other = Match(GAMES["connect_four"])
    assert gains([], other.game, other.view(0), other.box, (3,), (4,)) == ()


def test_hints_tell_it(learned):
    match = position([9, 2, 5, 5, 5])
    learned(STEPS_AND_CARDS)
    rows = tuple(Ranked(card, (chance, 1 - chance), line=line(match, card), visits=10)
                 for card, chance in ((9, 0.6), (2, 0.5), (5, 0.4)))
    analysis = Analysis(0, rows, 30, 0.1)
    told = explain(GAME, match.view(0), match.box, analysis, match.names).sentences
    assert told.index("What that gains: marbles further along.") < told.index(
        next(text for text in told if text.startswith("Next best: ")))
    worse = explain(GAME, match.view(0), match.box, analysis, match.names, 2).sentences
    assert worse.index("What that gains: marbles further along.") > worse.index(
        next(text for text in worse if text.startswith("Better: ")))
    alike = replace(analysis, ranked=(replace(rows[0], values=(0.501, 0.499)), *rows[1:]))
    assert not [text for text in explain(GAME, match.view(0), match.box, alike, match.names).sentences if "gains" in text]


def test_marbles_at_home_are_a_term_of_their_own():
    terms = {term.own: term for term in GAME.features.terms}
    assert HOME in terms["more marbles safe at home"].features
