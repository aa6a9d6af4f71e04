"""Why an action is good, for people: hints, the coach and reviews explain by this one interface. What an action does is told
by the game's own choices, what follows by the game's own log."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..core.chance import fresh_chance, luck
from ..core.game import Game
from ..core.match import NoteRecorder
from ..core.notes import Note
from ..core.telling import story_of
from ..drawing.plain import scene_of
from ..drawing.scene import Choice
from ..words import say
from .bot import Analysis, Ranked

DEALS = 3                                   # of which a reply must be possible in all
AS_GOOD = 0.005                             # chances to win that differ by less are called equal


@dataclass(frozen=True)
class Option:
    """An action as the game words it, and how good it is for whoever plays it."""

    action: int
    label: str                              # 'Take this card: purple, red, red'
    consequence: str                        # 'Pops 3 purple, then 4 red.'
    chance: float                           # to win


@dataclass(frozen=True)
class Explanation:
    """What is said of an action: what it does, how good it is, what else there was, what will probably follow."""

    chosen: Option
    best: Option
    others: tuple[Option, ...]              # the next best, apart from the chosen and the best
    reply: str                              # what the next player will probably do, in a sentence; "" if nobody knows
    same_move: bool                         # whether the reply is still the same player's

    @property
    def loss(self) -> float:
        """How much less the chosen action wins than the best."""
        return max(0.0, self.best.chance - self.chosen.chance)

    @property
    def sentences(self) -> list[str]:
        return list(filter(None, [self.chosen.consequence, say("That wins {n:.0f} games of 100.", n=100 * self.chosen.chance),
                                  *self._comparison(), self._reply()]))

    def _comparison(self) -> Iterator[str]:
        if self.loss >= AS_GOOD:
            yield say("Better: {choice}, which wins {n:.0f} more of 100.", choice=self.best.label, n=100 * self.loss)
        elif self.best.action != self.chosen.action:
            yield say("Just as good: {choice}.", choice=self.best.label)
        elif self.others:
            second = self.others[0]
            less = self.chosen.chance - second.chance
            yield (say("Next best: {choice}, which wins {n:.0f} fewer of 100.", choice=second.label, n=100 * less)
                   if less >= AS_GOOD else say("Just as good: {choice}.", choice=second.label))

    def _reply(self) -> str:
        if not self.reply:
            return ""
        return (say("And then: {what}", what=self.reply) if self.same_move
                else say("What will probably follow: {what}", what=self.reply))


def explain(game: Game, view: Any, box: Any, analysis: Analysis, names: Sequence[str], action: int | None = None,
            most: int = 3) -> Explanation:
    """The explanation of an action, by default the best."""
    scene = scene_of(game, view, box, names)
    choices = {choice.action: choice for choice in scene.choices}
    rows = {row.action: row for row in analysis.ranked}
    chosen, best = rows[analysis.best if action is None else action], analysis.ranked[0]

    def option(row: Ranked) -> Option:
        label = scene.subset.label_of(row.action) if scene.subset else game.notation.write_action(view, box, row.action)
        choice = choices.get(row.action) or Choice(row.action, label)
        return Option(row.action, choice.label, choice.consequence, row.values[analysis.seat])

    others = [option(row) for row in analysis.ranked if row not in (chosen, best)][:most]
    who, reply = reply_to(game, view, box, chosen.line or (chosen.action,), names)
    return Explanation(option(chosen), option(best), tuple(others), reply, who == analysis.seat)


class BeforeChance(NoteRecorder):
    """Hears what happens up to the first event of chance: what comes after it has only been imagined."""

    def note(self, state: Any, note: Note) -> None:
        if not self.outcomes:
            super().note(state, note)


def reply_to(game: Game, view: Any, box: Any, line: Sequence[int], names: Sequence[str]) -> tuple[int, str]:
    """Who decides after the first action of a line, and what they do, in a sentence; nothing if the line says no more, or if
    only some of the deals that the seat must reckon with allow it."""
    told = {told_reply(game, imagined_deal(game, view, box, deal), box, line, names) for deal in range(DEALS)}
    return told.pop() if len(told) == 1 else (-1, "")


def told_reply(game: Game, state: Any, box: Any, line: Sequence[int], names: Sequence[str]) -> tuple[int, str]:
    """The second action of a line in one deal."""
    who, heard = -1, BeforeChance()
    for action in line[:2]:
        play_forced(game, state, box, action)
        if state.over or action not in game.legal_list(state, box):
            return -1, ""
        who, heard = state.player, BeforeChance()
        state.listener = heard
        game.play(state, box, action)
    return (who, story_of(game, heard.notes, box, names)) if len(line) > 1 else (-1, "")


def imagined_deal(game: Game, view: Any, box: Any, deal: int = 0) -> Any:
    """A whole state that a seat's view may come from."""
    state, generator = game.state.copy(view), luck(deal)
    game.redeal(state, box, view.player, generator)
    fresh_chance(state, generator)
    return state


def play_forced(game: Game, state: Any, box: Any, until: int) -> None:
    """Play on while there is one possibility: a forced move is no node of the search."""
    while not state.over and len(legal := game.legal_list(state, box)) == 1 and legal[0] != until:
        game.play(state, box, legal[0])


def line_texts(game: Game, view: Any, box: Any, line: Sequence[int]) -> tuple[tuple[int, str], ...]:
    """A line of actions as (seat, text), as far as it can be followed in one imagined deal."""
    state = imagined_deal(game, view, box)
    told: list[tuple[int, str]] = []
    for action in line:
        play_forced(game, state, box, action)
        if state.over or action not in game.legal_list(state, box):
            break
        told.append((state.player, game.notation.write_action(state, box, action)))
        game.play(state, box, action)
    return tuple(told)


def with_texts(game: Game, view: Any, box: Any, analysis: Analysis) -> Analysis:
    """The analysis with its lines in notation."""
    def texts(row: Ranked) -> Ranked:
        return replace(row, texts=tuple(text for _, text in line_texts(game, view, box, row.line or (row.action,))))

    return replace(analysis, ranked=tuple(texts(row) for row in analysis.ranked))
