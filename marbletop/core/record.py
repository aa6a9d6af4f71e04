"""A played game as a text file: saving, loading, replaying and verifying it.

A record is JSON: what was played with (game, version, box, options, seats), where the chance came from, every entry (seat,
action as number and notation, outcomes of chance, a short digest of the position), and the outcome. The record of a match
that did not begin with a deal (`Match.at`) also holds the position it began at.
"""

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from ..words import plural, say
from .chance import OpenEvent, Script, commitment, key_of_secret, key_of_seed
from .components import Components
from .errors import BadRecord, MarbletopError, WrongVersion
from .game import Game
from .match import Match, outcome_of
from .options import changed_options

FORMAT = "marbletop-record-1"
NEEDED = {"format": str, "game": str, "version": int, "components": dict, "options": dict, "seats": int,
          "chance": dict, "deal": dict, "entries": list}


def record_of(match: Match, names: list[str] | None = None, chance: dict[str, Any] | None = None) -> dict[str, Any]:
    """The record of a match. `chance` says where its chance came from, unless that was a seed: the commitment, what the
    seats added, and, once the game is over, the secret."""
    outcome = match.outcome
    if chance is None:
        chance = {"seed": match.seed[0], "deal": match.seed[1]} if match.seed else {}
    return {
        "format": FORMAT, "game": match.game.name, "version": match.game.version,
        "components": components_in_record(match.components, match.game), "options": changed_options(match.options),
        "seats": match.seats,
        **({"names": names} if names else {}),
        **({"position": match.start} if match.start is not None else {}),
        "chance": chance,
        "deal": {"chance": list(match.setup_move.chance), "check": match.setup_move.check},
        "entries": [{"seat": move.seat, "action": move.action, "text": move.text,
                     **({"chance": list(move.chance)} if move.chance else {}), "check": move.check}
                    for move in match.moves],
        **({"outcome": {"ending": outcome.ending, "points": list(outcome.points), "rank": list(outcome.rank)}}
           if outcome else {}),
    }


def components_in_record(components: Components, game: Game) -> dict[str, Any]:
    """What a record says about the box. If the box is not the game's own, the record holds its text, to be replayed with."""
    return {**components.about, **({} if components.digest == game.components().digest else {"text": components.text})}


def components_of_record(record: dict[str, Any], game: Game) -> Components | None:
    """The box of a record: the text that it holds, or the game's own; None if that has changed since."""
    told = record["components"]
    if isinstance(told.get("text"), str):
        return game.components_of(told["text"])
    return game.own_components(told.get("digest", ""))


def write_record(record: dict[str, Any], path: str | Path) -> None:
    """Write a record. An existing file is replaced in one step, or left as it is."""
    path = Path(path)
    head = json.dumps({key: value for key, value in record.items() if key not in ("entries", "outcome")}, indent=1)
    lines = ",\n".join("  " + json.dumps(entry) for entry in record["entries"])
    tail = f',\n "outcome": {json.dumps(record["outcome"])}' if "outcome" in record else ""
    text = f'{head[:-2]},\n "entries": [\n{lines}\n ]{tail}\n}}\n'
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def read_record(path: str | Path) -> dict[str, Any]:
    """Read a record file, or BadRecord."""
    try:
        record = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise BadRecord("Record {path!r} cannot be read: {error}.", path=str(path), error=error.strerror) from None
    except ValueError as error:
        raise BadRecord("{path!r} is not a Marbletop record, or damaged: {error}.", path=str(path), error=error) from None
    return check_record(record)


def check_record(record: Any) -> dict[str, Any]:
    """The record, if it is well-formed; else BadRecord."""
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise BadRecord("This is not a Marbletop record: its format must be {format!r}.", format=FORMAT)
    for key, kind in NEEDED.items():
        if not isinstance(record.get(key), kind) or isinstance(record[key], bool):
            raise BadRecord("The record is damaged: {key!r} is missing or not {kind}.", key=key, kind=kind.__name__)
    if not isinstance(record.get("position", ""), str):
        raise BadRecord("The record is damaged: {key!r} is missing or not {kind}.", key="position", kind="str")
    for number, entry in enumerate(record["entries"]):
        if not isinstance(entry, dict) or ("undo" not in entry and not isinstance(entry.get("action"), int)):
            raise BadRecord("The record is damaged: entry {n} has no action.", n=number)
        if not _whole_numbers(entry.get("chance", [])):
            raise BadRecord("The record is damaged: chance of entry {n} must be whole numbers.", n=number)
    if not _whole_numbers(record["deal"].get("chance", [])):
        raise BadRecord("The record is damaged: chance of the deal must be whole numbers.")
    return record


def _whole_numbers(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(number, int) for number in value)


def game_of(record: dict[str, Any]) -> Game:
    """The game of a record; BadRecord if it is not installed, WrongVersion if its rules differ."""
    from ..games import GAMES  # records name their game; core itself knows no game
    if record["game"] not in GAMES:
        raise BadRecord("The record is of a game called {game!r}, which is not installed.", game=record["game"])
    game = GAMES[record["game"]]
    if record["version"] != game.version:
        raise WrongVersion("The record was made by version {theirs} of the rules of {game}; this is version {ours}. "
                           "Use a Marbletop with those rules to replay it.", theirs=record["version"], game=say(game.title),
                           ours=game.version)
    return game


def replay(record: dict[str, Any], components: Components | str | Path | None = None, *, any_start: bool = False) -> Match:
    """Replay a record with the outcomes of chance that it holds; BadRecord says at which entry it differs. `any_start` allows
    records that begin at a position. Nobody knows whether the rules can reach it, so do not allow it for strangers' files."""
    game = game_of(record)
    if "position" in record and not any_start:
        raise BadRecord("This record begins at a position, not with a deal: replay it with load() or on the command line.")
    script = Script(record["deal"].get("chance", []))
    try:
        game.read_options(record["options"])
        if components is None:
            components = components_of_record(record, game)
        match = new_match(record, game, components, key_of_seed(*(seed_of(record) or (0, 0))), script)
        check_components(record, match)
    except MarbletopError as error:
        raise BadRecord("The record cannot be set up: {error}", error=error) from None
    except (ValueError, OpenEvent) as error:
        raise BadRecord("The deal of the record does not fit the game: {error}", error=error) from None
    match.seed = seed_of(record)
    check_same(match.setup_move.check, record["deal"].get("check"), say("the deal"))
    if script.used != len(script.outcomes):
        raise BadRecord("The deal of the record has more chance than the game draws.")
    for number, entry in enumerate(record["entries"]):
        replay_entry(match, script, entry, number)
    match.script = None
    check_outcome(record, match)
    return match


def new_match(record: dict[str, Any], game: Game, components: Components | str | Path | None, key: list[int],
              script: Script | None = None) -> Match:
    """The match of a record before its first entry."""
    if "position" in record:
        return Match.at(game, record["position"], record["seats"], key=key, script=script, components=components,
                        **record["options"])
    return Match(game, record["seats"], key=key, script=script, components=components, **record["options"])


def seed_of(record: dict[str, Any]) -> tuple[int, int] | None:
    """Seed and deal of a record, if its chance came from a seed."""
    seed, deal = record["chance"].get("seed"), record["chance"].get("deal", 0)
    return (seed, deal) if isinstance(seed, int) and isinstance(deal, int) else None


def replay_entry(match: Match, script: Script, entry: dict[str, Any], number: int) -> None:
    where = say("entry {n}", n=number)
    try:
        if "undo" in entry:
            match.undo()
            return
        script.outcomes = list(entry.get("chance", []))
        script.used = 0
        move = match.play(entry["action"])
    except (ValueError, OpenEvent) as error:
        raise BadRecord("The record differs at {place}: {error}", place=where, error=error) from None
    if script.used != len(script.outcomes):
        raise BadRecord("The record differs at {place}: it has more chance than the game draws.", place=where)
    check_same(str(move.seat), str(entry.get("seat", move.seat)), where, say("seat"))
    check_same(move.text, entry.get("text"), where, say("action in notation"))
    check_same(move.check, entry.get("check"), where)


def check_same(ours: str, theirs: str | None, where: str, what: str = "") -> None:
    if theirs is not None and ours != theirs:
        raise BadRecord("The record differs at {place}: {what} is {ours}, the record says {theirs}.", place=where,
                        what=what or say("position"), ours=ours, theirs=theirs)


def check_components(record: dict[str, Any], match: Match) -> None:
    if record["components"].get("digest") != match.components.digest:
        raise BadRecord("it was played with the box {theirs!r}, and this one ({ours!r}) differs. Name the right file with "
                        "--components.", theirs=record["components"].get("name"), ours=match.components.name)


def check_outcome(record: dict[str, Any], match: Match) -> None:
    theirs = record.get("outcome")
    if match.over != (theirs is not None):
        raise BadRecord("The record ends before the game does." if theirs
                        else "The record has no outcome, but the game is over.")
    if theirs is not None:
        ours = outcome_of(match.game, match.state, match.box)
        if [list(ours.points), list(ours.rank), ours.ending] != [theirs.get(name) for name in ("points", "rank", "ending")]:
            raise BadRecord("The outcome differs: points {points}, ranks {ranks}, {ending}; the record says {theirs}.",
                            points=list(ours.points), ranks=list(ours.rank), ending=ours.ending, theirs=theirs)


def key_of(record: dict[str, Any]) -> list[int] | None:
    """The key of a record, if the record says what it was made from."""
    chance = record["chance"]
    if isinstance(chance.get("secret"), str):
        try:
            return key_of_secret(bytes.fromhex(chance["secret"]), chance.get("added", []))
        except (ValueError, TypeError, AttributeError):
            raise BadRecord("The secret of the record is damaged.") from None
    seed = seed_of(record)
    return key_of_seed(*seed) if seed else None


def verify(record: dict[str, Any], components: Components | str | Path | None = None) -> list[str]:
    """Check everything that can be checked, and return what was checked in sentences; BadRecord if something is wrong."""
    match = replay(record, components, any_start=True)
    checks = [plural(len(record["entries"]), "{n} entry replays to the same position.",
                   "{n} entries replay to the same positions.")]
    if "outcome" in record:
        checks.append(say("The outcome is right."))
    chance = record["chance"]
    if "secret" in chance:
        key_of(record)
        if commitment(bytes.fromhex(chance["secret"])) != chance.get("commitment"):
            raise BadRecord("The secret is not the one that was committed to before the deal.")
        checks.append(say("The secret is the one that was committed to before the deal."))
    key = key_of(record)
    if key is None:
        return [*checks, say("Where its chance came from is not told (yet), so that was not checked.")]
    check_chance(record, match, key)
    return [*checks, say("All chance came from the key.")]


def check_chance(record: dict[str, Any], replayed: Match, key: list[int]) -> None:
    """Play the record again with chance from the key, and compare every outcome."""
    match = new_match(record, replayed.game, replayed.components, key)
    if list(match.setup_move.chance) != record["deal"].get("chance", []):
        raise BadRecord("The deal did not come from the key.")
    for number, entry in enumerate(record["entries"]):
        if "undo" in entry:
            match.undo()
        elif list(match.play(entry["action"]).chance) != entry.get("chance", []):
            raise BadRecord("The chance of entry {n} did not come from the key.", n=number)
