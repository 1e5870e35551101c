"""Ways: how one gets through a junction, lane by lane."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice

from seahaven.roads.lanemap import DRIVING, LaneMap
from seahaven.roads.model import Connection, Junction, JunctionKind, LaneKind, Remark, Turn

VEHICLES = DRIVING | {
    LaneKind.BUS,
    LaneKind.TAXI,
    LaneKind.CARPOOL,
    LaneKind.TRAM,
    LaneKind.RAIL,
    LaneKind.BIKING,
}
"""The kinds of lanes whose ways through junctions count: all that is driven or ridden on."""
MOST_WAYS = 4096
"""As many ways as a junction may have; more come from lanes that are joined crosswise by mistake."""


@dataclass(frozen=True, slots=True)
class Course:
    """The lanes of a way: the one it comes from, those inside the junction in order, and the one it leads onto.

    -1 stands for a lane that there is not. `start` and `end` are where the way leaves the one and joins the other:
    at its end and at its beginning, except beside a road that runs on past a virtual junction.
    """

    junction: int
    incoming: int
    lanes: tuple[int, ...]
    outgoing: int
    start: float
    end: float = 0.0


@dataclass(frozen=True, slots=True)
class Way:
    """A way through a junction. Distances along it count from where it leaves its incoming lane; negative is before.

    `lanes` are those inside the junction, none where roads meet end to end; `incoming` and `outgoing` are -1 where a
    way begins or ends inside, as bike lanes do round the corner of a street that has none: whoever rides there meets
    others all the same. `origin` and `goal` number the junction's arms; they are -1 there, too.
    """

    index: int
    junction: str
    incoming: int
    lanes: tuple[int, ...]
    outgoing: int
    turn: Turn
    length: float
    origin: int
    goal: int


def trace(lane_map: LaneMap) -> tuple[list[Course], list[Remark]]:
    """Every way through every junction, by junction, then by the lanes it takes."""
    tracer = _Tracer(lane_map)
    courses: list[Course] = []
    remarks: list[Remark] = []
    for j, junction in enumerate(lane_map.network.junctions):
        found = sorted(set(tracer.through(j, junction)), key=lambda one: (one.incoming, one.lanes, one.outgoing))
        courses += found[:MOST_WAYS]
        remarks += _remarks(lane_map, junction, found)
    return courses, remarks


def is_vehicle_lane(lane_map: LaneMap) -> list[bool]:
    """Of each lane, whether it is driven or ridden on."""
    known = [kind in VEHICLES for kind in LaneKind]
    return [known[kind] for kind in lane_map.kind.tolist()]


class _Tracer:
    """The lane graph as lists: single steps are quicker on them than on arrays."""

    def __init__(self, lane_map: LaneMap) -> None:
        self._map = lane_map
        self._junction = lane_map.junction.tolist()
        self._length = lane_map.length.tolist()
        self._driven = is_vehicle_lane(lane_map)
        self._inside: dict[int, list[int]] = {}
        for lane, junction in enumerate(self._junction):
            if junction >= 0 and self._driven[lane]:
                self._inside.setdefault(junction, []).append(lane)

    def through(self, j: int, junction: Junction) -> Iterator[Course]:
        """The ways through a junction, in no order; one more than the most at most."""
        yield from islice(chain(self._connected(j, junction), self._joined(j, junction)), MOST_WAYS + 1)

    def _connected(self, j: int, junction: Junction) -> Iterator[Course]:
        """Ways over the lanes inside the junction."""
        for lane in self._inside.get(j, ()):
            before = self._map.predecessors(lane)
            outside = [one for one in before if self._junction[one] != j and self._driven[one]]
            starts = [(one, self._length[one]) for one in outside]
            if not before:
                starts = [self._beside(junction, lane, at_start=True)]
            for incoming, start in starts:
                for lanes, outgoing in self._onward(j, (lane,)):
                    end = self._beside(junction, lanes[-1], at_start=False) if outgoing < 0 else (outgoing, 0.0)
                    yield Course(j, incoming, lanes, end[0], start, end[1])

    def _onward(self, j: int, lanes: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
        """The lanes inside up to the junction's end, and the lane beyond; a stack, since chains may be long."""
        stack = [lanes]
        while stack:
            taken = stack.pop()
            after = [one for one in self._map.successors(taken[-1]) if self._driven[one] and one not in taken]
            if not after:
                yield taken, -1
            for one in reversed(after):
                if self._junction[one] == j:
                    stack.append((*taken, one))
                else:
                    yield taken, one

    def _joined(self, j: int, junction: Junction) -> Iterator[Course]:
        """Ways that lead from road to road end to end, as connections of direct junctions say."""
        for connection in junction.connections:
            if self._is_inside(connection.connecting, junction.id) or not self._has_roads(connection):
                continue
            for first in self._lanes_of(connection.incoming):
                for last in self._map.successors(first):
                    if self._is_meant(connection, first, last) and self._driven[first] and self._driven[last]:
                        yield Course(j, first, (), last, self._length[first])
                for before in self._map.predecessors(first):
                    if self._is_meant(connection, first, before) and self._driven[first] and self._driven[before]:
                        yield Course(j, before, (), first, self._length[before])

    def _has_roads(self, connection: Connection) -> bool:
        return self._map.network.has_road(connection.incoming) and self._map.network.has_road(connection.connecting)

    def _is_inside(self, road: str, junction: str) -> bool:
        network = self._map.network
        return network.has_road(road) and network.road(road).junction == junction

    def _lanes_of(self, id: str) -> list[int]:
        """The lanes of a road's two outermost sections."""
        sections = self._map.network.road(id).sections
        ends = sorted({0, len(sections) - 1})
        return [self._map.index(f"{id}:{i}:{lane.id}") for i in ends for lane in sections[i].lanes if lane.id]

    def _is_meant(self, connection: Connection, first: int, last: int) -> bool:
        """Whether a connection joins the two lanes, by their roads and numbers."""
        roads, number = self._map.network.roads, self._map.number
        if roads[self._map.road[last]].id != connection.connecting:
            return False
        return (int(number[first]), int(number[last])) in connection.lanes

    def _beside(self, junction: Junction, lane: int, *, at_start: bool) -> tuple[int, float]:
        """The lane of the road that runs on which a lane inside a virtual junction leaves or joins, and the s there.

        The lane is found by its place: connections do not say at which s of the road they begin.
        """
        if junction.kind is not JunctionKind.VIRTUAL or junction.main_road is None:
            return -1, 0.0
        place = self._map.place(lane, 0.0 if at_start else self._length[lane])
        for one in self._main_lanes(junction.main_road):
            hit = self._map.match(place.x, place.y, hint=one, kinds=VEHICLES, reach=1.0)
            if hit.lane == one:
                return hit.lane, hit.s
        return -1, 0.0

    def _main_lanes(self, main: tuple[str, float, float]) -> list[int]:
        id, start, end = main
        if not self._map.network.has_road(id):
            return []
        road = self._map.network.road(id)
        sections = range(road.section_at(start), road.section_at(end) + 1)
        known = [self._map.index(f"{id}:{i}:{lane.id}") for i in sections for lane in road.sections[i].lanes if lane.id]
        return [lane for lane in known if self._driven[lane]]


def _remarks(lane_map: LaneMap, junction: Junction, found: list[Course]) -> Iterator[Remark]:
    if len(found) > MOST_WAYS:
        message = f"junction '{junction.id}' has more than {MOST_WAYS} ways; the rest is left out"
        yield Remark("seahaven:junction.ways", message, junction.at)
    for lanes, what in (
        ({one.lanes[0] for one in found if one.incoming < 0 and one.lanes}, "comes from nowhere"),
        ({one.lanes[-1] for one in found if one.outgoing < 0 and one.lanes}, "leads nowhere"),
    ):
        for lane in sorted(lane for lane in lanes if tuple(LaneKind)[lane_map.kind[lane]].is_driving):
            message = f"lane '{lane_map.name(lane)}' in junction '{junction.id}' {what}"
            yield Remark("seahaven:junction.lane", message, lane_map.network.roads[lane_map.road[lane]].at)
