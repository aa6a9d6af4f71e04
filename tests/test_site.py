"""The documentation site: built without a warning, complete, and readable from disk without a network."""

import json
import re
import tomllib
from urllib.parse import unquote

import pytest

import marbletop
from benchmarks.__main__ import AEC, LIMIT, PGX
from benchmarks.moves import KEPT as MOVES
from scripts.readme_figures import (
    BEGIN,
    END,
    LIVE,
    LIVE_END,
    OURS,
    README,
    RESEARCH,
    SHOWN,
    SHOWN_END,
    WEB,
    between,
    lines_of_moves,
    missing_rows,
    read_speed,
    with_figures,
    with_training,
)
from scripts.site import ELSEWHERE, ROOT, api_reference, build, figures
from scripts.strength_figures import PAGE, lines_of, with_strength

KINDS = ("players", "python", "designers", "hosts", "researchers", "contributors")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    pytest.importorskip("zensical")
    folder = tmp_path_factory.mktemp("docs") / "site"
    build(folder)
    return folder


@pytest.mark.slow
@pytest.mark.xdist_group("site")
def test_every_page_is_built(site):
    for page in [*(path.stem for path in (ROOT / "docs").glob("*.md")), "api", "figures"]:
        assert (site / f"{page}.html").exists(), page
    assert "connect_four" in (site / "python.html").read_text(encoding="utf-8")


def test_every_page_is_in_the_navigation():
    """Whoever opens the site finds it without knowing its address."""
    nav = (ROOT / "zensical.toml").read_text(encoding="utf-8")
    for page in [*(path.name for path in (ROOT / "docs").glob("*.md")), "api.md", "figures.md", *ELSEWHERE.values()]:
        assert nav.count(f'"{page}"') == 1, page


def named_pages(nav, section=""):
    """Every page of the navigation, with the names that lead to it."""
    for entry in nav:
        for name, target in entry.items():
            if isinstance(target, str):
                yield target, (name, section)
            else:
                yield from named_pages(target, name)


def test_a_page_is_called_as_in_the_navigation():
    nav = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]["nav"]
    for page, names in named_pages(nav):
        path = next((ROOT / source for source, copy in ELSEWHERE.items() if copy == page), ROOT / "docs" / page)
        if page != "index.md" and path.exists():            # others are written by the script
            title = path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
            assert title.partition(":")[0] in names, page


@pytest.mark.slow
@pytest.mark.xdist_group("site")
def test_links_lead_somewhere_on_the_disk(site):
    for page in site.glob("*.html"):
        if page.name == "404.html":                         # is served for addresses of any depth
            continue
        for target in re.findall(r'(?:href|src|srcset)="([^"#?]+)', page.read_text(encoding="utf-8")):
            if not re.match(r"[a-z]+:", target):
                assert (page.parent / unquote(target)).exists(), f"{page.name}: {target}"


@pytest.mark.slow
@pytest.mark.xdist_group("site")
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


def test_the_figures_of_the_readme_are_those_of_the_last_run():
    text = README.read_text(encoding="utf-8")
    assert with_figures(text, read_speed()) == text, "make bench, or python -m scripts.readme_figures"
    assert "| **Marbletop** |" in text and "random games in" in text
    for begin, end in ((BEGIN, END), (SHOWN, SHOWN_END)):
        assert text.count(begin) == text.count(end) == 1
        text = re.sub(f"{re.escape(begin)}.*{re.escape(end)}", "", text, flags=re.S)
    assert "games/s" not in text and "decisions/s" not in text


def test_a_row_that_was_not_measured_is_left_out():
    run = {"on": "2026-01-02", "machine": "m, 2 cores", "python": "3.11.9", "load": 0.3}
    kept = {"measured": run, "rates": {LIMIT: {"games": 8_765_432.1, "moves": 9.0}, OURS: {"games": 4_111_111.0, "moves": 9.0},
                                       AEC: {"games": 521.6, "moves": 9.0}}, "simulation": "1,000 random games"}
    text = with_figures(f"before\n{BEGIN}\nold\n{END}\nafter\n{SHOWN}\nold\n{SHOWN_END}", kept)
    assert text.startswith(f"before\n{BEGIN}\nMeasured on 2026-01-02") and "\nafter\n" in text and "old" not in text
    assert "| C, scalar bitboards | 8,770,000 | 2.1 |" in text and "| PettingZoo, AEC loop | 522 | 1/7900 |" in text
    assert text.endswith(f"\n1,000 random games\n```\n{SHOWN_END}")
    assert "Pgx" not in text and "Interpreted" not in text and PGX in missing_rows(kept)


def test_the_table_of_live_moves_is_that_of_the_last_run():
    text = WEB.read_text(encoding="utf-8")
    kept = json.loads(MOVES.read_text(encoding="utf-8"))
    assert between(text, LIVE, LIVE_END, lines_of_moves(kept)) == text, "make bench, or python -m scripts.readme_figures"
    assert "| Connect Four | " in text


def test_what_was_learned_and_played_stands_in_the_pages():
    research, bots = RESEARCH.read_text(encoding="utf-8"), PAGE.read_text(encoding="utf-8")
    assert with_training(research) == research, "make bench, or python -m scripts.readme_figures"
    assert with_strength(bots) == bots, "make strength, or python -m scripts.strength_figures"
    assert "| Marbleous | " in research and "| greedy | uniform | 200 |" in bots


def test_rows_of_strength_that_were_not_played_are_named():
    played = {"connect_four 2: greedy - uniform": {"0": [1.0, 0.5]}}
    lines = lines_of(played)
    assert "| Connect Four | 2 | greedy | uniform | 2 | 75.0% |" in "\n".join(lines)
    assert lines[-1].startswith("Not played yet: marbleous 2: greedy - uniform;")


def test_a_cost_of_moves_that_was_not_measured_is_left_out():
    run = {"on": "2026-01-02", "machine": "m, 2 cores", "python": "3.11.9", "load": 0.3}
    two = {"move": 2.0, "page": 5.26, "bytes": 2227.0, "delay": None}
    lines = lines_of_moves({"measured": run, "costs": {"Connect Four": two}, "rest": None})
    assert "| Connect Four | 500 |  | 2,227 | 5.3 |  |" in lines and not any("people" in line for line in lines)


def test_there_is_a_page_for_every_kind_of_reader():
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    for kind in KINDS:
        assert f"]({kind}.md)" in index and (ROOT / "docs" / f"{kind}.md").exists()
    assert f"version: {marbletop.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
