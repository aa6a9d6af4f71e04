"""What a bot would do, for somebody who asks."""

from dataclasses import dataclass
from typing import NamedTuple


class Merit(NamedTuple):
    """Something that speaks for a position: how much of it there is, to compare with others, and a sentence that says so;
    empty if there is too little to be told. `lack` is said of the position instead if another one has more of it."""

    amount: float
    words: str
    lack: str = ""


@dataclass(frozen=True)
class Hint:
    """An action, in notation too, and why: sentences in the present language."""

    action: int
    text: str
    sentences: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(self.sentences)
