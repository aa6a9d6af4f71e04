"""Printing in a terminal: text from outside is only text, and a terminal that lacks a letter gets a similar one."""

import codecs
import re
import sys
import unicodedata
from typing import Any

from rich.console import Console
from rich.text import Text

SIMILAR = {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "ø": "o", "æ": "ae", "✓": "+",
           "±": "+-", "·": ".", "•": "*", "…": "...", "°": " deg", "„": '"', "“": '"', "”": '"', "\u2019": "'", "\u2013": "-",
           "\u2014": "-", "\u2212": "-", "\u00d7": "x", "■": "#", "▲": "A", "●": "@", "□": "H", "△": "V", "○": "O",
           "↑": "^", "↓": "v", "↖": "\\", "↘": "\\", "↗": "/", "↙": "/"}
CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


class PlainConsole(Console):
    """A console that reads no markup in what it prints, and lets no text control the terminal."""

    def __init__(self, **settings: Any):
        super().__init__(markup=False, emoji=False, highlight=False, **settings)

    def render_str(self, text: str, **settings: Any) -> Text:
        return super().render_str(strip_controls(text), **settings)


def styled(*parts: str | tuple[str, str]) -> Text:
    """A line of several texts, each with a style or without one: ("Marbleous", "bold"), ", 3 seats"."""
    return Text.assemble(*((strip_controls(part[0]), part[1]) if isinstance(part, tuple) else strip_controls(part)
                           for part in parts))


def strip_controls(text: str) -> str:
    """A text without control characters; tabs and ends of lines stay."""
    return CONTROLS.sub("", text)


def replace_letters(error: UnicodeError) -> tuple[str, int]:
    """For an encoding that lacks letters: similar ones, or question marks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start:error.end]
    return "".join(SIMILAR.get(letter) or _without_accents(letter) for letter in lacking), error.end


def _without_accents(letter: str) -> str:
    return "".join(part for part in unicodedata.normalize("NFKD", letter) if part.isascii()) or "?"


def accept_any_letters() -> None:
    """Let the standard streams go on at letters that their encoding lacks."""
    codecs.register_error("similar", replace_letters)
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "similar"), (sys.stderr, "similar")):
        if getattr(stream, "errors", errors) != errors and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=errors)
