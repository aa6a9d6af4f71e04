"""Programs as bots: they play, and one that hangs, dies or answers nonsense loses its move and is named."""

import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

import marbletop
from marbletop import Limit, Match, duel
from marbletop.bots import program as programs
from marbletop.bots.bot import MatchSetup
from marbletop.bots.program import ProgramBot
from tests.test_cli import marbletop as command

pytestmark = pytest.mark.slow              # starts programs

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "bots"
QUICK, PATIENT = Limit(seconds=0.3), Limit(seconds=20)
HEAD = """
import json, os, subprocess, sys, time
def say(**fields):
    print(json.dumps(fields), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    first = asked.get("actions", [{}])[0].get("action")
    if asked["type"] == "hello":
        say(id=asked["id"], type="hello", name="Test", version="1")
        continue
"""


@pytest.fixture
def written(tmp_path):
    """program(code): a program that greets and then does what the code says with each question."""
    made = []

    def program(code, head=HEAD):
        path = tmp_path / "program.py"
        path.write_text(head + textwrap.indent(textwrap.dedent(code), "    "))
        made.append(ProgramBot(marbletop.GAMES["connect_four"], 5, command=f"{sys.executable} {path}"))
        return made[-1]

    yield program
    for bot in made:
        bot.close()


def choice_of(bot, limit=PATIENT):
    match = Match("connect_four")
    return bot.choose(match.view(0), match.box, limit)


def test_a_path_of_windows_keeps_its_backslashes():
    command = r'"C:\Program Files\bots\middle.exe" --deep'
    assert programs.arguments_of(command, windows=True) == command
    assert programs.arguments_of("'my bot' --deep", windows=False) == ["my bot", "--deep"]


def is_running(pid):
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False


def test_a_program_is_asked_and_answers(written):
    bot = written("say(id=asked['id'], type='action', action=first + 4)")
    assert choice_of(bot) == 4 and bot.take_faults() == [] and bot.name == "Test 1"


def test_a_program_may_leave_out_what_can_be_guessed(written):
    bot = written("say(text='c')", HEAD.replace('id=asked["id"], type="hello", ', ""))
    assert choice_of(bot) == 2 and not bot.take_faults()


@pytest.mark.parametrize(("code", "told"), [
    ("time.sleep(60)", "Test 1 did not answer in time"),
    ("sys.exit(3)", "Test 1 died with exit code 3"),
    ("os.kill(os.getpid(), 9)", "Test 1 was ended by SIGKILL"),
    ("os.close(1); time.sleep(60)", "Test 1 closed its output"),
    ("print('let me see', flush=True)", r"Test 1 answered b'let me see\\n', which is no JSON"),
    ("print('[' * 100_000, flush=True)", "no JSON"),
    ("print('x' * 2_000_000, flush=True)", "more than 1048576 bytes"),
    ("say(id=asked['id'], type='action', action=77)", "chose 77, which is not possible"),
    ("say(id=asked['id'] - 1, type='action', action=first)", "did not answer in time"),
    ("while True: say(id=0)", "did not answer in time"),
    ("say(id=asked['id'], type='error', text='no idea')", "Test 1 said: no idea")])
def test_a_program_that_gives_no_answer_loses_its_move_and_is_named(written, code, told):
    bot, begun = written(code), time.monotonic()
    choices = []
    for _ in range(2):
        bot.reseed(5)
        choices.append(choice_of(bot, QUICK if "in time" in told else PATIENT))
    assert choices[0] == choices[1] in range(7), "the legal action is drawn by the seed"
    faults = bot.take_faults()
    assert len(faults) == 2
    assert all(re.search(told, fault) and "any legal action was played" in fault for fault in faults), faults
    assert bot.take_faults() == [] and time.monotonic() - begun < 30


@pytest.mark.parametrize(("head", "told"), [
    ("import sys\nsys.exit(1)\n", "died with exit code 1"), ("import time\ntime.sleep(60)\n", "did not answer in time"),
    ("print('{}', flush=True)\nimport time\ntime.sleep(9)\n", "did not say its name"),
    ("print('{\"protocol\": 7}', flush=True)\nimport time\ntime.sleep(9)\n", "speaks protocol 7")])
def test_a_program_that_does_not_greet_is_named_by_its_command(written, monkeypatch, head, told):
    monkeypatch.setattr(programs, "HELLO_SECONDS", 0.5 if "in time" in told else 20)
    bot = written("pass", head + "if 0:\n")
    assert choice_of(bot) in range(7)
    assert re.search(rf"program\.py {told}", bot.take_faults()[0])


def test_a_program_that_does_not_read_stops_nobody(written, monkeypatch):
    monkeypatch.setattr(programs, "HELLO_SECONDS", 0.5)
    bot = written("pass", "import time\ntime.sleep(60)\nif 0:\n")
    monkeypatch.setattr(programs.protocol, "hello", lambda number, game, setup: {"id": number, "padding": "x" * 1_000_000})
    assert choice_of(bot) in range(7) and "did not answer" in bot.take_faults()[0]


def test_a_program_is_started_again_a_few_times_in_a_match(written, tmp_path):
    bot = written(f"open({str(tmp_path / 'starts')!r}, 'a').write('x'); sys.exit(1)")
    for _ in range(6):
        choice_of(bot)
    assert (tmp_path / "starts").read_text() == "x" * (1 + programs.RESTARTS)
    assert "too often" in bot.take_faults()[-1]
    bot.reseed(1)
    choice_of(bot)
    assert (tmp_path / "starts").read_text() == "x" * (2 + programs.RESTARTS), "another match, another try"


def test_a_late_answer_is_not_taken_for_the_next_one(written):
    bot = written("say(id=asked['id'] - 1, type='action', action=6); say(id=asked['id'], type='action', action=1)")
    assert choice_of(bot) == 1 and not bot.take_faults()


def test_a_program_ends_with_its_children(written, tmp_path):
    bot = written(f"""
        child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(300)'])
        open({str(tmp_path / 'pids')!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}')
        say(id=asked['id'], type='action', action=first)
        time.sleep(300)
    """)
    choice_of(bot)
    pids = (tmp_path / "pids").read_text().split()
    assert all(map(is_running, pids))
    bot.close()
    end = time.monotonic() + 10
    while any(map(is_running, pids)) and time.monotonic() < end:
        time.sleep(0.01)                                        # the system takes a moment to bury a killed process
    assert not any(map(is_running, pids))


def test_a_program_is_told_once_what_is_played(written, tmp_path):
    bot = written(f"""
        open({str(tmp_path / 'asked')!r}, 'a').write(line)
        say(id=asked['id'], type='action', action=first)
    """, HEAD.replace("    asked = json", f"    open({str(tmp_path / 'greetings')!r}, 'a').write(line)\n    asked = json"))
    for misere in (False, False, True):
        match = Match("connect_four", misere=misere)
        bot.reseed(9)
        bot.begin(MatchSetup.of(match))
        bot.choose(match.view(0), match.box, Limit(seconds=1, iterations=8))
    greetings = [json.loads(line) for line in (tmp_path / "greetings").read_text().splitlines()]
    assert [line["type"] for line in greetings] == ["hello", "choose", "choose", "hello", "choose"]
    assert [line["game"]["options"] for line in greetings] == [{}, {}, {}, {"misere": True}, {"misere": True}]
    asked = [json.loads(line) for line in (tmp_path / "asked").read_text().splitlines()]
    assert {line["limit"]["seconds"] for line in asked} == {1} and {line["seed"] for line in asked} == {9}
    assert len({line["match"] for line in asked}) == 3 and "text" not in asked[0]["game"]["components"]
    assert greetings[0]["from"] == f"Marbletop {marbletop.__version__}" and greetings[0]["game"]["components"]["text"] == ""


def test_faults_stand_in_the_result_of_a_duel_and_on_standard_error(written):
    bot = written("sys.exit(3) if asked['step'] == 4 else say(id=asked['id'], type='action', action=first)")
    done = command("duel", "connect_four", f"program:{bot.command}", "uniform", "-n", 4, "--json")
    assert done.returncode == 0
    row = json.loads(done.stdout)
    assert row["games"] == 4 and row["bots"][0]["name"] == "Test 1"
    assert [(fault["bot"], fault["fault"], fault["times"]) for fault in row["faults"]] == [
        (f"program:{bot.command}", "Test 1 died with exit code 3; any legal action was played", 2)]
    assert "died with exit code 3; any legal action was played (2 times)" in " ".join(done.stderr.split())


@pytest.mark.parametrize(("text", "told"), [
    ("program:", "program:COMMAND"), ("program:./nowhere --fast", "no program './nowhere'"), ("program:'x", "cannot be read")])
def test_a_program_that_is_not_there_is_a_users_mistake(text, told):
    done = command("duel", "connect_four", text, "uniform")
    assert done.returncode == 2 and told in " ".join(done.stderr.split()) and "Traceback" not in done.stderr


def example_commands(folder):
    """The examples that can be run here."""
    if shutil.which("cc"):
        subprocess.run(["cc", "-O2", "-Wall", "-Wextra", "-Werror", "-o", folder / "middle", EXAMPLES / "middle.c"], check=True)
        yield str(folder / "middle")
    if shutil.which("node"):
        yield f"node {EXAMPLES / 'middle.js'}"


def test_the_examples_in_other_languages_play(tmp_path):
    commands = list(example_commands(tmp_path))
    assert commands, "this test needs a C compiler called cc, or node: install one of them (apt-get install gcc)"
    for text in commands:
        result = duel("connect_four", f"program:{text}", "uniform", games=20, limit=Limit(seconds=5))
        assert result.win_share[0] > 0.7 and not result.faults and result.names[0].startswith("Middle ")


def test_a_program_plays_in_worker_processes_too(tmp_path):
    command = next(example_commands(tmp_path))
    alone, together = (duel("connect_four", f"program:{command}", "uniform", games=8, workers=workers, limit=Limit(seconds=20))
                       for workers in (1, 2))
    assert alone.as_dict() == together.as_dict() and not alone.faults


def test_our_bot_as_a_program_plays_like_itself():
    text = f"program:{sys.executable} -m marbletop bot-program casual"
    limit = Limit(seconds=20)
    results = [duel("connect_four", bot, "uniform", games=6, limit=limit, seed=3) for bot in (text, "casual")]
    assert results[0].deals == results[1].deals and results[0].points.tolist() == results[1].points.tolist()
    assert not results[0].faults


def test_an_old_version_plays_against_the_present_one(tmp_path):
    """Another copy of the package, installed elsewhere, says another version."""
    shutil.copytree(ROOT / "marbletop", tmp_path / "marbletop", ignore=shutil.ignore_patterns("__pycache__"))
    face = tmp_path / "marbletop" / "__init__.py"
    text, changed = re.subn(r'__version__ = ".+?"', '__version__ = "0.0.9"', face.read_text())
    assert changed == 1
    face.write_text(text)
    old = f"program:env PYTHONPATH={tmp_path} {sys.executable} -P -m marbletop bot-program casual"
    result = duel("connect_four", old, "casual", games=40, limit=Limit(seconds=20))
    assert result.names == ("Marbletop casual 0.0.9", "greedy") and not result.faults
    assert result.games == 40 and 0.2 < result.win_share[0] < 0.8
    assert marbletop.__version__ != "0.0.9" and os.environ.get("PYTHONPATH") != str(tmp_path)
