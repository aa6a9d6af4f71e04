"""What can be typed for an action: exactly its notation, or what the screen shows in front of the choice."""

from collections.abc import Sequence

from ..core.errors import MarbletopError
from ..core.match import Match, normalize
from ..drawing.scene import Scene, Subset


def keys_of(match: Match, scene: Scene) -> list[str]:
    """What the screen shows in front of each choice: its number in the list; or its notation, if a number could be taken for
    something else."""
    texts = [match.text_of(choice.action) for choice in scene.choices]
    if numbers_are_clear(match, texts):
        return [str(number) for number in range(1, len(texts) + 1)]
    return without_common_word(texts)


def numbers_are_clear(match: Match, texts: Sequence[str]) -> bool:
    """Whether no choice has a number of its own, except that of its place, and no action here is written as a number."""
    own = all(word == str(place) for place, text in enumerate(texts, 1) for word in text.split() if word.isdigit())
    return own and not any(text.isdigit() for text in all_texts(match))


def all_texts(match: Match) -> dict[str, int]:
    """The notation of all actions, possible or not."""
    texts: dict[str, int] = {}
    for action in range(match.game.actions):
        try:
            texts.setdefault(normalize(match.text_of(action)), action)
        except Exception:                   # a notation need not write what is not possible
            continue
    return texts


def without_common_word(texts: list[str]) -> list[str]:
    """'discard 2', 'discard 5' as '2', '5'. Texts that begin differently, or with the short name of a piece, stay whole."""
    first, rest = {text.partition(" ")[0] for text in texts}, [text.partition(" ")[2] for text in texts]
    return rest if len(first) == 1 and len(first.pop()) > 2 and all(rest) else texts


def typed_action(match: Match, scene: Scene, keys: Sequence[str], typed: str) -> int | None:
    """The action for what was typed, if it is exactly the notation of a possible one, or stands on the screen."""
    wanted = normalize(typed)
    exact = {normalize(match.text_of(action)): action for action in match.legal}
    if wanted in exact:
        return exact[wanted]
    if scene.subset and set(typed) <= set("0123456789 ,"):
        return subset_action(scene.subset, typed)
    shown = {normalize(key): choice.action for key, choice in zip(keys, scene.choices)}
    return shown.get(wanted)


def key_for(scene: Scene, keys: Sequence[str], action: int) -> tuple[str, str]:
    """What to type for an action, and what the screen says about it."""
    for key, choice in zip(keys, scene.choices):
        if choice.action == action:
            return key, choice.label
    assert scene.subset is not None
    mask = next(mask for mask, other in scene.subset.action_of.items() if other == action)
    chosen = [number for number in range(len(scene.subset.items)) if mask >> number & 1]
    return " ".join(str(number + 1) for number in chosen), ", ".join(scene.subset.items[number][1] for number in chosen)


def asked_action(match: Match, scene: Scene, keys: Sequence[str], text: str) -> int | None:
    """The action that somebody asks about, possible or not; None if there is no such action."""
    action = typed_action(match, scene, keys, text)
    if action is None:
        action = all_texts(match).get(normalize(text))
    if action is None and (read := getattr(match.game.notation, "read_action", None)):
        action = read(match.state, match.box, text)
    return action


def subset_action(subset: Subset, typed: str) -> int:
    """The action for the items whose numbers were typed."""
    mask = 0
    for number in typed.replace(",", " ").split():
        if len(number) > 3 or not 1 <= int(number) <= len(subset.items):
            raise MarbletopError("There is no {n}. Type numbers from 1 to {last}, for example 1 3 4.", n=number,
                                 last=len(subset.items))
        mask |= 1 << int(number) - 1
    if mask not in subset.action_of:
        raise MarbletopError("That isn't possible. Choose different ones.")
    return subset.action_of[mask]
