"""Junctions and roundabouts as places: their shape, and their arms with their rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import atan2, hypot, pi, radians

from seahaven.geometry import Pose, wrap_angle
from seahaven.roads.junctions import Arm, JunctionLogic, Ring
from seahaven.roads.model import JunctionKind, LaneKind
from seahaven.roads.places.place import Piece, Place, PlaceArm, Spot, mean_direction
from seahaven.roads.places.rank import controls
from seahaven.roads.places.wanted import Arrival, Control, Shape, WantedJunction

OPPOSITE = radians(30.0)
"""How far from opposite the arms of a T-junction's through road may lie."""
STEM = radians(45.0)
"""How far, at least, a T-junction's stem lies from the other two."""
ALONGSIDE = radians(30.0)
"""How near, at most, a one-way arm lies to another where one leaves or joins a road by a ramp."""
CHORD = 15.0
"""Over how many metres the direction of an arm is taken."""
APPROACH = 30.0
"""How many metres of the lanes that lead in and out belong to a junction."""

_KINDS = tuple(LaneKind)
_ORDINARY = frozenset({Shape.T, Shape.Y, Shape.CROSSING, Shape.ROUNDABOUT})
_LOW = frozenset({Control.STOP, Control.YIELD})


@dataclass(frozen=True, slots=True)
class Meeting:
    """A junction or roundabout, looked at once."""

    shape: Shape
    place: Place


def meetings(logic: JunctionLogic, rings: Sequence[Ring]) -> Iterator[Meeting]:
    """All junctions that cars drive through, and then all roundabouts; those of a ring only as one."""
    ringed = {id for ring in rings for id in ring.junctions}
    for one in logic.lane_map.network.junctions:
        if one.id not in ringed and one.kind is not JunctionKind.CROSSING:
            arms = [arm for arm in logic.arms(one.id) if _is_driven(logic, arm)]
            if arms:
                shape, stem = _shape(logic, arms)
                yield _meeting(logic, shape, one.name or one.id, (one.id,), arms, stem)
    for ring in rings:
        arms = [arm for id in ring.junctions for arm in logic.arms(id)]
        outer = [arm for arm in arms if _is_driven(logic, arm) and not ring.roads.issuperset(arm.roads)]
        if outer:
            yield _meeting(logic, Shape.ROUNDABOUT, ring.name, ring.junctions, outer, None)


def fits(meeting: Meeting, wanted: WantedJunction) -> bool:
    """Whether a junction is as wanted, whichever arm one arrives on."""
    found = set(meeting.place.controls)
    return (
        (meeting.shape in _ORDINARY if wanted.shape is None else meeting.shape is wanted.shape)
        and found.issuperset(wanted.controls)
        and not found.intersection(wanted.no_controls)
        and wanted.arms in (None, len(meeting.place.arms))
        and any(arrives(arm, meeting.shape, wanted.arriving) for arm in meeting.place.arms)
    )


def arrives(arm: PlaceArm, kind: str, wanted: Arrival | Control | None) -> bool:
    """Whether one may arrive on an arm, and it is as wanted."""
    if not arm.incoming or arm.control is None:
        return False
    if isinstance(wanted, Control):
        return arm.control is wanted
    return {
        None: True,
        Arrival.PRIORITY_ROAD: arm.control is Control.PRIORITY,
        Arrival.SIDE_ROAD: arm.control in _LOW,
        Arrival.STEM: arm.is_stem,
        Arrival.THROUGH_ROAD: kind == Shape.T and not arm.is_stem,
    }[wanted]


def _is_driven(logic: JunctionLogic, arm: Arm) -> bool:
    return any(_KINDS[logic.lane_map.kind[lane]].is_driving for lane in (*arm.incoming, *arm.outgoing))


def _shape(logic: JunctionLogic, arms: Sequence[Arm]) -> tuple[Shape, int | None]:
    """The shape of a junction, and which of the arms is the stem of a T."""
    if len(arms) < 3:
        return (Shape.END if len(arms) == 1 else Shape.JOINT), None
    if len(arms) > 3:
        return Shape.CROSSING, None
    ways = [_direction(logic, arm) for arm in arms]
    for one, other in combinations(range(3), 2):
        ramp = _ramp(arms[one], arms[other]) if abs(wrap_angle(ways[one] - ways[other])) <= ALONGSIDE else None
        if ramp is not None:
            return ramp, None
    bends = sorted((abs(abs(wrap_angle(ways[a] - ways[b])) - pi), a, b) for a, b in combinations(range(3), 2))
    for bend, a, b in bends:
        stem = 3 - a - b
        if bend <= OPPOSITE and min(abs(wrap_angle(ways[stem] - ways[k])) for k in (a, b)) >= STEM:
            return Shape.T, stem
    return Shape.Y, None


def _ramp(one: Arm, other: Arm) -> Shape | None:
    """Whether traffic parts or comes together where two arms lie side by side; None if it does neither."""
    single = [arm for arm in (one, other) if arm.is_one_way]
    if single and all(arm.outgoing for arm in single):
        return Shape.EXIT
    return Shape.ENTRY if single and all(arm.incoming for arm in single) else None


def _direction(logic: JunctionLogic, arm: Arm) -> float:
    """The direction in which an arm leads away, over its first metres."""
    lane_map, angles = logic.lane_map, []
    for lanes, is_incoming in ((arm.incoming, True), (arm.outgoing, False)):
        for lane in lanes:
            length = float(lane_map.length[lane])
            near, far = (length, max(length - CHORD, 0.0)) if is_incoming else (0.0, min(CHORD, length))
            a, b = lane_map.place(lane, near), lane_map.place(lane, far)
            if hypot(b.x - a.x, b.y - a.y) > 0.1:
                angles.append(atan2(b.y - a.y, b.x - a.x))
    return mean_direction(angles) if angles else arm.bearing


def _meeting(
    logic: JunctionLogic, shape: Shape, name: str, junctions: Sequence[str], arms: Sequence[Arm], stem: int | None
) -> Meeting:
    inner = [arm for id in junctions for arm in logic.arms(id)] if len(junctions) > 1 else arms
    x, y = (sum(values) / len(inner) for values in zip(*((arm.x, arm.y) for arm in inner), strict=True))
    bearings = [arm.bearing if len(junctions) == 1 else atan2(arm.y - y, arm.x - x) for arm in arms]
    rules = {id: controls(logic, id, logic.arms(id)) for id in junctions}
    order = sorted(range(len(arms)), key=lambda k: (bearings[k], arms[k].junction, arms[k].index))
    known = tuple(
        _arm(logic, arms[k], index, bearings[k], rules[arms[k].junction][arms[k].index], k == stem)
        for index, k in enumerate(order)
    )
    entries = tuple(Spot(lane, float(logic.lane_map.length[lane])) for arm in known for lane in arm.incoming)
    extent = tuple(dict.fromkeys(_extent(logic, junctions, known)))
    return Meeting(shape, Place(shape.value, name, Pose(x, y, 0.0), extent, entries, known, size=float(len(known))))


def _arm(
    logic: JunctionLogic, arm: Arm, index: int, bearing: float, control: Control | None, is_stem: bool
) -> PlaceArm:
    stops = {}
    for lane in arm.incoming:
        if _KINDS[logic.lane_map.kind[lane]].is_driving:
            known = [logic.stop(way) for way in logic.ways_from(lane) if way.junction == arm.junction]
            for place in sorted(place for place in known if place[0] == lane)[:1] or known[:1]:
                stops[lane] = Spot(*place)
    return PlaceArm(
        index,
        arm.junction,
        arm.roads,
        bearing,
        arm.x,
        arm.y,
        arm.incoming,
        arm.outgoing,
        control,
        tuple(stops.values()),
        is_stem,
        logic.lane_map,
    )


def _extent(logic: JunctionLogic, junctions: Iterable[str], arms: Iterable[PlaceArm]) -> Iterator[Piece]:
    length = logic.lane_map.length
    for arm in arms:
        for lane in arm.incoming:
            yield Piece(lane, max(float(length[lane]) - APPROACH, 0.0), float(length[lane]))
        for lane in arm.outgoing:
            yield Piece(lane, 0.0, min(float(length[lane]), APPROACH))
    for id in junctions:
        for way in logic.ways_through(id):
            yield from (Piece(lane, 0.0, float(length[lane])) for lane in way.lanes)
