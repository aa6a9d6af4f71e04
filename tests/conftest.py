"""Tests read English, whatever the language of the machine, and measure only what they ask for."""

import gc
import os

import pytest

os.environ["LANGUAGE"] = "en"
os.environ["MARBLETOP_REVIEW_GAMES"] = "false"          # servers of tests review a game only if a test asks for it


def pytest_collection_modifyitems(items):
    """A test can be slow for some of its parameters only, as `slow_for` names them."""
    for item in items:
        for mark in item.iter_markers("slow_for"):
            if set(mark.args) & set(item.callspec.id.split("-")):
                item.add_marker(pytest.mark.slow)


def pytest_collection_finish():
    """Thousands of collected tests stay until the end: looking through them for garbage again and again would take a quarter
    of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
