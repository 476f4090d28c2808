"""Types of NumPy arrays, named after the kind and the bits of an element: ``I64`` is int64."""

import numpy as np
from numpy.typing import NDArray

Flags = NDArray[np.bool_]
I8 = NDArray[np.int8]
I16 = NDArray[np.int16]
I32 = NDArray[np.int32]
I64 = NDArray[np.int64]
F64 = NDArray[np.float64]
U8 = NDArray[np.uint8]
U16 = NDArray[np.uint16]
U32 = NDArray[np.uint32]
U64 = NDArray[np.uint64]
