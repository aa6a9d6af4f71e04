"""What Marbletop stands on may be used as its licence says, and NOTICE names all of it."""

import re
import tomllib
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, files, metadata, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from marbletop.games import GAMES
from tests.wording import RUN, shared_runs

ROOT = Path(__file__).parents[1]
NOTICE = (ROOT / "NOTICE").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PERMISSIVE = {"0BSD", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "CNRI-Python",
              "ISC", "MIT", "MIT-CMU", "PSF-2.0", "Zlib"}
UNCHANGED = {"certifi": "MPL-2.0"}          # files that an extra brings with it, of which nothing is changed or taken over
# Programs and files of others that only developers run; nothing of them is in the package or linked with it.
ONLY_FOR_DEVELOPERS = {"djlint": "GPL-3.0-or-later", "hypothesis": "MPL-2.0", "pathspec": "MPL-2.0"}


def needed(requirements):
    """All packages that these requirements bring with them and that are installed here, by name."""
    found, waiting = set(), [Requirement(one) for one in requirements]
    while waiting:
        one = waiting.pop()
        name = one.name.lower().replace("_", "-")
        if name in found or (one.marker and not one.marker.evaluate({"extra": ""})):
            continue
        try:
            more = requires(name) or []
        except PackageNotFoundError:
            continue
        found.add(name)
        waiting += map(Requirement, more)
    return found


USED = needed(PROJECT["dependencies"])
FOR_DEVELOPERS = ("dev", "docs")
EXTRAS = needed(one for extra, wanted in PROJECT["optional-dependencies"].items() if extra not in FOR_DEVELOPERS
                for one in wanted) - USED
DEVELOPERS = needed(one for extra in FOR_DEVELOPERS for one in PROJECT["optional-dependencies"][extra]) - USED - EXTRAS
LISTED = dict(re.findall(r"^- ([A-Za-z0-9_.-]+): (.+)$", NOTICE, re.M))


def licences_in(expression):
    """The licences of an expression that all hold; of alternatives the first one."""
    return {one.strip() for part in expression.split(" AND ") for one in part.split(" OR ")[:1]}


@pytest.mark.parametrize("name", sorted(USED | EXTRAS))
def test_what_is_used_may_be_used_with_an_mit_licence(name):
    assert name in LISTED, f"NOTICE does not name {name}"
    assert licences_in(LISTED[name]) <= PERMISSIVE or UNCHANGED.get(name) == LISTED[name]


@pytest.mark.parametrize("name", sorted(DEVELOPERS))
def test_what_developers_run_is_listed(name):
    assert name in LISTED, f"NOTICE does not name {name}"
    assert licences_in(LISTED[name]) <= PERMISSIVE or ONLY_FOR_DEVELOPERS[name] == LISTED[name]


def words_of_licence(name):
    """How a licence file begins, for packages that say nothing else of their licence."""
    found = [file for file in files(name) or () if file.name.startswith("LICENSE")]
    return " ".join(found[0].read_text(encoding="utf-8").split()) if found else ""


@pytest.mark.parametrize("name", sorted(USED | EXTRAS | DEVELOPERS))
def test_the_notice_says_what_the_package_says(name):
    """Packages tell their licence as an expression, as a classifier, in words of their own, or only by its text."""
    about = metadata(name)
    if expression := about.get("License-Expression"):
        assert LISTED[name] == expression
    else:
        told = " ".join([*(about.get_all("Classifier") or []), about.get("License") or ""])
        short = {"PSF": "Python Software Foundation", "MPL": "Mozilla Public", "ISC": "ISC", "Apache": "Apache", "BSD": "BSD",
                 "MIT": "MIT"}
        if not any(word in told for word in short.values()):
            told, short = words_of_licence(name), {"MIT": "Permission is hereby granted, free of charge, to any person"}
        for licence in licences_in(LISTED[name]):
            assert short[re.match("[A-Za-z]+", licence)[0]] in told


def test_nothing_is_listed_that_nobody_needs():
    pinned = {line.partition("==")[0].lower().replace("_", "-")
              for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()}
    assert set(LISTED) <= pinned


@pytest.mark.parametrize("readme", sorted(ROOT.glob("*/**/vendor/README.md")), ids=lambda path: str(path.relative_to(ROOT)))
def test_vendored_code_is_named_and_unchanged(readme):
    text = readme.read_text(encoding="utf-8")
    name, version = text.split()[:2]
    assert f"{name} {version}" in NOTICE
    assert re.search(r"sha256 `(\w+)`", text)[1] in {sha256(path.read_bytes()).hexdigest() for path in readme.parent.iterdir()}


def test_published_games_are_named_as_each_game_says():
    for name in GAMES:
        assert f"{GAMES[name].title}: {' '.join(GAMES[name].credit.split())}" in " ".join(NOTICE.split())


def test_a_sentence_of_a_rulebook_is_found():
    book = "Roll the marble down the chute and take one card for each colour that you see."
    printed = {tuple(run.split()) for run in shared_runs(book, {tuple(words) for words in windows(book)})}
    assert shared_runs(f"We say: {book.upper()}", printed) and not shared_runs("Roll the marble down and take a card.", printed)


def windows(text):
    words = re.findall(r"[a-z0-9']+", text.lower())
    return [words[start:start + RUN] for start in range(len(words) - RUN + 1)]
