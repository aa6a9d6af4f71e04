"""Mail for games with days per move: "your move", to guests who gave an address, asked for it and confirmed it.

What is kept is one value of the guest (guest_values.py), so it is erased, exported and backed up with the others. A mail is due
work of the table: it is tried again if it cannot be sent, and no table waits for it.
"""

import asyncio
import hmac
import re
import smtplib
import ssl
from collections.abc import Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Any

from itsdangerous import BadSignature, URLSafeSerializer

from ..core.errors import MarbletopError
from ..core.game import Game
from ..words import join_and, language, say, use_language
from .entries import ACTION, Entry
from .guest_values import GuestValues
from .people import Guest
from .refusal import NotHere, Refused

STARTTLS, TLS, PLAIN = "starttls", "tls", "none"
PORTS = {STARTTLS: 587, TLS: 465, PLAIN: 25}
PATIENCE = 20.0                             # seconds for an answer of the mail server
LONGEST_ADDRESS = 254
ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z0-9-]{2,63}")
VALUE = "mail"                              # the name of the guest's value
CONFIRM, STOP = "confirm", "stop"           # what a link in a mail is for
MOST_TOLD = 200                             # tables of a guest of which it is known what mails told


class MailFailed(Exception):
    """The mail server cannot be reached, or does not want a mail."""


@dataclass(frozen=True)
class MailServer:
    """Where mail is handed in: 'mail.example.org' or 'mail.example.org:2525'."""

    server: str
    sender: str
    user: str = ""
    password: str = ""
    security: str = STARTTLS

    def __post_init__(self) -> None:
        if not ADDRESS.fullmatch(self.sender):
            raise MarbletopError("Mail needs the address that it is sent from: --mail-from NAME@EXAMPLE.ORG.")
        if self.security not in PORTS:
            raise MarbletopError(f"Mail is handed in with starttls, tls or none: not {self.security!r}.")
        if not re.fullmatch(r"[^\s:]+(:\d{1,5})?", self.server):
            raise MarbletopError(f"A mail server is a name, or a name and a port: not {self.server!r}.")

    @property
    def host(self) -> str:
        return self.server.partition(":")[0]

    @property
    def port(self) -> int:
        return int(self.server.partition(":")[2] or PORTS[self.security])

    def send(self, message: EmailMessage) -> None:
        """Hand in a mail, or MailFailed. It may take PATIENCE seconds several times: call it in a thread."""
        try:
            with self._connect() as connection:
                if self.user:
                    connection.login(self.user, self.password)
                connection.send_message(message)
        except (OSError, smtplib.SMTPException) as error:
            raise MailFailed(f"{self.host}: {error}") from None

    def _connect(self) -> smtplib.SMTP:
        trusted = ssl.create_default_context()
        if self.security == TLS:
            return smtplib.SMTP_SSL(self.host, self.port, timeout=PATIENCE, context=trusted)
        connection = smtplib.SMTP(self.host, self.port, timeout=PATIENCE)
        if self.security == STARTTLS:
            connection.starttls(context=trusted)
        return connection


@dataclass(frozen=True)
class Subscription:
    """What a guest asked for."""

    address: str
    site: str                               # the address of this server as the guest knows it: links begin with it
    language: str
    confirmed: bool
    told: dict[str, int]                    # by table: the last position of which a mail told


class MailDesk:
    """Who wants mail, the links in mails, and what mails say. Without a mail server no mail is offered."""

    def __init__(self, values: GuestValues, key: bytes, server: MailServer | None):
        self._values, self._server = values, server
        self._key, self._links = key, URLSafeSerializer(key, salt="marbletop mail")

    @property
    def offered(self) -> bool:
        return self._server is not None

    async def send(self, message: EmailMessage) -> None:
        """Hand in a mail, or MailFailed."""
        assert self._server is not None
        await asyncio.to_thread(self._server.send, message)

    async def subscription(self, guest: str) -> Subscription | None:
        kept = await self._values.get(guest, VALUE)
        return Subscription(**kept) if kept else None

    async def ask(self, guest: Guest, address: str, site: str) -> EmailMessage:
        """Keep an address that is not confirmed yet; the mail with the link that confirms it."""
        address = address.strip()
        if not self.offered:
            raise NotHere("This server sends no mail.")
        if len(address) > LONGEST_ADDRESS or not ADDRESS.fullmatch(address):
            raise Refused("That isn't an e-mail address. Write it like name@example.org.")
        await self._values.put(guest.id, VALUE, {"address": address, "site": site, "language": language(), "confirmed": False,
                                                 "told": {}})
        link = f"{site}mail/{self.link(CONFIRM, guest.id, address)}"
        text = [say("Hello {name},", name=guest.name),
                say("somebody, probably you, wants a mail here whenever it is your move in a game with days per move."),
                say("If you want that, open this page and confirm it:"), link,
                say("If not, do nothing: you will get no other mail.")]
        return self._mail(address, say("Confirm your address for Marbletop"), text)

    async def stop(self, guest: str) -> None:
        """Forget the address of a guest."""
        await self._values.put(guest, VALUE, None)

    def link(self, what: str, guest: str, address: str) -> str:
        """The end of a link. It stops working when the guest gives another address."""
        return str(self._links.dumps([what, guest, self._digest(address)]))

    async def read_link(self, link: str) -> tuple[str, str]:
        """What a link is for, and whose it is; NotHere if it no longer works."""
        try:
            what, guest, digest = self._links.loads(link)
        except (BadSignature, ValueError, TypeError):
            raise NotHere("This link doesn't work. Check that it is complete.") from None
        found = await self.subscription(guest)
        if found is None or not hmac.compare_digest(self._digest(found.address), digest):
            raise NotHere("This link no longer works. Nothing is sent to this address.")
        return str(what), str(guest)

    async def use_link(self, link: str) -> str:
        """Confirm an address, or forget it; which of them."""
        what, guest = await self.read_link(link)
        if what == STOP:
            await self.stop(guest)
        else:
            await self._values.change(guest, VALUE, lambda kept: {**kept, "confirmed": True} if kept else None)
        return what

    async def note_told(self, guest: str, table: str, position: int) -> None:
        """Note of which position of a table a mail tells; -1 for none."""
        def note(kept: Any) -> Any:
            if not kept:
                return None
            told = {**{other: known for other, known in kept["told"].items() if other != table}, table: position}
            return {**kept, "told": dict(list(told.items())[-MOST_TOLD:])}
        await self._values.change(guest, VALUE, note)

    def turn_mail(self, guest: str, wanted: Subscription, game: Game, table: str, others: Sequence[str]) -> EmailMessage:
        """The mail that says that it is somebody's move."""
        with use_language(wanted.language):
            title, stop = say(game.title), f"{wanted.site}mail/{self.link(STOP, guest, wanted.address)}"
            what = (say("It's your move in {game}, with {names}.", game=title, names=join_and(others)) if others
                    else say("It's your move in {game}.", game=title))
            why = say("You get this mail because you asked for it. To stop it, open this:")
            text = [what, f"{wanted.site}table/{table}", why, stop]
            message = self._mail(wanted.address, say("Your move: {game}", game=title), text)
        message["List-Unsubscribe"], message["List-Unsubscribe-Post"] = f"<{stop}>", "List-Unsubscribe=One-Click"
        return message

    def _mail(self, address: str, subject: str, text: Sequence[str]) -> EmailMessage:
        message = EmailMessage()
        assert self._server is not None
        sender = self._server.sender
        message["From"], message["To"], message["Subject"] = f"Marbletop <{sender}>", address, subject
        message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=sender.partition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        message.set_content("\n\n".join(text) + "\n")
        return message

    def _digest(self, address: str) -> str:
        return hmac.digest(self._key, f"mail {address}".encode(), "sha256").hex()[:24]


def is_new_turn(entries: Sequence[Entry], seat: int, told: int) -> bool:
    """Whether somebody else has played, or the game has begun, since a mail told of a position."""
    return told < 0 or any(entry.kind == ACTION and entry.seat != seat for entry in entries if entry.number > told)
