"""The kinds of arrays that junctions are told in."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Integers: TypeAlias = NDArray[np.int64]
Indices: TypeAlias = NDArray[np.int32]
Bytes: TypeAlias = NDArray[np.uint8]
Truths: TypeAlias = NDArray[np.bool_]
