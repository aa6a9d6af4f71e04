"""The component file and what is refused in it."""

import pytest

from marbletop.core.components import read_components
from marbletop.core.errors import BadComponents, BadOption
from marbletop.core.match import Match
from marbletop.games.marble_machine import GAME

OWN = (GAME.folder / "components.toml").read_text()


def change_file(tmp_path, old, new, count=1):
    """The game's own file with one thing changed, and the line of the change."""
    assert old in OWN
    path = tmp_path / "box.toml"
    path.write_text(OWN.replace(old, new, count))
    return read_components(path), OWN[:OWN.index(old)].count("\n") + 1


def box_of(components, seats=2, **options):
    return GAME.make_box(GAME.read_options(options), seats, components)


@pytest.mark.parametrize(("old", "new", "key", "says"), [
    ('separator_odd = "ccw"', 'separator_odd = "left"', "board.separator_odd", "ccw or cw"),
    ("count_by_speed = [11, 7, 5, 2]", "count_by_speed = [11, 7, 5]", "marbles.count_by_speed", "speed 1 to 4"),
    ("count_by_speed = [11, 7, 5, 2]", "count_by_speed = [12, 7, 5, 2]", "marbles.count_by_speed", "1 to 25"),
    ("count_by_speed = [11, 7, 5, 2]", "count_by_speed = [0, 0, 0, 0]", "marbles.count_by_speed", "1 to 25"),
    ("count_by_speed = [11, 7, 5, 2]", "count_by_speed = [11, 7, 5, -1]", "marbles.count_by_speed", "-1"),
    ("count_by_speed = [11, 7, 5, 2]", "count_by_speed = 25", "marbles.count_by_speed", "25 cannot be"),
    ('colour = "white"\nshape = "circle"', 'colour = "black"\nshape = "circle"', "goal[1].colour", "also the colour"),
    ('shape = "circle"', 'shape = "square"', "goal[1].shape", "also the shape"),
    ('shape = "circle"', 'shape = "star"', "goal[1].shape", "square or circle or triangle"),
    ("k = 2", "k = 3", "goal[1].k", "from 2 to 2"),
    ('p2 = "colour"', 'p2 = "size"', "ownership.p2", "colour or shape or goal"),
    ('p2 = "colour"', 'p2 = "shape"', "ownership.p2", "3 owners"),
    ("p2 = 7", "p2 = 0", "quota.p2", "from 1 to 25"),
    ("p2 = 7", "p2 = true", "quota.p2", "True cannot be"),
    ('code = "left"', 'code = "links"', "part[0].code", "left"),
    ('effect = "jump"', 'effect = "turn"', "part[6].effect", "it is jump"),
    ("count = 3\noriented = false", "count = -3\noriented = false", "part[0].count", "from 0 to 99"),
    ('oriented = true\neffect = "push"', 'oriented = false\neffect = "push"', "part[7].oriented", "must be true"),
    ("by = -1 ", "by = 7 ", "part[0].by", "from -5 to 5"),
    ("even_offset = 1 ", "even_offset = 6 ", "part[8].even_offset", "from 1 to 5"),
    ("even_offset = 2", "odd_offset = 2", "part[9].even_offset", "missing"),
    ("id = 17", "id = 16", "modifier[1].id", "from 17 to 17"),
])
def test_a_wrong_file_is_refused_with_key_and_line(tmp_path, old, new, key, says):
    components, line = change_file(tmp_path, old, new)
    with pytest.raises(BadComponents) as error:
        box_of(components)
    assert key in str(error.value) and says in str(error.value), error.value
    named = int(str(error.value).split("(line ")[1].split(")")[0])
    assert line - 6 <= named <= line + 2     # the line of the key, or of its table


def test_missing_tables_are_refused(tmp_path):
    components, _ = change_file(tmp_path, '[[modifier]]\nid = 18\ncode = "swap"\ncount = 2\n', "")
    with pytest.raises(BadComponents, match="3 tables"):
        box_of(components)


def test_there_must_be_fewer_parts_than_machine_spaces(tmp_path):                    # [MM-11]
    components, _ = change_file(tmp_path, "count = 3", "count = 12")     # 36 Parts in all
    assert box_of(components, radius=5).tiles[1] == 12
    with pytest.raises(BadComponents, match="too many: a board of radius 4 has 36 machine spaces"):
        box_of(components, radius=4)


def test_there_must_be_tiles_for_every_hand(tmp_path):                               # [MM-4]
    text = OWN
    for count in ("count = 3", "count = 2"):
        text = text.replace(count, "count = 0")
    path = tmp_path / "box.toml"
    path.write_text(text)
    with pytest.raises(BadComponents, match="too few"):
        box_of(read_components(path), 6)


def test_other_boxes_can_be_played(tmp_path):
    components, _ = change_file(tmp_path, "even_offset = 2", "even_offset = 3")
    assert box_of(components).even[10] == 3
    components, _ = change_file(tmp_path, "count_by_speed = [11, 7, 5, 2]", "count_by_speed = [3, 2, 1, 0]")
    match = Match(GAME, 3, components=components)
    while not match.over:
        match.play(match.legal[0])
    assert match.outcome.ending == "last marble played" and match.state.drawn == 6


@pytest.mark.parametrize(("name", "value"), [
    ("radius", 8), ("radius", 3), ("unused_goal", 0), ("unused_shape", "star"), ("quota", 26), ("trade_in", "twice"),
    ("aim", "never"), ("chain_limit", 9), ("final_phase_limit", 99), ("teams", 2)])
def test_options_have_ranges(name, value):                                           # [MM-1]
    with pytest.raises(BadOption, match=name):
        GAME.read_options({name: value})


def test_teams_need_four_or_six_players():                                           # [MM-1, MM-53]
    for seats, sides in ((2, [0, 1]), (3, [0, 1, 2]), (4, [0, 1, 0, 1]), (5, [0, 1, 2, 3, 4]), (6, [0, 1, 2, 0, 1, 2])):
        match = Match(GAME, seats, teams=True)
        assert match.state.side[:seats] == sides == list(match.box.side[:seats])
