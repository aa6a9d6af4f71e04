"""What speaks for a position, in sentences: for hints."""

from collections.abc import Mapping, Sequence
from typing import Any

from ...core.hint import Merit
from ...words import join_and, join_or, plural, say
from .dangers import dangers_at, is_followed, rivals_of
from .moving import card_steps, rule_against_steps
from .names import card_with_article, team_of
from .state import JOKER, MARBLES, RANKS, RING


def merits(before: Any, after: Any, box: Any, seat: int, names: Sequence[str]) -> dict[str, Merit]:
    """Cards that could bring a marble home next, what rivals lose, Jokers and ways out that are kept, marbles on the way,
    whether rivals follow them or could hit them, and how far they have come."""
    if after.over:
        return {}
    kept, places = kept_cards(before, after, seat), after.place[seat][:box.marbles]
    home = [rank for rank in kept if brings_home(after, box, seat, rank)]
    exits = [rank for rank in kept if box.exits >> rank & 1] if RING in places else []
    clever = [rank for rank in kept if (box.splits | box.retreats) >> rank & 1]
    on_way = [place for place in places if RING < place <= box.length]
    followed = sum(is_followed(after, box, seat, place) for place in on_way)
    return {"home": told(home, say("Next turn {cards} could bring a marble home.", cards=join_or(called(home))))._replace(
                lack="" if home else say("Then none of your cards could bring a marble home next turn.")),
            "rivals": loss_of_rivals(before, after, box, seat),
            "joker": Merit(kept.get(JOKER, 0), say("You keep a Joker for later.") if JOKER in kept else ""),
            "exits": told(exits, say("You keep {cards} to bring the next marble out.", cards=join_and(called(exits)))),
            "clever": told(clever, say("You keep {cards}, which can do more than go forward.", cards=join_and(called(clever)))),
            "way": told(on_way, plural(len(on_way), "That makes {n} marble on its way home.",
                                       "That makes {n} marbles on their way home.")),
            "safe": Merit(-followed, say("Then no rival is close behind your marbles.") if on_way and not followed else ""),
            "danger": danger(after, box, seat, on_way), **progress(before, after, box, seat),
            "kept": Merit(sum(int(box.forward[rank]) * n for rank, n in kept.items()),
                          say("You keep your larger cards for later."), say("That uses up a larger card.")),
            "small": small_cards(before, after, box, seat, kept)}


def loss_of_rivals(before: Any, after: Any, box: Any, seat: int) -> Merit:
    """How many steps the marbles of rivals have still to go, all together; told if some were sent back."""
    was, now = (sum(sum(state.place[rival][:box.marbles]) for rival in rivals_of(box, seat)) for state in (before, after))
    return Merit(-now, plural(was - now, "That costs your rivals {n} step.", "That costs your rivals {n} steps.")
                 if now < was else "")


def small_cards(before: Any, after: Any, box: Any, seat: int, kept: Mapping[int, int]) -> Merit:
    """How small the cards are that are kept; told of a discard, which changes nothing else."""
    is_discard = steps_of_team(before, box, seat) == steps_of_team(after, box, seat)
    return Merit(-sum(int(box.forward[rank]) * n for rank, n in kept.items()),
                 say("You keep your smaller cards, which fit near home.") if is_discard else "")


def danger(after: Any, box: Any, seat: int, places: Sequence[int]) -> Merit:
    """How many different cards of rivals could hit the marbles at some places."""
    n = len({rank for place in places for cards in dangers_at(after, box, seat, place).values() for rank in cards})
    if not n:
        return Merit(0, say("Then no rival could send your marbles back, except with a Joker.") if places else "")
    return Merit(-n, plural(n, "Then only {n} card could send your marbles back.",
                            "Then only {n} different cards could send your marbles back."),
                 plural(n, "Then {n} card could send your marbles back.",
                        "Then {n} different cards could send your marbles back."))


def progress(before: Any, after: Any, box: Any, seat: int) -> dict[str, Merit]:
    """What has moved: marbles in the home slot, the first and the last one on the track, and the team as a whole."""
    deep, front, rear, steps = ([measure(state, box, seat) for state in (before, after)]
                                for measure in (depth, first_on_track, last_on_track, steps_of_team))
    gained = steps[1] - steps[0]
    return {"deep": grown(deep, say("That makes room in the home slot.")),
            "front": grown(front, say("That takes your front marble further.")),
            "rear": grown(rear, say("That brings your last marble along.")),
            "steps": Merit(steps[1], plural(gained, "That is {n} step closer to home.", "That is {n} steps closer to home.")
                           if gained > 0 else "")}


def grown(amounts: Sequence[int], words: str) -> Merit:
    """How much there is of something, which is told if it was less before."""
    was, now = amounts
    return Merit(now, words if now > was > 0 else "")


def depth(state: Any, box: Any, seat: int) -> int:
    """How far in the home slots the marbles of a team are that have come home, all together."""
    return int(sum(place - box.length for mate in team_of(box, seat) for place in state.place[mate][:box.marbles]
                   if place > box.length))


def first_on_track(state: Any, box: Any, seat: int) -> int:
    return int(max(on_track(state, box, seat), default=0))


def last_on_track(state: Any, box: Any, seat: int) -> int:
    return int(min(on_track(state, box, seat), default=0))


def on_track(state: Any, box: Any, seat: int) -> list[int]:
    """The places of a seat's marbles on the track, if there are several."""
    places = [place for place in state.place[seat][:box.marbles] if RING < place <= box.length]
    return places if len(places) > 1 else []


def steps_of_team(state: Any, box: Any, seat: int) -> int:
    """How far the marbles of a team have come from their start rings, all together."""
    return int(sum(sum(state.place[mate][:box.marbles]) for mate in team_of(box, seat)))


def told(some: Sequence[int], words: str) -> Merit:
    """So many of something; none are not told."""
    return Merit(len(some), words if some else "")


def called(ranks: Sequence[int]) -> list[str]:
    return [card_with_article(rank) for rank in ranks] or [""]


def kept_cards(before: Any, after: Any, seat: int) -> dict[int, int]:
    """The cards that a seat had and has not played since; none if the discards were shuffled in the meantime."""
    played = [after.discards[rank] - before.discards[rank] for rank in range(RANKS)]
    left = {rank: int(before.hand[seat][rank] - played[rank]) for rank in range(RANKS)}
    return {rank: n for rank, n in left.items() if n > 0} if min(played) >= 0 else {}


def brings_home(state: Any, box: Any, seat: int, rank: int) -> bool:
    """Whether a card could bring a marble from the track into the home slot as it stands."""
    steps = int(card_steps(box, rank))
    return any(RING < here <= box.length < here + steps and not rule_against_steps(state, box, seat, m, steps)
               for m, here in enumerate(state.place[seat][:MARBLES]))
