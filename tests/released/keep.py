"""Keeps what a version writes, so that every later one can be shown to open it; `make release` runs it.

    python -m tests.released.keep VERSION

In `tests/released/VERSION` are then a data folder with tables of every game at every stage, a record of each game, and each
game's component file. tests/test_released.py opens all of them. They are never made again.
"""

import asyncio
import random
import sys
from pathlib import Path

from marbletop import GAMES, Match
from tests.server.make_old_folder import make_folder

HERE = Path(__file__).parent


def keep(folder: Path) -> None:
    folder.mkdir()
    asyncio.run(make_folder(folder))
    for name in GAMES:
        random_match(name).save(folder / f"{name}.json")
        if text := GAMES[name].components().text:
            (folder / f"{name}.toml").write_text(text, encoding="utf-8")


def random_match(name: str) -> Match:
    choices, match = random.Random(name), Match(name, seed=1)
    while not match.over:
        match.play(choices.choice(match.legal))
    return match


if __name__ == "__main__":
    keep(HERE / sys.argv[1])
