"""What happened, in words: a sentence for each note, which is shown while it happens, and a story for each turn of the log."""

from collections.abc import Sequence
from typing import Any

from ...core.notes import Note
from ...words import You, capital, join_and, plural, say, tell
from .names import card_name, card_with_article, marble_of, people, seats_in
from .places import hole_name
from .state import (ADVANCED, BOPPED, BUMPED, CAPPED, COMPLETED, DISCARDED, DREW, ENTERED, IN_LANE, IN_RING, JUMPED,
                    LAID_SIDEWAYS, LEFT_RING, MARBLES, PLAYED, RESHUFFLED, RETREATED, WON)

MOST_SENTENCES = 2                          # of a story
LINES_FOR_OTHERS = 3                        # that the page keeps free for what others did
MOVES = (LEFT_RING, ADVANCED, RETREATED, JUMPED)
HITS = (BOPPED, BUMPED)


def sentence(note: Note, box: Any, names: Sequence[str]) -> str:
    """What a note says, in words; "" if nobody needs to be told, or another note of the same move tells it."""
    event, details = note.event, note.details
    if event == RESHUFFLED:
        return plural(details[0], "The draw pile is empty: the last discarded card is used again.",
                      "The draw pile is empty: the {n} discarded cards are shuffled and used again.")
    if event == CAPPED:
        return say("The turn limit is reached: the game is a draw.")
    if event == WON:
        return win_sentence(box, names, details[0])
    if event in (PLAYED, DISCARDED, LAID_SIDEWAYS):
        return card_sentence(note, box, names)
    if event == COMPLETED:
        return completion(box, names, details[0])
    if event in HITS:
        return hit_sentence(note, names)
    return move_sentence(note, box, names) if event in MOVES else ""


def revealed(note: Note, outcomes: Sequence[int], names: Sequence[str]) -> str:
    """What nobody else was told while the game went on, by the outcomes of chance of the same move: the card that was drawn."""
    if note.event != DREW or not outcomes:
        return ""
    return tell(names[note.details[0]], "You draw {card}.", "{who} draws {card}.", card=card_with_article(outcomes[-1]))


def win_sentence(box: Any, names: Sequence[str], team: int) -> str:
    """Who has won."""
    winners = [names[seat] for seat in seats_in(box) if box.team[seat] == team]
    if len(winners) == 1:
        return tell(winners[0], "You win: all your marbles are home!", "{who} wins: all marbles are home.")
    who = capital(people(winners))
    return (say("{names} win: all your marbles are home!", names=who) if any(isinstance(name, You) for name in winners)
            else say("{names} win: all their marbles are home.", names=who))


def befell(notes: Sequence[Note], seat: int, box: Any) -> list[Sequence[Note]]:
    """The notes of a turn in which something was done to a seat: its marble was hit. Only the whole turn tells how."""
    return [notes] if any(note.event in HITS and note.details[0] == seat for note in notes) else []


def is_welcome(notes: Sequence[Note], seat: int) -> bool:
    """Whether what befell a seat in these notes is good for it: its marbles were only pushed ahead."""
    return not any(note.event in HITS and note.details[0] == seat and is_sent_back(note) for note in notes)


def completion(box: Any, names: Sequence[str], seat: int) -> str:
    """A seat has all its marbles home."""
    if box.alone:
        return tell(names[seat], "All your marbles are home!", "All of {who}'s marbles are home.")
    return tell(names[seat], "All your marbles are home! From now on you move for your team.",
                "All of {who}'s marbles are home.")


def card_sentence(note: Note, box: Any, names: Sequence[str]) -> str:
    """A card is played or laid down. Who need not play what they could does not tell whether they could. Discards that count,
    because several in a row bring a marble out, are counted."""
    seat, rank, *more = note.details
    who, card = names[seat], card_with_article(rank)
    if note.event == PLAYED:
        return tell(who, "You play {card}.", "{who} plays {card}.", card=card)
    stuck = not box.may_discard and box.joker_forced
    if note.event == LAID_SIDEWAYS and box.free_exit:
        if stuck and more[0] < box.free_exit:
            return tell(who, "You can't move and discard {card} ({n} of {all} to bring one out).",
                        "{who} can't move and discards {card} ({n} of {all} to bring one out).", card=card, n=more[0],
                        all=box.free_exit)
        if stuck:
            return tell(who, "You can't move and discard {card} ({n} of {all} in a row).",
                        "{who} can't move and discards {card} ({n} of {all} in a row).", card=card, n=more[0],
                        all=box.free_exit)
        return tell(who, "You discard {card} without moving ({n} of {all} in a row).",
                    "{who} discards {card} without moving ({n} of {all} in a row).", card=card, n=more[0], all=box.free_exit)
    if stuck:
        return tell(who, "You can't move and discard {card}.", "{who} can't move and discards {card}.", card=card)
    return tell(who, "You discard {card} without moving.", "{who} discards {card} without moving.", card=card)


def move_sentence(note: Note, box: Any, names: Sequence[str]) -> str:
    """A marble moves, told by whose it is."""
    seat, _, start, goal, number = note.details
    who = names[seat]
    if note.event == LEFT_RING:
        return tell(who, "You bring a marble out.", "{who} brings a marble out.")
    if note.event == JUMPED:
        return tell(who, "Your marble takes another one's place.", "{who}'s marble takes another one's place.")
    if note.event == RETREATED:
        return tell(who, "Your marble goes {n} back.", "{who}'s marble goes {n} back.", n=number)
    if goal > IN_LANE:
        if start > IN_LANE:
            return tell(who, "Your marble moves up in the home slot.", "{who}'s marble moves up in the home slot.")
        return tell(who, "Your marble goes into the home slot.", "{who}'s marble goes into the home slot.")
    return tell(who, "Your marble goes {n} forward.", "{who}'s marble goes {n} forward.", n=number)


def hit_sentence(note: Note, names: Sequence[str]) -> str:
    """A marble is hit and goes to its start ring or its home space."""
    who = names[note.details[0]]
    if is_sent_back(note):
        return tell(who, "Your marble is sent back to the start ring.",
                    "{who}'s marble is sent back to the start ring.")
    return tell(who, "Your marble moves ahead to your home space: it is almost home.",
                "{who}'s marble moves ahead to its home space: it is almost home.")


def hit_label(note: Note, names: Sequence[str]) -> str:
    """Whom a move hits, at the end of the label of a choice."""
    who = names[note.details[0]]
    return say("send {who} back", who=who) if is_sent_back(note) else say("push {who} ahead", who=who)


# The story of a turn: the card, what it did (the deeds), and what follows from it


def story(notes: Sequence[Note], box: Any, names: Sequence[str]) -> str:
    """All notes of a turn, what mattered first."""
    card = next((note for note in notes if note.event in (PLAYED, DISCARDED, LAID_SIDEWAYS)), None)
    if card is None:
        return " ".join(filter(None, (sentence(note, box, names) for note in notes)))
    return with_end(tell_turn(card, notes, box, names), notes, box, names)


def with_end(told: str, notes: Sequence[Note], box: Any, names: Sequence[str]) -> str:
    """What is told of a turn, with the most important thing that followed from it."""
    ends = [note for event in (WON, CAPPED, COMPLETED, RESHUFFLED) for note in notes if note.event == event]
    return " ".join([told, *(sentence(note, box, names) for note in ends)][:MOST_SENTENCES])


def tell_turn(card: Note, notes: Sequence[Note], box: Any, names: Sequence[str]) -> str:
    """The card of a turn and what it did, in one sentence."""
    seat, rank, *_ = card.details
    who, deeds = names[seat], deeds_of(seat, notes, box, names)
    if card.event != PLAYED or not deeds:
        said = card_sentence(card, box, names)
        return f"{said} {tell(who, 'You {deeds}.', '{who} {deeds}.', deeds=join_and(deeds))}" if deeds else said
    if sum(note.event in MOVES for note in notes) > 1:
        return tell(who, "You split the {card}, {deeds}.", "{who} splits the {card}, {deeds}.", card=card_name(rank),
                    deeds=join_and(deeds))
    if len(deeds) > 1:
        return tell(who, "You play {card}, {deeds}.", "{who} plays {card}, {deeds}.", card=card_with_article(rank),
                    deeds=join_and(deeds))
    return tell(who, "You play {card} and {deed}.", "{who} plays {card} and {deed}.", card=card_with_article(rank),
                deed=deeds[0])


def deeds_of(player: int, notes: Sequence[Note], box: Any, names: Sequence[str]) -> list[str]:
    """What a card did, each as the end of a sentence about the player: 'bring a marble out'. A move that hits somebody or comes
    home is told by that alone."""
    deeds: list[str] = []
    for number, note in enumerate(notes):
        if note.event in HITS:
            before = notes[number - 1] if number else note
            deeds.append(jump_deed(player, before, note, names) if before.event == JUMPED
                         else hit_deed(names[player], note, names))
        elif note.event in MOVES:
            after = notes[number + 1].event if number + 1 < len(notes) else -1
            if after not in HITS or note.event == LEFT_RING:
                homes = notes[number + 1].details[3:] if after == ENTERED else ()
                deeds.append(move_deed(player, note, homes[0] if homes else 0, box, names))
    return deeds


def hit_deed(me: str, note: Note, names: Sequence[str]) -> str:
    """Hitting a marble, said of the player `me`."""
    owner = names[note.details[0]]
    marble = marble_of(owner)
    if is_sent_back(note):
        return tell(me, "send {marble} back to the start ring", "sends {marble} back to the start ring", marble=marble)
    if isinstance(owner, You):
        return say("pushes your marble ahead to your home space, almost home")
    return tell(me, "push {marble} ahead to its home space", "pushes {marble} ahead to its home space", marble=marble)


def is_sent_back(hit: Note) -> bool:
    """Whether a marble that is hit goes to its start ring, not to its home space."""
    return hit.event == BOPPED or hit.details[3] == IN_RING


def jump_deed(player: int, jump: Note, hit: Note, names: Sequence[str]) -> str:
    """Taking the place of a marble by a Joker, and where that marble goes, said of the player, whose own may jump or not."""
    me, marble = names[player], marble_of(names[hit.details[0]])
    deed = tell(me, "take the place of {marble}", "takes the place of {marble}", marble=marble)
    if jump.details[0] != player:
        mine = marble_of(names[jump.details[0]])
        deed = tell(me, "put {mine} in the place of {marble}", "puts {mine} in the place of {marble}", mine=mine, marble=marble)
    return (say("{deed}, which is sent back to the start ring", deed=deed) if is_sent_back(hit)
            else say("{deed}, which moves ahead to its home space, almost home", deed=deed))


def move_deed(player: int, note: Note, home: int, box: Any, names: Sequence[str]) -> str:
    """Moving a marble, said of the player, whose own it may be or not. `home` is how many of its colour are home, if it came
    home."""
    seat, _, start, goal, number = note.details
    me, marble = names[player], say("a marble") if seat == player else marble_of(names[seat])
    if note.event == LEFT_RING:
        return tell(me, "bring {marble} out", "brings {marble} out", marble=marble)
    if goal > IN_LANE and start <= IN_LANE:
        if not home:                        # a note of an older table, which does not say it
            return tell(me, "bring {marble} home", "brings {marble} home", marble=marble)
        return tell(me, "bring {marble} home ({n} of {all})", "brings {marble} home ({n} of {all})", marble=marble, n=home,
                    all=MARBLES)
    if goal > IN_LANE:
        return tell(me, "move {marble} up in the home slot", "moves {marble} up in the home slot", marble=marble)
    hole = hole_name(box, goal, names)
    if note.event == RETREATED:
        return tell(me, "move {marble} {n} back to {hole}", "moves {marble} {n} back to {hole}", marble=marble, n=number,
                    hole=hole)
    return tell(me, "move {marble} to {hole}", "moves {marble} to {hole}", marble=marble, hole=hole)
