"""Boxes that strangers send: whatever is changed in a component file, it is refused by name, or the game can be played."""

import copy
import random
import re
import warnings
from dataclasses import replace

import pytest

from marbletop.core.errors import BadComponents
from marbletop.core.match import Match
from marbletop.drawing.plain import scene_of
from marbletop.games import GAMES
from marbletop.server.inspection import inspect_box

ROUNDS = 200
WITH_BOX = [name for name in GAMES if (GAMES[name].folder / "components.toml").exists()]
ODD = (None, -1, 0, 1, 2, 3, 7, 40, 99, 1000, 10**30, True, False, 2.0, float("nan"), "", "x", "B", "\u2603", [], {}, [[]],
       [0], ["x"], {"x": 1})


def places(values, path=()):
    """The path of every value and table of a file."""
    if path:
        yield path
    if isinstance(values, dict | list):
        for key, value in values.items() if isinstance(values, dict) else enumerate(values):
            yield from places(value, (*path, key))


def changed(values, chance):
    """The same file with something changed, lost or doubled."""
    values = copy.deepcopy(values)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        *way, last = chance.choice(list(places(values)))
        holder = values
        for key in way:
            holder = holder[key]
        kind = chance.randrange(8)
        if kind == 0:
            del holder[last]
        elif kind == 1 and isinstance(holder, list):
            holder.append(copy.deepcopy(holder[last]))
        elif kind == 2 and isinstance(holder[last], int):
            holder[last] += chance.choice((-1, 1))
        elif kind == 3 and isinstance(holder[last], str) and holder[last]:
            at = chance.randrange(len(holder[last]))
            holder[last] = holder[last][:at] + chance.choice(holder[last]) + holder[last][at + 1:]
        else:
            holder[last] = copy.deepcopy(chance.choice(ODD))
    return values


@pytest.mark.parametrize("name", WITH_BOX)
def test_a_changed_box_is_refused_or_can_be_played(name):
    game, chance = GAMES[name], random.Random(name)
    own, played = game.components(), 0
    for _ in range(ROUNDS):
        seats = chance.choice(game.seats)
        box = replace(own, values=changed(own.values, chance))
        try:
            with warnings.catch_warnings(action="ignore"):
                match = Match(game, seats, seed=3, components=box)
        except BadComponents:
            continue
        played += 1
        for _ in range(12):
            if not match.over:
                match.play(chance.choice(match.legal))
        scene_of(game, match.view(0), match.box)
    assert played >= 3, "too few boxes were good to learn anything"


def mistyped_keys(text):
    """The file once for every line that sets a key or begins a table, with an x behind that name; and the name."""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if found := re.match(r"(\[*)([a-z_.]+)(\]+|\s*=)", line):
            wrong = f"{found[1]}{found[2]}x{found[3]}{line[found.end():]}"
            yield f"{found[2]}x", "\n".join([*lines[:number], wrong, *lines[number + 1:]])


@pytest.mark.parametrize("name", WITH_BOX)
def test_no_mistyped_key_is_accepted_in_silence(name, tmp_path):
    game, path = GAMES[name], tmp_path / "mine.toml"
    tried = list(mistyped_keys(game.components().text))
    assert len(tried) > 20
    for wrong, text in tried:
        path.write_text(text)
        with pytest.raises(BadComponents) as refused:
            Match(game, components=path)
        assert wrong.rpartition(".")[2] in str(refused.value) or "needs a [meta]" in str(refused.value)
    with pytest.raises(BadComponents, match="no such key"):
        inspect_box(game, game.seats[0], {}, f'{game.components().text}\n[meta.extra]\nx = 1\n')


@pytest.mark.parametrize("path", sorted(path for name in WITH_BOX for path in GAMES[name].folder.glob("components.*.toml")),
                         ids=lambda path: path.parent.name)
def test_former_files_have_no_key_that_is_unknown_now(path):
    assert GAMES[path.parent.name].components(path).text == path.read_text()
