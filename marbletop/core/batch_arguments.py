"""What a caller gives to a Batch, checked before compiled code sees it: compiled code trusts its arguments."""

import os
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..words import join_or
from .chance import MASK
from .errors import MarbletopError
from .game import Game
from .state import WHOLE


def check_lanes(game: Game, lanes: int, bytes_each: int) -> None:
    """Refuse a number of lanes that is none, or that this machine cannot hold."""
    if not is_whole(lanes) or lanes < 1:
        raise MarbletopError(f"A batch needs at least one lane, as a whole number, not {lanes!r}.")
    needed = int(lanes) * bytes_each
    if needed > (there := memory_bytes()):
        raise MarbletopError(f"{lanes:,} lanes of {game.title} need {needed / 2**30:,.1f} GiB of memory, and this machine has "
                             f"{there / 2**30:,.1f} GiB.")


def check_one_of(what: str, given: Any, known: Sequence[Any]) -> None:
    """Refuse a setting that is not among those there are."""
    if not (given is None or isinstance(given, str)) or given not in known:
        raise MarbletopError(f"{what} is {join_or([repr(one) for one in known])}, not {given!r}.")


def check_positive(what: str, given: Any) -> None:
    if not is_whole(given) or given < 1:
        raise MarbletopError(f"{what} is a whole number from 1 on, not {given!r}.")


def check_seats(seats: Any) -> int | None:
    """Refuse lanes of different numbers of seats; how many there can be, the game says."""
    if seats is None or is_whole(seats):
        return None if seats is None else int(seats)
    raise MarbletopError(f"All lanes of a batch have the same number of seats, so seats is one whole number, not {seats!r}: "
                         "make a batch for each number.")


def check_states(states: Any, game: Game, present: np.ndarray, lanes: int) -> None:
    """Refuse positions that do not fit a batch: of another game, another number of seats, other teams, or views."""
    if not isinstance(states, np.ndarray) or states.dtype != game.state.dtype or states.shape != (lanes,):
        given = f"{states.dtype} of shape {states.shape}" if isinstance(states, np.ndarray) else type(states).__name__
        raise MarbletopError(f"Positions for {lanes} lanes are an array of {lanes} records of {game.title}, as Batch.save "
                             f"gives them, not {given}.")
    if (states["seats"] != present["seats"][0]).any():
        other = states["seats"][states["seats"] != present["seats"][0]][0]
        raise MarbletopError(f"All lanes of a batch have the same number of seats: these have {present['seats'][0]}, and a "
                             f"position has {other}.")
    if (states["side"] != present["side"][0]).any() or (states["viewer"] != WHOLE).any():
        raise MarbletopError("Positions of other teams, or of which a part is hidden, cannot be played on.")


def memory_bytes() -> int:
    """The memory of this machine; where it cannot be asked, what an address can reach."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return sys.maxsize


def seeds_of_lanes(seeds: Any, lanes: int) -> np.ndarray:
    """The seed of every lane: those that are given, or derived from one, so that no two seeds have lanes in common."""
    if is_whole(seeds):
        return np.random.SeedSequence(int(seeds) & MASK).generate_state(lanes, np.uint64)
    if isinstance(seeds, (str, bytes)) or not hasattr(seeds, "__len__") or not all(is_whole(seed) for seed in seeds):
        raise MarbletopError(f"Seeds are a whole number, or one for each lane, not {seeds!r}.")
    if len(seeds) != lanes:
        raise MarbletopError(f"{lanes} lanes need {lanes} seeds, not {len(seeds)}.")
    return np.array([int(seed) & MASK for seed in seeds], np.uint64)


def lane_numbers(given: Any, lanes: int, many: int, what: str) -> np.ndarray:
    """A number below `many` for each lane: those that are given, or the same for all."""
    numbers = whole_numbers([given] * lanes if is_whole(given) else given, lanes, what)
    if ((numbers < 0) | (numbers >= many)).any():
        raise MarbletopError(f"{what} are numbers from 0 to {many - 1}, not {numbers[(numbers < 0) | (numbers >= many)][0]}.")
    return numbers


def own_seats_of(given: Any, lanes: int, seats: int) -> np.ndarray:
    """A table of lanes and seats: a seat that is given for all lanes or for each, or the table itself."""
    if isinstance(given, np.ndarray) and given.dtype == np.bool_ and given.shape == (lanes, seats) and given.any(axis=1).all():
        return given.copy()
    table: np.ndarray = np.arange(seats) == lane_numbers(given, lanes, seats, "own_seats")[:, None]
    return table


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
    if not isinstance(out, np.ndarray) or out.dtype not in (np.uint8, np.float32) or out.shape != shape:
        given = f"{out.dtype} of shape {out.shape}" if isinstance(out, np.ndarray) else type(out).__name__
        raise MarbletopError(f"out must be an array of uint8 or float32 with shape {shape}, not {given}.")
    if not (out.flags.c_contiguous and out.flags.aligned and out.flags.writeable):
        raise MarbletopError(f"out must be contiguous, aligned and writable: np.zeros({shape}, np.uint8) is.")


def read_only(array: np.ndarray) -> np.ndarray:
    """The same numbers, to be looked at only: compiled code trusts them."""
    view = array.view()
    view.flags.writeable = False
    return view
