"""The coach explains what is new, says at most one friendly word in a turn, and none against people who have not agreed."""

import asyncio
from dataclasses import replace

import pytest

from marbletop.bots.bot import Analysis, Ranked
from marbletop.bots.pool import Answer
from marbletop.core.match import Match
from marbletop.games import GAMES
from marbletop.games.marbles_and_jokers.state import CARD
from marbletop.server.advice import (
    AT_LEAST,
    CLEARLY,
    FEWEST_VISITS,
    chance_of,
    consider_choice,
    decisions_made,
    first_worse,
    is_less,
    is_only_way,
    speaks_up,
    think_ahead,
)
from marbletop.server.coach import (
    KEPT,
    answer_for_advice,
    ask_for_advice,
    coach_version,
    coach_view,
    decision_in,
    desk_of,
    known_decisions,
    note_decisions,
    open_desk,
    switch_coach,
    want_coach,
)
from marbletop.server.refusal import Refused
from marbletop.server.table_view import look, look_ahead

from .helpers import ANN, BEN, CAT, QuickBots, house_in, run, table_of, work

KIND = "drop"                               # the decision of Connect Four


class WiseBots(QuickBots):
    """Bots that find the last legal action much better than the first, and say what they were asked."""

    def __init__(self, **more):
        super().__init__(**more)
        self.asked, self.ready = [], True

    def answer(self, job, future, action=None):
        if not job.analyse:
            return super().answer(job, future, action)
        self.asked.append(job)
        game = self.games[job.game]
        view = game.state.unpack(job.view)
        box = game.make_box(game.read_options(job.options), job.seats, game.components_of(job.components))
        legal = game.legal_list(view, box)[::-1]
        rows = tuple(Ranked(one, tuple(0.8 - 0.1 * n if seat == view.player else 0.2 for seat in range(job.seats)), visits=99,
                            line=(one,)) for n, one in enumerate(legal))
        future.set_result(Answer(legal[0], "wise", self.ready, Analysis(view.player, rows)))


async def coached_table(house, users=(ANN, "beginner"), game="connect_four"):
    table = await table_of(house, game, list(users))
    await open_desk(house, table, ANN)
    await switch_coach(house, table, ANN.id, True)
    return table


def story(tmp_path, tell, **settings):
    async def told():
        async with house_in(tmp_path, **{"bots": WiseBots(), **settings}) as house:
            return await tell(house)
    return run(told())


def test_it_is_offered_until_a_game_was_finished_here(tmp_path):
    async def tell(house):
        first = await table_of(house, "connect_four", [ANN, "beginner"])
        await open_desk(house, first, ANN)
        assert coach_view(first, ANN.id).offered and not coach_view(first, ANN.id).on
        assert not coach_view(first, BEN.id).offered                     # who does not play has no coach
        await first.resign(ANN.id)
        second = await table_of(house, "connect_four", [ANN, "beginner"])
        await open_desk(house, second, ANN)
        assert not coach_view(second, ANN.id).offered
    story(tmp_path, tell)


MACHINE = "marbles 2@home>1; hands fork+left left+left"


@pytest.mark.slow
@pytest.mark.parametrize(("presses", "made"), [
    ([], ["first"]), (["left"], ["first", "place"]), (["fork", "at 0,-3"], ["first", "orient"])])
def test_what_a_page_has_only_proposed_is_explained_later(tmp_path, presses, made):
    """The space that a page proposes for a Part while its owner turns it was never explained."""
    match, draft = Match.at("marble_machine", MACHINE, 2), []
    for press in presses:
        draft.append(match.action_of(press))
        match.play(press)

    async def tell(house):
        table = await table_of(house, "marble_machine", [ANN, "beginner"], start=MACHINE)
        assert await decisions_made(table, ANN.id, draft) == made
    story(tmp_path, tell, games=GAMES, bots=WiseBots(games=GAMES))


@pytest.mark.slow
@pytest.mark.parametrize(("marbles", "made"), [("14", ["track"]), ("14,40", ["track", "move"])])
def test_what_leaves_nothing_to_choose_is_explained_later(tmp_path, marbles, made):
    """With one marble on the track a 5 has one way: which marble moves is not decided, so it is explained another time."""
    start = f"p0={marbles} hand=5,6,3,4,2,10"
    action = Match.at("marbles_and_jokers", start, 4).action_of("5")

    async def tell(house):
        table = await table_of(house, "marbles_and_jokers", [ANN, "beginner", "beginner", "beginner"], start=start)
        assert await decisions_made(table, ANN.id, [action]) == made
    story(tmp_path, tell, games=GAMES, bots=WiseBots(games=GAMES))


@pytest.mark.parametrize(("hand", "card", "kind"), [
    ("9,2,3,4,5,6", "9", "share-back"), ("7,2,3,4,5,6", "7", "share"), ("5,2,3,4,9,6", "5", "move")])
def test_a_card_that_two_marbles_can_share_is_another_decision(hand, card, kind):
    """So the coach tells of splitting before the first part is chosen, and of the second part after it."""
    match = Match.at("marbles_and_jokers", f"p0=14,40 hand={hand}", 4)
    match.play(card)
    assert decision_in(match.game, match.state, match.box) == kind
    if kind in ("share", "share-back"):
        match.play(next(text for text in match.legal_texts if text not in (f"a {card}", f"b {card}")))
        assert decision_in(match.game, match.state, match.box) == "split"


@pytest.mark.slow
@pytest.mark.parametrize(("hand", "only"), [("K,2,3,4,5,6", True), ("K,Q,3,4,5,6", False)])
def test_a_gesture_without_a_choice_is_known(tmp_path, hand, only):
    """Pages play it by themselves, so it must not answer the offer of the coach: one King, and all marbles in the ring."""
    start = f"hand={hand}"
    match = Match.at("marbles_and_jokers", start, 4)

    async def tell(house):
        table = await table_of(house, "marbles_and_jokers", [ANN, "beginner", "beginner", "beginner"], start=start)
        assert await is_only_way(table, ANN.id, [match.action_of("K")]) == only
        assert await is_only_way(table, ANN.id, []) == only
    story(tmp_path, tell, games=GAMES, bots=WiseBots(games=GAMES))


LAST_TILE = "red=j6:2 round=8 starter=B player=R phase=select tile=cupx stack=none pool=PYT dice=flag,0,0,0,0,3"


def test_it_is_silent_where_only_the_order_of_dice_differs(tmp_path):
    """The better die can be used next. What is wrong with the hex of a number is said of the hex."""
    async def tell(house):
        table = await table_of(house, "marabunta", [ANN, "beginner"], start=LAST_TILE)
        await open_desk(house, table, ANN)
        await switch_coach(house, table, ANN.id, True)
        seen = await look(table, ANN.id)
        flag, number, *_ = seen.legal
        await consider_choice(house, table, ANN.id, (), flag)
        assert coach_view(table, ANN.id).word is None
        hexes = look_ahead(table, seen, number).legal
        await consider_choice(house, table, ANN.id, (number,), hexes[-1])
        assert coach_view(table, ANN.id).word is None
        await consider_choice(house, table, ANN.id, (number,), hexes[0])
        word = coach_view(table, ANN.id).word
        assert (word.kept, word.explanation.best.action) == ((number,), hexes[-1])
    story(tmp_path, tell, games=GAMES, bots=WiseBots(games=GAMES))


def test_a_turn_of_several_dice_has_one_word(tmp_path):
    """In Marabunta the page counts what is left to use: that is no other turn."""
    async def tell(house):
        table = await table_of(house, "marabunta", [ANN, "beginner"],
                               start="red=j6:2 starter=B player=R phase=select pool=POG dice=flag,flag,flag,0,0,0")
        await open_desk(house, table, ANN)
        await switch_coach(house, table, ANN.id, True)
        for spoken in (True, False):
            first = (await look(table, ANN.id)).legal[0]
            await consider_choice(house, table, ANN.id, (), first)
            assert (coach_view(table, ANN.id).word is not None) == spoken
            await table.play(ANN.id, first, table.position)
            assert table.player == 0
    story(tmp_path, tell, games=GAMES, bots=WiseBots(games=GAMES))


def test_who_plays_on_has_declined_for_now(tmp_path):
    async def tell(house):
        table = await table_of(house, "connect_four", [ANN, "beginner"])
        await open_desk(house, table, ANN)
        await note_decisions(house, table, ANN.id, [KIND])
        assert not coach_view(table, ANN.id).offered
        assert await house.guest_values.get(ANN.id, KEPT.format(game="connect_four")) is None
    story(tmp_path, tell)


def test_the_wish_and_what_was_explained_are_kept(tmp_path):
    async def tell(house):
        table = await coached_table(house)
        before = coach_version(table, ANN.id)
        await note_decisions(house, table, ANN.id, [KIND, "nonsense"])
        assert coach_view(table, ANN.id).met == {KIND} and coach_version(table, ANN.id) > before
        other = await table_of(house, "connect_four", [ANN, "beginner"])
        await open_desk(house, other, ANN)
        assert coach_view(other, ANN.id).on and coach_view(other, ANN.id).met == {KIND}
        await switch_coach(house, other, ANN.id, False)
        assert await house.guest_values.get(ANN.id, KEPT.format(game="connect_four")) == {"on": False, "met": [KIND]}
        await want_coach(house, BEN.id, "toy", True)
        assert await house.guest_values.get(BEN.id, KEPT.format(game="toy")) == {"on": True, "met": []}
    story(tmp_path, tell)


def test_every_kind_of_decision_is_explained():
    """The quick rules have a block for every decision that random games come to."""
    from marbletop.core.match import Match
    for name, game in GAMES.items():
        for seed in range(3):
            match = Match(game, seed=seed)
            for turn in range(60):
                if match.over:
                    break
                kind = decision_in(game, match.view(match.player), match.box)
                assert kind in known_decisions(game), (name, kind)
                match.play(match.legal[turn * 7 % len(match.legal)])


def test_a_clearly_worse_choice_gets_one_word_in_a_turn(tmp_path):
    async def tell(house):
        table = await coached_table(house)
        seen = await look(table, ANN.id)
        await consider_choice(house, table, ANN.id, (), seen.legal[-1])
        assert coach_view(table, ANN.id).word is None                    # the best choice
        await consider_choice(house, table, ANN.id, (), seen.legal[0])
        word = coach_view(table, ANN.id).word
        assert word.gesture == (seen.legal[0],) and word.explanation.best.action == seen.legal[-1]
        assert word.explanation.loss == pytest.approx(0.6)
        await consider_choice(house, table, ANN.id, (), seen.legal[1])
        assert coach_view(table, ANN.id).word is word                    # something was said in this turn
        assert len(house.bots.asked) == 1                                # thought about once
        await table.play(ANN.id, seen.legal[0], seen.position)
        await work(house)
        await consider_choice(house, table, ANN.id, (), seen.legal[0])
        assert coach_view(table, ANN.id).word.position == table.position
    story(tmp_path, tell)


def test_the_bot_gets_the_view_of_the_player_and_nothing_more(tmp_path):
    async def tell(house):
        table = await coached_table(house, (ANN, "beginner", "beginner", "beginner"), "marbles_and_jokers")
        while len((seen := await look(table, ANN.id)).legal) < 2:
            if seen.legal:
                await table.play(ANN.id, seen.legal[0], seen.position)
            await work(house)
        await think_ahead(house, table, ANN.id)
        await asyncio.sleep(0)
        pack = table.game.state.pack
        assert [job.view for job in house.bots.asked] == [pack((await look(table, ANN.id)).view)] != [pack(table.state)]
    story(tmp_path, tell, games=GAMES, bots=WiseBots(games=GAMES))


def test_no_word_before_the_strong_bot_is_ready(tmp_path):
    async def tell(house):
        house.bots.ready = False
        table = await coached_table(house)
        await consider_choice(house, table, ANN.id, (), (await look(table, ANN.id)).legal[0])
        assert coach_view(table, ANN.id).word is None
    story(tmp_path, tell)


def test_an_answer_that_comes_late_wakes_the_page(tmp_path):
    async def tell(house):
        table = await coached_table(house)
        seen, bots = await look(table, ANN.id), house.bots
        bots.held = True
        await consider_choice(house, table, ANN.id, (), seen.legal[0])
        assert coach_view(table, ANN.id).word is None
        before = coach_version(table, ANN.id)
        bots.answer(*bots.jobs[-1])
        while coach_version(table, ANN.id) == before:
            await asyncio.sleep(0.01)
        await consider_choice(house, table, ANN.id, (), seen.legal[0])
        assert coach_view(table, ANN.id).word is not None
    story(tmp_path, tell)


def test_against_people_it_advises_only_if_all_agree(tmp_path):
    async def tell(house):
        table = await coached_table(house, (ANN, BEN))
        action = (await look(table, ANN.id)).legal[0]
        await consider_choice(house, table, ANN.id, (), action)
        assert coach_view(table, ANN.id).word is None and house.bots.asked == []
        assert coach_view(table, BEN.id).questions == ()
        ask_for_advice(table, ANN.id)
        (number, who), = coach_view(table, BEN.id).questions
        assert who == "Ann" and coach_view(table, ANN.id).asks and coach_view(table, CAT.id).questions == ()
        with pytest.raises(Refused):
            answer_for_advice(table, CAT.id, number, True)               # does not play here
        with pytest.raises(Refused):
            answer_for_advice(table, ANN.id, number, True)               # nobody answers for themselves
        answer_for_advice(table, BEN.id, number, True)
        assert coach_view(table, BEN.id).questions == () and coach_view(table, ANN.id).advises
        await consider_choice(house, table, ANN.id, (), action)
        assert coach_view(table, ANN.id).word is not None
    story(tmp_path, tell)


def test_one_no_is_enough(tmp_path):
    async def tell(house):
        table = await coached_table(house, (ANN, BEN))
        ask_for_advice(table, ANN.id)
        (number, _), = coach_view(table, BEN.id).questions
        answer_for_advice(table, BEN.id, number, False)
        assert coach_view(table, ANN.id).refused and not coach_view(table, ANN.id).advises
        with pytest.raises(Refused, match="answer was no"):
            ask_for_advice(table, ANN.id)
        with pytest.raises(Refused, match="no longer"):
            answer_for_advice(table, BEN.id, number, True)
        await consider_choice(house, table, ANN.id, (), (await look(table, ANN.id)).legal[0])
        assert coach_view(table, ANN.id).word is None
    story(tmp_path, tell)


def test_it_ends_with_the_game(tmp_path):
    async def tell(house):
        table = await coached_table(house)
        assert desk_of(table, ANN.id) and coach_view(table, ANN.id).on
        await table.resign(ANN.id)
        assert not coach_view(table, ANN.id).on
    story(tmp_path, tell)


def test_what_is_clearly_better():
    """Where three play, the best has hardly more than a third of the chances, and a twentieth less is much."""
    assert is_less(0.6 - 0.6 * CLEARLY - 0.01, 0.6) and not is_less(0.6 - 0.6 * CLEARLY + 0.01, 0.6)
    assert is_less(0.28, 0.34) and not is_less(0.30, 0.34)
    assert not is_less(0.05 - AT_LEAST + 0.01, 0.05)


def ranked(*values, visits=50):
    """What a bot thinks of actions 1, 2, ... with these chances."""
    return Analysis(0, tuple(sorted((Ranked(1 + n, (one, 1 - one), visits=visits) for n, one in enumerate(values)),
                                    key=lambda row: -row.values[0])))


def test_a_gesture_is_judged_as_a_whole():
    assert first_worse({(): ranked(0.6, 0.3)}, (2,)) == () and first_worse({(): ranked(0.6, 0.3)}, (1,)) is None
    assert first_worse({(): ranked(0.6, 0.3, visits=FEWEST_VISITS - 1)}, (2,)) is None              # it knows too little
    assert first_worse({(): ranked(0.6, 0.3), (1,): ranked(0.6, 0.3)}, (1, 2)) == (1,)              # only the last step
    assert first_worse({(): ranked(0.6, 0.3), (2,): ranked(0.3, 0.1)}, (2, 1)) == ()                # the best after a bad one
    assert first_worse({(): ranked(0.6, 0.56), (2,): ranked(0.56, 0.5)}, (2, 2)) == ()              # a little less, twice
    assert first_worse({(): ranked(0.6, 0.56), (2,): ranked(0.56, 0.5)}, (2, 1)) is None
    assert first_worse({}, (1,)) is None and chance_of({(): ranked(0.6, 0.3), (2,): ranked(0.25, 0.1)}, (2, 1)) == 0.25


class DoubtfulBots(WiseBots):
    """Bots that think less of everything after the first decision of a turn."""

    def answer(self, job, future, action=None):
        super().answer(job, future, action)
        if job.analyse and GAMES[job.game].state.unpack(job.view).phase != CARD:
            answer = future.result()
            rows = tuple(replace(row, values=tuple(one / 2 for one in row.values)) for row in answer.analysis.ranked)
            future._result = replace(answer, analysis=replace(answer.analysis, ranked=rows))


def test_a_word_about_the_first_step_of_a_gesture(tmp_path):
    """The marble is the best for this card, but another card is better."""
    async def tell(house):
        table = await coached_table(house, (ANN, "beginner"), "marbles_and_jokers")
        for _ in range(200):
            seen = await look(table, ANN.id)
            if len(seen.legal) > 1:
                for card in seen.legal[:-1]:
                    if (ahead := look_ahead(table, seen, card)) and len(ahead.legal) > 1:
                        await consider_choice(house, table, ANN.id, (card,), ahead.legal[-1])
                        word = coach_view(table, ANN.id).word
                        assert (word.gesture, word.kept) == ((card, ahead.legal[-1]), ())
                        assert word.explanation.best.action == seen.legal[-1]
                        assert word.explanation.loss == pytest.approx(0.4)
                        return
            if seen.legal:
                await table.play(ANN.id, seen.legal[0], seen.position)
            await work(house)
        raise AssertionError("No card of Ann's moved more than one marble.")
    story(tmp_path, tell, games=GAMES, bots=DoubtfulBots(games=GAMES))


def test_the_split_of_dice_gets_a_word_once(tmp_path):
    async def tell(house):
        table = await coached_table(house, (ANN, "beginner"), "marabunta")
        while not (seen := await look(table, ANN.id)).legal or decision_in(table.game, seen.view, seen.box) != "split":
            if seen.legal:
                await table.play(ANN.id, seen.legal[0], seen.position)
            await work(house)
        assert not await speaks_up(house, table, ANN.id, seen.legal[-1])             # the best
        assert await speaks_up(house, table, ANN.id, seen.legal[0])
        assert coach_view(table, ANN.id).word.explanation.best.label.startswith("First tray:")
        assert not await speaks_up(house, table, ANN.id, seen.legal[0])              # pressed again: it is played
        assert not await speaks_up(house, table, ANN.id, seen.legal[1])
    story(tmp_path, tell, games=GAMES, bots=WiseBots(games=GAMES))
