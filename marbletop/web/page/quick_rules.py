"""The quick rules of a game as the rules page shows them, with their pictures."""

from functools import cache
from typing import Any

from ...core.game import Game
from ...drawing.element import Markup, element
from ...drawing.svg import panel_svg
from ...learn.pictures import draw_picture
from ...learn.quick_rules import Block, QuickRules, Row, quick_rules_of
from ...learn.text import BadLesson


@cache
def quick_rules(game: Game, spoken: str) -> dict[str, Any] | None:
    """What the template shows, in the present language; None if the game has no quick rules."""
    rules = quick_rules_of(game)
    return None if rules is None else {
        "goal": str(rules.goal), "chips": [str(chip) for chip in rules.chips],
        "blocks": [block_values(rules, number, block) for number, block in enumerate(rules.blocks, 1)],
        "notes": [(str(title), str(text)) for title, text in rules.notes]}


def block_values(rules: QuickRules, number: int, block: Block) -> dict[str, Any]:
    return {"number": number, "title": str(block.title), "text": str(block.text), "wide": block.wide,
            "picture": picture_svg(rules.game, number, block), "rows": [row_values(row) for row in block.rows]}


def picture_svg(game: Game, number: int, block: Block) -> Markup | None:
    """The picture of a block. A page without it is better than none, and tests see to it that all can be drawn."""
    try:
        return panel_svg(draw_picture(game, block.picture), prefix=f"quick-{number}-") if block.picture else None
    except BadLesson:
        return None


def row_values(row: Row) -> dict[str, Any]:
    return {"signs": [symbol_svg(symbol) for symbol in row.symbols], "name": str(row.name) if row.name else "",
            "text": str(row.text)}


def symbol_svg(symbol: str) -> Markup:
    """A symbol of the sprite beside a line. Cards are higher than wide."""
    height = 140 if symbol.startswith("card-") else 100
    return element("svg", {"class": "sign", "viewBox": f"0 0 100 {height}", "aria-hidden": "true"},
                   element("use", {"href": f"#{symbol}", "width": 100, "height": height}))
