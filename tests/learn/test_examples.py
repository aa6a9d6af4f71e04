"""Drawn examples of the complete rules: each can be drawn, shows what it says, and stands beside its rule in both languages."""

import pytest

from marbletop.core.game import Game
from marbletop.drawing.svg import panel_svg
from marbletop.games import GAMES
from marbletop.learn.examples import examples_of
from marbletop.learn.pictures import draw_picture, match_at
from marbletop.learn.text import LANGUAGES
from marbletop.web.page.rules_text import rules_html
from marbletop.words import use_language

EXAMPLES = [pytest.param(name, example, id=f"{name}-{example.rule}") for name, game in GAMES.items()
            for example in examples_of(game)]


def example_of(name: str, rule: str):
    game: Game = GAMES[name]
    return game, next(example.picture for example in examples_of(game) if example.rule == rule)


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_examples_are_drawn_beside_their_rules(name, example):
    for code in LANGUAGES:
        with use_language(code):
            assert panel_svg(draw_picture(GAMES[name], example.picture), prefix="x-")
            html = rules_html(GAMES[name], code)
        beside = html.split(f'<li id="{example.rule}">')[1][:80]
        assert beside.startswith('<figure class="example">'), (code, beside)
        assert example.picture.alt.in_language(code) in html.replace("&#39;", "'")


def test_the_four_games_have_examples():
    assert {name for name, game in GAMES.items() if len(examples_of(game)) >= 3} == set(GAMES) - {"connect_four"}


def test_only_one_blue_hex_is_open_across_the_border():
    match = match_at(*example_of("marabunta", "MA-28"))
    assert match.legal_texts == ["f2"]


def test_red_first_breaks_the_blue_row():
    match = match_at(*example_of("marbleous", "MB-44"))
    red, blue = match.copy(), match.copy()
    red.play("pop a1")
    blue.play("pop a4")
    popped = [sum(one.game.events[note.event] == "popped" for note in one.notes) for one in (red, blue)]
    assert popped == [1, 2]


def test_left_acts_in_the_middle_of_a_move():
    match = match_at(*example_of("marble_machine", "MM-36"))
    match.play("marble")
    match.play("aim 4")
    assert "2@-1,-1>6" in match.position
