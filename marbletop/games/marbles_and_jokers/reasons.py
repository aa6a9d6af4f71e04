"""Why something is not possible: the rule behind every refusal, for players. Nothing at all when compiled."""

from ...core.kernel import twin
from ...core.telling import forbid


def explain(state, box, actions, n):
    """Within `legal`: say which rule makes the other actions impossible."""


@twin(explain)
def silent_explain(numba):
    def silent(state, box, actions, n):
        pass

    return lambda state, box, actions, n: silent
