"""The scene: what is drawn, what can be pressed, and what the choices say."""

from marbletop.drawing.outline import outline
from marbletop.drawing.svg import svg
from marbletop.games.marble_machine import GAME
from marbletop.games.marble_machine.names import column_name, drawn_name, row_number
from marbletop.games.marble_machine.state import SPACE_AT
from marbletop.words import You

from .tables import box_for, play, position

MACHINE = "board right@0,-2 jump@-2,0 fork3@1,1 solid_wall@3,-1; marbles 2@0,-1>1 1@1,0>4 3@-1,0>6 1=1 2=2"


def scene_of(text, seat=0, seats=2, actions=(), **options):
    state, box = position(text, seats, **options)
    play(state, box, *actions, speeds=[2])
    return GAME.board.scene(GAME.view(state, box, seat), box)


def test_parts_marbles_goals_and_piles_have_names():
    scene = scene_of(f"{MACHINE}; hands left+swap erase+right")
    names = [part.name for panel in scene.panels for part in panel.root.walk() if part.name]
    for name in ("Fork, on F6, pointing towards the lower right",
                 "Speed 2 marble, next to Home, towards 1, heading towards the top", "Separator 4", "Home",
                 "White circle, Red's goal", "Blue: 1 of 7 marbles", "Swap: two Parts swap places", "Erase: 3"):
        assert name in names, names
    assert scene.status == "Blue is choosing a tile or a marble."
    assert [seat.facts for seat in scene.seats] == [("black goals",), ("white goals",)]
    assert [seat.score for seat in scene.seats] == ["1", "1"]
    assert dict(scene.facts)["Marbles left"] == "9 of speed 1, 5 of speed 2, 4 of speed 3, 2 of speed 4"
    assert "Fork, on F6" in outline(scene)


def test_names_of_spaces_stand_on_the_board():
    """Every sentence that names a space by letter and number means one that is drawn so."""
    for radius in (4, 5, 6, 7):
        box = box_for(radius=radius)
        assert len({drawn_name(radius, space) for space in range(box.edge)}) == box.edge
        state, _ = position("hands left+swap erase+right", radius=radius)
        panel = GAME.board.scene(GAME.view(state, box, 0), box).panels[0]
        letters = [mark.text for mark in panel.root.marks if mark.attributes.get("class") == "place-name"]
        assert letters == [column_name(radius, column) for column in range(1 - radius, radius)]
        for space in range(1, box.edge):
            part = next(part for part in panel.root.walk() if part.id == f"sp-{space}")
            assert [mark.text for mark in part.marks[1:]] == [str(row_number(radius, space))]
    assert [drawn_name(5, SPACE_AT[cell]) for cell in ((-4, 0), (4, -4), (0, -4), (0, 4), (2, 1))] == [
        "A1", "I1", "E1", "E9", "G6"]


def test_the_tiles_that_can_be_traded_in_are_named():                               # [MM-5]
    names = [You("Ruth"), "Bo"]
    for hand, status in (("swap+left", "Trade in Swap for another tile, or keep your two tiles."),
                         ("swap+erase", "Trade in Erase or Swap for another tile, or keep your two tiles."),
                         ("left+push", "Neither of your tiles can be traded in. Keep them.")):
        state, box = position(f"trade player=0; hands {hand} left+right")
        assert GAME.board.scene(GAME.view(state, box, 0), box, names).status == status
        assert GAME.board.scene(GAME.view(state, box, 1), box, ["Ruth", You("Bo")]).status == "Ruth may trade in a tile."


def test_only_the_owner_sees_a_hand():                                               # [MM-15]
    text = f"{MACHINE}; hands left+swap erase+right"
    assert {panel.role for panel in scene_of(text, -1).panels} == {"board", "other", "facts"}
    assert "Swap: two" not in svg(scene_of(text, 1)) and "Swap: two" in svg(scene_of(text, 0))


def test_choices_say_what_they_do():
    scene = scene_of(f"{MACHINE}; hands left+swap erase+right")
    said = {choice.label: choice.consequence for choice in scene.choices}
    assert said["Play a marble"] == (
        "The others run now, your new one when the next marble is played. "
        "Then you play once more.")
    assert said["Play Swap"] == "Two Parts swap places."
    assert all(choice.leads_on == choice.label.startswith("Play S") for choice in scene.choices if "Left" not in choice.label)
    scene = scene_of(f"{MACHINE}; hands reverse+swap erase+right", actions=["reverse"])
    said = {choice.label: choice.consequence for choice in scene.choices}
    under, free = "Place it next to Home, towards 1 (E4)", "Place it 4 steps from Home towards 3 (I5)"
    assert said[under] == "It goes under a marble and acts on it at once. Changes the next run of one marble."
    assert said[free] == ""
    looks = {choice.label: choice.look for choice in scene.choices}
    assert looks[under] == "hit" and looks[free] == "legal"


def test_directions_can_be_pressed_round_the_space():                                # [MM-20, MM-26]
    scene = scene_of(f"{MACHINE}; hands left+swap erase+right", actions=["marble"])
    assert [choice.target for choice in scene.choices] == [f"dir-{d}" for d in range(1, 7)]
    assert scene.choices[0].consequence == "When the next marble is played, this one runs to E3."
    assert all(len(choice.ghost) == 3 for choice in scene.choices)
    other = scene_of(f"{MACHINE}; hands left+swap erase+right", seat=1, actions=["marble"])
    assert not other.choices and other.part("dir-1") is None
    scene = scene_of(f"{MACHINE}; hands push+swap erase+right", actions=["push", "at 0,-1"])
    said = {choice.label: choice.consequence for choice in scene.choices}
    assert said["Point Push on E4 towards 2"] == "Changes the next run of one marble."
    assert sum(choice.proposed for choice in scene.choices) == 1 and not any(choice.leads_on for choice in scene.choices)


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
