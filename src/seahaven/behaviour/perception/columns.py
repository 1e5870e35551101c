"""The columns that perception fills in, and where compiled code notes them before."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.world import Writer

__all__ = ["Filling"]

_SIDE = ("gap", "closing", "rear_gap", "rear_closing", "drop")

NUMBERS = (
    "gap", "closing", "leader_acceleration", "rear_gap", "rear_closing", *(f"left_{name}" for name in _SIDE),
    *(f"right_{name}" for name in _SIDE), "limit", "limit_ahead", "limit_distance", "curvature", "curve_distance",
    "drop", "merge", "route_end", "partner_distance", "partner_speed",
)  # fmt: skip
"""Numbers that may be null."""
WHOLE = ("grade", "grip")
"""Numbers that are never null."""
TRUTHS = ("leader_brakes", "left_open", "right_open")
CODES = ("leader_light", "left_light", "right_light", "shift", "partner_side")

(
    GAP, CLOSING, LEADER_ACCELERATION, REAR_GAP, REAR_CLOSING, LEFT_SIDE, _1, _2, _3, _4, RIGHT_SIDE, _6, _7, _8, _9,
    SPEED_LIMIT, NEXT_LIMIT, NEXT_LIMIT_DISTANCE, CURVATURE_AHEAD, CURVE_DISTANCE, LANE_DROP, MERGE, ROUTE_END,
    PARTNER_DISTANCE, PARTNER_SPEED,
) = range(len(NUMBERS))  # fmt: skip
SIDE_GAP, SIDE_CLOSING, SIDE_REAR_GAP, SIDE_REAR_CLOSING, SIDE_DROP = range(len(_SIDE))
"""Counted from LEFT_SIDE or RIGHT_SIDE."""
WHOLE_FROM = len(NUMBERS)
GRADE_HERE, GRIP = range(WHOLE_FROM, WHOLE_FROM + len(WHOLE))
TRUTHS_FROM = WHOLE_FROM + len(WHOLE)
LEADER_BRAKES, LEFT_OPEN, RIGHT_OPEN = range(TRUTHS_FROM, TRUTHS_FROM + len(TRUTHS))
CODES_FROM = TRUTHS_FROM + len(TRUTHS)
LEADER_LIGHT, LEFT_LIGHT, RIGHT_LIGHT, SHIFT_HERE, PARTNER_SIDE = range(CODES_FROM, CODES_FROM + len(CODES))
LEADER_ROW = CODES_FROM + len(CODES)
"""The row of the leader, NaN where there is none."""
COLUMNS = LEADER_ROW + 1


class Filling:
    """The columns of a writer as compiled code takes them: by their addresses, and the leaders, which are ids."""

    __slots__ = ("cells", "count", "given", "rows")

    given: tuple[NDArray[np.uintp], NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]
    """The addresses, of values and then of nulls; the ids of all rows; the leaders, and where they are null."""

    def __init__(self, writer: Writer, ids: NDArray[np.int64]) -> None:
        self.cells = writer.all_cells()
        self.rows = np.arange(len(ids))[writer.rows]
        self.count = len(self.rows)
        by_name: dict[str, Any] = dict(zip(writer.columns, self.cells, strict=True))
        values = [by_name[name][0] for name in (*NUMBERS, *WHOLE, *TRUTHS, *CODES)]
        arrays = values + [by_name[name][1] for name in NUMBERS]
        self.given = np.array([array.ctypes.data for array in arrays], np.uintp), ids, *by_name["leader"]
