"""Everything about a network that can be counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from math import isinf
from typing import Any, NamedTuple

import numpy as np

from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import LaneKind
from seahaven.roads.overview.continuity import CLOSE, Gap, driven_lanes, link_gaps, longest_gaps, part_sizes
from seahaven.roads.overview.control import junction_control

MOST_GAPS = 5
_KINDS = tuple(LaneKind)


class LaneCount(NamedTuple):
    """How many lanes of one kind there are, and their length together in metres."""

    kind: str
    lanes: int
    length: float


@dataclass(frozen=True, slots=True)
class Overview:
    """A network in figures; lengths in metres, speeds in m/s.

    `limits` has the length of driven lanes outside of junctions under each limit, None for those without. `parts` has
    the number of driven roads of each part of the network between which no lane leads, largest first. `close_links` is
    the share of lane links whose ends lie within 5 cm, `gaps` has the longest ones beyond that.
    """

    name: str
    roads: int
    road_length: float
    lanes: tuple[LaneCount, ...]
    junctions: dict[str, int]
    controls: dict[str, int]
    roundabouts: int
    signals: dict[str, int]
    objects: dict[str, int]
    controllers: int
    zones: int
    is_left_hand: bool
    extent: tuple[float, float, float, float] | None
    """Lowest x and y, highest x and y."""
    heights: tuple[float, float] | None
    limits: tuple[tuple[float | None, float], ...]
    links: int
    close_links: float
    gaps: tuple[Gap, ...]
    parts: tuple[int, ...]
    remarks: int

    def as_dict(self) -> dict[str, Any]:
        """The figures as JSON takes them."""
        told = asdict(self)
        told["lanes"] = [count._asdict() for count in self.lanes]
        told["gaps"] = [gap._asdict() for gap in self.gaps]
        told["limits"] = [{"speed": speed, "length": length} for speed, length in self.limits]
        return told


def overview_of(lane_map: LaneMap) -> Overview:
    """The figures of a network."""
    network = lane_map.network
    gaps = link_gaps(lane_map)
    known = len(lane_map.x) > 0
    return Overview(
        name=network.name,
        roads=len(network.roads),
        road_length=sum(road.length for road in network.roads),
        lanes=_lanes(lane_map),
        junctions=_counted(junction.kind for junction in network.junctions),
        controls=_counted(junction_control(network).values()),
        roundabouts=sum(group.is_roundabout for group in network.groups),
        signals=_counted(signal.kind for _, signal in network.signals()),
        objects=_counted(thing.kind for road in network.roads for thing in road.objects),
        controllers=len(network.controllers),
        zones=len(network.zones),
        is_left_hand=any(road.is_left_hand for road in network.roads),
        extent=_extent(lane_map) if known else None,
        heights=(float(lane_map.z.min()), float(lane_map.z.max())) if known else None,
        limits=_limits(lane_map),
        links=len(gaps),
        close_links=float((gaps <= CLOSE).mean()) if len(gaps) else 1.0,
        gaps=longest_gaps(lane_map, gaps, MOST_GAPS),
        parts=part_sizes(lane_map),
        remarks=len(network.remarks) + len(lane_map.remarks),
    )


def _counted(things: Any) -> dict[str, int]:
    """How often each occurs, most frequent first."""
    counts = Counter(str(thing) for thing in things)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _lanes(lane_map: LaneMap) -> tuple[LaneCount, ...]:
    counts = np.bincount(lane_map.kind, minlength=len(_KINDS)).tolist()
    lengths = np.bincount(lane_map.kind, weights=lane_map.length, minlength=len(_KINDS)).tolist()
    rows = zip(_KINDS, counts, lengths, strict=True)
    return tuple(LaneCount(kind.value, count, length) for kind, count, length in rows if count)


def _extent(lane_map: LaneMap) -> tuple[float, float, float, float]:
    return float(lane_map.x.min()), float(lane_map.y.min()), float(lane_map.x.max()), float(lane_map.y.max())


def _limits(lane_map: LaneMap) -> tuple[tuple[float | None, float], ...]:
    """The length of lanes under each limit, lowest limit first, those without one last."""
    inside = np.ones(len(lane_map.s), dtype=bool)
    inside[lane_map.first[1:] - 1] = False
    counted = driven_lanes(lane_map) & (lane_map.junction < 0)
    rows = np.flatnonzero(inside & counted[lane_map.lane_of])
    speeds, place = np.unique(np.round(lane_map.strips.limit[rows], 6), return_inverse=True)
    lengths = np.bincount(place, weights=lane_map.plan[rows, 11], minlength=len(speeds)).tolist()
    return tuple(
        (None if isinf(speed) else speed, length) for speed, length in zip(speeds.tolist(), lengths, strict=True)
    )
