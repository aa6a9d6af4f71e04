"""Reviews: exact where a game can be solved, adding up always."""

import json
import random
from itertools import pairwise

import numpy as np
import pytest

from marbletop import GAMES, Match
from marbletop.analysis.chance_events import event_between
from marbletop.analysis.decisions import decisions_of
from marbletop.analysis.losses import Judged, Played, leave_out_recovered
from marbletop.analysis.review import CHOICE, LUCK, CannotReview, review, reviews
from marbletop.analysis.review_file import review_file
from marbletop.analysis.review_words import (
    accuracy,
    accuracy_interval,
    as_dict,
    luckiest_event,
    point_sentences,
    summary,
    tricky_lines,
)
from marbletop.analysis.turning_points import CHANCE, FIND, MISTAKE, TurningPoint
from marbletop.games.marbles_and_jokers.names import card_with_article

from ..core.toy import TOY
from .dice_game import DICE, ROLL, TAKE
from .exact import after_action, value_of
from .levels import known

__all__ = ["known"]

SURELY = 4.5                                # standard errors: not once in a hundred thousand figures


def random_match(game, seats, seed, moves=10 ** 6, **options):
    match, choose = Match(game, seats, seed=seed, **options), random.Random(seed)
    while not match.over and len(match.moves) < moves:
        match.play(choose.choice(match.legal))
    return match


def assert_adds_up(found):
    """Every seat's parts give its result; each step begins where the last one ended; sides share one win."""
    for total in found.totals:
        assert abs(total.start + total.own + total.others + total.luck - total.result) < 1e-9
        assert abs(total.start + sum(step.change(total.seat) for step in found.steps) - total.result) < 1e-9
    for before, after in pairwise(found.steps):
        assert before.after == after.before
    assert found.steps[0].before == found.start
    side = found.match.state.side[:found.match.seats]
    if len(set(side)) > 1:
        for _, values in found.curve:
            assert abs(sum(dict(zip(side, values)).values()) - 1) < 1e-9


def assert_close(measured, exact, error):
    assert np.allclose(measured, exact, atol=SURELY * error + 1e-9, rtol=0), (measured, exact, error)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_choices_and_luck_of_a_dice_game_are_exact(seats):
    match = random_match(DICE, seats, seed=6)
    found = review(match, deals=3000)
    assert_adds_up(found)
    for step in found.steps:
        state = match.state_after(max(0, step.number))
        expected = after_action(DICE, state, match.box, match.moves[step.number].action)
        if step.kind == CHOICE:
            change = expected - value_of(DICE, state, match.box)
        else:
            change = value_of(DICE, match.state_after(step.number + 1), match.box) - expected
            assert match.moves[step.number].action == ROLL
        assert 0 <= step.error < 0.03
        assert_close(np.subtract(step.after, step.before), change, step.error)
    rolls = [number for number, move in enumerate(match.moves) if move.action == ROLL]
    assert [step.number for step in found.steps if step.kind == LUCK] == rolls


@pytest.mark.slow
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_losses_of_a_dice_game_are_exact(seats):
    match = random_match(DICE, seats, seed=2)
    for judged in review(match, deals=3000).judged:
        state = match.state_after(judged.number)
        values = [after_action(DICE, state, match.box, action)[judged.seat] for action in (0, 1)]
        assert_close(judged.loss, max(values) - values[judged.taken], judged.error)
        assert judged.error < 0.03


def hands_of(state, box, seat):
    """Every whole state that a view of the toy may come from, for two seats, with its weight: as its redeal deals."""
    def deal(hand, pile, cards, weight):
        if not cards:
            yield hand, pile, weight
            return
        for kind, count in enumerate(pile):
            if count:
                more, less = list(hand), list(pile)
                more[kind] += 1
                less[kind] -= 1
                yield from deal(more, less, cards - 1, weight * count / sum(pile))

    pile = [box.copies - count for count in state.hand[seat]]
    for hand, left, weight in deal([0] * 4, pile, state.hand_size[1 - seat], 1.0):
        whole = TOY.state.copy(state)
        whole.hand[1 - seat], whole.pile = hand, left
        yield whole, weight


@pytest.mark.slow
def test_hidden_hands_are_dealt_again():
    """The values before and after a choice are those of a player who does not see the other hand."""
    match = next(one for one in (random_match(TOY, 2, seed, die=2, copies="few") for seed in range(99))
                 if len(decisions_of(one)) == 2)
    found = review(match, deals=3000)
    assert_adds_up(found)
    choices = [step for step in found.steps if step.kind == CHOICE]
    assert len(choices) == 2
    for step, decision in zip(choices, found.measured):
        state, action = match.state_after(step.number), match.moves[step.number].action
        dealt = list(hands_of(state, match.box, step.seat))
        assert len(dealt) > 3
        before = sum(weight * value_of(TOY, whole, match.box) for whole, weight in dealt)
        after = sum(weight * after_action(TOY, whole, match.box, action) for whole, weight in dealt)
        error = 0.5 / np.sqrt(decision.deals)
        assert_close(step.before, before, error)
        assert_close(step.after, after, error)
        assert_close(np.subtract(step.after, step.before), after - before, step.error)


@pytest.mark.slow
def test_the_deal_is_luck_too():
    match = random_match(TOY, 2, seed=3)
    found = review(match, deals=200)
    assert_adds_up(found)
    assert found.steps[0].number == -1 and found.totals[0].errors["start"] > 0
    assert abs(found.start[0] - 0.5) < 0.2


@pytest.mark.slow
def test_luck_is_zero_on_average():
    """Over many games the sum of luck is that of a fair game, though one side plays badly."""
    lucks, errors = [], []
    for seed in range(60):
        match, choose = Match(DICE, 2, seed=seed), random.Random(seed)
        while not match.over:                       # the first seat always rolls, which is worse
            match.play(ROLL if match.player == 0 else choose.randrange(2))
        total = review(match, deals=60).totals[0]
        lucks.append(total.luck)
        errors.append(total.errors["luck"])
    assert abs(np.mean(lucks)) < SURELY * np.std(lucks) / np.sqrt(len(lucks))
    assert 0.05 < np.std(lucks) < 1 and max(errors) < 0.3


@pytest.fixture(scope="module")
def endgame():
    """The last eight moves of a game of Connect Four that fills most of the board."""
    game = GAMES["connect_four"]
    whole = max((random_match(game, 2, seed) for seed in range(40)), key=lambda match: len(match.moves))
    first = len(whole.moves) - 8
    match = Match.at(game, str(game.notation.write_position(whole.state_after(first), whole.box)))
    for move in whole.moves[first:]:
        match.play(move.action)
    return match


@pytest.mark.slow
def test_an_endgame_without_chance_is_exact(endgame):
    """Choices are proven: what an action lost is what it loses against perfect play, and there is no luck."""
    found = review(endgame, deals=8)
    assert_adds_up(found)
    assert {step.kind for step in found.steps} == {CHOICE}
    assert found.totals[0].luck == 0 and found.totals[0].errors["luck"] == 0
    assert found.judged
    for judged in found.judged:
        state = endgame.state_after(judged.number)
        values = {action: after_action(endgame.game, state, endgame.box, action, best=True)[judged.seat]
                  for action in endgame.game.legal_list(state, endgame.box)}
        assert (judged.loss, judged.error) == (max(values.values()) - values[judged.taken], 0)
        assert values[judged.best] == max(values.values())
    for step in found.steps:
        assert step.before == tuple(value_of(endgame.game, endgame.state_after(step.number), endgame.box, best=True))


@pytest.mark.slow
def test_what_is_proven_counts_after_a_rough_curve_without_it(endgame):
    rough, *_, last = reviews(endgame, seconds=1)
    assert any(judged.error for judged in rough.judged) and not any(judged.error for judged in last.judged)


@pytest.mark.slow
def test_a_game_without_chance_is_thought_over_instead_of_played_out():
    """Three in an open row cannot be stopped: the mistake is not to have stopped two, and whatever comes then loses nothing."""
    match = Match(GAMES["connect_four"], 2)
    for column in (3, 0, 2, 0, 4, 1, 5):
        match.play(column)
    found = review(match, deals=4)
    lost = {judged.number: judged.loss for judged in found.judged}
    assert lost[3] > 0.15 and max(lost[number] for number in (4, 5, 6)) == 0
    assert any(point.number == 3 and point.better in (1, 4) and point.kind == MISTAKE for point in found.points)


@pytest.mark.parametrize(("kind", "change", "sure"), [
    (FIND, 0.3, True), (FIND, -0.3, False), (MISTAKE, -0.3, True), (MISTAKE, 0.3, False), (CHANCE, 0.01, False)])
def test_what_turned_out_the_other_way_is_not_told(kind, change, sure):
    assert TurningPoint(kind, 0, 0, change, 0.05).is_sure == sure


def test_the_same_deals_give_the_same_review_and_more_deals_a_narrower_one():
    match = random_match(DICE, 2, seed=1)
    first, second, more = review(match, deals=50), review(match, deals=50), review(match, deals=800)
    assert (first.steps, first.judged, first.points) == (second.steps, second.judged, second.points)
    assert first.steps != review(match, deals=50, seed=5).steps
    assert more.totals[0].errors["own"] < 0.5 * first.totals[0].errors["own"]


@pytest.mark.slow
def test_better_and_better_reviews():
    match = random_match(DICE, 4, seed=1)
    found = list(reviews(match, seconds=0.3))
    assert [one.deals for one in found[:2]] == [4, 8]
    for one in found:
        assert_adds_up(one)
    assert found[-1].totals[0].errors["own"] < 0.5 * found[0].totals[0].errors["own"]
    assert list(reviews(match, seconds=60, stop=lambda: True))[-1].deals == 8


def match_of_dice(points):
    """Alone: two points twice, which leaves two to win; then a roll that gives so many."""
    for seed in range(99):
        match = Match(DICE, 1, seed=seed)
        for action in (TAKE, TAKE, ROLL):
            match.play(action)
        if match.outcome.points[0] == 4 + points:
            return match


def test_a_mistake_is_told_with_what_was_better():
    """Whoever rolls where two points win gives half a win away."""
    found = review(match_of_dice(0), deals=400)
    mistake = next(point for point in found.points if point.kind == MISTAKE)
    assert (mistake.number, mistake.seat, mistake.better) == (2, 0, TAKE)
    assert_close(mistake.change, -0.5, mistake.error)
    assert any("plays roll and gives away" in line and "Better: take" in line for line in summary(found))


def test_where_most_players_would_have_gone_wrong():
    """The usual player of a game without a judgement does anything: half of the time it rolls where it should take."""
    found = review(match_of_dice(0), deals=400)
    mistake = next(point for point in found.points if point.kind == MISTAKE)
    assert_close(mistake.usual, -0.25, mistake.usual_error)
    assert mistake.is_tricky and "Most players would have gone wrong here" in " ".join(point_sentences(found, mistake))
    assert any(line.startswith("Move 3: most players would have given away 2") for line in tricky_lines(found))
    assert next(one for one in as_dict(found)["turning_points"] if one["kind"] == MISTAKE)["most_go_wrong"]
    find = TurningPoint(FIND, 2, 0, 0.25, 0.01, usual=-0.25, usual_error=0.01)
    assert "would have missed it" in " ".join(point_sentences(found, find))
    assert not TurningPoint(MISTAKE, 2, 0, -0.5, 0.01, TAKE, usual=-0.03, usual_error=0.01).is_tricky


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize("known_game", ["dice"])
def test_which_level_somebody_played_like_is_told():
    found = review(match_of_dice(0), deals=100)
    like = as_dict(found)["totals"][0]["like"]
    assert like["level"] == "beginner" and "Played like beginner" in "\n".join(summary(found))
    assert "Played like beginner" in review_file(found)


def test_nothing_is_said_of_levels_that_were_not_measured():
    found = review(match_of_dice(0), deals=20)
    assert as_dict(found)["totals"][0]["like"] is None and "Played like" not in "\n".join(summary(found))


def test_chance_is_told_by_the_event_alone():
    """Of a move's notes those are chance's that other chance would have changed; a card drawn is told once the game is over."""
    jokers = random_match("marbles_and_jokers", 2, 3, moves=40)
    drawn = [number for number, move in enumerate(jokers.moves) if len(move.chance) == 1]
    for number in drawn[:4]:
        card, who = card_with_article(jokers.moves[number].chance[0]), jokers.moves[number].notes[-1].details[0]
        assert event_between(jokers, number, number + 1) == f"{jokers.names[who]} draws {card}."
    machine = random_match("marble_machine", 2, 3, moves=40)
    events = [event_between(machine, number, number + 1) for number, move in enumerate(machine.moves) if move.chance]
    assert any(" draws " in event for event in events) and not any(" places " in event for event in events)
    assert event_between(machine, 0, 40) == "", "too much to be told in one breath"


def test_the_luckiest_roll_is_told():
    found = review(match_of_dice(5), deals=400)
    luck = next(point for point in found.points if point.kind == CHANCE)
    assert (luck.number, luck.seat) == (2, 0)
    assert_close(luck.change, 0.5, luck.error)
    assert any(line.startswith("After move 3: ") and "gets 5" in line and "That was worth" in line for line in summary(found))
    assert "gets 5" in luckiest_event(found, 0) and luckiest_event(found, 1) == ""


def test_what_the_next_decision_wins_back_was_not_lost():
    """An action after which the usual player loses, but its own player can still win, is no mistake."""
    def judged(number, taken, best, loss):
        return Judged(number, 0, 0, 1, loss, 0.01, (Played(1, (best,), 0.01), Played(0, (taken,), 0.01)))

    first, second = judged(4, 0.0, 1.0, 1.0), judged(5, 0.3, 0.9, 0.6)
    left, same = leave_out_recovered([first, second], lambda one, other: True)
    assert (left.loss, left.recovered) == (pytest.approx(0.1), pytest.approx(0.9)) and same == second
    assert leave_out_recovered([first, second], lambda one, other: False) == (first, second)
    assert leave_out_recovered([first, judged(5, 0.0, 0.01, 0.01)], lambda one, other: True)[0] == first


def test_small_differences_are_never_turning_points():
    for seed in range(8):
        found = review(random_match(DICE, 2, seed), deals=100)
        for point in found.points:
            assert abs(point.change) - 1.96 * point.error >= 0.02


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), [("marbleous", 1), ("marbles_and_jokers", 4)])
def test_a_review_of_a_whole_game_adds_up(name, seats):
    """Alone, and in teams with hidden hands."""
    found = review(random_match(GAMES[name], seats, seed=1), deals=2)
    assert_adds_up(found)
    assert found.judged and any(step.kind == LUCK for step in found.steps)
    assert summary(found)


def test_a_running_game_is_not_reviewed():
    with pytest.raises(CannotReview, match="still running"):
        Match(DICE, 2).review()


def test_a_game_that_was_given_up_is_reviewed_with_its_result():
    match = Match(DICE, 2, seed=1)
    match.play(0)
    found = review(match, deals=50, result=[1.0, 0.0])
    assert_adds_up(found)
    assert found.result == (1.0, 0.0) and found.steps[-1].kind == "given up" and found.steps[-1].seat == 1


def test_accuracy_falls_with_what_was_lost():
    assert accuracy(0) == accuracy(-0.01) == 100
    assert [round(accuracy(loss)) for loss in (0.01, 0.05, 0.10)] == [90, 61, 37]
    total = review(random_match(DICE, 2, seed=1), deals=50).totals[0]
    low, high = accuracy_interval(total)
    assert low < accuracy(total.loss) <= high


def test_json_and_page_hold_everything():
    match = random_match(DICE, 2, seed=4)
    match.names = ["Ruth <b>", "Bo & Co"]
    found = review(match, deals=50)
    told = json.loads(json.dumps(as_dict(found)))
    assert told["totals"][0]["start"] + sum(told["totals"][0][part] for part in ("own", "others", "luck")) \
        == pytest.approx(told["result"][0], abs=1e-9)
    page = review_file(found)
    assert "Ruth &lt;b&gt;" in page and "<b>" not in page and "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "var(--" not in found._repr_html_() and "<svg" in found._repr_html_()
