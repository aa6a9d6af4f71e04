"""The scene of Marabunta: what is drawn, named and offered."""

from marbletop.core.match import Match
from marbletop.drawing.scene import BOARD, FACTS, HAND, OTHER
from marbletop.games.marabunta import GAME
from marbletop.games.marabunta.rules import score
from marbletop.games.marabunta.state import REGION_LETTERS, REGION_NAMES

from .table import Table
from .test_rules import CRATE_DIE, select


def scene_of(table, viewer=None):
    view = GAME.view(table.state, table.box, table.state.player if viewer is None else viewer)
    return GAME.board.scene(view, table.box, ("Ann", "Bo"))


def by_label(scene):
    return {choice.label: choice for choice in scene.choices}


def test_panels_for_each_viewer():
    table = Table(**select("P"))
    for viewer, roles in ((0, (HAND, OTHER)), (1, (OTHER, HAND)), (-1, (OTHER, OTHER))):
        panels = [(panel.role, panel.seat) for panel in scene_of(table, viewer).panels]
        assert panels == [(BOARD, -1), (roles[0], 0), (roles[1], 1), (FACTS, -1)]


def test_the_split_is_a_subset_of_seven():
    match = Match(GAME, seed=1)
    scene = GAME.board.scene(match.view(match.player), match.box)
    assert not scene.choices and [id for id, _ in scene.subset.items] == [*(f"die-{die}" for die in range(6)), "tile"]
    assert len(scene.subset.action_of) == 126 and set(scene.subset.action_of.values()) == set(range(63))
    assert scene.subset.action_of[40] == scene.subset.action_of[127 - 40] == 39
    assert all(scene.part(id) for id, _ in scene.subset.items)
    other = GAME.board.scene(match.view(1 - match.player), match.box)
    assert other.subset is None and not other.choices


def test_both_pools_tell_what_can_be_used():
    match = Match(GAME, seed=1, first_player="red")
    match.play("split POG")
    scene = GAME.board.scene(match.view(1), match.box)
    assert [choice.target for choice in scene.choices] == ["tray-0", "tray-1"]
    assert all("now; Red colony" in choice.consequence for choice in scene.choices)


def test_elements_tell_where_they_could_go():
    table = Table(red="g3:0", anthills="1,2", **select("BT", "0,0,0,0,3,0", tile="one"))
    choices = by_label(scene_of(table))
    assert choices["Blue die: 3"].consequence == (
        "Writes a 3 in the blue region: 1 hex next to you, 13 more with an anthill.")
    assert choices["Blue die: 3"].target == "die-4" and choices["Tile: a 1"].target == "tile"
    assert choices["Stop here"].consequence == "Leaves blue and tile unused."


def test_hexes_that_cost_an_anthill_are_marked():
    table = Table(red="g3:0", anthills="1,2", **select("B", "0,0,0,0,3,0")).play("use B")
    scene = scene_of(table)
    choices = by_label(scene)
    assert choices["f2"].look == "legal" and choices["a1"].look == "cost"
    assert choices["f1"].consequence == "Writes a 3, spends an anthill. Cupcake, +0. Blue region 3 to 0."
    assert choices["f2"].target == "hex-f2" and choices["f2"].ghost
    costs, = [part for part in scene.panels[0].root.walk() if part.kind == "costs"]
    assert len(costs.marks) == sum(choice.look == "cost" for choice in scene.choices) > 0
    spectator = scene_of(table, -1)
    assert not spectator.choices
    assert not [part for part in spectator.panels[0].root.walk() if part.kind == "costs"]


def test_regions_are_told_by_pattern_and_letter():
    scene = scene_of(Table(**select("P")))
    for region, name in ((0, "a4"), (1, "g1"), (2, "c4"), (3, "g3"), (4, "a1"), (5, "g6")):
        part = scene.part(f"hex-{name}")
        assert part.marks[0].attributes["fill"] == f"url(#rg-{REGION_NAMES[region]})"
        assert part.marks[1].text == REGION_LETTERS[region] and f"{REGION_NAMES[region]} region" in part.name
        assert scene.part(f"die-{region}").marks[0].attributes["fill"] == f"url(#rg-{REGION_NAMES[region]})"


def test_marks_are_named():
    scene = scene_of(Table(red="a1:2", blue="b1:0", crossed="c7", **select("P")))
    assert scene.part("hex-a1").name == "a1, blue region: Ann 2"
    assert scene.part("hex-b1").name == "b1, blue region, cupcake: Bo 0"
    assert scene.part("hex-c7").name == "c7, pink region, cupcake: crossed out"


def test_live_totals_and_score():                                   # [MA-55, MA-56]
    table = Table(red="a4:3", blue="b5:2", circles="12,00,00,00,00,00", points="4,1", **select("P"))
    scene = scene_of(table)
    assert scene.part("leaf-0").name == (
        "Pink region: 3 to 2, Ann leads for 3; leaf 3 to 4, 3 blank; 12 hexes open")
    assert scene.panels[-1].caption == "If it ended now: 7 to 1"
    assert scene.seats[0].facts[0] == "7 if it ended now" and score(table.state, table.box, 0) == 7
    assert ("Cupcake hexes left", "12 of 12") in scene.facts and ("Fullest leaf", "pink, 3 blank") in scene.facts
    assert ("Round", "1 of at most 19") in scene.facts


def test_the_last_round_is_announced():                             # [MA-50]
    scene = scene_of(Table(circles="00,00,00,00,00,42", end="B,leaf", **select("P")))
    assert scene.status.endswith("Last round, triggered by Bo.")


def test_crates_and_leaves_have_targets():
    table = Table(crates="10000,00000", **select("PT", CRATE_DIE, tile="leaves_2")).play("use P")
    choices = by_label(scene_of(table))
    assert choices["Group 1: a 0 anywhere"].consequence == "The last of its group: write a 0 anywhere."
    assert choices["Group 3: two cupcakes"].consequence == "2 more for it."
    assert choices["Group 1: a 0 anywhere"].target == "group-0-0"
    choices = by_label(scene_of(Table(circles="00,00,00,00,00,50", **select("T", tile="leaves_2")).play("use T")))
    assert choices["Yellow leaf"].consequence == "The region is then worth 8 to you. The leaf is full: triggers the end."
    assert choices["Pink leaf"].target == "leaf-0"


def test_a_power_can_be_declined_in_words():                        # [MA-41]
    table = Table(red="a1:1", crossed="a2 b1", anthills="1,2", crates="01000,00000", **select("P", CRATE_DIE))
    choice = by_label(scene_of(table.play("use P", "crate 2")))["Decline the power"]
    assert choice.action == 72 and choice.consequence == "Gives up a 2."


def test_crossing_out_says_what_is_lost():                          # [MA-39]
    choices = by_label(scene_of(Table(**select("T", tile="cross_2")).play("use T")))
    assert choices["Cross out a3"].consequence == "Closes its crate; nobody gets it." and choices["Cross out a3"].look == "hit"
    assert choices["Cross out a1"].consequence == "Closes a hex of the blue region."


def test_a_reconstructed_box_is_said_to_be_one():
    assert "reconstruction" in scene_of(Table(**select("P"))).remark


def test_a_scene_in_the_middle_of_a_move_can_be_drawn():
    """At every note the state is whole: log and animation draw it there."""
    import random

    from marbletop.core.notes import Listener
    from marbletop.drawing.svg import svg

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
