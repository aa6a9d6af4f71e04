"""Sentences in other languages: templates are found, fit their values, and a bad translation never fails at a table."""

import ast
import random
import re
from functools import cache

import pytest
from typer.testing import CliRunner

from marbletop.bots.bot import Analysis, Ranked
from marbletop.bots.explain import explain
from marbletop.cli import app
from marbletop.core.errors import MarbletopError
from marbletop.core.match import Match
from marbletop.drawing.outline import outline_text
from marbletop.drawing.plain import scene_of
from marbletop.drawing.svg import panel_svg, sprite
from marbletop.games import GAMES
from marbletop.words import (
    You,
    best_language,
    capital,
    catalogues,
    join_and,
    join_or,
    language,
    plural,
    say,
    tell,
    use_language,
    word,
)
from marbletop.words.catalogue import FOLDER, fields_of, read_catalogue
from marbletop.words.templates import PACKAGE, all_templates, literals, report_on, toml_string
from tests.pseudo import english_in, pseudo_language

pytestmark = pytest.mark.xdist_group("words")           # one process reads all sources for them

OTHERWISE = """
name = "Other"
[texts]
"{who} plays {card}." = "{card}: {who}!"
"{who} resigns." = "{whom} gives up."
"{who} sits there." = "{who.__class__} sits."
"{who} moves." = "{who moves."
"{some} and {last}" = "{some} & {last}"
"Your tables" = ""
"You draw a card." = "A card for you."
"{who} pops {colour} marbles." = "{colour.en}: {who}"
"green" = "grass"
"grey" = "ash"
[plurals]
"{n} marbles" = {one = "{n} sphere", other = "{n} spheres"}
"{n} cards" = {one = "{n} leaf", other = "{m} leaves"}
[forms]
green = {en = "greenen"}
grey = {en = 3}
"""


@pytest.fixture
def other(monkeypatch):
    monkeypatch.setitem(catalogues(), "xx", read_catalogue("xx", OTHERWISE))
    with use_language("xx"):
        yield


def test_english_is_the_template_itself():
    assert say("{who} plays {card}.", who="Ada", card="a 7") == "Ada plays a 7."
    assert say("Braces {stay} where there are no values.") == "Braces {stay} where there are no values."
    assert [plural(n, "{n} marble", "{n} marbles") for n in (0, 1, 2)] == ["0 marbles", "1 marble", "2 marbles"]
    assert (join_and(["A"]), join_and(["A", "B", "C"]), join_or(["2", "3", "4"])) == ("A", "A, B and C", "2, 3 or 4")
    assert language() == "en"


def test_another_language_says_it_otherwise(other):
    assert language() == "xx"
    assert say("{who} plays {card}.", who="Ada", card="7") == "7: Ada!"
    assert plural(1, "{n} marble", "{n} marbles") == "1 sphere" and plural(3, "{n} marble", "{n} marbles") == "3 spheres"
    assert join_and(["A", "B"]) == "A & B"
    assert str(MarbletopError("{who} plays {card}.", who="Ada", card="7")) == "7: Ada!"
    with use_language("en"):
        assert say("{who} plays {card}.", who="Ada", card="7") == "Ada plays 7."
    with use_language("unknown"):
        assert language() == "en"


def test_a_broken_translation_falls_back_to_english(other):
    assert say("{who} resigns.", who="Ada") == "Ada resigns."               # a placeholder that is not there
    assert say("{who} sits there.", who="Ada") == "Ada sits there."         # one that reaches into a value
    assert say("{who} moves.", who="Ada") == "Ada moves."                   # no template at all
    assert say("Your tables") == "Your tables"                              # not translated yet
    assert plural(2, "{n} card", "{n} cards") == "2 cards"


def test_a_sentence_speaks_to_the_person_who_reads_it(other):
    names = ["Ada", You("Bo")]
    drawn = [tell(who, "You draw a card.", "{who} draws a card.") for who in names]
    assert drawn == ["Ada draws a card.", "A card for you."]
    assert names[1] != "Bo" and names[1] == You("Bo") and len({"Bo", *names, You("Bo")}) == 3
    assert tell(names[1], "You score {n}.", "{who} scores {n}.", n=3) == "You score 3."


def test_words_are_inflected_where_a_translation_asks_for_it(other):
    pops = "{who} pops {colour} marbles."
    assert say(pops, who="Ada", colour=word("green")) == "greenen: Ada"
    assert say(pops, who="Ada", colour=capital(word("green"))) == "Greenen: Ada"
    assert say(pops, who="Ada", colour=word("grey")) == "ash: Ada"              # it has no such form
    assert say(pops, who="Ada", colour="pale") == "Ada pops pale marbles."      # not a Word: English is better than an error
    with use_language("en"):
        assert say(pops, who="Ada", colour=word("green")) == "Ada pops green marbles."


def test_german_inflects_the_colours():
    with use_language("de"):
        assert (word("green"), word("green").en, word("purple").er) == ("Grün", "grünen", "lila")


def test_values_are_never_templates(other):
    for name in ("{card}", "{0}", "{who.__class__}", "{", "%s"):
        assert say("{who} plays {card}.", who=name, card="7") == f"7: {name}!"
        assert say("{who} wins with {n} points.", who=name, n=2) == f"{name} wins with 2 points."


@pytest.mark.parametrize(("code", "forms"), [
    ("en", {"one": [1], "other": [0, 2, 11]}), ("fr", {"one": [0, 1], "other": [2, 11]}), ("ja", {"other": [0, 1, 2]}),
    ("cs", {"one": [1], "few": [2, 3, 4], "other": [0, 5, 22]}), ("pl", {"one": [1], "few": [2, 24], "many": [0, 5, 12, 21]}),
    ("ru", {"one": [1, 21, 101], "few": [2, 34], "many": [0, 5, 11, 14, 112]}), ("de-AT", {"one": [1], "other": [0, 2]})])
def test_numbers_have_the_forms_of_their_language(code, forms):
    catalogue = read_catalogue(code, 'name = "X"')
    for form, numbers in forms.items():
        assert [catalogue.form(n) for n in numbers] == [form] * len(numbers)


def test_the_first_language_that_we_speak_is_taken(other):
    assert best_language(["xx"]) == best_language(["fr-FR", "xx-YY", "en"]) == "xx"
    assert best_language(["fr", "en-GB", "xx"]) == best_language([]) == best_language(["../xx", "", "*"]) == "en"


@cache
def calls():
    """Every call of say, plural, phrase or phrases in the source: where, which, and the call."""
    return [(f"{path.relative_to(PACKAGE)}:{node.lineno}", node.func.id, node)
            for path in sorted(PACKAGE.rglob("*.py")) if path.parent != PACKAGE / "words"
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            and node.func.id in ("say", "tell", "plural", "phrase", "phrases")]


def test_no_template_is_glued_together():
    for where, name, call in calls():
        glued = [part for part in call.args if isinstance(part, (ast.JoinedStr, ast.BinOp)) and name != "plural"]
        assert not glued, f"{where}: a template must be found in the source, so it cannot be put together there"
        if name in ("phrase", "phrases"):
            assert len(list(literals(call.args))) >= len(call.args), f"{where}: {name} marks literals"
        if name == "plural":
            assert len(list(literals(call.args[1:]))) == 2, f"{where}: plural needs two literals"


def test_placeholders_are_the_values_that_are_given():
    checked = 0
    for where, name, call in calls():
        given = {keyword.arg for keyword in call.keywords}
        if name == "plural":
            for template in literals(call.args[1:]):
                needed = {field for field, _, _ in fields_of(template)}
                assert needed - {"n"} == given or (needed - {"n"} <= given and given <= needed | {"n"}), f"{where}: {template}"
        elif name == "tell":
            for template in literals(call.args[1:]):
                assert {field for field, _, _ in fields_of(template)} <= given | {"who"}, f"{where}: {template}"
        elif name == "say" and given:
            for template in literals(call.args[:1]):
                assert {field for field, _, _ in fields_of(template)} == given, f"{where}: {template}"
                checked += 1
    assert checked > 200


def test_every_template_is_one():
    templates = all_templates()
    assert len(templates) > 700
    for found in templates.values():
        assert {field for field, _, _ in fields_of(found.one)} <= {field for field, _, _ in fields_of(found.text)}
        assert all(re.fullmatch(r"\w+", field) for field, _, _ in fields_of(found.text)), found


@pytest.mark.parametrize("code", sorted(path.stem for path in FOLDER.glob("*.toml")))
def test_languages_that_we_ship_are_complete(code):
    found = report_on(code)
    assert not found.missing and not found.unused and not found.wrong


def test_a_language_is_begun_with_all_templates(tmp_path, monkeypatch):
    from marbletop.words import templates
    monkeypatch.setattr(templates, "FOLDER", tmp_path)
    (tmp_path / "xx.toml").write_text('name = "Other"\n[texts]\n"Grid" = "Lattice"\n"Gone" = "Away"\n')
    path = templates.write_translations("xx")
    assert read_catalogue("xx", path.read_text()).texts == {"Grid": "Lattice"}
    after = templates.report_on("xx")
    assert after.unused == [] and len(after.missing) == len(all_templates()) - 1 - len(GAMES)
    assert toml_string('say "hello"\n') == '"say \\"hello\\"\\n"'


def test_the_command_tells_what_a_language_lacks():
    found = CliRunner().invoke(app, ["words", "de"])
    assert found.exit_code == 0 and f"{len(all_templates())} of {len(all_templates())} templates" in found.output
    assert "missing: Your tables" in CliRunner().invoke(app, ["words", "xx"]).output
    assert isinstance(CliRunner().invoke(app, ["words", "../de"]).exception, MarbletopError)


def test_the_terminal_speaks_the_language_of_its_environment(monkeypatch):
    monkeypatch.setenv("LANGUAGE", "")
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    found = CliRunner().invoke(app, ["play", "connect_four", "--people", "2"], input="\n1\nquit\n")
    assert "Spalte a" in found.output and "wirft eine Murmel in Spalte a." in found.output and "Column" not in found.output


# Letters that are no words: cells and columns, ranks, elements, coordinates of notation.
NOTATION = r"[A-Za-z]?\d*|Joker|[POGSBYT]{1,7}"


@pytest.mark.parametrize("name", sorted(GAMES))
def test_everything_a_game_says_is_translated(name, monkeypatch):
    """A game in a language made up for the test: every sentence, name and drawn word is marked by it."""
    game = GAMES[name]
    asked = pseudo_language(monkeypatch)
    chance = random.Random(7)
    with use_language("xx"):
        for seats in {game.seats[0], game.seats[-1]}:
            match = Match(game, seats, seed=seats)
            match.names = [f"\u27e6{seat}\u27e7" for seat in range(seats)]
            while not match.over and len(match.moves) < 240:
                if len(match.moves) % 8 == 0:
                    check_scenes(match)
                match.play(chance.choice(match.legal))
                for seat in range(-1, seats):
                    assert not english_in(match.sentences(seat), NOTATION)
            check_scenes(match)
    assert not asked.unknown, "these were said and are in no catalogue"


def test_what_is_printed_on_cards_is_translated(monkeypatch):
    pseudo_language(monkeypatch, "xy")                      # a code of its own: drawings are kept by language
    with use_language("xy"):
        assert not english_in(re.findall(r">([^<>]+)<", sprite()), NOTATION)


def check_scenes(match):
    for seat in {match.player, -1}:
        view = match.view(seat)
        scene = scene_of(match.game, view, match.box, match.names)
        drawing = "".join(panel_svg(panel, scene.choices) for panel in scene.panels)
        drawn = " ".join(re.findall(r">([^<>]+)<", drawing))            # a text may be drawn in several lines
        labels = re.findall(r'aria-label="([^"]*)"', drawing)
        assert not english_in([*outline_text(scene).splitlines(), drawn, *labels], NOTATION)
    if not match.over:
        rows = tuple(Ranked(action, (0.5,) * match.seats, line=(action,)) for action in match.legal[:3])
        analysis = Analysis(match.player, rows)
        told = explain(match.game, match.view(match.player), match.box, analysis, match.names)
        assert not english_in([" ".join(told.sentences)])                   # two of them may be one template
