"""Star tokens, and the free choice of a column from the second pop on."""

import pytest

from marbletop.core.match import Match
from marbletop.games.marbleous import GAME
from marbletop.games.marbleous.state import POINT_COLUMN

from .tables import before_popping, notes_of, table, tray_of

BLUE, YELLOW, RED, PURPLE, WHITE = range(5)
ADVANCED = {"advanced": True}


def popping(tray, **words):
    words.setdefault("options", ADVANCED)
    match = before_popping(tray, **words)
    match.play("pass")
    return match


def test_two_sets_of_one_colour():                                  # X-15 [MB-54 to MB-57]
    match = popping("BBB|R|BBB||", display="2b.4b.3b,3b.3b.4b,4b.3b.4b,2b.2b.4b")
    match.play("pop a1")
    assert match.state.points[0] == 2, "the first pop is scored as in the base game"
    assert match.state.phase == POINT_COLUMN and match.legal_texts == ["yellow", "red", "purple"]
    assert "MB-56" in match.why_not(69)
    assert match.state.stars[0] == 1 and match.state.star_supply == 11
    assert tray_of(match) == "|R|||", "the marbles have fallen before the card is chosen"
    assert match.state.beside == [3, 0, 0, 0, 0], "and stand beside the tray"
    match.play("red")
    assert match.state.points[0] == 6 and match.player == 1 and match.state.supply[BLUE] == 11


def test_the_limit_starts_anew_each_turn():                         # [MB-57]
    match = popping("BBB|R|BBB||")
    match.play("pop a1")
    assert match.state.columns_used == 1
    match.play("red")
    assert match.state.columns_used == 0 and match.state.pops == 0


def test_each_barred_column_names_its_rule():                       # [MB-56]
    for colour, letter in enumerate("BYRP"):
        other = "P" if letter != "P" else "R"
        match = popping(f"{letter * 3}|{other}|{letter * 3}||")
        match.play("pop a1")
        assert [action for action in range(69, 73) if "MB-56" in (match.why_not(action) or "")] == [69 + colour]


def test_the_own_column_is_one_of_them():                           # [MB-56]
    match = popping("YBBBY|Y|||")
    assert match.legal_texts == ["yellow", "red", "purple"] and notes_of(match, "star") == [("star", 0)]
    match.play("yellow")
    assert notes_of(match, "points") == [("points", 0, YELLOW, 0, 0)]


def test_the_row_is_that_of_the_set():                              # [MB-56, MB-41]
    match = popping("BBBYY|YP|Y||")
    match.play("purple")
    assert notes_of(match, "points") == [("points", 0, PURPLE, 1, 1)] and sum(match.state.tokens[0]) == 2


def test_with_one_column_it_is_taken_with_none_there_is_no_card():  # [MB-56, MB-41, MB-42]
    used_up = {"blue": "-", "orange": "-"}
    match = popping("BBB|R|BBB||", display="2b.3b.4b,-.-.-,-.-.-,5o.-.-", won="-,2bx5.3bx5.4bx5.4ox8.5ox7.6ox8", **used_up)
    match.play("pop a1")
    assert match.player == 1 and match.state.points[0] == 2 + 5
    match = popping("BBB|R|BBB||", display="2b.3b.4b,-.-.-,-.-.-,-.-.-", won="-,2bx5.3bx5.4bx5.4ox8.5ox8.6ox8", **used_up)
    match.play("pop a1")
    assert match.player == 1 and match.state.points[0] == 2 and notes_of(match, "no card") == [("no card", 0, 0)]


@pytest.mark.parametrize(("spot", "columns"), [("none", ["yellow", "red"]), ("next_lower", ["yellow", "red", "purple"])])
def test_an_empty_space_does_not_count_unless_the_card_below_does(spot, columns):       # [MB-56, MB-40]
    match = popping("BBBB|R|BBB||", display="2b.3b.4b,2b.3b.-,2b.3b.-,2b.-.-", blue="-", orange="-",
                    won="-,2bx2.3bx3.4bx5.4ox8.5ox8.6ox8", options={"advanced": True, "empty_spot": spot})
    match.play("pop c1")
    assert match.legal_texts == columns


def test_five_pops():                                               # X-25 [MB-54, MB-56, MB-41]
    match = before_popping("BBBBR||||", options=ADVANCED, pops=4, used_columns="BYRP", stars="1@1,0@2")
    match.play("pass")
    assert match.player == 1 and match.state.points[0] == 0 and sum(match.state.tokens[0]) == 2
    assert match.state.stars[0] == 1, "one star a turn, however many sets pop"
    match = before_popping("BBBBR||||", options={**ADVANCED, "tokens_without_card": False}, pops=4, used_columns="BYRP",
                           stars="1@1,0@2")
    match.play("pass")
    assert sum(match.state.tokens[0]) == 1


def test_star_supply():                                             # X-26 [MB-59]
    match = popping("BBB|R|BBB||", stars="5@1,7@2")
    match.play("pop a1")
    assert match.state.stars[0] == 5 and match.state.phase == POINT_COLUMN and not notes_of(match, "star")


def test_one_pop_earns_no_star():                                   # [MB-54]
    match = popping("BBB|R|||")
    assert match.state.stars[0] == 0 and match.player == 1


def test_an_emptied_tray_with_stars():                              # X-12 [MB-54]
    match = popping("YRRRY|Y|||")
    match.play("blue")
    assert match.state.stars[0] == 1 and tray_of(match) == "||W||"


def test_an_all_white_set_names_its_colour_from_the_second_pop_on():     # [MB-66]
    match = popping("BBB|R||WW|W")
    match.play("pop a1")
    assert match.legal_texts == ["blue", "yellow", "red", "purple"]
    match.play("blue")
    assert match.state.phase == POINT_COLUMN and match.legal_texts == ["yellow", "red", "purple"]


def test_stars_score_by_the_table_of_the_card(tmp_path):            # [MB-58, MB-48]
    match = table(options=ADVANCED, stars="3@1,5@2", trays="BYB||||,||||", tokens="-,-", won="4ox1,-", phase="over")
    assert match.outcome.points == (4 + 1 + 6, 15.0)
    lines = (GAME.folder / "components.toml").read_text().splitlines()
    third = [number for number, line in enumerate(lines) if line.startswith("  [0, 1, 3")][2]
    lines[third] = "  [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24],"
    path = tmp_path / "other.toml"
    path.write_text("\n".join(lines))
    match = Match(GAME, seats=4, advanced=True, components=path)
    seat = match.state.star_card.index(2)
    match.state.stars = [4] * 4
    match.state.over = 1
    assert [points - 1 for points in match.outcome.points] == [8.0 if s == seat else 10.0 for s in range(4)]


def test_base_game_has_no_stars():                                  # [MB-10, MB-54]
    match = before_popping("YRRRY|Y|||")
    match.play("pass")
    assert match.player == 1 and match.state.stars == [0] * 4 and not notes_of(match, "star")
