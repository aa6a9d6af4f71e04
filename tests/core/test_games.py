"""The list of games: names without imports, games of other packages by entry point."""

import subprocess
import sys
from types import SimpleNamespace

import pytest

from marbletop.core import game as module
from marbletop.core.errors import UnknownGame
from marbletop.core.game import Games, list_numbers

from .toy import TOY


def test_a_game_of_another_package_needs_no_line_here(monkeypatch):
    point = SimpleNamespace(name="toy", load=lambda: TOY)
    monkeypatch.setattr(module, "entry_points", lambda group: [point] if group == "marbletop.games" else [])
    games = Games({"connect_four": "marbletop.games.connect_four"})
    assert set(games) == {"toy", "connect_four"} and len(games) == 2 and "toy" in games
    assert games["toy"] is TOY and games["connect_four"].title == "Connect Four"
    with pytest.raises(UnknownGame, match="toy, connect_four"):
        games["chess"]


def test_naming_the_games_imports_none():
    program = ("import sys; from marbletop.games import GAMES; list(GAMES); "
               "print([name for name in sys.modules if name.startswith('marbletop.games.')])")
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_numbers_in_words():
    assert list_numbers((2,)) == "2" and list_numbers((2, 3)) == "2 or 3" and list_numbers((1, 2, 3, 4)) == "1, 2, 3 or 4"
