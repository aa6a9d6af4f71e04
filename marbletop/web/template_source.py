"""What happens to the text of a template before Jinja compiles it.

Includes are put in place: Jinja's own would take a tenth of the time of a table. Templates are indented for those who read
them, browsers get neither the indentation nor gaps. A line break next to a tag or between expressions is not sent. Before a
block element it is: no browser shows it, and streams cut pages there (pieces.py). Between attributes or words it is a space.
For a space between two elements write {{ " " }}.
"""

import re

from jinja2.ext import Extension

INCLUDE = re.compile(r'\{% include "(.+?)" %\}')
BLOCKS = "article|aside|body|div|fieldset|footer|form|head|header|link|main|meta|nav|ol|p|script|section|title|ul"
LINE_BREAK = re.compile(rf"""
    (?P<jinja>  \{{\{{ .*? \}}\}} | \{{% .*? %\}} | \{{\# .*? \#\}} ) |
    (?P<kept>   \s*\n\s* (?= <(?:{BLOCKS})\b ) ) |
    (?P<unsent> (?<=>) \s*\n\s* | (?<=\}}) \s*\n\s* (?=\{{) | \s*\n\s* (?= < | $ ) ) |
    (?P<space>  \s*\n\s* )""", re.DOTALL | re.VERBOSE)
SENT = {"kept": "\n", "unsent": "", "space": " "}


class Compact(Extension):
    """Templates in one piece and without indentation."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return LINE_BREAK.sub(lambda found: SENT.get(str(found.lastgroup), found[0]), self.with_includes(source))

    def with_includes(self, source: str) -> str:
        return INCLUDE.sub(lambda found: self.with_includes(self.text_of(found[1])), source)

    def text_of(self, name: str) -> str:
        loader = self.environment.loader
        assert loader
        return loader.get_source(self.environment, name)[0]
