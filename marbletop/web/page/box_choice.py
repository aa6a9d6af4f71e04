"""The boxes that a new table can choose from: the game's own, those in the server's folder, or the player's own file.

How long a file may be is checked by server/limits.py, what is in it by server/inspection.py."""

import logging
from pathlib import Path

from ...core.components import Components
from ...core.errors import BadComponents
from ...core.game import Game

log = logging.getLogger("marbletop.web")
OURS, OWN = "", "own"                       # values of the form; any other value names a file in the folder


def has_box(game: Game) -> bool:
    """Whether the game has a component file."""
    return bool(game.components().text)


def boxes_in_folder(folder: Path | None, game: Game) -> dict[str, Components]:
    """The component files for a game in the server's folder, by the names of the files."""
    found = {}
    for path in sorted(folder.glob(f"{game.name}*.toml")) if folder and has_box(game) else ():
        try:
            found[path.stem] = game.components(path)
        except BadComponents as error:
            log.warning("%s", error)
    return found


def read_box_choice(folder: Path | None, game: Game, chosen: str, text: str) -> str | None:
    """The text of the box that was chosen on the form, None for the game's own; BadComponents if there is none."""
    if chosen == OURS or not has_box(game):
        return None
    if chosen == OWN:
        if not text.strip():
            raise BadComponents("For your own edition, choose a file or paste its text.")
        return text
    kept = boxes_in_folder(folder, game)
    if chosen not in kept:
        raise BadComponents("This edition is no longer here. Choose another one.")
    return kept[chosen].text


def clean_text(data: bytes | str) -> str:
    """The text of a file or a field, with plain line ends; BadComponents if it is no text."""
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data
    except UnicodeDecodeError:
        raise BadComponents("We can't read this file. It must be plain text (UTF-8).") from None
    return text.replace("\r\n", "\n")
