"""An RNDF as a road network."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path as FilePath

from seahaven.errors import InputError, nearest
from seahaven.memory import undisturbed
from seahaven.roads.formats.rndf.bundle import Strand, bundles
from seahaven.roads.formats.rndf.course import Point
from seahaven.roads.formats.rndf.crossings import joined
from seahaven.roads.formats.rndf.file import RndfFile, RndfLane, Waypoint, dotted
from seahaven.roads.formats.rndf.mdf import read_mdf
from seahaven.roads.formats.rndf.parser import read_rndf_file
from seahaven.roads.formats.rndf.pieces import Piece, pieces
from seahaven.roads.formats.rndf.projection import Projection
from seahaven.roads.formats.rndf.roads import Limits, piece_road, way_road
from seahaven.roads.formats.rndf.statement import Id
from seahaven.roads.formats.rndf.ways import Mouth, Way, mouths, ways_of, ways_past
from seahaven.roads.formats.rndf.zones import Lot, lot_of
from seahaven.roads.model import (
    Connection,
    End,
    Junction,
    Remark,
    RightOfWay,
    Road,
    RoadNetwork,
    SignalKind,
    Waymark,
)

__all__ = ["read_rndf"]

ALL_WAY = 3
"""Roads that lead into a junction at least for it to be an all-way stop if each has a stop sign; with two of them, one
that turns off and the one that it meets may both have a sign for another reason."""


def read_rndf(path: str | FilePath, *, missions: Iterable[str | FilePath] = ()) -> RoadNetwork:
    """The road network of a Route Network Definition File, with the speed limits of Mission Data Files.

    What becomes of what:

    - Lanes of a segment that run side by side and the same way are the lanes of a road; others are roads of their own.
      A road is cut where exits leave it, where they lead in and where there is a stop, and named after its lane and the
      waypoint at which it begins: `1.2.4`. `1.2` names all of its pieces.
    - A course runs smoothly through the waypoints. A lane is as wide as the file says, else 12 feet.
    - Exits are roads inside junctions, as is the stretch of road past an exit. Ways that leave one road, come onto one
      road, or cross, are one junction.
    - A zone is an area, with a way from each place where lanes lead in to each where they lead out, and into each spot.
    - Checkpoints are waymarks. Exits that lead nowhere are left out, with a remark.
    """
    with undisturbed():
        file = read_rndf_file(path)
        found = [read_mdf(mission) for mission in missions]
        limits: Limits = {id: limit for mission in found for id, limit in mission.limits.items()}
        idle = _idle(file, limits)
        return _Survey(file, limits).network([*(r for mdf in found for r in mdf.remarks), *idle])


def _idle(file: RndfFile, limits: Limits) -> list[Remark]:
    """Remarks on limits of segments that the file does not have; if it has none of them, they are of other roads."""
    known = {*(segment.id for segment in file.segments), *(zone.id for zone in file.zones)}
    unknown = {id: limit for id, limit in limits.items() if id not in known}
    texts = {id: f"there is no segment or zone {id} in the RNDF '{file.name}'" for id in unknown}
    if unknown and len(unknown) == len(limits):
        id, limit = next(iter(unknown.items()))
        raise InputError(f"{texts[id]}{nearest(str(id), map(str, known))}", limit.at)
    return [Remark("mdf:segment", f"{texts[id]}; its limit is passed over", limit.at) for id, limit in unknown.items()]


@dataclass(frozen=True, slots=True)
class _Place:
    """A lane among the pieces of its bundle."""

    strips: list[Piece]
    strand: Strand


class _Survey:
    """Everything that is found of a file on the way to its network."""

    def __init__(self, file: RndfFile, limits: Limits) -> None:
        self.file, self.limits = file, limits
        points = list(file.waypoints)
        self.projection = Projection(points[0].latitude, points[0].longitude)
        self.place: dict[Id, Point] = {point.id: self._at(point) for point in points}
        self.exits = [exit for lane in file.lanes for exit in lane.exits]
        self.strips: list[list[Piece]] = []
        self.lanes: dict[Id, _Place] = {}
        self._cut()
        self.out: dict[Id, Mouth] = {}
        self.into: dict[Id, Mouth] = {}
        self._find_mouths()

    def _at(self, point: Waypoint) -> Point:
        return self.projection.place(point.latitude, point.longitude)

    def _cut(self) -> None:
        inner = [*self.exits, *(exit for zone in self.file.zones for exit in zone.exits)]
        leaving = {one.start for one in self.exits if one.end in self.place}
        leaving |= {stop.waypoint for lane in self.file.lanes for stop in lane.stops}
        entering = {one.end for one in inner if one.start in self.place}
        for segment in self.file.segments:
            for bundle in bundles(segment, self._at):
                self.strips.append(pieces(bundle, leaving, entering))
                for strand in bundle.strands:
                    self.lanes[strand.lane.id] = _Place(self.strips[-1], strand)

    def _find_mouths(self) -> None:
        for lane in self.lanes.values():
            for k, point in enumerate(lane.strand.lane.waypoints):
                out, into = mouths(lane.strips, lane.strand, k)
                if out:
                    self.out[point.id] = out
                if into:
                    self.into[point.id] = into

    def network(self, remarks: Sequence[Remark]) -> RoadNetwork:
        lots = [lot_of(zone, self.place, self.exits, self.out, self.into) for zone in self.file.zones]
        ways = list(self._ways(lots))
        groups = joined(ways)
        names = self._names(groups)
        roads = (*self._roads(groups, names), *self._spot_roads(lots, groups, names))
        stops = {road.id for road in roads if any(sign.kind is SignalKind.STOP for sign in road.signals)}
        return RoadNetwork(
            roads=roads,
            junctions=tuple(_junction(names[k], group, stops) for k, group in enumerate(groups)),
            zones=tuple(lot.zone for lot in lots),
            waymarks=tuple(self._waymarks(lots)),
            name=self.file.name,
            georeference=self.projection.proj,
            remarks=(*self.file.remarks, *remarks, *self._remarks()),
        )

    def _ways(self, lots: Sequence[Lot]) -> Iterator[Way]:
        ways: dict[str, Way] = {}
        for strip in self.strips:
            ways |= {way.id: way for way in ways_past(strip)}
        ways |= {way.id: way for way in ways_of(self.exits, self.out, self.into)}
        ways |= {way.id: way for lot in lots for way in lot.ways}
        return iter(ways.values())

    def _names(self, groups: Sequence[Sequence[Way]]) -> list[str]:
        """Junctions are named after the first road that leads into them."""
        return [group[0].source for group in groups]

    def _roads(self, groups: Sequence[Sequence[Way]], names: Sequence[str]) -> Iterator[Road]:
        before = {way.target: names[k] for k, group in enumerate(groups) for way in group}
        after = {way.source: names[k] for k, group in enumerate(groups) for way in group}
        segments: dict[str, int] = {}
        for strip in self.strips:
            for piece in strip:
                if not piece.is_inside:
                    segments[piece.id] = piece.bundle.segment.id
                    yield piece_road(piece, before.get(piece.id), after.get(piece.id), self.limits)
        for k, group in enumerate(groups):
            for way in group:
                limit = self.limits.get(segments.get(way.source, -1))
                yield way_road(way, names[k], limit.high if limit else None)

    def _spot_roads(
        self, lots: Sequence[Lot], groups: Sequence[Sequence[Way]], names: Sequence[str]
    ) -> Iterator[Road]:  # fmt: skip
        before = {way.target: names[k] for k, group in enumerate(groups) for way in group}
        for lot in lots:
            for spot, mouth, length in lot.spots:
                yield lot.spot_road(spot, mouth, length, before.get(mouth.road))

    def _waymarks(self, lots: Sequence[Lot]) -> Iterator[Waymark]:
        for lane in self.file.lanes:
            for label in lane.checkpoints:
                place = self.lanes[lane.id]
                k = place.strand.index(label.waypoint)
                mark = None if k is None else _on_lane(place, place.strand.along[k])
                if mark is not None:
                    yield Waymark(str(label.number), *mark, at=label.at)
        for lot in lots:
            for spot, mouth, length in lot.spots:
                yield from (Waymark(str(one.number), mouth.road, 0, -1, length, at=one.at) for one in spot.checkpoints)

    def _remarks(self) -> Iterator[Remark]:
        inner = [*self.exits, *(exit for zone in self.file.zones for exit in zone.exits)]
        for exit in inner:
            for end, role in ((exit.start, "leaves"), (exit.end, "leads to")):
                if end not in self.place:
                    hint = nearest(dotted(end), map(dotted, self.place))
                    message = f"an exit {role} waypoint {dotted(end)}, which does not exist{hint}; it is left out"
                    yield Remark("rndf:exit", message, exit.at)
        for lane in self.file.lanes:
            yield from _strangers(lane)


def _strangers(lane: RndfLane) -> Iterator[Remark]:
    """Remarks on stops and checkpoints of a lane at waypoints that it does not have."""
    own = {point.id for point in lane.waypoints}
    for what, labels in (("a stop", lane.stops), ("a checkpoint", lane.checkpoints)):
        for label in labels:
            if label.waypoint not in own:
                message = f"lane {dotted(lane.id)} has no waypoint {dotted(label.waypoint)}; {what} there is left out"
                yield Remark("rndf:waypoint", message, label.at)


def _on_lane(place: _Place, along: float) -> tuple[str, int, int, float] | None:
    """The road, section, lane and s of a station on a lane; None where the lane was cut off."""
    for piece in place.strips:
        if not piece.begin - 1e-6 <= along <= piece.end + 1e-6:
            continue
        for k in range(len(piece.sections) - 1, -1, -1):
            begin, strands = piece.sections[k]
            numbers = [-1 - n for n, strand in enumerate(strands) if strand.lane.id == place.strand.lane.id]
            if begin <= along + 1e-6 and numbers:
                return piece.id, k, numbers[0], place.strand.s(along) - place.strand.s(begin)
    return None


def _junction(id: str, ways: Sequence[Way], stops: set[str]) -> Junction:
    incoming = list(dict.fromkeys(way.source for way in ways))
    connections = tuple(
        Connection(
            str(k), way.source, way.id, End.START, tuple((b.before, -1 - n) for n, b in enumerate(way.berths)), way.at
        )
        for k, way in enumerate(ways)
    )
    with_stop = [road for road in incoming if road in stops]
    rule = None
    if with_stop:
        is_all_way = len(with_stop) == len(incoming) >= ALL_WAY
        rule = RightOfWay.ALL_WAY_STOP if is_all_way else RightOfWay.PRIORITY
    return Junction(id=id, connections=connections, right_of_way=rule, at=ways[0].at)


def _connection(id: str, way: Way) -> Connection:
    lanes = tuple((berth.before, -1 - n) for n, berth in enumerate(way.berths))
    return Connection(id, way.source, way.id, End.START, lanes, way.at)
