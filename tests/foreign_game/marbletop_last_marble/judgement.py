"""What a good position is: a number of marbles that four does not divide."""

from marbletop.core.kernel import rule


@rule
def judge(state, box, values):
    chance = 0.9 if state.left % 4 else 0.1
    values[state.player] = chance
    values[1 - state.player] = 1.0 - chance
