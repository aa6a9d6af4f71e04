"""Playing games of any kind at random, for tests: cases of seats and options, interpreted play, compiled replay."""

import importlib
import random
from pathlib import Path

import numpy as np

from marbletop.core.chance import LUCK, fresh_chance, luck, pick
from marbletop.core.kernel import compile_runner
from marbletop.games import GAMES

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
NOW_AND_THEN = 8                            # observations and redeals are compared at every so many decisions


def cases(game, random_cases=12):
    """Seats and options to play: every seat count, every single value of every option, and random combinations."""
    found = [(seats, {}) for seats in game.seats]
    for option in game.option_list.values():
        values = option.values if len(option.values) <= 6 else (option.values[0], option.values[1], option.values[-1])
        for value in values:
            if value != option.default:
                here = game.seats[len(found) % len(game.seats)]
                found += [(seats, {option.name: value}) for seats in sorted({here, game.seats[-1]})]
    chooser = random.Random(game.name)
    for _ in range(random_cases):
        found.append((chooser.choice(game.seats),
                      {option.name: chooser.choice(option.values) for option in game.option_list.values()}))
    return [case for case in found if possible(game, *case)]


def possible(game, seats, options):
    """Whether the game accepts these options with so many seats (a first player that does not exist is refused)."""
    try:
        game.make_box(game.read_options(options), seats)
        return True
    except ValueError:
        return False


def laws(game):
    """The game's conservation laws: `check(state, box)` in tests/games/<game>/laws.py."""
    return importlib.import_module(f"tests.games.{game.name}.laws").check


def start(game, seats, options, seed, deal=0):
    """A plain state after the deal, and its box."""
    chosen = game.read_options(options)
    box = game.make_box(chosen, seats)
    state = game.blank(seats, chosen, [seed, deal])
    game.setup(state, box)
    return state, box


def random_play(game, state, box, generator, most=100_000):
    """Play to the end at random; yields (state before the action, legal list, action) for every decision."""
    actions = [0] * game.most_legal
    for _ in range(most):
        if state.over:
            return
        n = game.legal(state, box, actions)
        assert n > 0, f"no legal action in {game.notation.write_position(state, box)}"
        action = actions[pick(generator, n)]
        yield state, actions[:n], action
        game.play(state, box, action)
    raise AssertionError(f"the game has not ended after {most} decisions")


def replayer(game):
    """A compiled runner that plays given actions and keeps all there is to compare."""
    setup, legal, play, outcome, redeal, observe = (
        game.setup, game.legal, game.play, game.outcome, game.redeal, game.observe)

    def replay_actions(states, boxes, actions, history, lists, lengths, views, generators, imagined, seen, points, rank):
        setup(states[0], boxes[0])
        history[0] = states[0]
        for i in range(len(actions)):
            lengths[i] = legal(states[0], boxes[0], lists[i])
            if i % NOW_AND_THEN == 0:
                k = i // NOW_AND_THEN
                observe(states[0], boxes[0], states[0].player, seen[k])
                imagined[k] = views[k]
                redeal(imagined[k], boxes[0], states[0].player, generators[0])
                fresh_chance(imagined[k], generators[0])
            play(states[0], boxes[0], actions[i])
            history[i + 1] = states[0]
        return outcome(states[0], boxes[0], points, rank)

    arguments = replay_arguments(game, game.state.blank(), game.box.blank(), [], [])
    return compile_runner(replay_actions, game, *arguments)


def replay_arguments(game, state, box, actions, views, seed=0):
    n, k = len(actions), len(views)
    packed = b"".join(game.state.pack(view) for view in views)
    return (game.state.to_record(state), game.box.to_record(box), np.array(actions, np.int64),
            np.zeros(n + 1, game.state.dtype), np.zeros((n, game.most_legal), np.int64), np.zeros(n, np.int64),
            np.frombuffer(bytearray(packed), game.state.dtype), LUCK.to_record(luck(seed)), np.zeros(k, game.state.dtype),
            np.zeros((k, game.observation_size), np.uint8), np.zeros(game.state.owners),
            np.zeros(game.state.owners, np.int64))


def assert_equal_play(game, replay, seats, options, seed):
    """One random game interpreted and compiled: the same bytes, legal lists, observations, imagined deals, outcome."""
    state, box = start(game, seats, options, seed)
    before = game.blank(seats, game.read_options(options), [seed, 0])
    history, lists, actions, views, seen, imagined = [game.state.pack(state)], [], [], [], [], []
    generator, choices = luck(seed), luck(seed, 1)
    for state_now, legal, action in random_play(game, state, box, choices):
        if history[1:] or actions:
            history.append(game.state.pack(state_now))
        lists.append(legal)
        actions.append(action)
        if (len(actions) - 1) % NOW_AND_THEN:
            continue
        view = game.view(state_now, box, state_now.player)
        views.append(game.state.copy(view))
        out = [0] * game.observation_size
        game.observe(state_now, box, state_now.player, out)
        seen.append(out)
        game.redeal(view, box, state_now.player, generator)
        fresh_chance(view, generator)
        imagined.append(game.state.pack(view))
    history.append(game.state.pack(state))
    points, rank = [0.0] * game.state.owners, [0] * game.state.owners
    ending = game.outcome(state, box, points, rank)

    arguments = replay_arguments(game, before, box, actions, views, seed)
    compiled_ending = replay(*arguments)
    _, _, _, c_history, c_lists, c_lengths, _, _, c_imagined, c_seen, c_points, c_rank = arguments
    where = f"{game.name}, {seats} seats, {options}, seed {seed}"
    for i, expected in enumerate(history):
        assert c_history[i].tobytes() == expected, (
            f"{where}: other bytes after {i} actions: {difference(game, c_history[i], expected)}")
    for i, legal in enumerate(lists):
        assert c_lists[i, :c_lengths[i]].tolist() == legal, f"{where}: other legal list at action {i}"
    for i, expected in enumerate(imagined):
        assert c_imagined[i].tobytes() == expected, (
            f"{where}: other redeal at action {NOW_AND_THEN * i}: {difference(game, c_imagined[i], expected)}")
    assert np.array_equal(c_seen, np.array(seen, np.uint8).reshape(c_seen.shape)), f"{where}: other observation"
    assert (compiled_ending, c_points.tolist(), c_rank.tolist()) == (ending, points, rank), f"{where}: other outcome"
    return len(actions)


def check_within_arrays(name):
    """Compare compiled and interpreted play of all cases, in a process with bounds checks on; see test_every_game."""
    import warnings

    import numba.core.event as event
    compilations = []

    class Names(event.Listener):
        def on_start(self, told):
            function = told.data["dispatcher"].py_func
            if function.__module__.startswith("marbletop.games"):
                compilations.append(f"{function.__module__}.{function.__name__}")

        def on_end(self, told):
            pass

    event.register("numba:compile", Names())
    game = GAMES[name]
    replay = replayer(game)
    warnings.simplefilter("error")
    every = cases(game)
    for number, (seats, options) in enumerate(every[::max(1, len(every) // 20)]):
        assert_equal_play(game, replay, seats, options, seed=number)
    twice = sorted({name for name in compilations if compilations.count(name) > 1})
    assert not twice, f"compiled more than once, because of arguments of different types: {twice}"


def difference(game, record, expected):
    """The fields in which a compiled record differs from interpreted bytes."""
    ours, theirs = game.state.unpack(record.tobytes()), game.state.unpack(expected)
    return {name: (getattr(theirs, name), getattr(ours, name)) for name in game.state.fields
            if getattr(ours, name) != getattr(theirs, name)}


