"""Playing in a terminal: a position, the choices, a prompt."""

import secrets
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.prompt import Prompt

from ..bots.explain import explanation
from ..bots.levels import UnknownBot, level_named
from ..bots.pool import Answer, BotFailed, Job, Pool
from ..bots.registry import bot_kind
from ..core.errors import MarbletopError
from ..core.game import Game, list_numbers
from ..core.match import Match
from ..drawing.plain import scene_of
from ..drawing.scene import Scene, Subset
from ..drawing.terminal import scene_text
from ..games import GAMES
from ..words import phrase, say

HELP = phrase("""[bold]What you can type[/]
  the number of a choice, or an action in the notation of the game;
  where several things are chosen at once, all their numbers: 1 3 4
  [bold]moves[/]        all that is possible, in notation
  [bold]hint[/]         what a strong bot would do, and why
  [bold]undo[/]         take your last action back (bots' answers, too)
  [bold]why ACTION[/]   why an action number is not possible
  [bold]rules[/]        the rules of this game
  [bold]save FILE[/]    keep the game as a record
  [bold]quit[/]         leave the table""")


def choose_game(console: Console) -> Game:
    """Ask which game to play."""
    names = list(GAMES)
    for number, name in enumerate(names, 1):
        words = say("{game} ({numbers} seats)", game=say(GAMES[name].title), numbers=list_numbers(GAMES[name].seats))
        console.print(f"  [bold]{number}[/]  {words}", highlight=False)
    try:
        numbers = [str(number + 1) for number in range(len(names))]
        typed = Prompt.ask(say("Which game?"), choices=numbers, default="1", console=console)
    except EOFError:
        raise MarbletopError("Nobody is at the terminal to choose a game: name one.") from None
    return GAMES[names[int(typed) - 1]]


def play_in_terminal(game: Game, seats: int | None, options: dict[str, Any], components: Path | None, people: int,
        seed: int | None, level: str, console: Console) -> None:
    """Play one game at this terminal; the first `people` seats are persons, bots of a level (or another bot) play the rest."""
    check_bot(level)
    match = Match(game, seats, secrets.randbits(63) if seed is None else seed, components=components, **options)
    match.names = [say(name) for name in match.names]
    pool = Pool()
    try:
        TerminalGame(match, options, components, people, level, console, pool).play()
    finally:
        pool.close()


def check_bot(text: str) -> None:
    """Whether there is such a bot; else which levels there are."""
    try:
        bot_kind(text)
    except UnknownBot:
        if ":" in text:
            raise
        level_named(text)


def subset_action(subset: Subset, typed: str) -> int:
    """The action for the items whose numbers were typed."""
    mask = 0
    for number in typed.replace(",", " ").split():
        if not 1 <= int(number) <= len(subset.items):
            raise MarbletopError("There is no {n}: type numbers from 1 to {last}, as in 1 3 4.", n=number,
                                 last=len(subset.items))
        mask |= 1 << int(number) - 1
    if mask not in subset.action_of:
        raise MarbletopError("That is not possible: choose other ones.")
    return subset.action_of[mask]


class TerminalGame:
    """One game at one terminal."""

    def __init__(self, match: Match, options: dict[str, Any], components: Path | None, people: int, level: str,
                 console: Console, pool: Pool):
        self.match, self.options, self.components, self.people = match, options, components, people
        self.level, self.console, self.pool = level, console, pool

    def play(self) -> None:
        """Play to the end, or until somebody leaves."""
        match = self.match
        you = [say("You are {who}.", who=match.names[0])] if self.people == 1 else []
        self.say(" ".join([say("[bold]{game}[/], {n} seats.", game=say(match.game.title), n=match.seats), *you,
                           say("Type [bold]help[/] for what you can type.")]))
        if not match.components.printed:
            self.say(f"[dim]{say('Box: {box}, values not from the printed game.', box=match.components.name)}[/]")
        while not match.over:
            if match.player >= self.people:
                self.play_action(self.ask_bot(self.level).action)
            elif not self.ask():
                self.say(say("You leave the table."))
                return
        self.show()
        self.say_outcome()

    def say(self, words: str) -> None:
        self.console.print(words, highlight=False)

    def say_outcome(self) -> None:
        outcome, names = self.match.outcome, self.match.names
        assert outcome is not None
        winners = ", ".join(names[seat] for seat in outcome.winners)
        points = ", ".join(f"{name} {points:g}" for name, points in zip(names, outcome.points))
        ending = say(outcome.ending.replace("_", " "))
        self.say(say("[bold]Won by {who}[/] ({ending}). Points: {points}", who=winners, ending=ending, points=points) if winners
                 else say("[bold]Nobody has won[/] ({ending}). Points: {points}", ending=ending, points=points))

    def ask_bot(self, level: str, analyse: bool = False) -> Answer:
        """What a bot would play for the seat to move; it is given that seat's view."""
        match = self.match
        view = match.game.state.pack(match.view(match.player))
        job = Job(match.game.name, self.options, match.seats, view, level, seed=len(match.moves), analyse=analyse,
                  components=match.components.text if self.components else None)
        with self.console.status(say("Thinking")):
            answer = self.pool.submit(job).result()
        for fault in answer.faults:
            self.say(f"[red]{escape(fault)}[/]")
        return answer

    @property
    def viewing_seat(self) -> int:
        """The seat whose view is shown: that of the only person, or else of the person to move; -1 for a spectator's."""
        return 0 if self.people == 1 else self.match.player if self.match.player < self.people else -1

    def show(self) -> Scene:
        """Print the position and the choices."""
        scene = scene_of(self.match.game, self.match.view(self.viewing_seat), self.match.box, self.match.names)
        self.console.print()
        self.console.print(scene_text(scene, markup=True, width=min(self.console.width, 120)), highlight=False, soft_wrap=True)
        return scene

    def play_action(self, action: int | str) -> None:
        """Play an action and print what it did, as the people at the terminal may know it."""
        seat = self.match.player
        move = self.match.play(action)
        words = " ".join(self.match.sentences(0 if self.people == 1 else -1)) or say(
            "{who}: {action}.", who=self.match.names[seat], action=move.text)
        self.say(f"[dim]{len(self.match.moves):4}[/] {escape(words)}")

    def ask(self) -> bool:
        """Let a person decide; False if they leave."""
        if self.people > 1:
            who = self.match.names[self.match.player]
            self.say("\n" + say("[bold]{who}[/] to move. Press Enter when nobody else is looking.", who=who))
            if self.read("") is None:
                return False
        scene = self.show()
        while True:
            typed = self.read("> ")
            if typed is None or typed in ("quit", "exit", "q"):
                return False
            if typed and self.carry_out(typed, scene):
                return True

    def read(self, prompt: str) -> str | None:
        """A line of input, stripped; None at the end of the input."""
        try:
            return self.console.input(prompt).strip()
        except EOFError:
            return None

    def carry_out(self, typed: str, scene: Scene) -> bool:
        """Do what was typed; returns whether the position has changed."""
        try:
            if typed == "undo":
                self.take_back()
            elif scene.subset and set(typed) <= set("0123456789 ,"):
                self.play_action(subset_action(scene.subset, typed))
            elif typed.isdigit() and 1 <= int(typed) <= len(scene.choices):
                self.play_action(scene.choices[int(typed) - 1].action)
            elif self.answer(typed):
                return False
            else:
                self.play_action(typed)
            return True
        except (MarbletopError, BotFailed, OSError) as error:
            self.say(f"[red]{escape(str(error))}[/]")
            return False

    def answer(self, typed: str) -> bool:
        """Answer a question that changes nothing; returns whether it was one."""
        word, _, rest = typed.partition(" ")
        match = self.match
        if typed == "help":
            self.say(say(HELP))
        elif typed == "moves":
            self.say(escape(", ".join(match.legal_texts)))
        elif typed == "rules":
            self.console.print(match.game.rules_page, markup=False, highlight=False)
        elif typed == "hint":
            answer = self.ask_bot("strong", analyse=True)
            assert answer.analysis is not None
            view = match.view(match.player)
            self.say(escape(" ".join(explanation(match.game, view, match.box, answer.analysis, match.names))))
        elif word == "why" and rest:
            self.say(escape(self.reason(rest)))
        elif word == "save" and rest:
            match.save(Path(rest).expanduser())
            self.say(say("Saved as {file}.", file=escape(rest)))
        else:
            return False
        return True

    def reason(self, text: str) -> str:
        if not text.isdigit():
            return say("Type the number of an action: why 17")
        return self.match.why_not(int(text)) or say("That action is possible.")

    def take_back(self) -> None:
        """Undo back to the last decision of a person."""
        self.match.undo()
        while self.match.player >= self.people and self.match.moves:
            self.match.undo()
