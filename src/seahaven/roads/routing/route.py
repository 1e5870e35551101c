"""A route: lanes one after the other, and where to change between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple


class RoadEdge(NamedTuple):
    """A road that is driven on in one direction: along its s, or against it."""

    road: str
    along: bool


@dataclass(frozen=True, slots=True)
class Change:
    """A lane change of a route: from one lane to the next one beside it.

    `windows` are the stretches, as s on the lane that is left, within which it is permitted and long enough. Those
    of several changes in a row overlap; each needs its own part of them.
    """

    from_lane: int
    to_lane: int
    side: Literal["left", "right"]
    windows: tuple[tuple[float, float], ...]

    @property
    def begin(self) -> float:
        """The first s at which it may begin."""
        return self.windows[0][0]

    @property
    def end(self) -> float:
        """The last s by which it has to be done."""
        return self.windows[-1][1]


class Passing(NamedTuple):
    """Where a route comes by a checkpoint: which of its lanes that is, counted from 0, and the s on it.

    `any_lane` says that a road was asked for, of which any lane will do; a lane that was asked for has to be driven on.
    """

    place: int
    s: float
    any_lane: bool


@dataclass(frozen=True, slots=True)
class Route:
    """A way over lanes: `lanes` in order, the ones before and after a change both being among them.

    It begins at `start_s` on the first lane, and ends at `end_s` on the last. Length is in metres, along the lanes that
    it leaves each section by; time in seconds at the limits. `road_edges` are the roads outside junctions.
    """

    lanes: tuple[int, ...]
    changes: tuple[Change, ...]
    start_s: float
    end_s: float
    length: float
    time: float
    road_edges: tuple[RoadEdge, ...]
    checkpoints: tuple[Passing, ...] = ()
    """What it was asked to come by, in order: all that was named by way of, roads and lanes alike, and then its end."""

    @property
    def start(self) -> tuple[int, float]:
        """The lane and the s at which it begins."""
        return self.lanes[0], self.start_s

    @property
    def end(self) -> tuple[int, float]:
        """The lane and the s at which it ends."""
        return self.lanes[-1], self.end_s
