"""What a guest has played, and the words that bring it to another device."""

import random

import pytest

from marbletop.games import GAMES
from marbletop.games.marbleous.state import GAME_OVER
from marbletop.server.history import notes_of_game
from marbletop.server.people import Guests
from marbletop.server.profile import (
    ALONE,
    MIXED,
    PEOPLE,
    Comparison,
    FinishedGame,
    compare_game,
    profile_of,
    solo_of,
    sort_of_others,
    tallies_of,
)
from marbletop.server.recovery_words import WORDS
from marbletop.server.seating import put_bot, sit
from marbletop.server.seats import BOT, PERSON, Holder
from marbletop.server.table_view import look

from .helpers import ANN, BEN, house_in, run

ME, FRIEND = Holder(PERSON, "me", "Ann"), Holder(PERSON, "other", "Ben")
STEADY, STRONG = Holder(BOT, level="steady"), Holder(BOT, level="strong")


@pytest.mark.parametrize(("holders", "side", "against"), [
    ([ME, STEADY], [0, 1], "steady"), ([ME, STEADY, STRONG], [0, 1, 2], MIXED), ([ME, FRIEND, STEADY], [0, 1, 2], PEOPLE),
    ([ME, STEADY, STRONG, STEADY], [0, 1, 0, 1], "steady"),                # the partner is no opponent
    ([ME, Holder(BOT, level="steady", kept="other")], [0, 1], PEOPLE),      # a bot keeps the seat of a person
    ([ME], [0], ALONE), ([ME, ME], [0, 1], ""), ([ME, ME, STRONG, STRONG], [0, 0, 1, 1], "strong")])
def test_against_whom_somebody_played(holders, side, against):
    assert sort_of_others(holders, side, [seat for seat, holder in enumerate(holders) if holder is ME]) == against


def finished(against, share, points=0.0, game="marbleous"):
    return FinishedGame("t", game, "2026-03-01", (), against, share, 1, points)


def test_wins_are_counted_by_game_and_level():
    games = [finished("steady", 1.0), finished("steady", 0.0), finished("steady", 0.5), finished("strong", 1.0),
             finished("", 1.0), finished(ALONE, 1.0, 31.0), finished(ALONE, 0.0, 40.0)]
    assert [(one.against, one.games, one.won, one.shared) for one in tallies_of(games)] == [("steady", 3, 1, 1),
                                                                                           ("strong", 1, 1, 0)]
    best, = solo_of(games)
    assert (best.games, best.won, best.points) == (2, 1, 40.0)


def test_a_game_is_in_the_profile_of_those_who_played_it_and_of_nobody_else(tmp_path):
    async def story():
        async with house_in(tmp_path, games=GAMES) as house:
            table = await house.lobby.create(ANN, "connect_four", 2)
            await sit(table, ANN, [0])
            await put_bot(table, ANN.id, 1, "steady")
            await table.deal(ANN.id)
            running = await profile_of(house, ANN)
            await table.resign(ANN.id)
            return table.id, running, await profile_of(house, ANN), await profile_of(house, BEN)
    table, running, over, ben = run(story())
    assert [one.about.id for one in running.running] == [table] and not running.finished
    assert not over.running and [(one.table, one.share, one.against) for one in over.finished] == [(table, 0.0, "steady")]
    assert not (ben.running or ben.finished or ben.tallies)


def test_a_result_is_compared_with_former_games_of_the_same_mode(tmp_path):
    async def play_alone(house, chance, guest=ANN, **options):
        table = await house.lobby.create(guest, "marbleous", 1, options=options)
        await sit(table, guest, [0])
        await table.deal(guest.id)
        while not table.over:
            seen = await look(table, guest.id)
            await table.play(guest.id, chance.choice(seen.legal), seen.position)
        return table

    async def story():
        async with house_in(tmp_path, games=GAMES) as house:
            chance = random.Random(3)
            tables = [await play_alone(house, chance), await play_alone(house, chance, advanced=True),
                      await play_alone(house, chance), await play_alone(house, chance)]
            notes = await notes_of_game(tables[0], 0)
            return [table.now.result for table in tables], [await compare_game(house, table, ANN.id) for table in tables], \
                await compare_game(house, tables[0], BEN.id), notes
    results, found, stranger, notes = run(story())
    points = [result["points"][0] for result in results]
    assert found == [Comparison(1, 0, None), Comparison(1, 0, None), Comparison(2, 0, points[0]),
                     Comparison(3, 0, max(points[0], points[2]))]
    assert stranger is None and GAME_OVER in [note.event for note in notes]


def test_recovery_words_lead_to_the_same_guest_and_only_with_the_key_of_this_server():
    guests = Guests(b"k" * 32)
    ruth = guests.welcome("Ruth")
    words = guests.recovery_words(ruth)
    assert len(words.split()) == WORDS and guests.id_of_words(f"  {words.upper().replace(' ', '-')}\n") == ruth.id
    assert Guests(b"x" * 32).id_of_words(words) is None


@pytest.mark.parametrize("spoil", [lambda words: words[1:], lambda words: [*words, words[0]], lambda words: words[::-1],
                                   lambda words: ["xxxxx", *words[1:]], lambda words: []])
def test_words_with_a_mistake_are_nobodys(spoil):
    guests = Guests(b"k" * 32)
    words = guests.recovery_words(guests.welcome("Ruth")).split()
    assert guests.id_of_words(" ".join(spoil(words))) is None
