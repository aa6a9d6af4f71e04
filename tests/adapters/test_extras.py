"""A library that is missing is named, with what to install."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(("adapter", "library", "told"), [
    ("pettingzoo", "pettingzoo", "PettingZoo is not installed: run pip install 'marbletop[pettingzoo]'."),
    ("openspiel", "pyspiel", "OpenSpiel is not installed: run pip install 'marbletop[openspiel]'."),
    ("gymnasium", "gymnasium", "Gymnasium is not installed: run pip install 'marbletop[gymnasium]'."),
])
def test_a_missing_library_is_named(adapter, library, told):
    program = f"import sys; sys.modules[{library!r}] = None; import marbletop.adapters.{adapter}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stderr.strip().endswith(f"ImportError: {told}")
