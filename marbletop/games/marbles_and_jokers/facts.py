"""What lessons may ask about a position, by name."""

from typing import Any

from .dangers import reaches, spaces_ahead
from .moving import owner_on
from .positions import marble_text
from .rules import legal_list
from .state import CARD, FORWARD, JOKER, MARBLES, MOVE, RING, SPLIT_ONE_EACH

DECISIONS = ("card", "move", "turn", "split", "target")         # by phase
JUMPER = "joker"                            # the marble that a Joker moves
SHARE, SHARE_BACK = "share", "share-back"   # a move with a card that two marbles can share: both forward, or one of them back
FIRST_ROUNDS = 2
HIT, PUSH, BACK = "hit", "push", "back"     # a card that could send a rival back, push a partner ahead, go back past the door
TRACK = "track"                             # a card to play while a marble on the track could be hit


def facts(state: Any, box: Any, seat: int) -> dict[str, Any]:
    """The decision to make, where the marbles are that have left the start ring, how many are in the home slot, how many steps
    all marbles of the team have to their home spaces, and how many the nearest one on the track has (-1 if there is none)."""
    outside = [place for place in state.place[seat] if place != RING]
    return {"decision": kind_of_move(state, box) or news_of_hand(state, box) or DECISIONS[state.phase],
            "home": state.home[seat], "cards": state.hand_size[seat],
            "marbles": " ".join(sorted(marble_text(box, seat, place) for place in outside)),
            "steps": sum(steps_left(state, box, mate) for mate in range(state.seats) if state.side[mate] == state.side[seat]),
            "to the door": min((box.length - place for place in outside if place <= box.length), default=-1)}


def kind_of_move(state: Any, box: Any) -> str:
    """What is special about the marble that is due: a Joker moves it, or it may take a part of the card and leave the rest to
    another. "" if nothing is."""
    if state.phase != MOVE:
        return ""
    if state.rank == JOKER:
        return JUMPER
    if not box.split[state.rank] or legal_list(state, box)[-1] < FORWARD:
        return ""
    return SHARE_BACK if box.split[state.rank] == SPLIT_ONE_EACH else SHARE


def news_of_hand(state: Any, box: Any) -> str:
    """What is most worth telling about the cards that could be played, if not only that one is: that a marble is out, where it
    could be hit, and after the first rounds what else the cards could do."""
    player, found = state.player, set()
    if state.phase != CARD:
        return ""
    out = TRACK if any(RING < here <= box.length for here in state.place[player][:MARBLES]) else ""
    if state.turn < FIRST_ROUNDS * state.seats:
        return out
    for m, here in enumerate(state.place[player][:MARBLES]):
        for space, ranks in spaces_ahead(box, player, here).items():
            held = [rank for rank in ranks if state.hand[player][rank] and reaches(state, box, rank, player, m)]
            owner = owner_on(state, space) if held else -1
            if owner >= 0:
                found.add(PUSH if box.team[owner] == box.team[player] else HIT)
            elif any(0 < here <= box.backward[rank] for rank in held):
                found.add(BACK)
    return next((kind for kind in (HIT, PUSH, BACK) if kind in found), out)


def steps_left(state: Any, box: Any, seat: int) -> int:
    """How many steps the marbles of a seat have to its home space, all together; from the start ring it is once round."""
    return int(sum(box.length if place == RING else max(0, box.length - place) for place in state.place[seat][:box.marbles]))
