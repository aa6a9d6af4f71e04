"""{% keep %}: the same values give the same piece, other values another, and nothing that is named can be forgotten."""

from dataclasses import dataclass

import pytest
from jinja2 import DictLoader, Environment

from marbletop.drawing.element import Rope
from marbletop.drawing.kept import Kept
from marbletop.web.template_keep import Blocks, Keep, piece, render_rope
from marbletop.words import use_language


@dataclass(frozen=True)
class Seat:
    name: str
    points: int


TEMPLATE = """{% for seat in seats %}{% keep %}<p>{{ seat.name }}{% if shown %} {{ greeting.words }}{% endif %}</p>
{% endkeep %}{% endfor %}{{ piece(board) }}"""


@pytest.fixture
def render():
    environment = Environment(loader=DictLoader({"page": TEMPLATE}), autoescape=True, extensions=[Keep])
    environment.globals["piece"] = piece
    template = environment.get_template("page")

    def rendered(**values):
        given = {"seats": [Seat("Ann", 1), Seat("<Bo>", 2)], "shown": False, "greeting": {"words": "hello"},
                 "board": Rope(["<g>"])}
        return render_rope(lambda: template.render(**{**given, **values}))
    return rendered


def ropes(page):
    return [one for one in page.pieces if isinstance(one, Rope)]


def test_it_is_rendered_and_escaped_as_ever(render):
    assert str(render(shown=True)) == "<p>Ann hello</p>\n<p>&lt;Bo&gt; hello</p>\n<g>"


def test_the_same_values_are_the_same_piece(render):
    board = Rope(["<g>"])
    one, other = render(board=board), render(board=board, seats=[Seat("Ann", 7), Seat("<Bo>", 2)])
    assert all(a is b for a, b in zip(ropes(one), ropes(other), strict=True)), "points are not named"
    assert ropes(one)[2] is board


@pytest.mark.parametrize("other", [{"seats": [Seat("Cat", 1)]}, {"shown": True}, {"shown": True, "greeting": {"words": "bye"}}])
def test_what_is_named_makes_another_piece(render, other):
    render(shown=True)
    assert ropes(render())[0] is not ropes(render(**other))[0]
    assert str(render(**other)) == str(render(**other))
    assert ("bye" in str(render(**other))) == ("greeting" in other)


def test_every_language_has_its_own(render):
    with use_language("de"):
        german = ropes(render())[0]
    assert german is not ropes(render())[0]


def test_what_cannot_be_a_key_is_rendered_every_time(render):
    assert str(render(shown=[1])) == str(render(shown=True))
    assert ropes(render(shown=[1]))[0] is not ropes(render(shown=[1]))[0]


def test_no_text_can_pass_for_a_piece(render):
    assert "\0" in str(render(seats=[Seat("\0", 1)]))


BLOCKS = """{% block seats %}{% for seat in seats %}<p>{{ seat.name }}</p>{% endfor %}{% endblock %}
<hr>
{% block greeting %}{% if shown %}{% set words = greeting.words %}<b>{{ words }}</b>{% endif %}{% endblock %}"""


@pytest.fixture
def blocks():
    pages = {"page": BLOCKS, "bad": "{% block one %}{% endblock %}{{ more }}"}
    environment = Environment(loader=DictLoader(pages), autoescape=True, extensions=[Keep])
    return Blocks(environment, "page")


def test_only_blocks_that_name_something_new_are_rendered_again(blocks):
    values = {"seats": (Seat("Ann", 1),), "shown": True, "greeting": {"words": "<hello>"}}
    one, other = blocks.rope(values), blocks.rope({**values, "seats": (Seat("Bo", 1),)})
    assert str(other) == "<p>Bo</p><hr><b>&lt;hello&gt;</b>"
    assert ropes(one)[1] is ropes(other)[1] and ropes(one)[0] is not ropes(other)[0]
    assert ropes(blocks.rope({**values, "greeting": {"words": "bye"}}))[1] is not ropes(one)[1]


def test_every_block_is_a_piece_even_if_it_is_empty(blocks):
    page = blocks.rope({"seats": (), "shown": False, "greeting": {"words": "hello"}})
    assert [str(one) for one in page.pieces] == ["", "<hr>", ""] and page.texts() == ["<hr>"]


class Unread:
    """Something that nobody may look at."""

    def __getattr__(self, name):
        raise AssertionError(name)


def test_what_a_block_would_name_is_not_read_while_its_condition_does_not_hold():
    names = "{{ who.name }}{{ who.age }}{{ who.town }}{{ who.home }}{{ who.work }}{{ who.mood }}"
    pages = {"page": "{% block talk %}{% if shown == YES and told %}" + names + "{% endif %}{% endblock %}"}
    blocks = Blocks(Environment(loader=DictLoader(pages), autoescape=True, extensions=[Keep]), "page")
    ann = {"name": "Ann", "age": 7, "town": "Ulm", "home": "", "work": "", "mood": ""}
    values = {"shown": 1, "YES": 1, "told": (1,), "who": ann}
    silent = [blocks.rope({**values, "who": Unread(), **other}) for other in ({"shown": 2}, {"told": ()}, {"told": []})]
    assert not any(map(str, silent)) and ropes(silent[0])[0] is ropes(silent[1])[0] is ropes(silent[2])[0]
    assert str(blocks.rope(values)) == "Ann7Ulm"
    assert str(blocks.rope({**values, "who": {**ann, "mood": "<glad>"}, "told": [1]})) == "Ann7Ulm&lt;glad&gt;"


def test_between_blocks_is_nothing_but_text(blocks):
    with pytest.raises(TypeError, match="between its blocks"):
        Blocks(blocks._template.environment, "bad")


def test_what_nobody_asks_for_is_forgotten():
    kept = Kept(3)
    for number in range(20):
        kept[number] = str(number)
        assert kept.get(0) == "0", "asked for again and again"
        assert len(kept.new) + len(kept._old) <= 6
    assert kept.get(1) is None and kept.get(19) == "19"
