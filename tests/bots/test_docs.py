"""What docs/bots.md shows can be done: its code runs, and its messages are those of the protocol."""

import json
import os
import re
import subprocess
import sys
import tomllib

import pytest

from marbletop import Limit, Match
from marbletop.bots import program, protocol
from marbletop.bots.bot import MatchSetup
from tests.test_cli import ROOT

pytestmark = pytest.mark.slow              # starts programs

PAGE = (ROOT / "docs" / "bots.md").read_text()


def blocks(language):
    return re.findall(rf"```{language}\n(.+?)```", PAGE, re.S)


ASKING, IN_PYTHON, AS_A_PROGRAM = blocks("python")


def python(folder, *arguments):
    done = subprocess.run([sys.executable, *arguments], cwd=folder, text=True, capture_output=True,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)]), "COLUMNS": "200"})
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_asking_a_bot(tmp_path):
    (tmp_path / "asking.py").write_text(ASKING)
    lines = python(tmp_path, "asking.py").splitlines()
    assert "games of 100" in lines[0] and lines[1].isdigit() and len(lines) == 9


def test_a_bot_in_python_is_short_and_wins(tmp_path):
    assert len(IN_PYTHON.strip().splitlines()) <= 15
    (tmp_path / "my_bots.py").write_text(IN_PYTHON)
    share = re.search(r"Middle: ([\d.]+)%", python(tmp_path, "my_bots.py"))
    assert share and float(share[1]) > 75


def test_a_bot_as_a_package(tmp_path):
    (tmp_path / "my_bots.py").write_text(IN_PYTHON)
    points = tomllib.loads(blocks("toml")[0])["project"]["entry-points"]
    about = tmp_path / "my_bots-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: my-bots\nVersion: 1\n")
    (about / "entry_points.txt").write_text("".join(
        f"[{group}]\n" + "".join(f"{name} = {place}\n" for name, place in names.items()) for group, names in points.items()))
    assert "marbletop duel connect_four middle greedy" in PAGE
    row = json.loads(python(tmp_path, "-m", "marbletop", "duel", "connect_four", "middle", "uniform", "-n", "20", "--json"))
    assert row["bots"][0]["bot"] == "middle" and row["bots"][0]["win_share"] > 0.6


def test_a_bot_as_a_program(tmp_path):
    (tmp_path / "anything.py").write_text(AS_A_PROGRAM)
    row = json.loads(python(tmp_path, "-m", "marbletop", "duel", "connect_four", "uniform",
                            f"program:{sys.executable} anything.py", "--time", "20", "-n", "10", "--json"))
    assert row["bots"][1]["name"] == "Anything 1" and row["faults"] == []


def shape(message):
    """The names of a message, at every depth; of a list the first entry stands for all."""
    if isinstance(message, dict):
        return {name: shape(value) for name, value in message.items()}
    return [shape(message[0])] if isinstance(message, list) and isinstance(message[0], dict) else None


def test_the_messages_are_those_of_the_protocol():
    match = Match("connect_four")
    setup, view = MatchSetup.of(match), match.view(0)
    asked = protocol.choose(2, match.game, setup, view, match.box, Limit(seconds=0.2), 1, 42)
    real = [protocol.hello(1, match.game, setup), protocol.hello_reply(1, "My bot", "1.2"), asked, protocol.action_reply(2, 1)]
    shown = [json.loads(block) for block in blocks("json")]
    assert list(map(shape, shown)) == list(map(shape, real))
    for name in ("match", "seed", "step", "seat", "seats", "limit", "position", "view"):
        assert shown[2][name] == asked[name]
    assert shown[2]["actions"] == asked["actions"][:2] and shown[1] == real[1] and shown[3] == real[3]


def test_the_page_says_how_patient_we_are():
    words = " ".join(PAGE.split())
    assert program.HELLO_SECONDS == 120 and "may take two minutes" in words
    assert program.GRACE == 0.5 and "half a second late" in words
    assert program.RESTARTS == 3 and "at most three times in a game" in words
