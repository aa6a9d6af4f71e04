"""Levels of known strength and accuracy, made up for tests."""

import json

import pytest

from marbletop.analysis import known_levels as module

STRENGTHS = {"beginner": -1.0, "casual": 0.0, "steady": 1.0, "strong": 2.0, "master": 2.5}
LOSSES = {"beginner": 0.08, "casual": 0.05, "steady": 0.02, "strong": 0.01}


def made_up_levels(game="connect_four"):
    return {"about": {}, "games": {game: {name: {
        "strength": strength, "strength_error": 0.1, "games": 40,
        **({"loss": LOSSES[name], "loss_error": 0.002, "reviewed": 6} if name in LOSSES else {})}
        for name, strength in STRENGTHS.items()}}}


@pytest.fixture
def known_game():
    """The game whose levels are known."""
    return "connect_four"


@pytest.fixture
def known(tmp_path, monkeypatch, known_game):
    """The file of known levels holds made up ones."""
    file = tmp_path / "known_levels.json"
    file.write_text(json.dumps(made_up_levels(known_game)), encoding="utf-8")
    monkeypatch.setattr(module, "FILE", file)
    module.known_levels.cache_clear()
    yield
    module.known_levels.cache_clear()
