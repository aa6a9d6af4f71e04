"""marbletop review: what decided a recorded game."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from ..core.match import Match
from ..terminal.output import PlainConsole, styled
from ..words import say, terminal_language, use_language
from .common import Box, Json, Ray, Seed, console
from .play import File, print_list


def review(file: File, components: Box = None,
           seconds: Annotated[float | None, typer.Option("--seconds", min=0.1, max=3600, help="Seconds of the processor; more "
                                                         "of them narrow the intervals.")] = None,
           deals: Annotated[int | None, typer.Option("--deals", min=2, max=10 ** 6, help="Or deals in which every decision is "
                                                     "played out; the same number gives the same review.")] = None,
           seed: Seed = 0, ray: Ray = None, as_json: Json = False,
           html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write a page with the curve.")] = None
           ) -> None:
    """Say what decided a game: how well everybody played, how lucky they were, and the turning points."""
    from ..analysis.review_file import review_file
    from ..analysis.review_words import as_dict
    with use_language(terminal_language()):
        match, result = read_game(file, components)
        found = measure(match, result, seconds, deals, seed, ray)
        if html is not None:
            html.write_text(review_file(found), encoding="utf-8")
        if as_json:
            return print(json.dumps(as_dict(found), indent=1))
        show_review(found)


def read_game(file: Path, components: Path | None) -> tuple[Match, list[float] | None]:
    """The match of a record, and its result if it was given up."""
    from ..analysis.review import result_in_record
    from ..core import record as records
    record = records.read_record(file)
    match = records.replay(record, components, any_start=True)
    match.names = record.get("names") or [say(name) for name in match.names]
    return match, result_in_record(record, match)


def measure(match: Match, result: list[float] | None, seconds: float | None, deals: int | None, seed: int,
            ray: str | None) -> Any:
    """The last of the reviews; how far they are is shown meanwhile."""
    from ..analysis.review import reviews
    with PlainConsole(stderr=True).status(styled(say("Compiling {game}", game=say(match.game.title)))) as status:
        for found in reviews(match, seconds, deals, seed, result, ray=ray):
            status.update(styled(say("Played every decision out in {n} deals", n=found.deals)))
    return found


def show_review(found: Any) -> None:
    from ..analysis.review_file import like_lines
    from ..analysis.review_words import (
        headings,
        luck_lines,
        parts_in_words,
        point_sentences,
        row_of,
        scale_in_words,
        tricky_lines,
    )
    table = Table(box=None, padding=(0, 1), header_style="bold")
    for number, heading in enumerate(headings()):
        table.add_column(heading, justify="right" if number else "left")
    for total in found.totals:
        table.add_row(*map(styled, row_of(found, total)))
    console.print(styled((say(found.match.game.title), "bold")))
    console.print(table)
    console.print(styled(parts_in_words()))
    console.print(styled(scale_in_words()))
    print_list("·", "", say("Turning points"), [" ".join(point_sentences(found, point)) for point in found.points])
    print_list("·", "", say("Where most players would have gone wrong"), tricky_lines(found))
    print_list("·", "", say("Luck"), luck_lines(found))
    print_list("·", "", say("Like which bots"), like_lines(found))
