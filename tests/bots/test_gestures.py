"""An explanation names a whole gesture: a card with its marble, a tile with its space and how it is turned."""

import random

import pytest

from marbletop import Match, bot
from marbletop.bots.bot import Analysis, Limit, Ranked
from marbletop.bots.explain import LIKELY, explain, gesture_of, open_view
from marbletop.drawing.plain import scene_of

SEATS = {"marbleous": 3, "marabunta": 2, "marbles_and_jokers": 4, "marble_machine": 3}
NAMES = ["Ruth", "Bo", "Milo", "Nina"]


def gestures(game):
    """Positions in which a choice leads on, each with that choice and one of the decisions after it."""
    match, chance = Match(game, SEATS[game], seed=4), random.Random(game)
    while not match.over and len(match.moves) < 120:
        view, names = match.view(match.player), NAMES[:match.seats]
        for choice in scene_of(match.game, view, match.box, names).choices:
            ahead = open_view(match.game, view, match.box, [choice.action], names)
            if choice.leads_on and ahead is not None and len(legal := match.game.legal_list(ahead, match.box)) > 1:
                yield match, view, choice, chance.choice(legal), ahead
                break
        match.play(chance.choice(match.legal))


@pytest.mark.parametrize("game", SEATS)
def test_a_gesture_goes_on_as_the_line_does(game):
    tried = 0
    for match, view, choice, second, ahead in gestures(game):
        names = NAMES[:match.seats]
        even = (1 / match.seats,) * match.seats
        rows = (Ranked(choice.action, even, line=(choice.action, second)),
                *(Ranked(action, even) for action in match.legal if action != choice.action))
        told = explain(match.game, view, match.box, Analysis(match.player, rows), names).chosen
        following = next(one for one in scene_of(match.game, ahead, match.box, names).choices if one.action == second)
        assert told.gesture[:2] == (choice.action, second) and told.label == choice.label
        assert told.gesture_label.startswith(f"{choice.label.rstrip('.')}. {following.label.rstrip('.')}")
        alone = gesture_of(match.game, view, match.box, (choice.action,), names)
        assert [one.action for one in alone] == [choice.action], "what nobody has looked at is not named"
        tried += 1
        if tried == 4:
            break
    assert tried


@pytest.mark.parametrize(("share", "told"), [(LIKELY - 0.01, False), (LIKELY, False), (LIKELY + 0.01, True)])
def test_what_follows_is_told_only_if_most_of_the_search_goes_that_way(share, told):
    match = Match("connect_four")
    rows = (Ranked(3, (0.6, 0.4), line=(3, 2), shares=(1.0, share)),)
    said = explain(match.game, match.view(0), match.box, Analysis(0, rows), ["Ruth", "Bo"]).sentences
    assert any(one.startswith("What will probably follow: Bo") for one in said) == told


def test_bots_that_do_not_know_what_follows_tell_nothing():
    match = Match("connect_four")
    rows = (Ranked(3, (0.6, 0.4), line=(3, 2)),)
    assert explain(match.game, match.view(0), match.box, Analysis(0, rows), ["Ruth", "Bo"]).reply == ""


@pytest.mark.parametrize("game", SEATS)
def test_a_search_says_how_much_of_it_goes_the_way_of_its_line(game):
    match = Match(game, SEATS[game], seed=4)
    rows = bot("strong", limit=Limit(iterations=4000)).analyse(match).ranked
    assert any(len(row.line) > 1 for row in rows)
    for row in rows:
        assert len(row.shares) == len(row.line) and all(0 < share <= 1 for share in row.shares)


def test_the_only_way_is_explained_with_what_it_leads_to():
    """A Joker is the only card that can move, and only one marble can jump: the choice is whose place it takes."""
    match = Match.at("marbles_and_jokers", "p1=1,2,66,35,60 hand=Joker,3,2,4,5,6", 4)
    adviser = bot("strong", limit=Limit(iterations=600))
    assert [row.action for row in adviser.analyse(match).ranked] == match.legal
    assert "Take the place of" in str(adviser.hint(match))
