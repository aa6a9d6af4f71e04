"""Eight or more words in a row that our texts share with the printed rulebooks. There must be none.

    python -m tests.wording [FOLDER]                (a folder with the rulebooks as text files)

The rulebooks are not ours and not in this repository: without them there is nothing to compare, and it says so.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
RUN = 8                                     # words: shorter runs are how everybody speaks of marbles
TEXTS = ("*.md", "docs/**/*.md", "marbletop/**/*.md", "marbletop/**/*.py", "marbletop/**/*.toml", "marbletop/**/*.html")


def words_of(text: str) -> list[str]:
    return re.findall(r"[a-z0-9']+", text.lower())


def runs_of(text: str) -> Iterator[tuple[str, ...]]:
    words = words_of(text)
    return (tuple(words[start:start + RUN]) for start in range(len(words) - RUN + 1))


def shared_runs(text: str, printed: set[tuple[str, ...]]) -> list[str]:
    return [" ".join(run) for run in runs_of(text) if run in printed]


def main() -> int:
    books = sorted(Path(sys.argv[1]).glob("*.txt")) if len(sys.argv) > 1 else []
    if not books:
        print("Wording: not compared, the rulebooks are not here (RULEBOOKS=FOLDER).")
        return 0
    printed = {run for book in books for run in runs_of(book.read_text(encoding="utf-8", errors="replace"))}
    found = [f"{path.relative_to(ROOT)}: {run}" for pattern in TEXTS for path in sorted(ROOT.glob(pattern))
             for run in shared_runs(path.read_text(encoding="utf-8"), printed)]
    print("\n".join(found) or f"Wording: no {RUN} words in a row are those of one of {len(books)} rulebooks.")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
