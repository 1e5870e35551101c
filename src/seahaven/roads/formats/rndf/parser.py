"""Reads the statements of an RNDF; what is wrong but clear becomes a remark."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from seahaven.errors import InputError, Position, nearest
from seahaven.roads.formats.rndf.file import (
    Exit,
    Label,
    RndfFile,
    RndfLane,
    RndfSpot,
    RndfZone,
    Segment,
    Waypoint,
    dotted,
)
from seahaven.roads.formats.rndf.statement import Id, Statement, read_statements
from seahaven.roads.model import Remark

__all__ = ["BOUNDARIES", "read_rndf_file"]

FOOT: Final = 0.3048
USUAL_WIDTH: Final = 12.0
"""Feet; lanes of which the file gives no width, or 0, are this wide: the usual one in real files."""
SPOT_WIDTH: Final = 10.0
"""Feet; parking spots of which the file gives no width."""
BOUNDARIES: Final = ("double_yellow", "solid_yellow", "solid_white", "broken_white")
_OPENINGS: Final = ("segment", "lane", "zone", "perimeter", "spot", "end_file")
_NEEDS_TWO: Final = 2

Handlers = Mapping[str, Callable[[Statement], None]]
_POINT: Final = "a waypoint"


@dataclass(slots=True)
class _Block:
    """What has been read of a segment, lane, zone, perimeter or spot."""

    names: dict[str, str] = field(default_factory=dict)
    counts: dict[str, tuple[int, Statement]] = field(default_factory=dict)
    points: list[Waypoint] = field(default_factory=list)
    exits: list[Exit] = field(default_factory=list)
    stops: list[Label] = field(default_factory=list)
    checkpoints: list[Label] = field(default_factory=list)
    feet: float = 0.0

    def point(self, line: Statement) -> None:
        latitude = line.number(1, "latitude", -90.0, 90.0)
        longitude = line.number(2, "longitude", -180.0, 180.0)
        self.points.append(Waypoint(line.id(0, "waypoint"), latitude, longitude, line.at()))

    def name(self, line: Statement) -> None:
        self.names[line.keyword] = line.word(1, "a name")

    def count(self, line: Statement) -> None:
        self.counts[line.keyword] = line.integer(1, "number"), line

    def exit(self, line: Statement) -> None:
        self.exits.append(Exit(line.id(1, "exit waypoint"), line.id(2, "entry waypoint"), line.at()))

    def stop(self, line: Statement) -> None:
        self.stops.append(Label(line.id(1, "waypoint"), 0, line.at(1)))

    def checkpoint(self, line: Statement) -> None:
        self.checkpoints.append(Label(line.id(1, "waypoint"), line.integer(2, "checkpoint"), line.at(1)))

    def width(self, line: Statement) -> None:
        self.feet = line.number(1, "width", 0.0, 1000.0)


def read_rndf_file(path: str | Path) -> RndfFile:
    """What the file says; one that cannot be understood is refused with its line and column."""
    return _Parser(list(read_statements(path)), str(path)).file()


class _Parser:
    def __init__(self, statements: list[Statement], file: str) -> None:
        self._statements, self._next, self._file = statements, 0, file
        self._remarks: list[Remark] = []

    def file(self) -> RndfFile:
        segments, zones, head = list[Segment](), list[RndfZone](), _Block()
        if not self._statements or self._statements[0].keyword != "RNDF_name":
            at = self._statements[0].at() if self._statements else Position(self._file)
            raise InputError("the file does not begin with RNDF_name; expected a Route Network Definition File", at)
        handlers: Handlers = {
            "RNDF_name": head.name,
            "num_segments": head.count,
            "num_zones": head.count,
            "format_version": _pass,
            "creation_date": _pass,
            "segment": lambda line: segments.append(self._segment(line)),
            "zone": lambda line: zones.append(self._zone(line)),
        }
        self._read(handlers, "end_file", None)
        self._compare(head, {"num_segments": len(segments), "num_zones": len(zones)})
        if not segments and not zones:
            raise InputError("the file has no segment; expected at least one", self._statements[0].at())
        return RndfFile(head.names["RNDF_name"], tuple(segments), tuple(zones), tuple(self._remarks))

    def _segment(self, line: Statement) -> Segment:
        lanes, block = list[RndfLane](), _Block()
        handlers: Handlers = {
            "num_lanes": block.count,
            "segment_name": block.name,
            "lane": lambda inner: lanes.append(self._lane(inner)),
        }
        self._read(handlers, "end_segment", line)
        self._compare(block, {"num_lanes": len(lanes)})
        good = tuple(lane for lane in lanes if self._is_line(lane))
        return Segment(line.integer(1, "segment"), block.names.get("segment_name", ""), good, line.at())

    def _is_line(self, lane: RndfLane) -> bool:
        places = {(point.latitude, point.longitude) for point in lane.waypoints}
        if len(places) < _NEEDS_TWO:
            self._remark("lane", f"lane {dotted(lane.id)} has fewer than two waypoints; it is left out", lane.at)
        return len(places) >= _NEEDS_TWO

    def _lane(self, line: Statement) -> RndfLane:
        block = _Block()
        handlers: Handlers = {
            "num_waypoints": block.count,
            "lane_width": block.width,
            "left_boundary": self._boundary(block),
            "right_boundary": self._boundary(block),
            "checkpoint": block.checkpoint,
            "stop": block.stop,
            "exit": block.exit,
            _POINT: block.point,
        }
        self._read(handlers, "end_lane", line)
        self._compare(block, {"num_waypoints": len(block.points)})
        return RndfLane(
            line.id(1, "lane"), self._single(block.points), (block.feet or USUAL_WIDTH) * FOOT,
            block.names.get("left_boundary", ""), block.names.get("right_boundary", ""),
            tuple(block.exits), tuple(block.stops), tuple(block.checkpoints), line.at(),
        )  # fmt: skip

    def _boundary(self, block: _Block) -> Callable[[Statement], None]:
        def read(line: Statement) -> None:
            if line.word(1, "a boundary") in BOUNDARIES:
                block.name(line)
            else:
                hint = nearest(line.words[1], BOUNDARIES)
                self._remark("boundary", f"there is no boundary '{line.words[1]}'{hint}; it is passed over", line.at(1))

        return read

    def _zone(self, line: Statement) -> RndfZone:
        spots, block, edge = list[RndfSpot](), _Block(), _Block()
        handlers: Handlers = {
            "num_spots": block.count,
            "zone_name": block.name,
            "perimeter": lambda inner: self._perimeter(inner, edge),
            "spot": lambda inner: spots.append(self._spot(inner)),
        }
        self._read(handlers, "end_zone", line)
        self._compare(block, {"num_spots": len(spots)})
        name = block.names.get("zone_name", "")
        good = tuple(spot for spot in spots if len(spot.waypoints) >= _NEEDS_TWO)
        corners = self._single(edge.points)
        return RndfZone(line.integer(1, "zone"), name, corners, tuple(edge.exits), good, line.at())

    def _perimeter(self, line: Statement, edge: _Block) -> None:
        handlers: Handlers = {"num_perimeterpoints": edge.count, "exit": edge.exit, _POINT: edge.point}
        self._read(handlers, "end_perimeter", line)
        self._compare(edge, {"num_perimeterpoints": len(edge.points)})

    def _spot(self, line: Statement) -> RndfSpot:
        block = _Block()
        self._read({"spot_width": block.width, "checkpoint": block.checkpoint, _POINT: block.point}, "end_spot", line)
        if len(block.points) < _NEEDS_TWO:
            self._remark("spot", f"spot {line.words[-1]} has fewer than two waypoints; it is left out", line.at())
        width = (block.feet or SPOT_WIDTH) * FOOT
        points = tuple(block.points[:_NEEDS_TWO])
        return RndfSpot(line.id(1, "spot"), width, points, tuple(block.checkpoints), line.at())

    def _read(self, handlers: Handlers, end: str, opened: Statement | None) -> None:
        """Hand the statements of a block to what reads them, up to its end, or to where it must have ended."""
        while self._next < len(self._statements):
            line = self._statements[self._next]
            read = handlers.get(_POINT if line.is_point else line.keyword)
            if read is None and line.keyword != end and opened and line.keyword in (*_OPENINGS, *_ENDS):
                break
            self._next += 1
            if line.keyword == end:
                return
            if read is None:
                known = nearest(line.keyword, [*handlers, end])
                self._remark("keyword", f"'{line.keyword}' has no meaning here{known}; it is passed over", line.at())
            else:
                read(line)
        place = self._statements[min(self._next, len(self._statements) - 1)].at()
        what = f"{opened.keyword} {opened.words[-1]} has" if opened else "the file has"
        self._remark("end", f"{what} no '{end}'; it is taken to end here", place)

    def _compare(self, block: _Block, found: Mapping[str, int]) -> None:
        """Remark on declared numbers that are not what was found."""
        for keyword, number in found.items():
            declared = block.counts.get(keyword)
            if declared is not None and declared[0] != number:
                message = f"{keyword} says {declared[0]}, and there are {number}; those that are there count"
                self._remark("count", message, declared[1].at(1))

    def _single(self, points: Iterable[Waypoint]) -> tuple[Waypoint, ...]:
        """Waypoints, of several with the same id the first one."""
        known: dict[Id, Waypoint] = {}
        for point in points:
            if known.setdefault(point.id, point) is not point:
                self._remark("twice", f"waypoint {dotted(point.id)} is there already; the first one counts", point.at)
        return tuple(known.values())

    def _remark(self, rule: str, message: str, at: Position) -> None:
        self._remarks.append(Remark(f"rndf:{rule}", message, at))


_ENDS: Final = ("end_segment", "end_lane", "end_zone", "end_perimeter", "end_spot")


def _pass(_: Statement) -> None:
    """Free text of the header."""
