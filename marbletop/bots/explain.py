"""Why an action is good, for people: hints, the coach and reviews explain by this one interface. What an action does is told
by the game's own choices, what follows by the game's own log."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ..core.chance import fresh_chance, luck
from ..core.game import Game
from ..core.match import NoteRecorder, preview
from ..core.notes import Note
from ..core.telling import story_of
from ..drawing.plain import scene_of
from ..drawing.scene import Choice
from ..words import capital, phrase, plural, say
from .bot import Analysis, Proof, Ranked
from .reasons import NO_CONTRAST, Contrast, Line, contrast, reasons

DEALS = 3                                   # of which a reply must be possible in all
LIKELY = 0.5                                # of the search must go the way of a reply before it is told
# Letters of a hint, with what it advises: so many can be read on every phone without scrolling, in every game and language.
# With 360 by 640 pixels the narrowest dock has room for 7 lines of about 52 letters; what is advised has larger ones.
MOST_LETTERS = 270
AS_GOOD = 0.005                             # chances to win that differ by less are called equal


@dataclass(frozen=True)
class Option:
    """An action as the game words it, and how good it is for whoever plays it. A gesture is the action with the decisions that
    are made together with it, as the bot would make them: a card, then its marble."""

    action: int
    label: str                              # 'Take this card: purple, red, red'
    consequence: str                        # 'Pops 3 purple, then 4 red.'
    chance: float                           # to win
    gesture: tuple[int, ...] = ()           # the actions, this one first
    gesture_label: str = ""                 # what they are called together
    gesture_effect: str = ""                # what the last of them does
    proof: Proof | None = None              # if it is certain what it leads to
    routine: bool = False                   # what the last of them does is so for many choices

    @property
    def promise(self) -> str:
        """How a game goes with it: for certain, or by chances."""
        return certainty(self.proof) if self.proof else plural(round(100 * self.chance), "This choice wins {n} game of 100.",
                                                               "This choice wins {n} games of 100.")

    def name_beside(self, other: "Option") -> str:
        """What the gesture is called after another one has been told: without what both have in common."""
        told = other.gesture_label.split(". ")
        if len(told) == 1:
            return self.gesture_label
        rest = [step for step in self.gesture_label.split(". ") if step not in told] or [self.gesture_label]
        kinds = {step.partition(": ")[0] for step in told if ": " in step}
        first, *others = [step.partition(": ")[2] if step.partition(": ")[0] in kinds else step for step in rest]
        return ". ".join([first, *map(capital, others)])


def certainty(proof: Proof) -> str:
    """What is proved of an action, in a sentence."""
    if proof.value == 0.5:
        return say("That's a draw if nobody slips up.")
    if proof.moves == 1:
        return say("That wins at once.") if proof.value > 0.5 else say("That loses to the very next move.")
    if proof.moves is None:
        return (say("That wins, whatever the other player does.") if proof.value > 0.5
                else say("That loses unless the other player slips up."))
    return (plural(proof.moves, "That wins in {n} move, whatever the other player does.",
                   "That wins in {n} moves, whatever the other player does.") if proof.value > 0.5
            else plural(proof.moves, "That loses in {n} move unless the other player slips up.",
                        "That loses in {n} moves unless the other player slips up."))


class Part(NamedTuple):
    """Something that an explanation may say: how important it is, and its wordings, the longest first."""

    rank: int                               # what must be said has 0; the higher, the sooner it is left out
    wordings: tuple[str, ...]

    def fitting(self, room: int) -> str:
        """The longest wording for which there is room; "" if there is none."""
        return next((words for words in self.wordings if self.rank == 0 or len(words) <= room), "")


def within(most: int, parts: Sequence[Part]) -> list[str]:
    """What is said of these parts, in their order, in so many letters: the important ones first have room."""
    said: dict[int, str] = {}
    for number, part in sorted(enumerate(parts), key=lambda one: one[1].rank):
        said[number] = part.fitting(most)
        most -= len(said[number]) + 1 if said[number] else 0
    return [said[number] for number in range(len(parts)) if said[number]]


@dataclass(frozen=True)
class Explanation:
    """What is said of an action: what it does, how good it is, what else there was, what will probably follow."""

    chosen: Option
    best: Option
    others: tuple[Option, ...]              # the next best, apart from the chosen and the best
    reply: str                              # what the next player will probably do, in a sentence; "" if nobody knows
    same_move: bool                         # whether the reply is still the same player's
    reasons: tuple[str, ...] = ()           # what the best action has more of than the chosen one, or than the second best
    sides: int = 2                          # that play against each other
    drawback: str = ""                      # what the second best loses by, if the chosen one is the best

    @property
    def loss(self) -> float:
        """How much less the chosen action wins than the best."""
        return max(0.0, self.best.chance - self.chosen.chance)

    @property
    def sentences(self) -> list[str]:
        """What it does and why, what follows, and only then the chances and what else there was: as much of it as can be read
        beside what is advised."""
        return within(MOST_LETTERS - len(self.advice) - 1, [*self._parts()])

    @property
    def advice(self) -> str:
        """What to do, as a hint says it."""
        return say("Hint: {choice}", choice=self.chosen.gesture_label)

    def _parts(self) -> Iterator[Part]:
        """What there is to say. The strongest reasons are more important than the second choice, and this than what follows."""
        is_best = self.best.action == self.chosen.action
        effect = "" if self.chosen.routine and is_best and self.reasons else self.chosen.gesture_effect
        reasons = [Part(rank, (words,)) for rank, words in zip((2, 6), (one for one in self.reasons if one not in effect))]
        yield from (Part(min(1 + 2 * number, 5), (words,)) for number, words in enumerate(sentences_in(effect)))
        if self.same_move:
            yield Part(1, self._reply())
        yield from reasons if is_best else ()
        if not self.same_move:
            yield Part(7, self._reply())
        yield Part(0, (self._promise(),))
        yield Part(4 if is_best else 0, tuple(self._comparison()))
        yield from () if is_best else reasons

    def _promise(self) -> str:
        """How a game goes with it, among many with what would be even: a third of the games looks like losing to those who
        expect a half."""
        if self.sides <= 2 or self.chosen.proof:
            return self.chosen.promise
        return plural(round(100 * self.chosen.chance), "This choice wins {n} game of 100 (equal share: {share}).",
                      "This choice wins {n} games of 100 (equal share: {share}).", share=round(100 / self.sides))

    def _comparison(self) -> Iterator[str]:
        """What else there was, in several wordings."""
        if self.loss >= AS_GOOD:
            if self.best.proof:
                yield say("Better: {choice}. {promise}", choice=self.best.gesture_label, promise=self.best.promise)
            else:
                yield say("Better: {choice}. That wins {n:.0f} more of 100.", choice=self.best.gesture_label,
                          n=100 * self.loss)
        elif self.best.action != self.chosen.action:
            yield say("Just as good: {choice}.", choice=self.best.gesture_label)
        elif self.others:
            second = self.others[0]
            less = self.chosen.chance - second.chance
            if less >= AS_GOOD or second.proof != self.chosen.proof:
                yield from self._second(second, less)
            else:
                yield say("Just as good: {choice}.", choice=second.name_beside(self.chosen))

    def _second(self, second: Option, less: float) -> Iterator[str]:
        """The second choice and what it loses, with what it lacks or does if there is room to tell."""
        name = say("Next best: {choice}.", choice=second.name_beside(self.chosen))
        loses = second.promise if second.proof else say("That wins {n:.0f} fewer of 100.", n=100 * less)
        differs = second.gesture_effect != self.chosen.gesture_effect and not second.routine
        if about := self.drawback or (first_sentence(second.gesture_effect) if differs else ""):
            yield f"{name} {about} {loses}"
        yield f"{name} {loses}"

    def _reply(self) -> tuple[str, ...]:
        if not self.reply:
            return ()
        template = phrase("And then: {what}") if self.same_move else phrase("What will probably follow: {what}")
        return tuple(say(template, what=words) for words in dict.fromkeys((self.reply, first_sentence(self.reply))))


def explain(game: Game, view: Any, box: Any, analysis: Analysis, names: Sequence[str], action: int | None = None,
            most: int = 3) -> Explanation:
    """The explanation of an action, by default the best."""
    rows = {row.action: row for row in analysis.ranked}
    chosen, best = rows[analysis.best if action is None else action], analysis.ranked[0]
    others = [row for row in analysis.ranked if row not in (chosen, best)][:most]

    def option(row: Ranked) -> Option:
        told = row in (chosen, best, *others[:1])           # the others are only named
        steps = gesture_of(game, view, box, line_of(row) if told else (row.action,), names)
        label = " ".join(f"{step.label.rstrip('.')}." for step in steps)
        effect = steps[-1].consequence
        return Option(row.action, steps[0].label, steps[0].consequence, row.values[analysis.seat],
                      tuple(step.action for step in steps), label.rstrip("."), "" if effect in label else effect, row.proof,
                      steps[-1].routine)

    def line(row: Ranked, told: Option) -> Line:
        return Line(told.gesture, following(line_of(row), told.gesture))

    found, top, rest, sides = option(chosen), option(best), tuple(map(option, others)), len(set(view.side[:view.seats]))
    who, reply = likely_reply(game, view, box, chosen, found.gesture, names)
    second = (chosen, found) if chosen is not best else (others[0], rest[0]) if others else None
    alike = second is not None and top.chance - second[1].chance < AS_GOOD
    rival = line(*second) if second and not alike else None
    why, against = (why_better(game, deals_of(game, view, box), box, line(best, top), rival, names, chosen is best)
                    if not top.proof and not (alike and chosen is not best) else NO_CONTRAST)
    against = against if chosen is best else ""
    if step := next_step(game, view, box, line(chosen, found), names):
        told = replace(found, gesture_effect="") if step.is_open(found.gesture_effect) else found
        return Explanation(told, top if best is not chosen else told, rest, step.words, True, why, sides, against)
    return Explanation(found, top, rest, reply, who == analysis.seat, why, sides, against)


def why_better(game: Game, deals: Sequence[Any], box: Any, best: Line, rival: Line | None, names: Sequence[str],
               advised: bool) -> Contrast:
    """What the best line has more of than its rival, and what that loses by; if the game knows no reason and the best line is
    what is advised, what it has more of than the position now. Against somebody's own choice that says nothing: it may have
    the same."""
    if rival is None:
        return Contrast(reasons(game, deals, box, best, None, names), "")
    found = contrast(game, deals, box, best, rival, names)
    if found.reasons or not advised:
        return found
    return found._replace(reasons=reasons(game, deals, box, best, None, names))


def sentences_in(text: str) -> list[str]:
    return re.split(r"(?<=[.!?]) ", text) if text else []


def first_sentence(text: str) -> str:
    return next(iter(sentences_in(text)), "")


def line_of(row: Ranked) -> tuple[int, ...]:
    return row.line or (row.action,)


def likely_reply(game: Game, view: Any, box: Any, row: Ranked, gesture: Sequence[int], names: Sequence[str]) -> tuple[int, str]:
    """Who decides after a gesture, and what they will probably do; nothing if most of the search goes other ways."""
    line = line_of(row)
    first = len(line) - len(following(line, gesture))
    share = row.shares[first] if first < len(row.shares) else 0.0
    return reply_to(game, view, box, line, names, first) if share > LIKELY else (-1, "")


def following(line: Sequence[int], gesture: Sequence[int]) -> list[int]:
    """What follows a gesture in a line, in which forced actions are missing."""
    rest = [*line]
    for action in gesture:
        rest = rest[1:] if rest[:1] == [action] else rest
    return rest


class NextStep(NamedTuple):
    """What a player will choose after a gesture, in the same turn, and all there is to choose from."""

    choice: Choice
    choices: Sequence[Choice]

    def is_open(self, effect: str) -> bool:
        """Whether an effect that was told before is still to come: one of the choices leads just to that."""
        return any(choice.consequence == effect for choice in self.choices)

    @property
    def words(self) -> str:
        effect = "" if self.choice.leads_on or self.choice.routine else first_sentence(self.choice.consequence)
        return f"{self.choice.label.rstrip('.')}. {effect}".strip()


def next_step(game: Game, view: Any, box: Any, line: Line, names: Sequence[str]) -> NextStep | None:
    """What the same player will choose after a gesture; None if it is somebody else's turn or something is drawn or rolled
    before that, or if the line says nothing."""
    for action in line.gesture:
        trial, _, complete = preview(game, view, box, action)
        if not complete or trial.over or trial.player != view.player:
            return None
        view = game.view(trial, box, view.viewer)
    choices = scene_of(game, view, box, names).choices
    found = next((choice for choice in choices if choice.action in line.following[:1]), None)
    return NextStep(found, choices) if found else None


def gesture_of(game: Game, view: Any, box: Any, line: Sequence[int], names: Sequence[str]) -> list[Choice]:
    """The first action of a line, and those after it that are decided together with it: as long as the game says that a choice
    leads on, and nothing has to be drawn or rolled."""
    steps, rest = [choice_of(game, view, box, line[0], names)], list(line[1:])
    while (ahead := view_ahead(game, view, box, steps[-1])) is not None:
        view, legal = ahead, game.legal_list(ahead, box)
        following = legal[0] if len(legal) == 1 else rest[0] if rest and rest[0] in legal else None
        if following is None:
            break
        rest = rest[1:] if rest[:1] == [following] else rest
        steps.append(choice_of(game, view, box, following, names))
    return steps


def view_ahead(game: Game, view: Any, box: Any, choice: Choice) -> Any | None:
    """The view in which a gesture goes on after a choice; None if it does not."""
    if not choice.leads_on:
        return None
    trial, _, complete = preview(game, view, box, choice.action)
    goes_on = complete and not trial.over and trial.player == view.player
    return game.view(trial, box, view.viewer) if goes_on else None


def open_view(game: Game, view: Any, box: Any, gesture: Sequence[int], names: Sequence[str]) -> Any | None:
    """The view of the decision that a gesture leaves open; None if it is whole."""
    for action in gesture:
        view = view_ahead(game, view, box, choice_of(game, view, box, action, names)) if view is not None else None
    return view


def choice_of(game: Game, view: Any, box: Any, action: int, names: Sequence[str]) -> Choice:
    """An action as the game's scene offers it."""
    scene = scene_of(game, view, box, names)
    found = next((choice for choice in scene.choices if choice.action == action), None)
    if subset := scene.subset:
        return Choice(action, subset.label_of(action), subset.effect(subset.mask_of(action)) if subset.effect else "")
    return found or Choice(action, game.notation.write_action(view, box, action))


class BeforeChance(NoteRecorder):
    """Hears what happens up to the first event of chance: what comes after it has only been imagined."""

    def note(self, state: Any, note: Note) -> None:
        if not self.outcomes:
            super().note(state, note)


def reply_to(game: Game, view: Any, box: Any, line: Sequence[int], names: Sequence[str], after: int = 1) -> tuple[int, str]:
    """Who decides after so many actions of a line, and what they do, in a sentence; nothing if the line says no more, or if
    only some of the deals that the seat must reckon with allow it."""
    told = {told_reply(game, imagined_deal(game, view, box, deal), box, line, names, after) for deal in range(DEALS)}
    return told.pop() if len(told) == 1 else (-1, "")


def told_reply(game: Game, state: Any, box: Any, line: Sequence[int], names: Sequence[str], after: int) -> tuple[int, str]:
    """The action that follows so many others, in one deal."""
    who, heard = -1, BeforeChance()
    for action in line[:after + 1]:
        play_forced(game, state, box, action)
        if state.over or action not in game.legal_list(state, box):
            return -1, ""
        who, heard = state.player, BeforeChance()
        state.listener = heard
        game.play(state, box, action)
    return (who, story_of(game, heard.notes, box, names)) if len(line) > after else (-1, "")


def deals_of(game: Game, view: Any, box: Any) -> list[Any]:
    """Some whole states that a seat's view may come from."""
    return [imagined_deal(game, view, box, deal) for deal in range(DEALS)]


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
