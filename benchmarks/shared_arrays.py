"""Whether JAX and torch take the arrays of a Batch without copying; a library that is not installed is left out.

    python -m benchmarks.shared_arrays
"""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import numpy as np

from marbletop import Batch


def jax_address() -> Callable[[np.ndarray], int]:
    """Where JAX finds the numbers of an array that it was given."""
    import jax.numpy
    return lambda array: int(jax.numpy.from_dlpack(array).unsafe_buffer_pointer())


def torch_address() -> Callable[[np.ndarray], int]:
    import torch
    return lambda array: int(torch.from_dlpack(array).data_ptr())


def arrays() -> list[np.ndarray]:
    """What steps of some batches give, of a copy as well."""
    made = [Batch("connect_four", lanes, observation=kind) for lanes in (1, 3, 4096) for kind in ("uint8", "float32")]
    return [array for batch in (*made, deepcopy(made[0])) for array in batch.step([3] * batch.lanes)]


def main() -> None:
    libraries: dict[str, Callable[[], Any]] = {"JAX": jax_address, "torch": torch_address}
    given = arrays()
    for library, find in libraries.items():
        try:
            address = find()
        except ImportError:
            continue
        shared = sum(address(array) == array.ctypes.data for array in given)
        print(f"{library} takes {shared} of {len(given)} arrays without copying{'' if shared == len(given) else ': MISSED'}")


if __name__ == "__main__":
    main()
