"""The status of a position, and a sentence for each note."""

from collections.abc import Callable, Sequence
from typing import Any

from ...core.notes import Note
from ...words import phrase, plural, say
from .names import COLONY_NAMES, element_letters, elements_in_words, face_name, hex_name, power_words, region_name, tile_words
from .rules import winner
from .state import (ALL_ELEMENTS, ANYWHERE, E_AGAIN, E_BEGAN, E_CHOSE, E_CIRCLE, E_CRATE, E_CROSSED, E_CUPCAKE, E_DECLINED,
                    E_IGNORED, E_LOST, E_POINTS, E_POWER, E_REGION, E_ROUND, E_ROW_FULL, E_SELECTED, E_SPLIT, E_TRIGGER, E_WON,
                    E_WROTE, ENDINGS, IS_FREE, PHASE_NAMES, REGION_NAMES, TILE, VALUE_OF, W_THREE_1, W_TWO_0)


def effect_words(effect: int, region: int) -> str:
    """What an effect writes: 'an orange 2', 'two 0s'."""
    if effect in (W_TWO_0, W_THREE_1):
        return say("two 0s") if effect == W_TWO_0 else say("three 1s")
    value = VALUE_OF[effect]
    if region not in (ANYWHERE, -1):
        number = phrase("an {region} {value}") if REGION_NAMES[region] == "orange" else phrase("a {region} {value}")
        return say(number, region=region_name(region), value=value)
    return say("a {value} anywhere", value=value) if IS_FREE[effect] else say("a {value}", value=value)


def status(view: Any, box: Any, names: Sequence[str] = COLONY_NAMES) -> str:
    """Who has to decide what, in a sentence."""
    if view.over:
        return say("The game is over: {who} wins.", who=names[winner(view, box)])
    who = names[view.player]
    if view.phase >= len(PHASE_NAMES):
        return say("{who} goes on.", who=who)
    return say(DECISIONS[PHASE_NAMES[view.phase]], who=who, tile_pool=element_letters(view.pool ^ ALL_ELEMENTS),
               pool=element_letters(view.pool),
               number=effect_words(view.effect, view.region))


DECISIONS = {
    "split": phrase("{who} splits the seven elements."),
    "choose": phrase("{who} takes {tile_pool} or {pool}."),
    "select": phrase("{who} chooses an element of the pool {pool}."),
    "write": phrase("{who} writes {number}."),
    "cross": phrase("{who} crosses out two hexes that touch."),
    "close": phrase("{who} crosses out a cupcake hex."),
    "crate": phrase("{who} crosses out a crate."),
    "leaf": phrase("{who} fills a circle of a leaf."),
    "again": phrase("{who} chooses a die to use again."),
    "ended": phrase("{who} has ended the game."),
}


def sentence(note: Note, box: Any, names: Sequence[str]) -> str:
    """What a note says, in a sentence."""
    if note.event == E_ROUND:
        number, starter, tile, *dice = note.details
        rolled = ", ".join(say("{region} {face}", region=region_name(die), face=face_name(face)) for die,
                           face in enumerate(dice))
        return say("Round {n}: {who} turns up {tile} and rolls {dice}.", n=number, who=names[starter], tile=tile_words(tile),
                   dice=rolled)
    if note.event == E_REGION:
        region, red, blue, seat, gained = note.details
        if seat < 0:
            return say("The {region} region stands {red} to {blue}: nobody scores.", region=region_name(region), red=red,
                       blue=blue)
        return say("The {region} region stands {red} to {blue}: {who} scores {points}.", region=region_name(region), red=red,
                   blue=blue, who=names[seat], points=gained)
    seat, *rest = note.details
    return SENTENCES[note.event](box, names, names[seat], *rest)


SENTENCES: dict[int, Callable[..., str]] = {
    E_BEGAN: lambda box, names, who: say("{who} begins.", who=who),
    E_SPLIT: lambda box, names, who, pool: (
        say("{who} offers {pool} against {other}.", who=who, pool=elements_in_words(pool),
            other=elements_in_words(pool ^ ALL_ELEMENTS))),
    E_CHOSE: lambda box, names, who, pool: say("{who} takes {pool}.", who=who, pool=elements_in_words(pool)),
    E_SELECTED: lambda box, names, who, element, face: (
        say("{who} uses the tile, {tile}.", who=who, tile=tile_words(face)) if element == TILE
        else say("{who} uses the {region} die, {face}.", who=who, region=region_name(element), face=face_name(face))),
    E_AGAIN: lambda box, names, who, die, face: (
        say("{who} uses the {region} die again, {face}.", who=who, region=region_name(die), face=face_name(face))),
    E_WROTE: lambda box, names, who, hex, value, paid: (
        say("{who} writes a {value} on {hex} with an anthill.", who=who, value=value, hex=hex_name(box, hex)) if paid
        else say("{who} writes a {value} on {hex}.", who=who, value=value, hex=hex_name(box, hex))),
    E_CUPCAKE: lambda box, names, who, space, points: (
        say("{who} gets cupcake {n}, +{points}.", who=who, n=space, points=points)),
    E_ROW_FULL: lambda box, names, who: say("{who} has no cupcake space left.", who=who),
    E_CRATE: lambda box, names, who, group, count: (
        say("{who} crosses out crate {n} of {all} for {power}.", who=who, n=count, all=box.group_size[group],
            power=power_words(box.group_power[group]))),
    E_POWER: lambda box, names, who, power: say("{who} unlocks a power: {power}.", who=who, power=power_words(power)),
    E_POINTS: lambda box, names, who, points: plural(points, "{who} scores {n} point.", "{who} scores {n} points.", who=who),
    E_LOST: lambda box, names, who, power: (
        say("{who} cannot use the power {power}, and it is lost.", who=who, power=power_words(power))),
    E_DECLINED: lambda box, names, who, power: say("{who} declines the power {power}.", who=who, power=power_words(power)),
    E_CIRCLE: lambda box, names, who, region, count: (
        say("{who} fills a circle of the {region} leaf.", who=who, region=region_name(region))),
    E_CROSSED: lambda box, names, who, hex: say("{who} crosses out {hex}.", who=who, hex=hex_name(box, hex)),
    E_IGNORED: lambda box, names, who, mask: say("{who} leaves {elements} unused.", who=who, elements=elements_in_words(mask)),
    E_TRIGGER: lambda box, names, who, kind: (
        say("{who} triggers the end, {why}; the round is played out.", who=who, why=say(ENDINGS[kind]))),
    E_WON: lambda box, names, who, red, blue: (
        say("{who} wins; points {first} {red}, {second} {blue}.", who=who, first=names[0], red=red, second=names[1],
            blue=blue)),
}
