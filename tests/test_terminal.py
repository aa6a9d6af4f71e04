"""Playing in a terminal: what is typed is what is played, and nobody sees or takes back what is not theirs."""

import io
import random
import re

import pytest

from marbletop.bots.pool import Answer, BotFailed
from marbletop.core.match import Match
from marbletop.core.record import read_record
from marbletop.games import GAMES
from marbletop.terminal.app import TerminalGame
from marbletop.terminal.keys import key_for, typed_action
from marbletop.terminal.output import PlainConsole
from tests.core.toy import TOY

PRIVATE = "when nobody else is looking"
HANDS = ["marbles_and_jokers", "marble_machine"]
OPEN = ["marbleous", "marabunta", "connect_four"]


class ScriptedConsole(PlainConsole):
    """A terminal at which a list of lines is typed; then somebody closes it."""

    def __init__(self, *lines):
        super().__init__(file=io.StringIO(), width=120)
        self.lines = list(lines)

    def input(self, prompt="", **settings):
        self.print(prompt, end="")
        if not self.lines:
            raise EOFError
        self.print(self.lines[0])
        return self.lines.pop(0)

    @property
    def shown(self):
        return self.file.getvalue()


class FirstMoves:
    """Bots that play the first legal action, or fail."""

    def __init__(self, fails=False):
        self.fails = fails

    def submit(self, job):
        self.job = job
        return self

    def result(self):
        if self.fails:
            raise BotFailed("The bot's process was killed.")
        game = GAMES[self.job.game]
        view, options = game.state.unpack(self.job.view), game.read_options(self.job.options)
        return Answer(game.legal_list(view, game.make_box(options, self.job.seats))[0], "first")


def desk(match, *lines, people=1, bots=None):
    return TerminalGame(match, {}, None, people, "steady", ScriptedConsole(*lines), bots or FirstMoves())


def session(match, *lines, **settings):
    """Type these lines; what the screen has shown."""
    at = desk(match, *lines, **settings)
    at.play()
    return at.console.shown


def positions(name, seats=None, steps=120, seed=1):
    """Positions of a random game, each as a match of its own."""
    choices = random.Random(seed)
    match = Match(GAMES[name], seats or GAMES[name].seats[-1], seed)
    for _ in range(steps):
        if match.over:
            return
        yield match.copy()
        match.play(choices.choice(match.legal))


def keys_on_screen(at, scene):
    """The actions by what stands in front of them on the screen."""
    shown = at.console.shown
    for key, choice in zip(at.keys, scene.choices, strict=True):
        assert re.search(rf"(^|  ) *{re.escape(key)} {{2,}}{re.escape(choice.label[:40])}", shown, re.MULTILINE), key
    return {key: choice.action for key, choice in zip(at.keys, scene.choices)}


@pytest.mark.parametrize("name", list(GAMES))
def test_what_is_typed_is_what_is_played(name):
    for match in positions(name, steps=30):
        at = desk(match, people=match.seats)
        scene, texts = at.show(), {match.text_of(action): action for action in match.legal}
        for text, action in random.Random(3).sample(sorted(texts.items()), min(4, len(texts))):
            at.match = match.copy()
            assert at.carry_out(text, scene), at.console.shown
            assert at.match.moves[-1].action == action, f"{text} of {list(texts)}"


@pytest.mark.slow
@pytest.mark.parametrize("name", list(GAMES))
def test_a_number_plays_only_what_the_screen_shows_beside_it(name):
    for match in positions(name, steps=30):
        at = desk(match.copy(), people=match.seats)
        scene = at.show()
        if scene.subset:
            continue
        keys = keys_on_screen(at, scene)
        assert len(keys) == len(scene.choices)
        for number in map(str, range(12)):
            at.match = match.copy()
            assert at.carry_out(number, scene) == (number in keys), (number, keys)
            if number in keys:
                assert at.match.moves[-1].action == keys[number]


def test_no_number_of_the_list_is_taken_for_a_card():
    cards = next(match for match in positions("marbles_and_jokers", 2, 400, 2)
                 if {"6", "K"} <= set(match.legal_texts) and len(match.legal) == 6)
    at = desk(cards, people=2)
    assert at.carry_out("6", at.show()) and cards.moves[-1].text == "6"


def test_a_long_list_without_consequences_leaves_the_board_on_the_screen():
    places = next(match for match in positions("marble_machine", 2) if len(match.legal) > 40)
    at = desk(places, people=2)
    at.show()
    assert "\n                  " in at.console.shown and len(at.console.shown.splitlines()) < 75


@pytest.mark.parametrize("name", OPEN)
def test_several_people_are_told_whose_turn_it_is(name):
    match = Match(GAMES[name], 2, seed=4)
    assert f"{match.names[match.player]}, it's your turn." in session(match, people=2)


def test_a_queen_is_played_and_nobody_leaves():
    queens = next(match for match in positions("marbles_and_jokers", 2, 400, 2) if "Q" in match.legal_texts)
    before = len(queens.moves)
    session(queens, "", "q", people=2)
    assert queens.moves[before].text == "Q"


@pytest.mark.parametrize("name", OPEN)
def test_games_without_hands_ask_nobody_to_look_away(name):
    match = Match(GAMES[name], 2, seed=4)
    typed = [match.legal_texts[0]]
    shown = session(match, *typed, people=2)
    assert len(match.moves) == 1 and PRIVATE not in shown


@pytest.mark.parametrize("name", HANDS)
def test_games_with_hands_ask_when_the_person_changes(name):
    match, choices, typed, changes = Match(GAMES[name], 2, seed=4), random.Random(1), [], 0
    plan, person = match.copy(), None
    for _ in range(30):
        if plan.player != person:
            changes, person = changes + 1, plan.player
            typed.append("")
        typed.append(choices.choice(plan.legal_texts))
        plan.play(typed[-1])
    shown = session(match, *typed, people=2)
    assert [move.action for move in match.moves] == [move.action for move in plan.moves]
    assert shown.count(PRIVATE) in (changes, changes + (plan.player != person)) and changes < 30


@pytest.mark.parametrize("name", HANDS)
def test_the_screen_before_the_question_shows_no_hand(name):
    shown = session(Match(GAMES[name], 2, seed=4), people=2)
    assert PRIVATE in shown and "hand of" not in shown and "to choose" not in shown


def test_why_takes_what_the_screen_shows():
    full = Match("connect_four", seed=1)
    for text in "dddddd":
        full.play(text)
    shown = session(full, "why d", "why D", "why 4", "why e", "why 9", people=2)
    assert shown.count("C4-3") == 2                     # d is full; the fourth choice is column e
    assert shown.count("You can do that: ") == 2 and "'9'" in shown and len(full.moves) == 6


@pytest.mark.slow_for("marbles_and_jokers")
@pytest.mark.parametrize("name", list(GAMES))
def test_why_knows_every_choice_and_every_notation(name):
    for match in positions(name, steps=15):
        at = desk(match, people=match.seats)
        scene = at.show()
        for text in match.legal_texts[:3]:
            assert "You can do that" in at.reason(text, scene)
        for forbidden in [action for action in range(match.game.actions) if action not in match.legal][:1]:
            assert "is not possible now" in at.reason(match.text_of(forbidden), scene)


@pytest.mark.parametrize("name", list(GAMES))
def test_every_action_has_something_to_type(name):
    for match in positions(name, steps=15):
        at = desk(match, people=match.seats)
        scene = at.show()
        for action in match.legal[:6]:
            key, label = key_for(scene, at.keys, action)
            assert label and typed_action(match, scene, at.keys, key) == action


def test_alone_everything_can_be_taken_back():
    match = Match("marbles_and_jokers", 2, seed=4)
    at = desk(match)
    while match.player != 0:
        at.play_bot()
    before = len(match.moves)
    at.play_action(match.legal[0])                      # it draws a card, or leaves a hand
    while match.player != 0:
        at.play_bot()
    assert len(match.moves) > before and at.carry_out("undo", at.show()) and len(match.moves) == before


def test_what_is_taken_back_is_not_told_to_the_next_person():
    at = desk(Match("connect_four", seed=1), people=2)
    for typed in ("a", "b", "undo"):
        at.carry_out(typed, at.show())
    assert len(at.log) == 1


def test_two_people_take_back_what_shows_no_secret():
    match = Match("connect_four", seed=1)
    session(match, "a", "b", "undo", people=2)
    assert [move.text for move in match.moves] == ["a"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["marbleous", *HANDS])
def test_two_people_take_nothing_back_that_chance_or_a_secret_decided(name):
    kept = taken = 0
    for match in positions(name, 2, steps=60):
        if not match.moves:
            continue
        last, before, after = match.moves[-1], match.state_after(len(match.moves) - 1), match.state
        at, moves = desk(match, people=2), len(match.moves)
        undone = at.carry_out("undo", at.show())
        assert len(match.moves) == moves - undone
        if last.chance or (name in HANDS and before.hand != after.hand):
            assert not undone, at.console.shown
        kept, taken = kept + (not undone), taken + undone
        if not undone:
            assert "take this back" in at.console.shown
    assert kept and taken


def test_nothing_is_taken_back_before_the_first_own_move():
    match = Match(TOY, 2, seed=1)
    while match.player == 0:
        match.play(match.legal[0])
    at = TerminalGame(match, {}, None, 0, "steady", ScriptedConsole(), FirstMoves())
    moves = len(match.moves)
    assert moves and not at.carry_out("undo", at.show()) and len(match.moves) == moves


def test_a_bot_that_fails_leaves_the_game_to_go_on():
    match = Match("connect_four", seed=1)
    shown = session(match, "a", bots=FirstMoves(fails=True))
    assert "was killed" in shown and len(match.moves) == 2


def test_questions_are_understood_in_capitals_and_halves_are_explained(tmp_path):
    match = Match("connect_four", seed=1)
    shown = session(match, "HELP", "Moves", "save", "why", f"save {tmp_path}", "[/]", "exit", "Quit")
    assert "What you can type" in shown and "save game.json" in shown and "'[/]'" in shown
    assert "Is a directory" in shown and not match.moves


def test_a_game_that_is_over_can_be_kept(tmp_path):
    match, file = Match("connect_four", seed=1), tmp_path / "game.json"
    shown = session(match, *"abababa", "hint", "save", f"save {file}", "", people=2)
    assert match.over and "Name the file" in shown and "Saved as" in shown
    assert read_record(file)["outcome"]["ending"] == "won"


def test_a_file_that_is_there_is_replaced_only_if_it_is_named_twice(tmp_path):
    kept, mine = tmp_path / "kept.json", tmp_path / "mine.json"
    kept.write_text("somebody's work")
    match = Match("connect_four", seed=1)
    shown = session(match, f"save {kept}", f"save {mine}", "a", f"save {mine}", people=2)
    assert "There already is a file" in shown and "type the same again" in shown and kept.read_text() == "somebody's work"
    assert shown.count("Saved as") == 2, "one's own file is brought up to date"
    assert len(read_record(mine)["entries"]) == len(match.moves) == 1
    shown = session(match, f"save {kept}", f"save {kept}", people=2)
    assert shown.count("There already is") == 1 and read_record(kept)["entries"] == read_record(mine)["entries"]


@pytest.mark.slow_for("marabunta", "marbles_and_jokers", "marble_machine")
@pytest.mark.parametrize(("name", "people"), [*((name, 1) for name in GAMES), ("marble_machine", 2), ("connect_four", 2)])
def test_whole_games_are_played_by_what_the_screen_shows(name, people):
    """Somebody who does not know the rules types any of the keys in front of the choices."""
    match, choices = Match(GAMES[name], 2, seed=6), random.Random(5)
    at = desk(match, people=people)

    def type_a_key(prompt="", **settings):
        assert len(match.moves) < 900
        if not prompt or match.over:
            return ""
        before = at.console.shown
        at.console.file.seek(0)
        at.console.file.truncate()
        scene = at.scene
        if scene.subset:
            mask = choices.choice(sorted(scene.subset.action_of))
            return " ".join(str(n + 1) for n in range(len(scene.subset.items)) if mask >> n & 1)
        assert before
        return choices.choice(at.keys)

    at.console.input = type_a_key
    at.play()
    assert match.over, at.console.shown[-500:]
