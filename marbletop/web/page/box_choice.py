"""Boxes to choose from: the game's own, those that the server keeps in a folder, and a component file of the player."""

import logging
from pathlib import Path

from ...core.components import Components
from ...core.errors import BadComponents
from ...core.game import Game

log = logging.getLogger("marbletop.web")
OURS, OWN = "", "own"                       # values of the form; every other names a file of the folder


def has_box(game: Game) -> bool:
    """Whether there is something that an owner of the game could type in."""
    return bool(game.components().text)


def kept_boxes(folder: Path | None, game: Game) -> dict[str, Components]:
    """The component files of the server's folder for a game, by the names of the files."""
    found = {}
    for path in sorted(folder.glob(f"{game.name}*.toml")) if folder and has_box(game) else ():
        try:
            found[path.stem] = game.components(path)
        except BadComponents as error:
            log.warning("%s", error)
    return found


def chosen_box(folder: Path | None, game: Game, chosen: str, text: str) -> str | None:
    """The text of the box that a form chooses, None for the game's own; or BadComponents."""
    if chosen == OURS or not has_box(game):
        return None
    if chosen == OWN:
        if not text.strip():
            raise BadComponents("Your own box: choose a component file, or paste its text.")
        return text
    kept = kept_boxes(folder, game)
    if chosen not in kept:
        raise BadComponents("This box is no longer here: choose another.")
    return kept[chosen].text


def clean(data: bytes | str) -> str:
    """The text of a file or a field, with plain ends of lines; or BadComponents."""
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data
    except UnicodeDecodeError:
        raise BadComponents("This is no component file: it is not a text in UTF-8.") from None
    return text.replace("\r\n", "\n")
