"""The worst files that strangers can send: each is small, and made to keep a parser, a check or a replay busy."""

import json

from marbletop import Match
from marbletop.core.record import FORMAT, record_of
from marbletop.games import GAMES
from marbletop.server.limits import LONGEST_BOX

META = '[meta]\nname = "Box"\nprinted = false\n'


def boxes():
    """Texts of component files, by what is bad about them."""
    room = LONGEST_BOX - 200
    own = GAMES["marbleous"].components().text
    return {
        "a bracket and spaces": f"{META}[{' ' * room}",
        "brackets and spaces": META + f"[[{' ' * 190}\n" * (room // 193),
        "a bracket and spaces below a box": f"{own}\n[{' ' * (room - len(own))}",
        "a bracket and spaces in a string": f'[meta]\nname = ""\nprinted = false\nx = """\n[{" " * room}\n"""',
        "a key of many parts": f"{META}{'a.' * (room // 2)}a = 1",
        "a table of many parts": f"{META}[{'a.' * (room // 2)}a]",
        "a key of many parts inside": f"{META}x = {{ {'a.' * (room // 2)}a = 1 }}",
        "quoted parts with commas": META + '",".' * (room // 4) + "a = 1",
        "arrays in arrays": f"{META}x = {'[' * room}",
        "tables in tables": f"{META}x = {'{a=' * (room // 3)}",
        "very many keys": META + "".join(f"k{n} = 1\n" for n in range(room // 12)),
        "very many tables": META + "".join(f"[t{n}]\n" for n in range(room // 9)),
        "a long number": f"{META}x = {'9' * room}",
        "a long hexadecimal number": f"{META}x = 0x{'f' * room}",
        "a long string": f'{META}x = "{"a" * room}"',
        "an open string": f'{META}x = """{"a" * room}',
        "backslashes": META + 'x = "' + "\\\\" * (room // 2) + '"',
    }


def records():
    """Record files, by what is bad about them."""
    match = Match("marbleous", 2, seed=3)
    for _ in range(6):
        match.play(match.legal[0])
    good = record_of(match)
    long = long_game()
    found = {
        "lists in lists": b"[" * 1_000_000, "objects in objects": b'{"a":' * 500_000, "a long number": b"9" * 1_000_000,
        "a long string": b'"' + b"a" * 3_000_000 + b'"', "very many numbers": json.dumps([1] * 1_000_000).encode(),
        "no entries": changed(good, entries=[]), "a long game": json.dumps(long).encode(),
        "very many entries": changed(long, entries=long["entries"] * 9),
        "entries taken back": changed(good, entries=[{"undo": 1}] * 100_000),
        "much chance": changed(good, deal={"chance": [1] * 500_000}),
        "far too many seats": changed(good, seats=10 ** 400),
        "long options": changed(good, options={"a" * 100_000: "b" * 100_000}),
        "long names": changed(good, names=["x" * 1_000_000] * 2), "no game": changed(good, game="x" * 1_000_000),
        "only a format": json.dumps({"format": FORMAT}).encode(),
    }
    for name in ("a bracket and spaces in a string", "quoted parts with commas"):
        found[f"box: {name}"] = changed(good, components={**good["components"], "text": boxes()[name]})
    found["a box beyond measure"] = changed(good, components={**good["components"], "text": META + '",".' * 300_000})
    return found


def changed(record, **fields):
    return json.dumps({**record, **fields}).encode()


def long_game():
    match = Match("marbles_and_jokers", 8, seed=5)
    while not match.over and len(match.moves) < 1200:
        match.play(match.legal[-1])
    return record_of(match)
