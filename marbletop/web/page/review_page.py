"""What the page of a review shows: the curve, the chosen moment with its board, the turning points, and everybody's figures."""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from ...analysis.losses import Judged
from ...analysis.review import Review, Total
from ...analysis.review_file import bars_of, chart_of, lines_of
from ...analysis.review_words import (
    accuracy,
    accuracy_interval,
    greatest_point,
    headings,
    headline,
    likeness_in_words,
    likeness_of,
    luck_in_words,
    luck_lines,
    luckiest_event,
    measured_in_words,
    more_sentences,
    parts_in_words,
    row_of,
    scale_in_words,
)
from ...analysis.simulate import SURE
from ...analysis.turning_points import CHANCE, MISTAKE, TurningPoint
from ...drawing.chart import Shown, swatch
from ...drawing.kept import Kept
from ...drawing.plain import marks_of, scene_of
from ...drawing.scene import Scene
from ...server.background import in_background
from ...server.history import SeatHistory
from ...server.reviews import ReviewLook
from ...words import language, phrase, say
from ..forms import parse_number
from .animation import plain_names
from .playback import cached_step_text
from .review_board import mark_actions
from .selection import Selection
from .table_page import panels_of

MINE, MISTAKES, TRICKY, LUCK = "mine", "mistakes", "tricky", "luck"         # filters of turning points
FILTERS = {"": phrase("All"), MINE: phrase("Mine"), MISTAKES: phrase("Mistakes"), TRICKY: phrase("Tricky"),
           LUCK: phrase("Luck")}
WIDE, NARROW = (900.0, 210.0), (312.0, 200.0)           # sizes of the curve

# Sentences about turning points, by review, point and language: each takes a while to find.
sentences_cache: Kept[tuple[Any, ...], list[str]] = Kept(500)


class Moment(NamedTuple):
    """What is chosen: a move (0 is the deal), and the number of the turning point that it is, 0 if it is none."""

    move: int
    number: int = 0
    point: TurningPoint | None = None

    @property
    def query(self) -> str:
        return f"point={self.number}" if self.number else f"move={self.move}"

    @property
    def is_luck(self) -> bool:
        return self.point is not None and self.point.kind == CHANCE


def moment_of(review: Review | None, query: Mapping[str, str], last: int) -> Moment:
    """The moment that an address asks for; by default the greatest turning point."""
    point, move = parse_number(query.get("point", "")), parse_number(query.get("move", ""))
    points = review.points if review else ()
    if point is not None and 1 <= point <= len(points):
        return Moment(points[point - 1].number + 1, point, points[point - 1])
    if move is not None:
        move = max(0, min(move, last))
        here = [moment for moment in moments_of(review) if moment.move == move and not moment.is_luck]
        return here[0] if here else Moment(move)
    greatest = greatest_point(review) if review else None
    return next((moment for moment in moments_of(review) if moment.point == greatest), Moment(min(1, last)))


def moments_of(review: Review | None) -> list[Moment]:
    """The turning points, numbered."""
    return [Moment(point.number + 1, number, point) for number, point in enumerate(review.points if review else (), 1)]


def is_shown(moment: Moment, wanted: str, mine: Collection[int]) -> bool:
    """Whether a filter shows a turning point."""
    assert moment.point is not None
    return {MINE: moment.point.seat in mine, MISTAKES: moment.point.kind == MISTAKE, TRICKY: moment.point.is_tricky,
            LUCK: moment.is_luck}.get(wanted, True)


def seat_and_step(review: Review | None, moment: Moment, history: SeatHistory) -> tuple[int, int]:
    """Through whose eyes the chosen moment is seen, and after how many actions: a choice before it is made, luck when the next
    decision is due."""
    if review is not None and moment.point is not None and moment.is_luck:
        number = moment.point.number
        return moment.point.seat, next((one.number for one in review.judged if one.number > number), history.last)
    step = max(0, moment.move - 1)
    return history.mover(step + 1) if history.last else 0, step


async def review_values(look: ReviewLook, history: SeatHistory, moment: Moment, step: int, wanted: str, mine: Collection[int],
                        address: str) -> dict[str, Any]:
    """Everything that review_part.html shows, apart from addresses. The history is that of the seat whose moment it is."""
    view = await history.view(step)
    values = await in_background(values_at, look, history, view, moment, wanted, mine, address)
    return {**values, "step": step, "can_play_on": not view.over and not history.own_box}


def values_at(look: ReviewLook, history: SeatHistory, view: Any, moment: Moment, wanted: str, mine: Collection[int],
              address: str) -> dict[str, Any]:
    review, names = look.review, plain_names(history.names)
    judged = judged_at(review, moment)
    better = moment.point.better if moment.point and moment.point.kind == MISTAKE else judged.best if judged else -1
    scene = scene_of(history.game, view, history.box, names)
    options = option_rows(scene, judged, better) if judged else []
    taken = judged.taken if judged else -1
    scene = mark_actions(scene, taken, better if better != taken else -1)
    shown = [one for one in moments_of(review) if is_shown(one, wanted, mine)]
    tail = f"&show={wanted}" if wanted else ""

    def link(one: Moment) -> str:
        return f"{address}?{one.query}{tail}"

    return {
        "game": history.game, "names": names, "marbles": marbles_of(history, scene), "look": look, "scene": scene,
        "panels": panels_of(scene, Selection(), ""), "moment": moment, "last": history.last, "wanted": wanted,
        "title": moment_title(moment, names, history), "words": moment_words(look, history, moment, judged, better),
        "options": options, "percent": round(100 * look.share), "tail": tail,
        "steps": steps_of(moment, shown, history.last, link),
        "charts": charts_of(review, moment, min(mine, default=0)) if review else (),
        "legend": legend_of(review) if review else (),
        "points": [point_row(review, one, moment, link(one)) for one in shown] if review else [],
        "filters": [(name, say(words), name == wanted) for name, words in FILTERS.items() if name != MINE or mine],
        "people": [person_row(review, total) for total in review.totals] if review else [],
        "headings": headings(), "figures": [row_of(review, total) for total in review.totals] if review else [],
        "explained": f"{parts_in_words()} {scale_in_words()}", "measured": measured_in_words(review) if review else "",
    }


def judged_at(review: Review | None, moment: Moment) -> Judged | None:
    """What is known of the decision of a moment; None for luck, and for a move without an alternative."""
    if review is None or moment.is_luck:
        return None
    return next((one for one in review.judged if one.number == moment.move - 1), None)


def marbles_of(history: SeatHistory, scene: Scene) -> dict[int, str]:
    return {**dict(enumerate(marks_of(history.game))), **{seat.seat: seat.marble for seat in scene.seats if seat.marble}}


def moment_title(moment: Moment, names: Collection[str], history: SeatHistory) -> str:
    if moment.move == 0:
        return say("The deal") if moment.is_luck else say("The beginning")
    if moment.is_luck:
        return say("After move {n}", n=moment.move)
    return say("Move {n}: {who}", n=moment.move, who=list(names)[history.mover(moment.move)])


def moment_words(look: ReviewLook, history: SeatHistory, moment: Moment, judged: Judged | None, better: int) -> list[str]:
    """What is said about a moment."""
    if look.review is not None and moment.point is not None:
        told = cached_sentences(look.review, moment.point)
        happened = [] if moment.is_luck else [cached_step_text(history, moment.move)]
        return [*filter(None, happened), *told]
    words = [cached_step_text(history, moment.move)]
    if moment.move and look.review is not None and look.review.deals:
        if judged is None:
            words.append(say("There was no other choice."))
        elif judged.best == judged.taken:
            words.append(say("Nothing better was found."))
        else:
            words.append(say("What may have been better is not certain enough to be called a mistake."))
    return [*filter(None, words)]


def cached_sentences(review: Review, point: TurningPoint) -> list[str]:
    key = tuple(review.match.names), review.match.moves[-1].check, point, language()
    found = sentences_cache.get(key)
    if found is None:
        sentences_cache[key] = found = [headline(review, point), *more_sentences(review, point)]
    return found


def option_rows(scene: Scene, judged: Judged, better: int) -> list[dict[str, Any]]:
    """The actions that were played out, best first: what each is called, and how often it wins."""
    labels = {choice.action: choice.label for choice in scene.choices}

    def label(action: int) -> str:
        return labels.get(action) or (scene.subset.label_of(action) if scene.subset else "")

    return [{"label": label(option.action), "chance": round(100 * option.values[judged.seat]),
             "error": round(100 * SURE * option.error), "played": option.action == judged.taken,
             "better": option.action == better != judged.taken} for option in judged.options if label(option.action)]


def steps_of(moment: Moment, shown: list[Moment], last: int, link: Any) -> dict[str, str]:
    """Where the keys lead: arrows to the turning points before and after, with Shift one move; Home and End."""
    place = (moment.move, moment.is_luck)
    before = [one for one in shown if (one.move, one.is_luck) < place]
    after = [one for one in shown if (one.move, one.is_luck) > place]
    return {"Home": link(Moment(0)), "ArrowLeft": link(before[-1]) if before else "",
            "Shift+ArrowLeft": link(Moment(max(0, moment.move - 1))),
            "Shift+ArrowRight": link(Moment(min(last, moment.move + 1))),
            "ArrowRight": link(after[0]) if after else "", "End": link(Moment(last))}


def charts_of(review: Review, moment: Moment, seat: int) -> tuple[Any, Any]:
    """The curve with the bars below it, what each choice and each piece of luck was worth to a seat, for wide and for narrow
    screens."""
    shown = Shown(float(moment.move), moment.number)
    return ((chart_of(review, "curve-wide", size=WIDE, shown=shown), bars_of(review, seat, "bars-wide", width=WIDE[0])),
            (chart_of(review, "curve-narrow", size=NARROW, named=False, shown=shown),
             bars_of(review, seat, "bars-narrow", width=NARROW[0], named=False)))


def legend_of(review: Review) -> list[tuple[Any, str]]:
    return [(swatch(line, number), line.name) for number, line in enumerate(lines_of(review))]


def point_row(review: Review, one: Moment, moment: Moment, link: str) -> dict[str, Any]:
    assert one.point is not None
    return {"number": one.number, "luck": one.is_luck, "words": headline(review, one.point), "link": link,
            "when": say("Move {n}", n=one.move) if one.move else "", "shown": one == moment}


def person_row(review: Review, total: Total) -> dict[str, Any]:
    """A player's accuracy and luck."""
    low, high = accuracy_interval(total)
    lucky = luck_in_words(total, review.match.names[total.seat]) if luck_lines(review) else ""
    return {"seat": total.seat, "decisions": total.decisions, "accuracy": round(accuracy(total.loss)), "low": round(low),
            "high": round(high), "luck": lucky, "like": likeness_in_words(likeness_of(review, total)),
            "event": luckiest_event(review, total.seat)}
