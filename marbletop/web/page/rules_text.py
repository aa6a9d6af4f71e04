"""The rules and options of a game in words. Every numbered rule has an address."""

import re
from functools import cache
from typing import Any

from markdown_it import MarkdownIt

from ...core.game import Game
from ...core.options import Option
from ...drawing.element import Markup
from ...words import say

NUMBER = r"[A-Z][A-Z0-9]-\d+"               # of a rule: MJ-17
SHORT_RULE = 240                            # letters of an excerpt


@cache
def rules_html(game: Game, spoken: str) -> Markup:
    """The rules in the present language; every numbered rule is an anchor, and every mention of it a link."""
    text = game.rules_page or say("There are no written rules.")
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    html = re.sub(rf"<li>(\s*<p>)?<strong>({NUMBER})</strong>", r'<li id="\2">\1<strong>\2</strong>', html)
    there = set(re.findall(rf'<li id="({NUMBER})">', html))
    parts = re.split(r"(<[^>]*>)", html)
    parts[::2] = [re.sub(rf"\b{NUMBER}\b", lambda found: link_to(found[0], there), words) for words in parts[::2]]
    return Markup("".join(parts))


def link_to(number: str, there: set[str]) -> str:
    return f'<a href="#{number}">{number}</a>' if number in there else number


def option_rows(game: Game) -> list[dict[str, Any]]:
    """The options of a game, explained."""
    return [{"name": option.name, "title": option.title, "help": say(option.help), "range": range_of(option),
             "default": option.value_title(option.default), "rules": rules_in_text(game, option.rule)}
            for option in game.option_list.values()]


def range_of(option: Option) -> str:
    """The values of an option, in words."""
    if isinstance(option.default, int) and not isinstance(option.default, bool):
        return option.range
    return ", ".join(option.value_title(value) for value in option.values)


def rules_in_text(game: Game, words: str) -> list[tuple[str, str]]:
    """A text that names rules ('MB-10, MB-54 to MB-59') in parts: numbers with an excerpt of the rule, other words with
    nothing."""
    return [(part, rule_excerpt(game, part) if part in game.rules_text else "")
            for part in re.split(rf"({NUMBER})", words) if part]


def rule_excerpt(game: Game, number: str) -> str:
    """The first sentences of a rule, without its marks."""
    text = re.sub(r"\[(R|O|X)[^\]]*\]\s*|[*`]", "", game.rules_text[number])
    while len(text) > SHORT_RULE and (end := text.rfind(". ", 0, len(text) - 1)) > 0:
        text = text[:end + 1]
    return text if len(text) <= 2 * SHORT_RULE else f"{text[:SHORT_RULE]}..."
