"""An explanation names a whole gesture: a card with its marble, a tile with its space and how it is turned."""

import random

import pytest

from marbletop import Match
from marbletop.bots.bot import Analysis, Ranked
from marbletop.bots.explain import explain, gesture_of, open_view
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
