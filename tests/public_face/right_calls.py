"""A user's program that uses every public name. It is checked by `mypy --strict` and run; see tests/test_public_face.py."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

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


def winners_of(match: Match) -> tuple[int, ...]:
    outcome: Outcome | None = match.outcome
    return outcome.winners if outcome is not None else ()


def play_first(match: Match) -> Match:
    while not match.over:
        move: Move = match.play(match.legal[0])
        notes: tuple[Note, ...] = move.notes
        assert notes == match.notes
    return match


class First(Bot):
    """Plays the first legal action."""

    def choose(self, view: Any, box: Any, limit: Limit, stop: Callable[[], bool] = lambda: False) -> int:
        return self.game.legal_list(view, box)[0]


def ask_bots(match: Match) -> str:
    adviser: Adviser = bot(First, limit=Limit(iterations=10))
    action: int = adviser.choose(match)
    analysis: Analysis = bot("greedy").analyse(match)
    hint: Hint = match.hint("greedy")
    result: DuelResult = duel("connect_four", First, "uniform", games=2)
    shares: list[float] = result.win_share
    assert action == match.legal[0] and analysis.best in match.legal and hint.action in match.legal and len(shares) == 2
    return hint.text


def first_line(error: MarbletopError) -> str:
    return str(error).splitlines()[0]


def mistakes() -> list[str]:
    told = []
    for wrong, kind in ((("chess", 2), UnknownGame), (("connect_four", 3), WrongSeats)):
        try:
            Match(*wrong)
        except kind as error:
            told.append(first_line(error))
    match = Match("connect_four", seats=2, seed=7)
    try:
        match.play(99)
    except IllegalAction as error:
        told.append(first_line(error))
    try:
        match.play("h")
    except BadNotation as error:
        told.append(first_line(error))
    try:
        Match("connect_four", misere=3)
    except BadOption as error:
        told.append(error.option)
    try:
        Match("marabunta", components=Path("nowhere.toml"))
    except BadComponents as error:
        told.append(first_line(error))
    try:
        load("nowhere.json")
    except WrongVersion as error:
        told.append(f"other rules: {error}")
    except BadRecord as error:
        told.append(first_line(error))
    return told


def main() -> None:
    game: Game = GAMES["connect_four"]
    titles: list[str] = [GAMES[name].title for name in GAMES]
    match = play_first(Match(game, seed=7))
    with TemporaryDirectory() as folder:
        match.save(Path(folder) / "game.json")
        back: Match = load(Path(folder) / "game.json")
    copy: Match = back.copy()
    texts: list[str] = [move.text for move in copy.moves]
    middle: Match = Match.at("connect_four", "xo//x//// o", seats=2, seed=7, misere=True)
    text: str = middle.position
    picture: str = middle._repr_svg_()
    assert text == middle.start and picture.startswith("<svg")
    assert ask_bots(Match(game)) in Match(game).legal_texts
    batch = Batch(game, lanes=4, seeds=1)
    lists, counts = batch.legal()
    batch.step(lists[:, 0])
    size: int = batch.observe().size
    assert counts.min() > 0 and size > 0 and len(texts) == len(match.moves)
    assert winners_of(back) == winners_of(match) and len(mistakes()) == 7 and "Connect Four" in titles


if __name__ == "__main__":
    main()
