"""Mutants: change one comparison or constant of a game's rules at a time and see whether a test notices.

    python -m tests.mutants [GAME ...] [--most N] [--seed S]

Runs the game's own tests and its recorded games, interpreted, on each mutant (nothing is compiled), and lists those
that survive: rules that no test checks, or changes that make no difference.
"""

import argparse
import ast
import copy
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.forecast import say_how_long
from marbletop.games import GAMES

ROOT = Path(__file__).parents[1]
SECONDS = 12.0                              # to try a mutant, on average
FLIPS = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
         ast.Add: ast.Sub, ast.Sub: ast.Add, ast.And: ast.Or, ast.Or: ast.And}


def mutants(source: str) -> Iterator[tuple[int, str, str]]:
    """Every mutant of a source: line, what was changed, the changed source."""
    tree = ast.parse(source)
    places = [(number, node) for number, node in enumerate(ast.walk(tree)) if changes(node)]
    for number, node in places:
        for which, (told, _) in enumerate(changes(node)):
            twin = copy.deepcopy(tree)
            target = next(other for i, other in enumerate(ast.walk(twin)) if i == number)
            changes(target)[which][1]()
            yield node.lineno, told, ast.unparse(ast.fix_missing_locations(twin))  # type: ignore[attr-defined]


def changes(node: ast.AST) -> list[tuple[str, object]]:
    """What can be changed at a node: (in words, how)."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in FLIPS:
        new = FLIPS[type(node.ops[0])]
        return [(f"{type(node.ops[0]).__name__} -> {new.__name__}", lambda: node.ops.__setitem__(0, new()))]
    if isinstance(node, (ast.BinOp, ast.BoolOp, ast.AugAssign)) and type(node.op) in FLIPS:
        new = FLIPS[type(node.op)]
        return [(f"{type(node.op).__name__} -> {new.__name__}", lambda: setattr(node, "op", new()))]
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return [(f"{node.value} -> {node.value + 1}", lambda: setattr(node, "value", node.value + 1))]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return [("not -> nothing", lambda: setattr(node, "op", ast.UAdd()))]
    return []


def survives(root: Path, game: str, path: Path, source: str) -> bool:
    """Whether all tests still pass with this source in place of a file."""
    original = path.read_text()
    path.write_text(source)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", f"tests/games/{game}",
             "tests/games/test_every_game.py", "-k",
             f"{game} and (recorded or nothing_is_lost or forbidden or positions_round) or not every_game and not compiled"],
            cwd=root, capture_output=True, timeout=300,
            env={**os.environ, "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"})
        return done.returncode == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        path.write_text(original)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--most", type=int, default=60, help="mutants of each file, taken at random (0: all)")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    survivors = 0
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "checkout"
        shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns(".git", ".venv*", "__pycache__", "peers"))
        picked = [(game, path, *mutant) for game in chosen.games for path in rule_files(root / "marbletop/games" / game)
                  for mutant in some_mutants(path, chosen.most, chosen.seed)]
        say_how_long(f"{len(picked)} mutants", SECONDS * len(picked))
        for game, path, line, told, source in picked:
            if survives(root, game, path, source):
                survivors += 1
                print(f"survives: {path.relative_to(root)}:{line}: {told}", flush=True)
    print(f"{len(picked) - survivors} of {len(picked)} mutants killed, {survivors} survive")
    return 0


def some_mutants(path: Path, most: int, seed: int) -> list[tuple[int, str, str]]:
    """Mutants of a file, at most so many (0: all), in the order of its lines."""
    every = list(mutants(path.read_text()))
    return sorted(random.Random(seed).sample(every, min(most or len(every), len(every))))


def rule_files(folder: Path) -> list[Path]:
    """The files of a game that hold rules: those with functions marked as rules, but for hidden.py."""
    return [path for path in sorted(folder.glob("*.py"))
            if path.name != "hidden.py" and ("@rule" in path.read_text() or "@small" in path.read_text())]


if __name__ == "__main__":
    sys.exit(main())
