"""What the page of a guest says about the games that they have finished."""

from collections.abc import Mapping, Sequence
from typing import Any

from ...analysis.player_strength import nearest_level
from ...analysis.review_words import accuracy
from ...analysis.simulate import SURE
from ...bots.levels import LEVELS
from ...core.game import Game
from ...server.averages import Averages
from ...server.profile import ALONE, MIXED, PEOPLE, FinishedGame, Profile
from ...server.ratings import FEWEST_GAMES, Rating
from ...words import phrase, plural, say

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
        return plural(one.points, "{n:g} point", "{n:g} points")
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


def rating_rows(games: Mapping[str, Game], found: Sequence[Rating]) -> list[dict[str, Any]]:
    """How strong the guest is in each game: a word and a number with its interval, or how many games are missing."""
    return [{"title": say(games[one.game].title), "games": one.games, "words": rating_words(one),
             "told": one.is_told} for one in found]


def rating_words(one: Rating) -> str:
    if not one.is_told:
        return plural(FEWEST_GAMES - one.games, "Told after one more game.", "Told after {n} more games.")
    level, (low, high) = nearest_level(one.game, one.strength), one.strength.interval
    return say("Like {level}: {n:.0f} (surely {low:.0f} to {high:.0f})", level=say(level), n=one.strength.points, low=low,
               high=high)


def solo_rows(games: Mapping[str, Game], profile: Profile) -> list[dict[str, Any]]:
    return [{"title": say(games[one.game].title), "games": one.games, "won": one.won, "points": one.points}
            for one in profile.solo]
