"""What is said when something is pressed that cannot be chosen: the rule that forbids it, exactly, or what to do instead."""

import random
from types import SimpleNamespace

import pytest

from marbletop.core.match import Match
from marbletop.games import GAMES
from marbletop.web.page.why_not import why_not_there
from tests.games.marabunta.table import Table
from tests.games.marble_machine import tables as machine
from tests.games.marbleous.tables import before_popping, table
from tests.games.marbles_and_jokers import positions as jokers


def why(game, state, box, *pressed, group=""):
    """What the player who decides is told."""
    game = GAMES[game]
    view = game.view(state, box, state.player)
    seen = SimpleNamespace(view=view, box=box, legal=game.legal_list(view, box))
    return why_not_there(game, seen, game.board.scene(view, box), pressed, group)


# Connect Four


def test_a_full_column():
    match = Match("connect_four")
    for _ in range(6):
        match.play("a")
    for pressed in (("m-0-3", "col-0"), ("col-0",)):
        found = why("connect_four", match.state, match.box, *pressed)
        assert found.rules == ("C4-3",) and found.words == "This column is full. Choose another one."


@pytest.mark.parametrize("pressed", [("col-3",), (), ("nothing",), ("m-9-9",)])
def test_what_is_no_refused_target_says_what_to_do(pressed):
    match = Match("connect_four")
    found = why("connect_four", match.state, match.box, *pressed)
    assert found.rules == () and "Pick a column and drop your marble in." in found.words


# Marbleous


def placing(hand):
    return table(phase="place", card=f"{hand}@1", hand=hand, pool="-,BW,YRP")


def test_a_card_that_would_hang_over_the_side():
    match = placing("BBY")
    found = why("marbleous", match.state, match.box, "col-3", group="turn-0")
    assert found.rules == ("MB-18",) and found.words == "The card would hang over the edge of your tray."
    assert "First choose Card turned" in why("marbleous", match.state, match.box, "col-4").words


def test_a_token_for_a_full_column_and_a_marble_of_no_set():
    match = before_popping("RYRYR|Y|||", tokens="BBP")
    assert why("marbleous", match.state, match.box, "m-0-0-red-0", "col-0", group="tok-0-blue-0").rules == ("MB-23",)
    assert "First choose blue bonus token or purple bonus token" in why("marbleous", match.state, match.box, "col-1").words
    match = before_popping("BBB|W|YY|R|")
    match.play("pass")
    assert why("marbleous", match.state, match.box, "m-0-3-red-0", "col-3").rules == ("MB-32",)


def test_any_marble_of_a_set_can_be_pressed():
    match = before_popping("BBB|W|YY||")
    match.play("pass")
    scene = GAMES["marbleous"].board.scene(match.view(0), match.box)
    assert all({choice.target, *choice.also} >= {"m-0-1-white-0"} for choice in scene.choices)


@pytest.mark.parametrize(("pressed", "said"), [
    (("pc-1-1-1", "pt-1-1", "dc-1"), "Pop 4 yellow marbles at once to take this card: 3 points and a random bonus token."),
    (("size-2",), "A set of 5 or more takes a card from this row and brings two bonus tokens, too."),
    (("dc-2",), "these cards are for red sets."), (("sup-3",), "11 purple marbles are left in the supply."),
    (("sup-4",), "White counts as any colour, but for one set only."), (("tok-0-blue-0",), "A bonus token brings its owner"),
    (("col-2", "m-0-2-white-0"), "White counts as any colour, but for one set only."), (("col-3",), "First pick a marble card"),
    (("points-now",), "The cards of the others stay face down until the end.")])
def test_what_is_pressed_says_what_it_is(pressed, said):
    match = table(tokens="B,-", display="2b.3b.4b,2b.3b.4b,2b.3b.4b,2b.3b.4b")
    found = why("marbleous", match.state, match.box, *pressed)
    assert said in found.words and found.tells and not found.rules


def test_open_points_are_no_secret():
    match = table(options={"open_points": True})
    assert why("marbleous", match.state, match.box, "points-now").words == "Your points so far."


# Marabunta


def select(letters, dice="0,0,0,0,0,0", **words):
    return {"phase": "select", "pool": letters, "dice": dice, **words}


@pytest.mark.parametrize(("hex", "rule"), [("g1", "MA-13"), ("a1", "MA-29"), ("g2", "MA-25")])
def test_hexes_where_a_number_cannot_stand(hex, rule):
    position = Table(red="g2:1", **select("S", "0,0,0,2,0,0")).play("use S")
    assert why("marabunta", position.state, position.box, f"hex-{hex}").rules == (rule,)


def test_dice_leaves_and_crates():
    position = Table(**select("POG", "1,1,1,0,0,0")).play("use O", "g1")
    assert why("marabunta", position.state, position.box, "die-1").rules == ("MA-9",)
    assert why("marabunta", position.state, position.box, "die-3").rules == ("MA-8",)
    position = Table(**select("T", tile="leaves_2")).play("use T", "leaf G")
    assert why("marabunta", position.state, position.box, "leaf-2").rules == ("MA-18",)
    assert why("marabunta", position.state, position.box, "hex-a1").rules == ()


# Marbles and Jokers


@pytest.mark.parametrize(("text", "card", "marble", "space", "rule"), [
    ("p0: 20 25 40", "5", 0, "sp-25", "MJ-17"), ("p0: 20 22 40", "5", 0, "sp-25", "MJ-18"),
    ("p0: h1 h3 20", "2", 0, "home-0-3", "MJ-25"), ("p0: 30 50; p2: 34 39", "4", 0, "sp-34", "MJ-43"),
    ("p0: 20 30", "2", 2, "sp-8", "MJ-14")])
def test_marbles_and_spaces_that_a_card_does_not_reach(text, card, marble, space, rule):
    state, box = jokers.position(text, card)
    GAMES["marbles_and_jokers"].play(state, box, jokers.rank_of(card))
    name = "marbles_and_jokers"
    assert why(name, state, box, f"m-0-{marble}").rules == (rule,)
    if space != "sp-8":
        assert rule in why(name, state, box, space, group=f"m-0-{marble}").rules


def test_cards_and_jokers():
    state, box = jokers.position("p0: 3", "5 6 6 10 10 10")
    assert why("marbles_and_jokers", state, box, "hand-0-5").rules == ("MJ-25",)
    state, box = jokers.position("p0: 20; p1: h1 30; p2: 34", "Joker")
    game = GAMES["marbles_and_jokers"]
    game.play(state, box, jokers.rank_of("Joker"))
    game.play(state, box, game.legal_list(state, box)[0])
    assert why("marbles_and_jokers", state, box, "m-1-0", "home-1-1").rules == ("MJ-26",)
    assert why("marbles_and_jokers", state, box, "m-1-3").rules == ("MJ-31",)
    assert why("marbles_and_jokers", state, box, "sp-50").rules == ()


@pytest.mark.parametrize(("text", "hand", "marble", "said"), [
    ("p0: 20 30", "2 5 8 9 10 K", 0, "You can move this marble with: 2, 5, 8 or 9."),
    ("p0: 20", "2 5 8 9 10 K", 3, "You can move this marble with: King."),
    ("p0: 20", "2 5 8 9 10 10", 3, "To bring a marble out you need an Ace, Jack, Queen, King or Joker."),
    ("p0: 20 22", "5 6 10 10 10 10", 0, "You can't pass your own marble."),
    ("p0: 20 22", "2 6 10 10 10 10", 0, "None of your cards can move this marble: your own marbles are in the way, "
                                        "or the number doesn't fit."),
    ("p0: 2 20", "7 7 10 10 10 10", 0, "You can move this marble with: 7.")])
def test_a_marble_says_which_cards_move_it_or_why_none_does(text, hand, marble, said):
    state, box = jokers.position(text, hand)
    found = why("marbles_and_jokers", state, box, f"m-0-{marble}")
    assert found.words == said and found.tells


def test_nobody_is_told_what_others_hold():
    state, box = jokers.position("p0: 20; p1: 30", "2 5 8 9 10 K")
    game = GAMES["marbles_and_jokers"]
    assert game.board.meaning_of(game.view(state, box, 1), box, ["m-1-0"]) == ""
    assert game.board.meaning_of(game.view(state, box, 0), box, ["m-1-0"]) == ""


def test_a_card_says_what_stops_the_marble_on_the_track():
    """Not what stops one that is home already."""
    state, box = jokers.position("p0: h5 1 3", "10 10 A A 2 2")
    found = why("marbles_and_jokers", state, box, f"hand-0-{jokers.rank_of('10')}")
    assert found.rules == ("MJ-18",) and found.words == "You can't pass your own marble."


GAMES_WITH_REASONS = [game for game in GAMES.values() if hasattr(game.board, "parts_of")]


@pytest.mark.parametrize("game", GAMES_WITH_REASONS, ids=lambda game: game.name)
def test_a_press_is_answered_with_one_rule(game):
    """Whatever is pressed, there is one reason and one link behind it."""
    chance, match, refused = random.Random(game.name), Match(game, max(game.seats[0], 2), seed=3), 0
    for _ in range(30):
        if match.over:
            break
        view = match.view(match.player)
        seen = SimpleNamespace(view=view, box=match.box, legal=match.legal)
        scene = game.board.scene(view, match.box)
        ids = sorted(set().union(*(panel.root.ids for panel in scene.panels)))
        for id in chance.sample(ids, min(6, len(ids))):
            found = why_not_there(game, seen, scene, [id])
            assert found.words and len(found.rules) <= 1
            if found.rules:
                plain = getattr(game.notation, "REASONS", {}).get(found.rules[0])
                assert plain is None or found.words == plain
                refused += 1
        match.play(chance.choice(match.legal))
    assert refused


# Marble Machine


def played(text, *actions):
    state, box = machine.position(text)
    for action in actions:
        GAMES["marble_machine"].play(state, box, action)
    return state, box


def test_modifiers_without_a_part():
    state, box = played("hands erase+swap left+left")
    assert why("marble_machine", state, box, "tile-16-1").rules == ("MM-11",)
    assert why("marble_machine", state, box, "sp-3").rules == ()


def test_spaces_that_are_taken():
    state, box = played("board left@0,-1; marbles 1@0,-2>1; hands jump+left right+right", 7)
    assert why("marble_machine", state, box, "pt-1", "sp-1").rules == ("MM-25",)
    assert why("marble_machine", state, box, "sp-0").rules == ("MM-25",)
    state, box = played("board redirect3@0,-1 left@0,-2; hands move+left right+right", 17)
    assert why("marble_machine", state, box, "sp-3").rules == ("MM-31",)
    GAMES["marble_machine"].play(state, box, 26)
    assert why("marble_machine", state, box, "pt-1", "sp-1").rules == ("MM-31",)
    assert why("marble_machine", state, box, "pt-7", "sp-7").rules == ("MM-25",)


def test_tiles_of_a_kind_can_all_be_pressed():
    state, box = played("hands left+left right+right")
    scene = GAMES["marble_machine"].board.scene(GAMES["marble_machine"].view(state, box, 0), box)
    left = next(choice for choice in scene.choices if choice.action == 1)
    assert (left.target, left.also, left.alike) == ("tile-1-1", ("tile-1-2",), True)
