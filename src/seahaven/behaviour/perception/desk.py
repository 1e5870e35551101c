"""All arrays that compiled perception works with, by their addresses."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.behaviour.perception.columns import HAS_CHANGED, Filling
from seahaven.behaviour.perception.lineup import Lineup
from seahaven.behaviour.perception.memory import Recollection
from seahaven.world import Reader, Writer

__all__ = ["Desk"]

(
    AT_MARKS, AT_SORTS, AT_ROADS, AT_STRETCHES, AT_CURVES, AT_LANES, AT_SIZES, AT_PREVIOUS, AT_POINTS, AT_ENTRIES,
    AT_REACHES,
) = range(11)  # fmt: skip
"""Where in a desk's addresses those of the ground are."""
(
    AT_LANE, AT_S, AT_OFFSET, AT_DRIFT, AT_HEADING, AT_ENTRY, AT_LENGTH, AT_WIDTH, AT_LIGHT, AT_BRAKES, AT_SPEED,
    AT_ACCELERATION, AT_REACTION, AT_SIGHT, AT_HEADLAMPS, AT_MOTION, AT_X, AT_Y, AT_Z, AT_HORN, AT_PARTNER,
    AT_NO_PARTNER, AT_IDS,
) = range(11, 34)  # fmt: skip
"""Those of the columns that are read."""
AT_SPEEDS, AT_ACCELERATIONS, AT_LAMPS, AT_OUTLOOK, AT_STOOD = range(34, 39)
"""Those of the memory."""
(
    AT_HOMES, AT_ASIDE, AT_BODIES, AT_VIEWS, AT_HINTS, AT_ENDS, AT_ALONG, AT_SHARES, AT_SPOTS, AT_OLD_BOUNDS,
    AT_OLD_CODES, AT_BOUNDS, AT_CODES, AT_CLAIMED, AT_SPOT_HEADS, AT_IN_JUNCTION,
) = range(39, 55)  # fmt: skip
"""Those of the line-up."""
AT_OWN, AT_COLUMNS, AT_LEADER, AT_NO_LEADER, AT_HAS_PARTNER = range(55, 60)
"""Those of the filling."""
ROWS, OWN_ROWS, LANE_COUNT, SLOTS, CLAIMS, BERTHS, HONKS, NEWS = range(8)
"""What is counted: all vehicles, those whose columns are filled in, lanes, slots of the memory, vehicles whose
places another module than motion writes, drivers who may keep clear of a vehicle or have one in their way, vehicles
that may be honked at, and whether there may be newcomers."""


class Desk:
    """The arrays of a line-up, a memory and a filling, ready to be handed over.

    Handing over an array takes a tenth of a microsecond, so they are handed over as one array of addresses; the desk
    keeps them alive. It is good for as long as they all lie where they do, whoever comes or goes.
    """

    __slots__ = ("_arrays", "_views", "counts", "filling", "where")

    def __init__(self, seen: Reader, known: Writer, lineup: Lineup, memory: Recollection) -> None:
        self.filling = Filling(known, len(seen))
        columns = (
            "lane", "s", "offset", "drift", "heading", "entry", "length", "width", "turn_light", "brake_light",
            "speed", "acceleration", "reaction", "sight", "headlamps", "motion", "x", "y", "z", "horn", "partner",
        )  # fmt: skip
        read = (*(seen.spacious(name) for name in columns), seen.spacious_null("partner"), seen.spacious("ids"))
        remembered = (memory.arrays[name] for name in ("speeds", "accelerations", "lamps", "outlook", "stood"))
        lined_up = (
            lineup.homes, lineup.aside, lineup.bodies, lineup.views, lineup.hints, lineup.ends, lineup.along,
            lineup.shares, lineup.spots, lineup.old_bounds, lineup.old_codes, lineup.bounds, lineup.codes,
            lineup.claimed, lineup.spot_heads, lineup.in_junction,
        )  # fmt: skip
        self._arrays: tuple[Any, ...] = (*lineup.ground, *read, *remembered, *lined_up, *self.filling.given)
        self.where = np.array([array.ctypes.data for array in self._arrays], np.uintp)
        self.counts = np.array([len(seen), self.filling.count, len(lineup.ends), memory.slots, 0, 1, 1, 1])
        self._views = lineup.views
        self._views[: len(seen), HAS_CHANGED] = 1.0

    def follow(self, count: int) -> None:
        """Be for those who are there now, and begin anew to fill in what seldom changes."""
        self.filling.begin(count)
        self._count(count)
        self.counts[BERTHS] = self.counts[HONKS] = 1
        self._views[:count, HAS_CHANGED] = 1.0

    def settle(self, count: int) -> None:
        """Be for those who are there now, whose rows have moved with all that was filled in."""
        self.filling.settle(count)
        self._count(count)

    def _count(self, count: int) -> None:
        self.counts[ROWS] = self.counts[OWN_ROWS] = count
        self.counts[NEWS] = 1

    def heed_claims(self, rows: NDArray[np.intp], claimed: NDArray[np.int8]) -> None:
        """Mark the rows whose places other modules than motion write."""
        if len(rows) or self.counts[CLAIMS]:
            claimed.fill(0)
            claimed[rows] = 1
            self.counts[CLAIMS] = len(rows)
