"""The scene: what is drawn, what can be pressed, and what the choices say."""

import itertools
import math
import re
from pathlib import Path

from marbletop.core.match import NoteRecorder
from marbletop.core.notes import Note
from marbletop.drawing import symbols
from marbletop.drawing.outline import outline
from marbletop.drawing.palette import SPEED_MARBLE
from marbletop.drawing.scene import draw_now
from marbletop.drawing.svg import svg
from marbletop.games.marble_machine import GAME
from marbletop.games.marble_machine.names import drawn_name, tile_name
from marbletop.games.marble_machine.panels import gain_texts, number_texts
from marbletop.games.marble_machine.pictures import BALL, SIZE
from marbletop.games.marble_machine.state import MARBLE, PLAYED_PART, SPACE_AT
from marbletop.games.marble_machine.story import explain_new
from marbletop.words import You

from .tables import Dice, box_for, play, position

MACHINE = "board right@0,-2 jump@-2,0 fork3@1,1 solid_wall@3,-1; marbles 2@0,-1>1 1@1,0>4 3@-1,0>6 1=1 2=2"


def scene_of(text, seat=0, seats=2, actions=(), **options):
    state, box = position(text, seats, **options)
    play(state, box, *actions, speeds=[2])
    return GAME.board.scene(GAME.view(state, box, seat), box)


def test_parts_marbles_goals_and_piles_have_names():
    scene = scene_of(f"{MACHINE}; hands left+swap erase+right")
    names = [part.name for panel in scene.panels for part in panel.root.walk() if part.name]
    for name in ("Fork, on F6, pointing towards the lower right",
                 "Speed 2 marble, on E4, heading towards the top", "Separator 4", "Home",
                 "White circle, Red's goal", "Blue: 1 of 7 marbles", "Swap: two tiles swap places", "Erase: 3",
                 "9 of speed 1"):
        assert name in names, names
    assert scene.status == "Blue is choosing a tile or a marble."
    assert [seat.facts for seat in scene.seats] == [("black goals",), ("white goals",)]
    assert [seat.score for seat in scene.seats] == ["1", "1"]
    assert dict(scene.facts)["Marbles left"] == "9 of speed 1, 5 of speed 2, 4 of speed 3, 2 of speed 4"
    assert "Fork, on F6" in outline(scene)


def test_owners_are_told_apart_without_colours():
    """By the pattern of their lines and the signs of their marbles."""
    for seats in (2, 3, 4, 6):
        goals = [part for part in scene_of("board left@1,-1", seats=seats).panels[0].root.walk() if part.kind == "goal"]
        lines = {(line.attributes["stroke"], line.attributes.get("stroke-dasharray"))
                 for goal in goals for line in goal.marks if "--ring-" in str(line.attributes.get("stroke"))}
        assert len(lines) == len({pattern for _, pattern in lines}) == seats


def test_rims_of_tiles_and_marbles_have_no_colour_of_a_seat():
    drawn = Path(symbols.__file__).with_name("icons.svg").read_text(encoding="utf-8")
    tiles = re.findall(r'<symbol id="part-.*?</symbol>', drawn, re.DOTALL)
    assert len(tiles) == 18 and set(re.findall(r"--(?:mb|ring)-\w+", "".join(tiles))) <= {f"--mb-{SPEED_MARBLE}"}


def test_names_of_spaces_stand_on_the_board():
    """Sentences call a space by what stands on it."""
    for radius in (4, 5, 6, 7):
        box = box_for(radius=radius)
        assert len({drawn_name(radius, space) for space in range(box.edge)}) == box.edge
        state, _ = position("hands left+swap erase+right", radius=radius)
        panel = GAME.board.scene(GAME.view(state, box, 0), box).panels[0]
        for space in range(1, box.edge):
            part = next(part for part in panel.root.walk() if part.id == f"sp-{space}")
            assert [mark.text for mark in part.marks[1:]] == [drawn_name(radius, space)]
    assert [drawn_name(5, SPACE_AT[cell]) for cell in ((-4, 0), (4, -4), (0, -4), (0, 4), (2, 1))] == [
        "A1", "I1", "E1", "E9", "G6"]


def test_the_tiles_that_can_be_traded_in_are_named():                               # [MM-5]
    names = [You("Ruth"), "Bo"]
    for hand, status in (("swap+left", "Your tiles: Left and Swap. Trade in Swap for another or keep both."),
                         ("swap+erase", "Your tiles: Erase and Swap. Trade in Erase or Swap for another or keep both."),
                         ("left+push", "Neither of your tiles can be traded in. Keep them.")):
        state, box = position(f"trade player=0; hands {hand} left+right")
        assert GAME.board.scene(GAME.view(state, box, 0), box, names).status == status
        assert GAME.board.scene(GAME.view(state, box, 1), box, ["Ruth", You("Bo")]).status == "Ruth may trade in a tile."


def test_only_the_owner_sees_a_hand():                                               # [MM-15]
    text = f"{MACHINE}; hands left+swap erase+right"
    assert {panel.role for panel in scene_of(text, -1).panels} == {"board", "other", "facts"}
    assert "Swap: two" not in svg(scene_of(text, 1)) and "Swap: two" in svg(scene_of(text, 0))


def test_a_part_on_the_board_says_what_it_does():
    state, box = position(f"{MACHINE}; hands left+swap erase+right")
    fork = next(space for space, part in enumerate(state.part) if part and tile_name(part) == "Fork")
    for id in (f"pt-{fork}", f"sp-{fork}"):
        said = GAME.board.meaning_of(GAME.view(state, box, 0), box, ["m-9", id])
        assert said == "Fork: a die picks the lower right or the bottom. It works for everybody."
    assert GAME.board.meaning_of(GAME.view(state, box, 0), box, [f"sp-{state.part.index(0)}", "bag"]) == ""


def test_a_tile_on_the_board_says_where_it_points():
    for written, said in (("push3", "Push: pushes a marble one space towards the lower right."),
                          ("redirect1", "Redirect: turns a marble towards the top."),
                          ("sort6", "Sort: a die picks the upper left or the upper right."),
                          ("divert_slow4", "Divert Slow: turns slow marbles (speed 1) towards the bottom."),
                          ("left", "Left: turns a marble slightly left (60°).")):
        state, box = position(f"board {written}@0,-1; hands left+swap erase+right")
        assert GAME.board.meaning_of(GAME.view(state, box, 0), box, ["pt-1"]) == f"{said} It works for everybody."


def test_choices_say_what_they_do():
    scene = scene_of(f"{MACHINE}; hands left+swap erase+right")
    said = {choice.label: choice.consequence for choice in scene.choices}
    assert said["Play a marble"] == (
        "You aim it, and the others run. A speed 3 marble will reach separator 6, where a die decides. "
        "After aiming you play once more.")
    assert said["Play Swap"] == "Two tiles swap places."
    assert all(choice.leads_on == choice.label.startswith("Play S") for choice in scene.choices if "Left" not in choice.label)
    scene = scene_of(f"{MACHINE}; hands reverse+swap erase+right", actions=["reverse"])
    said = {choice.label: choice.consequence for choice in scene.choices}
    under, free = "Place it on E4", "Place it on I5"
    assert said[under] == ("It goes under a marble and acts on it at once. "
                           "A speed 2 marble will reach separator 4 once 3 more marbles have been played.")
    assert said[free] == "The next run stays as it is. After that dice decide."
    looks = {choice.label: choice.look for choice in scene.choices}
    assert looks[under] == "hit" and looks[free] == "legal"


def test_directions_can_be_pressed_round_the_space():                                # [MM-20, MM-26]
    scene = scene_of(f"{MACHINE}; hands left+swap erase+right", actions=["marble"])
    assert [choice.target for choice in scene.choices] == [f"dir-{d}" for d in range(1, 7)]
    assert scene.choices[0].consequence == "If nothing changes, it reaches Blue's goal once 3 more marbles have been played."
    assert all(len(choice.ghost) == 3 for choice in scene.choices)
    other = scene_of(f"{MACHINE}; hands left+swap erase+right", seat=1, actions=["marble"])
    assert not other.choices and other.part("dir-1") is None
    scene = scene_of(f"{MACHINE}; hands push+swap erase+right", actions=["push", "at 0,-1"])
    said = {choice.label: choice.consequence for choice in scene.choices}
    assert said["Point Push on E4 towards the upper right"] == (
        "A speed 2 marble will reach Blue's goal once 2 more marbles have been played.")
    assert sum(choice.proposed for choice in scene.choices) == 1 and not any(choice.leads_on for choice in scene.choices)


def test_arrows_for_directions_leave_what_lies_beside_in_sight():
    scene = scene_of("board left@1,-1 left@0,-1; hands push+swap erase+right", actions=["push", "at 1,0"])
    board = scene.panels[0]
    discs = [part.at for part in board.root.walk() if part.id.startswith("pt-")]
    arrows = [corner for part in board.root.walk() if part.id.startswith("dir-") for corner in corners_of(part)]
    assert len(discs) == 2 and len(arrows) == 24
    assert min(math.dist(disc, corner) for disc in discs for corner in arrows) > 0.15 * SIZE, "no arrow reaches its sign"
    assert all(not mark.text for part in board.root.walk() if part.id.startswith("dir-") for mark in part.marks)


def test_a_direction_can_be_chosen_by_the_number_of_its_separator():
    scene = scene_of("board left@1,-1; hands push+swap erase+right", actions=["push", "at 1,0"])
    assert [choice.also for choice in scene.choices] == [(f"sep-{n}",) for n in range(1, 7)]


def corners_of(arrow):
    """The corners of an arrow on the board."""
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", arrow.marks[0].attributes["d"])]
    return [(arrow.at[0] + x, arrow.at[1] + y) for x, y in zip(numbers[::2], numbers[1::2])]


def chances_in(parts):
    """The labels with chances, as left, top, right and bottom."""
    rects = [part.marks[0].attributes for root in parts for part in root.walk() if part.kind == "chance"]
    return [(rect["x"], rect["y"], rect["x"] + rect["width"], rect["y"] + rect["height"]) for rect in rects]


def test_chances_never_cover_each_other_or_a_marble():
    text = ("board random_push@1,-1 fork1@0,-2 fork2@2,-2 sort2@0,-1 sort3@-1,0; "
            "marbles 3@home>1 2@home>2 4@home>2 3@home>6 1@2,-2>5; hands random+right left+right")
    scene = scene_of(text, actions=["random"])
    board = [scene.panels[0].root]
    assert len(chances_in(board)) > 1
    marbles = [(x - BALL / 2, y - BALL / 2, x + BALL / 2, y + BALL / 2)
               for x, y in (part.at for part in board[0].walk() if part.id.startswith("m-"))]
    for choice in scene.choices:
        found = chances_in([*board, *map(draw_now, choice.ghost)])
        assert not [pair for pair in itertools.combinations(found, 2) if overlap(*pair)], choice.label
        assert not [one for one in found for marble in marbles if overlap(one, marble)], choice.label


def overlap(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def tags_of(choice):
    """What the outlook says of a choice while it is considered, by side."""
    (name, drawn), = choice.beside
    assert name == "forecast"
    return [mark.text.replace("\N{MINUS SIGN}", "-") for part in draw_now(drawn).parts for mark in part.marks if mark.text]


def choice_called(scene, label):
    return next(choice for choice in scene.choices if choice.label == label)


def test_every_preview_says_what_it_changes_for_everybody():                         # [MM-27, MM-30 to MM-32]
    marble = "marbles 2@0,-3>1"                         # to separator 1, between a goal of Blue and one of Red
    scene = scene_of(f"{marble}; hands right+left erase+right", actions=["right"])
    assert tags_of(choice_called(scene, "Place it on E2")) == ["+½", "-½"]
    assert tags_of(choice_called(scene, "Place it on A1")) == ["±0", "±0"]
    scene = scene_of(f"{marble}; hands left+reverse erase+right", actions=["left"])
    assert tags_of(choice_called(scene, "Place it on E2")) == ["-½", "+½"]
    scene = scene_of(f"board right@0,-4; {marble}; hands erase+left left+right", actions=["erase"])
    assert tags_of(choice_called(scene, "Take Right off E1")) == ["-½", "+½"]
    scene = scene_of("hands left+swap erase+right", actions=["marble"])
    assert {tuple(tags_of(choice)) for choice in scene.choices} == {("+½", "+½")}


def test_both_ways_of_a_die_are_told_and_drawn():                                    # [MM-26]
    scene = scene_of("marbles 1@0,-1>1; hands sort+left erase+right", actions=["sort", "at 0,-3"])
    choice = choice_called(scene, "Sort on E2: towards the upper right or the bottom, by a die")
    assert choice.consequence == "A die picks Blue's goal or separator 4 for a speed 1 marble."
    assert sum(part.kind == "space" for part in choice.ghost) == 2, "both arrows are bright"
    (later,) = (part for ghost in choice.ghost for part in ghost.walk() if part.kind == "later")
    dashed = [mark for part in later.walk() for mark in part.marks
              if not (mark.attributes.get("stroke-dasharray") or "0.1").startswith("0.1")]
    assert len(dashed) == 2
    scene = scene_of("marbles 1@0,-3>1; hands sort+left erase+right", actions=["sort", "at 0,-3"])
    choice = choice_called(scene, "Sort on E2: towards the upper right or the bottom, by a die")
    assert choice.consequence == "A die picks Blue's goal or separator 4 for a speed 1 marble.", "the die is rolled at once"


def test_divert_slow_says_which_marbles_it_works_on():
    scene = scene_of("hands divert_slow+left erase+right", actions=["divert_slow"])
    assert scene.more.startswith("It stays there and works on speed 1 marbles only")


def test_a_tile_that_comes_under_marbles_says_that_it_acts_at_once():                # [MM-27]
    scene = scene_of("marbles 1@0,-1>1 2@0,-1>1; hands jump+left erase+right", actions=["jump"])
    assert "acts at once on marbles there" in scene.more
    told = choice_called(scene, "Place it on E4").consequence
    assert told.startswith("It goes under 2 marbles and sends them to E2 at once. ")
    assert "at once" not in scene_of("hands jump+left erase+right", actions=["jump"]).more
    assert "at once" not in scene_of("marbles 2@0,-1>1; hands divert_slow+left erase+right", actions=["divert_slow"]).more


def test_both_ways_of_a_die_end_with_the_same_marbles():                             # [MM-26]
    scene = scene_of("marbles 1@0,-2>1 2@0,-3>1 1@0,-4>1; hands sort+left erase+right", actions=["sort", "at 0,-4"])
    for choice in scene.choices:
        numbers = [part for ghost in choice.ghost for line in ghost.walk() if line.kind == "numbers" for part in line.parts]
        assert sorted(map(text_of, numbers)) == ["1", "1", "1", "1", "2", "2"], choice.label


def test_the_old_way_of_a_marble_that_is_stopped_stands_back():                      # [MM-45]
    scene = scene_of("marbles 1@0,-3>1; hands solid_wall+left erase+right", actions=["solid_wall"])
    for label, changes in (("Place it on E1", True), ("Place it on A1", False)):
        drawn = {part.kind for ghost in choice_called(scene, label).ghost for part in ghost.walk()}
        assert ("future changed" in drawn) == changes


def test_numbers_of_the_outlook_agree():
    assert number_texts([0.0, 0.25, 1.5, 2.0]) == ["0", "¼", "1½", "2"]
    assert gain_texts([0.75, 1.0], [1.25, 0.0]) == ["+½", "\N{MINUS SIGN}1"]
    assert number_texts([1 / 3, 0.75, 2.0]) == ["0.3", "0.8", "2"]
    assert gain_texts([1 / 3, 0.75], [2 / 3, 0.75]) == ["+0.4", "\N{PLUS-MINUS SIGN}0"], "from 0.3 to 0.7"


def test_a_count_that_dice_decide_about_does_not_look_certain():                       # [MM-51]
    def outlook(marbles):
        scene = scene_of(f"{marbles}; hands left+swap erase+right -", seats=3)
        panel = next(panel for panel in scene.panels if panel.name == "forecast")
        assert panel.title == "If all marbles ran out now"
        return [(text_of(part), part.name) for part in panel.root.parts]

    certain = [("2", "Blue: 2"), ("0", "Red: 0"), ("0", "Yellow: 0")]
    assert outlook("marbles 1=1 1@1,-4>1") == certain
    two_dice = [("≈1", "Blue: about 1 marbles"), ("0", "Red: 0"), ("≈1", "Yellow: about 1 marbles")]
    assert outlook("marbles 1@0,-4>1 1@0,-4>1") == two_dice, "each may have 0 or 2"


def test_the_head_of_the_page_promises_no_victory_at_the_quota():                     # [MM-60, MM-67]
    assert scene_of("hands left+swap erase+right -", seats=3).progress == "at 6: last run"


def test_what_lines_and_arrows_mean_is_said_where_they_are():
    aiming = scene_of("hands left+swap erase+right", actions=["marble"])
    assert aiming.more == "At a number, a die picks one of the two goals beside it. Tiles can bend the way."
    assert {choice.how for choice in aiming.choices} == {"Arrow: its next run. Dots: later runs."}
    assert scene_of("hands fork+left erase+right", actions=["fork", "at 0,-2"]).more.startswith("A die picks one of its two")
    assert scene_of("hands push+left erase+right", actions=["push", "at 0,-2"]).more == ""


def test_the_prompt_is_short_once_it_was_read():
    for played, said in ((0, "Play a tile or a new marble: every marble that reaches your goals"),
                         (1, "Play a tile or a marble for your goals (the black ones).")):
        state, box = position("marbles 1@home>1; hands left+push left+right")
        state.played[0] = played
        assert GAME.board.scene(GAME.view(state, box, 0), box, [You("Ruth"), "Bo"]).status.startswith(said)


def test_a_marble_leaves_the_tile_under_it_in_sight():
    scene = scene_of("board fork3@1,1; marbles 1@1,1>1 2@2,0>1; hands left+swap erase+right")
    on_tile, alone, tile = (scene.part(id) for id in ("m-0", "m-1", f"pt-{SPACE_AT[1, 1]}"))
    assert alone.at == scene.part(f"sp-{SPACE_AT[2, 0]}").at and alone.reach == BALL
    assert on_tile.reach < BALL and math.dist(on_tile.at, tile.at) > on_tile.reach, "what is drawn in its middle is free"
    assert math.dist(on_tile.at, tile.at) < 0.8 * SIZE


def test_a_tile_is_explained_when_its_kind_first_comes():
    fork, left = Note(PLAYED_PART, (1, 9, 3, 2)), Note(PLAYED_PART, (1, 1, 4, 0))
    assert explain_new([fork], [left]) == "Fork: a die picks one of its two arrows (60° apart)."
    assert explain_new([fork], [left, fork]) == "" == explain_new([], [])


def test_the_outlook_averages_the_dice_of_a_preview():                               # [MM-27, MM-51]
    scene = scene_of("marbles 1@1,-4>1; hands random+left erase+right", actions=["random"])
    on, off = choice_called(scene, "Place it on F1"), choice_called(scene, "Place it on A1")
    assert tags_of(off) == ["±0", "±0"] and tags_of(on)[0].startswith("-")
    scene = scene_of("marbles 1@0,-4>4; hands push+left erase+right", actions=["push", "at 0,-4"])
    assert tags_of(choice_called(scene, "Point Push on E1 towards the top")) == ["±0", "±0"], "still a die at a separator"


def test_what_was_chosen_first_is_marked():                                          # [MM-31, MM-32]
    def rings(scene):
        part = next(part for part in scene.panels[0].root.walk() if part.kind == "first-chosen")
        return [mark.attributes["href"] for mark in part.marks]

    text = "board left@0,-2 redirect1@0,2 push4@2,0; hands swap+move erase+right"
    assert not rings(scene_of(text, actions=["swap"]))
    for actions, status in ((["swap", "swap 0,-2"], "Tap the tile that swaps places with Left."),
                            (["move", "from 0,-2"], "Tap the new space for Left.")):
        state, box = position(text)
        play(state, box, *actions)
        scene = GAME.board.scene(GAME.view(state, box, 0), box, [You("Ruth"), "Bo"])
        assert rings(scene) == ["#st-chosen"] and scene.status == status


def test_parts_have_changed_places_while_they_are_turned():                          # [MM-32]
    text = "board left@0,-2 redirect1@0,2; hands swap+move erase+right"
    before, turning = scene_of(text), scene_of(text, actions=["swap", "swap 0,-2", "with 0,2"])
    names = [[scene.part(f"pt-{SPACE_AT[cell]}").name.partition(",")[0] for cell in ((0, -2), (0, 2))]
             for scene in (before, turning)]
    assert names == [["Left", "Redirect"], ["Redirect", "Left"]]
    assert sum(choice.proposed for choice in turning.choices) == 1


class Painter(NoteRecorder):
    """Draws the position at every note, as pages do while something moves."""

    def __init__(self, box):
        super().__init__()
        self.box, self.drawn = box, []

    def note(self, state, note):
        super().note(state, note)
        scene = GAME.board.scene(GAME.view(state, self.box, 0), self.box, moving=True)
        self.drawn.append([part.name for part in scene.panels[0].root.walk() if part.id.startswith("pt-")])


def test_a_swap_can_be_drawn_while_it_happens():                                     # [MM-32]
    state, box = position("board left@0,-2 redirect1@0,2; marbles 1@0,-2>1; hands swap+move erase+right")
    play(state, box, "swap", "swap 0,-2", "with 0,2")
    painter = Painter(box)
    state.listener, state.script = painter, Dice()
    GAME.play(state, box, next(one for one in GAME.legal_list(state, box)
                               if GAME.notation.write_action(state, box, one) == "turn 2"))
    assert painter.drawn[0] == ["Redirect, on E3, pointing towards the upper right", "Left, on E7"]


def test_names_of_spaces_stand_back_where_nobody_needs_them():
    text = f"{MACHINE}; hands push+swap erase+right"
    for actions, kind in (([], "machine"), (["push"], "machine clear-names"), (["push", "at 0,-1"], "machine no-names"),
                          (["marble"], "machine no-names")):
        assert scene_of(text, actions=actions).panels[0].root.kind == kind
        assert scene_of(text, seat=1, actions=actions).panels[0].root.kind == "machine", "who watches reads the log"


def test_before_the_game_there_are_only_tiles_to_press():                            # [MM-5]
    state, box = position("trade player=0; hands left+push left+right")
    scene = GAME.board.scene(GAME.view(state, box, 0), box)
    assert scene.part("tile-1-1") and scene.part("bag") is None and scene.missing == "Pick one to trade in"
    (keep,) = scene.choices
    assert (keep.label, keep.confirm) == ("Start with Left and Push", "Start")
    assert keep.alone == "Nothing to trade (only Erase, Move, Swap)."
    assert scene_of("hands left+push left+right").part("bag")


def test_who_goes_first_is_told():                                                   # [MM-3]
    for before, said in (("", "You go first. Play a tile"), ("marbles 1@home>1; ", "Play a tile")):
        state, box = position(f"{before}hands left+push left+right")
        assert GAME.board.scene(GAME.view(state, box, 0), box, [You("Ruth"), "Bo"]).status.startswith(said)


def test_marbles_on_one_space_lie_beside_each_other():                               # [MM-22]
    scene = scene_of("marbles 1@0,-1>1 2@0,-1>2 3@0,-1>3; hands left+swap erase+right")
    places = {scene.part(f"m-{m}").at for m in range(3)}
    assert len(places) == 3


def test_teams_and_the_end():                                                        # [MM-53, MM-67]
    scene = scene_of("hands - - - -", seats=4, teams=True)
    assert scene.seats[0].facts == ("black goals", "with Yellow")
    six = " ".join(["1=1"] * 6)
    state, box = position(f"marbles {six} 2@1,-4>1; hands - - - -", seats=4, teams=True)
    play(state, box, "marble", "aim 1", dice=[2])
    assert GAME.board.scene(GAME.view(state, box, 0), box).status == "Blue and Yellow win."


def test_every_radius_and_seat_count_can_be_drawn():                                 # [MM-1]
    for radius in (4, 5, 6, 7):
        for seats in (2, 3, 4, 5, 6):
            state, box = position(f"marbles 1@home>1; hands{' left' * min(seats, 3)}{' -' * (seats - min(seats, 3))}",
                                  seats, radius=radius)
            assert "<svg" in svg(GAME.board.scene(GAME.view(state, box, 0), box))


def marble_told(text, **options):
    """What is said of a new marble before it is played, and when it was the only choice."""
    state, box = position(text, **options)
    choice = next(choice for choice in GAME.board.scene(GAME.view(state, box, 0), box).choices if choice.action == MARBLE)
    return choice.consequence, choice.alone


def test_that_a_new_marble_is_aimed_is_said_before_it_is_played():                   # [MM-20, MM-23]
    running, still = "marbles 1@2,-2>2; hands left+left right+right", "hands left+left right+right"
    assert marble_told(running)[0].startswith("You aim it, and the others run; ")
    assert marble_told(running, aim="after")[0].startswith("The others run, then you aim it. ")
    assert marble_told(still)[0].startswith("You aim it. It waits at Home")


def test_a_marble_that_is_the_only_choice_says_why():                                # [MM-11]
    told = marble_told("hands erase+swap right+right")[1]
    assert told == "A marble is played for you: none of your tiles can be played now."


def test_runs_after_the_next_one_are_drawn_as_dots():
    def dotted(text):
        later = [part for part in scene_of(text).panels[0].root.walk() if part.kind == "later"]
        return sum(len(part.parts) for part in later)

    hands = "hands left+swap erase+right"
    assert dotted(f"marbles 1@home>1; {hands}") == 1
    assert dotted(f"marbles 1@home>1 2@0,-4>1; {hands}") == 1, "the second one has left after its next run"
    assert dotted(f"board random@0,-1; marbles 1@home>1; {hands}") == 0, "a die decides at once"


def lines_of(scene, kind):
    return [part for part in scene.panels[0].root.walk() if part.kind == kind]


def test_lines_of_several_marbles_end_with_their_speeds():
    several = "marbles 3@0,-1>2 1@1,1>4 1@-1,0>5"
    (numbers,) = lines_of(scene_of(several), "numbers")
    assert sorted(text_of(part) for part in numbers.parts) == ["1", "1", "3"]
    (numbers,) = lines_of(scene_of("marbles 3@0,-1>2"), "numbers")
    assert not numbers.parts, "one line belongs to the only marble there is"


def test_balls_that_reach_a_goal_next_are_full_and_larger():
    (numbers,) = lines_of(scene_of("marbles 2@1,-4>1 1@1,-2>1; hands left+swap erase+right"), "numbers")
    balls = {text_of(part): part for part in numbers.parts}
    assert balls["2"].kind == "next-ball" and balls["1"].kind == "later-ball"
    following, later = balls["2"].marks[0].attributes, balls["1"].marks[0].attributes
    assert float(following["r"]) > float(later["r"])
    assert "stroke-dasharray" in later and "stroke-dasharray" not in following


def text_of(part):
    return next(mark.text for mark in part.marks if mark.tag == "text")


def test_lines_of_marbles_with_one_speed_have_different_patterns():
    (paths,) = lines_of(scene_of("marbles 1@0,-1>2 1@1,1>4 1@-1,0>5 2@0,2>3"), "paths")
    looks = [tuple((mark.attributes.get("stroke-dasharray"), mark.attributes.get("stroke-width")) for mark in part.marks)
             for part in paths.parts]
    assert len(set(looks[:3])) == 3 and looks[3] == looks[0], "another speed needs no other pattern"


def test_what_is_pressed_is_explained():
    state, box = position("board fork3@1,1; marbles 1@1,-3>3 2@1,1>1 1@0,-1>1; hands left+swap erase+right")
    view = GAME.view(state, box, 0)

    def said(*ids):
        return GAME.board.meaning_of(view, box, ids)

    assert said("m-2", "sp-1") == ("Speed 1: 1 space per marble played. If nothing changes, it reaches separator 1 after 4 "
                                   "more.")
    on_a_tile = "Fork: a die picks the lower right or the bottom. On it: speed 2, in 3 runs at your goal."
    assert said("m-1", "pt-8", f"pt-{SPACE_AT[1, 1]}") == on_a_tile and len(on_a_tile) <= 100, "two lines of a phone"
    assert said("goal-1") == "This goal is yours: you get every marble that reaches it."
    assert "belongs to a rival" in said("goal-2") and "average" in said("expected-0") and "a die sends" in said("sep-1")
    assert said("next") == "" and said("pile-1").endswith(
        "the Final Phase begins: nobody plays, all marbles run out, then most wins.")


def test_a_new_marble_says_whom_the_others_run_to():
    def said(text, **options):
        scene = scene_of(f"{text}; hands left+swap erase+right", **options)
        return next(choice.consequence for choice in scene.choices if choice.label == "Play a marble")

    assert "A speed 1 marble will run into Blue's goal." in said("marbles 1@1,-4>1")
    assert "A speed 1 marble will reach separator 1, where a die decides." in said("marbles 1@0,-4>1")
    assert said("marbles 1@1,-4>1 1@1,-4>1").count("will run into") == 1, "the same is not told twice"
