"""Build the documentation site: our pages, an API reference from the public names, figures from the last measurements.

    python -m scripts.site [FOLDER]                 (site if not given; make docs)

Pages are plain Markdown; Zensical (pinned in pyproject.toml) makes HTML of them, which opens from disk without a network.
"""

import inspect
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import marbletop

from .readme_figures import read_speed, told_by_run
from .strength_figures import lines_of, read_strength

ROOT = Path(__file__).parents[1]
ELSEWHERE = {"SECURITY.md": "security.md", "deploy/README.md": "deploy.md"}      # pages that do not lie in docs


def api_reference() -> str:
    """A section for every public name, with its signature and what its docstring says."""
    return "\n".join(["# API", "", "All public names of `marbletop`, from the code itself.", "",
                      *(line for name in marbletop.__all__ for line in section_of(name, getattr(marbletop, name)))])


def section_of(name: str, thing: Any) -> Iterator[str]:
    yield from (f"## {name}", "")
    if not callable(thing):
        yield from (told_by(type(thing)), "")
        return
    yield from ("```python", f"{name}{signature_of(thing)}", "```", "", told_by(thing), "")
    if inspect.isclass(thing):
        for member, what in public_members(thing):
            call = f"{member}{signature_of(what)}" if callable(what) else member
            yield from (f"- `{call}`: {told_by(what)}",)
        yield ""


def public_members(kind: type) -> list[tuple[str, Any]]:
    """Methods and properties that the class itself documents, in their order."""
    return [(name, getattr(kind, name) if callable(getattr(kind, name)) else what) for name, what in vars(kind).items()
            if not name.startswith("_") and (callable(getattr(kind, name)) or isinstance(what, property)) and what.__doc__]


def signature_of(thing: Any) -> str:
    try:
        return re.sub(r"marbletop(\.\w+)+\.(\w+)", r"\2", str(inspect.signature(thing)).replace("'", ""))
    except (TypeError, ValueError):
        return "(...)"


def told_by(thing: Any) -> str:
    """A docstring as one paragraph, safe for Markdown."""
    return " ".join((inspect.getdoc(thing) or "").split("\n\n")[0].split()).replace("<", "&lt;")


def figures() -> str:
    """Tables of what was measured last: speed, and strength as it was played."""
    return "\n".join(["# Figures", "", "Made from the last runs of `make bench` and `make strength`.", "",
                      "## Speed", "", *speed_lines(), "", "## Strength of the bots", "", *lines_of(read_strength())])


def speed_lines() -> list[str]:
    kept = read_speed()
    return [*told_by_run(kept), "", "| one core, per second of CPU time | games/s | decisions/s |", "|---|---:|---:|",
            *(f"| {label} | {rate['games']:,.0f} | {rate['moves']:,.0f} |" for label, rate in kept["rates"].items())]


def links_within(text: str) -> str:
    """A page whose links lead to copies within the site."""
    for page, name in ELSEWHERE.items():
        text = text.replace(f"](../{page}", f"]({name}")
    return text.replace("](../examples/", "](examples/").replace("](../docs/", "](").replace("](docs/", "](")


def build(target: Path) -> None:
    """Build the site into a folder, which is replaced. Warnings are errors."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        shutil.copytree(ROOT / "docs", folder / "docs")
        shutil.copytree(ROOT / "examples", folder / "docs" / "examples")
        for page, name in ELSEWHERE.items():
            shutil.copy(ROOT / page, folder / "docs" / name)
        for page in (folder / "docs").glob("*.md"):
            page.write_text(links_within(page.read_text(encoding="utf-8")), encoding="utf-8")
        (folder / "docs" / "api.md").write_text(api_reference(), encoding="utf-8")
        (folder / "docs" / "figures.md").write_text(figures(), encoding="utf-8")
        shutil.copy(ROOT / "zensical.toml", folder)
        subprocess.run([sys.executable, "-m", "zensical", "build", "--strict", "--clean"], cwd=folder, check=True)
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(folder / "site", target)


if __name__ == "__main__":
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "site")
