"""Component files: what is wrong with one is told with key and line."""

import pickle
import time

import pytest

from marbletop.core.components import check_known_keys, components_from, line_of, read_components
from marbletop.core.errors import BadComponents, BadOption
from marbletop.words import use_language

BOX = """\
[meta]
name = "mine"       # a comment
printed = true

[cards]
blue = { 2 = 6, 3 = 6 }
green = [1,
         2]
red = 1

[[card]]
pattern = "A"
count = 1

[[card]]
count = 2

[setup.deep]
value = 3
"""


@pytest.mark.parametrize(("key", "line"), [
    ("meta", 1), ("meta.printed", 3), ("cards", 5), ("cards.blue", 6), ("cards.blue.3", 6), ("cards.red", 9),
    ("card[0].count", 13),
    ("card[1]", 15), ("card[1].count", 16), ("card[1].pattern", 15), ("setup.deep.value", 19),
    ("nothing", 0), ("cards.green", 7),
])
def test_lines_of_keys(key, line):
    assert line_of(BOX, key) == line


def test_a_file_is_named_in_a_refusal(tmp_path):
    path = tmp_path / "box.toml"
    path.write_text(BOX)
    components = read_components(path)
    assert components.about["name"] == "mine" and components.about["printed"] is True
    assert str(components.refuse("cards.red", "too few")) == "Component file 'mine', cards.red (line 9): too few"
    assert read_components(path) is components, "read once"
    path.write_text(BOX.replace("mine", "ours"))
    assert read_components(path).digest != components.digest


@pytest.mark.parametrize(("text", "told"), [
    ("x = ]\n", "line 1"), ("x = 1", r"\[meta\]"), ("[meta]\nname = 3\nprinted = true", "name"),
    ("[meta]\nname = 'x'", "printed"),
    ("meta = 3", "meta"),
])
def test_a_file_that_is_no_box(tmp_path, text, told):
    path = tmp_path / "box.toml"
    path.write_text(text)
    with pytest.raises(BadComponents, match=told):
        read_components(path)
    with pytest.raises(BadComponents, match="No such file"):
        read_components(tmp_path / "missing.toml")
    path.write_bytes(b"\xff")
    with pytest.raises(BadComponents, match="decode"):
        read_components(path)


@pytest.mark.parametrize(("text", "told"), [
    ("x = 1\na = ?", "cannot be read: .*line 2"), ("a = " + "[" * 20_000, "cannot be read"),
    ("a = " + "9" * 5000, "cannot be read"),
    ("[meta]\nprinted = true\nname = ''", r"meta.name \(line 3\)"),
    (f"[meta]\nprinted = true\nname = '{'x' * 81}'", r"meta.name \(line 3\)"), ("x = 1", r"needs a \[meta\]")])
def test_the_text_of_a_stranger_is_refused_with_its_line(text, told):
    with pytest.raises(BadComponents, match=told):
        components_from(text)


def test_what_is_said_of_a_wrong_value_is_short():
    components = components_from("[meta]\nname = 'mine'\nprinted = true\n")
    assert len(str(components.refuse("cards", "x" * 10_000))) < 400
    assert len(str(components.refuse("x" * 10_000, "there is no such key"))) < 400


@pytest.mark.parametrize(("old", "new", "told"), [
    ("[cards]", "[card_s]", r"card_s \(line 5\): there is no such table; the tables are meta, cards, card, setup\."),
    ("red = 1", "rot = 1", r"cards.rot \(line 9\): there is no such key; the keys of cards are blue, green, red\."),
    ("\ncount = 2", "\ncuont = 2", r"card\[1\].cuont \(line 16\): .* the keys of card are pattern, count\."),
    ("value = 3", "valve = 3", r"setup.deep.valve \(line 19\): .* the keys of setup.deep are value\."),
    ("printed = true", "printed = true\nedition = 2", r"meta.edition \(line 4\): .* meta are name, printed, note\."),
    ("printed = true", "printed = true\n\"\\u001b[2J\" = 2", r"'meta.\\x1b\[2J'.*: there is no such key"),
])
def test_a_mistyped_key_is_refused_with_those_that_there_are(old, new, told):
    with pytest.raises(BadComponents, match=told):
        check_known_keys(components_from(BOX.replace(old, new, 1)), components_from(BOX))


def test_keys_that_a_file_may_leave_out_and_tables_by_number_are_known():
    own = components_from(BOX)
    check_known_keys(components_from(BOX.replace("2 = 6, 3 = 6", "2 = 6, 7 = 6")), own)
    check_known_keys(components_from(BOX.replace("red = 1", "")), own)
    more = components_from(BOX.replace("printed = true", "printed = true\nnote = 'x'\ncustom = true"))
    check_known_keys(more, own, ["meta.custom"])
    with pytest.raises(BadComponents, match="custom"):
        check_known_keys(more, own)


@pytest.mark.parametrize("line", ["[" + " " * 400_000, "[[" + " " * 400_000, "a" * 400_000, " " * 400_000 + "=",
                                  "a" + " " * 400_000])
def test_the_line_of_a_key_is_found_in_linear_time(line):
    begun = time.process_time()
    assert line_of(f'{line}\n[meta]\nname = "x"\n', "meta.name") == 3
    assert time.process_time() - begun < 1


@pytest.mark.parametrize("text", ["a." * 20_000 + "a = 1", "[" + "a." * 20_000 + "a]", "x = { " + "a." * 20_000 + "a = 1 }"])
def test_keys_of_very_many_parts_are_refused_at_once(text):
    begun = time.process_time()
    with pytest.raises(BadComponents, match="line 2: a key has at most"):
        components_from(f"# a comment with many dots {'.' * 500} is none\n{text}")
    assert time.process_time() - begun < 1


def test_an_error_from_another_process_is_said_in_the_language_of_this_one():
    sent = pickle.dumps(BadOption("There is no game called {name!r}. Choose one of these: {games}.", "cap", name="chess",
                                  games="none"))
    with use_language("de"):
        error = pickle.loads(sent)
    assert str(error).startswith("Ein Spiel 'chess' gibt es nicht") and error.option == "cap" and isinstance(error, BadOption)
