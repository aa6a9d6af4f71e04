"""Hints can be read on a phone: whatever there is to say, they have so many letters at most."""

import random
from itertools import product

import pytest

from marbletop import Match
from marbletop.bots.bot import Analysis, Ranked
from marbletop.bots.explain import MOST_LETTERS, Explanation, Option, Part, explain, within
from marbletop.words import use_language

SEATS = {"marbleous": 4, "marabunta": 2, "marbles_and_jokers": 4, "marble_machine": 3, "connect_four": 2}
AHEAD = 4                                   # actions of a line
LONGEST_ADVICE = 150                        # letters, so that there is room for reasons


def row(match, action, won, chance):
    """An action with what may follow, all of it certain."""
    after, line = match.copy(), [action]
    after.play(action)
    while len(line) < AHEAD and not after.over:
        line.append(chance.choice(after.legal))
        after.play(line[-1])
    values = tuple(won if seat == match.player else 0.1 for seat in range(match.state.seats))
    return Ranked(action, values, line=tuple(line), shares=(1.0,) * len(line))


def explanations(game, samples=25):
    """Explanations of random choices in a random game, in both languages."""
    chance, match = random.Random(game), Match(game, SEATS[game], seed=3)
    while samples and not match.over:
        if len(match.legal) > 1 and chance.random() < 0.4:
            chosen = chance.sample(list(match.legal), min(3, len(match.legal)))
            rows = tuple(row(match, action, 0.3 - 0.05 * number, chance) for number, action in enumerate(chosen))
            samples -= 1
            for language in ("en", "de"):
                with use_language(language):
                    yield explain(match.game, match.view(match.player), match.box, Analysis(match.player, rows), match.names)
        match.play(chance.choice(match.legal))


@pytest.mark.parametrize("game", SEATS)
def test_hints_are_short_whatever_is_chosen(game):
    for hint in explanations(game):
        text = " ".join([hint.advice, *hint.sentences])
        assert len(hint.advice) <= LONGEST_ADVICE and len(text) <= MOST_LETTERS, text
        assert any("100" in words for words in hint.sentences), "the chance is told"


@pytest.mark.parametrize(("letters", "same_move"), [*product((5, 40, 90, 200), (False, True))])
def test_hints_are_short_whatever_there_is_to_say(letters, same_move):
    words = "a" * letters
    best = Option(1, "Roll in", "", 0.3, (1,), f"Roll in {words}"[:LONGEST_ADVICE - 10],
                  f"It pops {words}. It falls {words}. Three.")
    second = Option(2, "Wait", "", 0.2, (2,), f"Wait for {words}", f"Nothing {words}.")
    hint = Explanation(best, best, (second,), f"Bo takes {words}. Bo is glad.", same_move,
                       (f"You keep {words}.", f"You are near {words}."), 3, f"It lacks {words}.")
    said = hint.sentences
    assert "This choice wins 30 games of 100 (equal share: 33)." in said
    assert len(" ".join([hint.advice, *said])) <= MOST_LETTERS
    if letters < 40:
        assert len(said) == 8, "there is room for everything"


def test_what_matters_least_is_left_out_first():
    parts = [Part(1, ("Pops four.",)), Part(3, ("Then Bo takes a card.", "Bo.")), Part(0, ("Wins 30.",)),
             Part(2, ("Next best: b.",))]
    assert within(60, parts) == ["Pops four.", "Then Bo takes a card.", "Wins 30.", "Next best: b."]
    assert within(40, parts) == ["Pops four.", "Bo.", "Wins 30.", "Next best: b."]
    assert within(24, parts) == ["Pops four.", "Bo.", "Wins 30."]
    assert within(3, parts) == ["Wins 30."]


def test_sentences_of_the_second_choice_begin_with_a_capital():
    told = Option(1, "", "", 0.3, (1,), "Take a yellow marble. Roll in: white into column D")
    other = Option(2, "", "", 0.2, (2,), "Take a purple marble. Roll in: yellow over purple into column A")
    assert other.name_beside(told) == "Take a purple marble. Yellow over purple into column A"
    alike = Option(2, "", "", 0.2, (2,), "Take a yellow marble. Roll in: yellow into column A")
    assert alike.name_beside(told) == "yellow into column A"
