"""The rules and options of a game in words. Every numbered rule has an address."""

import re
from contextlib import suppress
from functools import cache
from typing import Any

from markdown_it import MarkdownIt

from ...core.game import Game
from ...core.options import Option
from ...drawing.element import Markup, element
from ...drawing.svg import panel_svg
from ...learn.examples import examples_of
from ...learn.pictures import draw_picture
from ...learn.text import BadLesson
from ...words import say

NUMBER = r"[A-Z][A-Z0-9]-\d+"               # of a rule: MJ-17
MOST_WORDS = 8                              # of a search
SHORT_RULE = 240                            # letters of an excerpt


@cache
def rules_html(game: Game, spoken: str) -> Markup:
    """The rules in the present language; every numbered rule is an anchor, and every mention of it a link."""
    text = game.rules_page or say("There are no rules to read here yet.")
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    html = re.sub(rf"<li>(\s*<p>)?<strong>({NUMBER})</strong>", r'<li id="\2">\1<strong>\2</strong>', html)
    html = re.sub(r"<h1>.*?</h1>\s*", "", html, count=1)          # the page has the title already
    html = re.sub(r"<(h[23])>(.*?)</h[23]>", lambda found: f'<{found[1]} id="{slug(found[2])}">{found[2]}</{found[1]}>', html)
    html = with_examples(game, html)
    there = set(re.findall(rf'<li id="({NUMBER})">', html))
    parts = re.split(r"(<[^>]*>)", html)
    parts[::2] = [re.sub(rf"\b{NUMBER}\b", lambda found: link_to(found[0], there), words) for words in parts[::2]]
    return Markup("".join(parts))


def with_examples(game: Game, html: str) -> str:
    """The rules with a drawing at each rule that has one. A page without it is better than none."""
    for number, example in enumerate(examples_of(game)):
        with suppress(BadLesson):
            drawn = panel_svg(draw_picture(game, example.picture), prefix=f"example-{number}-")
            figure = element("figure", {"class": "example"}, drawn, element("figcaption", {}, str(example.picture.alt)))
            html = html.replace(f'<li id="{example.rule}">', f'<li id="{example.rule}">{figure}', 1)
    return html


def slug(heading: str) -> str:
    """The address of a heading: `part-` and its words."""
    return "part-" + "-".join(re.findall(r"[^\W_]+", re.sub(r"<[^>]*>|&\w+;", "", heading).lower()))


@cache
def contents(game: Game, spoken: str) -> list[tuple[str, str]]:
    """The headings of the rules in the present language: address and words of each."""
    return re.findall(r'<h[23] id="([^"]*)">(.*?)</h[23]>', rules_html(game, spoken))


def find_rules(game: Game, asked: str) -> list[tuple[str, str]]:
    """The numbered rules that contain all words of a search, with an excerpt of each."""
    words = asked.lower().split()[:MOST_WORDS]
    return [(number, rule_excerpt(game, number)) for number, text in game.rules_text.items()
            if words and all(word in f"{number} {text}".lower() for word in words)]


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
