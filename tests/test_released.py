"""What every released version wrote opens in this one: its data folder, its records, its component files."""

import gzip
import json

import pytest

from marbletop import GAMES, Match
from marbletop.core.errors import WrongVersion
from marbletop.core.match import check_of
from marbletop.core.record import read_record, replay
from marbletop.core.verification import verify
from marbletop.server.entries import OPEN
from marbletop.server.storage.sqlite import FILE

from .released.keep import HERE
from .server.helpers import Clockwork, QuickBots, house_in, run

FOLDERS = sorted(path.parent for path in HERE.glob("*/tables.json"))
RECORDS = sorted(path for path in HERE.glob("*/*.json") if path.stem in GAMES)
COMPONENTS = sorted(HERE.glob("*/*.toml"))


def test_there_is_something_of_every_game():
    assert FOLDERS and {path.stem for path in RECORDS} == set(GAMES)
    assert {path.stem for path in COMPONENTS} == {name for name in GAMES if GAMES[name].components().text}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_a_data_folder_opens_with_all_its_tables(folder, tmp_path):
    told, clock = json.loads((folder / "tables.json").read_text()), Clockwork()
    clock.time = 1_790_010_000.0            # an hour after the tables were left
    (tmp_path / FILE).write_bytes(gzip.decompress((folder / f"{FILE}.gz").read_bytes()))

    async def story():
        async with house_in(tmp_path, games=GAMES, bots=QuickBots(GAMES), now=clock) as house:
            for id, of_table in told.items():
                table = await house.lobby.open(id)
                assert (table.now.stage, table.names) == (of_table["stage"], of_table["names"])
                if table.now.stage != OPEN:
                    assert check_of(table.game, table.state) == of_table["check"]
    run(story())


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_a_record_verifies(path):
    """One of other rules says which version of the rules it needs."""
    record = read_record(path)
    if record["version"] == GAMES[path.stem].version:
        assert verify(record).complete
    else:
        with pytest.raises(WrongVersion, match=str(record["version"])):
            replay(record)


@pytest.mark.parametrize("path", COMPONENTS, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_a_component_file_is_played_with(path):
    match = Match(path.stem, components=path)
    match.play(match.legal[0])
    assert match.components.digest == GAMES[path.stem].components(path).digest
