"""A played game as a text file: saving, loading and replaying it. What a record proves is told by verification.py.

A record is JSON: what was played with (game, version, box, options, seats), where the chance came from, every entry (seat,
action as number and notation, outcomes of chance, a short digest of the position), and the outcome. The record of a match
that did not begin with a deal (`Match.at`) also holds the position it began at.
"""

import json
import math
import os
import tempfile
from pathlib import Path
from typing import Any, NoReturn

from ..words import phrases, say
from .chance import OpenEvent, Script, key_of_seed
from .components import Components
from .errors import BadRecord, MarbletopError, WrongVersion
from .game import Game
from .match import Match, outcome_of
from .options import changed_options

FORMAT = "marbletop-record-1"
LARGEST = 64 << 20                          # bytes of a file: the longest games have a few megabytes
LONGEST_NUMBER = 40                         # digits
LONGEST_QUOTE = 80                          # characters of a text that a message repeats
# What replaying a record that somebody has tampered with can raise.
DAMAGE = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError)
NEEDED = {"format": str, "game": str, "version": int, "components": dict, "options": dict, "seats": int,
          "chance": dict, "deal": dict, "entries": list}
TEXT, NUMBER, TEXTS, NUMBERS, OBJECT, OBJECTS, AMOUNTS = phrases(
    "a text", "a whole number", "a list of texts", "a list of whole numbers", "an object", "a list of objects",
    "a list of numbers")
RESULT = {"ending": TEXT, "points": AMOUNTS, "rank": NUMBERS}
# What the fields of a record hold, if they are there; those of its objects by the name of the object.
KINDS: dict[str, dict[str, str]] = {
    "": {"names": TEXTS, "position": TEXT, "table": OBJECTS, "outcome": OBJECT, "resigned": OBJECT},
    "components": {"digest": TEXT, "name": TEXT, "text": TEXT},
    "chance": {"seed": NUMBER, "deal": NUMBER, "commitment": TEXT, "added": TEXTS, "secret": TEXT},
    "deal": {"chance": NUMBERS, "check": TEXT},
    "outcome": RESULT, "resigned": RESULT,
}
ENTRY = {"seat": NUMBER, "text": TEXT, "check": TEXT, "chance": NUMBERS}
EVENT = {"before": NUMBER, "kind": TEXT, "seat": NUMBER}

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
        with open(path, "rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise BadRecord("Can't read {path!r}: {error}.", path=str(path),
                        error=getattr(error, "strerror", None) or error) from None
    try:
        return parse_record(data)
    except BadRecord as error:
        raise BadRecord("{path!r}: {error}", path=str(path), error=error) from None


def parse_record(data: bytes) -> dict[str, Any]:
    """The record in the bytes of a file, or BadRecord."""
    if len(data) > LARGEST:
        raise BadRecord("A record has at most {n} megabytes.", n=LARGEST >> 20)
    try:
        record = json.loads(data.decode("utf-8-sig"), parse_int=short_number, parse_float=finite_number,
                            parse_constant=no_number)
        json.dumps(record, ensure_ascii=False).encode()         # fails for half a character
    except BadRecord:
        raise
    except UnicodeError:
        raise BadRecord("This is not a Marbletop record: it is no text in UTF-8.") from None
    except RecursionError:
        raise BadRecord("This is not a Marbletop record: it is nested too deeply.") from None
    except json.JSONDecodeError as error:
        raise BadRecord("This is not a Marbletop record: line {line} is not JSON ({error}).", line=error.lineno,
                        error=error.msg) from None
    return check_record(record)


def short_number(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise BadRecord("This is not a Marbletop record: it has a number of {n} digits.", n=len(digits))
    return int(digits)


def finite_number(digits: str) -> float:
    return float(digits) if math.isfinite(float(digits)) else no_number(digits)


def no_number(digits: str) -> NoReturn:
    raise BadRecord("This is not a Marbletop record: it has {text} in place of a number.", text=digits[:LONGEST_NUMBER])


def check_record(record: Any) -> dict[str, Any]:
    """The record, if it is well-formed; else BadRecord."""
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise BadRecord("This isn't a Marbletop record: its format should be {format!r}.", format=FORMAT)
    for key, kind in NEEDED.items():
        if not isinstance(record.get(key), kind) or isinstance(record[key], bool):
            raise BadRecord("The record is damaged: {key!r} is missing or isn't {kind}.", key=key, kind=kind.__name__)
    for name, kinds in KINDS.items():
        check_kinds(record.get(name, {}) if name else record, kinds, name)
    for name, value in record["options"].items():
        if not isinstance(value, (str, int)):
            raise BadRecord("The record is damaged: option {name!r} must be a word, a whole number, true or false.",
                            name=name[:LONGEST_QUOTE])
    for number, entry in enumerate(record["entries"]):
        if not isinstance(entry, dict) or ("undo" not in entry and not is_number(entry.get("action"))):
            raise BadRecord("The record is damaged: entry {n} has no action.", n=number)
        check_kinds(entry, ENTRY, say("entry {n}", n=number))
    for event in record.get("table", []):
        check_kinds(event, EVENT, "table")
    if len(record.get("names", ())) not in (0, record["seats"]):
        raise BadRecord("The record is damaged: it has names of {n} seats, and {seats} seats.", n=len(record["names"]),
                        seats=record["seats"])
    return record


def check_kinds(values: dict[str, Any], kinds: dict[str, str], where: str) -> None:
    for key, kind in kinds.items():
        if key in values and not is_kind(values[key], kind):
            raise BadRecord("The record is damaged: {key!r} must be {kind}.", key=f"{where}: {key}" if where else key,
                            kind=say(kind))


def is_kind(value: Any, kind: str) -> bool:
    """Whether a value of a record is what its field should hold."""
    if kind in (TEXT, NUMBER, OBJECT):
        return isinstance(value, str) if kind == TEXT else is_number(value) if kind == NUMBER else isinstance(value, dict)
    if kind == AMOUNTS:
        return isinstance(value, list) and all(isinstance(one, float) or is_number(one) for one in value)
    item = {TEXTS: TEXT, NUMBERS: NUMBER, OBJECTS: OBJECT}[kind]
    return isinstance(value, list) and all(is_kind(one, item) for one in value)


def is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def game_of(record: dict[str, Any]) -> Game:
    """The game of a record; BadRecord if it is not installed, WrongVersion if its rules differ."""
    from ..games import GAMES  # records name their game; core itself knows no game
    if record["game"] not in GAMES:
        raise BadRecord("This is a record of {game!r}, a game that isn't installed here.", game=record["game"][:LONGEST_QUOTE])
    game = GAMES[record["game"]]
    if record["version"] != game.version:
        raise WrongVersion("This game was recorded with version {theirs} of the {game} rules. This is version {ours}. To "
                           "replay it, use a Marbletop with version {theirs}.", theirs=record["version"], game=say(game.title),
                           ours=game.version)
    return game


def replay(record: dict[str, Any], components: Components | str | Path | None = None, *, any_start: bool = False) -> Match:
    """Replay a record with the outcomes of chance that it holds; BadRecord says at which entry it differs. `any_start` allows
    records that begin at a position. Nobody knows whether the rules can reach it, so do not allow it for strangers' files."""
    try:
        return replay_entries(record, components, any_start)
    except MarbletopError:
        raise
    except DAMAGE as error:
        raise BadRecord("The record is damaged: {error}", error=error) from None


def replay_entries(record: dict[str, Any], components: Components | str | Path | None, any_start: bool) -> Match:
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
        raise BadRecord("This record can't be set up: {error}", error=error) from None
    except (ValueError, OpenEvent) as error:
        raise BadRecord("The deal in this record doesn't fit the game: {error}", error=error) from None
    match.seed = seed_of(record)
    check_same(match.setup_move.check, record["deal"].get("check"), say("the deal"))
    if script.used != len(script.outcomes):
        raise BadRecord("The record lists more random numbers for the deal than the game uses.")
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
    chance = record["chance"]
    return (chance["seed"], chance.get("deal", 0)) if "seed" in chance else None


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
        raise BadRecord("The record doesn't match at {place}: {error}", place=where, error=error) from None
    if script.used != len(script.outcomes):
        raise BadRecord("The record doesn't match at {place}: it lists more random numbers than the game uses.", place=where)
    check_same(str(move.seat), str(entry.get("seat", move.seat)), where, say("seat"))
    check_same(move.text, entry.get("text"), where, say("the move"))
    check_same(move.check, entry.get("check"), where)


def check_same(ours: str, theirs: str | None, where: str, what: str = "") -> None:
    if theirs is not None and ours != theirs:
        raise BadRecord("The record doesn't match at {place}: {what} is {ours} here, but {theirs} in the record.", place=where,
                        what=what or say("position"), ours=ours, theirs=theirs[:LONGEST_QUOTE])


def check_components(record: dict[str, Any], match: Match) -> None:
    if record["components"].get("digest") != match.components.digest:
        raise BadRecord("it was played with the edition {theirs!r}, and this one ({ours!r}) is different. Name the right "
                        "file with --components.", theirs=record["components"].get("name", "")[:LONGEST_QUOTE],
                        ours=match.components.name)


def check_outcome(record: dict[str, Any], match: Match) -> None:
    theirs = record.get("outcome")
    if match.over != (theirs is not None):
        raise BadRecord("The record stops before the end of the game." if theirs is not None
                        else "The game is over, but the record has no result.")
    if theirs is not None:
        ours = outcome_of(match.game, match.state, match.box)
        told = [theirs.get(name) for name in ("points", "rank", "ending")]
        if [list(ours.points), list(ours.rank), ours.ending] != told:
            raise BadRecord("The result doesn't match. Here: points {points}, places {ranks}, {ending}. In the record: "
                            "{theirs}.",
                            points=list(ours.points), ranks=list(ours.rank), ending=ours.ending,
                            theirs=str(told)[:LONGEST_QUOTE])
