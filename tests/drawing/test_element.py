"""Text becomes markup in one place, and none of it can break out."""

import xml.etree.ElementTree as ET

import pytest

from marbletop.drawing.element import Markup, element, escape, short

HOSTILE = ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "' onload='alert(1)", "&lt;", "]]>",
           "a\x00b\x1b[31m\ud800", "var(--nothing)", "url(#nothing)", 'x" id="y', "[bold]x[/nothing]",
           "{{ x }}", "\u202eabc", "Ruth & Bo"]


@pytest.mark.parametrize("name", HOSTILE)
def test_text_is_escaped_in_content_and_attributes(name):
    made = element("p", {"title": name, "class": "x"}, name)
    read = ET.fromstring(made)
    assert list(read) == [] and set(read.attrib) == {"title", "class"}
    assert read.text == read.get("title")
    assert read.text.replace("\ufffd", "") == "".join(c for c in name if c >= " " and not "\ud800" <= c < "\ue000")


def test_exactly_what_means_something_to_xml_or_cannot_stand_in_it_is_escaped():
    changed = {one for one in map(chr, range(0x10400)) if escape(one) != one}
    unwritable = set(map(chr, [*range(32), *range(0xd800, 0xe000), 0xfffe, 0xffff])) - {*"\t\n\r"}
    assert changed == unwritable | {*"&<>'"} | {'"'}


def test_elements_nest_without_being_escaped_again():
    inner = element("b", {}, "a & b")
    assert element("p", {}, inner, " <", [element("br"), None, False, 3, 0.5]) == "<p><b>a &amp; b</b> &lt;<br/>30.5</p>"
    assert escape("<") == "&lt;" and Markup("<").__html__() == "<"


def test_what_a_template_made_is_markup():
    class Rendered:
        def __html__(self):
            return "<i>x</i>"
    assert element("p", {}, Rendered()) == "<p><i>x</i></p>"


def test_attributes_that_are_none_or_false_are_left_out():
    assert element("input", {"disabled": True, "checked": False, "value": None, "size": 3}) == '<input disabled="" size="3"/>'


def test_only_elements_that_never_have_content_are_written_short():
    assert element("div") == "<div></div>" and element("use", {"href": "#x"}) == '<use href="#x"/>'


@pytest.mark.parametrize("name", ["style", "STYLE", "onclick", "a b", "", "x>", "1a", "a\n"])
def test_inline_style_script_and_broken_names_are_refused(name):
    with pytest.raises(ValueError, match="presentation attributes"):
        element("p", {name: "x"})


def test_what_is_no_content_is_refused():
    with pytest.raises(TypeError, match="cannot stand in an element"):
        element("p", {}, object())


def test_numbers_are_short():
    assert [short(n) for n in (1, 1.0, 1.5, 1.25, 1 / 3, -0.001, 100, 1000.10)] == \
        ["1", "1", "1.5", "1.25", "0.33", "0", "100", "1000.1"]
