"""What a table shows of the coach, and the part of the quick rules that belongs to a decision."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from ...core.game import Game
from ...drawing.scene import Scene
from ...learn.quick_rules import quick_rules_of
from ...server.coach import CoachView, Word, decision_in
from ...server.table_view import Look
from ...words import language, say
from .quick_rules import quick_rules
from .selection import Selection

WORTH_SAYING = 5                            # games of 100: of fewer, what the better choice does says more
MOST_LETTERS = 180                          # of a word with a reason: so many can be read on every phone without scrolling
MOST_SENTENCES = 2                          # of an explanation at the table: the quick rules have the rest


@dataclass(frozen=True)
class CoachStrip:
    """What the coach says above the dock."""

    offered: bool = False
    on: bool = False
    goal: str = ""
    progress: str = ""
    decision: str = ""                      # the kind that has to be made now
    new: bool = False                       # it was never explained
    title: str = ""                         # of what is explained, "" for nothing
    text: str = ""
    better: str = ""                        # what would be clearly better than what is chosen, "" for nothing
    gain: str = ""
    query: str = ""                         # chooses what is better
    may_ask: bool = False                   # the others could be asked whether it may advise
    asks: bool = False
    questions: tuple[tuple[int, str], ...] = ()         # of others


def coach_strip(game: Game, coach: CoachView, seen: Look, scene: Scene | None, selection: Selection, show: str) -> CoachStrip:
    """What the coach says; `seen` may be drawn ahead."""
    if not coach.on:
        return CoachStrip(coach.offered, questions=coach.questions)
    rules, decision = quick_rules_of(game), decision_in(game, seen.view, seen.box) if seen.legal else ""
    title, text = explanation_of(game, decision, coach.met) if seen.legal else ("", "")
    new = bool(title)
    if len(seen.legal) == 1:                # nothing is to choose
        title = text = ""
    better = gain = query = ""
    if coach.word and scene and seen.legal:
        better, gain, query = words_about(coach.word, scene, selection, show)
    goal = scene.goal if scene and scene.goal else str(rules.goal) if rules else ""
    return CoachStrip(False, True, goal, scene.progress if scene else "", decision, new, title,
                      text, better, gain, query, not (coach.advises or coach.asks or coach.refused),
                      coach.asks and not coach.advises, coach.questions)


def explanation_of(game: Game, decision: str, met: Collection[str] = ()) -> tuple[str, str]:
    """Heading and words about a kind of decision: those for the coach, or the beginning of what the quick rules say. Empty if
    there are none, or if they were said about a kind that was met before."""
    rules = quick_rules_of(game)
    if rules is None or decision in met:
        return "", ""
    if (own := rules.explanation_for(decision)) is not None:
        return ("", "") if any(kind in met for kind in own.decisions) else (str(own.title), str(own.text))
    blocks = rules.blocks_for(decision)
    return (str(blocks[0].title), first_sentences(str(blocks[0].text))) if blocks else ("", "")


def first_sentences(text: str, most: int = MOST_SENTENCES) -> str:
    return " ".join(re.split(r"(?<=[.!?]) ", text)[:most])


def words_about(word: Word, scene: Scene, selection: Selection, show: str) -> tuple[str, str, str]:
    """What would be better than what is chosen now and why, by how much, and the query that chooses it; empty if the word is
    about something else."""
    chosen = scene.subset.action_of.get(selection.taken) if scene.subset else selection.action
    if (*selection.draft, chosen) != word.gesture:
        return "", "", ""
    best = word.explanation.best
    same_for_many = best.routine or scene.subset is not None            # so it speaks for none of them
    effect = "" if same_for_many else first_sentences(best.gesture_effect, 1)
    effect = "" if effect in word.explanation.chosen.gesture_effect else effect         # so does what is chosen
    loss = round(100 * word.explanation.loss)
    *before, last = (*word.kept, *best.gesture)
    instead = Selection(taken=scene.subset.mask_of(last)) if scene.subset else Selection(action=last, draft=tuple(before))
    more = say("That choice wins {n} more games of 100 than yours.", n=loss) if loss >= WORTH_SAYING else ""
    gain = best.promise if best.proof else more
    better = f"{best.gesture_label.rstrip('.')}. {effect}".strip()
    reason = next((words for words in word.explanation.reasons if words not in effect), "")
    if len(f"{better} {reason} {gain}") <= MOST_LETTERS:
        better = f"{better} {reason}".strip()
    return better, gain, instead.query(word.position, show=show)


def blocks_for(game: Game, decision: str) -> list[dict[str, Any]]:
    """The blocks of the quick rules that explain a kind of decision; all of them if none does."""
    rules, drawn = quick_rules_of(game), quick_rules(game, language())
    if rules is None or drawn is None:
        return []
    wanted = rules.blocks_for(decision)
    return [values for block, values in zip(rules.blocks, drawn["blocks"]) if block in wanted or not wanted]
