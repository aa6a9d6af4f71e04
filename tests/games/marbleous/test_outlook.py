"""What choices promise is what the rules then do: marbles that land, are lost or have run out, and sets that pop."""

import random

import pytest

from marbletop.core.match import Match
from marbletop.drawing.plain import scene_of
from marbletop.drawing.targets import halo, is_round
from marbletop.games.marbleous import GAME
from marbletop.games.marbleous.names import card_columns
from marbletop.games.marbleous.outlook import find_drop, outlook_of, outlook_of_card, slide_words
from marbletop.games.marbleous.state import BONUS, PLACE, POP, ROWS, SET_COLOUR, TOKEN_COLOUR
from marbletop.games.marbleous.tray_pictures import BELOW, draw_arrow, draw_hopper, draw_tokens

from .tables import before_popping, notes_of, table, trays_leaving

PREVIEWED = (PLACE, BONUS, POP, SET_COLOUR, TOKEN_COLOUR)


def choice_for(match, text):
    """The choice of the scene for an action in notation."""
    action = match.legal[match.legal_texts.index(text)]
    scene = scene_of(GAME, match.view(match.player), match.box, match.names)
    return next(choice for choice in scene.choices if choice.action == action)


def check_outlook(match, action):
    """Play an action and compare what happened with what the outlook said."""
    phase, outlook = match.state.phase, outlook_of(match.view(match.player), match.box, action)
    display = [[*column] for column in match.state.display]
    match.play(action)
    lost = [(column, colour) for _, _, colour, column in notes_of(match, "lost")]
    assert lost == outlook.lost
    if phase == PLACE and match.state.phase == BONUS:
        return
    popped = [(colour, many) for _, _, colour, many, _ in notes_of(match, "popped")]
    assert popped == [(pop.colour, len(pop.cells)) for pop in outlook.pops]
    taken = [match.box.value[kind] for _, _, _, _, kind in notes_of(match, "points")]
    if "face down" not in outlook.words:
        assert sum(taken) == sum(pop.points for pop in outlook.pops)
    if match.seats > 1:                     # alone a token makes more cards slide
        assert all(match.state.display[column][now] == display[column][before]
                   for column, before, now in outlook.slides if before < ROWS)
    free = notes_of(match, "free marble")
    assert bool(free) == ("free" in outlook.words and "choose a free" not in outlook.words)


@pytest.mark.parametrize("options", [{}, {"advanced": True}, {"white_rule": "pair", "empty_spot": "next_lower"}])
def test_what_an_outlook_says_happens(options):
    seen = 0
    for seed in range(12):
        match = Match(GAME, 1 + seed % 4, seed=seed, **options)
        chooser = random.Random(seed)
        while not match.over:
            action = chooser.choice(match.legal)
            if match.state.phase in PREVIEWED:
                check_outlook(match, action)
                seen += 1
            else:
                match.play(action)
    assert seen > 200


@pytest.mark.parametrize(("tray", "said", "slides"), [
    ("BBB|P|||", "The cards above slide down: the next set of 3 blue brings 3 points.", [(0, 1, 0), (0, 2, 1), (0, ROWS, 2)]),
    ("YYYY|P|||", "The cards above slide down: the next set of 4 yellow brings 4 points.", [(1, 2, 1), (1, ROWS, 2)]),
    ("RRRRR|P|||", "", [(2, ROWS, 2)])])
def test_a_choice_tells_which_point_card_slides_down(tray, said, slides):      # [MB-42]
    match = before_popping(tray)
    choice = choice_for(match, "pass")
    assert choice.how == said
    assert outlook_of(match.view(0), match.box, choice.action).slides == slides
    last = match.view(0)
    last.stack = 0
    assert slide_words(last, match.box, 0, 0) == "", "nobody can take the next one"


def test_a_point_card_to_choose_shows_what_slides():                   # [MB-42, MB-56]
    match = table(phase="point-column", options={"advanced": True}, card="PPB@1", pool="-,BW,YRP", pops=2, used_columns="B",
                  beside="YYY", trays="||||,||W||", tokens="-,-", stars="1@1,0@2")
    choice = choice_for(match, "red")
    assert choice.how == "The cards above slide down: the next set of 3 red brings 3 points."
    assert [name for name, _ in choice.beside] == ["points"]
    assert outlook_of_card(match.view(0), match.box, 2).slides == [(2, 1, 0), (2, 2, 1), (2, ROWS, 2)]


@pytest.mark.parametrize(("display", "said"), [
    ("2b.3b.4b", "Pop 3 blue marbles at once to take this card: 2 points. Then the cards above slide down."),
    ("4o.-.-", "Pop 3 blue marbles at once to take this card: 4 points. Orange cards count just like blue ones. "
               "They only come later.")])
def test_a_point_card_says_how_cards_slide_and_what_orange_means(display, said):
    match = table(display=f"{display},2b.3b.4b,2b.3b.4b,2b.3b.4b")
    assert GAME.board.meaning_of(match.view(0), match.box, ["pc-0-0-1", "pt-0-0"]) == said


def test_a_card_on_top_says_that_it_will_slide():
    match = table()
    assert GAME.board.meaning_of(match.view(0), match.box, ["pt-1-2"]).endswith("It slides down when a card below it is taken.")


@pytest.mark.parametrize(("column", "columns"), [(0, (3, 4)), (1, (0, 4)), (2, (0, 1))])
def test_arrows_show_where_a_waiting_card_can_go(column, columns):
    match = Match(GAME, 2, seed=1)
    while match.state.phase != PLACE:
        match.play(match.legal[0])
    drawn = {mark.markup for mark in draw_hopper(int(match.state.hand), 0, column)}
    arrows = {other: draw_arrow(other, -1 if other < column else 1) for other in range(5)}
    assert card_columns(find_drop(int(match.state.hand), 0))[2:], "three marbles side by side"
    assert {other for other, marks in arrows.items() if {mark.markup for mark in marks} <= drawn} == set(columns)


def test_a_card_whose_colour_has_run_out_says_so():                 # [MB-16]
    match = table(4, trays=trays_leaving({"W": 2, "Y": 2, "R": 1}), pool="BBY,YRP,RBR", tokens="-,-,-,-")
    assert choice_for(match, "take 1").consequence.startswith("Blue has run out: you get white instead.")
    match = table(4, trays=trays_leaving({"Y": 2, "R": 2}), pool="BBY,YRP,RBR", tokens="-,-,-,-")
    assert choice_for(match, "take 1").consequence == "Blue and white have run out: you choose another colour."
    match = table(4, trays=trays_leaving({"R": 3}), pool="BBY,YRP,RBR", tokens="-,-,-,-")
    said = choice_for(match, "take 1").consequence
    assert said.startswith("Blue and white have run out: you get red instead. Yellow and white have run out")


def test_a_token_whose_colour_has_run_out_says_so():                # [MB-24]
    match = table(4, trays=trays_leaving({"W": 2, "Y": 2}), phase="bonus", card="PPB@1", pool="-,BW,YRP", tokens="B,-,-,-")
    choice = choice_for(match, "bonus B a")
    assert choice.label == "Blue token for a marble in column A"
    assert choice.consequence.startswith("Blue has run out: you get white instead.")


def test_an_emptied_tray_brings_what_the_supply_still_has():       # [MB-45]
    match = before_popping("BBB||||")
    assert choice_for(match, "pass").consequence.endswith("That empties your tray: you get a free white marble.")
    match = table(4, trays=trays_leaving({"R": 1}, own="BBB||||"), phase="bonus", card="PPB@1", pool="-,BW,YRP",
                  tokens="B,-,-,-")
    assert choice_for(match, "pass").consequence.endswith("That empties your tray: you choose a free marble.")


def test_a_white_set_says_which_card_it_brings():                   # [MB-36, MB-56]
    match = before_popping("WWW||||", display="2b.3b.4b,4b.3b.4b,3b.3b.4b,2b.2b.4b")
    match.play("pass")
    assert match.state.phase == SET_COLOUR
    choice = choice_for(match, "yellow")
    assert choice.label == "Count the white set as yellow"
    assert choice.consequence.startswith("Pops 3 white as yellow for 4 points.")


def test_a_white_set_promises_no_card_of_a_column_that_is_barred():     # [MB-56, MB-57]
    match = before_popping("BBB||WWW||", options={"advanced": True})
    match.play("pass")
    match.play("pop a1")
    assert match.state.phase == SET_COLOUR and match.state.columns_used == 1
    said = choice_for(match, "blue").consequence
    assert said.startswith("Pops 3 white as blue for a card of your choice in row 3 and a star.")


def test_sets_that_could_be_mixed_up_are_told_apart():
    match = before_popping("BBB|R|BBB||")
    match.play("pass")
    scene = scene_of(GAME, match.view(0), match.box, match.names)
    assert [choice.label for choice in scene.choices] == ["Pop 3 blue in column A", "Pop 3 blue in column C"]
    match = before_popping("BRB|BYB|BRB||")
    match.play("pass")
    scene = scene_of(GAME, match.view(0), match.box, match.names)
    assert [choice.label for choice in scene.choices] == [
        "Pop 3 blue in columns A, B and C, at the bottom", "Pop 3 blue in columns A, B and C, third from the bottom"]
    match = before_popping("BBB|R|YYY||")
    match.play("pass")
    scene = scene_of(GAME, match.view(0), match.box, match.names)
    assert [choice.label for choice in scene.choices] == ["Pop 3 blue", "Pop 3 yellow"]


def test_a_pop_with_a_white_marble_says_which_set_it_joins():       # [MB-31, MB-34]
    match = before_popping("YY|W|R||")
    choice = choice_for(match, "pass")
    assert choice.consequence.startswith("Pops 3 yellow (1 of them white) for ")
    assert choice.how == "White counts as any colour, but for one set only."
    match = before_popping("YYY||||")
    choice = choice_for(match, "pass")
    assert choice.consequence.startswith("Pops 3 yellow for ") and choice.how == ""


def test_who_gets_a_white_marble_is_said_before_two_sets_are_made():
    match = before_popping("BB|W|YY||")
    assert "or 3 yellow. White goes with the set that pops first." in choice_for(match, "pass").consequence


def test_a_card_that_is_turned_stands_over_the_middle():
    match = table(phase="place", card="BBY@1", hand="BBY", pool="-,BW,YRP")
    proposed = [choice for choice in scene_of(GAME, match.view(0), match.box, match.names).choices if choice.proposed]
    assert [(choice.group, choice.target) for choice in proposed] == [
        ("turn-0", "col-1"), ("turn-1", "col-2"), ("turn-2", "col-1"), ("turn-3", "col-2")]


def test_a_card_stands_where_it_brings_most_at_first():
    match = table(phase="place", card="BBY@1", hand="BBY", pool="-,BW,YRP", trays="||||BY,||W||")
    choices = scene_of(GAME, match.view(0), match.box, match.names).choices
    best = max(choices, key=lambda choice: choice.proposed)
    assert best.consequence.startswith("Pops 3 blue for ") and best.group == "turn-0"
    assert len([choice for choice in choices if choice.proposed]) == 4, "one for each way to turn it"
    assert "Nothing pops here." in {choice.consequence for choice in choices}


@pytest.mark.parametrize(("tray", "action", "said"), [
    ("RRR||||", "bonus B d", "The token changes nothing about what pops: 3 red for 2 points."),
    ("RRR||||", "bonus R a", "Pops 4 red for 3 points and a random bonus token. Without the token: 3 red for 2 points."),
    ("RRR||BBB||", "bonus Y e", "The token changes nothing about what pops. You choose what pops first"),
    ("RR||||", "bonus R a", "Pops 3 red for 2 points."), ("RR||||", "bonus B a", "Nothing pops here."),
    ("RR||||", "pass", "Nothing pops.")])
def test_a_token_is_told_by_what_it_changes(tray, action, said):
    assert choice_for(before_popping(tray, tokens="BYR"), action).consequence.startswith(said)


def test_the_line_round_a_token_leaves_out_how_many_there_are():
    single, many = (next(part for part in draw_tokens(0, BELOW, tokens, 0, 0, 0).walk() if part.id == "tok-0-blue-0")
                    for tokens in (1, 2))
    assert is_round(single) and not is_round(many) and halo(many, "movable")[0].tag == "path"


def test_equal_tokens_that_lie_over_each_other_have_their_number():
    def written(*tokens):
        return [mark.text for part in draw_tokens(0, BELOW, *tokens).walk() for mark in part.marks if mark.tag == "text"]
    assert written(2, 0, 1, 3) == ["2", "3"] and written(1, 1, 1, 1) == []
