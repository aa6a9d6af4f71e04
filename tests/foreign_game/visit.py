"""Run where the game is installed: bots of every level play it, and a person plays it against a bot at a table.

    python -m tests.foreign_game.visit
"""

import re
import sys
import tempfile
import time
from pathlib import Path

from starlette.testclient import TestClient

from marbletop import Limit, Match, bot
from marbletop.bots.levels import LEVELS, bot_at
from marbletop.games import GAMES
from marbletop.server.bots import ThreadBots
from marbletop.web.app import make_app
from marbletop.web.settings import Settings

GAME = GAMES["last_marble"]
PATIENCE = 20.0                             # seconds for a bot at the table


def play_with_every_level():
    for level in LEVELS:
        match, player = Match(GAME), bot_at(GAME, level)
        while not match.over:
            match.play(player.choose(match.view(match.player), match.box, level.limit))
        print(f"{level.name}: seat {match.outcome.rank.index(1)} won")


def ask_for_a_hint():
    print("Hint:", bot("master", limit=Limit(iterations=1000)).hint(Match(GAME)))


def play_at_a_table(client):
    """Take a marble whenever it is our turn, until the game is over."""
    answer = client.post("/new", data={"game": GAME.name, "seats": "2", "seat0": "me", "seat1": LEVELS[0].name})
    path, until = answer.url.path, time.monotonic() + PATIENCE
    while 'id="rematch"' not in (text := client.get(path).text):
        assert time.monotonic() < until, "the bot has not moved"
        if "data-call=\"1\"" in text:
            position = re.search(r'data-position="(\d+)"', text)[1]
            assert client.post(f"{path}/play", data={"position": position, "action": "0"}).status_code == 200
        else:
            time.sleep(0.05)
    print("The table says:", re.search(r"\S+ has won\.|\S+ (?:wins|won)\b", re.sub("<[^>]+>", " ", text))[0])


def visit_the_site():
    with tempfile.TemporaryDirectory() as folder, \
            TestClient(make_app(Settings(Path(folder)), bots=ThreadBots(GAMES))) as client:
        home = client.get("/").text
        card = home[home.index("<h2>Last Marble</h2>"):]
        assert GAME.description in card and "2 min" in card
        assert 'id="cover-last_marble-m-0"' in home, "the cover shows its marbles"
        assert "no more than there are" in client.get("/rules/last_marble").text
        play_at_a_table(client)


if __name__ == "__main__":
    assert "marbletop_last_marble" in sys.modules
    play_with_every_level()
    ask_for_a_hint()
    visit_the_site()
