"""The short form of `make torture`."""

import pytest

from .torture import torture


@pytest.mark.slow
def test_a_killed_server_loses_nothing_and_does_nothing_twice(tmp_path):
    assert torture(4, tmp_path) > 20
