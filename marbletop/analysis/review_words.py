"""A review in words and figures, for the terminal, for JSON and for pages."""

import math
from dataclasses import asdict
from typing import Any

from ..bots.bot import Analysis, Ranked
from ..bots.explain import explain
from ..core.telling import story_of
from ..words import say
from .chance_events import event_between
from .known_levels import Likeness, likeness
from .losses import Judged
from .review import DEAL, LUCK, Review, Total
from .simulate import SURE
from .thinking import is_without_chance
from .turning_points import CHANCE, FIND, MISTAKE, TurningPoint

SCALE = 0.10                                # the loss per decision that leaves 37 of 100
SURE_LUCK = 0.02                            # less than this is called even


def accuracy(loss: float) -> float:
    """From 100 (nothing lost) down to 0, by what a decision lost on average."""
    return 100 * math.exp(-max(0.0, loss) / SCALE)


def accuracy_interval(total: Total) -> tuple[float, float]:
    """The 95 % interval of a seat's accuracy."""
    half = SURE * total.loss_error
    return accuracy(total.loss + half), accuracy(total.loss - half)


def scale_in_words() -> str:
    return say("Accuracy is 100 if no better action was found. Losing 1 % of the chance to win per decision gives {one:.0f}, "
               "5 % give {five:.0f}, 10 % give {ten:.0f}.", one=accuracy(0.01), five=accuracy(0.05), ten=accuracy(0.10))


def measured_in_words(review: Review) -> str:
    """What the figures stand on."""
    if is_without_chance(review.match.game):
        return say("A search has valued every decision, and turning points once more, for longer.")
    return say("Every decision was played out in at least {n} deals; turning points were measured again in fresh ones.",
               n=review.deals)


def parts_in_words() -> str:
    return say("In percent of a win: the start, one's own choices, the choices of others and luck add up to the result. A "
               "choice counts against what a usual player would have done; luck is zero on average.")


def accuracy_in_words(total: Total, name: str) -> str:
    low, high = accuracy_interval(total)
    return say("{who}: accuracy {n:.0f} ({low:.0f} to {high:.0f}).", who=name, n=accuracy(total.loss), low=low, high=high)


def likeness_of(review: Review, total: Total) -> Likeness | None:
    """The level of bots that a seat played like; None if nothing is known of the levels in this game, or of the seat."""
    return likeness(review.match.game.name, total.loss, total.loss_error) if total.decisions else None


def likeness_in_words(found: Likeness | None) -> str:
    """Like which level, and between which levels that surely lies."""
    if found is None:
        return ""
    if found.is_better:
        return say("Played better than {level}.", level=say(found.level))
    if found.is_sure:
        return say("Played like {level}.", level=say(found.level))
    return say("Played like {level} (surely between {weakest} and {strongest}).", level=say(found.level),
               weakest=say(found.weakest), strongest=say(found.strongest))


def luck_in_words(total: Total, name: str) -> str:
    """Whether somebody was lucky, as far as that is sure."""
    half, n = 100 * SURE * total.errors["luck"], abs(100 * total.luck)
    if n - half < 100 * SURE_LUCK:
        return say("{who}: luck was about even.", who=name)
    if total.luck > 0:
        return say("{who}: luck was worth {n:.0f} % of a win (± {error:.0f}).", who=name, n=n, error=half)
    return say("{who}: bad luck cost {n:.0f} % of a win (± {error:.0f}).", who=name, n=n, error=half)


def luck_lines(review: Review) -> list[str]:
    """The luck of every seat; nothing for a game without any."""
    if not any(step.kind in (LUCK, DEAL) for step in review.steps):
        return []
    return [luck_in_words(total, review.match.names[total.seat]) for total in review.totals]


def point_sentences(review: Review, point: TurningPoint) -> list[str]:
    """What happened at a turning point, and for a mistake what was better and why."""
    return [first_sentence(review, point), *more_sentences(review, point)]


def first_sentence(review: Review, point: TurningPoint) -> str:
    """What a turning point was, and what it was worth."""
    who, n, error = review.match.names[point.seat], 100 * abs(point.change), 100 * SURE * point.error
    if point.kind == CHANCE and point.number < 0:
        return say("The deal was worth {n:.0f} % to {who} (± {error:.0f}).", n=n, who=who, error=error)
    move = point.number + 1
    if point.kind == CHANCE and (event := event_of(review, point)):
        return say("After move {move}: {event} That was worth {n:.0f} % to {who} (± {error:.0f}).", move=move, event=event, n=n,
                   who=who, error=error)
    if point.kind == CHANCE:
        return say("After move {move}, luck was worth {n:.0f} % to {who} (± {error:.0f}).", move=move, n=n, who=who,
                   error=error)
    action = review.match.moves[point.number].text
    if point.kind == FIND:
        return say("Move {move}: {who} finds {action}, {n:.0f} % better than the usual choice (± {error:.0f}).", move=move,
                   who=who, action=action, n=n, error=error)
    return say("Move {move}: {who} plays {action} and gives away {n:.0f} % (± {error:.0f}).", move=move, who=who,
               action=action, n=n, error=error)


def headline(review: Review, point: TurningPoint) -> str:
    """What a turning point was worth, without the notation of the move: it stands beside the move itself."""
    who, n, error = review.match.names[point.seat], 100 * abs(point.change), 100 * SURE * point.error
    if point.kind == CHANCE and point.number < 0:
        return first_sentence(review, point)
    if point.kind == CHANCE and (event := event_of(review, point)):
        return say("{event} That was worth {n:.0f} % to {who} (± {error:.0f}).", event=event, n=n, who=who, error=error)
    if point.kind == CHANCE:
        return say("Luck was worth {n:.0f} % to {who} (± {error:.0f}).", n=n, who=who, error=error)
    if point.kind == FIND:
        return say("{who} finds a move that is {n:.0f} % better than the usual one (± {error:.0f}).", who=who, n=n, error=error)
    return say("{who} gives away {n:.0f} % (± {error:.0f}).", who=who, n=n, error=error)


def greatest_point(review: Review) -> TurningPoint | None:
    """The turning point that was worth most."""
    return max(review.points, key=lambda point: abs(point.change), default=None)


def more_sentences(review: Review, point: TurningPoint) -> list[str]:
    """What chance brought, or why another action was better; and whether most players would have gone wrong."""
    tricky = list(filter(None, [tricky_sentence(point)]))
    if point.kind == MISTAKE:
        return [*reasons(review, point), *tricky]
    if point.kind != CHANCE or point.number < 0 or event_of(review, point):
        return tricky
    return list(filter(None, [story_between(review, point.number)]))


def tricky_sentence(point: TurningPoint) -> str:
    """Whether most players would have gone wrong where somebody did, or did not."""
    if not point.is_tricky:
        return ""
    if point.kind == FIND:
        return say("Most players would have missed it.")
    return say("Most players would have gone wrong here: the usual choice gives away {n:.0f} % (± {error:.0f}).",
               n=-100 * point.usual, error=100 * SURE * point.usual_error)


def event_of(review: Review, point: TurningPoint) -> str:
    """The single event that luck was, in the game's words; nothing if there was more than can be told in one breath."""
    return event_between(review.match, point.number, following(review, point.number)) if point.number >= 0 else ""


def story_between(review: Review, number: int) -> str:
    """What happened from a decision to the next, in the game's words; the game is over, so nothing is secret."""
    match = review.match
    notes = [note for move in match.moves[number:following(review, number)] if move.chance for note in move.notes]
    return story_of(match.game, notes, match.box, match.names)


def following(review: Review, number: int) -> int:
    """The next decision after a move, or the end."""
    return next((one.number for one in review.judged if one.number > number), len(review.match.moves))


def luckiest_event(review: Review, seat: int) -> str:
    """The greatest piece of luck of a seat, told; nothing if none stood out."""
    mine = [point for point in review.points if point.kind == CHANCE and point.seat == seat]
    return headline(review, max(mine, key=lambda point: point.change)) if mine else ""


def tricky_lines(review: Review) -> list[str]:
    """The moments where most players would have gone wrong, and who did not."""
    return [tricky_line(review, point) for point in review.points if point.is_tricky]


def tricky_line(review: Review, point: TurningPoint) -> str:
    who, move, n = review.match.names[point.seat], point.number + 1, -100 * point.usual
    if point.kind == FIND:
        return say("Move {move}: most players would have given away {n:.0f} %. {who} did not.", move=move, n=n, who=who)
    return say("Move {move}: most players would have given away {n:.0f} %. {who} gave away {lost:.0f} %.", move=move, n=n,
               who=who, lost=-100 * point.change)


def reasons(review: Review, point: TurningPoint) -> list[str]:
    """The explanation of the hint, with the figures of the second measurement."""
    judged = next(one for one in review.judged if one.number == point.number)
    match = review.match
    view = match.game.view(match.state_after(judged.number), match.box, judged.seat)
    return explain(match.game, view, match.box, analysis_of(judged, point), match.names, judged.taken).sentences


def analysis_of(judged: Judged, point: TurningPoint) -> Analysis:
    """A decision as bots rank it."""
    values = {option.action: list(option.values) for option in judged.options}
    values[point.better][judged.seat] = values[judged.taken][judged.seat] - point.change
    order = [point.better, *(option.action for option in judged.options if option.action != point.better)]
    return Analysis(judged.seat, tuple(Ranked(action, tuple(values[action]), line=(action,)) for action in order))


def summary(review: Review) -> list[str]:
    """The review as lines of text."""
    names = review.match.names
    played = [f"{accuracy_in_words(total, names[total.seat])} {likeness_in_words(likeness_of(review, total))}".rstrip()
              for total in review.totals if total.decisions]
    return [*played, *luck_lines(review), *(" ".join(point_sentences(review, point)) for point in review.points)]


def as_dict(review: Review) -> dict[str, Any]:
    """Everything, as JSON can hold it. Errors are standard errors."""
    match = review.match
    return {
        "game": match.game.name, "seats": match.seats, "names": list(match.names), "deals": review.deals,
        "seconds": review.seconds, "start": list(review.start), "result": list(review.result),
        "totals": [{**total_as_dict(total), "like": like_as_dict(likeness_of(review, total))} for total in review.totals],
        "steps": [{"kind": step.kind, "move": step.number, "seat": step.seat, "before": list(step.before),
                   "after": list(step.after), "error": step.error} for step in review.steps],
        "decisions": [{"move": one.number, "seat": one.seat, "action": one.taken, "text": match.moves[one.number].text,
                       "best": one.best, "loss": one.loss, "error": one.error,
                       "options": [{"action": option.action, "values": list(option.values), "error": option.error}
                                   for option in one.options]} for one in review.judged],
        "turning_points": [{"kind": point.kind, "move": point.number, "seat": point.seat, "change": point.change,
                            "error": point.error, **({"better": point.better} if point.kind == MISTAKE else {}),
                            "usual": point.usual, "usual_error": point.usual_error, "most_go_wrong": point.is_tricky,
                            "sentences": point_sentences(review, point)} for point in review.points],
    }


def like_as_dict(found: Likeness | None) -> dict[str, Any] | None:
    return asdict(found) if found else None


def total_as_dict(total: Total) -> dict[str, Any]:
    return {"seat": total.seat, "start": total.start, "own": total.own, "others": total.others, "luck": total.luck,
            "result": total.result, "errors": total.errors, "decisions": total.decisions, "loss": total.loss,
            "loss_error": total.loss_error, "accuracy": accuracy(total.loss), "interval": list(accuracy_interval(total))}


def headings() -> list[str]:
    """Of the table of totals."""
    return [say("player"), say("start"), say("own"), say("others"), say("luck"), say("result"), say("accuracy")]


def row_of(review: Review, total: Total) -> list[str]:
    """The figures of a seat in percent."""
    def signed(name: str) -> str:
        return f"{100 * getattr(total, name):+.0f} ± {100 * SURE * total.errors[name]:.0f}"

    low, high = accuracy_interval(total)
    between = say("{low} to {high}", low=f"{low:.0f}", high=f"{high:.0f}")
    return [review.match.names[total.seat], f"{100 * total.start:.0f}", signed("own"), signed("others"), signed("luck"),
            f"{100 * total.result:.0f}", f"{accuracy(total.loss):.0f} ({between})" if total.decisions else ""]
