"""Write what `make strength` has found (benchmarks/strength.json) into docs/bots.md, between markers.

    python -m scripts.strength_figures

A row that was not played is left out of its table, and named below all of them.
"""

import json
from itertools import groupby
from pathlib import Path

import numpy as np

from benchmarks.strength import DUELS, RESULTS, RULE, Comparison, Neighbours, Question, Results, Row, ValueKept, questions
from marbletop.games import GAMES

from .readme_figures import between

PAGE = Path(__file__).parents[1] / "docs" / "bots.md"
BEGIN, END = "<!-- figures of make strength, written by scripts/strength_figures.py -->", "<!-- end of the figures -->"
WEAKER = ("uniform", "greedy")
SOLVED = "| game | seats | bot | against | positions | value kept | 95 % interval | must |", RULE
ABOUT_SOLVED = ("Connect Four solved: how often a bot keeps what a position is worth. There are 10 to 24 marbles in the grid, "
                "and at least one action gives something away.")

ABOUT_COMPARED = ("Searches that differ in settings or iterations alone, on deals that neither tuning nor training saw. "
                  "A row ends when it is decided; its interval is by deal, and holds whenever one looks.")
ABOUT_LEVELS = "Levels and the ones below them, on other deals than those for tuning:"


def lines_of(results: Results) -> list[str]:
    """All tables, and what is missing in them."""
    asked = list(questions())
    played = [row for row in asked if results.get(row.name)]
    duels = [row for row in played if isinstance(row, Question)]
    weaker = [row for row in duels if row.bots[1] in WEAKER]
    timed = [row for row in duels if is_about_time(row)]
    compared = [row for row in duels if isinstance(row, Comparison)]
    levels = [row for row in duels if isinstance(row, Neighbours)]
    others = [row for row in played if row not in (*weaker, *timed, *compared, *levels) and not isinstance(row, ValueKept)]
    lines = [ABOUT_LEVELS, "", *DUELS, *(told(row, results) for row in levels), ""] if levels else []
    lines += ["Against weaker kinds:", "", *DUELS, *(told(row, results) for row in weaker)]
    lines += ["", ABOUT_SOLVED, "", *SOLVED,
              *(told(row, results) for row in played if isinstance(row, ValueKept))]
    lines += ["", "Time against less time, two seats; win share of who thinks longer:", "", *table_of_time(timed, results)]
    if compared:
        lines += ["", ABOUT_COMPARED, "", *DUELS, *(told(row, results) for row in compared)]
    for row in others:
        lines += ["", *(DUELS if isinstance(row, Question) else ()), told(row, results)]
    missing = [row.name for row in asked if row not in played]
    return [*lines, "", f"Not played yet: {'; '.join(missing)}."] if missing else lines


def told(row: Row, results: Results) -> str:
    """A row of a table, with what is said below it."""
    return row.told(list(results[row.name].values())).strip()


def is_about_time(row: Question) -> bool:
    """Whether two searches meet that differ in time alone, each from every seat."""
    return all(bot.startswith("search@") and ":" not in bot for bot in row.bots) and not row.first_seat


def table_of_time(rows: list[Question], results: Results) -> list[str]:
    """A column for each pair of times, a row for each game."""
    pairs = list(dict.fromkeys(row.bots for row in rows))
    heads = [" against ".join(f"{bot.partition('@')[2]} s" for bot in pair) for pair in pairs]
    lines = ["| game | " + " | ".join(heads) + " |", "|---|" + "---:|" * len(pairs)]
    for game, of_game in groupby(sorted(rows, key=lambda row: list(GAMES).index(row.game)), key=lambda row: row.game):
        shares = {row.bots: [share for deal in results[row.name].values() for share in deal] for row in of_game}
        cells = [f"{np.mean(shares[pair]):.1%} of {len(shares[pair])}" if pair in shares else "" for pair in pairs]
        lines.append(f"| {GAMES[game].title} | " + " | ".join(cells) + " |")
    return lines


def read_strength() -> Results:
    """What was played so far."""
    results: Results = json.loads(RESULTS.read_text(encoding="utf-8"))
    return results


def with_strength(text: str) -> str:
    """A page with the tables between their markers."""
    return between(text, BEGIN, END, lines_of(read_strength()))


if __name__ == "__main__":
    PAGE.write_text(with_strength(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
