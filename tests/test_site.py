"""The documentation site: built without a warning, complete, and readable from disk without a network."""

import re
from urllib.parse import unquote

import pytest

import marbletop
from scripts.site import ROOT, api_reference, build, figures

KINDS = ("players", "python", "designers", "researchers", "contributors")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    pytest.importorskip("zensical")
    folder = tmp_path_factory.mktemp("docs") / "site"
    build(folder)
    return folder


def test_every_page_is_built(site):
    for page in [*(path.stem for path in (ROOT / "docs").glob("*.md")), "api", "figures"]:
        assert (site / f"{page}.html").exists(), page
    assert "connect_four" in (site / "python.html").read_text(encoding="utf-8")


def test_links_lead_somewhere_on_the_disk(site):
    for page in site.glob("*.html"):
        if page.name == "404.html":                         # is served for addresses of any depth
            continue
        for target in re.findall(r'(?:href|src|srcset)="([^"#?]+)', page.read_text(encoding="utf-8")):
            if not re.match(r"[a-z]+:", target):
                assert (page.parent / unquote(target)).exists(), f"{page.name}: {target}"


def test_nothing_is_loaded_from_elsewhere(site):
    for page in site.glob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert not re.findall(r'(?:src|srcset)="(?:https?:)?//[^"]*|<link[^>]+href="(?:https?:)?//[^"]*', text), page.name


def test_the_reference_has_every_public_name_with_its_docstring():
    text = api_reference()
    for name in marbletop.__all__:
        assert f"\n## {name}\n" in text
    assert "class" not in text.split("## Match\n")[1].split("\n")[2] and "`hint(" in text and "IllegalAction" in text


def test_figures_come_from_the_results():
    text = figures()
    assert "| Connect Four | 2 | greedy | uniform |" in text and "95 % interval" in text


def test_there_is_a_page_for_every_kind_of_reader():
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    for kind in KINDS:
        assert f"]({kind}.md)" in index and (ROOT / "docs" / f"{kind}.md").exists()
    assert f"version: {marbletop.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
