"""Small roads for vehicles to move on."""

from __future__ import annotations

from math import pi
from typing import Any

import numpy as np

from seahaven.geometry import Path, Pose
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import End, Lane, LaneKind, Mark, MarkKind, Profile, Road, RoadLink, RoadNetwork, Section
from seahaven.roads.routing import Router, Tracks


def lanes(count: int, *, width: float = 3.5, joined: bool = False, shoulder: bool = False) -> tuple[Lane, ...]:
    """A middle and so many lanes to its right; a shoulder lies beyond the last."""
    one = Profile.constant(width)
    made = [Lane(0, LaneKind.NONE, marks=(Mark(MarkKind.SOLID),))]
    for k in range(1, count + 1 + shoulder):
        kind = LaneKind.SHOULDER if k > count else LaneKind.DRIVING
        ends = {"before": (-k,), "after": (-k,)} if joined else {}
        made.append(Lane(-k, kind, one, marks=(Mark(MarkKind.BROKEN),), **ends))
    return tuple(made)


def straight(length: float, count: int = 3, *, grade: float = 0.0, shoulder: bool = False) -> LaneMap:
    """A road "main" that runs east from the origin."""
    road = Road(
        "main",
        Path(Pose(0.0, 0.0, 0.0)).line(length),
        (Section(0.0, lanes(count, shoulder=shoulder)),),
        elevation=Profile.through([(0.0, 0.0), (length, grade * length)]) if grade else Profile.constant(0.0),
    )
    return LaneMap(RoadNetwork((road,)))


def ring(circumference: float, count: int, *, parts: int = 6, seam: float = 0.0) -> LaneMap:
    """A road that closes, counter-clockwise, as parts "r0", "r1" and so on that lead into each other.

    With a seam, each part ends so many metres before the next begins.
    """
    pose, roads = Pose(circumference / (2.0 * pi), 0.0, 0.5 * pi), []
    for k in range(parts):
        whole = Path(pose).arc(circumference / parts, curvature=2.0 * pi / circumference)
        line = Path(pose).arc(circumference / parts - seam, curvature=2.0 * pi / circumference)
        before, after = RoadLink(f"r{(k - 1) % parts}", End.END), RoadLink(f"r{(k + 1) % parts}", End.START)
        roads.append(Road(f"r{k}", line, (Section(0.0, lanes(count, joined=True)),), before=before, after=after))
        pose = whole.end
    return LaneMap(RoadNetwork(tuple(roads)))


def along(lane_map: LaneMap, *, closed: bool = False) -> Tracks:
    """The tracks of the one route from the first road to the last."""
    roads = [road.id for road in lane_map.network.roads]
    return Tracks(Router(lane_map).routes([roads[0]], [roads[-1]]), closed=closed)


def placed(tracks: Tracks, lane: Any, s: Any, offset: Any = 0.0) -> dict[str, Any]:
    """Columns of vehicles at places on lanes, on route 0."""
    lane_map = tracks.lane_map
    wide = np.broadcast_arrays(np.asarray(lane), np.asarray(s, float), np.asarray(offset, float))
    on, at, aside = (column.copy() for column in wide)
    place = lane_map.place(on, at, aside)
    columns = {"lane": on.astype(np.int32), "s": at, "offset": aside, "x": place.x, "y": place.y, "z": place.z}
    entry = np.asarray(tracks.locate(np.zeros(on.shape, int), on)).astype(np.int32)
    return columns | {"heading": place.heading, "route": 0, "entry": entry}
