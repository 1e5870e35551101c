"""Lane centres worked out from the model alone, and the gaps at every link between them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import atan, atan2, cos, hypot, sin, tan

from seahaven.geometry import wrap_angle
from seahaven.roads.model import End, Junction, Lane, Road, RoadLink, RoadNetwork


@dataclass(frozen=True)
class Place:
    """The middle of a lane: place, direction along the road, grade along the road, width."""

    x: float
    y: float
    z: float
    heading: float
    grade: float
    width: float


def place(road: Road, section: int, lane: int, s: float) -> Place:
    """The middle of a lane at an s of the road, which the section holds or ends at."""
    begin, _ = road.stretch(section)
    t, slope = road.lane_offset.value(_inside(road, s)), road.lane_offset.slope(_inside(road, s))
    sign = 1 if lane > 0 else -1
    for number in range(sign, lane + sign, sign):
        own = road.sections[section].lane(number)
        assert own is not None, f"{road.id} section {section} lacks lane {number}"
        share = 0.5 if number == lane else 1.0
        t += sign * share * own.width.value(s - begin)
        slope += sign * share * own.width.slope(s - begin)
    width = road.sections[section].lane(lane).width.value(s - begin)  # type: ignore[union-attr]
    pose = road.line.pose(min(s, road.length))
    curvature = road.line.curvature(_inside(road, s))
    heading = pose.heading + atan2(slope, 1.0 - curvature * t)
    bank = road.superelevation.value(s)
    x, y = pose.x - t * cos(bank) * sin(pose.heading), pose.y + t * cos(bank) * cos(pose.heading)
    z = road.elevation.value(s) + t * sin(bank)
    return Place(x, y, z, heading, atan(road.elevation.slope(_inside(road, s))), width)


def _inside(road: Road, s: float) -> float:
    return min(max(s, 1e-7), road.length - 1e-7)


@dataclass(frozen=True)
class Gap:
    """How far apart two linked lanes are."""

    link: str
    distance: float
    rise: float
    turn: float
    grade: float
    width: float


def gaps(network: RoadNetwork) -> Iterator[Gap]:
    """The gap at every link: between sections, between roads, in and out of every junction."""
    for road in network.roads:
        yield from _between_sections(road)
        yield from _between_roads(network, road)
    for junction in network.junctions:
        yield from _in_junction(network, junction)


def _between_sections(road: Road) -> Iterator[Gap]:
    for k, section in enumerate(road.sections[:-1]):
        s = road.sections[k + 1].s
        for lane in section.lanes:
            for after in lane.after:
                assert lane.id in road.sections[k + 1].lane(after).before  # type: ignore[union-attr]
                yield _gap(
                    f"{road.id}:{k}:{lane.id}", place(road, k, lane.id, s), place(road, k + 1, after, s), same=True
                )


def _between_roads(network: RoadNetwork, road: Road) -> Iterator[Gap]:
    for end, link in ((End.START, road.before), (End.END, road.after)):
        if isinstance(link, RoadLink):
            other = network.road(link.road)
            for lane in _lanes(road, end):
                for number in lane.before if end is End.START else lane.after:
                    assert other.sections[_section(other, link.end)].lane(number) is not None, f"{road.id} {lane.id}"
                    yield _joint(f"{road.id}:{lane.id} {end}", road, end, lane.id, other, link.end, number)


def _in_junction(network: RoadNetwork, junction: Junction) -> Iterator[Gap]:
    for connection in junction.connections:
        incoming, connecting = network.road(connection.incoming), network.road(connection.connecting)
        end = _end_at(incoming, connecting, connection.contact, junction)
        for first, last in connection.lanes:
            name = f"{junction.id}: {incoming.id}:{first} to {connecting.id}:{last}"
            yield _joint(name, incoming, end, first, connecting, connection.contact, last)


def _end_at(incoming: Road, connecting: Road, contact: End, junction: Junction) -> End:
    """The end of the incoming road at the junction: the nearer one where both lead there."""
    goal = connecting.line.point(0.0 if contact is End.START else connecting.length)
    ends = {End.START: incoming.line.point(0.0), End.END: incoming.line.point(incoming.length)}
    return min(ends, key=lambda end: hypot(ends[end][0] - goal[0], ends[end][1] - goal[1]))


def _joint(name: str, road: Road, end: End, lane: int, other: Road, other_end: End, number: int) -> Gap:
    first = place(road, _section(road, end), lane, 0.0 if end is End.START else road.length)
    last = place(other, _section(other, other_end), number, 0.0 if other_end is End.START else other.length)
    return _gap(name, first, last, same=end is not other_end)


def _gap(name: str, first: Place, last: Place, *, same: bool) -> Gap:
    turn = wrap_angle(last.heading - first.heading - (0.0 if same else 3.141592653589793))
    grade = last.grade - first.grade if same else last.grade + first.grade
    distance = hypot(last.x - first.x, last.y - first.y)
    return Gap(name, distance, last.z - first.z, turn, tan(grade), last.width - first.width)


def _section(road: Road, end: End) -> int:
    return 0 if end is End.START else len(road.sections) - 1


def _lanes(road: Road, end: End) -> tuple[Lane, ...]:
    return tuple(lane for lane in road.sections[_section(road, end)].lanes if lane.id)
