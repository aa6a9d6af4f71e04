"""What docs/scale.md calculates with, kept in benchmarks/scale.json: each part by the command that measures it.

    python -m benchmarks.scale          how many bytes tables of a game take in PostgreSQL, while they run and folded

Moves per CPU second come from `python -m benchmarks.load`, Ray from `python -m benchmarks.cluster`, faults from `python -m
tests.torture.many 300`. `python -m scripts.scale_figures` writes the page.
"""

import asyncio
import json
import os
import random
import tempfile
from pathlib import Path
from typing import Any

from marbletop.games import GAMES
from marbletop.server.house import House
from marbletop.server.people import Guest
from marbletop.server.seating import sit

from .__main__ import conditions
from .forecast import say_how_long

KEPT = Path(__file__).with_name("scale.json")
PART = "bytes"
WEIGHED = ("connect_four", "marbleous", "marabunta")        # a short game, a long one, and one with a large board
TABLES, SEATS = 40, 2                       # of each
PAT = Guest("benchmark", "Pat")
SIZE = ("SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
        "WHERE c.relkind = 'r' AND n.nspname = current_schema()")


def read_kept() -> dict[str, Any]:
    """Everything that was measured, by part."""
    kept: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    return kept


def keep(part: str, found: Any, load: float) -> None:
    """Keep what was measured, with when and where."""
    kept = {**read_kept(), part: {"measured": conditions(load), "found": found}}
    KEPT.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", encoding="utf-8")


async def play_at_random(house: House, game: str, seed: int) -> tuple[str, int]:
    """A whole game of one person who plays all seats; the table, and how many decisions there were."""
    choices, decisions = random.Random(seed), 0
    table = await house.lobby.create(PAT, game, SEATS)
    await sit(table, PAT, range(SEATS))
    await table.deal(PAT.id)
    while not table.over:
        await table.play(PAT.id, choices.choice(table.game.legal_list(table.state, table.box)), table.position)
        decisions += 1
    return table.id, decisions


async def weigh(folder: Path, postgres: Any, game: str) -> dict[str, float]:
    """Bytes of a table of a game, indices included: all its entries, and folded. Decisions of a random game."""
    database = postgres.new_database()

    def size(vacuum: str = "VACUUM") -> float:
        for name, in postgres.do("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()", database):
            postgres.do(f'{vacuum} "{name}"', database)
        return float(postgres.do(SIZE, database)[0][0])

    async with House(folder, run=False, database=database) as house:
        first, _ = await play_at_random(house, game, -1)                # pages and indices that are there anyway, and the box
        await house.storage.fold(first)
        empty = size("VACUUM FULL")
        played = [await play_at_random(house, game, seed) for seed in range(TABLES)]
        running = (size() - empty) / TABLES
        for table, _ in played:
            await house.storage.fold(table)
        folded = (size("VACUUM FULL") - empty) / TABLES
    return {"decisions": sum(decisions for _, decisions in played) / TABLES, "running": running, "folded": folded}


def main() -> None:
    from tests.server.postgres_server import PostgresServer
    load = os.getloadavg()[0]
    say_how_long("Bytes of tables", 60)
    postgres = PostgresServer()
    try:
        with tempfile.TemporaryDirectory() as folder:
            found = {game: asyncio.run(weigh(Path(folder), postgres, game)) for game in WEIGHED}
    finally:
        postgres.remove()
    for game, weight in found.items():
        print(f"{GAMES[game].title}: {weight['decisions']:.0f} decisions, {weight['running']:,.0f} bytes with all entries, "
              f"{weight['folded']:,.0f} folded")
    keep(PART, found, load)


if __name__ == "__main__":
    main()
