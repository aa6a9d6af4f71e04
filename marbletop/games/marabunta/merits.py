"""What speaks for a position, in sentences: for hints. Each says what is won, kept or denied on the board."""

from collections.abc import Sequence
from typing import Any

from ...core.hint import Merit
from ...words import join_and, phrase, phrases, plural, say
from .bits import contains
from .choices import elements_usable_by
from .gains import Standing
from .judgement import crates_worth, pool_to_come
from .names import die_words, elements_of, region_name, special_kind, tile_words
from .pictures import open_hexes
from .rules import region_winner
from .state import (ALL_ELEMENTS, BLUE_NUMBER, CHOOSE, CRATE_FACE, CRATES, CRATES_2, CUPCAKES, DICE, FLAG, NONE, ONE,
                    RED_NUMBER, REGIONS, SELECT, SPLIT, TILE, TILE_BIT, ZERO_2, ZERO_FREE)

NEVER = 99                                  # crates that nobody has
CUPCAKE = 0.5                               # points that a cupcake is worth for those that it brings nearer
HIGHEST = 3                                 # number that can be written in a hex


def merits(before: Any, after: Any, box: Any, seat: int, names: Sequence[str]) -> dict[str, Merit]:
    """What speaks for a split or a tray by its dice, and for everything else by the board, most important first."""
    if after.over:
        return {}
    if before.phase == SPLIT:
        return split_merits(after, box, seat, names[1 - seat]) if after.phase == CHOOSE else {}
    if before.phase == CHOOSE:
        mine = after.player == seat and after.phase == SELECT
        return tray_merits(after, box, seat, names[1 - seat]) if mine else {}
    return board_merits(before, after, box, seat, names[1 - seat])


# Dice


def swing(state: Any, box: Any, seat: int, die: int) -> int:
    """How many points a colony gains on the other at once by writing the number of a die in its region; 0 if it fits nowhere or
    shows something else."""
    value = int(state.dice[die]) if die < DICE else 0
    if not 0 < value <= HIGHEST or not elements_usable_by(state, box, seat, 1 << die):
        return 0
    now = standing_in(state, die)
    red, blue = now.totals
    then = now._replace(totals=(red, blue + value) if seat else (red + value, blue))
    return lead_of(then, box, seat) - lead_of(now, box, seat)


def standing_in(state: Any, region: int) -> Standing:
    """How a region stands in a position."""
    (red, blue), (circles, squares) = state.totals[region], state.circles[region]
    return Standing((int(red), int(blue)), (int(circles), int(squares)))


def lead_of(standing: Standing, box: Any, seat: int) -> int:
    """The points of a region: above 0 if it brings them to a colony, below 0 if to the other one."""
    points = standing.points(box)
    return points[seat] - points[1 - seat]


def swings(state: Any, box: Any, seat: int, elements: int) -> dict[int, int]:
    """The dice of these elements that change who wins a region, by how much; the best first."""
    found = {die: points for die in elements_of(elements) if (points := swing(state, box, seat, die)) > 0}
    return dict(sorted(found.items(), key=lambda item: (-item[1], -state.dice[item[0]])))


def only_ties(state: Any, seat: int, die: int) -> bool:
    """Whether the number of a die just makes the sums of its region equal."""
    return bool(state.totals[die][seat] + state.dice[die] == state.totals[die][1 - seat])


def words_of_die(state: Any, seat: int, die: int, win: str, tie: str, **values: object) -> str:
    """A sentence about a die that wins its region, or makes its sums equal."""
    return say(tie if only_ties(state, seat, die) else win, region=region_name(die), value=state.dice[die], **values)


USES = phrases("With the {region} {value} you can win that region (+{points}).",
               "With the {region} {value} you can tie that region (+{points}).")
KEEPS_FROM = phrases("{who} doesn't get the {region} {value}, which could win that region.",
                     "{who} doesn't get the {region} {value}, which could tie that region.")
LEAVES = phrases("It leaves {who} the {region} {value}, which could win that region.",
                 "It leaves {who} the {region} {value}, which could tie that region.")
STILL_WINS = phrases("Then {who} can win {region} with a {value}.", "Then {who} can tie {region} with a {value}.")


def tray_merits(state: Any, box: Any, seat: int, other: str) -> dict[str, Merit]:
    """What the dice of a tray can win, and what they can't any more in the hands of the other colony."""
    pool, rest = int(state.pool), ALL_ELEMENTS ^ int(state.pool)
    mine, kept, left = (swings(state, box, one, some) for one, some in ((seat, pool), (1 - seat, pool), (1 - seat, rest)))
    best, first_left = (next(iter(dice), NONE) for dice in (mine, left))
    usable, usable_there = (elements_usable_by(state, box, seat, some).bit_count() for some in (pool, rest))
    other_kept = next((die for die in kept if die != best), NONE)       # what was told once is enough
    return {"wins": Merit(sum(mine.values()), words_of_die(state, seat, best, *USES, points=mine[best]) if mine else "",
                          "" if mine else say("It has no die that wins you a region.")),
            "denied": Merit(-sum(left.values()), words_of_die(state, 1 - seat, other_kept, *KEEPS_FROM, who=other)
                            if other_kept != NONE else "",
                            words_of_die(state, 1 - seat, first_left, *LEAVES, who=other) if left else ""),
            "usable": Merit(usable, say("You can use more of it than of the other tray.") if usable > usable_there else "",
                            say("You can use less of it.") if usable < usable_there else ""),
            "flags": flags_merit(state, pool, seat), "reached": reached_merit(state, box, seat, pool),
            "crates": crates_merit(state, seat, pool),
            "tile": Merit(float(bool(pool & TILE_BIT)), say("It has the tile: {tile}.", tile=tile_words(state.tile))
                          if pool & TILE_BIT else "")}


def reached_merit(state: Any, box: Any, seat: int, pool: int) -> Merit:
    """The numbers of a tray that can take a cupcake without an anthill."""
    dice = [die for die in elements_of(pool & (1 << DICE) - 1) if state.dice[die] <= HIGHEST
            and any(special_kind(box, hex) == CUPCAKES and (box.region_of[hex] == die or not state.dice[die])
                    for hex in hexes_beside(state, box, seat, int(state.dice[die])))]
    return Merit(len(dice), die_sentence(state, dice, phrase("With the {region} {value} you can take a cupcake.")),
                 "" if dice else say("None of its numbers takes a cupcake."))


def crates_merit(state: Any, seat: int, pool: int) -> Merit:
    """The crates that a tray crosses out, if a colony has any left."""
    two = 2 if state.tile == CRATES_2 and pool & TILE_BIT else 0
    crates = (pool & int(state.shows[CRATE_FACE])).bit_count() + two if state.open_groups[seat] else 0
    return Merit(crates, plural(crates, "It crosses out a crate, towards a power.",
                                "It crosses out {n} crates, towards a power.") if crates else "",
                 "" if crates else say("It crosses out no crate."))


def flags_merit(state: Any, pool: int, seat: int) -> Merit:
    """The flags of a tray in regions where a colony leads."""
    led = [die for die in elements_of(pool & int(state.shows[FLAG])) if region_winner(state, die) == seat]
    return Merit(len(led), say("You lead {region}, so its flag is a point more.", region=region_name(led[0])) if led else "")


def split_merits(state: Any, box: Any, seat: int, other: str) -> dict[str, Merit]:
    """The best two dice of the other colony should not lie together, and both trays should have something to win."""
    trays = int(state.pool), ALL_ELEMENTS ^ int(state.pool)
    theirs = swings(state, box, 1 - seat, ALL_ELEMENTS)
    mine = [next(iter(swings(state, box, seat, tray).items()), (NONE, 0)) for tray in trays]
    together = any(all(tray >> die & 1 for die in [*theirs][:2]) for tray in trays)
    a, b = two_dice(state, [*theirs])
    c, d = two_dice(state, [die for die, points in mine if points])
    least = min(points for _, points in mine)
    return {"parted": Merit(float(not together),
                            say("The {a} and the {b} lie apart, so {who} can't use both.", a=a, b=b, who=other)
                            if b and not together else "",
                            say("The {a} and the {b} lie together there.", a=a, b=b) if b and together else ""),
            "either": Merit(least, say("Each tray can win you +{points} or more: with the {a}, or with the {b}.", points=least,
                                       a=c, b=d) if d else "",
                            "" if d else say("One of its trays wins you no region.")),
            "left": left_merit(state, box, seat, trays)}


def left_merit(state: Any, box: Any, seat: int, trays: Sequence[int]) -> Merit:
    """What a colony can use of the tray that is worse for it: the other colony may leave just that."""
    least = min(elements_usable_by(state, box, seat, tray).bit_count() for tray in trays)
    return Merit(least, plural(least, "Either tray has something that you can use.",
                               "Either tray has at least {n} things that you can use.") if least else "",
                 say("One of its trays has less for you to use."))


def two_dice(state: Any, dice: Sequence[int]) -> tuple[str, str]:
    """The first two of some dice in words; two times '' if there are fewer."""
    if len(dice) < 2:
        return "", ""
    return die_words(dice[0], state.dice[dice[0]]), die_words(dice[1], state.dice[dice[1]])


# The board


def board_merits(before: Any, after: Any, box: Any, seat: int, other: str) -> dict[str, Merit]:
    """Points, regions that are safe, what the other colony can do no more, and the means to go on."""
    anthills, spent = int(after.anthills[seat]), after.anthills[seat] < before.anthills[seat]
    found = {"regions": region_merit(before, after, box, seat), "points": points_merit(before, after, seat),
             "safe": safe_merit(before, after, box, seat)}
    if after.round_number == before.round_number:
        found |= {"stopped": stopped_merit(before, after, box, seat, other), "fits": fits_merit(before, after, box, seat)}
    return found | {
        "taken": taken_merit(before, after, box, seat, other), "guard": guard_merit(before, after, box, seat),
        "nearest": nearest_merit(before, after, box, seat), "powers": powers_merit(before, after, box, seat),
        "things": things_merit(before, after, box, seat),
        "anthills": Merit(anthills, plural(anthills, "You keep an anthill, to start somewhere new later.",
                                           "You keep {n} anthills, to start somewhere new later.") if anthills else "",
                          say("It costs an anthill.") if spent else ""),
        "ways": ways_merit(before, after, box, seat),
        "room": Merit(len(hexes_beside(after, box, seat)), say("It leaves your numbers more room to go on."),
                      say("It leaves your numbers less room.")),
        "close": close_merit(before, after, seat), "open": open_merit(before, after, seat), "saved": saved_merit(before, after)}


def close_merit(before: Any, after: Any, seat: int) -> Merit:
    """How little a colony is behind in the regions that it does not lead."""
    behind = [max(0, int(theirs - mine)) for mine, theirs in
              ((after.totals[region][seat], after.totals[region][1 - seat]) for region in range(REGIONS))]
    nearer = [region for region in range(REGIONS) if 0 < behind[region] <= HIGHEST
              and after.totals[region][seat] > before.totals[region][seat]]
    words = plural(behind[nearer[0]], "Then you are only {n} behind in {region}.", "Then you are only {n} behind in {region}.",
                   region=region_name(nearer[0])) if nearer else ""
    return Merit(-sum(behind), words)


def open_merit(before: Any, after: Any, seat: int) -> Merit:
    """The circles of a colony in regions that nobody leads yet."""
    tied = [region for region in range(REGIONS) if region_winner(after, region) < 0]
    fuller = [region for region in tied if after.circles[region][seat] > before.circles[region][seat]]
    return Merit(int(sum(after.circles[region][seat] for region in tied)), say(
        "Nobody leads {region} yet, so winning it is worth more to you.", region=region_name(fuller[0])) if fuller else "")


def region_merit(before: Any, after: Any, box: Any, seat: int) -> Merit:
    """How far a colony is ahead by regions. What a number wins is told with it, a circle only here."""
    was, now = (sum(lead_of(standing_in(state, region), box, seat) for region in range(REGIONS)) for state in (before, after))
    fuller = [region for region in range(REGIONS) if after.circles[region][seat] > before.circles[region][seat]
              and region_winner(after, region) == seat]
    return Merit(now, say("You lead {region}, so its circle is a point more.", region=region_name(fuller[0])) if fuller else "",
                 say("It wins no points in a region.") if now <= was else "")


def points_merit(before: Any, after: Any, seat: int) -> Merit:
    """The points of cupcakes and powers, which are told with what brings them."""
    ate = after.cupcakes[seat] > before.cupcakes[seat]
    return Merit(after.points[seat] + CUPCAKE * after.cupcakes[seat], "", "" if ate else say("It brings no cupcake."))


def safe_merit(before: Any, after: Any, box: Any, seat: int) -> Merit:
    """The regions that nobody can take from a colony."""
    was, now = safe_regions(before, box, seat), safe_regions(after, box, seat)
    new = [region_name(region) for region in now if region not in was]
    return Merit(len(now), say("Nobody can take {region} from you any more.", region=join_and(new)) if new else "")


def safe_regions(state: Any, box: Any, seat: int) -> list[int]:
    """Where a colony leads by more than the open hexes can hold."""
    return [region for region in range(REGIONS) if state.totals[region][seat] - state.totals[region][1 - seat]
            > HIGHEST * open_hexes(state, box, region)]


def stopped_merit(before: Any, after: Any, box: Any, seat: int, other: str) -> Merit:
    """Which dice of the other colony, still to come in this round, win no region any more."""
    was, now = (swings(state, box, 1 - seat, int(pool_to_come(state, 1 - seat))) for state in (before, after))
    stopped, left = next((die for die in was if die not in now), NONE), next(iter(now), NONE)
    words = "" if stopped == NONE else say(
        "Then {who}'s {region} {value} wins no region." if elements_usable_by(after, box, 1 - seat, 1 << stopped)
        else "Then {who} has no place for the {region} {value}.", who=other, region=region_name(stopped),
        value=after.dice[stopped])
    return Merit(-sum(now.values()), words,
                 words_of_die(after, 1 - seat, left, *STILL_WINS, who=other) if now else "")


FITS, COSTS_ANTHILL, FITS_NOWHERE = phrases(
    "Then your {region} {value} fits without an anthill.", "Then your {region} {value} costs an anthill.",
    "Then your {region} {value} has no place.")


def fits_merit(before: Any, after: Any, box: Any, seat: int) -> Merit:
    """The numbers still to be written by a colony in this round that fit without an anthill."""
    to_come = elements_of(int(pool_to_come(after, seat)) & (1 << DICE) - 1)
    numbers = [die for die in to_come if 0 < after.dice[die] <= HIGHEST]
    free = [die for die in numbers if fits_free(after, box, seat, die)]
    new, costly = [die for die in free if not fits_free(before, box, seat, die)], [die for die in numbers if die not in free]
    return Merit(len(free), die_sentence(after, new, FITS),
                 die_sentence(after, costly, COSTS_ANTHILL if after.anthills[seat] else FITS_NOWHERE))


def die_sentence(state: Any, dice: Sequence[int], template: str) -> str:
    """A sentence about the first of some dice; '' if there are none."""
    return say(template, region=region_name(dice[0]), value=state.dice[dice[0]]) if dice else ""


def fits_free(state: Any, box: Any, seat: int, die: int) -> bool:
    """Whether the number of a die has an open hex of its region next to a colony's numbers."""
    return any(box.region_of[hex] == die for hex in hexes_beside(state, box, seat, int(state.dice[die])))


def taken_merit(before: Any, after: Any, box: Any, seat: int, other: str) -> Merit:
    """A cupcake or crate that the other colony could have reached is gone."""
    reach = special_beside(before, box, 1 - seat)
    gone = [special_kind(box, hex) for hex in reach if after.marks[hex]]
    words = (say("{who} could have reached that cupcake.", who=other) if CUPCAKES in gone
             else say("{who} could have reached that crate.", who=other) if gone else "")
    left = [special_kind(box, hex) for hex in special_beside(after, box, 1 - seat)]
    return Merit(-len(left), words,
                 say("{who} could still reach {things}.", who=other, things=count_things(left)) if left else "")


def guard_merit(before: Any, after: Any, box: Any, seat: int) -> Merit:
    """Hexes that were crossed out where a colony leads, less those where the other does."""
    crossed = [int(box.region_of[hex]) for hex in range(box.hexes) if after.marks[hex] == 1 and not before.marks[hex]]
    mine = [region for region in crossed if region_winner(after, region) == seat]
    theirs = [region for region in crossed if region_winner(after, region) == 1 - seat]
    return Merit(len(mine) - len(theirs), say("With fewer open hexes your lead in {region} is safer.",
                                              region=region_name(mine[0])) if mine else "")


# What a power is good for, in the order of the powers.
POWER_FOR = phrases(
    "A 0 anywhere can take a cupcake or crate that you don't touch.", "Another 2 can turn a region.",
    "A 3 anywhere can turn a region.", "Cupcakes bring more and more points.",
    "Nobody can take those points from you.", "Nobody can take those points from you.",
    "Three 1s can turn a region and open new ways.", "Crossed-out hexes keep a lead safe.",
    "Two circles more make regions worth more to you.")


def nearest_merit(before: Any, after: Any, box: Any, seat: int) -> Merit:
    """How many crates the nearest power still needs; none if one was just unlocked."""
    crossed = crossed_groups(before, after, box, seat)
    left = {group: int(box.group_size[group] - after.crates[seat][group]) for group in range(box.groups)
            if after.open_groups[seat] >> group & 1 or group in crossed}
    nearest = any(0 < left[group] < min([n for other, n in left.items() if other != group], default=NEVER) for group in crossed)
    return Merit(-min(left.values(), default=NEVER), say("No other power is as near.") if nearest else "")


def crossed_groups(before: Any, after: Any, box: Any, seat: int) -> list[int]:
    """The groups of which a colony has crossed out a crate."""
    return [group for group in range(box.groups) if after.crates[seat][group] > before.crates[seat][group]]


def powers_merit(before: Any, after: Any, box: Any, seat: int) -> Merit:
    """How near powers are. How many crates one still needs is told with the crate."""
    crossed = crossed_groups(before, after, box, seat)
    is_open = crossed and after.open_groups[seat] >> crossed[0] & 1
    words = say(POWER_FOR[box.group_power[crossed[0]]]) if is_open else ""
    return Merit(float(crates_worth(after, box, seat)), words, "" if crossed else say("It crosses out no crate."))


def things_merit(before: Any, after: Any, box: Any, seat: int) -> Merit:
    """Cupcakes and crates next to a colony's numbers."""
    old, now = (special_beside(state, box, seat) for state in (before, after))
    new = [special_kind(box, hex) for hex in now if hex not in old]
    return Merit(len(now), say("From there you can go on to {things}.", things=count_things(new)) if new else "",
                 say("It leads to no cupcake or crate.") if not new and has_written(before, after, seat) else "")


def has_written(before: Any, after: Any, seat: int) -> bool:
    """Whether a colony has written a number."""
    return any(is_number_of(new, seat) and not old for old, new in zip(before.marks, after.marks))


def is_number_of(mark: int, seat: int) -> bool:
    return bool(mark >= BLUE_NUMBER if seat else RED_NUMBER <= mark < BLUE_NUMBER)


def saved_merit(before: Any, after: Any) -> Merit:
    """Hexes that are still open because numbers of the pool were not written."""
    usable = elements_of(int(before.usable)) if before.phase == SELECT else []
    low = any(before.tile in (ONE, ZERO_2, ZERO_FREE) if element == TILE else before.dice[element] < HIGHEST
              for element in usable)
    saved = low and [*before.marks] == [*after.marks] and left_out(before, after)
    return Merit(float(saved), say("A number now would fill a hex that you may want for a higher one.") if saved else "")


def left_out(before: Any, after: Any) -> bool:
    """Whether the rest of a pool was left: somebody else decides, or another round has begun."""
    return bool(after.player != before.player or after.round_number != before.round_number)


def count_things(kinds: Sequence[int]) -> str:
    """'a cupcake and 2 crates'."""
    cupcakes, crates = kinds.count(CUPCAKES), kinds.count(CRATES)
    return join_and([*([plural(cupcakes, "a cupcake", "{n} cupcakes")] if cupcakes else []),
                     *([plural(crates, "a crate", "{n} crates")] if crates else [])])


def ways_merit(before: Any, after: Any, box: Any, seat: int) -> Merit:
    """The regions that a colony can go on into without an anthill."""
    old, now = ({int(box.region_of[hex]) for hex in hexes_beside(state, box, seat)} for state in (before, after))
    new = join_and([region_name(region) for region in sorted(now - old)]) if now - old else ""
    return Merit(len(now), say("It opens the way into {regions}.", regions=new) if new else "")


def hexes_beside(state: Any, box: Any, seat: int, value: int = 0) -> list[int]:
    """The open hexes next to a colony's numbers, where a number of this value may go without an anthill."""
    near = state.near[seat][box.near_row[value]]
    return [hex for hex in range(box.hexes) if not state.marks[hex] and contains(near, hex)]


def special_beside(state: Any, box: Any, seat: int) -> list[int]:
    """The open hexes with a cupcake or crate next to a colony's numbers."""
    return [hex for hex in hexes_beside(state, box, seat) if special_kind(box, hex) != NONE]
