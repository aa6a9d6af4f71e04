"""Records, plain objects, conversions and hiding, all made from one declaration."""

import numpy as np
import pytest

from marbletop.core.state import EVERYBODY, NOBODY, OWNER, SPECTATOR, Layout, box_layout, field, freeze, state_layout

LAYOUT = state_layout(
    3, ("dice", "cards"),
    small=field(np.int8, (3, 4), known_to=OWNER),
    wide=field(np.int64, (2, 2, 2)),
    pile=field(np.uint8, 5, known_to=NOBODY),
    weight=field(np.float64),
)


def filled():
    state = LAYOUT.blank()
    state.seats, state.player, state.chance_key = 3, 2, [2 ** 64 - 1, 1]
    state.small = [[4 * seat + i - 6 for i in range(4)] for seat in range(3)]
    state.wide = [[[1, -2], [3, 4]], [[5, 6], [-(2 ** 63), 2 ** 63 - 1]]]
    state.pile = [0, 1, 2, 3, 255]
    state.weight = 0.25
    return state


def test_record_and_plain_object_have_the_same_values():
    record = LAYOUT.to_record(filled())
    for name in LAYOUT.fields:
        assert np.array_equal(record[name][0], np.array(getattr(filled(), name), record[name].dtype))
    assert LAYOUT.from_record(record[0]) == filled()
    assert LAYOUT.unpack(LAYOUT.pack(filled())) == filled()
    assert LAYOUT.from_fields(LAYOUT.to_fields(filled())) == filled()


def test_records_have_no_gaps_and_wide_fields_first():
    sizes = [declared.dtype.itemsize for declared in LAYOUT.fields.values()]
    assert sizes == sorted(sizes, reverse=True)
    used = sum(declared.count * declared.dtype.itemsize for declared in LAYOUT.fields.values())
    assert 0 <= LAYOUT.dtype.itemsize - used < 8
    assert LAYOUT.dtype.fields["chance_key"][1] == 0


def test_a_million_records_need_what_the_size_says():
    states = np.zeros(1_000_000, LAYOUT.dtype)
    assert states.nbytes == 1_000_000 * LAYOUT.dtype.itemsize


@pytest.mark.parametrize(("name", "value"), [
    ("small", [[0, 0, 0, 128], [0] * 4, [0] * 4]), ("player", 2 ** 63),
    ("pile", [-1, 0, 0, 0, 0]), ("chance_key", [2 ** 64, 0]),
    ("pile", [0] * 4), ("small", [[0] * 4] * 2), ("player", 0.5),
])
def test_a_value_that_does_not_fit_raises_and_names_the_field(name, value):
    state = filled()
    setattr(state, name, value)
    with pytest.raises(OverflowError, match=rf"State\.{name}"):
        LAYOUT.pack(state)


def test_a_copy_is_its_own():
    state = filled()
    state.listener = object()
    copy = LAYOUT.copy(state)
    assert copy == state and copy.listener is None
    copy.wide[1][0][0] = 99
    copy.small[0][0] = 9
    assert state == filled() and copy != state


def test_hide_blanks_what_a_seat_does_not_know():
    view = LAYOUT.hide(filled(), 1)
    assert view.viewer == 1
    assert view.small == [[0] * 4, filled().small[1], [0] * 4]
    assert view.pile == [0] * 5 and view.chance_key == [0, 0] and view.chance_count == [0, 0]
    assert view.wide == filled().wide and view.weight == 0.25
    assert LAYOUT.hide(filled(), SPECTATOR).small == [[0] * 4] * 3
    assert LAYOUT.hide(filled(), 0, sees=lambda owner: owner == 2).small[1:] == [[0] * 4, filled().small[2]]


@pytest.mark.parametrize("name", ["round", "sort", "size", "copy", "item", "listener", "script"])
def test_fields_cannot_be_named_like_attributes_of_a_record(name):
    with pytest.raises(TypeError, match=name):
        box_layout(**{name: field(np.int64)})


def test_declarations_are_checked():
    with pytest.raises(TypeError, match="seat"):
        field(np.int64, known_to=OWNER)
    with pytest.raises(TypeError, match="3 seats"):
        state_layout(3, (), hand=field(np.int8, (4, 2), known_to=OWNER))
    with pytest.raises(TypeError, match="integers"):
        field(np.complex128)
    with pytest.raises(TypeError, match="known_to"):
        field(np.int64, known_to="me")
    assert field(np.int8).known_to == EVERYBODY


def test_fields_by_name_are_checked():
    values = LAYOUT.to_fields(filled())
    with pytest.raises(ValueError, match="pile"):
        LAYOUT.from_fields({**values, "pile": [1]})
    with pytest.raises(ValueError, match="unknown fields mystery"):
        LAYOUT.from_fields({**values, "mystery": 1})
    del values["weight"]
    with pytest.raises(ValueError, match="weight"):
        LAYOUT.from_fields(values)


def test_a_box_is_read_only():
    layout = box_layout(rows=field(np.int64, (2, 2)))
    box = freeze(layout.blank())
    with pytest.raises(TypeError):
        box.rows[0][0] = 1


def test_a_tally_is_one_more_field():
    tallied = LAYOUT.with_tally(7)
    assert isinstance(tallied, Layout) and tallied.fields["tally"].shape == (7,)
    assert list(LAYOUT.fields) == [name for name in tallied.fields if name != "tally"]
