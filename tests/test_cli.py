"""The command line, as a user calls it."""

import json
import os
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from marbletop.core.match import Match
from marbletop.games import GAMES

from .commands import run_command as marbletop

ROOT = Path(__file__).parents[1]


def told(*arguments, stdin=""):
    done = marbletop(*arguments, stdin=stdin)
    assert done.returncode == 0, done.stderr
    return done.stdout


@cache
def help_of(*command):
    """What `--help` says; each is asked for once."""
    return told(*command, "-h")


@pytest.fixture
def record(tmp_path):
    match = Match("connect_four", seed=5)
    for action in "abababa":
        match.play(action)
    match.save(tmp_path / "game.json")
    return tmp_path / "game.json"


def test_games_are_listed_with_seats_and_options():
    text = told("games")
    assert "Connect Four" in text and "first_player" in text
    assert "loses" in told("games", "connect_four")
    assert {row["name"]: row["seats"] for row in json.loads(told("games", "--json"))}["connect_four"] == [2]
    assert json.loads(told("games", "connect_four", "--json"))["options"][0]["name"] == "misere"


@pytest.mark.slow
def test_simulate_says_what_came_out():
    text = told("simulate", "connect_four", "--games", 2000, "--seed", 3)
    assert "games/s" in text and "95 % interval" in text and "Ended: won" in text


@pytest.mark.slow
def test_simulate_as_json_is_the_same_with_threads():
    common = ("simulate", "connect_four", "-n", 3000, "--tally", "-o", "misere=true", "--json")
    one, two = (json.loads(told(*common, "-t", threads)) for threads in (1, 2))
    for name in ("games", "decisions", "length", "points", "win_share", "endings", "events_per_game"):
        assert one[name] == two[name]
    assert one["options"]["misere"] is True and one["games"] == 3000
    assert one["win_share"][0]["interval"][0] < one["win_share"][0]["share"] < one["win_share"][0]["interval"][1]
    assert one["events_per_game"]["dropped"] == pytest.approx(one["length"]["mean"])


@pytest.mark.slow
@pytest.mark.parametrize(("arguments", "expected"), [
    (("simulate", "chess"), "There is no game called 'chess'. Choose one of these: marbleous"),
    (("simulate", "connect_four", "-k", "5"), "is for 2 players, not 5"),
    (("simulate", "connect_four", "-o", "misere"), "write NAME=VALUE"),
    (("simulate", "connect_four", "-o", "misere=perhaps"), "true or false"),
    (("simulate", "connect_four", "-o", "seed=3"), "no option called 'seed'"),
    (("simulate", "connect_four", "-n", "0"), "Invalid value"),
    (("simulate", "connect_four", "--components", "/nowhere.toml"), "nowhere.toml"),
    (("train", "connect_four"), "does not say what its judgement looks at, so nothing can be learned"),
    (("train", "marbleous", "-k", "7"), "is for 1, 2, 3 or 4 players, not 7"),
    (("verify", "README.md"), "not a Marbletop record"),
    (("replay", "nowhere.json"), "Can't read"),
    (("review", "nowhere.json"), "Can't read"),
    (("review", "README.md"), "not a Marbletop record"),
    (("games", "chess"), "There is no game called 'chess'"),
    (("games", "--template"), "Name the game whose component file you want"),
    (("games", "connect_four", "--template"), "Connect Four has no component file"),
    (("frobnicate",), "No such command"),
    (("play", "connect_four", "-o", "colour=red"), "no option called 'colour'"),
    (("play", "connect_four", "--level", "genius"), "no level called 'genius'"),
    (("play", "connect_four", "--people", "99"), "2 seats for 99 people"),
    (("play", "marbleous", "--seats", "0"), "not 0"),
    (("simulate", "connect_four", "-n", str(10 ** 30)), "Invalid value"),
    (("bench", "connect_four", "--seconds", "1e400"), "Invalid value"),
    (("duel", "connect_four", "uniform", "uniform", "-n", "2", "--records", "/proc/nowhere"), "/proc/nowhere"),
    (("duel", "connect_four", "uniform", "program:/no[/]"), "/no[/]"),
    (("games", "[/]Eve"), "no game called '[/]Eve'"),
    (("simulate", "connect_four", "-o", "[bold]=[/]"), "no option called '[bold]'"),
    (("simulate", "connect_four", "--components", "."), "cannot be read"),
    (("replay", "."), "Is a directory"),
    (("replay", ""), "Is a directory"),
    (("bot-program", ":smile:"), ":smile:"),
])
def test_a_users_mistake_is_one_clear_line(arguments, expected):
    done = marbletop(*arguments)
    assert done.returncode == 2 and done.stdout == ""
    assert expected in " ".join(done.stderr.split()) and "Traceback" not in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("command", ["games", "simulate", "play", "replay", "review", "verify", "prepare", "bench", "backup",
                                     "restore"])
def test_help_everywhere(command):
    assert "Usage" in help_of(command)
    assert command in help_of()


def test_replay_tells_the_game(record):
    text = told("replay", record)
    assert "Blue has four in a row." in text and "ranks 1, 2" in text
    assert told("replay", record, "--boards").count("a b c d e f g") == 7
    text = told("replay", record, "--until", 2)
    assert "entry" not in text and "ranks" not in text


@pytest.mark.slow
def test_review_says_what_decided_the_game(record, tmp_path):
    text = told("review", record, "--deals", 20, "--html", tmp_path / "review.html")
    assert "Turning points" in text and "accuracy" in text and "gives away" in text
    page = (tmp_path / "review.html").read_text()
    assert page.startswith("<!doctype html>") and "<svg" in page and "<script" not in page
    found = json.loads(told("review", record, "--deals", 20, "--json"))
    for total in found["totals"]:
        assert total["start"] + total["own"] + total["others"] + total["luck"] == pytest.approx(total["result"], abs=1e-9)
    assert found["totals"][0]["luck"] == 0 and found["deals"] > 0


def test_a_running_game_is_not_reviewed(tmp_path):
    Match("connect_four").save(tmp_path / "game.json")
    done = marbletop("review", tmp_path / "game.json")
    assert done.returncode == 2 and "This game is still running." in done.stderr


def test_verify_says_what_was_checked(record):
    done = marbletop("verify", record)
    assert done.returncode == 1 and done.stdout.count("✓") == 2 and "fits its seed" in done.stdout
    record.write_text(record.read_text().replace('"action": 1', '"action": 2'))
    assert marbletop("verify", record).returncode == 2


@pytest.mark.slow
def test_prepare_and_bench():
    assert "Connect Four: ready" in told("prepare", "connect_four")
    row = json.loads(told("bench", "connect_four", "--seconds", 0.1, "--json"))[0]
    assert row["decisions_per_second"] > row["interpreted_per_second"] > 1000


def test_a_game_in_the_terminal(tmp_path):
    saved = tmp_path / "kept.json"
    typed = f"help\nhint\nwhy 9\nrules\nd\nundo\nzz\n4\nsave {saved}\nquit\n"
    text = told("play", "connect_four", stdin=typed)
    assert "You are Blue" in text and "What you can type" in text and "C4-3" in text
    assert "games of 100" in text and "You can't play 'zz' here" in text and "You have left the table" in text
    assert json.loads(saved.read_text())["entries"][0]["text"] == "d"


def test_the_game_is_chosen_by_its_number():
    text = told("play", stdin="9\n[/]\n5\nquit\n")
    assert text.count("Type a number from 1 to 5.") == 2 and "You are Blue" in text
    assert "name a game" in marbletop("play", stdin="chess\n").stderr


def test_bots_alone_play_to_the_end():
    assert "Points: Blue" in told("play", "connect_four", "--people", 0, "--seed", 1, "--level", "casual", stdin="")


def test_two_people_at_one_terminal_play_to_the_end():
    text = told("play", "connect_four", "--people", 2, stdin="\n".join("abababa"))
    assert "Won by Blue" in text


def test_several_things_are_chosen_by_their_numbers():
    from marbletop.core.errors import MarbletopError
    from marbletop.drawing.scene import Subset
    from marbletop.terminal.keys import subset_action
    subset = Subset("Which?", (("a", "A"), ("b", "B"), ("c", "C")), {0b001: 7, 0b101: 9})
    assert subset_action(subset, "1") == 7 and subset_action(subset, "3, 1") == 9
    for wrong, told_so in (("4", "1 to 3"), ("2", "isn't possible")):
        with pytest.raises(MarbletopError, match=told_so):
            subset_action(subset, wrong)


def in_process(capsys, *arguments):
    """Run a command in this process: its exit code, and what it printed."""
    from marbletop import cli
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["marbletop", *map(str, arguments)])
        with pytest.raises(SystemExit) as stopped:
            cli.main()
    return stopped.value.code, capsys.readouterr()


def test_names_are_only_text(record, tmp_path, capsys):
    """No name is read as markup, as an emoji, or by the terminal."""
    told_names = ["[/]Eve", "Bo[bold] :smile: \x1b[2J"]
    record.write_text(json.dumps({**json.loads(record.read_text()), "names": told_names}))
    code, printed = in_process(capsys, "replay", record)
    assert code == 0 and "[/]Eve: a" in printed.out and "Bo[bold] :smile: [2J: b" in printed.out
    missing = tmp_path / "[/]Eve.json"
    assert in_process(capsys, "replay", missing)[1].err.count("[/]Eve.json") == 1
    assert in_process(capsys, "games", "\udcff")[0] == 2              # a byte that is no letter


EVERY_COMMAND = """
import sys
from marbletop.cli import main
for arguments in {commands}:
    sys.argv = ["marbletop", *arguments]
    try:
        main()
    except SystemExit as stopped:
        assert stopped.code in (None, 0, 1, 2), (arguments, stopped.code)
"""


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en_GB", "de_DE"])
def test_a_terminal_without_umlauts_gets_similar_letters(record, language):
    commands = [["games"], ["games", "marbles_and_jokers"], ["replay", str(record), "--boards"], ["verify", str(record)],
                ["simulate", "connect_four", "-n", "10"], ["duel", "connect_four", "uniform", "uniform", "-n", "2"],
                ["words", "de"], ["-h"], ["play", "-h"], *([word, "Tür", "--data", "/Tür"] for word in ("backup", "restore")),
                *(["play", game, "-s", "1"] for game in ("marble_machine", "marabunta", "marbleous", "marbles_and_jokers"))]
    record.write_text(json.dumps({**json.loads(record.read_text()), "names": ["Jürgen", "Łukasz 李"]}))
    typed = b"help\nrules\n\xff\xfc\nquit\n"
    done = subprocess.run([sys.executable, "-c", EVERY_COMMAND.format(commands=commands)], cwd=ROOT, capture_output=True,
                          input=typed * 4, env={**os.environ, "PYTHONIOENCODING": "ascii", "LANG": language, "LANGUAGE": ""})
    shown, errors = done.stdout.decode("ascii"), done.stderr.decode("ascii")
    assert done.returncode == 0 and "Traceback" not in errors and errors.count("marbletop:") == 2 and "Tuer" in errors, errors
    assert "Juergen: a" in shown and "?ukasz ?: b" in shown and "+ " in shown
    assert ("moeglich" in shown) == (language == "de_DE")


def test_nobody_can_type_where_there_is_no_input():
    done = subprocess.run([sys.executable, "-m", "marbletop", "play", "connect_four"], cwd=ROOT, capture_output=True, text=True,
                          preexec_fn=lambda: os.close(0))
    assert done.returncode == 0 and "You have left the table." in done.stdout and not done.stderr


def test_a_full_disk_is_one_sentence():
    with open("/dev/full", "w") as full:
        done = subprocess.run([sys.executable, "-m", "marbletop", "games"], cwd=ROOT, stdout=full, stderr=subprocess.PIPE,
                              text=True)
    assert done.returncode == 2 and done.stderr == "marbletop: No space left on device.\n"


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [("games",), ("games", "--json")])
def test_a_reader_that_has_seen_enough_is_no_error(arguments):
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([sys.executable, "-m", "marbletop", *arguments], cwd=ROOT, stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert done.stderr == b"" and done.returncode in (0, 1)


def test_the_version_is_that_of_the_package():
    from marbletop import __version__
    assert told("--version") == told("-V") == f"marbletop {__version__}\n"


def test_without_a_command_it_says_what_it_can_do():
    text = told()
    for command in ("serve", "play", "games", "simulate", "duel", "--help"):
        assert f"marbletop {command}" in text
    assert "now?" not in text               # nobody is there who could answer


@pytest.mark.slow
@pytest.mark.parametrize(("typed", "serves"), [("\n", True), ("n\n", False)])
def test_at_a_terminal_it_offers_to_open_the_tables(typed, serves, tmp_path):
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    process = subprocess.Popen([sys.executable, "-m", "marbletop"], cwd=ROOT, stdin=theirs, stdout=theirs, stderr=theirs,
                               env={**os.environ, "COLUMNS": "120", "MARBLETOP_PORT": "0", "MARBLETOP_DATA": str(tmp_path),
                                    "DISPLAY": "", "WAYLAND_DISPLAY": ""})
    os.close(theirs)
    assert "Open the tables in your browser now? [Y/n]" in read_until(ours, "]: ")
    os.write(ours, typed.encode())
    if serves:
        assert "http://127.0.0.1:" in read_until(ours, "stops it)")
        process.send_signal(signal.SIGINT)
    process.wait(60)
    assert any(tmp_path.iterdir()) is serves
    os.close(ours)


def read_until(terminal, end):
    text = ""
    while end not in text:
        text += os.read(terminal, 4096).decode()
    return text


def commands():
    from typer.main import get_command

    from marbletop.cli import app
    return get_command(app)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(commands().commands))
def test_help_shows_examples_that_the_command_takes(name):
    from marbletop.cli.examples import EXAMPLES
    command, shown = commands().commands[name], " ".join(help_of(name).split())
    for example in EXAMPLES[name]:
        program, called, *arguments = example.split()
        assert (program, called) == ("marbletop", name) and example in shown
        command.make_context(name, arguments)                   # or it raises what is wrong with them


def test_a_component_file_of_ones_own_begins_with_the_games(tmp_path):
    box = tmp_path / "my_box.toml"
    box.write_text(told("games", "marbleous", "--template").replace('name = "', 'name = "My box, ', 1), encoding="utf-8")
    assert GAMES["marbleous"].components(box).name.startswith("My box, ")


@pytest.mark.slow
def test_a_shell_completes_commands_and_games():
    def completed(*typed):
        program = "import sys; sys.argv[0] = 'marbletop'; from marbletop.cli import main; main()"
        done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, text=True, capture_output=True, env={
            **os.environ, "_MARBLETOP_COMPLETE": "complete_bash",
            "COMP_WORDS": " ".join(("marbletop", *typed)), "COMP_CWORD": str(len(typed))})
        return done.stdout.split()

    assert completed("re") == ["replay", "review", "restore"]
    assert completed("simulate", "marble") == ["marbleous", "marbles_and_jokers", "marble_machine"]
