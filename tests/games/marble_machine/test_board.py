"""The scene: what is drawn, what can be pressed, and what the choices say."""

from marbletop.drawing.outline import outline
from marbletop.drawing.svg import svg
from marbletop.games.marble_machine import GAME

from .tables import play, position

MACHINE = "board right@0,-2 jump@-2,0 fork3@1,1 solid_wall@3,-1; marbles 2@0,-1>1 1@1,0>4 3@-1,0>6 1=1 2=2"


def scene_of(text, seat=0, seats=2, actions=(), **options):
    state, box = position(text, seats, **options)
    play(state, box, *actions, speeds=[2])
    return GAME.board.scene(GAME.view(state, box, seat), box)


def test_parts_marbles_goals_and_piles_have_names():
    scene = scene_of(f"{MACHINE}; hands left+swap erase+right")
    names = [part.name for panel in scene.panels for part in panel.root.walk() if part.name]
    for name in ("Fork on 1,1, turned to 3 (SE)", "Marble 1 on 0,-1, speed 2, heading 1 (N)", "Separator 4", "Home",
                 "Goal 2, white circle of Red", "Blue: 1 of 7 marbles", "Swap: two Parts change places", "Erase: 3"):
        assert name in names, names
    assert scene.status == "Blue to play a marble or a Machine Tile."
    assert [seat.facts for seat in scene.seats] == [("black goals", "2 tiles"), ("white goals", "2 tiles")]
    assert dict(scene.facts)["Marbles left, speed 1 to 4"] == "9 5 4 2"
    assert "Fork on 1,1" in outline(scene)


def test_only_the_owner_sees_a_hand():                                               # [MM-15]
    text = f"{MACHINE}; hands left+swap erase+right"
    assert {panel.role for panel in scene_of(text, -1).panels} == {"board", "other", "facts"}
    assert "Swap: two" not in svg(scene_of(text, 1)) and "Swap: two" in svg(scene_of(text, 0))


def test_choices_say_what_they_do():
    scene = scene_of(f"{MACHINE}; hands left+swap erase+right")
    said = {choice.label: choice.consequence for choice in scene.choices}
    assert said["Play a marble"] == "Draws one of 20 marbles; 3 on the board will move."
    assert said["Play Swap"] == "Two Parts change places."
    scene = scene_of(f"{MACHINE}; hands reverse+swap erase+right", actions=["reverse"])
    said = {choice.label: choice.consequence for choice in scene.choices}
    assert said["On 0,-1"] == "Marble 1 is turned round by Reverse. Changes the way of marble 1."
    assert said["On 4,0"] == ""
    looks = {choice.label: choice.look for choice in scene.choices}
    assert looks["On 0,-1"] == "hit" and looks["On 4,0"] == "legal"


def test_directions_can_be_pressed_round_the_space():                                # [MM-20, MM-26]
    scene = scene_of(f"{MACHINE}; hands left+swap erase+right", actions=["marble"])
    assert [choice.target for choice in scene.choices] == [f"dir-{d}" for d in range(1, 7)]
    assert scene.choices[0].consequence == "In the phase after this one it comes to 0,-2."
    assert all(len(choice.ghost) == 2 for choice in scene.choices)
    other = scene_of(f"{MACHINE}; hands left+swap erase+right", seat=1, actions=["marble"])
    assert not other.choices and other.part("dir-1") is None
    scene = scene_of(f"{MACHINE}; hands push+swap erase+right", actions=["push", "at 0,-1"])
    said = {choice.label: choice.consequence for choice in scene.choices}
    assert said["Turn to 2 (NE)"].startswith("Marble 1 comes to Push. Marble 1 slides to 1,-2.")


def test_marbles_on_one_space_lie_beside_each_other():                               # [MM-22]
    scene = scene_of("marbles 1@0,-1>1 2@0,-1>2 3@0,-1>3; hands left+swap erase+right")
    places = {scene.part(f"m-{m}").at for m in range(3)}
    assert len(places) == 3


def test_teams_and_the_end():                                                        # [MM-53, MM-67]
    scene = scene_of("hands - - - -", seats=4, teams=True)
    assert scene.seats[0].facts == ("black goals", "0 tiles", "with Yellow")
    six = " ".join(["1=1"] * 6)
    state, box = position(f"marbles {six} 2@1,-4>1; hands - - - -", seats=4, teams=True)
    play(state, box, "marble", "aim 1", dice=[2])
    assert GAME.board.scene(GAME.view(state, box, 0), box).status == "Blue and Yellow have won."


def test_every_radius_and_seat_count_can_be_drawn():                                 # [MM-1]
    for radius in (4, 5, 6, 7):
        for seats in (2, 3, 4, 5, 6):
            state, box = position(f"marbles 1@home>1; hands{' left' * min(seats, 3)}{' -' * (seats - min(seats, 3))}",
                                  seats, radius=radius)
            assert "<svg" in svg(GAME.board.scene(GAME.view(state, box, 0), box))
