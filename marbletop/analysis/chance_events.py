"""What chance brought in a game, in the game's words: the card that was drawn, the dice that fell.

A move's notes tell what was chosen and what chance made of it. Which of them are chance's shows when the same action is played
again with other chance: those are then others. What only its owner saw (a card drawn), a game tells by `revealed`.
"""

from ..core.chance import fresh_chance, luck
from ..core.match import Match, NoteRecorder
from ..core.notes import Note

OTHERS = 6                                  # times that a move is played again
LONGEST = 160                               # letters; what is longer is a story, and no event


def event_between(match: Match, first: int, until: int) -> str:
    """What chance brought from move number `first` up to another; nothing if it would be too long to tell. The game is over, so
    nothing is secret."""
    sentences = [sentence for number in range(max(0, first), until) if match.moves[number].chance
                 for sentence in chance_sentences(match, number)]
    told = " ".join(dict.fromkeys(sentences))
    return told if len(told) <= LONGEST else ""


def chance_sentences(match: Match, number: int) -> list[str]:
    """What other chance would have changed about a move, sentence by sentence."""
    notation, move = match.game.notation, match.moves[number]
    others = [notes_by_other_chance(match, number, deal) for deal in range(OTHERS)]
    reveal = getattr(notation, "revealed", lambda note, outcomes, names: "")
    told = [notation.sentence(note, match.box, match.names) if any(note not in notes for notes in others)
            else reveal(note, move.chance, match.names) for note in move.notes]
    return [sentence for sentence in told if sentence]


def notes_by_other_chance(match: Match, number: int, deal: int) -> list[Note]:
    """The notes of a move, played again with other chance."""
    state, recorder = match.game.state.copy(match.state_after(number)), NoteRecorder()
    fresh_chance(state, luck(deal, number))
    state.listener = recorder
    match.game.play(state, match.box, match.moves[number].action)
    return recorder.notes
