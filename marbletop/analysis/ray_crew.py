"""A crew on a Ray cluster: one that is there already, or one that is started on this machine for as long as the work takes.

A worker that is lost costs the piece it was playing: Ray gives it to another one. Every machine of the cluster needs Marbletop
of the same sources; games and bots of other packages are sent along (parcel.py).
"""

import hashlib
import logging
import os
import pickle
import re
import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, TypeVar

from .. import __version__
from ..core.errors import MarbletopError
from ..core.game import Game
from .parcel import Parcel, digest_of, parcel_for

Kind = TypeVar("Kind")
NOT_INSTALLED = "Ray is not installed: run pip install 'marbletop[ray]'."
LACKING = f"A machine of the cluster has no Marbletop {__version__}: install it on all of them."
RUNNING = "auto"                            # the address that means: a cluster that runs on this machine
LOCAL = "local"                             # and: one of one's own
ATTEMPTS = 20                               # at a piece, if workers are lost again and again
PATIENCE = 5.0                              # seconds for the first word of a cluster
STORE_BYTES = 128 << 20                     # of memory for results on their way, in a cluster of our own
LOOPBACK = ("127.0.0.1", "localhost", "::1", "[::1]")
PACKAGE = Path(__file__).resolve().parents[1]
PLAYED = ("analysis", "bots", "core", "games")      # folders of ours whose files decide what comes out


@dataclass(frozen=True)
class Package:
    """What every piece of some work needs, as it is sent to a worker."""

    sources: str                            # digest of the Marbletop that it was made with
    version: str
    parcel: Parcel
    kit: bytes                              # pickled; it may need what is in the parcel

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.parcel.digest.encode() + self.kit).hexdigest()


@dataclass(frozen=True)
class Refusal:
    """What a worker answers if it cannot do a piece: an error that is told in one sentence."""

    error: MarbletopError


class RayPiece(Generic[Kind]):
    """A piece of work on a cluster."""

    def __init__(self, ray: Any, reference: Any):
        self._ray, self._reference = ray, reference

    def result(self) -> Kind:
        """Wait for it; a mistake of the caller, or of the cluster, is one sentence."""
        try:
            answer = self._ray.get(self._reference)
        except self._ray.exceptions.RayTaskError as error:
            if isinstance(error.cause, ModuleNotFoundError) and str(error.cause.name).startswith("marbletop"):
                raise MarbletopError(LACKING) from None
            raise                           # of somebody's bot or game, with its traceback
        except self._ray.exceptions.RayError as error:
            raise MarbletopError(f"The cluster could not do its work: {first_sentence(error)}") from None
        if isinstance(answer, Refusal):
            raise answer.error
        return answer                       # type: ignore[no-any-return]

    def cancel(self) -> None:
        self._ray.cancel(self._reference)


class RayCrew:
    """The workers of a cluster. `where` is True for a cluster of one's own, or an address; `things` are bots or policies."""

    piece_seconds = 1.0

    def __init__(self, where: bool | str, game: Game, things: Iterable[Any]):
        self._address = None if where is True or where == LOCAL else str(where)
        if self._address is not None:
            check_address(self._address)
        self._ray, self._parcel = load_ray(), parcel_for(game, list(things))
        self._kit: Any = None
        self._package: Any = None
        self._is_mine = not self._ray.is_initialized()      # a program that uses Ray itself goes on using it

    def __enter__(self) -> "RayCrew":
        if self._is_mine:
            connect(self._ray, self._address)
        self._play = self._ray.remote(play_package).options(num_cpus=1, max_retries=ATTEMPTS)
        self.hands = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        self.ahead = 2 * self.hands
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._is_mine:
            self._ray.shutdown()

    def submit(self, work: Callable[..., Kind], kit: Any, *piece: Any) -> RayPiece[Kind]:
        if kit is not self._kit:
            self._kit, self._package = kit, self._ray.put(self._pack(kit))
        return RayPiece(self._ray, self._play.remote(self._package, work, *piece))

    def _pack(self, kit: Any) -> Package:
        try:
            contents = self._ray.cloudpickle.dumps(kit)
        except Exception as error:          # whatever a class of somebody else's raises
            raise MarbletopError(f"This cannot be sent to other machines: {error}.") from None
        return Package(own_sources(), __version__, self._parcel, contents)


_opened: dict[str, Any] = {}                # the kit that this worker was sent last, by the digest of its package


def play_package(package: Package, work: Callable[..., Any], *piece: Any) -> Any:
    """Do a piece of work, in a worker."""
    try:
        if package.digest not in _opened:
            _opened.clear()
            _opened[package.digest] = open_package(package)
        return work(_opened[package.digest], *piece)
    except MarbletopError as error:
        return Refusal(error)


def open_package(package: Package) -> Any:
    """What all pieces need."""
    if package.sources != own_sources():
        where = socket.gethostname()
        raise MarbletopError(f"{where} has Marbletop {__version__} of other sources than the Marbletop {package.version} here, "
                             "so its games may end otherwise. Install the same on every machine of the cluster.")
    package.parcel.unpack()
    return pickle.loads(package.kit)


@cache
def own_sources() -> str:
    """A digest of the files of Marbletop that decide what comes out."""
    paths = [path for folder in PLAYED for path in (PACKAGE / folder).rglob("*") if path.suffix in (".py", ".toml")]
    return digest_of({path.relative_to(PACKAGE).as_posix(): path.read_bytes() for path in paths})


def load_ray() -> Any:
    """Ray, which tells nobody that it is used, and whose workers do not give way to every other program."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_worker_niceness", "0")
    try:
        import ray
        import ray.cloudpickle
        import ray.exceptions
    except ImportError:
        raise MarbletopError(NOT_INSTALLED) from None
    return ray


def check_address(address: str) -> None:
    """Refuse what is no address, or where nobody answers, before anything else is done."""
    if address == RUNNING:
        return
    found = re.fullmatch(r"(?:ray://)?(\[[0-9a-fA-F:]+\]|[\w.-]+):(\d{1,5})", address)
    if found is None:
        raise MarbletopError(f"{address!r} is no address of a Ray cluster: write HOST:PORT, {RUNNING} for a cluster that this "
                             "machine belongs to, or nothing for one of its own.")
    try:
        socket.create_connection((found[1].strip("[]"), int(found[2])), PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise MarbletopError(f"No Ray cluster answers at {address} ({getattr(error, 'strerror', None) or error}). `ray start "
                             "--head` starts one and says its address.") from None


def connect(ray: Any, address: str | None) -> None:
    """Join a cluster, or start one that only this machine can reach."""
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    try:
        if address is not None:
            with only_on_loopback() if is_only_on_loopback(address) else nullcontext():
                ray.init(address=address, **quiet)
            return
        with only_on_loopback():
            ray.init(address="local", num_cpus=processors(), include_dashboard=False, object_store_memory=STORE_BYTES, **quiet)
    except (OSError, RuntimeError, ValueError) as error:
        raise MarbletopError(f"There is no Ray cluster to play on: {first_sentence(error)}") from None


@contextmanager
def only_on_loopback() -> Iterator[None]:
    """Let a cluster that is started meanwhile listen on 127.0.0.1 alone, as Ray does by itself on Windows and macOS."""
    from ray._private import ray_constants
    before = ray_constants.ENABLE_RAY_CLUSTER
    ray_constants.ENABLE_RAY_CLUSTER = False
    try:
        yield
    finally:
        ray_constants.ENABLE_RAY_CLUSTER = before


def is_only_on_loopback(address: str) -> bool:
    """Whether a cluster on this machine hears on the loopback interface alone. Ray would look for it at the address that this
    machine has in its network, and wait there for ever."""
    from ray._private import services
    if address == RUNNING:
        address = services.get_ray_address_from_environment(address, None)
    host, _, port = address.rpartition(":")
    if host not in LOOPBACK:
        return False
    try:
        socket.create_connection((services.get_node_ip_address(), int(port)), PATIENCE).close()
    except OSError:
        return True
    return False


def processors() -> int:
    """How many of them this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def first_sentence(error: BaseException) -> str:
    """The beginning of what somebody else's error says, as one line."""
    line = next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
    return f"{line.partition('. ')[0].rstrip('.')}."
