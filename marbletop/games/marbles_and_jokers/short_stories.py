"""Turns in a few words, for the lines that tell what others did, and what is explained there when it first happens."""

from collections.abc import Sequence
from typing import Any

from ...core.notes import Note
from ...words import You, join_and, say
from .names import card_name
from .places import hole_name
from .sentences import HITS, MOVES, card_sentence, is_sent_back, jump_deed, move_deed, story, tell_turn, with_end
from .state import ADVANCED, DISCARDED, ENTERED, IN_LANE, JUMPED, LAID_SIDEWAYS, LEFT_RING, PLAYED, RETREATED


def in_short(notes: Sequence[Note], box: Any, names: Sequence[str]) -> str:
    """A turn of somebody else in one line, so that those of three others fit below each other on a phone; the story of a turn
    that is about the reader."""
    card = next((note for note in notes if note.event in (PLAYED, DISCARDED, LAID_SIDEWAYS)), None)
    concerned = {note.details[0] for note in notes if note.event in (PLAYED, DISCARDED, LAID_SIDEWAYS, *HITS, *MOVES)}
    if card is None or any(isinstance(names[seat], You) for seat in concerned):
        return story(notes, box, names)
    return with_end(turn_in_short(card, notes, box, names), notes, box, names)


def turn_in_short(card: Note, notes: Sequence[Note], box: Any, names: Sequence[str]) -> str:
    """The card of a turn and what it did."""
    seat, rank, *more = card.details
    who, deeds = names[seat], short_deeds(seat, notes, box, names)
    if card.event != PLAYED:
        if card.event != LAID_SIDEWAYS or not box.free_exit or box.may_discard or not box.joker_forced:
            return tell_turn(card, notes, box, names)
        return (say("{who}: discard {n} of {all} brings a marble out.", who=who, n=more[0], all=box.free_exit) if deeds
                else say("{who} can't move: discard {n} of {all} to get out.", who=who, n=more[0], all=box.free_exit))
    if not deeds:
        return card_sentence(card, box, names)
    if sum(note.event in MOVES for note in notes) > 1:
        return say("{who}: split {card}, {deeds}.", who=who, card=card_name(rank), deeds=join_and(deeds))
    return say("{who}: {card}, {deeds}.", who=who, card=card_name(rank), deeds=join_and(deeds))


def short_deeds(player: int, notes: Sequence[Note], box: Any, names: Sequence[str]) -> list[str]:
    """What a card did. A move that hits somebody or comes home is told by that alone."""
    deeds: list[str] = []
    for number, note in enumerate(notes):
        after = notes[number + 1] if number + 1 < len(notes) else note
        if note.event in HITS:
            before = notes[number - 1] if number else note
            deeds.append(short_jump(player, before, note, names) if before.event == JUMPED else short_hit(note, names))
        elif note.event in MOVES and (after.event not in HITS or note.event == LEFT_RING):
            deeds.append(short_move(player, note, after, box, names))
    return deeds


def short_hit(note: Note, names: Sequence[str]) -> str:
    who = names[note.details[0]]
    return say("sends {who} back", who=who) if is_sent_back(note) else say("pushes {who} ahead", who=who)


def short_jump(player: int, jump: Note, hit: Note, names: Sequence[str]) -> str:
    """A Joker's jump; that of somebody else's marble at full length."""
    if jump.details[0] != player:
        return jump_deed(player, jump, hit, names)
    who = names[hit.details[0]]
    return (say("jumps onto {who}, sends it back", who=who) if is_sent_back(hit)
            else say("jumps onto {who}, pushes it ahead", who=who))


def short_move(player: int, note: Note, after: Note, box: Any, names: Sequence[str]) -> str:
    """Where a marble went; that of somebody else at full length."""
    seat, _, _, goal, _ = note.details
    if seat == player and goal <= IN_LANE and note.event in (ADVANCED, RETREATED):
        hole = hole_name(box, goal, names)
        return say("back to {hole}", hole=hole) if note.event == RETREATED else say("to {hole}", hole=hole)
    homes = after.details[3:] if after.event == ENTERED else ()
    return move_deed(player, note, homes[0] if homes else 0, box, names)


def explain_new(notes: Sequence[Note], earlier: Sequence[Note]) -> str:
    """What it means that a partner's marble is pushed ahead, if it was not in the turns before; "" if it was."""
    if not any(map(is_push, notes)) or any(map(is_push, earlier)):
        return ""
    return say("A gift to a partner: it jumps to its home space, the hole before its home.")


def is_push(note: Note) -> bool:
    return note.event in HITS and not is_sent_back(note)
