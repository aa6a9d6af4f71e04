"""What a caller gives to a Batch, checked before compiled code sees it: compiled code trusts its arguments."""

import os
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from .errors import MarbletopError
from .game import Game


def check_lanes(game: Game, lanes: int) -> None:
    """Refuse a number of lanes that is none, or that this machine cannot hold."""
    if not is_whole(lanes) or lanes < 1:
        raise MarbletopError(f"A batch needs at least one lane, as a whole number, not {lanes!r}.")
    needed = int(lanes) * (2 * game.state.dtype.itemsize + 8 * (game.most_legal + game.state.owners + 4))
    if needed > (there := memory_bytes()):
        raise MarbletopError(f"{lanes:,} lanes of {game.title} need {needed / 2**30:,.1f} GiB of memory, and this machine has "
                             f"{there / 2**30:,.1f} GiB.")


def memory_bytes() -> int:
    """The memory of this machine; where it cannot be asked, what an address can reach."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return sys.maxsize


def seeds_of_lanes(seeds: int | Sequence[int], lanes: int) -> list[int]:
    """The seed of every lane: those that are given, or consecutive ones."""
    every: Any = range(int(seeds), int(seeds) + lanes) if isinstance(seeds, (int, np.integer)) else seeds
    if isinstance(every, (str, bytes)) or not hasattr(every, "__len__") or not all(is_whole(seed) for seed in every):
        raise MarbletopError(f"Seeds are a whole number, or one for each lane, not {seeds!r}.")
    if len(every) != lanes:
        raise MarbletopError(f"{lanes} lanes need {lanes} seeds, not {len(every)}.")
    return [int(seed) for seed in every]


def is_whole(value: Any) -> bool:
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def whole_numbers(given: Any, size: int, what: str) -> np.ndarray:
    """An array of its own with what is given for each lane, or MarbletopError for anything but whole numbers."""
    try:
        found = np.asarray(given)
    except (ValueError, TypeError, OverflowError):
        raise MarbletopError(f"{size} lanes need {size} {what}: one whole number each.") from None
    if found.shape != (size,):
        raise MarbletopError(f"{size} lanes need {size} {what}, not an array of shape {found.shape}.")
    if found.dtype.kind not in "iu" or (found.dtype.kind == "u" and (found > np.iinfo(np.int64).max).any()):
        raise MarbletopError(f"{what.capitalize()} are whole numbers of 64 bits, not {found.dtype}.")
    return np.array(found, np.int64, order="C")


def check_observer(seat: Any, seats: int) -> None:
    if seat is not None and (not is_whole(seat) or not 0 <= seat < seats):
        raise MarbletopError(f"seat is a whole number from 0 to {seats - 1}, or None for the seat that decides, not {seat!r}.")


def check_room(out: Any, shape: tuple[int, int]) -> None:
    """Refuse an array that compiled code cannot write observations into."""
    if not isinstance(out, np.ndarray) or out.dtype != np.float32 or not out.dtype.isnative or out.shape != shape:
        given = f"{out.dtype} of shape {out.shape}" if isinstance(out, np.ndarray) else type(out).__name__
        raise MarbletopError(f"out must be an array of float32 with shape {shape}, not {given}.")
    if not (out.flags.c_contiguous and out.flags.aligned and out.flags.writeable):
        raise MarbletopError(f"out must be contiguous, aligned and writable: np.zeros({shape}, np.float32) is.")


def read_only(array: np.ndarray) -> np.ndarray:
    """The same numbers, to be looked at only: compiled code trusts them."""
    view = array.view()
    view.flags.writeable = False
    return view
