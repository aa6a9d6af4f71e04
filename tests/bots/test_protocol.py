"""The protocol for programs: views without secrets as JSON, and one of our bots that answers as if it were asked directly."""

import json
import random

import pytest

from marbletop import __version__
from marbletop.bots import protocol
from marbletop.bots.bot import Limit, MatchSetup
from marbletop.bots.bot_program import BotProgram
from marbletop.bots.levels import level_in, level_named
from marbletop.bots.protocol import ProtocolError
from marbletop.bots.registry import bot_kind
from marbletop.core.match import Match
from marbletop.games import GAMES
from tests.core.toy import TOY

ALL_GAMES = {**GAMES, "toy": TOY}
LIMIT = Limit(iterations=30)


def positions(game, seats, moves=40, seed=1):
    """A match at every position of a random game."""
    match, chooser = Match(game, seats, seed=seed), random.Random(seed)
    while not match.over and len(match.moves) < moves:
        yield match
        match.play(chooser.choice(match.legal))


def question(match, /, **changes):
    """A question as a program would read it."""
    asked = protocol.choose(7, match.game, MatchSetup.of(match), match.view(match.player), match.box, LIMIT, **changes)
    return json.loads(json.dumps(asked))


@pytest.mark.parametrize(("name", "seats"), [(name, game.seats[-1]) for name, game in ALL_GAMES.items()])
def test_a_view_survives_the_way_there_and_back(name, seats):
    for match in positions(ALL_GAMES[name], seats):
        asked = question(match)
        assert protocol.view_from_fields(match.game, asked["view"]) == match.view(match.player)
        assert [row["action"] for row in asked["actions"]] == match.legal
        assert [row["text"] for row in asked["actions"]] == match.legal_texts
        assert asked["seat"] == match.player and asked["step"] == len(match.moves) and isinstance(asked["position"], str)


@pytest.mark.parametrize(("name", "seats"), [(name, game.seats[-1]) for name, game in ALL_GAMES.items()])
def test_what_a_seat_must_not_know_is_null(name, seats):
    for match in positions(ALL_GAMES[name], seats, moves=5):
        view = question(match)["view"]
        assert view["chance_key"] is None and view["chance_count"] is None
        for field, declared in match.game.state.secret_fields():
            if declared.known_to == "owner":
                assert [seat for seat, row in enumerate(view[field]) if row is not None] == [match.player]
            else:
                assert view[field] is None


def test_two_states_with_the_same_view_give_the_same_question():
    one = Match(TOY, 3, seed=1)
    other = one.copy()
    other.state.hand[1], other.state.hand[2] = other.state.hand[2], other.state.hand[1]
    other.state.pile, other.state.chance_key = [5, 6, 7, 8], [99, 99]
    assert other.state != one.state and question(other) == question(one)


def test_a_hand_that_team_mates_see_is_told():
    option = next(option for option in GAMES["marbles_and_jokers"].option_list.values() if "MJ-61" in option.rule)
    match = Match("marbles_and_jokers", 4, seed=1, **{option.name: option.values[-1]})
    seen = [row is not None for row in question(match)["view"]["hand"][:4]]
    hears = match.game.hears(match.state, match.box, match.player)
    assert seen == [hears(seat) for seat in range(4)] and sum(seen) > 1


@pytest.mark.parametrize(("name", "text"), [("toy", "rollouts"), ("toy", "uniform"), ("connect_four", "greedy")])
def test_our_bot_answers_a_question_as_if_it_were_asked_directly(name, text):
    program, game = BotProgram(text, ALL_GAMES), ALL_GAMES[name]
    for deal in range(3):
        match, direct = Match(game, seed=4, deal=deal), bot_kind(text).make(game, 0)
        direct.reseed(deal)
        greeting = json.loads(json.dumps(protocol.hello(1, game, MatchSetup.of(match))))
        assert protocol.read_hello(program.reply(greeting)) == f"Marbletop {text} {__version__}"
        while not match.over:
            asked = question(match, match=deal, seed=deal)
            reply = json.loads(json.dumps(program.reply(asked)))
            assert reply["id"] == 7
            action = protocol.read_action(reply, asked["actions"])
            assert action == direct.choose(match.view(match.player), match.box, LIMIT)
            match.play(action)


@pytest.mark.parametrize(("changes", "told"), [
    ({"protocol": 2}, "protocol 1"), ({"type": "dance"}, "'dance'"), ({"game": {"name": "chess"}}, "say hello first"),
    ({"view": {"marbles": [1, 2]}}, "view cannot be read"), ({"view": None}, "view cannot be read"),
    ({"limit": {}}, "KeyError")])
def test_our_bot_says_what_is_wrong_with_a_question(changes, told):
    match, program = Match("connect_four"), BotProgram("uniform")
    program.reply(protocol.hello(1, match.game, MatchSetup.of(match)))
    reply = program.reply({**question(match), **changes})
    assert reply["type"] == "error" and reply["id"] == 7 and told in reply["text"]


def test_our_bot_does_not_play_other_rules():
    match = Match("connect_four")
    greeting = protocol.hello(1, match.game, MatchSetup.of(match))
    greeting["game"]["version"] += 1
    assert "version" in BotProgram("uniform").reply(greeting)["text"]


def test_our_bot_keeps_to_the_seconds_it_is_given():
    program, four = BotProgram("steady"), GAMES["connect_four"]
    assert program._limit(four, {"seconds": 0.1, "iterations": None}).seconds == 0.1
    assert program._limit(four, {"seconds": 9.0, "iterations": None}) == level_in(four, level_named("steady")).limit
    assert BotProgram("uniform")._limit(four, {"seconds": None, "iterations": 5}).iterations == 5


@pytest.mark.parametrize(("reply", "told"), [
    ([], "no JSON object"), ({"protocol": 2, "action": 3}, "protocol 2"), ({"type": "error", "text": "tired"}, "tired"),
    ({"type": "hello"}, "'hello'"), ({"action": 99}, "99"), ({"action": "d"}, "'d'"), ({"text": "z"}, "'z'"), ({}, "None"),
    ({"action": True}, "True"), ({"action": 3.0}, "3.0")])
def test_an_answer_that_is_none_is_described(reply, told):
    with pytest.raises(ProtocolError, match=told):
        protocol.read_action(reply, question(Match("connect_four"))["actions"])


def test_an_action_is_named_by_number_or_text():
    actions = question(Match("connect_four"))["actions"]
    assert protocol.read_action({"action": 3}, actions) == protocol.read_action({"text": "d"}, actions) == 3


def test_a_program_says_its_name():
    assert protocol.read_hello({"name": " My\nbot ", "version": 2}) == "My bot 2"
    with pytest.raises(ProtocolError, match="name"):
        protocol.read_hello({"version": "1"})
