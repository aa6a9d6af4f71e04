"""Mistakes of a user that `mypy --strict` must find: each line that ends in an error code, and no other."""

# ruff: noqa: B018

import marbletop
from marbletop import (
    GAMES,
    Adviser,
    Analysis,
    BadComponents,
    BadNotation,
    BadOption,
    BadRecord,
    Batch,
    Bot,
    DuelResult,
    Game,
    Hint,
    IllegalAction,
    Limit,
    MarbletopError,
    Match,
    Move,
    Note,
    Outcome,
    UnknownGame,
    WrongSeats,
    WrongVersion,
    bot,
    duel,
    load,
)

match = Match("connect_four")
marbletop.Mach  # error: attr-defined
Match(4)  # error: arg-type
Match("connect_four", seats="two")  # error: arg-type
Match.at("connect_four")  # error: call-arg
Match.at("connect_four", ["xo"])  # error: arg-type
match.play(2.5)  # error: arg-type
match.undo(2)  # error: call-arg
match.legal()  # error: operator
match.player + "1"  # error: operator
match.moves[0].words  # error: attr-defined
match.outcome.winners  # error: union-attr
Batch("connect_four")  # error: call-arg
Batch("connect_four", lanes=4).step("abcd")  # error: arg-type
load(7)  # error: arg-type
match.hint(3)  # error: arg-type
match.hint().words  # error: attr-defined
Hint("a", "a", ())  # error: arg-type
Bot(match.game)  # error: abstract
Limit("long")  # error: arg-type
bot(5)  # error: arg-type
Adviser("strong", seed="x")  # error: arg-type
Analysis(0, 3)  # error: arg-type
duel("connect_four", "uniform", games="two")  # error: arg-type
duel("connect_four", "uniform").wins  # error: attr-defined
DuelResult()  # error: call-arg
GAMES[0]  # error: index
GAMES["connect_four"] = match.game  # error: index
Game("connect_four")  # error: call-arg
match.game.titel  # error: attr-defined
Move(0, 1, "a", 2, ())  # error: arg-type
Note("dropped", ())  # error: arg-type
Outcome("won", (1.0,), (1,), "none")  # error: arg-type
MarbletopError(404)  # error: arg-type
UnknownGame()  # error: call-arg
WrongSeats(3)  # error: arg-type
BadOption("wrong", 7)  # error: arg-type
BadComponents(None)  # error: arg-type
IllegalAction(b"no")  # error: arg-type
BadNotation(0)  # error: arg-type
BadRecord(["damaged"])  # error: arg-type
WrongVersion(2)  # error: arg-type
