"""All arrays that compiled perception works with, by their addresses."""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.behaviour.perception.columns import HAS_CHANGED, Filling
from seahaven.behaviour.perception.lineup import Lineup
from seahaven.behaviour.perception.memory import Memory
from seahaven.world import Reader, Writer

__all__ = ["Desk"]

(
    AT_MARKS, AT_SORTS, AT_ROADS, AT_STRETCHES, AT_CURVES, AT_LANES, AT_SIZES, AT_PREVIOUS, AT_POINTS, AT_ENTRIES,
    AT_REACHES,
) = range(11)  # fmt: skip
"""Where in a desk's addresses those of the ground are."""
(
    AT_LANE, AT_S, AT_OFFSET, AT_DRIFT, AT_ENTRY, AT_LENGTH, AT_WIDTH, AT_LIGHT, AT_BRAKES, AT_SPEED, AT_ACCELERATION,
    AT_REACTION, AT_SIGHT, AT_PARTNER, AT_NO_PARTNER, AT_IDS,
) = range(11, 27)  # fmt: skip
"""Those of the columns that are read."""
AT_SPEEDS, AT_ACCELERATIONS, AT_LAMPS, AT_OUTLOOK = range(27, 31)
"""Those of the memory."""
(
    AT_HOMES, AT_ASIDE, AT_BODIES, AT_VIEWS, AT_HINTS, AT_ENDS, AT_ALONG, AT_SHARES, AT_SPOTS, AT_OLD_BOUNDS,
    AT_OLD_CODES, AT_BOUNDS, AT_CODES,
) = range(31, 44)  # fmt: skip
"""Those of the line-up."""
AT_OWN, AT_COLUMNS, AT_LEADER, AT_NO_LEADER, AT_HAS_PARTNER = range(44, 49)
"""Those of the filling."""
ROWS, OWN_ROWS, LANE_COUNT, SLOTS = range(4)
"""What is counted: all vehicles, those whose columns are filled in, lanes, and slots of the memory."""


class Desk:
    """The arrays of a line-up, a memory and a filling, ready to be handed over.

    They stay the same as long as rows and owners do. Handing over an array takes a tenth of a microsecond, so they are
    handed over as one array of addresses; the desk keeps them alive.
    """

    __slots__ = ("_arrays", "counts", "filling", "where")

    def __init__(self, seen: Reader, known: Writer, lineup: Lineup, memory: Memory) -> None:
        self.filling = Filling(known, seen.ids)
        read = (
            seen.lane, seen.s, seen.offset, seen.drift, seen.entry, seen.length, seen.width, seen.turn_light,
            seen.brake_light, seen.speed, seen.acceleration, seen.reaction, seen.sight, seen.partner,
            seen.null("partner"), seen.ids,
        )  # fmt: skip
        remembered = memory.speeds, memory.accelerations, memory.lamps, memory.outlook
        lined_up = (
            lineup.homes, lineup.aside, lineup.bodies, lineup.views, lineup.hints, lineup.ends, lineup.along,
            lineup.shares, lineup.spots, lineup.old_bounds, lineup.old_codes, lineup.bounds, lineup.codes,
        )  # fmt: skip
        self._arrays: tuple[Any, ...] = (*lineup.ground, *read, *remembered, *lined_up, *self.filling.given)
        self.where = np.array([array.ctypes.data for array in self._arrays], np.uintp)
        self.counts = np.array([len(seen), self.filling.count, len(lineup.ends), memory.slots])
        lineup.views[:, HAS_CHANGED] = 1.0
