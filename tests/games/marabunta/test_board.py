"""The scene of Marabunta: what is drawn, named and offered."""

import pytest

from marbletop.core.match import Match
from marbletop.drawing.scene import BOARD, FACTS, HAND, OTHER
from marbletop.drawing.svg import svg
from marbletop.games.marabunta import GAME
from marbletop.games.marabunta.names import REGION_SIGNS, TILE_WORDS, hex_name
from marbletop.games.marabunta.pictures import cupcake_hexes, hexes_of, special_name
from marbletop.games.marabunta.rules import score
from marbletop.games.marabunta.state import FACE_NAMES, REGION_LETTERS, REGION_NAMES
from marbletop.games.marabunta.trays import draw_title
from marbletop.web.page.last_move import new_places, ring_pieces
from marbletop.words import use_language

from .table import Table, box_with
from .test_rules import CRATE_DIE, select

BOX = box_with()


def scene_of(table, viewer=None):
    view = GAME.view(table.state, table.box, table.state.player if viewer is None else viewer)
    return GAME.board.scene(view, table.box, ("Ann", "Bo"))


def words_of(match, letters):
    """Dice as they are named: 'pink 2'."""
    return [f"{REGION_NAMES[die]} {FACE_NAMES[match.state.dice[die]]}" for die in map(REGION_LETTERS.index, letters)]


def by_label(scene):
    return {choice.label: choice for choice in scene.choices}


def test_panels_for_each_viewer():
    table = Table(**select("P"))
    for viewer, roles in ((0, (HAND, OTHER)), (1, (OTHER, HAND)), (-1, (OTHER, OTHER))):
        panels = [(panel.role, panel.seat) for panel in scene_of(table, viewer).panels]
        assert panels == [(BOARD, -1), (HAND, -1), (roles[0], 0), (roles[1], 1), (FACTS, -1)]


def test_the_split_is_a_subset_of_seven():
    match = Match(GAME, seed=1)
    scene = GAME.board.scene(match.view(match.player), match.box)
    assert not scene.choices and [id for id, _ in scene.subset.items] == [*(f"die-{die}" for die in range(6)), "tile"]
    assert len(scene.subset.action_of) == 126 and set(scene.subset.action_of.values()) == set(range(63))
    assert scene.subset.action_of[40] == scene.subset.action_of[127 - 40] == 39
    assert all(scene.part(id) for id, _ in scene.subset.items)
    other = GAME.board.scene(match.view(1 - match.player), match.box)
    assert other.subset is None and not other.choices


@pytest.mark.parametrize(("title", "lines"), [
    ("Your pool", ["Your", "pool"]), ("Second tray", ["Second", "tray"]), ("Deine Schale", ["Deine", "Schale"]),
    ("Maximiliane", ["Maximiliane"])])
def test_the_title_of_a_tray_ends_before_the_first_die(title, lines):
    drawn = draw_title(title)
    assert [mark.text for mark in drawn] == lines
    assert all(11 + 0.68 * len(mark.text) * float(mark.attributes["font-size"]) <= 96 for mark in drawn)


def test_a_split_begins_with_all_in_the_second_tray():
    match = Match(GAME, seed=1)
    scene = GAME.board.scene(match.view(match.player), match.box)
    trays = scene.panels[1]
    assert trays.name == "trays" and scene.subset.prompt == "Make two trays: Blue colony picks first."
    heights = {id: scene.part(id).at[1] for id, _ in scene.subset.items}
    assert len(set(heights.values())) == 1
    moved = scene.subset.panel_with(0b1000010)
    places = {part.id: part.at for part in moved.root.walk() if part.id in heights}
    assert {id for id in heights if places[id][1] < heights[id]} == {"die-1", "tile"}
    assert all(places[id][0] == scene.part(id).at[0] for id in heights)             # every die keeps its column
    assert next(part.name for part in moved.root.parts if part.kind == "tray") == (
        f"First tray: {words_of(match, 'O')[0]} and the tile ({TILE_WORDS[match.state.tile]})")


def test_both_pools_tell_what_can_be_used():
    match = Match(GAME, seed=1, first_player="red")
    match.play("split POG")
    scene = GAME.board.scene(match.view(1), match.box)
    assert [choice.target for choice in scene.choices] == ["tray-0", "tray-1"]
    assert scene.choices[1].label == "Take this tray: " + ", ".join(words_of(match, "PO")) + f" and {words_of(match, 'G')[0]}"
    assert scene.choices[0].consequence == "You can use all of it right now, and Red colony all of the rest."


@pytest.mark.parametrize("language", ["en", "de"])
def test_trays_say_what_has_no_place_and_count_nothing(language):
    """A count beside a tray is taken for its worth."""
    table = Table(red="g3:1", blue="a7:1", anthills="0,0", starter="B", phase="choose", pool="PY", dice="3,3,3,3,3,3")
    with use_language(language):
        scene = scene_of(table)
        drawn = [str(mark.text) for panel in scene.panels if panel.name == "trays" for part in panel.root.walk()
                 for mark in part.marks if part.kind == "tray" and mark.text]
    assert drawn and not any(character.isdigit() for words in drawn for character in words)
    if language == "en":
        assert scene.choices[1].consequence == ("Right now you couldn't use pink 3 and yellow 3. "
                                                "Bo couldn't use orange 3, green 3, grey 3 and blue 3. "
                                                "There is no open hex nearby and no anthill left.")


def test_elements_tell_where_they_could_go():
    table = Table(red="g3:0", anthills="1,2", **select("BT", "0,0,0,0,3,0", tile="one"))
    choices = by_label(scene_of(table))
    assert choices["Blue 3"].consequence == (
        "A 3 in the blue region, on the only hex next to your numbers or elsewhere for an anthill.")
    assert choices["Blue 3"].target == "die-4" and choices["Tile: a 1"].target == "tile"
    assert choices["Leave the rest"].consequence == "You don't use blue 3 and the tile (a 1). Then Bo uses the other tray."
    assert choices["Leave the rest"].button == "Leave the rest"
    table = Table(**select("BT", "0,0,0,0,3,0", tile="one"))
    assert by_label(scene_of(table))["Blue 3"].consequence == "A 3 in the blue region, anywhere for an anthill."


def test_only_what_can_still_be_used_is_named():
    table = Table(red="g3:0", **select("BOT", "0,2,0,0,3,0", tile="one")).play("use B", "f2")
    choice = by_label(scene_of(table))["Leave the rest"]
    assert choice.consequence.startswith("You don't use orange 2 and the tile (a 1).")
    table = Table(red="a1:0", crossed="a2", anthills="0,0", **select("PO", "0,2,0,0,0,0"))
    assert by_label(scene_of(table))["Leave the rest"].consequence.startswith("You don't use pink 0.")


def test_a_die_and_what_follows_are_one_gesture():
    table = Table(red="g3:0", **select("BOGT", "0,crate,flag,0,3,0", tile="zero_2"))
    leads_on = {choice.label: choice.leads_on for choice in scene_of(table).choices}
    assert leads_on == {"Orange crate": True, "Green flag": False, "Blue 3": True, "Tile: two 0s": True,
                        "Leave the rest": False}
    assert not any(choice.leads_on for choice in scene_of(table.play("use B")).choices)
    assert all(choice.leads_on for choice in scene_of(table.play("f2", "use T")).choices)           # the first of two 0s
    assert not any(choice.leads_on for choice in scene_of(table.play("g2")).choices)
    crossing = Table(**select("T", tile="cross_2")).play("use T")
    assert all(choice.leads_on for choice in scene_of(crossing).choices)
    assert not any(choice.leads_on for choice in scene_of(crossing.play("xa1")).choices)


def test_hexes_that_cost_an_anthill_are_marked():
    table = Table(red="g3:0", anthills="1,2", **select("B", "0,0,0,0,3,0")).play("use B")
    scene = scene_of(table)
    choices = by_label(scene)
    near, far = choices["Write a blue 3 on f2"], choices["Write a blue 3 on f1"]
    assert near.look == "named" and choices["Write a blue 3 on a1"].look == far.look == "cost"
    assert far.consequence == (
        "This costs your last anthill. A cupcake, which brings no points yet. Blue would be yours, 3 to 0: +2.")
    assert near.target == "hex-f2" and near.ghost and near.consequence == "Blue would be yours, 3 to 0: +2."
    costs, = [part for part in scene.panels[0].root.walk() if part.kind == "costs"]
    assert len(costs.marks) == sum(choice.look == "cost" for choice in scene.choices) > 0
    spectator = scene_of(table, -1)
    assert not spectator.choices
    assert not [part for part in spectator.panels[0].root.walk() if part.kind in ("costs", "names")]


def written(part):
    return [mark.text for mark in part.marks if mark.attributes.get("class") == "place-name"]


@pytest.mark.parametrize("territory", ["symbol", "plain"])
def test_columns_rows_and_open_hexes_are_named_on_the_board(territory):
    table = Table(options={"territory": territory}, red="g3:0", **select("B", "0,0,0,0,3,0")).play("use B")
    root = scene_of(table).panels[0].root
    assert written(root) == [*"abcdefghijkl", *(row for row in "1234567" for _ in range(2))]
    names, = [part for part in root.walk() if part.kind == "names"]
    special = {hex_name(table.box, hex) for hex in range(table.box.hexes) if special_name(table.box, hex)}
    assert written(names) == [name for name in table.hexes.split() if name not in special] and table.hexes


def test_how_a_region_would_stand():
    table = Table(red="g3:0", blue="a1:2 a2:1", **select("B", "0,0,0,0,1,0")).play("use B")
    assert by_label(scene_of(table))["Write a blue 1 on f2"].consequence == "Blue: you 1, Bo 3."
    table = Table(red="g3:0", blue="a1:1", **select("B", "0,0,0,0,1,0")).play("use B")
    assert by_label(scene_of(table))["Write a blue 1 on f2"].consequence == (
        "Blue would be tied at 1, so Bo scores nothing there.")
    table = Table(red="g3:0", **select("B", "0,0,0,0,0,0")).play("use B")
    assert by_label(scene_of(table))["Write a 0 on f2"].consequence == (
        "A 0 adds nothing to the sum, but you can go on from there.")


def all_but(region, *left):
    """The hexes of a region but for some, as names."""
    return " ".join(hex_name(BOX, hex) for hex in hexes_of(BOX, region) if hex_name(BOX, hex) not in left)


def test_what_ends_the_game_says_so_first():                        # [MA-50 to MA-53]
    blue = REGION_NAMES.index("blue")
    table = Table(red="g3:0", crossed=all_but(blue, "f2"), **select("B", "0,0,0,0,3,0")).play("use B")
    assert by_label(scene_of(table))["Write a blue 3 on f2"].consequence == (
        "This fills the blue region: the game ends with this round. Blue would be yours, 3 to 0: +2.")
    table = Table(circles="00,00,00,00,00,50", **select("Y", "0,0,0,0,0,flag"))
    assert by_label(scene_of(table))["Yellow flag"].consequence.startswith(
        "This fills the yellow leaf: the game ends with this round. Fills a circle")
    cupcakes = " ".join(hex_name(BOX, hex) for hex in cupcake_hexes(BOX) if hex_name(BOX, hex) != "f1")
    table = Table(red="g3:0", crossed=cupcakes, tile="cupx", round="8", stack="none", phase="select", pool="T").play("use T")
    assert by_label(scene_of(table))["Cross out f1"].consequence == (
        "That is the last cupcake: the game ends with this round. Nobody will get this cupcake. "
        "Then 12 hexes are open in the blue region.")


def test_what_ends_the_game_at_once_tells_the_result():             # [MA-12, MA-57]
    position = {"circles": "10,03,00,00,00,42", "end": "B,leaf", "points": "1,2", "player": "B", **select("P", "1,0,0,0,0,0")}
    table = Table(red="a4:3 c4:1", blue="g1:2 c5:1", **position)
    choices = by_label(scene_of(table))
    assert choices["Leave the rest"].consequence == "This ends the game: you win 7 to 4. You don't use pink 1."
    assert "ends the game" not in choices["Pink 1"].consequence
    choices = by_label(scene_of(table.play("use P")))
    assert choices["Write a pink 1 on b7"].consequence.startswith("This ends the game: you win 7 to 4. This costs one of")
    table = Table(red="a4:3 c4:1", blue="g1:2 c5:1", **{**position, "points": "9,2"})
    assert by_label(scene_of(table))["Leave the rest"].consequence.startswith("This ends the game: Ann wins 12 to 7.")


def test_a_scene_tries_what_ends_the_game_without_a_trace():
    table = Table(circles="00,00,00,00,00,50", **select("Y", "0,0,0,0,0,flag"))
    before = GAME.state.copy(table.state)
    scene_of(table)
    assert table.state == before


def test_regions_are_told_by_pattern_and_letter():
    scene = scene_of(Table(**select("P")))
    for region, name in ((0, "a4"), (1, "g1"), (2, "c4"), (3, "g3"), (4, "a1"), (5, "g6")):
        part = scene.part(f"hex-{name}")
        assert part.marks[0].attributes["fill"] == f"url(#rg-{REGION_NAMES[region]})"
        assert part.marks[1].text == REGION_SIGNS[region] and f"{REGION_NAMES[region]} region" in part.name
        assert scene.part(f"die-{region}").marks[0].attributes["fill"] == f"url(#rg-{REGION_NAMES[region]})"


def test_marks_are_named():
    scene = scene_of(Table(red="a1:2", blue="b1:0", crossed="c7", **select("P")))
    assert scene.part("hex-a1").name == "a1, blue region: 2 of Ann"
    assert scene.part("hex-b1").name == "b1, blue region, cupcake: 0 of Bo"
    assert scene.part("hex-c7").name == "c7, pink region, cupcake: crossed out"


def test_live_totals_and_score():                                   # [MA-55, MA-56]
    table = Table(red="a4:3", blue="b5:2", circles="12,00,00,00,00,00", points="4,1", **select("P"))
    scene = scene_of(table)
    assert scene.part("leaf-0").name == (
        "Pink region: red 3, blue 2, Ann leads: worth 3. Leaf: red 3, blue 4, 3 blank. 12 hexes open")
    assert scene.panels[2].caption == "7 points if it ended now"
    assert scene.seats[0][2:4] == ("7", ("points if it ended now",)) and score(table.state, table.box, 0) == 7
    assert ("Cupcakes left", "12 of 12") in scene.facts and ("Fullest leaf", "pink, 3 blank") in scene.facts
    assert ("Round", "1 of at most 19") in scene.facts


def test_the_last_round_is_announced():                             # [MA-50]
    scene = scene_of(Table(circles="00,00,00,00,00,42", end="B,leaf", **select("P")))
    assert scene.status.endswith("This is the last round.")


def test_crates_and_leaves_have_targets():
    table = Table(crates="10000,00000", **select("PT", CRATE_DIE, tile="leaves_2")).play("use P")
    choices = by_label(scene_of(table))
    first = choices["Cross out a crate (write a 0 anywhere)"]
    assert first.consequence == "Unlocks the power right away: write a 0 anywhere."
    assert choices["Cross out a crate (two cupcakes)"].consequence == "After this one, 2 more to go. Then you get two cupcakes."
    assert first.target == "group-0-0"
    choices = by_label(scene_of(Table(circles="00,00,00,00,00,50", **select("T", tile="leaves_2")).play("use T")))
    assert choices["Yellow leaf"].consequence == (
        "This fills the yellow leaf: the game ends with this round. "
        "If you win the region, it then brings you 8 points instead of 7.")
    assert choices["Pink leaf"].target == "leaf-0"


def test_a_power_can_be_declined_in_words():                        # [MA-41]
    table = Table(red="a1:1", crossed="a2 b1", anthills="1,2", crates="01000,00000", **select("P", CRATE_DIE))
    choice = by_label(scene_of(table.play("use P", "crate 2")))["Skip this power"]
    assert choice.action == 72 and choice.consequence == "You give it up for good: write a 2." and choice.button


def test_crossing_out_says_what_is_lost():                          # [MA-39]
    choices = by_label(scene_of(Table(**select("T", tile="cross_2")).play("use T")))
    assert choices["Cross out a3"].consequence == "Nobody will get this crate. Then 13 hexes are open in the blue region."
    assert choices["Cross out a3"].look == "hit"
    assert choices["Cross out a1"].consequence == "Then 13 hexes are open in the blue region."


def test_a_power_that_would_be_lost_says_so():                      # [MA-41]
    table = Table(red="a1:1", crossed="a2 b1", anthills="0,2", crates="01200,00000", **select("P", CRATE_DIE)).play("use P")
    choices = by_label(scene_of(table))
    assert choices["Cross out a crate (write a 2)"].consequence == (
        "Unlocks the power, but you can't use it now and lose it: write a 2.")
    assert choices["Cross out a crate (two cupcakes)"].consequence == "Unlocks the power right away: two cupcakes, +1."


def test_a_reconstructed_box_is_said_to_be_one():
    assert "our own version" in scene_of(Table(**select("P"))).remark


def test_a_scene_in_the_middle_of_a_move_can_be_drawn():
    """At every note the state is whole: log and animation draw it there."""
    import random

    from marbletop.core.notes import Listener

    class Drawing(Listener):
        def note(self, state, note):
            view = GAME.view(state, match.box, state.player)
            assert svg(GAME.board.scene(view, match.box))

    match, chooser = Match(GAME, seed=3), random.Random(1)
    for _ in range(25):
        state = GAME.state.copy(match.state)
        action = chooser.choice(match.legal)
        state.listener = Drawing()
        GAME.play(state, match.box, action)
        match.play(action)


@pytest.mark.parametrize(("position", "actions", "used"), [
    (select("BOT", "0,2,0,0,3,0", tile="one"), ["use B"], "Blue 3, in use"),
    (select("BOT", "0,2,0,0,3,0", tile="one"), ["use B", "f2", "use O"], "Orange 2, in use; Blue 3, used"),
    (select("BOT", "0,2,0,0,0,0", tile="one"), ["use B"], "Blue 0, in use"),
    (select("PB", "0,0,0,0,0,0"), ["use B", "f2", "use P"], "Pink 0, used; Blue 0, used"),              # nobody knows which
    (select("BT", "0,0,0,0,3,0", tile="crates_2"), ["use T"], "Tile: two crates, in use"),
    (select("BT", "0,0,0,0,3,0", tile="crates_2"), ["use T", "crate 3"], "Tile: two crates, in use"),
    (select("BT", "0,0,0,0,3,0", tile="crates_2"), ["use T", "crate 1", "crate 3"], "Tile: two crates, used"),
    (select("BOT", "0,2,0,0,3,0", tile="repeat"), ["use B", "f2", "use T"], "Blue 3, used; Tile: repeat a die, in use"),
    (select("BOT", "0,2,0,0,3,0", tile="repeat"), ["use B", "f2", "use T", "again B"],
     "Blue 3, in use; Tile: repeat a die, used"),
    (select("GT", "0,0,crate,0,0,0", tile="one"), ["use G"], "Green crate, in use"),
    (select("BT", "0,0,0,0,0,0", tile="zero_2"), ["use T"], "Tile: two 0s, in use"),
    (select("BT", "0,0,0,0,0,0", tile="one"), ["use T"], "Tile: a 1, in use"),
    (select("BT", "0,0,0,0,0,0", tile="cross_2"), ["use T"], "Tile: cross out two hexes, in use"),
])
def test_the_die_in_use_is_told_from_those_that_were_used(position, actions, used):
    trays = scene_of(Table(red="g3:1", **position).play(*actions)).panels[1]
    names = [part.name for part in trays.root.parts if part.name.endswith((", in use", ", used"))]
    assert "; ".join(names) == used


def test_a_power_between_two_crates_leaves_the_tile_in_use():
    table = Table(red="g3:1", crates="10000,00000", **select("BT", "0,0,0,0,3,0", tile="crates_2")).play("use T", "crate 1")
    scene = scene_of(table)
    assert scene.part("tile").name == "Tile: two crates, in use"
    assert scene.more.endswith("After that you cross out one more crate.")
    scene = scene_of(table.play("f1"))
    assert scene.status == "Ann is choosing one more crate to cross out." and "more crate" not in scene.more


NUMBERS_AND_0 = "Numbers go on their colour, 0s on any, and take what's there."
FREE_OR_ANTHILL = "Next to your numbers that's free, elsewhere it costs an anthill."


@pytest.mark.parametrize(("pool", "dice", "tile", "says"), [
    ("PO", "2,3,0,0,0,0", "one", f"Numbers go on their colour. {FREE_OR_ANTHILL}"),
    ("PO", "0,0,0,0,0,0", "one", f"A 0 goes on any colour and takes what lies there. {FREE_OR_ANTHILL}"),
    ("PO", "0,3,0,0,0,0", "one", f"Numbers go on their colour, a 0 on any colour. {FREE_OR_ANTHILL}"),
    ("POT", "flag,crate,0,0,0,0", "cross_2", ""),
    ("PT", "flag,0,0,0,0,0", "repeat", "First use a die, then the tile can repeat it."),
])
def test_who_uses_a_tray_is_told_of_numbers_and_the_order_only(pool, dice, tile, says):
    """What the rest does is told when it is pressed; so there is room for what the others did."""
    assert scene_of(Table(red="g3:1", round="2", **select(pool, dice, tile=tile))).more == says


@pytest.mark.parametrize(("position", "cost"), [
    ({}, "A number that isn't next to yours costs an anthill, and they don't come back."),
    ({"red": "g3:1", "anthills": "1,2"}, FREE_OR_ANTHILL),
    ({"red": "g3:1", "anthills": "0,2"}, "You need an open hex next to one of your numbers.")])
def test_what_a_number_costs_is_said_as_it_is_now(position, cost):              # [MA-27, MA-32]
    assert scene_of(Table(**position, round="2", **select("S", "0,0,0,3,0,0"))).more == f"Numbers go on their colour. {cost}"


FULL_GROUP = "A full crate group brings what's below it, once."
AIM = "Aim: the higher sum in a region scores your circles on its leaf."
END = "A full region or leaf or the last cupcake ends the game with that round."


@pytest.mark.parametrize(("number", "aim"), [(1, AIM), (2, "")])
def test_the_first_round_says_what_one_plays_for(number, aim):                 # [MA-50 to MA-57]
    dice = {"dice": "2,flag,flag,0,crate,1", "tile": "repeat", "round": str(number)}
    explained = (f"{NUMBERS_AND_0} A flag: +1 if you win its region. {FULL_GROUP} "
                 "Tile: use one of your dice twice.")
    split = scene_of(Table(starter="R", phase="split", **dice))
    assert split.aim == aim and split.subset.about(0) == split.subset.about(5) == explained
    taking = scene_of(Table(starter="B", phase="choose", pool="POG", **dice))
    assert taking.aim == aim and taking.more.startswith(explained)
    assert scene_of(Table(round=str(number), **select("S", "0,0,0,3,0,0"))).aim == (END if aim else "")


@pytest.mark.parametrize(("number", "explained"), [
    (3, "A 0 goes on any colour and takes what lies there. Tile: use one of your dice twice."),
    (4, "Tile: use one of your dice twice.")])
def test_what_dice_do_is_said_as_long_as_it_may_be_new(number, explained):
    table = Table(starter="R", phase="split", round=str(number), dice="0,0,0,0,0,0", tile="repeat")
    assert scene_of(table).subset.about(0) == explained


@pytest.mark.parametrize(("tile", "dice", "says"), [
    ("zero_2", "flag,flag,flag,flag,flag,flag", "Tile: two 0s side by side."),                             # [MA-20]
    ("cross_2", "flag,flag,flag,flag,flag,flag", "Tile: close two hexes for both."),                        # [MA-22]
    ("crates_2", "flag,flag,flag,flag,flag,flag", "2 more crates bring each of you a free 0 or a 2. Tile: two crates."),
    ("repeat", "flag,flag,flag,flag,flag,flag", "Tile: use one of your dice twice.")])                       # [MA-23]
def test_a_tile_is_told_so_that_it_can_be_valued(tile, dice, says):
    table = Table(starter="R", phase="split", round="2", dice=dice, tile=tile)
    assert scene_of(table).subset.about(0).endswith(f"region. {says}")


@pytest.mark.parametrize(("crates", "number", "says"), [
    ("00000,00000", 1, FULL_GROUP), ("00000,00000", 4, ""),
    ("10000,00000", 4, "One more crate brings you a free 0."),
    ("00003,00200", 4, "One more crate brings you 3 points, Bo two cupcakes."),
    ("00000,00200", 1, "One more crate brings Bo two cupcakes."),
    ("11000,11000", 1, "One more crate brings each of you a free 0 or a 2."),
    ("22340,22344", 1, FULL_GROUP), ("22344,22344", 1, "")])
def test_crates_on_offer_say_what_they_would_bring_whom(crates, number, says):                              # [MA-38]
    told = {"crates": crates, "round": str(number), "dice": "crate,0,0,0,0,0", "tile": "one"}
    split = scene_of(Table(starter="R", phase="split", **told)).subset.about(0)
    taking = scene_of(Table(starter="B", phase="choose", pool="P", **told)).more
    assert (says in split and says in taking) if says else "crate" not in split + taking


def test_only_crates_of_one_tray_are_counted_together():
    dice = {"dice": "crate,crate,0,0,0,0", "tile": "one"}
    split = scene_of(Table(starter="R", phase="split", **dice)).subset
    assert "2 more crates bring each of you a free 0 or a 2." in split.about(0) and split.about(3) == split.about(0)
    assert FULL_GROUP in split.about(1) and FULL_GROUP in scene_of(Table(starter="B", phase="choose", pool="PG", **dice)).more


@pytest.mark.parametrize(("crates", "says"), [("00000", FULL_GROUP), ("12300", "One more crate brings you a free 0.")])
def test_a_crate_that_is_pressed_says_what_it_would_bring(crates, says):
    table = Table(red="g3:0", crates=f"{crates},00000", **select("PBT", "crate,0,0,0,3,0", tile="crates_2"))
    choices = by_label(scene_of(table))
    assert choices["Pink crate"].consequence == f"Crosses out a crate under your name. {says}"
    assert choices["Tile: two crates"].consequence.startswith("The tile crosses out two crates under your name. ")
    hexes = by_label(scene_of(Table(red="f2:0", crates=f"{crates},00000", **select("S", "0,0,0,3,0,0")).play("use S")))
    assert f"A crate to cross out under your name. {says}" in hexes["Write a grey 3 on f3"].consequence


@pytest.mark.parametrize(("cupcakes", "crates", "is_yours"), [(0, "00000", True), (10, "00000", False), (0, "22344", False)])
def test_what_lies_on_a_hex_is_promised_only_if_it_brings_something(cupcakes, crates, is_yours):           # [MA-36, MA-37]
    table = Table(red="g3:1", cupcakes=f"{cupcakes},0", crates=f"{crates},00000", **select("S", "0,0,0,3,0,0")).play("use S")
    assert ("What lies on the hex is yours, too." in scene_of(table).more) == is_yours


NOTHING_NEAR = "There is no open hex nearby and no anthill left."


@pytest.mark.parametrize(("anthills", "red", "says"), [
    ("0,0", "", f"Right now nobody could use pink 2 and yellow 1. {NOTHING_NEAR}"),
    ("1,0", "", f"Right now Bo couldn't use pink 2 and yellow 1. {NOTHING_NEAR}"),
    ("0,0", "a4:1", "Right now you couldn't use yellow 1. Bo couldn't use pink 2 and yellow 1. "
                    "No open hex is near and no anthill left: another number must get there first.")])
def test_a_split_says_at_once_what_somebody_can_not_use_and_why(anthills, red, says):           # [MA-27]
    split = scene_of(Table(starter="R", phase="split", anthills=anthills, red=red, dice="2,flag,flag,crate,crate,1",
                           tile="repeat")).subset
    assert split.about(5) == says


def test_nothing_is_said_of_hexes_where_dice_without_numbers_have_no_use():
    dice = {"dice": "flag,flag,flag,crate,crate,flag", "tile": "repeat", "crates": "22344,22344"}
    split = scene_of(Table(starter="R", phase="split", anthills="0,0", **dice)).subset
    assert split.about(5) == "Right now nobody could use grey crate and blue crate."


@pytest.mark.parametrize(("cupcakes", "caption"), [(0, "Next cupcake: +0"), (9, "Next cupcake: +3"), (10, "Cupcake row full")])
def test_captions_say_what_a_cupcake_brings_and_how_many_anthills_are_left(cupcakes, caption):  # [MA-27, MA-36]
    drawn = svg(scene_of(Table(cupcakes=f"{cupcakes},0", anthills="1,2", **select("P"))))
    assert caption in drawn and ">1 anthill<" in drawn and ">2 anthills<" in drawn


@pytest.mark.parametrize(("pool", "missing"), [("P", "Pick a die"), ("T", "Tap the tile"), ("PT", "Pick a die or the tile")])
def test_the_button_asks_for_what_can_be_picked(pool, missing):
    assert scene_of(Table(**select(pool, tile="one"))).missing == missing


@pytest.mark.parametrize(("position", "progress"), [
    ({}, "12 cupcakes to go"), ({"crossed": "b1 f1"}, "10 cupcakes to go"),
    ({"circles": "00,00,00,32,00,00"}, "grey nearly full"),
    ({"circles": "00,00,00,31,00,00"}, "12 cupcakes to go"),
    ({"circles": "00,00,00,00,00,42", "end": "B,leaf"}, "last round")])
def test_how_near_the_end_is(position, progress):                   # [MA-50 to MA-53]
    assert scene_of(Table(**position, **select("P"))).progress == progress


def test_a_region_with_few_open_hexes_is_nearly_full():
    blue = REGION_NAMES.index("blue")
    assert scene_of(Table(crossed=all_but(blue, "a1", "a2"), **select("P"))).progress == "blue nearly full"
    assert scene_of(Table(crossed=all_but(blue, "a1", "a2", "b2"), **select("P"))).progress == "10 cupcakes to go"


def test_what_was_crossed_out_or_filled_last_is_a_piece():
    before = scene_of(Table(crates="20000,00000", cupcakes="1,0", circles="10,00,00,00,00,00", **select("P")))
    after = scene_of(Table(crates="20100,00000", cupcakes="2,0", points="1,0", circles="11,00,00,00,00,00", **select("P")))
    assert [new_places([was.root], [now.root]).keys() for was, now in zip(before.panels[2:], after.panels[2:])] == [
        {"cake-0", "crate-0-2"}, set(), {"circle-0-1"}]
    panels = ring_pieces(after.panels, frozenset({"cake-0", "circle-0-1"}))
    framed = [part.id for panel in panels for part in panel.root.walk()
              if any(mark.attributes.get("stroke") == "var(--last)" for mark in part.marks)]
    assert framed == ["cake-0", "circle-0-1"]


def test_many_hexes_have_names_but_no_rings():
    scene = scene_of(Table(**select("P", "0,0,0,0,0,0")).play("use P"))
    assert len(scene.choices) == BOX.hexes and {choice.look for choice in scene.choices} == {""}
    names, costs = (next(part for part in scene.panels[0].root.walk() if part.kind == kind) for kind in ("names", "costs"))
    special = [hex for hex in range(BOX.hexes) if special_name(BOX, hex)]
    assert len(written(names)) + len(special) == len(costs.marks) == BOX.hexes


@pytest.mark.parametrize("pool", [select("T", tile="cross_2"), select("T", tile="one"), select("T", tile="cupx")],
                         ids=["cross out", "write", "cross out a cupcake"])
def test_names_of_hexes_cover_no_cupcake_and_no_crate(pool):
    scene = scene_of(Table(red="g3:1", **pool).play("use T"))
    names = next(part for part in scene.panels[0].root.walk() if part.kind == "names")
    written = {mark.text for mark in names.marks if mark.text}
    open_hexes = {choice.target.removeprefix("hex-") for choice in scene.choices if choice.target.startswith("hex-")}
    special = {hex_name(BOX, hex) for hex in range(BOX.hexes) if special_name(BOX, hex)}
    assert special & open_hexes and written == open_hexes - special
    framed = [mark for mark in names.marks if mark.attributes.get("fill") == "none"]
    assert len(framed) == len(special & open_hexes), "what can be chosen is marked all the same"
