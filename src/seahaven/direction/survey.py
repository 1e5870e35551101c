"""What there is along a drive: hills, junctions where one can turn left or others cross, and ramps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from seahaven.direction.line import Line
from seahaven.direction.straight_ways import is_straight
from seahaven.roads.junctions import JunctionLogic
from seahaven.roads.model import LaneKind, Turn
from seahaven.roads.routing import Tracks

__all__ = ["Feature", "FeatureKind", "survey"]

FeatureKind: TypeAlias = Literal["hill", "left turn", "crossing", "merge", "ramp end", "oncoming lane", "place"]
STEP = 10.0
"""Metres between the places at which the grade is looked at."""
STEEP, LONG = 0.03, 200.0
"""A hill is so steep for so many metres."""
UPSTREAM = 1500.0
"""How many metres of another way before the place are of interest."""


@dataclass(frozen=True, slots=True)
class Feature:
    """Something on the drive: what, where along it, and from where to where it reaches (m).

    `grade` is that of a hill. `upstream` and `onward` are for another way that meets the drive here: the lane on which
    it begins, and one that it leads to; `foe` is how far it runs on from the end of `arrival`, inside the junction, to
    where the two meet; negative on that lane. `junction` is the junction's id.
    """

    kind: FeatureKind
    at: float
    begin: float
    end: float
    grade: float = 0.0
    junction: str = ""
    upstream: int = -1
    arrival: int = -1
    """The lane on which the other way comes to the junction, or the drive."""
    onward: int = -1
    foe: float = 0.0


def survey(line: Line, tracks: Tracks) -> tuple[Feature, ...]:
    """All features of a drive, in the order in which one comes by them."""
    found = [*_hills(line), *_junctions(line), *_merges(line), *_ramp_ends(line, tracks)]
    return tuple(sorted(found, key=lambda one: (one.at, one.kind)))


def _hills(line: Line) -> Iterator[Feature]:
    """Stretches that rise."""
    places = np.arange(0.0, line.length, STEP)
    grades = np.zeros(len(places))
    for k, place in enumerate(places.tolist()):
        lanes = line.lanes_at(place)
        if len(lanes):
            spot = line.spot(int(lanes[-1]), place)
            grades[k] = float(line.lane_map.place(spot.lane, spot.s).grade)
    is_steep = np.concatenate(([False], grades >= STEEP, [False]))
    edges = np.flatnonzero(np.diff(is_steep.astype(np.int8)))
    for first, last in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        begin, end = float(places[first]), float(places[last - 1])
        if end - begin >= LONG:
            yield Feature("hill", 0.5 * (begin + end), begin, end, grade=float(grades[first:last].max()))


def _junctions(line: Line) -> Iterator[Feature]:
    """Junctions that the drive comes through."""
    logic = JunctionLogic.of(line.lane_map)
    seen: set[tuple[str, str]] = set()
    for way in logic.ways:
        if way.incoming < 0 or way.outgoing < 0 or line.rank[way.incoming] < 0 or line.rank[way.outgoing] < 0:
            continue
        at = float(line.at(way.incoming, line.lane_map.length[way.incoming]))
        turns = {other.turn for other in logic.ways_from(way.incoming)}
        if Turn.LEFT in turns and way.turn is not Turn.LEFT and ("left turn", way.junction) not in seen:
            seen.add(("left turn", way.junction))
            yield Feature("left turn", at, at, at + way.length, junction=way.junction, arrival=way.incoming)
        for conflict in logic.conflicts(way):
            foe = logic.ways[conflict.foe]
            crosses = conflict.kind.value == "cross" and foe.turn is Turn.STRAIGHT and foe.origin != way.origin
            if not crosses or line.rank[foe.incoming] >= 0 or not _is_driven(line, foe.incoming, foe.outgoing):
                continue
            if ("crossing", way.junction) in seen:
                continue
            seen.add(("crossing", way.junction))
            yield Feature(
                "crossing", at + conflict.begin, at, at + way.length, junction=way.junction,
                upstream=_back(line, foe.incoming), arrival=foe.incoming, onward=foe.outgoing, foe=conflict.foe_begin,
            )  # fmt: skip


def _is_driven(line: Line, *lanes: int) -> bool:
    """Whether lanes are there, and for motor vehicles."""
    return all(lane >= 0 and tuple(LaneKind)[line.lane_map.kind[lane]].is_driving for lane in lanes)


def _back(line: Line, lane: int) -> int:
    """The lane from which one comes to a lane, far enough back: straight through junctions, where that is possible."""
    lane_map, metres, seen, outside = line.lane_map, float(line.lane_map.length[lane]), {lane}, lane
    while metres < UPSTREAM:
        before = [one for one in lane_map.predecessors(lane) if one not in seen and line.rank[one] < 0]
        if not before:
            break
        lane = next((one for one in before if is_straight(lane_map, one)), before[0])
        seen.add(lane)
        outside = lane if lane_map.junction[lane] < 0 else outside
        metres += float(lane_map.length[lane])
    return outside


def _merges(line: Line) -> Iterator[Feature]:
    """Places where a ramp leads onto a lane beside the drive."""
    lane_map = line.lane_map
    for lane in np.flatnonzero(line.rank >= 0).tolist():
        if line.is_refuge(lane) or line.begin(lane) <= 0.0:
            continue
        before = lane_map.predecessors(lane)
        if not before or any(line.rank[one] >= 0 for one in before) or not _goes_on_beside(line, lane):
            continue
        at = line.begin(lane)
        yield Feature(
            "merge", at, at, at + line.span(lane), upstream=_back(line, before[0]), arrival=before[0], onward=lane
        )


def _goes_on_beside(line: Line, lane: int) -> bool:
    """Whether the drive runs on along the lane to the left of a lane."""
    left = int(line.lane_map.left[lane])
    return left >= 0 and any(line.rank[one] >= 0 for one in line.lane_map.predecessors(left))


def _ramp_ends(line: Line, tracks: Tracks) -> Iterator[Feature]:
    """Places from which on the lane by which the drive comes onto another road runs beside that, and ends."""
    arrays = tracks.arrays
    on_route = (arrays.route == line.route) & ~arrays.is_refuge
    for entry in np.flatnonzero(on_route & np.isfinite(arrays.drop)).tolist():
        lane = int(arrays.lane[entry])
        is_last = arrays.following[entry] < 0
        alone = [one for one in line.lane_map.predecessors(lane) if line.rank[one] >= 0]
        if not is_last or not alone or any(len(line.lanes_at(line.begin(one) + 1.0)) > 1 for one in alone):
            continue
        at = line.begin(lane)
        yield Feature("ramp end", at, at, at + float(arrays.drop[entry]), arrival=lane)
