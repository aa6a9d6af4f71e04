"""One element of SVG or HTML as text: the only place where text becomes markup.

    element("p", {"class": "say"}, "Ruth & Bo ", element("b", {}, "to move"))

Every string is escaped, unless it is markup: made by `element`, or anything else with an `__html__`, such as a rendered
template. The result is well-formed XML and means the same to an HTML parser.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import accumulate
from typing import Any, Union

# Elements without content. All others get an end tag, because HTML has no <div/>.
VOID_ELEMENTS = frozenset((
    "circle", "ellipse", "image", "line", "path", "polygon", "polyline", "rect", "stop", "use",
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
))
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")       # characters that XML cannot hold
# Those, and what is escaped: everything but the others. One class of characters is found twice as fast as two, and more.
_SPECIAL = re.compile("[^\t\n\r\x20!#$%(-;=?-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_:.-]*\Z")


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()

    def __html__(self) -> "Markup":
        return self


class Rope:
    """Markup in pieces. A piece is text, or a rope that may be part of other ropes as well: what has not changed from one
    drawing to the next is the same object, so that who has it need not get it again. The name tells a rope from its
    neighbours; it has the same name when its pieces have changed."""

    __slots__ = ("__weakref__", "_named", "_places", "length", "name", "pieces", "starts")

    def __init__(self, pieces: Iterable[Union[str, "Rope"]], name: str = ""):
        self.pieces, self.name = tuple(pieces), name
        self.starts: Sequence[int] = range(len(self.pieces) + 1)        # of each piece, counted in texts
        if Rope in map(type, self.pieces):
            lengths: list[int] = [piece.length if type(piece) is Rope else 1 for piece in self.pieces]
            self.starts = [*accumulate(lengths, initial=0)]
        self.length: int = self.starts[-1]
        self._places: dict[str | Rope, int] | None = None
        self._named: dict[str, Rope] | None = None

    @property
    def places(self) -> dict[Union[str, "Rope"], int]:
        """Where each piece begins, counted in texts."""
        if self._places is None:
            self._places = dict(zip(self.pieces, self.starts))
        return self._places

    @property
    def named(self) -> dict[str, "Rope"]:
        """The ropes in it by name; those without one by where they stand."""
        if self._named is None:
            self._named = {piece.name or str(n): piece for n, piece in enumerate(self.pieces) if isinstance(piece, Rope)}
        return self._named

    def texts(self) -> list[str]:
        """All pieces in their order, those of its ropes included."""
        found: list[str] = []
        for piece in self.pieces:
            if isinstance(piece, str):
                found.append(piece)
            else:
                found += piece.texts()
        return found

    def __str__(self) -> str:
        return "".join(self.texts())

    def __html__(self) -> Markup:
        return Markup("".join(self.texts()))


SMALL = 400                                 # characters: what is not longer is sent whole


def rope_of(pieces: Sequence[str | Rope], name: str = "") -> str | Rope:
    """Pieces as one text where that is short, else as a rope."""
    letters = 0
    for piece in pieces:
        if type(piece) is Rope or (letters := letters + len(piece)) > SMALL:        # type: ignore[arg-type]
            return Rope(pieces, name)
    return Markup("".join(pieces))          # type: ignore[arg-type]


def escape(text: object) -> Markup:
    """Text as content or as the value of an attribute."""
    return Markup(_escape(str(text)))


def _escape(text: str) -> str:
    return _NO_XML.sub("\ufffd", text).translate(_ESCAPES) if _SPECIAL.search(text) else text


@lru_cache(maxsize=32_768)
def short(number: float) -> str:
    """A number as drawings write it: at most two decimals, no trailing zeros."""
    if isinstance(number, int):
        return str(int(number))
    text = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(tag: str, attributes: Mapping[str, Any] | None = None, /, *children: Any) -> Markup:
    """An element. Attributes and children that are None or False are left out; an attribute that is True has an empty
    value; a list is several children."""
    start = f"<{_check_name(tag)}{_write_attributes(attributes) if attributes else ''}"
    inside = "".join([_content(child) for child in children])
    if tag in VOID_ELEMENTS and not inside:
        return Markup(f"{start}/>")
    return Markup(f"{start}>{inside}</{tag}>")


def start_tag(tag: str, attributes: Mapping[str, Any]) -> Markup:
    """The start of an element, which `</tag>` has to end."""
    return Markup(f"<{_check_name(tag)}{_write_attributes(attributes)}>")


def _write_attributes(attributes: Mapping[str, Any]) -> str:
    written = ""
    for name, value in attributes.items():
        if value is None or value is False:
            continue
        if type(value) is str:
            text = _escape(value)
        elif value is True:
            text = ""
        elif isinstance(value, (int, float)):
            text = short(value)
        else:
            text = _escape(str(value))
        written += f' {_check_name(name)}="{text}"'
    return written


def _content(child: Any) -> str:
    if child is None or child is False:
        return ""
    if type(child) is Markup:
        return child
    if isinstance(child, list):
        return "".join([_content(one) for one in child])
    if hasattr(child, "__html__"):
        return str(child.__html__())
    if isinstance(child, str):
        return _escape(child)
    if isinstance(child, (int, float)):
        return short(child)
    if isinstance(child, Iterable):
        return "".join([_content(one) for one in child])
    raise TypeError(f"{child!r} cannot stand in an element.")


@cache
def _check_name(name: str) -> str:
    """The name of an element or attribute, if it is allowed. Pages forbid inline style and script, so drawings cannot have
    them either."""
    if not _NAME.match(name) or name.lower() == "style" or name.lower().startswith("on"):
        raise ValueError(f"{name!r} is no name for an element or attribute here: use presentation attributes and classes.")
    return name
