"""Bots see views only, answer the same for the same seed, keep their limits, and stop at once."""

import os
import random
import subprocess
import sys
import threading
import time
from dataclasses import replace

import pytest

from marbletop.bots.adviser import Adviser
from marbletop.bots.bot import Limit
from marbletop.bots.explain import Option, explain, line_texts, with_texts
from marbletop.bots.greedy import Greedy, greedy_policy
from marbletop.bots.levels import LEVELS, UnknownBot, bot_at, level_in, level_named
from marbletop.bots.pool import Job
from marbletop.bots.registry import bot_kind, bot_named
from marbletop.bots.rollouts import Rollouts
from marbletop.bots.search import Search
from marbletop.bots.uniform import Uniform
from marbletop.core.chance import luck
from marbletop.core.match import Match
from marbletop.core.whole_games import play_games
from marbletop.games import GAMES
from marbletop.games.connect_four.judgement import playout_action
from tests.core.toy import TOY

FOUR = GAMES["connect_four"]
judge_four = FOUR.judge
QUICK = Limit(iterations=200)


def bots_of(game):
    """One bot of each kind."""
    judge = game.judge
    made = [Uniform(game, 3), Rollouts(game, 3), *(Search(game, judge, 3, nodes=20_000, threads=n) for n in (1, 2))]
    return made + ([Greedy(game, judge, 3), Greedy(game, judge, 3, fast=True)] if judge else [])


def position_of(game, moves, seed=1):
    match, chooser = Match(game, seed=seed), random.Random(seed)
    for _ in range(moves):
        if not match.over:
            match.play(chooser.choice(match.legal))
    return match


@pytest.mark.slow
@pytest.mark.parametrize("game", [FOUR, TOY], ids=lambda game: game.name)
def test_bots_answer_the_same_for_the_same_seed_and_iterations(game):
    match = position_of(game, 1)
    view = match.view(match.player)
    for bot in bots_of(game):
        answers = []
        for _ in range(2):
            bot.reseed(5)
            answers.append((bot.choose(view, match.box, QUICK), bot.analyse(view, match.box, QUICK).ranked))
        assert answers[0] == answers[1], type(bot).__name__
        assert answers[0][0] in match.legal
        assert {row.action for row in answers[0][1]} == set(match.legal)


@pytest.mark.slow
def test_a_search_answers_the_same_in_every_process():
    asked = ("from marbletop.bots.registry import bot_named; from marbletop.bots.bot import Limit; "
             "from marbletop.core.match import Match; from marbletop.games import GAMES; match = Match(GAMES['connect_four']); "
             "bot, _ = bot_named(match.game, 'search'); "
             "print([row.visits for row in bot.analyse(match.view(0), match.box, Limit(iterations=500)).ranked])")
    told = {subprocess.run([sys.executable, "-c", asked], env={**os.environ, "PYTHONHASHSEED": seed}, check=True,
                           capture_output=True).stdout for seed in ("1", "2")}
    assert len(told) == 1


@pytest.mark.slow
def test_a_search_that_is_settled_stops_early_with_the_same_answer():
    game, limit = GAMES["marbleous"], Limit(iterations=20_000)
    bot, chooser, saved = Search(game, game.judge, nodes=400_000, explore=0.1), random.Random(4), 0
    for seed in range(8):
        match = Match(game, 2, seed=seed)
        for _ in range(chooser.randrange(20)):
            match.play(chooser.choice(match.legal))
        view = match.view(match.player)
        best = bot.analyse(view, match.box, limit).best
        assert bot.choose(view, match.box, limit) == best
        saved += 20_000 - int(bot.trees[0]["visits"][0])
    assert saved > 20_000


@pytest.mark.slow
def test_who_plays_alone_tries_to_come_close_when_all_is_lost():
    game, values = GAMES["marbleous"], []
    match, chooser = Match(game, 1, seed=3), random.Random(3)
    while len(match.moves) < 6 or len(match.legal) < 4 or match.state.stack > 2:
        match.play(chooser.choice(match.legal))
        assert not match.over
    for row in Search(game, game.judge, playout=200, nodes=50_000).analyse(match.view(0), match.box, QUICK).ranked:
        values.append(row.values[0])
    assert 0 < max(values) < 0.2, "no line of random moves wins, and yet some are better than others"


@pytest.mark.slow
def test_two_states_with_the_same_view_get_the_same_choice():
    bots = bots_of(TOY)
    for seed in range(6):
        one = Match(TOY, 3, seed=seed)
        other = one.copy()
        other.state.hand[1], other.state.hand[2] = other.state.hand[2], other.state.hand[1]
        other.state.pile = [5, 6, 7, 8]
        other.state.chance_key = [99, 99]
        for bot in bots:
            bot.reseed(seed)
            first = bot.choose(one.view(0), one.box, QUICK)
            bot.reseed(seed)
            assert bot.choose(other.view(0), other.box, QUICK) == first


class Peeking(Uniform):
    """A bot that looks for what it must not know."""

    def choose(self, view, box, limit, stop=None):
        self.found = [view.hand[seat] for seat in range(view.seats) if seat != view.viewer] + [view.pile, view.chance_key]
        return super().choose(view, box, limit)


def test_a_bot_that_peeks_finds_nothing_but_blanks():
    match, bot = Match(TOY, 3, seed=1), Peeking(TOY)
    bot.choose(match.view(0), match.box, QUICK)
    assert not any(any(row) for row in bot.found)


@pytest.mark.slow
def test_search_finds_a_win_and_stops_a_loss():
    match = Match(FOUR)
    for action in "ababa":
        match.play(action)
    for bot in (Search(FOUR, judge_four, nodes=20_000), Greedy(FOUR, judge_four)):
        assert bot.choose(match.view(1), match.box, Limit(iterations=4000)) == 0, "it stops a line of three"
    match.undo()
    for action in "gbg":
        match.play(action)
    for bot in (Search(FOUR, judge_four, nodes=20_000), Greedy(FOUR, judge_four)):
        analysis = with_texts(FOUR, match.view(1), match.box, bot.analyse(match.view(1), match.box, Limit(iterations=4000)))
        assert analysis.ranked[0].texts[0] == "b", "it makes a line of four"


def best_share(match):
    """What the player gets if nobody errs, by trying everything."""
    player, best = match.player, 0.0
    for action in match.legal:
        match.play(action)
        if match.over:
            share = 0.5 if match.outcome.rank[0] == match.outcome.rank[1] else float(match.outcome.rank[player] == 1)
        else:
            share = 1 - best_share(match)
        match.undo()
        best = max(best, share)
        if best == 1:
            break
    return best


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2])
def test_what_is_certain_is_found_out(threads):
    seen, bot = set(), Search(FOUR, judge_four, nodes=200_000, threads=threads)
    for seed in range(30):
        match, generator = Match(FOUR), luck(seed)
        while not match.over and len(match.moves) < 31:
            match.play(playout_action(match.state, match.box, match.legal, len(match.legal), generator))
        if match.over or len(match.legal) < 2:
            continue
        analysis = bot.analyse(match.view(match.player), match.box, Limit(iterations=300_000))
        share = best_share(match)
        assert analysis.ranked[0].values[match.player] == pytest.approx(share, abs=0.02 if share == 0.5 else 0)
        seen.add(share)
        while not match.over:                               # and it is what comes of it
            match.play(bot.choose(match.view(match.player), match.box, Limit(iterations=50_000)))
        assert {0.0: 2, 0.5: 1, 1.0: 1}[share] == match.outcome.rank[analysis.seat]
    assert seen == {0.0, 0.5, 1.0}


@pytest.mark.slow
def test_where_chance_remains_nothing_is_certain():
    match = Match(TOY, 3, seed=1)
    bot = Search(TOY, None, nodes=20_000)
    bot.analyse(match.view(0), match.box, QUICK)
    assert not bot.trees[0]["certain"].any()


def test_a_playout_of_connect_four_makes_four_prevents_four_and_does_not_help_to_four():
    luck_of_test = luck(3)

    def wandered(moves, misere=False):
        match = Match(FOUR, misere=misere)
        for action in moves:
            match.play(action)
        actions = match.legal
        return {"abcdefg"[playout_action(match.state, match.box, actions, len(actions), luck_of_test)] for _ in range(200)}

    assert wandered("ababab") == {"a"}, "four above each other"
    assert wandered("ababa") == {"a"}, "prevented"
    assert wandered("bgcgd") == set("ae")
    assert wandered("") == set("abcdefg") == wandered("abab", misere=True)
    assert wandered("bcdbgcgd") == set("bcdfg"), "a and e would carry the other to the second floor, where three wait"


@pytest.mark.slow
def test_a_forced_move_costs_nothing():
    toy = Match(TOY, 2, seed=1)
    while len(toy.legal) > 1:
        toy.play(toy.legal[0])
    bot = Search(TOY, None, nodes=1000)
    begun = time.perf_counter()
    assert bot.choose(toy.view(toy.player), toy.box, Limit(seconds=5)) == toy.legal[0]
    assert time.perf_counter() - begun < 2.5


@pytest.mark.slow
def test_time_limits_are_kept_and_a_request_to_stop_is_obeyed():
    match = Match(FOUR)
    bot = Search(FOUR, judge_four)
    begun = time.perf_counter()
    bot.analyse(match.view(0), match.box, Limit(seconds=0.2))
    assert 0.1 < time.perf_counter() - begun < 5
    begun, slept = time.thread_time(), time.perf_counter()
    bot.analyse(match.view(0), match.box, Limit(seconds=0.1, clock=time.thread_time), lambda: time.sleep(0.02) or False)
    assert time.perf_counter() - slept > max(0.2, time.thread_time() - begun), "sleep costs nothing by the processor's clock"
    asked = threading.Event()
    threading.Timer(0.1, asked.set).start()
    begun = time.perf_counter()
    bot.analyse(match.view(0), match.box, Limit(seconds=30), asked.is_set)
    assert time.perf_counter() - begun < 15
    with pytest.raises(ValueError, match="seconds or iterations"):
        Limit()


@pytest.mark.slow
def test_a_full_tree_ends_the_search():
    match = Match(FOUR)
    analysis = Search(FOUR, judge_four, nodes=50).analyse(match.view(0), match.box, Limit(iterations=10 ** 9))
    assert len(analysis.ranked) == 7


@pytest.mark.slow
def test_threads_add_up_what_they_found():
    match = Match(FOUR)
    analysis = Search(FOUR, judge_four, nodes=50_000, threads=2).analyse(match.view(0), match.box, Limit(iterations=4000))
    assert analysis.iterations == 4000 == sum(row.visits for row in analysis.ranked)


def test_values_are_shares_and_ranks_are_ranks():
    match = position_of(FOUR, 6)
    for row in Search(FOUR, judge_four, nodes=20_000).analyse(match.view(match.player), match.box, QUICK).ranked:
        assert sum(row.values) == pytest.approx(1, abs=1e-4) and all(1 <= rank <= 2 for rank in row.ranks)


def test_greedy_interpreted_and_compiled_judge_alike():
    for seed in range(30):
        match = position_of(FOUR, seed % 20, seed)
        if match.over:
            continue
        rows = []
        for fast in (False, True):
            analysis = Greedy(FOUR, judge_four, seed, fast=fast).analyse(match.view(match.player), match.box, QUICK)
            rows.append([(row.action, row.values) for row in analysis.ranked])
        assert rows[0] == rows[1]


def test_greedy_beats_uniform():
    bots, wins = [Greedy(FOUR, judge_four), Uniform(FOUR)], 0
    for game in range(40):
        match = Match(FOUR)
        while not match.over:
            bot = bots[(match.player + game) % 2]
            match.play(bot.choose(match.view(match.player), match.box, QUICK))
        wins += match.outcome.rank[game % 2] == 1
    assert wins >= 36


@pytest.mark.slow
def test_a_greedy_policy_plays_whole_games_compiled():
    results = play_games(FOUR, games=200, policy=greedy_policy(FOUR, judge_four))
    assert results.lengths.min() >= 7 and results.lengths.mean() > 21.5


def test_the_root_can_be_explored_more_than_the_rest():
    match, limit = Match(FOUR, seed=1), Limit(iterations=2000)
    visits = {}
    for first in (0.1, 3.0):
        bot = Search(FOUR, judge_four, nodes=50_000, explore=0.1, explore_first=first)
        visits[first] = sorted(row.visits for row in bot.analyse(match.view(0), match.box, limit).ranked)
        assert sum(visits[first]) == limit.iterations
    assert visits[3.0][0] > 2 * visits[0.1][0] and visits[3.0][-1] < visits[0.1][-1]


def test_levels_and_names():
    assert [level.name for level in LEVELS] == ["beginner", "casual", "steady", "strong", "master"]
    for level in LEVELS:
        assert level_named(level.name) is level and level.help.endswith(".")
        match = Match(FOUR)
        assert bot_at(FOUR, level).choose(match.view(0), match.box, Limit(seconds=0.05)) in match.legal
    bot, limit = bot_named(FOUR, "search@0.5")
    assert isinstance(bot, Search) and limit == Limit(seconds=0.5)
    bot, limit = bot_named(FOUR, "search#50:playout=3:explore=0.2")
    assert (bot.playout, bot.explore, bot.explore_first, limit) == (3, 0.2, 0.2, Limit(iterations=50))
    assert bot_named(FOUR, "search:explore=0.2:explore_first=0.6")[0].explore_first == 0.6
    for wrong in ("deep", "search@x", "greedy:playout=3", "search:colour=3", ""):
        with pytest.raises(UnknownBot, match="bot"):
            bot_named(FOUR, wrong)
    with pytest.raises(UnknownBot, match="beginner, casual"):
        level_named("genius")


def test_a_game_has_figures_of_its_own_for_levels():
    beginner, casual, steady, _, master = LEVELS
    own = replace(FOUR, levels={"beginner": 0.3, "steady": 77})
    assert level_in(own, beginner).loose == bot_at(own, beginner).loose == 0.3
    assert level_in(own, steady).limit == replace(steady.limit, iterations=77)
    assert level_in(own, casual) is casual and level_in(own, master) is master
    for limit in (bot_kind("steady").limit_in(own), bot_kind(Adviser("steady")).limit_in(own), job_for("steady").limit_in(own)):
        assert limit.iterations == 77
    assert bot_kind("steady#5").limit_in(own) == Limit(iterations=5) and bot_kind("greedy").limit_in(own) is None


def job_for(name):
    """A question to a bot; nobody answers it."""
    return Job(FOUR.name, {}, 2, b"", name)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_level_has_more_than_the_one_below(game):
    beginner, casual, steady, strong, master = (level_in(game, level) for level in LEVELS)
    assert beginner.loose > casual.loose > 0 and steady.limit.iterations < strong.limit.iterations
    assert master.limit.iterations is None and max(steady.limit.seconds, strong.limit.seconds) < master.limit.seconds


def test_a_beginner_is_weaker_than_casual_but_not_random():
    assert score("casual", "beginner", 40) > 0.55
    assert score("beginner", "uniform", 30) > 0.75


def score(one, two, games):
    bots, total = [bot_named(FOUR, one, 1)[0], bot_named(FOUR, two, 2)[0]], 0.0
    for game in range(games):
        match = Match(FOUR)
        while not match.over:
            bot = bots[(match.player + game) % 2]
            match.play(bot.choose(match.view(match.player), match.box, QUICK))
        total += match.outcome.points[game % 2]
    return total / games


@pytest.mark.parametrize(("chance", "said"), [(0.0, "0 games"), (0.012, "1 game"), (0.016, "2 games")])
def test_one_game_is_not_games(chance, said):
    assert Option(0, "", "", chance).promise == f"This choice wins {said} of 100."


def test_explanations_are_sentences():
    match = Match(FOUR)
    for action in "ababab":
        match.play(action)
    view = match.view(0)
    analysis = Search(FOUR, judge_four, nodes=50_000, explore=3.0).analyse(view, match.box, Limit(iterations=8000))
    best = explain(FOUR, view, match.box, analysis, match.names)
    assert best.chosen.action == 0 and best.loss == 0 and "games of 100" in " ".join(best.sentences)
    worse = explain(FOUR, view, match.box, analysis, match.names, action=6)
    assert worse.best.action == 0 and worse.loss > 0.3
    assert any(sentence.startswith(f"Better: {best.chosen.label}") for sentence in worse.sentences)
    assert worse.reply.startswith("Red") and not worse.same_move
    assert line_texts(FOUR, view, match.box, (0,)) == ((0, "a"),)
