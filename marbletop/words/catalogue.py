"""A language: a file of translated templates, and its forms for numbers.

    name = "Deutsch"
    [texts]
    "{who} resigns." = "{who} gibt auf."
    [plurals]
    "{n} marbles" = {one = "{n} Murmel", other = "{n} Murmeln"}
    [forms]
    green = {e = "grüne", en = "grünen"}

`[forms]` inflects words: a translation may then say {colour.en} where its template has {colour}. A translation with a
placeholder that its template lacks is left out, so that it can never fail at a table.
"""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

FOLDER = Path(__file__).parent / "languages"
ENGLISH = "en"


@dataclass(frozen=True, eq=False)
class Catalogue:
    code: str
    name: str                               # of the language, in that language
    texts: Mapping[str, str]                # by the English template
    counted: Mapping[str, Mapping[str, str]]        # by the English template for many, then by category
    form: Callable[[float], str]            # the category of a number
    forms: Mapping[str, Mapping[str, str]] = field(default_factory=dict)    # of words that are inflected, by the English word


def fields_of(template: str) -> set[tuple[str, str | None, str | None]]:
    """The placeholders of a template, each with its format; ValueError if it is not a template."""
    return {(name, spec, kind) for _, name, spec, kind in Formatter().parse(template) if name is not None}


def fits(template: str, translation: object) -> bool:
    """Whether a translation has no placeholder that its template lacks."""
    try:
        return isinstance(translation, str) and {without_form(one) for one in fields_of(translation)} <= fields_of(template)
    except ValueError:
        return False


def without_form(field: tuple[str, str | None, str | None]) -> tuple[str, str | None, str | None]:
    """A placeholder without the form that it asks for: {colour} for {colour.en}."""
    name, _, form = field[0].partition(".")
    return (name, *field[1:]) if is_form(form) else field


def is_form(name: str) -> bool:
    """Whether a name can be that of a form: up to three small letters."""
    return 1 <= len(name) <= 3 and name.isascii() and name.isalpha() and name.islower()


def read_catalogue(code: str, text: str) -> Catalogue:
    """A language from the text of its file, without translations that do not fit."""
    data: dict[str, Any] = tomllib.loads(text)
    texts = {template: words for template, words in data.get("texts", {}).items() if words and fits(template, words)}
    counted = {template: forms for template, forms in data.get("plurals", {}).items()
               if isinstance(forms, dict) and forms.get("other") and all(fits(template, words) for words in forms.values())}
    forms = {word: given for word, given in data.get("forms", {}).items()
             if isinstance(given, dict) and all(is_form(form) and isinstance(text, str) for form, text in given.items())}
    return Catalogue(code, str(data.get("name", code)), texts, counted, FORMS.get(code.partition("-")[0], one_or_other), forms)


@cache
def catalogues() -> dict[str, Catalogue]:
    """The languages besides English, by code."""
    return {path.stem: read_catalogue(path.stem, path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.toml"))}


# The categories of whole numbers, from CLDR. For most languages one_or_other is enough.


def one_or_other(n: float) -> str:
    return "one" if n == 1 else "other"


def one_below_two(n: float) -> str:
    return "one" if 0 <= n < 2 else "other"


def only_other(n: float) -> str:
    return "other"


def czech(n: float) -> str:
    return "one" if n == 1 else "few" if n in (2, 3, 4) else "other"


def polish(n: float) -> str:
    return "one" if n == 1 else "few" if _ends(n, 2, 4) else "many"


def russian(n: float) -> str:
    return "one" if _ends(n, 1, 1) else "few" if _ends(n, 2, 4) else "many"


def _ends(n: float, low: int, high: int) -> bool:
    """Whether a number ends in one of these digits, but not in 11 to 14."""
    return low <= n % 10 <= high and not 11 <= n % 100 <= 14


FORMS: dict[str, Callable[[float], str]] = {
    **dict.fromkeys(("fr", "pt", "hy"), one_below_two), **dict.fromkeys(("ja", "zh", "ko", "th", "vi", "id"), only_other),
    **dict.fromkeys(("cs", "sk"), czech), "pl": polish, **dict.fromkeys(("ru", "uk", "be"), russian)}
