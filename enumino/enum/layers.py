"""The states that a sweep keeps: in memory up to a bound, and then on disk."""

from collections.abc import Callable
from tempfile import TemporaryFile
from typing import Any
from weakref import finalize

import numpy as np
import numpy.typing as npt

from enumino.errors import StorageError
from enumino.words import reason

MEMORY = 3_000_000_000  # bytes
ALIGNED = 64  # bytes


class Layers:
    """Arrays in memory, up to a number of bytes, and in a file without a name beyond.

    Nothing of the file is left when the process ends, even if it is killed.

    >>> layers = Layers(20)
    >>> kept = [layers.keep(np.arange(length)) for length in (2, 3)]
    >>> layers.memory, layers.disk, [each().tolist() for each in kept]
    (4, 24, [[0, 1], [0, 1, 2]])
    """

    def __init__(self, memory: int = MEMORY) -> None:
        self.memory, self.disk = memory, 0  # bytes that are left, and bytes of the file
        self._file: Any = None

    def keep(self, array: npt.NDArray[Any]) -> Callable[[], Any]:
        """Keep an array; return the function that returns it."""
        if array.nbytes <= self.memory:
            self.memory -= array.nbytes
            return lambda: array
        start = -(-self.disk // ALIGNED) * ALIGNED
        try:
            if self._file is None:
                self._file = TemporaryFile(prefix="enumino-")  # noqa: SIM115
                finalize(self, self._file.close)
            self._file.seek(start)
            self._file.write(np.ascontiguousarray(array).data)
            self._file.flush()
        except OSError as error:
            raise StorageError(
                f"Cannot keep the states of a sweep in a temporary file: {reason(error)}; set "
                "TMPDIR to a folder on a larger disk, or use more memory."
            ) from error
        self.disk = start + array.nbytes
        dtype, shape = array.dtype, array.shape
        # With copies on write, the array is writable, as kernels expect.
        return lambda: np.asarray(np.memmap(self._file, dtype, "c", start, shape))
