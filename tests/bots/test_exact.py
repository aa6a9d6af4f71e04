"""What is solved is right: the solver of Connect Four against trying everything, and the bot that plays by it."""

import random
import threading
import time
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from marbletop import Limit, Match, bot
from marbletop.bots import exact as exact_module
from marbletop.bots.bot import Analysis, Proof, Ranked, never
from marbletop.bots.exact import Exact, choose_safely
from marbletop.bots.explain import certainty, explain
from marbletop.bots.levels import LEVELS, bot_at, level_named, searching
from marbletop.bots.pool import Crew, Job
from marbletop.bots.proof import Allowance, Findings, Prover, Unproved, solver_runner
from marbletop.bots.search import Search
from marbletop.core.solving import UNDECIDED, UNSUITED
from marbletop.games import GAMES

FOUR = GAMES["connect_four"]
MASTER = level_named("master")
LIMIT = Limit(iterations=1000)
LONG = Limit(iterations=10 ** 9)


@pytest.fixture(scope="module")
def prover():
    return Prover(FOUR)


@pytest.fixture(scope="module")
def master():
    return Exact(searching(FOUR, nodes=50_000))


def random_positions(count, first, last, seed=1):
    """Positions of random games that are not over, with so many marbles."""
    chooser = random.Random(seed)
    while count:
        match, wanted = Match(FOUR), chooser.randint(first, last)
        while not match.over and len(match.moves) < wanted:
            match.play(chooser.choice(match.legal))
        if not match.over:
            count -= 1
            yield match


@cache
def score_of(marbles, player, step):
    """The score of a position for the player, by trying everything with the rules of the game."""
    state, box = FOUR.state.blank(), FOUR.make_box(FOUR.options(), 2)
    state.seats, state.marbles, state.player, state.step, state.winner = 2, list(marbles), player, step, -1
    return max(-score_after(FOUR.state.copy(state), box, action) for action in FOUR.legal_list(state, box))


def score_after(state, box, action):
    """The score of the position after an action, for the other player."""
    FOUR.play(state, box, action)
    if not state.over:
        return score_of(tuple(state.marbles), state.player, state.step)
    return 0 if state.winner < 0 else state.step - (FOUR.longest + 1)


def allowance(limit=LONG):
    return Allowance(limit, never)


def findings(prover, match, limit=LONG):
    return Findings(prover, match.view(match.player), match.box, allowance(limit))


@pytest.mark.slow
def test_the_solver_says_what_trying_everything_says(prover):
    seen = set()
    for match in random_positions(50, 31, 40):
        state, right = match.state, score_of(tuple(match.state.marbles), match.player, match.state.step)
        reachable = range(-FOUR.longest, FOUR.longest + 1)
        found = {score: prover.find(state, match.box, score, allowance()) for score in reachable}
        assert {score for score, action in found.items() if action is not None} == set(range(-FOUR.longest, right + 1))
        for score, action in found.items():
            if action is not None:
                assert -score_after(FOUR.state.copy(state), match.box, action) >= score, "the action does what was asked"
        seen.add((right > 0) - (right < 0))
    assert seen == {-1, 0, 1}


def test_findings_tell_value_length_and_every_action(prover):
    for match in random_positions(20, 31, 38, seed=2):
        found = findings(prover, match)
        found.find_value()
        found.find_length()
        found.find_values()
        found.find_lengths()
        assert found.bounds.low == found.bounds.high == score_of(tuple(match.state.marbles), match.player, match.state.step)
        for action in match.legal:
            right = -score_after(FOUR.state.copy(match.state), match.box, action)
            assert (found.of[action].low, found.of[action].high) == (right, right)
            moves = -(-(FOUR.longest + 1 - abs(right) - match.state.step) // 2)
            proof = found.proof_of(action)
            assert (proof.value, proof.moves) == ((0.5, None) if right == 0 else (float(right > 0), moves))


@pytest.mark.slow
def test_a_position_is_worth_what_its_best_move_is_worth(prover):
    for match in random_positions(25, 16, 22, seed=3):
        found = findings(prover, match)
        found.find_value()
        found.find_length()
        found.find_values()
        found.find_lengths()
        assert found.bounds.low == max(bounds.low for bounds in found.of.values()) == found.of[found.best].low
        assert all(bounds.low == bounds.high for bounds in found.of.values())


def test_interpreted_and_compiled_solve_alike():
    solver, run = FOUR.solver, solver_runner(FOUR)
    for match in random_positions(12, 24, 36, seed=4):
        plain_desk, plain_table = solver.desk.blank(), [0] * 1009
        desk, table = np.zeros(1, solver.desk.dtype), np.zeros(1009, np.int64)
        states, boxes = FOUR.state.to_record(match.state), FOUR.box.to_record(match.box)
        for score in (1, 0, 5, -3):
            for positions in (1, 7, 100_000):           # stopped, and going on
                said = run(states, boxes, score, desk, table, positions)
                assert solver.find(match.state, match.box, score, plain_desk, plain_table, positions) == said
                assert plain_table == table.tolist() and solver.desk.pack(plain_desk) == desk.tobytes()
            assert said != UNDECIDED


def test_a_solver_goes_on_where_it_was_stopped(prover):
    match = next(random_positions(1, 14, 14, seed=6))
    states, boxes = FOUR.state.to_record(match.state), FOUR.box.to_record(match.box)

    def positions_until_answered(step):
        prover.forget()
        for asked in range(1, 10 ** 7):
            if (said := prover.run(states, boxes, 1, prover.desk, prover.table, step)) != UNDECIDED:
                return said, asked * step

    at_once, whole = positions_until_answered(10 ** 9)[0], positions_until_answered(1)[1]
    assert whole > 100
    assert positions_until_answered(50) == (at_once, -(-whole // 50) * 50), "no position is looked at twice"


def test_misere_is_left_to_the_search(prover, master):
    match = Match(FOUR, misere=True)
    for action in "abcdefgabcdefgab":
        match.play(action)
    states, boxes = FOUR.state.to_record(match.state), FOUR.box.to_record(match.box)
    assert prover.run(states, boxes, 1, prover.desk, prover.table, 10 ** 9) == UNSUITED
    with pytest.raises(Unproved):
        prover.find(match.state, match.box, 1, allowance())
    view = match.view(match.player)
    master.reseed(5)
    chosen, rows = master.choose(view, match.box, LIMIT), master.analyse(view, match.box, LIMIT).ranked
    assert chosen == master.search.choose(view, match.box, LIMIT)
    assert rows == master.search.analyse(view, match.box, LIMIT).ranked and not any(row.proof for row in rows)


def test_what_cannot_be_solved_in_time_is_searched(master):
    match, little = Match(FOUR), Limit(iterations=300)
    view, search = match.view(0), master.search
    assert master.analyse(view, match.box, little).ranked == search.analyse(view, match.box, little).ranked
    assert master.choose(view, match.box, little) == search.choose(view, match.box, little)


def test_what_does_not_lose_is_found_first_and_only_a_confident_search_may_overrule_it(prover):
    match = next(one for one in random_positions(200, 22, 26) if findings_of_all(prover, one) == {0.0, 0.5})
    found = findings(prover, match)
    found._ask(found.bounds.question)
    assert found.value is None and found.of[found.best].low == 0
    loses = next(action for action in found.of if action != found.best)
    believed = [Analysis(0, (Ranked(loses, (chance, 1 - chance)),)) for chance in (0.7, 0.9)]
    assert [choose_safely(one, found) for one in believed] == [found.best, loses]


def findings_of_all(prover, match):
    found = findings(prover, match)
    found.find_values()
    return {bounds.value for bounds in found.of.values()}


@pytest.mark.slow
def test_master_keeps_what_it_has_and_wins_soonest(master):
    values = set()
    for match in random_positions(15, 30, 36, seed=7):
        right = score_of(tuple(match.state.marbles), match.player, match.state.step)
        player = match.player
        for _ in range(2):
            action = master.choose(match.view(match.player), match.box, LIMIT)
            assert -score_after(FOUR.state.copy(match.state), match.box, action) == \
                score_of(tuple(match.state.marbles), match.player, match.state.step)
            match.play(action)
            if match.over:
                break
        values.add(right > 0)
        while not match.over:                           # and to the end, against anything
            choice = master.choose(match.view(player), match.box, LIMIT) if match.player == player else match.legal[-1]
            match.play(choice)
        assert right < 0 or match.outcome.rank[player] == 1
    assert values == {True, False}


def test_the_same_position_and_iterations_give_the_same_answer(master):
    match = next(random_positions(1, 12, 12, seed=9))
    view = match.view(match.player)
    for limit in (Limit(iterations=30), Limit(iterations=3000)):
        answers = []
        for seed in (3, 3, 4):
            master.reseed(seed)
            answers.append((master.choose(view, match.box, limit), master.analyse(view, match.box, limit).ranked))
        assert answers[0] == answers[1]


def test_time_limits_are_kept_and_a_request_to_stop_is_obeyed(master):
    master._compiling.join()
    match, begun = Match(FOUR), time.perf_counter()
    master.choose(match.view(0), match.box, Limit(seconds=0.2))
    assert 0.1 < time.perf_counter() - begun < 5
    asked = threading.Event()
    threading.Timer(0.1, asked.set).start()
    begun = time.perf_counter()
    master.choose(match.view(0), match.box, Limit(seconds=60), asked.is_set)
    assert time.perf_counter() - begun < 30


def test_until_the_solver_is_compiled_the_search_answers(monkeypatch):
    held = threading.Event()
    compiling = threading.Thread(target=held.wait, daemon=True)
    compiling.start()
    monkeypatch.setattr(exact_module, "compile_in_background", lambda game: compiling)
    waiting = Exact(searching(FOUR, nodes=20_000))
    match = next(random_positions(1, 30, 30, seed=8))
    view = match.view(match.player)
    assert not any(row.proof for row in waiting.analyse(view, match.box, Limit(seconds=0.02)).ranked)
    held.set()
    assert all(row.proof for row in waiting.analyse(view, match.box, LIMIT).ranked), "who counts iterations alone waits"


def test_only_master_solves_and_only_where_there_is_a_solver():
    kinds = {level.name: type(bot_at(FOUR, level)) for level in LEVELS}
    assert kinds["master"] is Exact and kinds["strong"] is kinds["steady"] is Search
    assert type(bot_at(replace(FOUR, solver=None), MASTER)) is Search
    assert type(searching(FOUR)) is Search


def test_all_levels_of_a_worker_share_one_search():
    match, crew = Match(FOUR), Crew()
    job = Job("connect_four", {}, 2, FOUR.state.pack(match.view(0)), "master", limit=Limit(seconds=0.02))
    until = time.monotonic() + 120
    while not (answer := crew.answer(job, never)).ready:
        assert answer.by == "greedy" and time.monotonic() < until
        time.sleep(0.05)
    assert answer.by == "exact" and crew.answer(replace(job, bot="strong"), never).by == "search"
    assert crew._of_level["connect_four", "master"].search is crew._of_level["connect_four", "strong"]


def test_hints_say_what_is_certain():
    match = Match(FOUR)
    for action in "dcdcd":
        match.play(action)
    hint = bot("master", limit=LIMIT).hint(match)
    assert hint.text == "d" and "That loses" not in str(hint)
    match.play("c")                                     # both have three above each other
    assert "That wins at once." in str(bot("master", limit=LIMIT).hint(match))
    match.play("g")
    match.play("g")
    view, analysis = match.view(0), bot("master", limit=LIMIT).analyse(match)
    worse = explain(FOUR, view, match.box, analysis, match.names, action=6)
    assert "That loses to the very next move." in worse.sentences
    assert any(sentence.startswith("Better: Column d. That wins at once.") for sentence in worse.sentences)


@pytest.mark.parametrize(("proof", "told"), [
    (Proof(1.0, 1), "That wins at once."), (Proof(1.0, 7), "That wins in 7 moves, whatever the other player does."),
    (Proof(1.0), "That wins, whatever the other player does."), (Proof(0.5), "That's a draw if nobody slips up."),
    (Proof(0.0, 1), "That loses to the very next move."), (Proof(0.0), "That loses unless the other player slips up."),
    (Proof(0.0, 3), "That loses in 3 moves unless the other player slips up.")])
def test_what_is_proved_is_a_sentence(proof, told):
    assert certainty(proof) == told


def test_of_losses_the_latest_is_chosen_and_the_next_is_told(master):
    for match in random_positions(30, 28, 34, seed=11):
        view = match.view(match.player)
        analysis = master.analyse(view, match.box, LIMIT)
        best, second, *_ = analysis.ranked if len(analysis.ranked) > 1 else (*analysis.ranked, None)
        if second and best.proof.value == 0 and second.proof.moves != best.proof.moves:
            break
    assert best.proof.moves > second.proof.moves
    told = " ".join(explain(FOUR, view, match.box, analysis, match.names).sentences)
    assert certainty(best.proof) in told and f"Next best: Column {'abcdefg'[second.action]}." in told
    assert certainty(second.proof) in told and "Just as good" not in told
