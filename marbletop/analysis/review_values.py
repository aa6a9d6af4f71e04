"""A review as plain values that JSON can hold, and back: what is kept of it. There are no names and no sentences in it, so
every reader gets them in their own language, and a player who is erased leaves nothing here."""

from dataclasses import asdict
from typing import Any

from ..core.match import Match
from .losses import Judged, Played
from .review import Review, Step, Total
from .turning_points import TurningPoint

FORMAT = 1


def review_values(review: Review) -> dict[str, Any]:
    """Everything that has been measured, but the deals themselves."""
    return {"format": FORMAT, "start": review.start, "deals": review.deals, "seconds": review.seconds,
            "steps": [asdict(step) for step in review.steps], "judged": [asdict(one) for one in review.judged],
            "totals": [asdict(total) for total in review.totals], "points": [asdict(point) for point in review.points]}


def review_from(values: dict[str, Any], match: Match) -> Review:
    """The review of a match from such values."""
    return Review(match, tuple(values["start"]), tuple(step_from(one) for one in values["steps"]),
                  tuple(judged_from(one) for one in values["judged"]), tuple(Total(**one) for one in values["totals"]),
                  values["deals"], values["seconds"], points=tuple(TurningPoint(**one) for one in values["points"]))


def step_from(values: dict[str, Any]) -> Step:
    return Step(**{**values, "before": tuple(values["before"]), "after": tuple(values["after"])})


def judged_from(values: dict[str, Any]) -> Judged:
    options = tuple(Played(one["action"], tuple(one["values"]), one["error"]) for one in values["options"])
    return Judged(**{**values, "options": options})
