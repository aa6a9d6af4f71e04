"""What the page of a guest says about the games that they have finished."""

from collections.abc import Mapping, Sequence
from typing import Any

from ...analysis.review_words import accuracy
from ...analysis.simulate import SURE
from ...bots.levels import LEVELS
from ...core.game import Game
from ...server.averages import Averages
from ...server.profile import ALONE, MIXED, PEOPLE, FinishedGame, Profile
from ...words import phrase, say

MOST_FINISHED = 30                          # games in the list
AGAINST = {PEOPLE: phrase("against people"), MIXED: phrase("against several levels of bots")}
LEVEL_NAMES = {level.name for level in LEVELS}


def finished_rows(games: Mapping[str, Game], profile: Profile) -> list[dict[str, Any]]:
    return [{"table": one.table, "title": say(games[one.game].title), "who": ", ".join(one.others), "day": one.day,
             "words": result_words(one), "won": one.share == 1} for one in profile.finished[:MOST_FINISHED]]


def result_words(one: FinishedGame) -> str:
    """How a game ended for the guest."""
    if not one.against:
        return say("You played both sides")
    if one.against == ALONE:
        return say("{points} points", points=f"{one.points:g}")
    if one.share == 1:
        return say("You won!")
    return say("A draw") if one.share else say("You lost")


def tally_rows(games: Mapping[str, Game], profile: Profile) -> list[dict[str, Any]]:
    return [{"title": say(games[one.game].title), "against": against_words(one.against), "games": one.games, "won": one.won,
             "shared": one.shared} for one in profile.tallies]


def against_words(against: str) -> str:
    """'against strong bots', as a line of the table says it."""
    level = say(against) if against in LEVEL_NAMES else against
    return say(AGAINST[against]) if against in AGAINST else say("against bots: {level}", level=level)


def average_rows(games: Mapping[str, Game], found: Sequence[Averages]) -> list[dict[str, Any]]:
    """Accuracy and luck in each game, with their intervals."""
    return [{"title": say(games[one.game].title), "games": one.games, "accuracy": round(accuracy(one.loss)),
             "low": round(accuracy(one.loss + SURE * one.loss_error)),
             "high": round(accuracy(one.loss - SURE * one.loss_error)),
             "luck": f"{100 * one.luck:+.0f}", "error": round(100 * SURE * one.luck_error)} for one in found]


def solo_rows(games: Mapping[str, Game], profile: Profile) -> list[dict[str, Any]]:
    return [{"title": say(games[one.game].title), "games": one.games, "won": one.won, "points": one.points}
            for one in profile.solo]
