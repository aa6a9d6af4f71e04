"""What decided a game, in one sentence at its table."""

from ...analysis.review_words import greatest_point, headline
from ...server.background import in_background
from ...server.house import House
from ...server.reviews import ReviewLook
from ...server.table import Table
from ...words import say


async def decided_at(house: House, table: Table) -> str:
    """The greatest turning point of a table whose review is finished."""
    return await in_background(decided_words, await house.reviews.of_table(table))


def decided_words(look: ReviewLook) -> str:
    if look.review is None:
        return ""
    point = greatest_point(look.review)
    if point is None:
        return say("No single move and no piece of luck stood out.")
    told = headline(look.review, point)
    return say("Move {n}: {what}", n=point.number + 1, what=told) if point.number >= 0 else told
