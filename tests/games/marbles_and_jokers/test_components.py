"""The component file: another board can be entered, and a wrong one is refused with key and line."""

import pytest

from marbletop.core.errors import BadComponents
from marbletop.core.match import Match
from marbletop.games.marbles_and_jokers import GAME

from .positions import box_for, places, results

OWN = GAME.components().text


def changed(tmp_path, old, new, times=1):
    """The game's own file with something replaced."""
    assert old in OWN
    path = tmp_path / "board.toml"
    path.write_text(OWN.replace(old, new, times))
    return GAME.components(path)


@pytest.mark.parametrize(("seats", "length", "starts", "homes"), [
    (2, 72, [8, 44], [3, 39]), (3, 72, [8, 26, 44], [3, 21, 39]), (4, 72, [8, 26, 44, 62], [3, 21, 39, 57]),
    (6, 108, [8, 26, 44, 62, 80, 98], [3, 21, 39, 57, 75, 93]),
    (8, 144, [8, 26, 44, 62, 80, 98, 116, 134], [3, 21, 39, 57, 75, 93, 111, 129])])
def test_the_board(seats, length, starts, homes):
    box = box_for(seats)
    assert box.length == length and list(box.home[:seats]) == homes
    assert [box.space[seat][box.start] for seat in range(seats)] == starts
    for seat in range(seats):
        assert box.space[seat][length] == homes[seat] and box.space[seat][length + 1] == -1 == box.space[seat][0]
        assert all(box.place[seat][box.space[seat][place]] == place for place in range(1, length + 1))


def test_bare_connectors_make_shorter_tracks():
    bare = GAME.components(GAME.folder / "boards" / "bare_connectors.toml")
    assert [box_for(seats, bare).length for seats in (2, 3, 4)] == [36, 54, 72]
    match = Match(GAME, 2, seed=1, components=bare)
    while not match.over:
        match.play(match.legal[match.state.step % len(match.legal)])


def test_a_board_of_twelve(tmp_path):
    components = changed(tmp_path, "spaces = 18          # track", "spaces = 12          # track")
    box = box_for(4, components)
    assert box.length == 48 and list(box.home[:4]) == [3, 15, 27, 39]
    assert results("p0: 1", "4", components=components) == places("h2")


def test_other_cards(tmp_path):
    components = changed(tmp_path, "K = 13", "K = -3")
    assert results("p0: 20", "K", components=components) == places("17", "8 20")
    components = changed(tmp_path, 'split_forward = ["7"]', 'split_forward = ["7", "5"]')
    assert results("p0: 20 30", "5", components=components) == places(
        "25 30", "20 35", "21 34", "22 33", "23 32", "24 31")


def test_other_teams(tmp_path):
    components = changed(tmp_path, "teams = [[0, 2], [1, 3]]", "teams = [[0, 2], [1], [3]]")
    match = Match(GAME, 4, components=components)
    assert match.state.side[:4] == [0, 1, 0, 2] and match.box.team_size[:4] == (2, 1, 2, 1)


@pytest.mark.parametrize(("old", "new", "key", "line"), [
    ("format = 1", "format = 2", "format", 3),
    ("spaces = 18          # track", "spaces = 3          # track", "section.spaces", 11),
    ("start = 8", "start = 18", "section.start", 14),
    ("home = 3", "home = 8", "section.home", 12),
    ("line = 3", "line = 2", "section.line", 13),
    ("line = 3", "line = 8", "section.line", 13),
    ("lane = 5", "lane = 4", "section.lane", 15),
    ("marbles = 5", 'marbles = "5"', "section.marbles", 16),
    ("spaces = 18          # 0", "spaces = -1          # 0", "adapter.spaces", 19),
    ("A = 1", "A = 0", "cards.steps.A", 22),
    ("A = 1,", "", "cards.steps", 22),
    ("A = 1", "A = 14", "cards.steps.A", 22),
    ('exit = ["A"', 'exit = ["Z"', "cards.exit", 23),
    ('split_forward = ["7"]', 'split_forward = ["10"]', "cards.split_forward", 24),
    ('split_both_ways = ["9"]', 'split_both_ways = ["8"]', "cards.split_both_ways", 25),
    ("count = 4", "count = 5", "players[2].count", 42),
    ("count = 3", "count = 4", "players[1].layout", 36),
    ('layout = ["board", "board", "board", "board"]', 'layout = ["board", "board", "board"]', "players[2].layout", 43),
    ("teams = [[0, 2], [1, 3]]", "teams = [[0, 2], [1]]", "players[2].teams", 44),
    ("teams = [[0, 2, 4, 6], [1, 3, 5, 7]]", "teams = [[0, 1, 2, 3, 4], [5, 6, 7]]", "players[4].teams", 58),
    ("decks = 2            #", "decks = 0            #", "players[0].decks", 31),
    ("jokers = 2           #", "jokers = 17           #", "players[0].jokers", 32)])
@pytest.mark.filterwarnings("ignore:Marbles")
def test_bad_files_are_refused(tmp_path, old, new, key, line):
    with pytest.raises(BadComponents, match=r"must|needed|already|at most|does not") as error:
        box_for(4, changed(tmp_path, old, new))
    assert f", {key} (line {line})" in str(error.value), str(error.value)


def test_a_track_that_is_too_short_or_too_long(tmp_path):
    with pytest.raises(BadComponents, match=r"players\[2\].layout .* track of 320"):
        box_for(4, changed(tmp_path, "spaces = 18          # track", "spaces = 80          # track"))
    with pytest.raises(BadComponents, match="track of 20"):
        box_for(2, GAME.components(changed_twice(tmp_path)))


def changed_twice(tmp_path):
    path = tmp_path / "short.toml"
    path.write_text(OWN.replace("spaces = 18          # track", "spaces = 10          # track").replace(
        "spaces = 18          # 0", "spaces = 0          # 0"))
    return path


def test_the_longest_back_stretch(tmp_path):
    path = tmp_path / "start.toml"
    path.write_text(OWN.replace("spaces = 18          # track", "spaces = 24          # track")
                    .replace("start = 8", "start = 23").replace("home = 3", "home = 0").replace("line = 3", "line = 0")
                    .replace("spaces = 18          # 0", "spaces = 0          # 0"))
    with pytest.warns(UserWarning, match="shortcut"):
        assert box_for(2, GAME.components(path)).start == 23


def test_hands_of_more_than_half_the_deck(tmp_path):
    components = changed(tmp_path, "decks = 4", "decks = 1")
    with pytest.raises(BadComponents, match="more than half"):
        box_for(8, components)


def test_a_missing_player_count(tmp_path):
    components = changed(tmp_path, "count = 8", "count = 7")
    with pytest.raises(BadComponents, match=r"players\[4\].count"):
        box_for(4, components)


def test_warnings(tmp_path):
    with pytest.warns(UserWarning, match="shortcut"):
        box_for(4, changed(tmp_path, "start = 8", "start = 12"))
    with pytest.warns(UserWarning, match="neighbouring"):
        box_for(4, changed(tmp_path, "teams = [[0, 2], [1, 3]]", "teams = [[0, 1], [2, 3]]"))
