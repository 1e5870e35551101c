"""Roads on which perception is tried: a closed ring, a motorway with ramps and a lane drop, and lanes that merge."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin, tau

from seahaven.geometry import Path, Pose
from seahaven.roads.builder import Builder, kmh, motorway, study_road
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import (
    End,
    Lane,
    LaneKind,
    Limit,
    Mark,
    MarkKind,
    Profile,
    Road,
    RoadLink,
    RoadNetwork,
    Section,
)
from seahaven.roads.routing import Router, Tracks
from tests.roads.routing.networks import meshed


def ring_map(length: float, *, lanes: int = 3, parts: int = 4, limits: tuple[float, ...] = (30.0, 20.0)) -> LaneMap:
    """A circle of several roads, counter-clockwise, with a shoulder on its outer side."""
    radius, roads = length / tau, []
    for i in range(parts):
        angle = tau * i / parts
        line = Path(Pose(radius * cos(angle), radius * sin(angle), angle + pi / 2)).arc(
            length / parts, curvature=1.0 / radius
        )
        limit = (Limit(0.0, limits[i % len(limits)]),)
        across = [Lane(0, LaneKind.NONE, marks=(Mark(MarkKind.SOLID),))]
        for k in range(1, lanes + 1):
            mark = Mark(MarkKind.SOLID if k == lanes or (k == 1 and i == 1) else MarkKind.BROKEN)
            across.append(Lane(-k, LaneKind.DRIVING, Profile.constant(3.5), (-k,), (-k,), marks=(mark,), limits=limit))
        outer = -lanes - 1
        across.append(Lane(outer, LaneKind.SHOULDER, Profile.constant(2.5), (outer,), (outer,)))
        ends = {"before": _link(i - 1, parts, End.END), "after": _link(i + 1, parts, End.START)}
        roads.append(Road(f"ring{i}", line, (Section(0.0, tuple(across)),), **ends))
    return LaneMap(RoadNetwork(tuple(roads)))


def _link(index: int, parts: int, end: End) -> RoadLink:
    return RoadLink(f"ring{index % parts}", end)


@cache
def ring(length: float = 1200.0, lanes: int = 3, parts: int = 4) -> Tracks:
    """A route round and round."""
    table = Router(ring_map(length, lanes=lanes, parts=parts)).routes(["ring0"], [f"ring{parts - 1}"])
    return Tracks(table, closed=True)


@cache
def motorway_tracks() -> Tracks:
    """A motorway of three lanes that become two, with an entry and an exit: through, on, and off."""
    builder = Builder("motorway")
    main = builder.road("main", motorway(lanes=3, limit=kmh(130), width=3.5))
    main.straight(700.0).left(0.4, radius=900.0).limit(kmh(100)).straight(900.0).drop_lane("forward").straight(300.0)
    main.right(0.3, radius=700.0).straight(600.0)
    on = builder.road("on", at=(200.0, -140.0), heading=0.3).straight(60.0)
    builder.on_ramp(on, main, at=550.0)
    off = builder.off_ramp("off", main, at=1500.0)
    off.right(0.5, radius=150.0).straight(200.0)
    router = Router(LaneMap(builder.build()))
    return Tracks(router.routes(*zip(*_trips(router), strict=True)))


def _trips(router: Router) -> list[tuple[int, int]]:
    """From each entrance of the network to each exit that can be reached."""
    lane_map = router.lane_map
    open_to = [lane for lane in range(len(lane_map)) if router.graph.open_to[lane]]
    starts = [lane for lane in open_to if not lane_map.predecessors(lane) and lane_map.right[lane] not in open_to]
    ends = [lane for lane in open_to if not lane_map.successors(lane) and lane_map.left[lane] not in open_to]
    pairs = [(a, b) for a in starts for b in ends]
    found = router.routes([a for a, _ in pairs], [b for _, b in pairs]).is_reached
    return [pair for pair, is_found in zip(pairs, found.tolist(), strict=True) if is_found]


@cache
def study_tracks() -> Tracks:
    """The roads of a study, from everywhere to everywhere."""
    router = Router(LaneMap.of(study_road()))
    return Tracks(router.routes(*zip(*_trips(router), strict=True)))


@cache
def merge_tracks() -> Tracks:
    """Two lanes that lead onto one through a junction, from roads "a" and "b" to road "c", as SUMO has them."""
    lane_map = meshed(
        {"a": 300.0, "b": 300.0, "c": 300.0}, {"a": 2, "b": 1, "c": 2},
        [("a", -1, "c", -1, 20.0), ("a", -2, "c", -2, 25.0), ("b", -1, "c", -2, 30.0)],
    )  # fmt: skip
    return Tracks(Router(lane_map).routes(["a", "b"], ["c", "c"]))
