"""What a bot would do, for somebody who asks."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Hint:
    """An action, in notation too, and why: sentences in the present language."""

    action: int
    text: str
    sentences: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(self.sentences)
