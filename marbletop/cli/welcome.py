"""marbletop without a command: which version, what it can do, and the tables at one key."""

import sys
from typing import Annotated

import typer

from .. import __version__
from ..words import phrase, say, terminal_language, use_language
from .common import console

FIRST_COMMANDS = {
    "serve": phrase("open the tables in your browser"),
    "play": phrase("play in this terminal"),
    "games": phrase("list the games and their house rules"),
    "simulate": phrase("play thousands of random games and say what came out"),
    "duel": phrase("let bots play each other"),
    "--help": phrase("list everything else"),
}


def show_version(wanted: bool) -> None:
    if wanted:
        print(f"marbletop {__version__}")
        raise typer.Exit


def welcome(context: typer.Context,
            version: Annotated[bool, typer.Option("--version", "-V", callback=show_version, is_eager=True,
                                                  help="Print the version.")] = False) -> None:
    """Marble games for people, bots and researchers."""
    if context.invoked_subcommand is None:
        with use_language(terminal_language()):
            say_what_it_can_do()
            wanted = sys.stdin.isatty() and sys.stdout.isatty() and wants_tables()
        if wanted:
            context.command.main(["serve"], prog_name="marbletop")


def say_what_it_can_do() -> None:
    console.print(f"Marbletop {__version__}", style="bold", highlight=False)
    for command, purpose in FIRST_COMMANDS.items():
        console.print(f"  marbletop {command:<10} {say(purpose)}", highlight=False, soft_wrap=True)


def wants_tables() -> bool:
    """Ask whether to open the tables; Enter is yes."""
    return typer.confirm(f"\n{say('Open the tables in your browser now?')}", default=True)
