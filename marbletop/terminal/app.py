"""Playing in a terminal: a position, the choices, a prompt."""

import secrets
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.prompt import Prompt

from ..bots.bot import Bot, Limit
from ..bots.rollouts import Rollouts
from ..core.errors import MarbletopError
from ..core.game import Game, in_words
from ..core.match import Match
from ..drawing.plain import scene_of
from ..drawing.scene import Scene
from ..drawing.terminal import diagram
from ..games import GAMES

THINKING = Limit(seconds=0.7)
HELP = """[bold]What you can type[/]
  the number of a choice, or an action in the notation of the game
  [bold]moves[/]        all that is possible, in notation
  [bold]undo[/]         take your last action back (bots' answers, too)
  [bold]why ACTION[/]   why an action number is not possible
  [bold]rules[/]        the rules of this game
  [bold]save FILE[/]    keep the game as a record
  [bold]quit[/]         leave the table"""


def choose_game(console: Console) -> Game:
    """Ask which game to play."""
    names = list(GAMES)
    for number, name in enumerate(names, 1):
        console.print(f"  [bold]{number}[/]  {GAMES[name].title} ({in_words(GAMES[name].seats)} seats)", highlight=False)
    try:
        numbers = [str(number + 1) for number in range(len(names))]
        typed = Prompt.ask("Which game?", choices=numbers, default="1", console=console)
    except EOFError:
        raise MarbletopError("Nobody is at the terminal to choose a game: name one.") from None
    return GAMES[names[int(typed) - 1]]


def run(game: Game, seats: int | None, options: dict[str, Any], components: Path | None, people: int,
        seed: int | None, console: Console) -> None:
    """Play one game at this terminal; the first `people` seats are persons, bots play the rest."""
    match = Match(game, seats, secrets.randbits(63) if seed is None else seed, components=components, **options)
    bots: dict[int, Bot] = {seat: Rollouts(game, seed=seat) for seat in range(people, match.seats)}
    you = f" You are {match.names[0]}." if people == 1 else ""
    console.print(f"[bold]{game.title}[/], {match.seats} seats.{you} Type [bold]help[/] for what you can type.")
    if not match.components.printed:
        console.print(f"[dim]Box: {match.components.name}, values not from the printed game.[/]")
    while not match.over:
        if match.player in bots:
            tell(console, match, bots[match.player].choose(match.view(match.player), match.box, THINKING), people)
        elif not ask(console, match, bots, people):
            console.print("You leave the table.")
            return
    show(console, match, people)
    outcome = match.outcome
    assert outcome is not None
    winners = ", ".join(match.names[seat] for seat in outcome.winners)
    console.print(f"[bold]{'Won by ' + winners if winners else 'Nobody has won'}[/] ({outcome.ending}). Points: "
                  + ", ".join(f"{called} {points:g}" for called, points in zip(match.names, outcome.points)))


def eyes(match: Match, people: int) -> int:
    """Through whose eyes the terminal looks: the player's, or, alone at the table, always the one person's."""
    return 0 if people == 1 else match.player if match.player < people else -1


def show(console: Console, match: Match, people: int) -> Scene:
    """Print the position and what can be done in it."""
    scene = scene_of(match.game, match.view(eyes(match, people)), match.box, match.names)
    console.print()
    console.print(diagram(scene, markup=True, width=min(console.width, 120)), highlight=False, soft_wrap=True)
    return scene


def tell(console: Console, match: Match, action: int | str, people: int) -> None:
    """Play an action and say what it did."""
    seat = match.player
    move = match.play(action)
    told = " ".join(match.sentences(0 if people == 1 else -1)) or f"{match.names[seat]}: {move.text}."
    console.print(f"[dim]{len(match.moves):4}[/] {escape(told)}", highlight=False)


def ask(console: Console, match: Match, bots: dict[int, Bot], people: int) -> bool:
    """Let a person decide; False when they leave."""
    if people > 1:
        console.print(f"\n[bold]{match.names[match.player]}[/] to move. Press Enter when nobody else is looking.")
        if read(console, "") is None:
            return False
    scene = show(console, match, people)
    while True:
        typed = read(console, "> ")
        if typed is None or typed in ("quit", "exit", "q"):
            return False
        if typed and carried_out(console, match, bots, people, typed, scene):
            return True


def carried_out(console: Console, match: Match, bots: dict[int, Bot], people: int, typed: str, scene: Scene) -> bool:
    """Do what was typed; whether the position has changed."""
    word, _, rest = typed.partition(" ")
    try:
        if typed == "help":
            console.print(HELP)
        elif typed == "rules":
            console.print((match.game.folder / "RULES.md").read_text(encoding="utf-8"), markup=False, highlight=False)
        elif word == "why" and rest:
            console.print(escape(reason(match, rest)), highlight=False)
        elif word == "save" and rest:
            match.save(Path(rest).expanduser())
            console.print(f"Saved as {escape(rest)}.")
        elif typed == "undo":
            take_back(match, bots)
            return True
        elif typed == "moves":
            console.print(escape(", ".join(match.legal_texts)), highlight=False)
        elif typed.isdigit() and 1 <= int(typed) <= len(scene.choices):
            tell(console, match, scene.choices[int(typed) - 1].action, people)
            return True
        else:
            tell(console, match, typed, people)
            return True
    except (MarbletopError, OSError) as error:
        console.print(f"[red]{escape(str(error))}[/]", highlight=False)
    return False


def reason(match: Match, text: str) -> str:
    if not text.isdigit():
        return "Type the number of an action: why 17"
    return match.why_not(int(text)) or "That action is possible."


def take_back(match: Match, bots: dict[int, Bot]) -> None:
    """Take back up to the last action of a person."""
    match.undo()
    while match.player in bots and match.moves:
        match.undo()


def read(console: Console, prompt: str) -> str | None:
    """A line of input without blanks around it; None at the end of the input."""
    try:
        return console.input(prompt).strip()
    except EOFError:
        return None


