"""The documentation speaks of what is there."""

import ast
import re
import shlex
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), ROOT / "deploy" / "README.md"]


def excerpts():
    """Code blocks that name the file they are taken from."""
    for page in PAGES:
        for path, code in re.findall(r"```python\n# (\S+\.py)\n(.+?)```", page.read_text(), re.S):
            yield pytest.param(path, code, id=f"{page.name}:{path}:{code.strip().splitlines()[0][:40]}")


@pytest.mark.parametrize(("path", "code"), list(excerpts()))
def test_excerpts_stand_in_the_file_they_name(path, code):
    assert code in (ROOT / path).read_text()


def run_code_of(page):
    """Run what a page shows; each piece goes on where the one before has ended."""
    names = {}
    for code in re.findall(r"```python\n(.+?)```", (ROOT / page).read_text(encoding="utf-8"), re.S):
        exec(compile(code, page, "exec"), names)
    return names


@pytest.mark.slow
def test_the_code_of_the_page_for_python_users_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    run_code_of("docs/python.md")
    assert "Blue drops a marble into column d." in capsys.readouterr().out and (tmp_path / "game.json").exists()


@pytest.mark.slow
def test_the_code_of_the_first_page_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    run_code_of("README.md")
    told = capsys.readouterr().out
    assert "Blue drops a marble into column d." in told and "casual: " in told and "games: won" in told
    assert (tmp_path / "game.json").exists()


@pytest.mark.slow
def test_the_code_of_the_page_for_researchers_runs():
    for library in ("pettingzoo", "gymnasium", "pyspiel"):
        pytest.importorskip(library)
    assert len(run_code_of("docs/researchers.md")["state"].returns()) == 4


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text()):
        assert (page.parent / target).exists(), target


def commands_in(text):
    """The commands with arguments that a page shows, without remarks and redirection."""
    for shown in re.findall(r"(?:`|^ {4}|^\$ |^)marbletop ([a-z][^`\n]+(?:\n[^`\n]+(?=`))?)", text, re.M):
        words = shlex.split(re.split(r" #| >| {3,}", shown)[0].replace("GAME", "marbleous"))
        if len(words) > 1:
            yield words


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_take_what_is_shown(page):
    from typer.main import get_command

    from marbletop.cli import app
    from marbletop.cli.common import complete_ray
    for name, *arguments in commands_in(page.read_text(encoding="utf-8")):
        get_command(app).commands[name].make_context(name, complete_ray(arguments))     # or it raises what is wrong


def test_commands_are_found_in_pages():
    text = "`marbletop duel marabunta strong\ncasual`\n\n    marbletop serve --lan    # at home\n\n`marbletop games GAME > x`"
    assert list(commands_in(text)) == [["duel", "marabunta", "strong", "casual"], ["serve", "--lan"], ["games", "marbleous"]]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_make_targets_exist(page):
    makefile = (ROOT / "Makefile").read_text()
    for target in re.findall(r"(?:`|^)make ([a-z]+)", page.read_text(), re.M):
        assert re.search(rf"^{target}:", makefile, re.M), target


def test_the_change_log_has_the_present_version():
    import marbletop
    assert f"## {marbletop.__version__}" in (ROOT / "CHANGELOG.md").read_text()


TOUR = (ROOT / "docs" / "tour.md").read_text()
FILE = r"[\w/]+\.(?:py|js|html|css|md)"


def named_in_tour():
    """Files of the tour, each with the functions and classes that are named after it."""
    file = ""
    for name in re.findall(r"`([^`\n]+)`", TOUR):
        if re.fullmatch(FILE, name):
            file = name
            yield file, ""
        elif name.endswith("()"):
            yield file, name[:-2]


def path_of(file):
    return next((path for path in (ROOT / "marbletop" / file, ROOT / file) if path.exists()), None)


def is_defined(name, source, suffix):
    """Whether a file defines a function, a class, or a method (Class.method)."""
    if suffix == ".js":
        return re.search(rf"function {name}\(", source) is not None
    within = ast.parse(source).body
    for part in name.split("."):
        found = [node for node in within if getattr(node, "name", None) == part]
        if not found:
            return False
        within = getattr(found[0], "body", [])
    return True


@pytest.mark.parametrize(("file", "name"), sorted(set(named_in_tour())))
def test_the_tour_names_what_is_there(file, name):
    path = path_of(file)
    assert path is not None, file
    assert not name or is_defined(name, path.read_text(), path.suffix), f"{file} has no {name}"


def test_the_tour_goes_all_the_way():
    files = {file for file, _ in named_in_tour()}
    assert {"web/static/table.js", "web/routes/table.py", "server/table.py", "server/storage/sql.py", "web/routes/live.py",
            "server/table_view.py", "web/page/table_page.py", "drawing/svg.py", "web/page/stream_deltas.py",
            "web/static/morph.js"} <= files


def test_the_glossary_is_sorted_and_has_a_line_for_each_word():
    lines = (ROOT / "docs" / "glossary.md").read_text().split("\n\n")[2].strip().splitlines()
    words = [re.fullmatch(r"- \*\*([a-z ]+)\*\*: .+\.", line)[1] for line in lines]
    assert words == sorted(set(words)) and len(words) > 60
