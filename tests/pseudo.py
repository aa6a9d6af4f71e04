"""A language made up for tests: every template stands in brackets, so that what was forgotten stands outside of them."""

import re

from marbletop.words import catalogues
from marbletop.words.catalogue import Catalogue, one_or_other
from marbletop.words.templates import all_templates

INNERMOST = re.compile(r"\u27e6[^\u27e6\u27e7]*\u27e7")


class Asked(dict):
    """Texts that remember what was asked for in vain."""

    def __init__(self, texts):
        super().__init__(texts)
        self.unknown = set()

    def get(self, text, otherwise=None):
        if text not in self and any(map(str.isalpha, text)):
            self.unknown.add(text)
        return super().get(text, otherwise)


def marked(text):
    return f"\u27e6{text}\u27e7"


def pseudo_language(monkeypatch, code="xx"):
    """Make the language known; its texts, which remember what they lack."""
    found = all_templates().values()
    asked = Asked({one.text: marked(one.text) for one in found if not one.one})
    counted = {one.text: {"one": marked(one.one), "other": marked(one.text)} for one in found if one.one}
    monkeypatch.setitem(catalogues(), code, Catalogue(code, marked("Pseudo"), asked, counted, one_or_other))
    return asked


def english_in(texts, allowed=""):
    """Texts with letters outside of the brackets, except words that match a pattern."""
    return [text for text in texts if any(not re.fullmatch(allowed, word) for word in words_outside(text))]


def words_outside(text):
    while INNERMOST.search(text):
        text = INNERMOST.sub(" ", text)
    return [word for word in re.findall(r"[^\W_]+(?:['-][^\W_]+)*", text) if any(map(str.isalpha, word))]
