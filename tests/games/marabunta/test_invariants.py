"""What holds in all games: the invariants of the specification, tried in random games with all kinds of options."""

import pytest

from marbletop.core.chance import luck, pick
from marbletop.core.match import Match, outcome_of
from marbletop.games.marabunta import GAME
from marbletop.games.marabunta.effects import write_targets
from marbletop.games.marabunta.state import (
    A_CRATE,
    A_HEX,
    A_LEAF,
    A_PASS,
    A_SELECT,
    A_TAKE_TILE,
    AVAILABLE,
    BLUE_NUMBER,
    CLOSE,
    CROSS,
    CUPCAKES,
    CUPX,
    E_CUPCAKE,
    E_POINTS,
    E_WROTE,
    ENDED,
    IS_FREE,
    RED_NUMBER,
    REPEAT,
    SELECT,
    SHAPE_OF,
    TILE_BIT,
    VALUE_OF,
    WRITE,
)
from tests.games.playing import cases, random_play, start

from .laws import conditions, hexes_of

GAMES_EACH = 3                              # one at random, two eager
CASES = cases(GAME, 12)


def games():
    """Games with all options: at random, and by players who ignore nothing and like one group of crates."""
    for number, (_, options) in enumerate(CASES):
        for game in range(GAMES_EACH):
            seed = GAMES_EACH * number + game
            state, box = start(GAME, 2, options, seed)
            yield state, box, random_play(GAME, state, box, luck(seed)) if game == 0 else eager_play(state, box, seed, 2 + game)


def eager_play(state, box, seed, group):
    """Like random_play, but nothing is passed over, and crates go to one group first."""
    choices = luck(seed)
    while not state.over:
        legal = GAME.legal_list(state, box)
        liked = [a for a in legal if a == A_CRATE + group] or [a for a in legal if a != A_PASS] or legal
        action = liked[pick(choices, len(liked))]
        yield state, legal, action
        GAME.play(state, box, action)


def test_there_is_always_something_to_do_below_171():               # [MA-9, MA-10]
    for _, _, play in games():
        for _, legal, _ in play:
            assert legal and legal[-1] < 171


def test_marks_are_never_erased_or_changed():                       # [MA-25]
    for state, _, play in games():
        before = list(state.marks)
        for now, _, _ in play:
            assert all(old in (AVAILABLE, new) for old, new in zip(before, now.marks))
            before = list(now.marks)


def own(state, box, seat):
    return {h for h in range(box.hexes) if state.marks[h] >= RED_NUMBER and (state.marks[h] >= BLUE_NUMBER) == bool(seat)}


def slow_targets(state, box):
    """The hexes for the number that is due, found from the marks alone [MA-13, MA-14, MA-20, MA-27, MA-48, MA-71]."""
    beside = [hexes_of(words) for words in box.neighbours]
    free = {h for h in range(box.hexes) if state.marks[h] == AVAILABLE}
    effect, value = state.effect, VALUE_OF[state.effect]

    def rest_fits(taken):
        """Whether the effect can be finished from the hexes taken so far, tried out."""
        if len(taken) == SHAPE_OF[effect]:
            return True
        return any(rest_fits([*taken, h]) for h in free - set(taken) if all(h in beside[t] for t in taken))

    taken = [h for h in (state.first, state.second) if h >= 0]
    if taken:
        return {h for h in free if all(h in beside[t] for t in taken) and rest_fits([*taken, h])}
    base = BLUE_NUMBER if state.player else RED_NUMBER
    helps = {h for h in own(state, box, state.player) if box.near_rows == 1 or state.marks[h] - base != value}
    return {h for h in free
            if (state.region == 6 or box.region_of[h] == state.region)
            and (IS_FREE[effect] or state.anthills[state.player] or beside[h] & helps) and rest_fits([h])}


@pytest.mark.slow
def test_targets_agree_with_a_slow_search():                        # [MA-13, MA-20, MA-27, MA-28, MA-48]
    tried = set()
    for _, box, play in games():
        for now, legal, _ in play:
            if now.phase == WRITE:
                wanted = slow_targets(now, box)
                assert hexes_of(write_targets(now, box)) == wanted
                assert [a - A_HEX for a in legal if a >= A_HEX] == sorted(wanted)
                tried.add((now.effect, now.first >= 0, now.second >= 0))
    assert len(tried) == 8 + 1 + 2                                  # every effect, and the later hexes of two of them


def slow_crosses(state, box):
    """The hexes that may be crossed out, found from the marks alone [MA-22, MA-24, MA-69]."""
    free = {h for h in range(box.hexes) if state.marks[h] == AVAILABLE}
    if state.phase == CLOSE:
        return free & hexes_of(box.special_hexes[CUPCAKES])
    beside = [hexes_of(words) for words in box.crossable]
    return {h for h in free if beside[h] & (free if state.first < 0 else {state.first})}


def test_crosses_agree_with_a_slow_search():                        # [MA-22, MA-24, MA-69]
    for _, box, play in games():
        for now, legal, _ in play:
            if now.phase in (CROSS, CLOSE):
                assert [a - A_HEX for a in legal if a >= A_HEX] == sorted(slow_crosses(now, box))


def test_every_number_was_adjacent_paid_or_free():                  # [MA-27, MA-30, MA-34]
    for _, box, play in games():
        before = None
        for now, _, action in play:
            if before is not None:
                check_written(box, *before, now)
            written = now.phase == WRITE and action >= A_HEX
            before = (now.player, now.effect, now.first, list(now.marks), list(now.anthills), action) if written else None


def check_written(box, seat, effect, first, marks, anthills, action, now):
    hex_, value = action - A_HEX, VALUE_OF[effect]
    base = BLUE_NUMBER if seat else RED_NUMBER
    assert now.marks[hex_] == base + value
    touching = [marks[m] - base for m in hexes_of(box.neighbours[hex_]) if base <= marks[m] < base + 4]
    adjacent = any(box.near_rows == 1 or other != value for other in touching)
    spent = anthills[seat] - now.anthills[seat]
    assert spent == int(first < 0 and not IS_FREE[effect] and not adjacent)


def test_anthills_crates_and_circles_stay_in_their_bounds():        # [MA-2, MA-15, MA-38]
    for _, _, play in games():
        anthills, crates, circles = [2, 2], 0, 0
        for now, _, _ in play:
            assert all(0 <= left <= had for left, had in zip(now.anthills, anthills))
            assert sum(map(sum, now.crates)) >= crates and sum(map(sum, now.circles)) >= circles
            anthills, crates, circles = list(now.anthills), sum(map(sum, now.crates)), sum(map(sum, now.circles))
            assert all(sum(pair) <= 6 for pair in now.circles)


def test_points_come_from_cupcakes_and_powers_only():               # [MA-54]
    import random
    for number, (_, options) in enumerate(CASES):
        match, chooser, made = Match(GAME, seed=number, **options), random.Random(number), [0, 0]
        while not match.over:
            for note in match.play(chooser.choice(match.legal)).notes:
                if note.event == E_CUPCAKE:
                    made[note.details[0]] += note.details[2]
                elif note.event == E_POINTS:
                    made[note.details[0]] += note.details[1]
            assert match.state.points == made
            assert all(sum(match.box.space_points[:match.state.cupcakes[seat]]) <= made[seat] for seat in range(2))


def test_no_round_starts_after_the_trigger():                       # [MA-12, MA-50]
    for state, box, play in games():
        triggered_in = None
        for now, _, _ in play:
            if triggered_in is None and now.trigger >= 0:
                triggered_in = now.round_number
            assert triggered_in in (None, now.round_number)
        assert state.trigger >= 0 and conditions(state, box) and state.phase == ENDED


def test_games_end_within_19_rounds_with_a_winner():                # [MA-57, MA-60, MA-66]
    for state, box, play in games():
        for _ in play:
            pass
        outcome = outcome_of(GAME, state, box)
        assert state.round_number <= 19 and sorted(outcome.rank) == [1, 2]
        better = outcome.rank.index(1)
        assert outcome.points[better] >= outcome.points[1 - better]


def test_repeat_alone_ends_and_cupx_is_not_passed_over():           # [MA-10, MA-23]
    for _, _, play in games():
        for now, legal, _ in play:
            if now.phase == SELECT:
                assert not (now.tile == REPEAT and now.pool == TILE_BIT)
                open_duty = now.tile == CUPX and now.usable & TILE_BIT
                assert (A_PASS in legal) == (not open_duty)


# Symmetry: the half turn of the board swaps colours in pairs, and the colonies are alike.

TURNED_REGION = {"symbol": (1, 0, 3, 2, 5, 4), "plain": (1, 0, 3, 2, 4, 5)}


class Mirror:
    """Maps positions and actions by a half turn with its swap of colours, by a swap of the players, or both."""

    def __init__(self, territory, turn, swap):
        self.hexes = [83 - h for h in range(84)] if turn else list(range(84))
        self.regions = TURNED_REGION[territory] if turn else tuple(range(6))
        self.swap = swap

    def seat(self, seat):
        return 1 - seat if self.swap and seat >= 0 else seat

    def mask(self, mask):
        return mask & TILE_BIT | sum(1 << self.regions[i] for i in range(6) if mask >> i & 1)

    def hex_(self, h):
        return self.hexes[h] if h >= 0 else h

    def mark(self, mark):
        return mark if mark < RED_NUMBER or not self.swap else mark + 4 if mark < BLUE_NUMBER else mark - 4

    def by_seat(self, values):
        return values[::-1] if self.swap else list(values)

    def action(self, action):
        if action < A_TAKE_TILE:
            return self.mask(action + 1) - 1
        if A_SELECT <= action < A_SELECT + 6:
            return A_SELECT + self.regions[action - A_SELECT]
        if A_LEAF <= action < A_HEX:
            return A_LEAF + self.regions[action - A_LEAF]
        return A_HEX + self.hexes[action - A_HEX] if action >= A_HEX else action

    def by_region(self, rows):
        turned = [None] * 6
        for region, row in enumerate(rows):
            turned[self.regions[region]] = self.by_seat(row)
        return turned

    def state(self, state, box):
        """The mirrored position, by way of its text: what is kept beside the marks is found anew."""
        text = GAME.notation.write_position(state, box)
        twin = GAME.notation.read_position(text, box)
        told = {word.split("=")[0]: word.split("=")[1] for word in text.split()[1:]}
        twin.marks = [0] * 96
        for h in range(84):
            twin.marks[self.hexes[h]] = self.mark(state.marks[h])
        for name in ("anthills", "points", "cupcakes", "crates"):
            setattr(twin, name, self.by_seat(getattr(state, name)))
        twin.circles = self.by_region(state.circles)
        for die in range(6):
            twin.dice[self.regions[die]] = state.dice[die]
        twin.starter, twin.player, twin.trigger = map(self.seat, (state.starter, state.player, state.trigger))
        twin.pool, twin.used = self.mask(state.pool), self.mask(state.used)
        twin.region = self.regions[state.region] if 0 <= state.region < 6 else state.region
        in_leaf = told["phase"] == "leaf"
        twin.first = self.regions[state.first] if in_leaf and state.first >= 0 else self.hex_(state.first)
        twin.second = self.hex_(state.second)
        twin.waiting = [self.task(task) for task in state.waiting]
        return GAME.notation.read_position(GAME.notation.write_position(twin, box), box)

    def task(self, task):
        kind, one, two = task >> 14, (task >> 7 & 127) - 1, (task & 127) - 1
        return kind << 14 | self.hex_(one) + 1 << 7 | self.hex_(two) + 1


@pytest.mark.slow
@pytest.mark.parametrize("territory", ["symbol", "plain"])
@pytest.mark.parametrize("boards", ["symbol", "plain"])
@pytest.mark.parametrize(("turn", "swap"), [(True, False), (False, True), (True, True)])
def test_half_turn_and_swap_of_players_change_nothing(territory, boards, turn, swap):     # [MA-26, MA-61]
    mirror = Mirror(territory, turn, swap)
    options = {"territory": territory, "player_boards": boards, "first_player": "red"}
    for seed in range(3):
        state, box = start(GAME, 2, options, seed)
        choices, phases = luck(seed), set()
        while not state.over:
            twin = mirror.state(state, box)
            legal = GAME.legal_list(state, box)
            assert GAME.legal_list(twin, box) == sorted(map(mirror.action, legal))
            action = legal[pick(choices, len(legal))]
            phases.add(state.phase)
            same_round = state.round_number
            GAME.play(state, box, action)
            if state.round_number == same_round:
                GAME.play(twin, box, mirror.action(action))
                wanted = mirror.state(state, box)
                wanted.chance_key, wanted.chance_count = twin.chance_key, twin.chance_count
                assert twin == wanted
        outcome, mirrored = outcome_of(GAME, state, box), outcome_of(GAME, mirror.state(state, box), box)
        assert list(mirrored.points) == mirror.by_seat(list(outcome.points))
        assert list(mirrored.rank) == mirror.by_seat(list(outcome.rank))
        assert len(phases) >= 6


def test_notes_of_writing_name_hex_value_and_anthill():             # [MA-30]
    match = Match(GAME, seed=2, first_player="red")
    spent = [0, 0]
    import random
    chooser = random.Random(2)
    while not match.over:
        for note in match.play(chooser.choice(match.legal)).notes:
            if note.event == E_WROTE:
                spent[note.details[0]] += note.details[3]
    assert [2 - s for s in spent] == match.state.anthills


def test_hex_actions_appear_only_where_a_hex_is_asked_for():        # [MA-22, MA-24]
    for _, _, play in games():
        for now, legal, _ in play:
            assert (legal[-1] >= A_HEX) == (now.phase in (WRITE, CROSS, CLOSE))
            assert all(a < A_LEAF or a >= A_HEX or now.open_leaves >> a - A_LEAF & 1 for a in legal if a >= A_CRATE)
