"""The documentation speaks of what is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]


def excerpts():
    """Code blocks that name the file they are taken from."""
    for page in PAGES:
        for path, code in re.findall(r"```python\n# (\S+\.py)\n(.+?)```", page.read_text(), re.S):
            yield pytest.param(path, code, id=f"{page.name}:{path}:{code.strip().splitlines()[0][:40]}")


@pytest.mark.parametrize(("path", "code"), list(excerpts()))
def test_excerpts_stand_in_the_file_they_name(path, code):
    assert code in (ROOT / path).read_text()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text()):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_make_targets_exist(page):
    makefile = (ROOT / "Makefile").read_text()
    for target in re.findall(r"(?:`|^)make ([a-z]+)", page.read_text(), re.M):
        assert re.search(rf"^{target}:", makefile, re.M), target


def test_the_change_log_has_the_present_version():
    import marbletop
    assert f"## {marbletop.__version__}" in (ROOT / "CHANGELOG.md").read_text()


def test_the_glossary_is_sorted_and_has_a_line_for_each_word():
    lines = (ROOT / "docs" / "glossary.md").read_text().split("\n\n")[2].strip().splitlines()
    words = [re.fullmatch(r"- \*\*([a-z ]+)\*\*: .+\.", line)[1] for line in lines]
    assert words == sorted(set(words)) and len(words) > 60
