"""A turn in the log: what was played, what dice decided, and who collected what. The Final Phase has a line for each round of
movement in which something happened, and a summary."""

from collections import Counter
from collections.abc import Sequence, Set
from typing import Any

from ...core.notes import Note
from ...words import You, join_and, phrases, plural, say, tell
from .names import EFFECT_WORDS, drawn_name, marble_text, owner_or_you, place_text, seats_of_side, tell_owner, tile_name
from .paths import goals_beside
from .sentences import COLLECTS, sentence
from .state import (ACTED, AIMED_MARBLE, COLLECTED, DREW_MARBLE, ERASED, FINAL, FINAL_ROUND, GOT_STUCK, MOVED_PART,
                    PLAYED_PART, RANDOM_PUSH, RAN_OUT, RETURNED, SEPARATED, SLID, STARTED, SWAPPED, TRADED, WON)

COLLECT_SEVERAL = phrases("You collect {n} marbles.", "{who} collects {n} marbles.", "You and {who} collect {n} marbles.",
                          "{names} collect {n} marbles.")
COLLECT_INSTEAD = phrases("You collect {marble}.", "{who} collects {marble}, not you.", "You and {who} collect {marble}.",
                          "{names} collect {marble}, not you.")
TILES = frozenset({DREW_MARBLE, PLAYED_PART, ERASED, MOVED_PART, SWAPPED})
MOST_FATES = 2                              # marbles of a turn that are told of one by one
TURN_BEGINS = frozenset({FINAL, FINAL_ROUND, RAN_OUT})


def is_news(note: Note) -> bool:
    """Whether it is told to a player of the own turn afterwards: a marble in a goal, or what a die decided."""
    return note.event in (COLLECTED, SEPARATED) or (note.event == ACTED and note.details[3] > 0)


def story(notes: Sequence[Note], box: Any, names: Sequence[str], short: bool = False) -> str:
    """What happened in a turn, or in one round of the Final Phase; of a whole Final Phase only what it has brought. In short
    the marbles that were played are called by their speeds alone."""
    final = next((n for n, note in enumerate(notes) if note.event == FINAL), 0)
    if final:
        return f"{story(notes[:final], box, names, short)} {story(notes[final:], box, names)}".strip()
    told = [sentence(note, box, names) for note in notes if note.event in (STARTED, FINAL)]
    told += [summary_text(notes, box, names) or turn_text(notes, box, names, short), stuck_text(notes)]
    told += [sentence(note, box, names) for note in notes if note.event == WON]
    return " ".join(filter(None, told))


def in_short(notes: Sequence[Note], box: Any, names: Sequence[str]) -> str:
    """What happened in a turn, if possible in one line of a phone: the turns of all others have to be told."""
    return story(notes, box, names, short=True)


def explain_new(notes: Sequence[Note], earlier: Sequence[Note]) -> str:
    """What a Part does that was placed in a turn, if none of its kind was placed in the turns before; "" if it was."""
    known = {note.details[1] for note in earlier if note.event == PLAYED_PART}
    new = [note.details[1] for note in notes if note.event == PLAYED_PART and note.details[1] not in known]
    return f"{say('{tile}: {does}', tile=tile_name(new[0]), does=say(EFFECT_WORDS[new[0]]))}." if new else ""


def befell(notes: Sequence[Note], seat: int, box: Any) -> list[Sequence[Note]]:
    """The notes of a turn that tell what was done to a seat, marble by marble: those that came into its goals, then those that
    it lost at a separator."""
    side = box.side[seat]
    found = [fate for fate in fates(notes).values() if concerns(fate, box, side)]
    return sorted(found, key=lambda fate: side not in sides_at_stake(fate[-1], box))


def fates(notes: Sequence[Note]) -> dict[int, list[Note]]:
    """What became of marbles, by marble: the last die that decided about it, if any, and where it came to."""
    found: dict[int, list[Note]] = {}
    for note in notes:
        event, details = note.event, note.details
        if event == SEPARATED or (event == ACTED and details[3]):
            found[details[0]] = [note]
        elif event in (COLLECTED, RETURNED):
            found.setdefault(details[0], []).append(note)
        elif event == SLID and (fate := found.get(details[0])) and is_random_push(fate[-1], details[1]):
            fate.append(note)
    return {m: fate for m, fate in found.items() if not is_random_push(fate[-1])}       # not those that a wall has blocked


def is_random_push(note: Note, space: int | None = None) -> bool:
    """Whether a note is the die of a Random Push, perhaps on a certain space."""
    return note.event == ACTED and note.details[1] == RANDOM_PUSH and space in (None, note.details[2])


def concerns(fate: Sequence[Note], box: Any, side: int) -> bool:
    """Whether a marble came into a goal of a side, or could have come there from a separator."""
    return any(side in sides_at_stake(note, box) for note in fate)


def sides_at_stake(note: Note, box: Any) -> tuple[int, ...]:
    """Who gets a marble, or may get it from a separator."""
    if note.event == SEPARATED:
        return tuple(box.owner[goal] for goal in goals_beside(note.details[1]))
    return (note.details[2],) if note.event == COLLECTED else ()


def turn_text(notes: Sequence[Note], box: Any, names: Sequence[str], short: bool = False) -> str:
    """What was played and what became of marbles, in this order: the second tile of a turn is played when the marbles have
    run for the first."""
    plays = plays_of(notes)
    became = [fates_text(play, box, names, plays) for play in plays]
    if not any(became[:-1]) and not aimed_last(notes):
        return " ".join(filter(None, (played_text(notes, box, names, short), became[-1])))
    told: list[str] = []
    for play, fate in zip(plays, became):
        told += ([first_sentence(DREW_MARBLE, play, box, names), fate, first_sentence(AIMED_MARBLE, play, box, names)]
                 if aimed_last(play) else [played_text(play, box, names, short), fate])
    return " ".join(filter(None, told))


def plays_of(notes: Sequence[Note]) -> list[list[Note]]:
    """The notes of a turn, tile by tile: what comes before the first tile belongs to it."""
    found: list[list[Note]] = [[]]
    for note in notes:
        if note.event in TILES and any(other.event in TILES for other in found[-1]):
            found.append([])
        found[-1].append(note)
    return found


def aimed_last(notes: Sequence[Note]) -> bool:
    """Whether a marble is aimed after others have come to something [MM-23]."""
    events = [note.event for note in notes]
    return AIMED_MARBLE in events and bool(fates(notes[:events.index(AIMED_MARBLE)]))


def first_sentence(event: int, notes: Sequence[Note], box: Any, names: Sequence[str]) -> str:
    """The sentence of the first note of an event; "" if there is none."""
    return next((sentence(note, box, names) for note in notes if note.event == event), "")


def played_text(notes: Sequence[Note], box: Any, names: Sequence[str], short: bool = False) -> str:
    """What a player did in a turn: a tile, a marble, or a marble and something else."""
    traded = [note for note in notes if note.event == TRADED]
    if traded:
        return tell(names[traded[0].details[0]], "You trade in {tiles}.", "{who} trades in {tiles}.",
                    tiles=join_and([tile_name(note.details[1]) for note in traded]))
    drawn = [note.details for note in notes if note.event == DREW_MARBLE]
    aims = [note.details[1] for note in notes if note.event == AIMED_MARBLE]
    tile = next((note for note in notes if note.event in (PLAYED_PART, ERASED, MOVED_PART, SWAPPED)), None)
    if not drawn:
        return tile_text(tile, box, names) if tile else ""
    who, (marble, *other) = names[drawn[0][0]], [played_marble(speed, short) for _, speed in drawn]
    if not aims:
        return tell(who, "You play {marble}.", "{who} plays {marble}.", marble=marble)
    if len(aims) > 1 and other:             # a log may begin in the middle of a turn
        return tell(who, "You aim {marble} at {n} and {other} at {m}.", "{who} aims {marble} at {n} and {other} at {m}.",
                    marble=marble, n=aims[0], other=other[0], m=aims[1])
    if tile:
        return marble_and_tile_text(who, marble, aims[-1], tile, box)
    return tell(who, "You aim {marble} at {n}.", "{who} aims {marble} at {n}.", marble=marble, n=aims[-1])


def played_marble(speed: int, short: bool) -> str:
    """A marble that was played, in a sentence."""
    return say("speed {speed}", speed=speed) if short and speed else marble_text(speed)


def tile_text(note: Note, box: Any, names: Sequence[str]) -> str:
    """A tile that was played alone."""
    if note.event == PLAYED_PART:
        seat, part, space, _ = note.details
        return tell(names[seat], "You place {part} {place}.", "{who} places {part} {place}.", part=tile_name(part),
                    place=place_text(box.radius, space))
    return sentence(note, box, names)


def marble_and_tile_text(who: str, marble: str, n: int, note: Note, box: Any) -> str:
    """A marble, and a tile after it."""
    if note.event == SWAPPED:
        low, high = (drawn_name(box.radius, space) for space in note.details[1:3])
        return tell(who, "You aim {marble} at {n}, then swap the tiles on {low} and {high}.",
                    "{who} aims {marble} at {n}, then swaps the tiles on {low} and {high}.", marble=marble, n=n, low=low,
                    high=high)
    part = tile_name(note.details[1])
    if note.event == ERASED:
        return tell(who, "You aim {marble} at {n}, then take {part} off {space}.",
                    "{who} aims {marble} at {n}, then takes {part} off {space}.", marble=marble, n=n, part=part,
                    space=drawn_name(box.radius, note.details[2]))
    if note.event == MOVED_PART:
        start, space = (drawn_name(box.radius, space) for space in note.details[2:4])
        return tell(who, "You aim {marble} at {n}, then move {part} from {start} to {space}.",
                    "{who} aims {marble} at {n}, then moves {part} from {start} to {space}.", marble=marble, n=n, part=part,
                    start=start, space=space)
    return tell(who, "You aim {marble} at {n}, then place {part} {place}.",
                "{who} aims {marble} at {n}, then places {part} {place}.", marble=marble, n=n, part=part,
                place=place_text(box.radius, note.details[2]))


def fates_text(play: Sequence[Note], box: Any, names: Sequence[str],
               plays: Sequence[Sequence[Note]]) -> str:
    """What became of marbles by one of the tiles of a turn: what concerns the reader first, then what others collected, then
    what dice decided besides. The Final Phase rolls so many dice that only those are told that brought somebody a marble."""
    mine = {box.side[seat] for seat, name in enumerate(names) if isinstance(name, You)}
    found = [fate for one in plays for fate in fates(one).values()]
    if sum(fate[-1].event == COLLECTED for fate in found) > MOST_FATES:
        return collected_text(play, box, names)
    final = any(note.event == FINAL_ROUND for note in play)
    told = sorted((fate for fate in found if not final or fate[-1].event == COLLECTED),
                  key=lambda fate: (not any(concerns(fate, box, side) for side in mine), fate[-1].event != COLLECTED))
    shown = [fate for fate in told[:MOST_FATES] if any(fate[-1] is note for note in play)]
    sure = {fate[0].details[2] for fate in shown if fate[0].event == COLLECTED}
    if len(shown) > 1 and len(sure) == 1 and all(fate[0].event == COLLECTED for fate in shown):     # no die decided
        return tell_owner(box, names, sure.pop(), COLLECT_SEVERAL, n=len(shown))
    return " ".join(fate_text(fate, box, names, mine) for fate in shown)


def fate_text(fate: Sequence[Note], box: Any, names: Sequence[str], mine: Set[int]) -> str:
    """The die that decided about a marble, and what came of it."""
    die, result = fate[0], fate[-1]
    told = []
    if die.event == SEPARATED:
        told.append(say("Separator {n} rolls a {die}.", n=die.details[1], die=die.details[2]))
    elif die is not result:
        told.append(sentence(die, box, names))
    if result.event == COLLECTED and result.details[2] not in mine and any(concerns(fate, box, side) for side in mine):
        _, _, owner, *speed = result.details
        told.append(tell_owner(box, names, owner, COLLECT_INSTEAD, marble=marble_text(speed[0] if speed else 0)))
    elif result is not die or die.event != SEPARATED:
        told.append(sentence(result, box, names))
    return " ".join(told)


def collected_text(notes: Sequence[Note], box: Any, names: Sequence[str]) -> str:
    """Who collected how many marbles."""
    speeds: dict[int, list[int]] = {}
    for note in notes:
        if note.event == COLLECTED:
            _, _, owner, *speed = note.details
            speeds.setdefault(owner, []).append(speed[0] if speed else 0)
    if len(speeds) > 1:
        return say("Marbles collected: {counts}.", counts=counts_text(box, names, {side: len(s) for side, s in speeds.items()}))
    for side, found in speeds.items():
        if len(found) == 1:
            return tell_owner(box, names, side, COLLECTS, marble=marble_text(found[0]))
        return tell_owner(box, names, side, COLLECT_SEVERAL, n=len(found))
    return ""


def counts_text(box: Any, names: Sequence[str], counts: dict[int, int]) -> str:
    """How many marbles the owners of piles have got, the reader first: 'you 2, Bo 1'."""
    def is_mine(side: int) -> bool:
        return any(isinstance(names[seat], You) for seat in seats_of_side(box, side))

    return ", ".join(say("{who} {n}", who=owner_or_you(box, names, side), n=counts[side])
                     for side in sorted(counts, key=lambda side: (not is_mine(side), -counts[side])))


def stuck_text(notes: Sequence[Note]) -> str:
    """How many marbles were found to be stuck."""
    stuck = Counter(note.event for note in notes)[GOT_STUCK]
    return plural(stuck, "One marble is stuck for good.", "{n} marbles are stuck for good.") if stuck else ""


def summary_text(notes: Sequence[Note], box: Any, names: Sequence[str]) -> str:
    """What the Final Phase has brought everybody."""
    for note in notes:
        if note.event == RAN_OUT:
            gains = {side: note.details[side] for side in range(box.sides) if note.details[side]}
            return (say("The Final Phase is over. Collected in it: {counts}.", counts=counts_text(box, names, gains)) if gains
                    else say("The Final Phase is over. It has brought nobody a marble."))
    return ""
