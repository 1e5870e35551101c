"""Arms: the roads that meet at a junction, as seen from its middle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import product
from math import atan2, cos, hypot, pi, sin, tau

from seahaven.geometry import wrap_angle
from seahaven.roads.junctions.mouth import Ends
from seahaven.roads.junctions.way import Course, is_vehicle_lane
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import End, JunctionLink, LaneKind, Remark, Road

OPPOSITE = pi / 4.0
"""How far from straight across an arm may lie to count as the opposite one."""
PARALLEL = 0.6
"""Up to which angle a road that leads in and one that leads out are the two directions of one arm."""
PARALLEL_TO_SAME = 1.05
"""The same for two roads between the same two junctions."""
WIDEST_ARM = 30.0
"""The largest distance between those two roads at the junction, in metres."""
OUTWARD = 10.0
"""How far outside of the junction a point of the arm is taken for its bearing, so that meeting roads have one, too."""


class Side(StrEnum):
    """Where another arm lies, as seen by whoever arrives on an arm."""

    SAME = "same"
    RIGHT = "right"
    OPPOSITE = "opposite"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Arm:
    """An arm of a junction: both directions of a road, and which way it lies.

    `index` counts the junction's arms counter-clockwise by bearing, which is the direction in which the arm lies as
    seen from the junction's middle. `roads` names one road, or the two that carry its two directions.
    """

    junction: str
    index: int
    roads: tuple[str, ...]
    bearing: float
    x: float
    y: float
    incoming: tuple[int, ...]
    outgoing: tuple[int, ...]
    is_dead_end: bool

    @property
    def is_one_way(self) -> bool:
        """Whether traffic only comes from there, or only goes there."""
        return not (self.incoming and self.outgoing)


def side_of(bearing: float, other: float) -> Side:
    """Where the arm of another bearing lies for whoever arrives on the arm of the first."""
    turn = (other - bearing) % tau
    if abs(turn - pi) <= OPPOSITE:
        return Side.OPPOSITE
    return Side.RIGHT if turn < pi else Side.LEFT


@dataclass(slots=True)
class _Mouth:
    """One end of a road at a junction, while arms are being made."""

    road: int
    end: End
    incoming: set[int] = field(default_factory=set)
    outgoing: set[int] = field(default_factory=set)
    sums: list[float] = field(default_factory=lambda: [0.0] * 5)

    def add(self, x: float, y: float, outward: float) -> None:
        for k, value in enumerate((x, y, cos(outward), sin(outward), 1.0)):
            self.sums[k] += value

    @property
    def place(self) -> tuple[float, float]:
        return self.sums[0] / self.sums[4], self.sums[1] / self.sums[4]

    @property
    def outward(self) -> float:
        return atan2(self.sums[3], self.sums[2])


class Arms:
    """All arms of a network by junction, and for each way the arms it comes from and leads to."""

    def __init__(self, courses: Sequence[Course], ends: Ends, lane_map: LaneMap) -> None:
        self._map = lane_map
        self._along, self._length = lane_map.along.tolist(), lane_map.length.tolist()
        self._road = lane_map.road.tolist()
        self._driven = is_vehicle_lane(lane_map)
        self._live = _leading_on(courses, lane_map)
        mouths = self._mouths(courses, ends)
        self.of_junction: list[tuple[Arm, ...]] = []
        seats: dict[tuple[int, int, End], int] = {}
        for j in range(len(lane_map.network.junctions)):
            self.of_junction.append(tuple(self._arms(j, list(mouths.get(j, {}).values()), seats)))
        self.origin = [self._seat(seats, one, one.incoming, leaves=True) for one in courses]
        self.goal = [self._seat(seats, one, one.outgoing, leaves=False) for one in courses]

    def _mouths(self, courses: Sequence[Course], ends: Ends) -> dict[int, dict[tuple[int, End], _Mouth]]:
        found: dict[int, dict[tuple[int, End], _Mouth]] = {}
        for k, one in enumerate(courses):
            known = found.setdefault(one.junction, {})
            for lane, row, leaves in ((one.incoming, ends.start[k], True), (one.outgoing, ends.end[k], False)):
                if lane >= 0:
                    key = self._road[lane], self._end(one, lane, leaves=leaves)
                    mouth = known.setdefault(key, _Mouth(*key))
                    (mouth.incoming if leaves else mouth.outgoing).add(lane)
                    x, y, heading = row.tolist()
                    mouth.add(x, y, heading + pi if leaves else heading)
        for j, known in found.items():
            for mouth in known.values():
                self._complete(j, mouth)
        return found

    def _end(self, course: Course, lane: int, *, leaves: bool) -> End:
        """The end of the road by which a lane meets the junction; of a road that runs on, the side it lies on."""
        at_end = self._along[lane] is leaves
        runs_on = course.start < self._length[lane] if leaves else course.end > 0.0
        return End.END if at_end is not runs_on else End.START

    def _complete(self, j: int, mouth: _Mouth) -> None:
        """Add the lanes at that end of the road from or to which no way leads."""
        road = self._map.network.roads[mouth.road]
        link = road.after if mouth.end is End.END else road.before
        if not (isinstance(link, JunctionLink) and link.junction == self._map.network.junctions[j].id):
            return
        section = len(road.sections) - 1 if mouth.end is End.END else 0
        for lane in road.sections[section].lanes:
            index = self._map.index(f"{road.id}:{section}:{lane.id}") if lane.id else -1
            if index >= 0 and self._driven[index]:
                leads_in = self._along[index] is (mouth.end is End.END)
                (mouth.incoming if leads_in else mouth.outgoing).add(index)

    def _arms(self, j: int, mouths: list[_Mouth], seats: dict[tuple[int, int, End], int]) -> Iterator[Arm]:
        groups = self._grouped(mouths)
        centres = [_mean([mouth.place for mouth in group]) for group in groups]
        middle = _mean(centres) if centres else (0.0, 0.0)
        bearings = [_bearing(group, centre, middle) for group, centre in zip(groups, centres, strict=True)]
        order = sorted(range(len(groups)), key=lambda k: (bearings[k], groups[k][0].road))
        for index, k in enumerate(order):
            for mouth in groups[k]:
                seats[j, mouth.road, mouth.end] = index
            yield self._arm(j, index, groups[k], bearings[k], centres[k])

    def _arm(self, j: int, index: int, group: list[_Mouth], bearing: float, centre: tuple[float, float]) -> Arm:
        network = self._map.network
        outgoing = tuple(sorted({lane for mouth in group for lane in mouth.outgoing}))
        return Arm(
            network.junctions[j].id,
            index,
            tuple(dict.fromkeys(network.roads[mouth.road].id for mouth in group)),
            bearing,
            *centre,
            tuple(sorted({lane for mouth in group for lane in mouth.incoming})),
            outgoing,
            bool(outgoing) and not any(lane in self._live for lane in outgoing),
        )

    def _grouped(self, mouths: list[_Mouth]) -> list[list[_Mouth]]:
        """Mouths that make one arm: a road for each direction where two run side by side."""
        into = [mouth for mouth in mouths if mouth.incoming and not mouth.outgoing]
        out = [mouth for mouth in mouths if mouth.outgoing and not mouth.incoming]
        rated = [
            (rate, a, b) for a, b in product(range(len(into)), range(len(out))) if (rate := self._rate(into[a], out[b]))
        ]
        partner: dict[int, int] = {}
        for _, a, b in sorted(rated):
            if a not in partner and b not in partner.values():
                partner[a] = b
        pairs = {id(into[a]): out[b] for a, b in partner.items()}
        taken = [id(mouth) for mouth in pairs.values()]
        return [
            [mouth, pairs[id(mouth)]] if id(mouth) in pairs else [mouth] for mouth in mouths if id(mouth) not in taken
        ]

    def _rate(self, a: _Mouth, b: _Mouth) -> tuple[bool, float] | None:
        """How well two roads fit as the directions of one arm, best ones least; None where they do not."""
        (ax, ay), (bx, by) = a.place, b.place
        angle, gap = abs(wrap_angle(a.outward - b.outward)), hypot(bx - ax, by - ay)
        roads = self._map.network.roads
        same = _far(roads[a.road], a.end) is not None and _far(roads[a.road], a.end) == _far(roads[b.road], b.end)
        if angle > (PARALLEL_TO_SAME if same else PARALLEL) or gap > WIDEST_ARM:
            return None
        # Looking in, the road out lies to the left; in left-hand traffic to the right.
        aside = cos(a.outward) * (by - ay) - sin(a.outward) * (bx - ax)
        if not same and (aside < 0.0) is roads[a.road].is_left_hand:
            return None
        return not same, angle + gap / WIDEST_ARM

    def _seat(self, seats: Mapping[tuple[int, int, End], int], course: Course, lane: int, *, leaves: bool) -> int:
        if lane < 0:
            return -1
        return seats[course.junction, self._road[lane], self._end(course, lane, leaves=leaves)]


def stranded(arms: Arms, courses: Sequence[Course], lane_map: LaneMap) -> Iterator[Remark]:
    """The driving lanes that lead into a junction and from which no way leads on."""
    kinds, led = tuple(LaneKind), {course.incoming for course in courses}
    for arm in (arm for own in arms.of_junction for arm in own):
        for lane in arm.incoming:
            if lane not in led and kinds[lane_map.kind[lane]].is_driving:
                message = (
                    f"lane '{lane_map.name(lane)}' leads into junction '{arm.junction}', but no way leads on from it"
                )
                yield Remark("seahaven:junction.lane", message, lane_map.network.junction(arm.junction).at)


def _far(road: Road, end: End) -> str | None:
    """The junction at the other end of a road."""
    link = road.before if end is End.END else road.after
    return link.junction if isinstance(link, JunctionLink) else None


def _mean(places: Sequence[tuple[float, float]]) -> tuple[float, float]:
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def _bearing(group: Sequence[_Mouth], centre: tuple[float, float], middle: tuple[float, float]) -> float:
    ahead = sum(cos(mouth.outward) for mouth in group), sum(sin(mouth.outward) for mouth in group)
    scale = OUTWARD / (hypot(*ahead) or 1.0)
    return atan2(centre[1] + scale * ahead[1] - middle[1], centre[0] + scale * ahead[0] - middle[0])


def _leading_on(courses: Sequence[Course], lane_map: LaneMap) -> set[int]:
    """The lanes outside of junctions from which one comes to some junction without turning round."""
    stack = [one.incoming for one in courses if one.incoming >= 0]
    live = set(stack)
    while stack:
        for lane in lane_map.predecessors(stack.pop()):
            if lane not in live and lane_map.junction[lane] < 0:
                live.add(lane)
                stack.append(lane)
    return live
