"""marbletop play, replay, verify: one game in the terminal, and records of games."""

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from ..games import GAMES
from ..terminal.output import styled
from ..words import say, terminal_language, use_language
from .common import Box, Options, Seats, console, game_names, read_pairs


def play(game: Annotated[str | None, typer.Argument(metavar="[GAME]", autocompletion=game_names)] = None,
         seats: Seats = None, option: Options = None, components: Box = None,
         people: Annotated[int, typer.Option("--people", "-p", min=0,
                                             help="Seats played at this terminal; bots play the rest.")] = 1,
         level: Annotated[str, typer.Option("--level", "-l", help="Strength of the bots: beginner, casual, steady, "
                                                                  "strong or master.")] = "steady",
         seed: Annotated[int | None, typer.Option("--seed", "-s", help="Decides all chance.")] = None) -> None:
    """Play in the terminal, alone against bots or together."""
    from ..terminal.app import choose_game, play_in_terminal
    with use_language(terminal_language()):
        chosen = GAMES[game] if game else choose_game(console)
        play_in_terminal(chosen, seats, read_pairs(chosen, option), components, people, seed, level, console)


File = Annotated[Path, typer.Argument(metavar="FILE", help="A record file.")]


def replay(file: File, components: Box = None,
           boards: Annotated[bool, typer.Option("--boards", "-b", help="Show the position after every entry.")] = False,
           seat: Annotated[int, typer.Option("--seat", help="Through whose eyes; -1 for a spectator's.")] = -1,
           until: Annotated[int | None, typer.Option("--until", "-u", min=0, help="Stop after so many entries.")] = None
           ) -> None:
    """Tell a recorded game move by move."""
    from ..core import record as records
    record = records.read_record(file)
    match = records.replay(record, components, any_start=True)
    match.names = record.get("names") or match.names
    match.game.view(match.state, match.box, seat)               # a seat that is not at the table is told before anything else
    console.print(styled((match.game.title, "bold"), f", {match.seats} {'seat' if match.seats == 1 else 'seats'}, "
                                                          f"box: {match.components.name}"))
    shown = len(match.moves) if until is None else min(until, len(match.moves))
    for number, move in enumerate(match.moves[:shown], 1):
        told = " ".join(match.sentences(seat, move))
        console.print(styled((f"{number:4} ", "dim"), f"{match.names[move.seat]}: ", (move.text, "bold"), f"  {told}"))
        if boards or number == shown:
            view = match.game.view(match.state_after(number), match.box, seat)
            console.print(match.game.notation.diagram(view, match.box))
    if shown == len(match.moves) and (outcome := match.outcome):
        console.print(f"{outcome.ending.capitalize()}: points {', '.join(f'{p:g}' for p in outcome.points)}; "
                      f"ranks {', '.join(map(str, outcome.rank))}")


Digest = Annotated[str | None, typer.Option("--digest", metavar="CODE", help="The check code that you noted down before the "
                                            "deal; spaces and capitals do not matter.")]


def verify(file: File, components: Box = None, digest: Digest = None) -> None:
    """Check a record, and say what it proves. The exit code is 0 if everything is proved, 1 if nothing is wrong but something
    is not proved, 2 if something is wrong."""
    from ..core import verification
    from ..core.record import read_record
    with use_language(terminal_language()):
        verdict = verification.verify(read_record(file), components, digest)
        print_list("✓", "green", say("Proved:"), verification.proofs(verdict))
        if verdict.source == verification.SECRET:
            print_list(" ", "", say("The check code of the secret, and the words:"),
                       [verification.group_digest(verdict.digest), verification.words_sentence(verdict)])
        print_list("?", "yellow", say("Not proved:"), verification.open_questions(verdict))
        print_list("·", "", say("No record can prove:"), [say(one) for one in verification.NEVER_PROVED])
    if not verdict.proved:
        raise typer.Exit(1)


def print_list(mark: str, style: str, title: str, sentences: list[str]) -> None:
    """Sentences under a title; nothing if there are none. They may hold words of strangers, which are printed as text."""
    if sentences:
        console.print(Text(title, "bold"))
    for sentence in sentences:
        console.print(Text.assemble((mark, style), " ", "".join(filter(str.isprintable, sentence))), soft_wrap=True)
