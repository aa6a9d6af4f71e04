"""The boards: what the game's own file holds, boards of an owner, and files that are refused."""

import pytest

from marbletop.core.components import read_components
from marbletop.core.errors import BadComponents
from marbletop.core.match import Match
from marbletop.games.marabunta import GAME
from marbletop.games.marabunta.components import read_territory
from marbletop.games.marabunta.state import POWER_NAMES, REGION_LETTERS, WORD
from tests.games.playing import laws, random_play

from .laws import hexes_of
from .table import Table, box_with

OWN = GAME.components().text


@pytest.fixture
def changed(tmp_path):
    """The game's file with a piece of text replaced."""
    def make(old, new, count=1):
        assert old in OWN
        path = tmp_path / "components.toml"
        path.write_text(OWN.replace(old, new, count))
        return read_components(path)
    return make


BETWEEN = {
    "symbol": "P- PG12 PB3 PY3 OS12 OB3 OY3 GS7 GB9 GY2 SB2 SY9",
    "plain": "PS7 PB7 PY5 OG7 OB7 OY5 GB9 GY11 SB9 SY11 BY2",
}


@pytest.mark.parametrize("side", ["symbol", "plain"])
def test_the_reconstructed_territory(side):                         # [MA-26, MA-35]
    territory = read_territory(GAME.components(), side)
    assert len(territory.cells) == 84 and [territory.regions.count(region) for region in range(6)] == [14] * 6
    assert [territory.fragment_count(region) for region in range(6)] == ([1] * 6 if side == "symbol" else [1, 1, 1, 1, 4, 1])
    for special in (territory.cupcakes, territory.crates):
        assert [sum(territory.regions[h] == region for h in special) for region in range(6)] == [2] * 6
    special = set(territory.cupcakes) | set(territory.crates)
    assert len(special) == 24 and not any(set(territory.beside[h]) & special for h in special)
    borders = {}
    for h in range(84):
        for m in territory.beside[h]:
            if territory.regions[h] < territory.regions[m]:
                pair = REGION_LETTERS[territory.regions[h]] + REGION_LETTERS[territory.regions[m]]
                borders[pair] = borders.get(pair, 0) + 1
    assert borders == {word[:2]: int(word[2:]) for word in BETWEEN[side].split() if word[2:]}


def test_the_half_turn_keeps_the_boards_up_to_colours():            # [MA-26]
    for side, swap in (("symbol", "OPSGYB"), ("plain", "OPSGBY")):
        territory = read_territory(GAME.components(), side)
        turned = [83 - h for h in range(84)]                        # (q, r) -> (11 - q, 1 - r) runs the hexes backwards
        assert [REGION_LETTERS[territory.regions[turned[h]]] for h in range(84)] == [swap[r] for r in territory.regions]
        for special in (territory.cupcakes, territory.crates):
            assert sorted(turned[h] for h in special) == special
        assert all(sorted(turned[m] for m in territory.beside[h]) == sorted(territory.beside[turned[h]]) for h in range(84))


def test_the_player_boards():                                       # [MA-1, MA-2, MA-36, MA-38]
    symbol, plain = box_with(), box_with(player_boards="plain")
    assert [POWER_NAMES[power] for power in symbol.group_power[:5]] == [
        "zero_free", "two_adjacent", "cupcakes_2", "three_free", "points_3"]
    assert [POWER_NAMES[power] for power in plain.group_power[:5]] == [
        "points_2", "cross_2", "leaves_2", "ones_triangle", "points_3"]
    for box in (symbol, plain):
        assert box.group_size[:5] == (2, 2, 3, 4, 4) and box.space_points[:10] == (0, 1, 1, 1, 2, 2, 2, 2, 3, 3)
        assert (box.anthills, box.spaces, box.track, box.printed, box.blank) == (2, 10, 25, (2, 2), 6)
    assert not GAME.components().printed


def test_a_board_of_an_owner_with_holes_and_96_hexes(changed):      # [MA-26]
    rows = '\n'.join(f'  "{row}",' for row in (
        "BBBBBBOOOOOOO.", "BBBGBBOSSOOOO.", "BBBGGSSSSSOOOO", "PPGGGGSSSSOO.O", "PPGGGGGSSYYYYY", "PPPGGPYYSYYY.Y",
        "PPPPPPYYYYYYYY"))
    old = OWN[OWN.index("rows = [") + 8:OWN.index("]\ncupcakes")]
    components = changed(old, f"\n{rows}\n")
    box = box_with(components)
    assert box.hexes == 94 and box.neighbours[93][0] == 0
    state = GAME.blank(2, GAME.read_options({}), [1, 0])
    GAME.setup(state, box)
    from marbletop.core.chance import luck
    for now, legal, _ in random_play(GAME, state, box, luck(1)):
        laws(GAME)(now, box)
        assert legal[-1] < 87 + 94
        text = GAME.notation.write_position(now, box)
        assert GAME.notation.read_position(text, box).marks == now.marks


def test_values_of_an_owner_are_played_with(changed):               # [MA-2, MA-36, MA-52, MA-56]
    components = changed("anthills = 2", "anthills = 5")
    assert Match(GAME, components=components, seed=1).state.anthills == [5, 5]
    components = changed("blank = 6", "blank = 2")
    table = Table(components=components, circles="10,00,00,00,00,00", phase="select", pool="P", dice="flag,0,0,0,0,0")
    assert table.play("use P").state.trigger == 0
    components = changed("printed_red = 2", "printed_red = 4")
    table = Table(components=components, red="a4:1", phase="ended", end="R,region", check_laws=False)
    assert table.outcome.points == (4.0, 0.0)


def test_crossable_neighbours_are_those_of_the_region_only_by_option():     # [MA-69]
    both, one = box_with(), box_with(cross_two_regions=False)
    assert both.crossable == both.neighbours
    for h in range(84):
        assert hexes_of(one.crossable[h]) == {m for m in hexes_of(one.neighbours[h]) if one.region_of[m] == one.region_of[h]}


def test_words_hold_48_hexes_each():                                # [MA-26]
    box = box_with()
    assert box.region_hexes[6] == ((1 << WORD) - 1, (1 << 84 - WORD) - 1)


@pytest.mark.parametrize(("old", "new", "key", "why"), [
    ('"BBBBBBOOOOOO",', '"BBBBBBOOOOO",', "territory.symbol.rows", "row 2 has 12 columns, the first has 11"),
    ('"BBBBBBOOOOOO",', '"BBBBBBOOOOOX",', "territory.symbol.rows", "row 1 has 'X'"),
    ('"PPPPPPPBBBSS",', '"PPPPPPPBBBSS", "PPPPPPPBBBSS", "PPPPPPPBBBSS",', "territory.plain.rows", "108 hexes; at most 96"),
    ('cupcakes = ["a5", ', 'cupcakes = ["a8", ', "territory.symbol.cupcakes", "no hex 'a8'"),
    ('cupcakes = ["a5", ', 'cupcakes = ["b1", ', "territory.symbol.cupcakes", "b1 is named twice"),
    ('crates = ["a3", ', 'crates = ["a5", ', "territory.symbol.crates", "a5 has a cupcake already"),
    ('fragmented = "B"', 'fragmented = "Z"', "territory.plain.fragmented", "letters of regions"),
    ('fragmented = "B"', '', "territory.plain.fragmented", "is missing"),
    ('cupcake_row = [0, 1,', 'cupcake_row = [0, 10,', "player_board.symbol.cupcake_row", "from 0 to 9, not 10"),
    ('cupcake_row = [0, 1, 1, 1, 2, 2, 2, 2, 3, 3]', 'cupcake_row = []', "player_board.symbol.cupcake_row", "1 to 16 numbers"),
    ('anthills = 2', 'anthills = -1', "player_board.symbol.anthills", "whole number from 0 to 9"),
    ('anthills = 2', 'anthills = true', "player_board.symbol.anthills", "whole number from 0 to 9"),
    ('power = "cupcakes_2"', 'power = "cupcakes_3"', "player_board.symbol.group[2].power", "must be one of zero_free"),
    ('crates = 3', 'crates = 9', "player_board.symbol.group[2].crates", "from 1 to 8, not 9"),
    ('blank = 6', 'blank = 0', "leaf.blank", "from 1 to 9"),
    ('score_track = 25', 'score_track = "long"', "player_board.symbol.score_track", "whole number"),
])
def test_a_wrong_file_is_refused_with_key_and_line(changed, old, new, key, why):
    components = changed(old, new)
    with pytest.raises(BadComponents) as refused:
        box_with(components)
    told = str(refused.value)
    assert key in told and why in told
    assert new == "" or "(line " in told
    if new and "\n" not in new and "rows" not in key:
        line = int(told.split("(line ")[1].split(")")[0])
        assert new.split(" = ")[0] in components.text.splitlines()[line - 1]


def test_a_region_without_a_hex_and_a_board_without_groups_are_refused(changed):
    rows = OWN[OWN.index("rows = ["):OWN.index("cupcakes")]
    with pytest.raises(BadComponents, match=r"yellow region \(Y\) has no hex"):
        box_with(changed(rows, rows.replace("Y", "P")))
    groups = OWN[OWN.index("[[player_board.symbol.group]]"):OWN.index("[player_board.plain]")]
    with pytest.raises(BadComponents, match=r"player_board\.symbol\.group"):
        box_with(changed(groups, "group = []\n"))
    with pytest.raises(BadComponents, match="at least one hex must have a cupcake"):
        box_with(changed(OWN[OWN.index("cupcakes = ["):OWN.index("crates = [")], "cupcakes = []\n"))


def test_a_region_in_parts_that_is_not_meant_is_told(changed):      # [MA-35]
    with pytest.warns(UserWarning, match="blue region lies in 4 parts"):
        box_with(changed('fragmented = "B"', 'fragmented = ""'))
