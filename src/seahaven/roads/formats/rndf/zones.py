"""Zones: open areas, with ways across them from where lanes lead in to where they lead out, and into parking spots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import atan2, cos, dist, sin
from typing import Final

from seahaven.geometry import Pose
from seahaven.roads.formats.polyline import line_along
from seahaven.roads.formats.rndf.course import Point
from seahaven.roads.formats.rndf.file import Exit, RndfSpot, RndfZone, Waypoint, dotted
from seahaven.roads.formats.rndf.statement import Id
from seahaven.roads.formats.rndf.ways import Mouth, Way, between
from seahaven.roads.model import JunctionLink, Lane, LaneKind, ParkingSpot, Profile, Road, RoadKind, Section, Zone

__all__ = ["Lot", "lot_of"]

SPOT_LENGTH: Final = 6.0
"""Metres; parking spots are at least this long, however near to each other their waypoints are."""


@dataclass(frozen=True, slots=True)
class Lot:
    """A zone as roads have it: the area, a short road into each spot, and the ways that lead across."""

    zone: Zone
    ways: tuple[Way, ...]
    spots: tuple[tuple[RndfSpot, Mouth, float], ...]
    """Each spot with the mouth of its road, and the length of that."""

    def spot_road(self, spot: RndfSpot, mouth: Mouth, length: float, junction: str | None) -> Road:
        """The road into a parking spot, which ends there."""
        end = mouth.point[0] + length * cos(mouth.heading), mouth.point[1] + length * sin(mouth.heading)
        points = (*mouth.point, 0.0), (*end, 0.0)
        lane = Lane(-1, width=Profile.constant(mouth.width), points=points, name=mouth.road, at=spot.at)
        return Road(
            mouth.road,
            line_along(points),
            (Section(0.0, (Lane(0, LaneKind.NONE), lane)),),
            lane_offset=Profile.constant(0.5 * mouth.width),
            before=JunctionLink(junction) if junction else None,
            kinds=((0.0, RoadKind.TOWN),),
            at=spot.at,
        )


def lot_of(
    zone: RndfZone,
    place: Mapping[Id, Point],
    exits: Sequence[Exit],
    out: Mapping[Id, Mouth],
    into: Mapping[Id, Mouth],
) -> Lot:
    """A zone with its ways; `exits` are those of all lanes, `out` and `into` where lanes lead out and in."""
    edge = {point.id for point in zone.perimeter}
    entries = [one for one in exits if one.end in edge and one.start in out]
    leaving = [one for one in zone.exits if one.start in edge and one.end in into]
    spots = tuple(_spot(spot, place) for spot in zone.spots)
    ways = (*_across(entries, leaving, place, out, into), *_into_spots(entries, spots, place, out))
    area = Zone(
        id=str(zone.id),
        corners=tuple(place[point.id] for point in zone.perimeter),
        spots=tuple(_parking(*spot) for spot in spots),
        entries=tuple(dict.fromkeys((out[one.start].road, 0, out[one.start].number) for one in entries)),
        exits=tuple(dict.fromkeys((into[one.end].road, 0, into[one.end].number) for one in leaving)),
        name=zone.name,
    )
    return Lot(area, ways, spots)


def _across(
    entries: Sequence[Exit],
    leaving: Sequence[Exit],
    place: Mapping[Id, Point],
    out: Mapping[Id, Mouth],
    into: Mapping[Id, Mouth],
) -> Iterator[Way]:
    """A way for each pair of an entry and an exit; by the same point of the perimeter only if there is no other."""
    for entry in entries:
        others = [one for one in leaving if one.start != entry.end] or leaving
        for one in others:
            by = [place[entry.end], place[one.start]] if one.start != entry.end else [place[entry.end]]
            id = f"{dotted(entry.start)}-{dotted(entry.end)}-{dotted(one.start)}-{dotted(one.end)}"
            yield between(id, out[entry.start], into[one.end], by, entry.at)


def _into_spots(
    entries: Sequence[Exit],
    spots: Sequence[tuple[RndfSpot, Mouth, float]],
    place: Mapping[Id, Point],
    out: Mapping[Id, Mouth],
) -> Iterator[Way]:
    for entry in entries:
        for _, mouth, _ in spots:
            id = f"{dotted(entry.start)}-{dotted(entry.end)}-{mouth.road}"
            yield between(id, out[entry.start], mouth, [place[entry.end]], entry.at)


def _spot(spot: RndfSpot, place: Mapping[Id, Point]) -> tuple[RndfSpot, Mouth, float]:
    """A spot with the mouth of its road, drawn out backwards where its waypoints are too near to each other."""
    first, last = (_of(point, place) for point in spot.waypoints)
    heading = atan2(last[1] - first[1], last[0] - first[0])
    length = max(dist(first, last), SPOT_LENGTH)
    start = last[0] - length * cos(heading), last[1] - length * sin(heading)
    return spot, Mouth(dotted(spot.id), -1, start, heading, spot.width), length


def _of(point: Waypoint, place: Mapping[Id, Point]) -> Point:
    return place[point.id]


def _parking(spot: RndfSpot, mouth: Mouth, length: float) -> ParkingSpot:
    x, y = mouth.point
    middle = Pose(x + 0.5 * length * cos(mouth.heading), y + 0.5 * length * sin(mouth.heading), mouth.heading)
    return ParkingSpot(dotted(spot.id), middle, spot.width, length)
