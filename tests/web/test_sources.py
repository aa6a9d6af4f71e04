"""Styles, scripts and templates are written for people to read, and sent without what only people need."""

from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

import marbletop
from marbletop.web.render import templates
from marbletop.web.template_source import Compact

PACKAGE = Path(marbletop.__file__).parent
LONGEST = 128
SUFFIXES = {".html", ".css", ".js"}
WRITTEN = sorted(path for path in PACKAGE.rglob("*.*") if path.suffix in SUFFIXES and "vendor" not in path.parts)


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.name)
def test_lines_can_be_read(path):
    assert not [line for line in path.read_text(encoding="utf-8").splitlines() if len(line) > LONGEST]


def test_all_are_found():
    assert len(WRITTEN) > 40 and {path.suffix for path in WRITTEN} == SUFFIXES


@pytest.mark.parametrize("name", [name for name in templates.list_templates() if name.endswith(".html")])
def test_every_piece_is_a_template_of_its_own(name):
    assert templates.get_template(name).name == name


def sent(source, **others):
    return Environment(loader=DictLoader({"page": source, **others}), extensions=[Compact]).get_template("page").render(n=1)


@pytest.mark.parametrize(("source", "html"), [
    ("<b>\n  {{ n }}\n</b>\n", "<b>1</b>"),
    ("<i>a</i>\n  <i>b</i>", "<i>a</i><i>b</i>"),
    ('<i>a</i>\n  {{ " " }}\n  <i>b</i>', "<i>a</i> <i>b</i>"),
    ("<i>a</i> <i>b</i>", "<i>a</i> <i>b</i>"),
    ("one\n  two", "one two"),
    ('<a id="x"\n   href="y">', '<a id="x" href="y">'),
    ('<a id="x"{% if n %} class="z"{% endif %}\n   href="y">', '<a id="x" class="z" href="y">'),
    ("<b></b>\n\n  <div>\n    <p></p>\n  </div>", "<b></b>\n<div>\n<p></p></div>"),
    ("{% for m in (1, 2) %}\n  {{ m }}\n  {{ n }}\n{% endfor %}", "1121"),
    ("{{ n\n   + 1 }}", "2"),
    ('<pre>{{ "a\n  b" }}</pre>', "<pre>a\n  b</pre>"),
])
def test_indentation_is_not_sent(source, html):
    assert sent(source) == html


def test_what_is_included_stands_in_its_place():
    pieces = {"a": '<b>{{ n }}</b>\n{% include "b" %}\n', "b": "<i></i>\n"}
    assert sent('<p>\n  {% include "a" %}\n</p>', **pieces) == "<p><b>1</b><i></i></p>"
