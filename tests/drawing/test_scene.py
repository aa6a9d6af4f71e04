"""Scenes as SVG, outline and text: whole, safe, and with every choice."""

import random
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import product

import pytest

from marbletop.core.match import Match
from marbletop.drawing import kit
from marbletop.drawing.outline import outline, outline_text
from marbletop.drawing.palette import DARK, tokens
from marbletop.drawing.plain import plain_scene, scene_of
from marbletop.drawing.scene import BOARD, FACTS, HAND, OTHER, Choice, Mark, Panel, Part, Scene, Seat, Subset
from marbletop.drawing.svg import panel_svg, sprite, still_rope, svg
from marbletop.drawing.symbols import ids_used_in
from marbletop.drawing.targets import Targets, is_still, parts_asked_for
from marbletop.drawing.terminal import scene_text
from marbletop.games import GAMES
from marbletop.games.connect_four import GAME, board

from .test_element import HOSTILE


def connect_four(moves="dddcebfae", names=None, **options):
    match = Match(GAME, **options)
    for move in moves:
        match.play(move)
    return board.scene(match.view(match.player), match.box, names)


def example(name="Ruth"):
    """A scene that has everything a scene can have."""
    root = Part(kind="board").add(kit.plank(0, 0, 200, 100))
    root.add(Part(f"Space of {name}", "sp-1", (20, 50), "space", reach=8).add(kit.hole((0, 0), 8)),
             Part("Hex", "hex-a1", kind="space").add(kit.hexagon_mark((80, 50), 20, fill="url(#rg-pink)")),
             Part("", "sp-2", (120, 50)).add(kit.circle((0, 0), 9, fill="none")),
             kit.marble("m-1", "blue", (150, 50), 8, f"{name}'s marble"))
    hand = Part().add(kit.card("hand-0", "8", (0, 0), 40), kit.card("hand-1", "Joker", (50, 0), 40),
                      Part("inside").add(kit.die("die-0", (110, 20), 30, 5, "five")))
    ghost = kit.marble("m-1", "blue", (20, 50), 8, ghost=True)
    return Scene(
        f"{name} to move.",
        [Panel(BOARD, "Board", 200, 100, root), Panel(HAND, f"Hand of {name}", 140, 60, hand, 0, name),
         Panel(OTHER, "Tray", 50, 400, Part()), Panel(FACTS, "Facts", 300, 20, Part("Nothing"))],
        seats=[Seat(0, "blue", "22", (f"with {name}",), True, name), Seat(1)],
        facts=[(f"Luck of {name}", "7"), ("Rounds", name)],
        choices=[Choice(1, f"To {name}", f"Bops {name}.", "sp-1", ghost=(ghost,)),
                 Choice(2, "To the hex", "", "hex-a1", look="cost"),
                 Choice(3, "Eight back", "Back 8.", "sp-2", "hand-0", "hit"), Choice(4, "Take a place", "", "m-1", "hand-1"),
                 Choice(5, "Take another place", "", "m-1", "hand-1"), Choice(6, "Pass")],
        subset=Subset(f"Which for {name}?", (("die-0", f"five of {name}"),), {0: 7, 1: 8}, ("First", "Second")),
        remark=f"Reconstructed by {name}.", diagram="a b\n. x", title="Example")


def ids_of(text):
    return re.findall(r' id="([^"]+)"', text)


@pytest.mark.parametrize("theme", ["light", DARK])
def test_a_scene_is_one_whole_document(theme):
    for scene in (example(), connect_four(), connect_four(""), connect_four("abababa")):
        text = svg(scene, theme)
        root = ET.fromstring(text)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert "var(" not in text and "style=" not in text and "<script" not in text
        assert len(ids_of(text)) == len(set(ids_of(text)))
        assert ids_used_in(text) <= set(ids_of(text)), "everything used is inside"
        assert svg(scene, theme) == text, "the same each time"


def test_two_pictures_on_one_page_share_no_id():
    one, two = svg(connect_four("a")), svg(connect_four("b"))
    assert not set(ids_of(one)) & set(ids_of(two))


def test_a_token_or_symbol_that_does_not_exist_is_found():
    for mark, message in ((Mark("rect", {"fill": "var(--wod)"}), "no token --wod"), (kit.use("mb-pink"), "#mb-pink")):
        scene = Scene("y", [Panel(BOARD, "z", 10, 10, Part().add(mark))])
        with pytest.raises(ValueError, match=message):
            svg(scene)


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_only_text_everywhere(name):
    for scene in (example(name), connect_four(names=[name, "Bo"])):
        whole, panels = svg(scene), [panel_svg(panel, scene.choices, 1, subset=scene.subset) for panel in scene.panels]
        for text in (whole, outline(scene), *panels):
            every = list(ET.fromstring(text).iter())
            assert not {one.tag.rpartition("}")[2] for one in every} & {"script", "img", "foreignObject"}
            assert not [name for one in every for name in one.attrib if name.startswith("on") or name == "style"]
        lines = scene_text(scene).splitlines()
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", "".join(lines)) and len(outline_text(scene)) > 20


def test_markup_in_names_is_not_markup_in_a_terminal():
    from rich.text import Text
    shown = Text.from_markup(scene_text(example("[red]x[/red]"), markup=True)).plain
    assert "[red]x[/red] to move." in shown


def test_every_token_of_a_panel_exists():
    for scene in (example(), connect_four()):
        for panel in scene.panels:
            text = panel_svg(panel, scene.choices, 1, all_ghosts=True)
            assert set(re.findall(r"var\(--([\w-]+)\)", text)) <= set(tokens())
            assert ids_used_in(text) <= set(ids_of(sprite()))
            assert "style=" not in text


def element_with(text, id):
    found = [one for one in ET.fromstring(text).iter() if one.get("id") == id]
    assert len(found) == 1, id
    return found[0]


def test_a_target_is_a_button_that_says_what_it_does():
    scene = example()
    text = panel_svg(scene.panels[0], scene.choices)
    button = element_with(text, "tg-1")
    assert button.attrib.items() >= {"role": "button", "tabindex": "0", "data-action": "1", "class": "target legal",
                                     "aria-label": "To Ruth. Bops Ruth."}.items()
    assert element_with(text, "tg-2").get("class") == "target cost"
    assert 'id="tg-3"' not in text, "its card must be chosen first"
    assert ET.fromstring(text).get("role") == "group" and ET.fromstring(panel_svg(scene.panels[0])).get("role") == "img"


def test_no_piece_hides_a_target_and_it_lies_where_its_part_is():
    inner = Part("Space", "sp-1", (5, 6), turned=60, reach=3)
    root = Part(at=(10, 20)).add(Part("Field", "field", scale=2).add(inner), kit.marble("m-1", "red", (15, 26), 3))
    text = panel_svg(Panel(BOARD, "Board", 50, 50, root), [Choice(1, "On it", target="sp-1")])
    assert text.index('id="tg-1"') > text.index('id="m-1"')
    assert '<g transform="translate(10,20) translate(0,0) scale(2) translate(5,6) rotate(60)"><g role="button"' in text


def test_pieces_are_groups_that_carry_their_place():
    piece = element_with(panel_svg(example().panels[0], prefix="b-"), "b-m-1")
    assert piece.get("class") == "marble" and piece.get("transform") == "translate(150,50)"
    assert piece[0].tag == "title" and piece[0].text == "Ruth's marble"


def test_what_is_chosen_first_opens_its_choices():
    scene = example()
    hand = panel_svg(scene.panels[1], scene.choices, group="hand-0")
    assert element_with(hand, "gr-hand-0").get("aria-pressed") == "true"
    assert element_with(hand, "gr-hand-1").get("aria-pressed") == "false"
    assert element_with(hand, "gr-hand-1").get("aria-label") == "Joker: 2 choices"
    assert element_with(panel_svg(scene.panels[0], scene.choices, group="hand-0"), "tg-3").get("class") == "target hit"


def test_other_parts_are_pressed_for_the_same_and_not_marked():
    scene = example()
    choices = [scene.choices[0]._replace(also=("sp-2", "nowhere")), *scene.choices[2:]]
    text = panel_svg(scene.panels[0], choices)
    assert element_with(text, "tg-sp-2").get("data-action") == "1"
    assert element_with(text, "tg-sp-2").get("tabindex") == "-1" and len(element_with(text, "tg-sp-2")) == 1, "no mark"
    assert text.count('id="tg-1"') == 1


def test_equal_parts_are_marked_for_the_same_choice_until_it_is_chosen():
    scene = example()
    choice = scene.choices[0]._replace(also=("sp-2",), alike=True)
    first, second = (element_with(panel_svg(scene.panels[0], [choice]), id) for id in ("tg-1", "tg-sp-2"))
    assert len(first) == len(second) == 2 and first[1].get("class") == second[1].get("class")
    assert second.get("data-action") == first.get("data-action") and second.get("aria-hidden") == "true", "it is one choice"
    assert len(element_with(panel_svg(scene.panels[0], [choice], chosen=1), "tg-sp-2")) == 1, "only one of them is chosen"


def test_several_choices_with_one_target_are_one_button():
    scene = example()
    button = element_with(panel_svg(scene.panels[0], scene.choices, group="hand-1"), "tg-4")
    assert button.get("data-actions") == "4 5" and button.get("aria-label") == "2 choices: Take a place, Take another place"


def test_the_choice_considered_marks_other_panels():
    here = Panel(BOARD, "Board", 100, 100, Part("Space", "sp-1"), name=BOARD)
    there = Panel(FACTS, "Cards", 100, 100, Part("Cards"), name=FACTS)
    ghost, mark = kit.marble("", "blue", (20, 50), 8, ghost=True), kit.marble("", "red", (30, 40), 8, ghost=True)
    choice = Choice(1, "To it", target="sp-1", ghost=(ghost,), beside=((FACTS, mark),))
    assert Targets(here, [choice], 1).ghosts() == [ghost] and Targets(there, [choice], 1).ghosts() == [mark]
    assert not Targets(here, [choice], 2).ghosts() and not Targets(there, [choice], None).ghosts()


def test_the_choice_considered_shows_its_ghosts_without_ids():
    scene = example()
    text = panel_svg(scene.panels[0], scene.choices, 1)
    assert element_with(text, "tg-1").get("aria-pressed") == "true"
    assert 'class="ghosts"' in text and text.count('id="m-1"') == 1
    assert 'class="ghosts"' not in panel_svg(scene.panels[1], scene.choices, 1), "only on the panel of its target"
    hidden = panel_svg(scene.panels[0], scene.choices, all_ghosts=True)
    assert 'data-ghost="1"' in hidden and 'visibility="hidden"' in hidden


def test_items_of_a_subset_can_be_ticked():
    scene = example()
    box = element_with(panel_svg(scene.panels[1], subset=scene.subset, taken=1), "it-0")
    assert box.get("role") == "checkbox" and box.get("aria-checked") == "true"
    assert box.get("aria-label") == "five of Ruth: First"


def test_few_targets_pulse_and_many_become_dots():
    places = [Part(f"Space {n}", f"sp-{n}", (n, 0), reach=3) for n in range(40)]
    panel = Panel(BOARD, "Board", 100, 10, Part(parts=places))
    choices = [Choice(n, f"To {n}", target=f"sp-{n}") for n in range(40)]
    few, more, many = (panel_svg(panel, choices[:n]) for n in (3, 20, 40))
    assert few.count('class="pulse"') == 3 and "#st-legal" in few
    assert "pulse" not in more and "#st-legal" in more
    assert "#st-legal" not in many and many.count('role="button"') == 40


@pytest.mark.parametrize("make", [example, connect_four])
def test_outline_and_terminal_have_every_choice_and_name(make):
    scene = make()
    page, words, shown = outline(scene), outline_text(scene), scene_text(scene)
    read = " ".join(ET.fromstring(page).itertext())
    for choice in scene.choices:
        assert choice.label in read and choice.label in words and choice.label in shown
        assert f'data-action="{choice.action}"' in page
        assert choice.consequence in read and choice.consequence in words
    for panel in scene.panels:
        for part in panel.root.walk():
            assert part.name in read and part.name in words
    for label, value in scene.facts:
        assert f"{label}: {value}" in words and f"{label}: {value}" in shown
    assert scene.status in words and scene.status in shown and scene.remark in words


def test_an_outline_nests_as_the_board_does():
    items = outline_text(connect_four()).splitlines()
    at = items.index("- Column d, 3 of 6 filled")
    marbles = [f"  - Row {row} from the bottom: {who}" for row, who in ((1, "Blue"), (2, "Red"), (3, "Blue"))]
    assert items[at + 1:at + 4] == marbles


def test_text_fits_into_80_columns():
    long = [Choice(n, f"The marble on space {n} goes to {n + 11}", "It bops somebody " * 9) for n in range(12)]
    for scene in (example(), connect_four(), replace(connect_four(), choices=long, status="word " * 60)):
        assert max(map(len, scene_text(scene).splitlines())) <= 80


def test_a_scene_without_a_diagram_names_its_parts():
    assert "Ruth's marble" in scene_text(replace(example(), diagram=""))


def test_connect_four_says_what_a_move_does():
    scene = connect_four("abababc")
    consequences = {choice.label: choice.consequence for choice in scene.choices}
    assert consequences["Column b"] == "Four in a row: you win!"
    assert consequences["Column c"] == "Lands in row 2 from the bottom."
    assert connect_four("abababc", misere=True).choices[1].consequence == "Four in a row: you lose!"
    assert [choice.action for choice in connect_four("aaaaaa").choices] == [1, 2, 3, 4, 5, 6]


def test_connect_four_rings_the_line_that_won():
    scene = connect_four("abababa")
    assert scene.status == "Blue won." and not scene.choices
    assert any(part.name == "Blue's four in a row" for part in scene.panels[0].root.walk())


def test_a_game_without_a_board_is_drawn_as_text():
    match = Match(replace(GAME, board=None))
    match.play("d")
    scene = scene_of(match.game, match.view(1), match.box)
    assert svg(scene) == svg(replace(plain_scene(match.game, match.view(1), match.box), title="Connect Four"))
    assert [choice.label for choice in scene.choices] == list("abcdefg")
    assert not scene_of(match.game, match.view(0), match.box).choices
    assert "Red to play." in svg(scene) and match._repr_svg_() == svg(scene)


def test_a_match_draws_itself_with_its_names():
    match = Match(GAME)
    match.names = ["Ruth", "Bo"]
    assert "Pick a column and drop your marble in." in match._repr_svg_()


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_panel_that_nobody_presses_looks_as_if_there_were_no_choices(game):
    choices, found = random.Random(5), set()
    match = Match(game, seed=5)
    for _ in range(30):
        for seat in range(-1, match.seats):
            scene = scene_of(game, match.view(seat), match.box, match.names)
            asked_for = parts_asked_for(scene.choices, scene.subset, ())
            considered = [None, *[choice.action for choice in scene.choices[:2]]]
            for panel, chosen in product(scene.panels, considered):
                drawn = panel_svg(panel, scene.choices, chosen, subset=scene.subset, all_ghosts=True)
                still = is_still(panel, scene.choices, chosen, asked_for)
                assert str(still_rope(panel)) == drawn or not still
                found.add((still, bool(scene.choices)))
        match.play(choices.choice(match.legal))
        if match.over:
            match = Match(game, seed=6)
    assert (True, False) in found and (False, True) in found
