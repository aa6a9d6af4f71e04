"""One element of SVG or HTML as text: the only place where text becomes markup.

    element("p", {"class": "say"}, "Ruth & Bo ", element("b", {}, "to move"))

Every string is escaped, unless an element (or anything else with an `__html__`, such as a rendered template) made it.
What comes out is well-formed XML and the same to an HTML parser.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any

# Elements that never have content. All others get an end tag, because HTML does not know <div/>.
VOID_ELEMENTS = frozenset((
    "circle", "ellipse", "image", "line", "path", "polygon", "polyline", "rect", "stop", "use",
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
))
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")       # characters that XML cannot hold
_SPECIAL = re.compile(f"""[&<>"']|{_NO_XML.pattern}""")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_:.-]*\Z")


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()

    def __html__(self) -> "Markup":
        return self


def escape(text: object) -> Markup:
    """Text as content or as the value of an attribute."""
    return Markup(_escaped(str(text)))


def _escaped(text: str) -> str:
    return _NO_XML.sub("\ufffd", text).translate(_ESCAPES) if _SPECIAL.search(text) else text


@lru_cache(maxsize=32_768)
def short(number: float) -> str:
    """A number as it stands in a drawing: two decimals at most, no empty ones."""
    if isinstance(number, int):
        return str(int(number))
    text = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(tag: str, attributes: Mapping[str, Any] | None = None, /, *children: Any) -> Markup:
    """An element. Attributes that are None or False are left out, True stands without a value; children that are None
    or False are left out, lists are children in a row."""
    start = f"<{_checked(tag)}{_written(attributes) if attributes else ''}"
    inside = "".join([_content(child) for child in children])
    if tag in VOID_ELEMENTS and not inside:
        return Markup(f"{start}/>")
    return Markup(f"{start}>{inside}</{tag}>")


def _written(attributes: Mapping[str, Any]) -> str:
    written = ""
    for name, value in attributes.items():
        if value is None or value is False:
            continue
        if type(value) is str:
            text = _escaped(value)
        elif value is True:
            text = ""
        elif isinstance(value, (int, float)):
            text = short(value)
        else:
            text = _escaped(str(value))
        written += f' {_checked(name)}="{text}"'
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
        return _escaped(child)
    if isinstance(child, (int, float)):
        return short(child)
    if isinstance(child, Iterable):
        return "".join([_content(one) for one in child])
    raise TypeError(f"{child!r} cannot stand in an element.")


@cache
def _checked(name: str) -> str:
    """A name of an element or attribute. Pages forbid inline style and script, so drawings cannot have them either."""
    if not _NAME.match(name) or name.lower() == "style" or name.lower().startswith("on"):
        raise ValueError(f"{name!r} is no name for an element or attribute here: use presentation attributes and classes.")
    return name
