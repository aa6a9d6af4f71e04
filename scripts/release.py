"""Make a release: the version, the change log, a commit and a tag. Nothing is pushed.

    python scripts/release.py VERSION               (make release VERSION=1.2.3)

CHANGELOG.md must have a section "## Next" with what people will notice; it gets the version and the date. A data folder,
records and component files of the version are kept for the tests of later ones (tests/released). Pushing the tag lets
.github/workflows/release.yml build, try, attest and publish the wheel.
"""

import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

NEXT = "## Next"


def run(root: Path, *command: str) -> str:
    return subprocess.run(command, cwd=root, check=True, text=True, stdout=subprocess.PIPE).stdout.strip()


def numbers_of(version: str) -> tuple[int, ...]:
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise SystemExit(f"{version!r} is no version: write three numbers such as 1.2.3.")
    return tuple(map(int, version.split(".")))


def change_version(root: Path, version: str) -> None:
    """Write the new version where it stands; it must be greater than the present one."""
    path = root / "marbletop" / "__init__.py"
    text = path.read_text(encoding="utf-8")
    present = re.search(r'^__version__ = "(.+)"$', text, re.M)
    assert present
    if numbers_of(version) <= numbers_of(present[1]):
        raise SystemExit(f"The version is {present[1]} already: choose a greater one.")
    path.write_text(text.replace(present[0], f'__version__ = "{version}"'), encoding="utf-8")


def change_citation(root: Path, version: str) -> None:
    path = root / "CITATION.cff"
    path.write_text(re.sub(r"^version: .+$", f"version: {version}", path.read_text(encoding="utf-8"), flags=re.M),
                    encoding="utf-8")


def change_log(root: Path, version: str) -> str:
    """Give the section of the next version its number and date; its text."""
    path = root / "CHANGELOG.md"
    text = path.read_text(encoding="utf-8")
    section = re.search(rf"^{NEXT}\n(.+?)(?=^## |\Z)", text, re.M | re.S)
    if section is None or not section[1].strip():
        raise SystemExit(f'CHANGELOG.md has no section "{NEXT}": say there what people will notice.')
    today = datetime.now(UTC).date()
    path.write_text(text.replace(section[0], f"## {version}, {today}\n{section[1]}"), encoding="utf-8")
    return section[1].strip()


def keep_files(root: Path, version: str) -> None:
    """Keep what this version writes, unless that was done before."""
    folder = root / "tests" / "released" / version
    if not folder.exists():
        run(root, sys.executable, "-m", "tests.released.keep", version)
    run(root, "git", "add", str(folder))


def release(root: Path, version: str) -> None:
    numbers_of(version)
    if run(root, "git", "status", "--porcelain"):
        raise SystemExit("There are changes that are not committed: commit them first.")
    if run(root, "git", "tag", "--list", f"v{version}"):
        raise SystemExit(f"There is a tag v{version} already.")
    told = change_log(root, version)
    try:
        change_version(root, version)
    except SystemExit:
        run(root, "git", "checkout", "--quiet", "CHANGELOG.md")
        raise
    change_citation(root, version)
    keep_files(root, version)
    run(root, "git", "commit", "--quiet", "--all", "--message", f"Version {version}")
    run(root, "git", "tag", "--annotate", f"v{version}", "--message", f"Marbletop {version}\n\n{told}")
    print(f"v{version} is ready. Look at it, then: git push --follow-tags")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("Say which version: make release VERSION=1.2.3")
    release(Path(__file__).parents[1], sys.argv[1])
