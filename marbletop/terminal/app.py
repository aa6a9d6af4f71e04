"""Playing in a terminal: a position, the choices, a prompt."""

import secrets
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from ..bots.bot import Limit
from ..bots.explain import explain
from ..bots.levels import HINT_LIMIT, HINTS_BY, UnknownBot, level_named
from ..bots.pool import Answer, BotFailed, Job, Pool
from ..bots.registry import bot_kind
from ..core.errors import MarbletopError
from ..core.game import Game, list_numbers
from ..core.match import Match, legal_and_reasons
from ..drawing.plain import scene_of
from ..drawing.scene import Scene
from ..drawing.terminal import scene_text
from ..games import GAMES
from ..server.seats import has_hands
from ..words import phrase, plural, say
from .keys import asked_action, key_for, keys_of, typed_action
from .output import styled
from .undo import take_back

HELP = phrase("what stands in front of a choice, or a move in notation")
COMMANDS = {
    "moves": phrase("everything you can do, in notation"),
    "hint": phrase("what a strong bot would do, and why"),
    "undo": phrase("take your last move back, and the bots' answers to it"),
    "why MOVE": phrase("why a move is not possible, as in why {example}"),
    "rules": phrase("the rules of this game"),
    "save FILE": phrase("keep the game as a record"),
    "quit": phrase("leave the table"),
}
RECAP = 20                                  # lines that are shown again after the screen was cleared


def choose_game(console: Console) -> Game:
    """Ask which game to play."""
    names = list(GAMES)
    for number, name in enumerate(names, 1):
        words = say("{game} ({numbers} players)", game=say(GAMES[name].title), numbers=list_numbers(GAMES[name].seats))
        console.print(styled("  ", (str(number), "bold"), f"  {words}"))
    while (typed := read_line(console, say("Which game?") + " ")) is not None:
        if typed in map(str, range(1, len(names) + 1)):
            return GAMES[names[int(typed) - 1]]
        console.print(say("Type a number from 1 to {last}.", last=len(names)), style="red")
    raise MarbletopError("Please name a game: there is nobody at the terminal to choose one.")


def read_line(console: Console, prompt: str) -> str | None:
    """A line of input, stripped; None at the end of the input, or if there is none."""
    if sys.stdin is None:
        return None
    try:
        return console.input(prompt, markup=False, emoji=False).strip()
    except EOFError:
        return None


def play_in_terminal(game: Game, seats: int | None, options: dict[str, Any], components: Path | None, people: int,
        seed: int | None, level: str, console: Console) -> None:
    """Play one game at this terminal; the first `people` seats are persons, bots of a level (or another bot) play the rest."""
    check_bot(level)
    match = Match(game, seats, secrets.randbits(63) if seed is None else seed, components=components, **options)
    if people > match.seats:
        raise MarbletopError("There are {seats} seats for {people} people: choose other numbers.", seats=match.seats,
                             people=people)
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


class TerminalGame:
    """One game at one terminal."""

    def __init__(self, match: Match, options: dict[str, Any], components: Path | None, people: int, level: str,
                 console: Console, pool: Pool):
        self.match, self.options, self.components, self.people = match, options, components, people
        self.level, self.console, self.pool = level, console, pool
        self.person: int | None = None      # who has decided last at this terminal
        self.log: list[Text] = []           # what was told of the game
        self.read: dict[int, int] = {}      # how much of it each person has read
        self.saved_as: Path | None = None   # the file that has this game already
        self.to_replace: Path | None = None    # another file of that name: replaced if it is named once more

    def play(self) -> None:
        """Play to the end, or until somebody leaves."""
        match = self.match
        seats = plural(match.seats, "{n} seat", "{n} seats")
        self.say(styled((say(match.game.title), "bold"), f", {seats}"))
        you = [say("You are {who}.", who=match.names[0])] if self.people == 1 else []
        self.say(" ".join([*you, say("Type what stands in front of a choice, or help.")]))
        if not match.components.printed:
            self.say(say("Edition: {box}. Its values are our own, not those of the printed game.",
                         box=match.components.name), "dim")
        while not match.over:
            if match.player >= self.people:
                self.play_bot()
            elif not self.ask():
                self.say(say("You have left the table."))
                return
        self.show()
        self.say_outcome()
        self.offer_record()

    def say(self, words: str | Text, style: str = "") -> None:
        self.console.print(words, style=style or None)

    def say_outcome(self) -> None:
        outcome, names = self.match.outcome, self.match.names
        assert outcome is not None
        winners = ", ".join(names[seat] for seat in outcome.winners)
        points = ", ".join(f"{name} {points:g}" for name, points in zip(names, outcome.points))
        ending = say(outcome.ending.replace("_", " "))
        self.say(say("Won by {who} ({ending}). Points: {points}", who=winners, ending=ending, points=points) if winners
                 else say("Nobody has won ({ending}). Points: {points}", ending=ending, points=points), "bold")

    def offer_record(self) -> None:
        """Let people keep the finished game, because only a finished one can be reviewed."""
        self.say(say("Type save FILE to keep the game as a record, or press Enter to leave."))
        while (typed := read_line(self.console, "> ")) and typed.lower() != "quit":
            if typed.lower().startswith("save"):
                self.carry_out(typed, self.scene)

    def play_bot(self) -> None:
        """Let a bot decide; if it fails, anything is played for it, so that the game goes on."""
        try:
            action = self.ask_bot(self.level).action
        except BotFailed as error:
            self.say(str(error), "red")
            action = secrets.choice(self.match.legal)
        self.play_action(action)

    def ask_bot(self, level: str, hint_limit: Limit | None = None) -> Answer:
        """What a bot would play for the seat to move; it is given that seat's view. With a limit for hints it says what it
        thinks of all actions."""
        match = self.match
        view = match.game.state.pack(match.view(match.player))
        job = Job(match.game.name, self.options, match.seats, view, level, seed=len(match.moves), limit=hint_limit,
                  analyse=hint_limit is not None, components=match.components.text if self.components else None)
        with self.console.status(styled(say("Thinking …"))):
            answer = self.pool.submit(job).result()
        for fault in answer.faults:
            self.say(fault, "red")
        return answer

    @property
    def viewing_seat(self) -> int:
        """The seat whose view is shown: that of the only person, or else of the person to move; -1 for a spectator's."""
        if self.people == 1:
            return 0
        return self.match.player if self.match.player < self.people and not self.match.over else -1

    def show(self) -> Scene:
        """Print the position and the choices."""
        self.scene = scene_of(self.match.game, self.match.view(self.viewing_seat), self.match.box, self.match.names)
        self.keys = keys_of(self.match, self.scene)
        text = scene_text(self.scene, markup=True, width=min(self.console.width, 120), keys=self.keys)
        self.console.print()
        self.console.print(Text.from_markup(text, emoji=False), soft_wrap=True)
        if self.scene.subset:
            self.say(say("Type all their numbers, as in 1 3 4."), "dim")
        return self.scene

    def play_action(self, action: int | str) -> None:
        """Play an action and print what it did, as the people at the terminal may know it."""
        seat = self.match.player
        move = self.match.play(action)
        words = " ".join(self.match.sentences(0 if self.people == 1 else -1)) or say(
            "{who}: {action}.", who=self.match.names[seat], action=move.text)
        self.log.append(styled((f"{len(self.match.moves):4} ", "dim"), words))
        self.say(self.log[-1])

    def ask(self) -> bool:
        """Let a person decide; False if they leave."""
        if not self.wait_for_person():
            return False
        scene = self.show()
        while True:
            typed = read_line(self.console, "> ")
            if typed is None or typed.lower() == "quit":
                return False
            if typed and self.carry_out(typed, scene):
                return True

    def wait_for_person(self) -> bool:
        """Say whose turn it is; in a game with hands, ask everybody else to look away. False if they leave."""
        before, self.person = self.person, self.match.player
        if self.people == 1 or self.person == before:
            return True
        who = self.match.names[self.person]
        if not has_hands(self.match.game):
            self.say("\n" + say("{who}, it's your turn.", who=who), "bold")
            return True
        if self.console.is_terminal:        # the hand of the person before is still on the screen
            self.console.clear()
            for line in self.log[self.read.get(self.person, 0):][-RECAP:]:
                self.say(line)
        self.read[self.person] = len(self.log)
        self.say("\n" + say("{who}, it's your turn. Press Enter when nobody else is looking.", who=who), "bold")
        return read_line(self.console, "") is not None

    def carry_out(self, typed: str, scene: Scene) -> bool:
        """Do what was typed; returns whether the position has changed."""
        try:
            if (action := typed_action(self.match, scene, self.keys, typed)) is not None:
                self.play_action(action)
            elif typed.lower() == "undo":
                take_back(self.match, self.people)
                del self.log[len(self.match.moves):]
            elif self.answer(typed, scene):
                return False
            else:
                self.play_action(typed)
            return True
        except (MarbletopError, BotFailed, OSError) as error:
            self.say(str(error), "red")
            return False

    def answer(self, typed: str, scene: Scene) -> bool:
        """Answer a question that changes nothing; returns whether it was one."""
        word, _, rest = typed.partition(" ")
        match = self.match
        if typed.lower() == "help":
            self.say_help()
        elif typed.lower() == "moves":
            self.say(", ".join(match.legal_texts))
        elif typed.lower() == "rules":
            self.say(match.game.rules_page)
        elif typed.lower() == "hint":
            self.say_hint(scene)
        elif word.lower() == "why":
            self.say(self.reason(rest, scene))
        elif word.lower() == "save":
            self.save(rest.strip())
        else:
            return False
        return True

    def say_help(self) -> None:
        self.say(say("What you can type"), "bold")
        self.say(f"  {say(HELP)}")
        for command, words in COMMANDS.items():
            self.say(styled("  ", (f"{command:11}", "bold"), say(words, example=self.match.legal_texts[0])))

    def say_hint(self, scene: Scene) -> None:
        """What a strong bot would do, as it is typed and as it is judged."""
        match, analysis = self.match, self.ask_bot(HINTS_BY, HINT_LIMIT).analysis
        assert analysis is not None
        key, label = key_for(scene, self.keys, analysis.best)
        self.say(say("Type {key}: {label}.", key=key, label=label), "bold")
        self.say(" ".join(explain(match.game, match.view(match.player), match.box, analysis, match.names).sentences))

    def save(self, file: str) -> None:
        if not file:
            raise MarbletopError("Name the file, as in save game.json.")
        path = Path(file).expanduser().resolve()
        if path.is_file() and path not in (self.saved_as, self.to_replace):
            self.to_replace = path
            raise MarbletopError("There already is a file {file}. Choose another name, or type the same again to replace it.",
                                 file=file)
        self.match.save(path)
        self.saved_as = path
        self.say(say("Saved as {file}.", file=file))

    def reason(self, text: str, scene: Scene) -> str:
        """Why an action is not possible; it is named as on the screen or in notation."""
        match = self.match
        action = asked_action(match, scene, self.keys, text)
        if action is None:
            return say("There is no move {text!r}. Ask as in why {example}.", text=text, example=match.legal_texts[0])
        legal, reasons = legal_and_reasons(match.game, match.state, match.box)
        if action in legal:
            return say("You can do that: {move}.", move=match.text_of(action))
        rule = reasons.get(action, "")
        return say("{move} is not possible now. {rule}", move=match.text_of(action),
                   rule=f"{match.game.rules_text[rule]} ({rule})" if rule in match.game.rules_text else rule).strip()
