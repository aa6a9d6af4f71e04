"""The status of a position, a sentence for each note, and the story of a turn."""

from collections.abc import Callable, Sequence
from typing import Any

from ...core.notes import Note
from ...words import join_and, phrase, phrases, plural, say, tell
from .crates import most_crates, what_crates_bring
from .effects import task_parts
from .gains import gains_of
from .names import (COLONY_NAMES, die_words, elements_in_words, face_name, hex_name, number_words, power_words, region_name,
                    tile_words)
from .rules import winner
from .state import (AGAIN, ALL_ELEMENTS, ANYWHERE, CHOOSE, CLOSE, CRATE, CRATE_FACE, CRATE_WAITS, CRATES_2, CROSS, CROSS_2,
                    E_AGAIN, E_BEGAN, E_CHOSE, E_CIRCLE, E_CRATE, E_CROSSED, E_CUPCAKE, E_DECLINED, E_IGNORED, E_LOST, E_POINTS,
                    E_POWER, E_REGION, E_ROUND, E_ROW_FULL, E_SELECTED, E_SPLIT, E_TRIGGER, E_WON, E_WROTE, ENDED, FLAG,
                    IS_FREE, LEAF, NONE, PHASE_NAMES, REPEAT, SELECT, SHAPE_OF, SPLIT, TILE, TILE_BIT, VALUE_OF, W_TWO_0,
                    WRITE, ZERO_2, ZEROS_WAIT)

TURN_BEGINS = frozenset({E_ROUND, E_WON})

# The status: to whom has to decide, and of them to everybody else

PROMPTS = {
    SPLIT: phrases("Make two trays: {other} picks first.", "{who} is splitting the dice and the tile into two trays."),
    CHOOSE: phrases("Take a tray: {other} gets the other.", "{who} is choosing a tray."),
    SELECT: phrases("Tap what you want to use next.", "{who} is choosing what to use next."),
    CLOSE: phrases("Cross out a cupcake hex. Nobody gets that cupcake.", "{who} is crossing out a cupcake hex."),
    AGAIN: phrases("Choose a die to use a second time.", "{who} is choosing a die to use a second time."),
    ENDED: phrases("You win!", "{who} wins."),
}
ONLY_TILE = phrase("Use the tile: tap it.")

# What one plays for and when the game ends: said in the first round, when somebody new looks for it
AIM = phrase("Aim: the higher sum in a region scores your circles on its leaf.")
END = phrase("A full region or leaf or the last cupcake ends the game with that round.")

# What each kind of die and each tile does, short enough for a phone; what dice do, as long as it may be new to somebody
LEARNING_ROUNDS = 3
NUMBERS = frozenset({1, 2, 3})
NUMBERS_DO = {                              # whether there are numbers from 1 to 3, and whether there is a 0
    (True, False): phrase("Numbers go on their colour."),
    (False, True): phrase("A 0 goes on any colour and takes what lies there."),
    (True, True): phrase("Numbers go on their colour, 0s on any, and take what's there."),
}
NUMBERS_AND_0 = phrase("Numbers go on their colour, a 0 on any colour.")          # with what they cost
FLAG_DOES = phrase("A flag: +1 if you win its region.")
TILE_IS = phrase("Tile: {tile}.")
TILES_ARE = {ZERO_2: phrase("Tile: two 0s side by side."), CROSS_2: phrase("Tile: close two hexes for both."),
             REPEAT: phrase("Tile: use one of your dice twice.")}
FIRST_NUMBER, BESIDE_OR_ANTHILL, BESIDE = phrases(
    "A number that isn't next to yours costs an anthill, and they don't come back.",
    "Next to your numbers that's free, elsewhere it costs an anthill.",
    "You need an open hex next to one of your numbers.")
TILE_DOES = phrases(
    "The tile crosses out two crates under your name.", "The tile fills a circle on each of two leaves.",
    "The tile writes a 1 in any region.", "The tile writes two 0s next to each other.",
    "The tile writes a 0 anywhere, without an anthill.", "The tile crosses out two hexes that touch.",
    "The tile repeats a die that you have used.", "The tile crosses out a cupcake, so nobody gets it.")
REPEATS_LATER = phrase("First use a die, then the tile can repeat it.")

# What a decision is for, in a second sentence
THEN = {
    CRATE: phrase("The last crate of a group unlocks the power below it, right away. Tap one to read its power."),
    LEAF: phrase("If you win that region, it brings you a point more."),
}
WRITE_FOR = phrases("The higher sum scores your circles there.",
                    "The higher sum scores your circles there. What lies on the hex is yours, too.")
ZERO_FOR = phrases("Any colour will do. A 0 adds nothing to the sum.",
                   "Any colour will do. A 0 adds nothing to the sum, but takes what lies there.")
ONE_CRATE_LATER = phrase("After that you cross out one more crate.")

# What the button asks for while nothing is chosen
MISSING = {SPLIT: "", CHOOSE: phrase("Pick a tray"), SELECT: phrase("Pick a die"), WRITE: phrase("Pick a hex"),
           CROSS: phrase("Pick a hex"), CLOSE: phrase("Pick a hex"), CRATE: phrase("Pick a crate"), LEAF: phrase("Pick a leaf"),
           AGAIN: phrase("Pick a die")}
ONLY_THE_TILE, DICE_AND_TILE = phrases("Tap the tile", "Pick a die or the tile")
WRITE_ONE = phrases("Write {number}: choose one hex.", "{who} is choosing a hex for {number}.")
WRITE_AWAY = phrases("Write {number}: choose one hex. Away from your numbers it costs an anthill.",
                     "{who} is choosing a hex for {number}.")
WRITE_POWER = phrases("Your power lets you write {number}: choose one hex.", "{who} is choosing a hex for {number}.")
WRITE_ZEROS = (phrases("Write two 0s next to each other: choose the first hex.", "{who} is choosing hexes for two 0s."),
               phrases("Write the second 0 next to the first: choose a hex.", "{who} is choosing a hex for the second 0."))
WRITE_ONES = (phrases("Write three 1s that all touch each other: choose the first hex.",
                      "{who} is choosing hexes for three 1s."),
              phrases("Write the second 1 next to the first: choose a hex.", "{who} is choosing a hex for the second 1."),
              phrases("Write the third 1 next to both others: choose a hex.", "{who} is choosing a hex for the third 1."))
CROSS_TWO = (phrases("Cross out two hexes that touch, so that nobody can use them.",
                     "{who} is crossing out two hexes that touch."),
             phrases("Cross out a second hex that touches the first one.", "{who} is crossing out a second hex."))
CROSS_CRATES = (phrases("Cross out a crate under your name.", "{who} is choosing a crate to cross out."),
                phrases("Cross out two crates under your name.", "{who} is choosing two crates to cross out."))
CROSS_ONE_MORE = phrases("Cross out one more crate under your name.", "{who} is choosing one more crate to cross out.")
FILL_LEAVES = (phrases("Fill a circle on two leaves: tap the first.", "{who} is choosing a leaf."),
               phrases("Fill a circle on another leaf: tap it.", "{who} is choosing a second leaf."))


def status(view: Any, box: Any, names: Sequence[str] = COLONY_NAMES) -> str:
    """Who has to decide what, in a sentence."""
    if view.over:
        return tell(names[winner(view, box)], *PROMPTS[ENDED])
    who = names[view.player]
    if view.phase >= len(PHASE_NAMES):
        return tell(who, "You play on.", "{who} plays on.")
    return tell(who, *prompt_of(view), other=names[1 - view.player], number=number_to_write(view))


def prompt_of(view: Any) -> tuple[str, ...]:
    """What has to be decided: to whom has to, and of them."""
    marked = (view.first >= 0) + (view.second >= 0)
    if view.phase == SELECT and view.usable == TILE_BIT:
        return ONLY_TILE, PROMPTS[SELECT][1]
    if view.phase == WRITE and SHAPE_OF[view.effect] > 1:
        return (WRITE_ZEROS if view.effect == W_TWO_0 else WRITE_ONES)[marked]
    if view.phase == WRITE:
        costs = not IS_FREE[view.effect] and view.anthills[view.player] > 0
        return WRITE_POWER if view.power >= 0 else WRITE_AWAY if costs else WRITE_ONE
    if view.phase == CROSS:
        return CROSS_TWO[marked]
    if view.phase == CRATE:
        return CROSS_ONE_MORE if view.left == 1 and has_used_two_crates(view) else CROSS_CRATES[view.left - 1]
    return FILL_LEAVES[marked] if view.phase == LEAF else PROMPTS[view.phase]


def has_no_number(view: Any) -> bool:
    """Whether the player has no number that another one could touch."""
    return not any(map(any, view.near[view.player]))


def has_used_two_crates(view: Any) -> bool:
    """Whether the tile is the one that crosses out two crates, and has been used."""
    return bool(view.tile == CRATES_2 and view.used & TILE_BIT)


def is_tile_waiting(view: Any) -> bool:
    """Whether the tile goes on when something newer is finished: with its second crate or its second 0."""
    return any(task_parts(task)[0] in (CRATE_WAITS, ZEROS_WAIT) for task in view.waiting[:view.depth])


def what_they_do(view: Any, elements: int, cost: str = "") -> list[str]:
    """What the numbers and flags among these dice do, while that may be new, a short sentence for each kind; after the
    numbers, what they cost."""
    faces = {view.dice[die] for die in range(TILE) if elements >> die & 1}
    numbers, new = (not faces.isdisjoint(NUMBERS), 0 in faces), view.round_number <= LEARNING_ROUNDS
    does = NUMBERS_AND_0 if cost and all(numbers) else NUMBERS_DO.get(numbers, "")
    return [say(words) for words, is_there in (
        (does, new and any(numbers)), (cost, cost and any(numbers)), (FLAG_DOES, new and FLAG in faces)) if is_there]


def what_trays_do(view: Any, box: Any, other: str, tray: int = 0) -> str:
    """What the dice and the tile do, if some of them lie in one tray and the rest in the other, and what the crates of a tray
    bring each colony."""
    crates = most_crates(view, tray)
    brought = what_crates_bring(view, box, crates, other, view.round_number <= LEARNING_ROUNDS) if crates else ""
    tile = say(TILES_ARE.get(view.tile, TILE_IS), tile=tile_words(view.tile))
    return " ".join(filter(None, [*what_they_do(view, ALL_ELEMENTS), brought, tile]))


def cost_of_numbers(view: Any) -> str:
    """What the player pays for the next number of a die."""
    return FIRST_NUMBER if has_no_number(view) else BESIDE_OR_ANTHILL if view.anthills[view.player] else BESIDE


def aim_of(view: Any) -> str:
    """While that may be new to somebody: what one plays for, when the first round begins, and later when the game ends."""
    told = {SPLIT: AIM, CHOOSE: AIM, SELECT: END}.get(view.phase, "")
    return say(told) if told and view.round_number == 1 else ""


def then_of(view: Any, box: Any, names: Sequence[str]) -> str:
    """What a decision is for, to whom has to decide; '' if the status says it all."""
    if view.phase == CHOOSE:
        return what_trays_do(view, box, names[1 - view.player], int(view.pool))
    if view.phase == SELECT:
        repeats_later = view.tile == REPEAT and view.pool & ~(view.used | view.usable) & TILE_BIT
        numbers = view.usable & ~(view.shows[FLAG] | view.shows[CRATE_FACE] | TILE_BIT)
        return " ".join([*what_they_do(view, numbers, cost_of_numbers(view)), *([say(REPEATS_LATER)] if repeats_later else [])])
    if view.phase == WRITE:
        text = say((WRITE_FOR if VALUE_OF[view.effect] else ZERO_FOR)[can_use_finds(view, box)])
    else:
        text = say(THEN[view.phase]) if view.phase in THEN else ""
    return f"{text} {say(ONE_CRATE_LATER)}".strip() if is_tile_waiting(view) and has_used_two_crates(view) else text


def can_use_finds(view: Any, box: Any) -> bool:
    """Whether cupcakes and crates that lie on hexes bring the player anything [MA-36, MA-37]."""
    return bool(view.cupcakes[view.player] < box.spaces and view.open_groups[view.player])


def missing_of(view: Any) -> str:
    """What has to be pressed, for the button."""
    if view.phase == SELECT and view.usable & TILE_BIT:
        return say(ONLY_THE_TILE) if view.usable == TILE_BIT else say(DICE_AND_TILE)
    return say(MISSING[view.phase])


def number_to_write(view: Any) -> str:
    """'an orange 2', 'a 0 anywhere'; '' if no number has to be written."""
    if view.phase != WRITE:
        return ""
    if IS_FREE[view.effect]:
        return say("a {value} anywhere", value=VALUE_OF[view.effect])
    return number_words(NONE if view.region == ANYWHERE else view.region, VALUE_OF[view.effect])


# Notes


def sentence(note: Note, box: Any, names: Sequence[str]) -> str:
    """What a note says, in a sentence; '' for what goes without saying."""
    if note.event == E_ROUND:
        number, starter, tile, *dice = note.details
        rolled = join_and([die_words(die, face) for die, face in enumerate(dice)])
        return tell(names[starter], "Round {n}: you roll {dice}. The tile: {tile}.",
                    "Round {n}: {who} rolls {dice}. The tile: {tile}.", n=number, dice=rolled, tile=tile_words(tile))
    if note.event == E_REGION:
        return region_sentence(names, *note.details)
    seat, *rest = note.details
    return SENTENCES[note.event](box, names, names[seat], *rest)


def region_sentence(names: Sequence[str], region: int, red: int, blue: int, seat: int, points: int) -> str:
    """Who wins a region in the end."""
    where = region_name(region)
    if seat < 0:
        return say("The {region} region is tied at {sum}: nobody scores.", region=where, sum=red)
    high, low = max(red, blue), min(red, blue)
    return tell(names[seat], "You win the {region} region {high} to {low}: {points}.",
                "{who} wins the {region} region {high} to {low}: {points}.", region=where, high=high, low=low,
                points=plural(points, "{n} point", "{n} points"))


def used_sentence(box: Any, names: Sequence[str], who: str, element: int, face: int) -> str:
    if element == TILE:
        return tell(who, "You use the tile: {tile}.", "{who} uses the tile: {tile}.", tile=tile_words(face))
    return tell(who, "You use the {region} {face}.", "{who} uses the {region} {face}.", region=region_name(element),
                face=face_name(face))


def wrote_sentence(box: Any, names: Sequence[str], who: str, hex: int, value: int, paid: int, *_: int) -> str:
    words = (phrases("You spend an anthill and write {number} on {hex}.",
                     "{who} spends an anthill and writes {number} on {hex}.")
             if paid else phrases("You write {number} on {hex}.", "{who} writes {number} on {hex}."))
    return tell(who, *words, number=number_words(box.region_of[hex], value), hex=hex_name(box, hex))


def crate_sentence(box: Any, names: Sequence[str], who: str, group: int, count: int) -> str:
    return tell(who, "You cross out a crate: {n} of {all} for “{power}”.",
                "{who} crosses out a crate: {n} of {all} for “{power}”.", n=count, all=box.group_size[group],
                power=power_words(box.group_power[group]))


def unused_sentence(box: Any, names: Sequence[str], who: str, mask: int, faces: int = NONE, usable: int = ALL_ELEMENTS) -> str:
    """What a colony did not want to use or, if it wanted all that it could, what it could not use."""
    if mask & usable:
        return tell(who, "You don't use {elements}.", "{who} doesn't use {elements}.",
                    elements=elements_in_words(mask & usable, faces))
    return tell(who, "You can't use {elements}.", "{who} can't use {elements}.", elements=elements_in_words(mask, faces))


def end_sentence(box: Any, names: Sequence[str], who: str, kind: int) -> str:
    return say(LAST_ROUND[kind])


LAST_ROUND = phrases("A region is full: this is the last round.", "A leaf is full: this is the last round.",
                     "No cupcakes are left: this is the last round.")


def won_sentence(box: Any, names: Sequence[str], who: str, red: int, blue: int) -> str:
    if red == blue:
        return tell(who, "You win after a tie: {points} each.", "{who} wins after a tie: {points} each.",
                    points=plural(red, "{n} point", "{n} points"))
    return tell(who, "You win {high} to {low}.", "{who} wins {high} to {low}.", high=max(red, blue), low=min(red, blue))


SENTENCES: dict[int, Callable[..., str]] = {
    E_BEGAN: lambda box, names, who: tell(who, "You go first.", "{who} goes first."),
    E_SPLIT: lambda box, names, who, pool, faces=NONE: (
        tell(who, "You offer a choice: {pool}, or the rest.", "{who} offers a choice: {pool}, or the rest.",
             pool=elements_in_words(pool, faces))),
    E_CHOSE: lambda box, names, who, pool, faces=NONE: (
        tell(who, "You take {pool}.", "{who} takes {pool}.", pool=elements_in_words(pool, faces))),
    E_SELECTED: used_sentence,
    E_AGAIN: lambda box, names, who, die, face: (
        tell(who, "You use the {region} {face} again.", "{who} uses the {region} {face} again.", region=region_name(die),
             face=face_name(face))),
    E_WROTE: wrote_sentence,
    E_CUPCAKE: lambda box, names, who, space, points: (
        tell(who, "You get a cupcake: +{points}.", "{who} gets a cupcake: +{points}.", points=points)),
    E_ROW_FULL: lambda box, names, who: (
        tell(who, "Your cupcake row is full, so this one brings nothing.",
             "{who} has a full cupcake row, so this one brings nothing.")),
    E_CRATE: crate_sentence,
    E_POWER: lambda box, names, who, power: (
        tell(who, "You unlock “{power}”.", "{who} unlocks “{power}”.", power=power_words(power))),
    E_POINTS: lambda box, names, who, points: (
        tell(who, "You get {points}.", "{who} gets {points}.", points=plural(points, "{n} point", "{n} points"))),
    E_LOST: lambda box, names, who, power: (
        tell(who, "You can't use “{power}”: it is lost.", "{who} can't use “{power}”: it is lost.", power=power_words(power))),
    E_DECLINED: lambda box, names, who, power: (
        tell(who, "You skip “{power}”.", "{who} skips “{power}”.", power=power_words(power))),
    E_CIRCLE: lambda box, names, who, region, count, *_: (
        tell(who, "You fill a circle on the {region} leaf.", "{who} fills a circle on the {region} leaf.",
             region=region_name(region))),
    E_CROSSED: lambda box, names, who, hex, *_: (
        tell(who, "You cross out {hex}.", "{who} crosses out {hex}.", hex=hex_name(box, hex))),
    E_IGNORED: unused_sentence,
    E_TRIGGER: end_sentence,
    E_WON: won_sentence,
}


# The story of a turn

Details = list[tuple[int, ...]]
Deed = Callable[[Any, str, Details], str]


def story(notes: Sequence[Note], box: Any, names: Sequence[str]) -> str:
    """A turn in a few words: the end first, then what was done with the pool, then what it brought. The roll is told with the
    split, and the taking of a tray until something is done with it."""
    events = {note.event: note for note in notes}
    if E_SPLIT in events:
        return split_story(events, box, names)
    deeds = deeds_of(notes, box, names)
    before = (E_TRIGGER,) if deeds else (E_TRIGGER, E_BEGAN, E_CHOSE)

    def told(*kinds: int) -> list[str]:
        return [sentence(events[kind], box, names) for kind in kinds if kind in events]

    return " ".join(filter(None, [*told(*before), deeds, *gains_of(notes, box, names), *told(E_IGNORED, E_WON, E_ROUND)]))


def split_story(events: dict[int, Note], box: Any, names: Sequence[str]) -> str:
    """The roll and the split in one sentence."""
    seat, pool, *faces = events[E_SPLIT].details
    if E_ROUND not in events:
        return sentence(events[E_SPLIT], box, names)
    return tell(names[seat], "Round {n}: you roll and offer a choice: {pool}, or the rest.",
                "Round {n}: {who} rolls and offers a choice: {pool}, or the rest.", n=events[E_ROUND].details[0],
                pool=elements_in_words(pool, *faces or [NONE]))


def deeds_of(notes: Sequence[Note], box: Any, names: Sequence[str]) -> str:
    """What somebody did with a pool, in one sentence; '' if nothing was done."""
    by_event: dict[int, Details] = {}
    for note in notes:
        by_event.setdefault(TOLD_WITH.get(note.event, note.event), []).append(note.details)
    done = [deed(box, names[details[0][0]], details) for event, deed in DEEDS.items() if (details := by_event.get(event))]
    if not done:
        return ""
    who = names[next(note.details[0] for note in notes if TOLD_WITH.get(note.event, note.event) in DEEDS)]
    return tell(who, "You {deeds}.", "{who} {deeds}.", deeds=join_and(done))


def wrote_deed(box: Any, who: str, details: Details) -> str:
    """The numbers that were written; equal ones are told together."""
    hexes: dict[tuple[str, int], list[str]] = {}
    for _, hex, value, paid, *_ in details:
        hexes.setdefault((number_words(box.region_of[hex], value), paid), []).append(hex_name(box, hex))
    numbers = [say(phrase("{number} on {hex} (for an anthill)") if paid else phrase("{number} on {hex}"), number=number,
                   hex=join_and(places)) for (number, paid), places in hexes.items()]
    return tell(who, "write {numbers}", "writes {numbers}", numbers=join_and(numbers))


def cross_deed(box: Any, who: str, details: Details) -> str:
    """The hexes (seat, hex, cupcakes left in two words of bits) and crates (seat, group, count) that were crossed out."""
    hexes = [hex_name(box, row[1]) for row in details if len(row) != 3]
    crates = len(details) - len(hexes)
    things = [*hexes, *([plural(crates, "a crate", "{n} crates")] if crates else [])]
    return tell(who, "cross out {things}", "crosses out {things}", things=join_and(things))


def circle_deed(box: Any, who: str, details: Details) -> str:
    leaves = [say("on the {region} leaf", region=region_name(region)) for region in dict.fromkeys(row[1] for row in details)]
    return tell(who, "fill a circle {leaves}", "fills a circle {leaves}", leaves=join_and(leaves))


def powers_in(details: Details) -> str:
    return join_and([say("“{power}”", power=power_words(power)) for _, power in details])


DEEDS: dict[int, Deed] = {
    E_WROTE: wrote_deed,
    E_CROSSED: cross_deed,
    E_CIRCLE: circle_deed,
    E_POWER: lambda box, who, details: tell(who, "unlock {powers}", "unlocks {powers}", powers=powers_in(details)),
    E_LOST: lambda box, who, details: tell(who, "have to give up {powers}", "has to give up {powers}",
                                           powers=powers_in(details)),
    E_DECLINED: lambda box, who, details: tell(who, "skip {powers}", "skips {powers}", powers=powers_in(details)),
}
TOLD_WITH = {E_CRATE: E_CROSSED}            # events that are told together with others
