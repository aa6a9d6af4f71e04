"""The settings of a server."""

import math
import socket
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ..analysis.review import USUAL_SECONDS
from ..core.errors import MarbletopError
from ..server.mail import MailServer
from .networks import Network

ANY_HOST = "*"
THIS_MACHINE, EVERYWHERE = "127.0.0.1", "0.0.0.0"


@dataclass(frozen=True)
class Settings:
    """`base` is the path that all addresses begin with; `lan` the address that phones in the home network use."""

    folder: Path
    host: str = THIS_MACHINE
    port: int = 8000
    secret: str = ""                        # signs guests' cookies; "" for the one in the data folder
    base: str = ""
    lan: str = ""
    hosts: tuple[str, ...] = (ANY_HOST,)    # accepted host names, beside addresses; filled in by serve
    boxes: Path | None = None               # folder of component files that everybody may choose
    proxies: tuple[Network, ...] = ()       # whose X-Forwarded-For and X-Forwarded-Proto are believed
    bots: tuple[str, ...] = ()              # bots that tables may call beside the levels; see bots/registry.py
    cert: Path | None = None                # certificate and key of HTTPS
    key: Path | None = None
    database: str = ""                      # address of a PostgreSQL database; "" for the file in the data folder
    archive_after: float = 90.0             # days after which a table that nobody visits is archived; 0 for never
    mail: MailServer | None = None          # where mails of tables with days per move are handed in
    review_games: bool = False              # whether every game is reviewed when it is over, or only if somebody asks
    review_seconds: float = USUAL_SECONDS   # of the processor for a review, before its turning points are measured again

    def __post_init__(self) -> None:
        if self.base and (not self.base.startswith("/") or self.base.endswith("/")):
            raise MarbletopError(f"A base path begins with / and ends without: not {self.base!r}.")
        if self.secret and len(self.secret) < 16:
            raise MarbletopError("The secret that signs cookies needs at least 16 characters.")
        if (self.cert is None) != (self.key is None):
            raise MarbletopError("HTTPS needs both files: --cert FILE and --key FILE.")
        if not 0 <= self.archive_after < math.inf:
            raise MarbletopError("Tables are archived after a number of days, or never with 0.")

    @property
    def scheme(self) -> str:
        return "https" if self.cert else "http"

    @property
    def address(self) -> str:
        """Where a browser on this machine finds the server."""
        host = THIS_MACHINE if self.host == EVERYWHERE else self.host
        return f"{self.scheme}://{f'[{host}]' if ':' in host else host}:{self.port}{self.base}/"


def own_names(host: str, lan: bool, more: str) -> tuple[str, ...]:
    """The host names of a server: this machine's, those in the home network, and more that are separated by commas."""
    here = socket.gethostname().lower()
    names = ["localhost", host.lower(), *([here, f"{here}.local"] if lan else []),
             *(name.strip().lower() for name in more.split(","))]
    return tuple(dict.fromkeys(filter(None, names)))


def home_address() -> str:
    """The address of this machine in the home network; the local one if there is no network."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect(("10.255.255.255", 1))            # sends nothing: the system only chooses a route
        return str(asked.getsockname()[0])
    return THIS_MACHINE
