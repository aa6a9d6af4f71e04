"""What holds in every position of Connect Four."""


def check(state, box):
    blue, red = state.marbles
    assert blue & red == 0
    assert blue.bit_count() + red.bit_count() == state.step
    assert abs(blue.bit_count() - red.bit_count()) <= 1
