"""What a record proves: that the game followed the rules from the deal to the end, and that all chance followed from what was
fixed before. What it does not prove is told as well."""

import string
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ..words import join_and, phrases, plural, say
from .chance import commitment, key_of_secret, key_of_seed
from .components import Components
from .errors import BadRecord, MarbletopError, WrongVersion
from .match import Match
from .record import DAMAGE, new_match, replay, seed_of

OVER, RESIGNED, CUT_SHORT = "over", "resigned", "cut short"             # how a record ends
SECRET, SEED, UNTOLD = "secret", "seed", "untold"       # where its chance came from
DIGEST_LENGTH = 64                          # hexadecimal digits of SHA-256
NEVER_PROVED = phrases(
    "That everybody really played these moves: those who were there know.",
    "That nobody knew more than they should: players can tell each other their cards, and whoever runs the server knows the "
    "secret.")


class WrongDigest(MarbletopError):
    """The digest that somebody noted down is not the record's, or is no digest at all."""


@dataclass(frozen=True)
class Verdict:
    """What was found out about a record in which nothing is wrong."""

    entries: int
    ending: str                             # OVER, RESIGNED or CUT_SHORT
    from_deal: bool                         # whether it begins with a deal, not at a position
    source: str                             # of its chance: SECRET, SEED or UNTOLD
    drew: bool = True                       # whether the game drew any chance
    names: tuple[str, ...] = ()
    words: tuple[str, ...] = ()             # what each seat added to the secret
    digest: str = ""                        # of the secret
    compared: bool = False                  # whether it is the digest that somebody noted down

    @property
    def complete(self) -> bool:
        return self.from_deal and self.ending == OVER

    @property
    def proved(self) -> bool:
        """Whether everything is proved that a record can prove."""
        return self.complete and self.source == SECRET and self.compared


def verify(record: dict[str, Any], components: Components | str | Path | None = None, digest: str | None = None) -> Verdict:
    """Check everything that can be checked, and say what it proves; BadRecord if something is wrong. `digest` is the one that
    somebody noted down when the game began; WrongDigest if the record has another."""
    noted = read_digest(digest) if digest is not None else ""
    match = replay_one_version(record, components)
    try:
        verdict = verdict_on(record, match)
        if noted:
            check_digest(verdict, noted)
        if (key := key_of(record)) is not None:
            check_chance(record, match, key)
    except MarbletopError:
        raise
    except DAMAGE as error:
        raise BadRecord("The record is damaged: {error}", error=error) from None
    return replace(verdict, compared=bool(noted))


def replay_one_version(record: dict[str, Any], components: Components | str | Path | None) -> Match:
    """Replay a record; WrongVersion for a game that fails because it was carried over to newer rules while it was played."""
    try:
        return replay(record, components, any_start=True)
    except BadRecord as error:
        if not any(event.get("kind") == "version" for event in record.get("table", [])):
            raise
        raise WrongVersion("The rules changed while this game was played, so it can't be played again: {error}",
                           error=error) from None


def read_digest(text: str) -> str:
    """A digest as somebody typed it, spaces and capitals ignored, or WrongDigest."""
    digest = "".join(text.split()).lower()
    if len(digest) != DIGEST_LENGTH or set(digest) - set(string.hexdigits):
        raise WrongDigest("A check code has {n} characters, 0 to 9 and a to f: copy all of it from the menu of the table.",
                          n=DIGEST_LENGTH)
    return digest


def group_digest(digest: str, size: int = 4) -> str:
    """A digest in groups, so that it can be read."""
    return " ".join(digest[start:start + size] for start in range(0, len(digest), size))


def check_digest(verdict: Verdict, noted: str) -> None:
    if verdict.source != SECRET:
        raise WrongDigest("This record has no secret, so it is not of a table that showed a check code.")
    if verdict.digest != noted:
        raise WrongDigest("The check code is not the one that you noted down: the record is of another table, or was made "
                          "up afterwards.")


def verdict_on(record: dict[str, Any], match: Match) -> Verdict:
    """What a record that replays claims; its chance is checked later."""
    ending = OVER if match.over else RESIGNED if is_resigned(record, match) else CUT_SHORT
    source = SECRET if "secret" in record["chance"] else SEED if seed_of(record) else UNTOLD
    verdict = Verdict(len(record["entries"]), ending, "position" not in record, source,
                      bool(match.setup_move.chance or any("chance" in entry for entry in record["entries"])))
    if source != SECRET:
        return verdict
    names = tuple(record.get("names", match.names))
    return replace(verdict, names=names, words=words_in(record, match.seats), digest=digest_in(record))


def is_resigned(record: dict[str, Any], match: Match) -> bool:
    """Whether the record says that the game ended because all but one side gave up; BadRecord if it contradicts itself."""
    if "resigned" not in record:
        return False
    given_up = {seat for event in record.get("table", []) if event.get("kind") == "resignation"
                for seat in event.get("seats", [event.get("seat")])}
    sides = {seat: match.state.side[seat] for seat in range(match.seats)}
    playing = {side for seat, side in sides.items() if seat not in given_up}
    winners = [1 if side in playing else 2 for side in sides.values()]
    if len(playing) > 1 or not given_up or record["resigned"].get("rank") != winners:
        raise BadRecord("The record says that the game was given up, but not by whom.")
    return True


def words_in(record: dict[str, Any], seats: int) -> tuple[str, ...]:
    words = tuple(record["chance"].get("added", ()))
    if len(words) != seats:
        raise BadRecord("The record is damaged: it has words of {n} seats, and {seats} seats.", n=len(words), seats=seats)
    return words


def digest_in(record: dict[str, Any]) -> str:
    """The digest of the secret in a record, which must be the one that the record names."""
    digest = commitment(secret_in(record))
    if record["chance"].get("commitment") != digest:
        raise BadRecord("The secret does not belong to the check code that the record names.")
    return digest


def secret_in(record: dict[str, Any]) -> bytes:
    try:
        return bytes.fromhex(record["chance"]["secret"])
    except ValueError:
        raise BadRecord("The secret in this record is damaged.") from None


def key_of(record: dict[str, Any]) -> list[int] | None:
    """The key of a record, if the record says what it was made from."""
    if "secret" in record["chance"]:
        return key_of_secret(secret_in(record), record["chance"].get("added", ()))
    seed = seed_of(record)
    return key_of_seed(*seed) if seed else None


def check_chance(record: dict[str, Any], replayed: Match, key: list[int]) -> None:
    """Play the record again with chance from the key, and compare every outcome."""
    match, secret = new_match(record, replayed.game, replayed.components, key), "secret" in record["chance"]
    if list(match.setup_move.chance) != record["deal"].get("chance", []):
        raise BadRecord("The deal did not come from the secret and the words." if secret
                        else "The deal did not come from the seed.")
    for number, entry in enumerate(record["entries"]):
        if "undo" in entry:
            match.undo()
        elif list(match.play(entry["action"]).chance) != entry.get("chance", []):
            raise BadRecord("The chance of entry {n} did not come from the secret and the words." if secret
                            else "The chance of entry {n} did not come from the seed.", n=number)


# In words


def proofs(verdict: Verdict) -> list[str]:
    """What the record proves."""
    told = [course_sentence(verdict)]
    if not verdict.drew:
        told.append(say("The game drew no cards and rolled no dice."))
    elif verdict.source != UNTOLD:
        told.append(say("Everything that was dealt, drawn or rolled followed from the secret and the words.")
                    if verdict.source == SECRET else say("Everything that was dealt, drawn or rolled followed from the seed."))
    if verdict.compared:
        told.append(say("The secret is the one whose check code you noted down. If you did so before the deal, it was "
                        "fixed before the deal."))
    return told


def course_sentence(verdict: Verdict) -> str:
    if verdict.complete:
        return plural(verdict.entries, "The record is complete: {n} entry by the rules, from the deal to the end, and the "
                      "right result.", "The record is complete: {n} entries by the rules, from the deal to the end, and the "
                      "right result.")
    return plural(verdict.entries, "{n} entry follows the rules.", "{n} entries follow the rules.")


def open_questions(verdict: Verdict) -> list[str]:
    """What another record could prove, and this one does not."""
    told = []
    if not verdict.from_deal:
        told.append(say("How the first position came about: the record does not begin with a deal."))
    if verdict.ending == CUT_SHORT:
        told.append(say("What happened afterwards: the record stops before the end of the game."))
    elif verdict.ending == RESIGNED:
        told.append(say("That somebody gave up: only the record says so, and it would look the same if it had been cut short."))
    return [*told, *questions_of_chance(verdict)]


def questions_of_chance(verdict: Verdict) -> list[str]:
    if verdict.source == SEED:
        return [say("That the dealing was fair: the record only fits its seed, and anybody can try seeds until they like one.")]
    if verdict.source == UNTOLD:
        return [say("Where dice and cards came from: the record does not tell (yet).")]
    told = []
    if not verdict.compared:
        told.append(say("That the secret was fixed before the deal: compare its check code with the one that you noted down."))
    if not any(verdict.words):
        told.append(say("That the secret was not picked: nobody added words, so whoever runs the server could have tried "
                        "many before they opened the table."))
    return told


def words_sentence(verdict: Verdict) -> str:
    """Who added which words."""
    told = [say("{who} added “{words}”", who=name, words=word) for name, word in zip(verdict.names, verdict.words) if word]
    return f"{join_and(told)}." if told else say("Nobody added words.")
