"""Templates are indented for those who read them; browsers get neither the indentation nor the gaps.

A line break next to a tag or between expressions is not sent. Before a block element it is: no browser shows it, and streams
cut pages there (pieces.py). Between attributes or words it is a space. For a space between two elements write {{ " " }}.
"""

import re

from jinja2.ext import Extension

BLOCKS = "article|aside|body|div|fieldset|footer|form|head|header|link|main|meta|nav|ol|p|script|section|title|ul"
LINE_BREAK = re.compile(rf"""
    (?P<jinja>  \{{\{{ .*? \}}\}} | \{{% .*? %\}} | \{{\# .*? \#\}} ) |
    (?P<kept>   \s*\n\s* (?= <(?:{BLOCKS})\b ) ) |
    (?P<unsent> (?<=>) \s*\n\s* | (?<=\}}) \s*\n\s* (?=\{{) | \s*\n\s* (?= < | $ ) ) |
    (?P<space>  \s*\n\s* )""", re.DOTALL | re.VERBOSE)
SENT = {"kept": "\n", "unsent": "", "space": " "}


class Unindented(Extension):
    """Replaces line breaks when a template is read. Lines keep their numbers, for error messages: what is not sent becomes a
    comment."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return LINE_BREAK.sub(replacement, source)


def replacement(found: re.Match[str]) -> str:
    kind, text = found.lastgroup or "", found[0]
    if kind == "jinja":
        return text
    more_lines = text.count("\n") - (kind == "kept")
    return SENT[kind] + ("{#" + "\n" * more_lines + "#}" if more_lines else "")
