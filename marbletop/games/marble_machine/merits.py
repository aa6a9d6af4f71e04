"""What speaks for a machine, in sentences: for hints."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from ...core.hint import Merit
from ...words import capital, join_or, plural, say
from .movement import RESTS
from .names import marble_text, owner_or_you, tile_name
from .paths import board_of, goal_odds, odds_of_marbles
from .sentences import COLLECTS
from .state import DIRECTIONS, ERASE, FINISHED, FIRST, HOME, IN_GOAL, MOVE, SECOND, SPEEDS, SWAP, TRADE
from .story import COLLECT_SEVERAL

CHANGED = 0.2                               # a share of a marble that has to change before anybody is told
CERTAIN = 0.999
MODIFIERS = (ERASE, MOVE, SWAP)


class Fate(NamedTuple):
    """What each side gets of a marble, on average, if nobody plays on: before something was done, and after it."""

    m: int
    speed: int
    before: Sequence[float]
    after: Sequence[float]
    new: bool                               # it was not on the board before

    def gain(self, side: int) -> float:
        return self.after[side] - self.before[side]


def merits(before: Any, after: Any, box: Any, seat: int, names: Sequence[str]) -> dict[str, Merit]:
    """Marbles that a seat collects, those that now run to it, those that run to its rivals or do so no more, and ways on which
    new ones would come to it; if there is none of these, what stays as it is. While a tile or a marble is still to be placed
    nobody can tell. Before the game, what the tiles are good for."""
    if before.phase == TRADE:
        return trade_merits(before, after, seat) if after.step != before.step else {}
    if after.phase not in (FIRST, SECOND, FINISHED):
        return {}
    mine = int(box.side[seat])
    fates = fates_of(before, after, box)
    fates = [fate for fate in fates if fate.new] or fates           # the others have run: how dice led them is no merit
    gained = [fate for fate in fates if fate.gain(mine) >= CHANGED]
    kept = [(fate, side) for fate in fates for side in range(box.sides)
            if side != mine and fate not in gained and -fate.gain(side) >= CHANGED]
    ways, old_ways = ways_to(after, box, mine), ways_to(before, box, mine)
    collected = [int(after.speed[m]) for m in collected_by(before, after, box, mine)]
    given = [(fate, side) for fate in fates for side in range(box.sides) if side != mine and fate.gain(side) >= CHANGED]
    gain = in_steps(sum(fate.gain(mine) for fate in fates))
    found = {"collected": Merit(len(collected), collected_words(collected)),
             "gained": Merit(gain, gained_text(gained, box, names, mine), loss_text(fates, gain, mine)),
             "given": Merit(-in_steps(sum(fate.gain(side) for fate, side in given)), "", given_text(given, box, names)),
             "kept": Merit(in_steps(-sum(fate.gain(side) for fate, side in kept)), kept_text(kept, box, names)),
             "ways": Merit(len(ways), ways_text(ways) if len(ways) > len(old_ways) else "",
                           say("It blocks a way to your goals.") if len(ways) < len(old_ways) else "")}
    if after.step != before.step and not any(merit.words for merit in found.values()):
        found["steady"] = Merit(0.0, steady_text(fates, mine))
    return found


def in_steps(amount: float) -> float:
    """An amount in steps: what differs by less is as good."""
    return round(amount / CHANGED) * CHANGED


def trade_merits(before: Any, after: Any, seat: int) -> dict[str, Merit]:
    """What speaks for trading a tile in, and for keeping it: it works on tiles, and none lie on the board yet."""
    traded = next((tile for tile in MODIFIERS if after.aside[tile] > before.aside[tile]), 0)
    held = [tile_name(tile) for tile in MODIFIERS if before.hand[seat][tile]]
    tile = tile_name(traded) if traded else join_or(held) if held else ""
    if not tile:
        return {}
    if traded:
        return {"now": Merit(1.0, say("{tile} is no use until tiles lie on the board.", tile=tile)), "later": Merit(0.0, "")}
    return {"now": Merit(0.0, ""), "later": Merit(1.0, say("{tile} will be useful later.", tile=tile))}


def loss_text(fates: Sequence[Fate], gain: float, mine: int) -> str:
    """What a seat loses, or that it gains nothing."""
    if gain > 0:
        return ""
    lost = [fate for fate in fates if fate.gain(mine) <= -CHANGED]
    if gain < 0 and lost:
        return (say("You are then less likely to get {marble}.", marble=marble_text(lost[0].speed)) if len(lost) == 1
                else say("You are then less likely to get {n} marbles.", n=len(lost)))
    return "" if gain < 0 else say("It hardly brings you a marble.")


def given_text(given: Sequence[tuple[Fate, int]], box: Any, names: Sequence[str]) -> str:
    """A marble that a rival gets, or may get."""
    if not given:
        return ""
    fate, side = max(given, key=lambda one: one[0].gain(one[1]))
    who, marble = owner_or_you(box, names, side), marble_text(fate.speed)
    if fate.after[side] <= CERTAIN:
        return say("It helps {who} to get {marble}.", who=who, marble=marble)
    return say("It gives {who} {marble}.", who=who, marble=marble)


def fates_of(before: Any, after: Any, box: Any) -> list[Fate]:
    """What has become of the marbles."""
    was, is_now = shares_of(before, box), shares_of(after, box)
    nothing = [0.0] * box.sides
    return [Fate(m, int(after.speed[m]), was.get(m, nothing), shares, m not in was) for m, shares in is_now.items()]


def shares_of(state: Any, box: Any) -> dict[int, list[float]]:
    """What each side gets of each marble that is on the board or was collected, on average, if nobody plays on."""
    found = {}
    for m in range(state.drawn):
        if state.place[m] > IN_GOAL:
            found[m] = [float(box.owner[state.place[m] - IN_GOAL] == side) for side in range(box.sides)]
    for m, odds in goal_odds(state, box).items():
        found[m] = [sum(odds.goals[goal - 1] for goal in range(1, DIRECTIONS + 1) if box.owner[goal] == side)
                    for side in range(box.sides)]
    return found


def collected_by(before: Any, after: Any, box: Any, mine: int) -> list[int]:
    """The marbles that a side has collected, and would not have missed by another roll of a die."""
    shares = shares_of(before, box)
    return [m for m in range(before.drawn) if before.place[m] <= IN_GOAL < after.place[m]
            and box.owner[after.place[m] - IN_GOAL] == mine and shares.get(m, [0.0] * box.sides)[mine] > CERTAIN]


def collected_words(speeds: Sequence[int]) -> str:
    if not speeds:
        return ""
    return (say(COLLECT_SEVERAL[0], n=len(speeds)) if len(speeds) > 1
            else say(COLLECTS[0], marble=marble_text(speeds[0])))


def gained_text(gained: Sequence[Fate], box: Any, names: Sequence[str], mine: int) -> str:
    """Marbles that come to the seat now."""
    if not gained:
        return ""
    certain = all(fate.after[mine] > CERTAIN for fate in gained)
    if len(gained) > 1:
        n = len(gained)
        return (plural(n, "{n} marble now runs to you.", "{n} marbles now run to you.") if certain
                else plural(n, "{n} marble is now likelier to come to you.", "{n} marbles are now likelier to come to you."))
    fate = gained[0]
    if fate.new:
        return say("The new marble runs to you.") if certain else say("The new marble may come to you.")
    marble = capital(marble_text(fate.speed))
    loser = next((side for side, share in enumerate(fate.before) if side != mine and share > CERTAIN), None)
    if not certain:
        return say("{marble} is now likelier to come to you.", marble=marble)
    return (say("{marble} now runs to you.", marble=marble) if loser is None
            else say("{marble} now runs to you, not to {who}.", marble=marble, who=owner_or_you(box, names, loser)))


def kept_text(kept: Sequence[tuple[Fate, int]], box: Any, names: Sequence[str]) -> str:
    """Marbles that come to rivals no more."""
    if not kept:
        return ""
    if len({fate.m for fate, _ in kept}) > 1:
        n = len({fate.m for fate, _ in kept})
        return plural(n, "It turns {n} marble away from your rivals.", "It turns {n} marbles away from your rivals.")
    fate, side = kept[0]
    marble, who = marble_text(fate.speed), owner_or_you(box, names, side)
    return (say("It keeps {marble} away from {who}.", marble=marble, who=who) if fate.after[side] < 1 - CERTAIN
            else say("It makes it harder for {who} to get {marble}.", marble=marble, who=who))


def steady_text(fates: Sequence[Fate], mine: int) -> str:
    """What speaks for an action that brings its seat nothing: that it harms it neither."""
    if any(fate.gain(side) >= CHANGED for fate in fates if not fate.new for side in range(len(fate.after)) if side != mine):
        return ""
    if any(fate.new for fate in fates):
        return (say("No rival is certain to get the new marble.")
                if not any(share > CERTAIN for fate in fates if fate.new for share in fate.after) else "")
    n = sum(fate.after[mine] > 0.5 and fate.gain(mine) > -CHANGED for fate in fates)
    return (plural(n, "The marble that runs to you keeps its way.", "The {n} marbles that run to you keep their ways.") if n
            else say("It brings none of your rivals a marble."))


def ways_text(ways: Sequence[int]) -> str:
    return say("New marbles aimed at {ways} will probably run to you.", ways=join_or([str(way) for way in ways]))


def ways_to(state: Any, box: Any, side: int) -> list[int]:
    """The directions in which a new marble, of whatever speed, most likely runs to a side."""
    starts = tuple((RESTS, HOME, heading) for heading in range(1, DIRECTIONS + 1))
    by_speed = [odds_of_marbles(box, board_of(state), speed, starts) for speed in range(1, SPEEDS + 1)]
    return [heading for heading, odds in enumerate(zip(*by_speed), 1)
            if all(sum(one.goals[goal - 1] for goal in range(1, DIRECTIONS + 1) if box.owner[goal] == side) > 0.5
                   for one in odds)]
