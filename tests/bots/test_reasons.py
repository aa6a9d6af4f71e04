"""Explanations say why in the game's words: what the best action leaves its player with, and the next best does not."""

from dataclasses import replace

import pytest

from marbletop.bots.bot import Analysis, Ranked
from marbletop.bots.explain import deals_of, explain
from marbletop.bots.reasons import Line, reasons
from marbletop.core.hint import Merit
from marbletop.core.match import Match
from marbletop.games import GAMES
from marbletop.games.marbles_and_jokers.state import JOKER
from marbletop.words import You, use_language

from ..games.marbleous.tables import table

GAME = GAMES["marbles_and_jokers"]
KEEPS_JOKER = "You keep a Joker for later."


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


def told(match, better, worse, game=GAME):
    view = match.view(0)
    return reasons(game, deals_of(game, view, match.box), match.box, better, worse, match.names)


def line(match, card):
    """A card, and the first ways that it can go."""
    after, actions = match.copy(), [card]
    after.play(card)
    while after.player == 0:
        actions.append(after.legal[0])
        after.play(actions[-1])
    return Line(actions, ())


def test_what_the_better_line_keeps_is_told():
    match = position([1, JOKER, 5, 5, 5])
    two, joker = line(match, 1), line(match, JOKER)
    assert KEEPS_JOKER in told(match, two, joker) and KEEPS_JOKER not in told(match, joker, two)
    assert KEEPS_JOKER not in told(match, two, line(match, 5)), "the other line keeps it, too"
    assert KEEPS_JOKER not in told(match, two, None), "it is nothing new"
    with use_language("de"):
        assert "Du behältst einen Joker für später." in told(match, two, joker)


def test_what_is_so_in_some_deals_only_is_not_told():
    match = position([1, 5, 5, 5, 5])

    def merits(before, after, box, seat, names):
        moved = after is not before
        return {"guessed": Merit(moved, f"Your rival holds {after.hand[1]}."), "known": Merit(moved, "You move on.")}

    assert told(match, line(match, 1), None, replace(GAME, merits=merits)) == ("You move on.",)


def test_hints_give_reasons_before_chances():
    match = position([1, JOKER, 5, 5, 5])
    rows = tuple(Ranked(card, (chance, 1 - chance), line=tuple(line(match, card).gesture), visits=10)
                 for card, chance in ((1, 0.6), (JOKER, 0.5), (5, 0.4)))
    analysis = Analysis(0, rows, 30, 0.1)
    best = explain(GAME, match.view(0), match.box, analysis, match.names).sentences
    second = next(text for text in best if text.startswith("Next best: "))
    assert best.index(KEEPS_JOKER) < best.index("This choice wins 60 games of 100.") < best.index(second)
    worse = explain(GAME, match.view(0), match.box, analysis, match.names, JOKER).sentences
    better = next(text for text in worse if text.startswith("Better: "))
    assert worse.index("This choice wins 50 games of 100.") < worse.index(better) < worse.index(KEEPS_JOKER)
    proved = explain(replace(GAME, merits=None), match.view(0), match.box, analysis, match.names).sentences
    assert KEEPS_JOKER not in proved


@pytest.mark.parametrize(("then", "pops"), [
    ("pass", "And then: Keep my token. Pops 3 yellow for 2 points."),
    ("bonus Y b",
     "And then: Spend a token: yellow marble into column B. Pops 4 yellow for 3 points and a random bonus token.")])
def test_what_pops_after_a_token_is_told_once(then, pops):
    match = table(phase="place", card="YYB@1", hand="YYB", trays="Y||||,||W||", tokens="Y,-", pool="-,BW,YRP")
    after = match.copy()
    after.play("place Y|Y|B||")
    roll = match.action_of("place Y|Y|B||")
    rows = (Ranked(roll, (0.5, 0.5), line=(roll, after.action_of(then))),)
    told = explain(match.game, match.view(0), match.box, Analysis(0, rows), match.names).sentences
    assert told[0] == pops and "pop" not in " ".join(told[1:]).lower()


@pytest.mark.parametrize(("seats", "even"), [
    (2, "This choice wins 50 games of 100."), (3, "This choice wins 33 games of 100 (equal share: 33)."),
    (4, "This choice wins 25 games of 100 (equal share: 25).")])
def test_a_chance_among_many_is_compared_with_an_even_one(seats, even):
    match = Match("marbleous", seats, seed=1)
    rows = tuple(Ranked(action, (1 / seats,) * seats) for action in match.legal)
    said = explain(match.game, match.view(0), match.box, Analysis(match.player, rows), match.names).sentences
    assert [one for one in said if one.startswith("This choice wins")] == [even]


def machine(chosen, second, chance=0.5, merits=GAMES["marble_machine"].merits):
    """What is said of two choices of Marble Machine in which Erase can be played. Each is a line in notation."""
    match = Match.at("marble_machine", "first player=0; board left@1,-4 jump@-1,4; marbles 4@1,-3>1; hands erase+swap -", 2)

    def row(texts, won):
        after, actions = match.copy(), []
        for text in texts:
            actions.append(after.action_of(text))
            after.play(actions[-1])
        return Ranked(actions[0], (won, 1 - won), line=tuple(actions))

    analysis = Analysis(0, (row(chosen, 0.6), row(second, chance)))
    game = replace(match.game, merits=merits)
    return explain(game, match.view(0), match.box, analysis, [You("Ruth"), "Bo"]).sentences


@pytest.mark.parametrize("chance", [0.5, 0.6])
def test_a_reason_stands_instead_of_what_is_so_for_many_choices(chance):
    told = machine(["erase", "at 1,-4"], ["marble"], chance)
    assert told[:2] == ["A speed 4 marble now runs to you, not to Bo.", "This choice wins 60 games of 100."]
    assert told[2:] == (["Next best: Play a marble. That wins 10 fewer of 100."] if chance < 0.6
                        else ["Just as good: Play a marble."])


def test_without_a_reason_the_effect_is_told():
    quiet = ["erase", "at -1,4"], ["marble"]
    assert machine(*quiet, merits=lambda *_: {})[0] == "No marble on the board changes its way."
    assert machine(*quiet)[0] == "It brings none of your rivals a marble."


def test_what_the_next_best_loses_is_told_with_it():
    match = position([1, JOKER, 5, 5, 5])

    def merits(before, after, box, seat, names):
        kept = after.hand[0][JOKER]
        return {"joker": Merit(kept, "You keep a Joker." if kept else "", "" if kept else "It spends a Joker.")}

    game = replace(GAME, merits=merits)
    rows = tuple(Ranked(card, (chance, 1 - chance), line=tuple(line(match, card).gesture), visits=10)
                 for card, chance in ((1, 0.6), (JOKER, 0.5)))
    said = explain(game, match.view(0), match.box, Analysis(0, rows), match.names).sentences
    assert "You keep a Joker." in said
    assert said[-1].startswith("Next best: ") and said[-1].endswith("It spends a Joker. That wins 10 fewer of 100.")
    worse = explain(game, match.view(0), match.box, Analysis(0, rows), match.names, JOKER).sentences
    assert "It spends a Joker." not in " ".join(worse), "the better one is told instead"


def test_what_is_true_of_a_choice_is_no_reason_against_it():
    """It is one for a hint, if the game knows nothing that makes the difference."""
    match = position([1, JOKER, 5, 5, 5])
    rows = tuple(Ranked(card, (chance, 1 - chance), line=tuple(line(match, card).gesture), visits=10)
                 for card, chance in ((1, 0.6), (JOKER, 0.5)))
    game = replace(GAME, merits=lambda before, after, *_: {"moves": Merit(after is not before, "You move on.")})
    advised, against = (explain(game, match.view(0), match.box, Analysis(0, rows), match.names, action)
                        for action in (None, JOKER))
    assert advised.reasons == ("You move on.",) and against.reasons == ()


def test_a_long_effect_leaves_no_room_for_a_second_reason():
    match = position([1, 5, 5, 5, 5])

    def merits(before, after, box, seat, names):
        moved = after is not before
        return {"first": Merit(moved, "You move on."), "second": Merit(moved, "You get nearer.")}

    rows = (Ranked(1, (0.6, 0.4), line=tuple(line(match, 1).gesture), visits=10),)
    told = explain(replace(GAME, merits=merits), match.view(0), match.box, Analysis(0, rows), match.names)
    assert {"You move on.", "You get nearer."} <= set(told.sentences)
    long = replace(told.chosen, gesture_effect=f"{'On and on ' * 15}with it.")
    said = replace(told, chosen=long, best=long).sentences
    assert "You move on." in said and "You get nearer." not in said
