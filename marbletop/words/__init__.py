"""What people read, in their language: every sentence is an English template, and a language is one file of translations.

    say("{who} plays {card}.", who=name, card=card)
    plural(many, "{n} marble", "{n} marbles")
    tell(name, "You draw a card.", "{who} draws a card.")

In English the template is the sentence. In any other language it is looked up in that language's catalogue; a template
without a translation stays English. Values are put in last and never read as templates, so a name cannot do any harm.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from .catalogue import ENGLISH, Catalogue, catalogues, is_form

__all__ = ["ENGLISH", "Word", "You", "best_language", "capital", "catalogues", "join_and", "join_or", "language",
           "names_for_all", "phrase", "phrases", "plural", "present", "readable_name", "say", "tell", "terminal_language",
           "use_language", "word"]

_present: ContextVar[Catalogue | None] = ContextVar("marbletop.language", default=None)
present = _present.get                      # the present catalogue, None for English; `language` for a key, only quicker


def say(template: str, /, **values: object) -> str:
    """A sentence in the present language. The template is a literal, or is marked by `phrase` where it is defined."""
    catalogue = _present.get()
    translated = template if catalogue is None else catalogue.texts.get(template, template)
    if not values:
        return translated
    try:
        return translated.format_map(values)
    except AttributeError:                  # the translation asks for a form of something that is not a Word
        return template.format_map(values)


class You(str):
    """The name of the person who reads: sentences made by `tell` speak to them. It equals no plain name, so that a sentence
    that is kept by its names is not shown to somebody else."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, You) and str(self) == str(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__



def names_for_all(names: Sequence[str]) -> tuple[str, ...]:
    """Names for a drawing that everybody shares: it speaks to nobody."""
    return tuple(map(str, names))


def tell(who: str, to_them: str, of_them: str, /, **values: object) -> str:
    """A sentence to `who` if they are the one who reads it, else one of them, with their name as {who}."""
    return say(to_them, **values) if isinstance(who, You) else say(of_them, who=who, **values)


class Word(str):
    """A word that languages inflect. Where an English sentence has {colour}, a translation may have {colour.en}: the form
    that the language's file gives for "en", or the word itself if it gives none."""

    forms: Mapping[str, str] = {}

    def __getattr__(self, form: str) -> str:
        if is_form(form):
            return self.forms.get(form, str(self))
        raise AttributeError(form)


def word(template: str, /) -> Word:
    """A word in the present language, with its forms."""
    catalogue = _present.get()
    found = Word(say(template))
    if catalogue is not None:
        found.forms = catalogue.forms.get(template, {})
    return found


def plural(n: float, one: str, many: str, /, **values: object) -> str:
    """A sentence with a number in it, {n}, in the grammatical form for that number."""
    catalogue = _present.get()
    template = one if n == 1 else many
    if catalogue is not None and many in catalogue.counted:
        forms = catalogue.counted[many]
        template = forms.get(catalogue.form(n), forms["other"])
    return template.format(n=n, **values)


def phrase(template: str) -> str:
    """Return a text unchanged: this marks a template that is said later, so that it is found for the catalogues."""
    return template


def phrases(*templates: str) -> tuple[str, ...]:
    """Return several texts unchanged; marks them like `phrase`."""
    return templates


def join_and(names: Sequence[str]) -> str:
    """'A, B and C'."""
    *most, last = names
    return say("{some} and {last}", some=", ".join(most), last=last) if most else last


def join_or(names: Sequence[str]) -> str:
    """'A, B or C'."""
    *most, last = names
    return say("{some} or {last}", some=", ".join(most), last=last) if most else last


def capital(text: str) -> str:
    """A text as the beginning of a sentence; a Word keeps its forms, which then begin with a capital, too."""
    if not isinstance(text, Word):
        return text[:1].upper() + text[1:]
    found = Word(capital(str(text)))
    found.forms = {form: capital(inflected) for form, inflected in text.forms.items()}
    return found


def readable_name(name: str) -> str:
    """A name in the source as people read it."""
    return name.replace("_", " ")


def language() -> str:
    """The code of the present language."""
    catalogue = _present.get()
    return catalogue.code if catalogue else ENGLISH


@contextmanager
def use_language(code: str) -> Iterator[None]:
    """Say everything in this language; in English if there is no catalogue for it."""
    token = _present.set(catalogues().get(code))
    try:
        yield
    finally:
        _present.reset(token)


def terminal_language() -> str:
    """The language of a terminal, from its environment."""
    settings = (os.environ.get(name, "") for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    return best_language(next(filter(None, settings), "").split(":"))


def best_language(wanted: Sequence[str]) -> str:
    """The first of these codes, such as 'de-AT', for which there is a catalogue; else English."""
    for code in wanted:
        short = code.replace("_", "-").partition("-")[0].lower()
        for known in (code, short):
            if known == ENGLISH or known in catalogues():
                return known
    return ENGLISH
