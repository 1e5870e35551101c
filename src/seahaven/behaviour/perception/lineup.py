"""Everybody in line, lane by lane: the arrays, and keeping them in order from step to step."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from seahaven.behaviour.perception.columns import VIEW
from seahaven.behaviour.perception.ground import Ground
from seahaven.geometry import Floats, Indices, Integers
from seahaven.world import Baggage, Moves, Reader

__all__ = ["Lineup"]

SMALLEST = 16
MOST_LANES = 3
"""On so many lanes a vehicle is in line at most: its own, and those to the left and right."""


class Lineup:
    """The lines of all lanes, one behind the other, each from front to rear, and what is seen from there.

    The order is the same wherever one starts from; that of the step before is kept because it is nearly right, and so
    is what was seen, since most of it has not changed. So nothing of this need be carried by a snapshot.
    """

    __slots__ = (
        "_kept", "along", "aside", "bodies", "bounds", "claimed", "codes", "ends", "ground", "hints", "homes",
        "in_junction", "old_bounds", "old_codes", "shares", "spot_heads", "spots", "views",
    )  # fmt: skip

    def __init__(self, ground: Ground, in_junction: NDArray[np.int8]) -> None:
        self.ground = ground
        self._kept = Baggage(views=(f"({VIEW},)float64", 0.0), hints=("(4,)int32", 0))
        self.views: Floats = self._kept.arrays["views"]
        self.hints: Indices = self._kept.arrays["hints"]
        """What everybody saw, and where it was, in the step before."""
        lanes = len(ground.sizes)
        self.bounds, self.ends = np.zeros(lanes + 1, np.int32), np.zeros(lanes, np.int32)
        """Where the line of each lane begins, and ends while it is being made."""
        self.old_bounds = np.zeros(lanes + 1, np.int32)
        self.in_junction = in_junction
        """Of each lane whether it leads through a junction."""
        self.spot_heads: Indices = np.full(lanes, -1, np.int32)
        """Of each lane the first spot that a loose vehicle takes up there, while drivers look at them; else -1."""
        self._make_room(SMALLEST)

    def begin_anew(self) -> None:
        """Know nobody, as if it had just been made."""
        self._kept.load(np.zeros(0, np.int64), {})
        self.bounds.fill(0)
        self.spot_heads.fill(-1)

    def follow(self, seen: Reader) -> None:
        """Make room for those who are there now, in the order in which they were."""
        import seahaven.behaviour.perception.order_kernels as kernels

        ids, moves = seen.ids, seen.moves
        if self._kept.ids is not moves.after:
            targets = self._kept.targets(ids, moves)
            self._have_room(len(seen))
            new = self._kept.follow(ids, moves)
            self.views, self.hints = self._kept.arrays["views"], self._kept.arrays["hints"]
            kernels.rename(targets, new, len(seen), self.bounds, self.codes, self.views)
        if not self.bounds[-1]:
            order, lanes = _sorted_anew(seen)
            self.codes[: len(order)] = order << 2
            self.bounds[1:] = np.cumsum(np.bincount(lanes, minlength=len(self.ends)))

    @property
    def kept(self) -> Baggage:
        """What there is a row of for each vehicle."""
        return self._kept

    @property
    def capacity(self) -> int:
        """For how many vehicles there is room."""
        return min(self._kept.capacity, len(self.homes))

    def settle(self, moves: Moves) -> None:
        """Be for the rows of now, as their table has moved them."""
        import seahaven.behaviour.perception.order_kernels as kernels

        self._kept.settle(moves)
        kernels.rename(moves.targets, moves.places, len(moves.after), self.bounds, self.codes, self.views)

    def _have_room(self, count: int) -> None:
        if count > len(self.homes):
            codes = self.codes
            self._make_room(1 << (count - 1).bit_length())
            self.codes[: len(codes)] = codes

    def _make_room(self, count: int) -> None:
        places = MOST_LANES * count
        self.codes: Indices = np.zeros(places, np.int32)
        """The rows in line, each shifted by two bits, which say whose lane it is."""
        self.old_codes: Indices = np.zeros(places, np.int32)
        self.along: Floats = np.zeros(places)
        """Their s on the lane."""
        self.shares: Floats = np.zeros(places)
        self.spots: Indices = np.zeros(places, np.int32)
        self.homes: Indices = np.zeros(count, np.int32)
        self.aside: Floats = np.zeros((count, 2))
        self.bodies: Floats = np.zeros((count, 4))
        self.claimed = np.zeros(count, np.int8)
        """Whose places another module than motion writes."""


def _sorted_anew(seen: Reader) -> tuple[Integers, Integers]:
    """Everybody on lanes, by lane and from front to rear."""
    on_lane = np.flatnonzero(seen.lane >= 0)
    order = on_lane[np.lexsort((on_lane, -seen.s[on_lane], seen.lane[on_lane]))]
    return order, seen.lane[order].astype(np.int64)
