"""What a stranger meets first: `marbletop` alone, its version, its help and its completion."""

import os
import signal
import subprocess
import sys

import pytest

from .test_cli import ROOT, told


def test_the_version_is_that_of_the_package():
    from marbletop import __version__
    assert told("--version") == told("-V") == f"marbletop {__version__}\n"


def test_without_a_command_it_says_what_it_can_do():
    text = told()
    for command in ("serve", "play", "games", "simulate", "duel", "--help"):
        assert f"marbletop {command}" in text
    assert "now?" not in text               # nobody is there who could answer


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


@pytest.mark.parametrize("name", sorted(commands().commands))
def test_help_shows_examples_that_the_command_takes(name):
    from marbletop.cli.examples import EXAMPLES
    command, shown = commands().commands[name], " ".join(told(name, "-h").split())
    for example in EXAMPLES[name]:
        program, called, *arguments = example.split()
        assert (program, called) == ("marbletop", name) and example in shown
        command.make_context(name, arguments)                   # or it raises what is wrong with them


def test_a_shell_completes_commands_and_games():
    def completed(*typed):
        program = "import sys; sys.argv[0] = 'marbletop'; from marbletop.cli import main; main()"
        done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, text=True, capture_output=True, env={
            **os.environ, "_MARBLETOP_COMPLETE": "complete_bash",
            "COMP_WORDS": " ".join(("marbletop", *typed)), "COMP_CWORD": str(len(typed))})
        return done.stdout.split()

    assert completed("re") == ["replay", "restore"]
    assert completed("simulate", "marble") == ["marbleous", "marbles_and_jokers", "marble_machine"]
