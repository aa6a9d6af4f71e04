"""A review as HTML: a part for notebooks, and one self-contained file."""

import re
from typing import Any

from ..drawing.chart import CHOICE_SIGN, LUCK_SIGN, Bar, Line, Sign, bar_chart, line_chart
from ..drawing.element import Markup, element, escape
from ..drawing.palette import LIGHT, THEMED, tokens, tokens_css
from ..drawing.plain import marks_of
from ..words import join_and, language, say
from .review import DEAL, LUCK, Review
from .review_words import (
    headings,
    headline,
    likeness_in_words,
    likeness_of,
    luck_lines,
    measured_in_words,
    parts_in_words,
    point_sentences,
    row_of,
    scale_in_words,
    tricky_lines,
)
from .turning_points import CHANCE

STYLE = """
body { max-width: 50rem; margin: 2rem auto; padding: 0 1rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 var(--font-ui); }
h1 { font-family: var(--font-title); }
.curve { overflow-x: auto; }
.curve svg { width: 100%; min-width: 36rem; height: auto; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { padding: .25rem .75rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child { text-align: left; }
"""


def chart_of(review: Review, name: str = "review", **more: Any) -> Markup:
    """The curve of chances to win, a line for each side, with the turning points as signs. What else is given goes to the
    chart."""
    title = say("Chance to win, move by move")
    return line_chart(lines_of(review), signs_of(review), title, description_of(review), say("moves"), name, **more)


def bars_of(review: Review, seat: int, name: str = "bars", **more: Any) -> Markup:
    """What each choice and each piece of luck was worth to a seat, as bars over the same moves as the curve."""
    bars = [Bar(LUCK_SIGN if step.kind in (LUCK, DEAL) else CHOICE_SIGN, float(step.number + 1), step.change(seat))
            for step in review.steps]
    who, last = review.match.names[seat], max((move for move, _ in review.curve), default=1)
    title = say("What every move was worth to {who}: up is good. Filled bars are choices, open ones are luck.", who=who)
    return bar_chart(bars, float(last), title, say("for {who}", who=who), say("against"), name, **more)


def lines_of(review: Review) -> list[Line]:
    """A line for every side, named by who plays it."""
    match, marks = review.match, marks_of(review.match.game)
    side = match.state.side[:match.seats]
    found = []
    for one in dict.fromkeys(side):
        seats = [seat for seat in range(match.seats) if side[seat] == one]
        points = [(float(move), values[seats[0]]) for move, values in review.curve]
        found.append(Line(join_and([match.names[seat] for seat in seats]), colour_of(marks[seats[0] % len(marks)]), points))
    return found


def colour_of(mark: str) -> str:
    """The colour of a line for a seat with this mark beside its name."""
    return next((name for name in (f"ring-{mark}", f"{mark}-line") if name in THEMED), "ink")


def signs_of(review: Review) -> list[Sign]:
    values = dict(reversed(review.curve))               # the first value at each move
    found = []
    for number, point in enumerate(review.points, 1):
        move = point.number + 1
        near = max((at for at in values if at <= move), default=0)
        found.append(Sign(LUCK_SIGN if point.kind == CHANCE else CHOICE_SIGN, number, (float(move), values[near][point.seat]),
                          headline(review, point)))
    return found


def description_of(review: Review) -> str:
    """The curve for those who do not see it: where each side began and ended, and the turning points."""
    sides = [say("{who}: {start:.0f} % at the start, {end:.0f} % at the end.", who=line.name, start=100 * line.points[0][1],
                 end=100 * line.points[-1][1]) for line in lines_of(review)]
    return " ".join([*sides, *(sign.words for sign in signs_of(review))])


def table_of(review: Review) -> Markup:
    head = element("tr", {}, [element("th", {"scope": "col"}, text) for text in headings()])
    rows = [element("tr", {}, element("th", {"scope": "row"}, name), [element("td", {}, text) for text in cells])
            for name, *cells in (row_of(review, total) for total in review.totals)]
    return element("table", {}, element("thead", {}, head), element("tbody", {}, rows))


def contents_of(review: Review) -> list[Markup]:
    points = [element("li", {}, " ".join(point_sentences(review, point))) for point in review.points]
    lists = ((say("Luck"), luck_lines(review)), (say("Where most players would have gone wrong"), tricky_lines(review)),
             (say("Like which bots"), like_lines(review)))
    nothing = element("p", {}, say("Nothing stood out: no single choice and no piece of luck was surely worth 2 %."))
    return [
        element("div", {"class": "curve", "tabindex": "0"}, chart_of(review)), table_of(review),
        element("p", {}, parts_in_words(), " ", scale_in_words()),
        element("h2", {}, say("Turning points")), element("ol", {}, points) if points else nothing,
        *(part for title, lines in lists if lines for part in titled_list(title, lines)),
        element("p", {}, measured_in_words(review))]


def titled_list(title: str, lines: list[str]) -> list[Markup]:
    return [element("h2", {}, title), element("ul", {}, [element("li", {}, line) for line in lines])]


def like_lines(review: Review) -> list[str]:
    """Everybody beside the levels of bots."""
    return [f"{review.match.names[total.seat]}: {words}" for total in review.totals
            if (words := likeness_in_words(likeness_of(review, total)))]


def review_part(review: Review, theme: str = LIGHT) -> Markup:
    """The review for a notebook, with its colours written out."""
    values = tokens(theme)
    part = element("div", {"class": "marbletop-review"}, contents_of(review))
    return Markup(re.sub(r"var\(--([\w-]+)\)", lambda name: escape(values.get(name[1], name[0])), part))


def review_file(review: Review) -> str:
    """The review as one HTML file that needs nothing else."""
    title = say("Review: {game}", game=say(review.match.game.title))
    head = element("head", {}, element("meta", {"charset": "utf-8"}), element("title", {}, title),
                   element("meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"}),
                   Markup(f"<style>{tokens_css()}{STYLE}</style>"))
    body = element("body", {}, element("h1", {}, title), contents_of(review))
    return "<!doctype html>\n" + element("html", {"lang": language()}, head, body) + "\n"
