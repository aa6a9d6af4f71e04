"""One element of SVG or HTML as text: the only place where text becomes markup.

    element("p", {"class": "say"}, "Ruth & Bo ", element("b", {}, "to move"))

Every string is escaped, unless it is markup: made by `element`, or anything else with an `__html__`, such as a rendered
template. The result is well-formed XML and means the same to an HTML parser.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any

# Elements without content. All others get an end tag, because HTML has no <div/>.
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
