"""Who is on which way through a junction, since when, and who has been waiting: carried from step to step."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Floats, Indices
from seahaven.world import Baggage

__all__ = ["NEVER", "SLOTS", "Passages"]

SLOTS = 3
"""On so many ways a long vehicle may be at a time: still on one, already on the next."""
NEVER = 1 << 62
"""The date of what has not been granted."""


@dataclass(frozen=True, slots=True)
class Passages:
    """Arrays with a row for each of `ids`, filled in place by compiled code."""

    ids: NDArray[np.int64] = field(default_factory=lambda: np.full((0,), 0, np.int64))
    ways: Indices = field(default_factory=lambda: np.full((0, SLOTS), -1, np.int32))
    """The ways that are a vehicle's: those it has set out on and not yet left with its rear; -1 for none."""
    dates: NDArray[np.int64] = field(default_factory=lambda: np.full((0, 2 * SLOTS), NEVER, np.int64))
    """Of each way when it was granted up to the place inside at which one waits, and beyond that: twice the step, and
    one more for those who had not looked for a gap."""
    fronts: Floats = field(default_factory=lambda: np.full((0, SLOTS), 0.0, np.float64))
    """How far along each way its front is."""
    asked: NDArray[np.int64] = field(default_factory=lambda: np.full((0,), -1, np.int64))
    """Before which way, and at which of its places, it was told that it may wait, and whether there was a gap between
    those who go first that it could look for; -1 for nowhere."""
    waited: Floats = field(default_factory=lambda: np.full((0,), 0.0, np.float64))
    """For how many seconds it has been standing there as the first one, with room behind the junction."""

    def unpacked(self) -> Baggage:
        """The same, at work: it follows those who come and go; newcomers are on no way."""
        baggage = Baggage(
            ways=(f"({SLOTS},)int32", -1),
            dates=(f"({2 * SLOTS},)int64", NEVER),
            fronts=(f"({SLOTS},)float64", 0.0),
            asked=("int64", -1),
            waited=("float64", 0.0),
        )
        self.unpack_into(baggage)
        return baggage

    def unpack_into(self, baggage: Baggage) -> None:
        """Put them in the place of what is at work."""
        baggage.load(self.ids, {name: getattr(self, name) for name in baggage.arrays})

    @classmethod
    def packed(cls, baggage: Baggage) -> Passages:
        """A copy of what is at work, for a snapshot."""
        return cls(baggage.ids, **baggage.tight())
