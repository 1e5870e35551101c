"""The columns that perception fills in, and where compiled code notes what goes into them before."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.behaviour.perception.sky import Sky
from seahaven.behaviour.weather import lights_up, own_pace
from seahaven.world import Writer

__all__ = ["Filling"]

_SIDE = ("gap", "closing", "rear_gap", "rear_closing")
_NUMBERS = (
    "gap", "closing", "leader_acceleration", "rear_gap", "rear_closing", *(f"left_{name}" for name in _SIDE),
    *(f"right_{name}" for name in _SIDE), "grade",
)  # fmt: skip
"""Copied from the views in every step."""
_ROAD = ("limit_distance", "curve_distance", "merge", "drop", "route_end", "left_drop", "right_drop")
"""Filled in in every step, but for their nulls."""
_SELDOM = (
    "limit", "limit_ahead", "curvature", "shift", "left_open", "right_open", "leader_brakes", "leader_light",
    "left_light", "right_light", "grip", "partner_distance", "partner_speed", "partner_side", "berth", "menace",
    "honked",
)  # fmt: skip
"""Filled in when they change."""

(
    GAP, CLOSING, LEADER_ACCELERATION, REAR_GAP, REAR_CLOSING, LEFT_SIDE, _1, _2, _3, RIGHT_SIDE, _5, _6, _7,
    GRADE_HERE, SPEED_LIMIT, LEADER_ROW, OWN_SIGNS, LEFT_SIGNS, RIGHT_SIGNS, HAS_CHANGED, LEADER_FAR, LEFT_THERE,
    RIGHT_THERE, PERMITS,
) = range(24)  # fmt: skip
"""Where in a view what is noted: what is copied, 0 for null; the limit; the row of the leader, negative for none;
signs; whether limit, leader, signs or permits are others than when they were last filled in; how far the leader is
from centre to centre; the counterparts of s on either side; and which changes of lane the road permits here."""
VIEW = 24
"""So many numbers a view has, which is three lines of memory."""
NUMBERS = len(_NUMBERS)
SIDE_GAP, SIDE_CLOSING, SIDE_REAR_GAP, SIDE_REAR_CLOSING = range(len(_SIDE))
"""Counted from LEFT_SIDE or RIGHT_SIDE."""
NO_FRONT, NO_REAR, SHUT, LAMP = 1, 2, 4, 8
"""Signs are whole numbers: whether nobody is ahead, and behind; of a lane beside, whether a loose vehicle keeps others
off it; times LAMP the lights of the one ahead."""

(
    LIMIT_DISTANCE_AT, CURVE_DISTANCE_AT, MERGE_AT, DROP_AT, ROUTE_END_AT, LEFT_DROP_AT, RIGHT_DROP_AT, LIMIT_AT,
    LIMIT_AHEAD_AT, CURVATURE_AT, SHIFT_AT, LEFT_OPEN_AT, RIGHT_OPEN_AT, LEADER_BRAKES_AT, LEADER_LIGHT_AT,
    LEFT_LIGHT_AT, RIGHT_LIGHT_AT, GRIP_AT, PARTNER_DISTANCE_AT, PARTNER_SPEED_AT, PARTNER_SIDE_AT,
    BERTH_AT, MENACE_AT, HONKED_AT,
) = range(NUMBERS, NUMBERS + len(_ROAD) + len(_SELDOM))  # fmt: skip
"""Where the addresses of columns are, after those of the numbers in views."""
NULLS_AT = NUMBERS + len(_ROAD) + len(_SELDOM)
"""From here on the addresses of nulls, in the same order."""
FURTHEST = 10_000.0
"""How far the weather lets one see at most, in metres, and where there is none."""
BLOCK = 256
"""So many rows are filled in together."""


class Filling:
    """The columns of a writer as compiled code takes them: by their addresses."""

    __slots__ = ("_gloomy", "_pace", "_sky", "_view", "cells", "count", "given", "grip", "plea", "shift")

    given: tuple[NDArray[np.intp], NDArray[np.uintp], NDArray[np.int64], NDArray[np.bool_], NDArray[np.bool_]]
    """The rows; the addresses, 0 for nulls of columns that have none; the leaders, and where they are null; which
    blocks had partners."""

    def __init__(self, writer: Writer, count: int) -> None:
        self.cells = writer.all_cells()
        by_name: dict[str, Any] = dict(zip(writer.columns, self.cells, strict=True))
        self._view: NDArray[np.float64] = by_name["visibility"][0]
        self._pace: NDArray[np.float64] = by_name["weather_pace"][0]
        self._gloomy: NDArray[np.bool_] = by_name["gloomy"][0]
        self.plea, self.shift = by_name["plea"], by_name["shift"][0]
        room = len(self._view)
        names = (*_NUMBERS, *_ROAD, *_SELDOM)
        arrays = [by_name[name][0] for name in names] + [by_name[name][1] for name in names]
        addresses = np.array([0 if array is None else array.ctypes.data for array in arrays], np.uintp)
        self.grip = np.full(1, np.nan)
        """That of the road when it was last filled in."""
        self.given = np.arange(room), addresses, *by_name["leader"], np.ones(room // BLOCK + 1, np.bool_)
        self.begin(count)

    def begin(self, count: int) -> None:
        """Be for so many rows, of which nothing is filled in yet."""
        self._sky: Sky | None = None
        """What was filled in last."""
        self.settle(count)

    def settle(self, count: int) -> None:
        """Be for so many rows, which have moved with all that was filled in; newcomers do not know the grip yet."""
        self.count = count
        self.grip[0] = np.nan
        self.given[-1].fill(True)

    @property
    def by_weather(self) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]]:
        """How far the weather lets drivers see, how fast they drive in it, and who lights up."""
        return self._view, self._pace, self._gloomy

    def look_up(self, sky: Sky, caution: NDArray[np.float64]) -> None:
        """Fill in how far the weather lets drivers see, how fast they drive in it and who lights up, if it has changed.

        `caution` is that of all vehicles.
        """
        if sky is not self._sky:
            self._view.fill(min(sky.visibility, FURTHEST))
            self._pace[: self.count] = 1.0 if sky.pace == 1.0 else own_pace(sky.pace, caution)
            self._gloomy[: self.count] = lights_up(sky.gloom, caution)
            self._sky = sky
