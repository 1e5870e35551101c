"""What compiled motion remembers of every vehicle from one step to the next, only to be quicker.

Nothing here bears on a result, and all of it may be wrong: it is used where it fits.
"""

from __future__ import annotations

from seahaven.geometry import Floats
from seahaven.world import Baggage, Reader

__all__ = ["Hints"]

STRETCH, LAIN_S, LAIN_OFFSET, LAIN_ENTRY, LAIN_LENGTH, LAIN_X, LAIN_Y, LAIN = range(8)
"""The columns, which are a line of memory: the stretch that a vehicle was on; and, of a vehicle of some length at an s,
an offset and an entry on that stretch, where its middle lay, and its heading if it kept to its lane."""
UNKNOWN = -1.0
"""Instead of a stretch, or of a length."""


class Hints:
    """The table, whose rows follow those of the vehicles."""

    __slots__ = ("_kept", "_seen")

    def __init__(self) -> None:
        self._kept = Baggage(hints=(f"({LAIN + 1},)float64", UNKNOWN))
        self._seen: object = None

    def follow(self, vehicles: Reader) -> Floats:
        """The table, with a row for each vehicle and spare rows at its end."""
        if vehicles.ids is not self._seen:
            self._seen = vehicles.ids
            self._kept.follow(vehicles.ids, vehicles.moves)
            vehicles.lead(self._kept)
        hints: Floats = self._kept.arrays["hints"]
        return hints
