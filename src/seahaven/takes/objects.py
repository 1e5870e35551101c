"""Objects of a study: from entries to rows of the world, each at its place on the roads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

import numpy as np

from seahaven.errors import InputError
from seahaven.files import KeyPath
from seahaven.geometry import Box, Pose, wrap_angle
from seahaven.kernel import Module
from seahaven.motion import OBJECTS_ROW, ROADWAY, Objects
from seahaven.roads import LaneMap
from seahaven.takes.at import At
from seahaven.takes.itinerary import lane_s, refuse_unknown
from seahaven.takes.location import Location
from seahaven.takes.object_entries import ObjectEntry
from seahaven.traffic import lots
from seahaven.world import OBSTACLE_KINDS, World

__all__ = ["OBJECTS", "SIZES", "add_objects", "blocked_lanes", "link_objects", "spot_on", "unmanned"]

OBJECTS: Final = "objects"
"""The module that has them stand there."""
SIZES: Final[Mapping[str, Mapping[str, float]]] = {
    "cone": {"length": 0.4, "width": 0.4, "height": 0.75},
    "barrier": {"length": 0.5, "width": 2.0, "height": 1.0},
}
"""m. A cone of class III (EN 13422); a barrier board on its feet, across the direction of its lane."""
TAPER: Final = 0.4
"""The share of road works, at most `LONGEST_TAPER` metres, over which cones lead from edge to edge of the lane."""
LONGEST_TAPER: Final = 25.0
INSIDE: Final = 0.15
"""m, between the cones of road works and the border of the lane that they close."""
BESIDE: Final = 0.2
"""m, between a parked vehicle and the border of its lane."""


@dataclass(frozen=True, slots=True)
class _Spot:
    """One row: what it is, and where."""

    kind: str
    lane: int
    s: float
    offset: float
    turned: float = 0.0
    columns: Mapping[str, Any] = field(default_factory=dict)


def add_objects(entries: Mapping[str, ObjectEntry], location: Location, world: World) -> None:
    """Put the objects of a study into the world; one that lies in another thing is refused."""
    for name, entry in entries.items():
        path: KeyPath = ("objects", name)
        spots = list(_spots(entry, location, path))
        boxes = _boxes(world)
        for number, spot in enumerate(spots, start=1):
            with At(location.reading.key_at(*path)):
                label = name if len(spots) == 1 else f"{name} {number}"
                columns = _columns(spot, label, location.lane_map)
                _refuse_overlap(label, columns, boxes)
                world.add("vehicle", label, **columns)


def link_objects(world: World, root: Module, rate: Fraction, *, may_come: bool = False) -> None:
    """Put what has them stand there into the tree, if there are any or some may come."""
    ids = unmanned(world) + _obstacles(world)
    if not ids and not may_come:
        return
    root.add(Objects(OBJECTS, rate=rate))
    world.grant(OBJECTS, "vehicle", ids=sorted(ids))
    root.link("free.collided", f"{OBJECTS}.collided")
    root.link("traffic/motion.collided", f"{OBJECTS}.collided")


def unmanned(world: World) -> list[int]:
    """The vehicles among the objects of a world that has not begun: those with a name and no route."""
    vehicles = world.family("vehicle")
    is_theirs = (vehicles.route < 0) & ~np.isin(vehicles.kind, _codes(world)) & vehicles.null("towed_by")
    return [int(entity) for entity in vehicles.ids[is_theirs & (vehicles.motion == 0)].tolist()]


def blocked_lanes(entries: Mapping[str, ObjectEntry], location: Location) -> list[tuple[int, float]]:
    """The lanes that are blocked altogether, each with the s at which it is."""
    return [
        (spot.lane, spot.s)
        for name, entry in entries.items()
        if entry.use == "blocked road"
        for spot in _spots(entry, location, ("objects", name))
    ]


def _obstacles(world: World) -> list[int]:
    vehicles = world.family("vehicle")
    return [int(entity) for entity in vehicles.ids[np.isin(vehicles.kind, _codes(world))].tolist()]


def _codes(world: World) -> list[int]:
    kinds = world.family("vehicle").type.columns["kind"].kinds
    return [kinds.index(kind) for kind in OBSTACLE_KINDS]


# --- where they are -----------------------------------------------------------------------------------------------


def _spots(entry: ObjectEntry, location: Location, path: KeyPath) -> Iterator[_Spot]:
    """The rows that an entry stands for."""
    lane_map = location.lane_map
    with At(location.reading.at(*path, "on")):
        refuse_unknown(lane_map, entry.on)
    if entry.use == "blocked road":
        with At(location.reading.at(*path, "at")):
            yield from _across(entry, lane_map)
        return
    with At(location.reading.at(*path, "at")):
        lane, s = spot_on(lane_map, entry.on, entry.lane, entry.at)
    if entry.to is None:
        yield _single(entry, location, path, lane, s)
        return
    with At(location.reading.at(*path, "to")):
        last, end = spot_on(lane_map, entry.on, entry.lane, entry.to)
        if last != lane:
            raise InputError("it reaches over the end of a section of its road; write one entry for each")
    yield from (_row if entry.use == "cones" else _works)(entry, lane_map, lane, *sorted((s, end)))


def spot_on(lane_map: LaneMap, on: str, number: int | None, at: float) -> tuple[int, float]:
    """The lane of a road, or the lane of a name, and the s on it, for a distance along what is named."""
    if on.count(":") == 2:
        if number is not None:
            raise InputError(f"'{on}' is a lane already; leave 'lane' out, or name a road")
        lane, s = lane_map.index(on), at
    elif number is None:
        raise InputError(f"'{on}' is a road; add the number of the 'lane'")
    else:
        length = lane_map.network.road(on).length
        if at > length:
            raise InputError(f"road '{on}' has no s={at:g}; it is {length:g} m long")
        lane = lane_map.lane_at(on, number, at)
        s = lane_s(lane_map, lane, at)
    lane_map.place(lane, s)
    return lane, s


def _single(entry: ObjectEntry, location: Location, path: KeyPath, lane: int, s: float) -> _Spot:
    if entry.use in ("cone", "barrier"):
        return _Spot(entry.use, lane, s, entry.offset or 0.0, entry.turned)
    columns = location.types.type(entry.type, (*path, "type")).body.columns
    offset = entry.offset
    if offset is None and entry.use == "parked":
        offset = -0.5 * float(location.lane_map.width(lane, s)) + 0.5 * columns["width"] + BESIDE
    light = "hazard" if entry.use == "broken down" else "off"
    return _Spot("", lane, s, offset or 0.0, entry.turned, {**columns, "turn_light": light})


def _row(entry: ObjectEntry, _lane_map: LaneMap, lane: int, s: float, end: float) -> Iterator[_Spot]:
    """Cones from one place to another."""
    first = entry.offset or 0.0
    last = first if entry.until_offset is None else entry.until_offset
    yield from _cones(lane, (s, first), (end, last), entry.spacing)


def _works(entry: ObjectEntry, lane_map: LaneMap, lane: int, s: float, end: float) -> Iterator[_Spot]:
    """A lane that is closed: cones across it, a barrier behind them, and cones along it on the open side."""
    side = 1.0 if entry.open == "left" else -1.0
    edge = 0.5 * float(lane_map.width(lane, s)) - 0.5 * SIZES["cone"]["width"] - INSIDE
    taper = s + min(TAPER * (end - s), LONGEST_TAPER)
    corners = (s, -side * edge), (taper, side * edge), (end, side * edge)
    for number, (one, other) in enumerate(pairwise(corners)):
        cones = list(_cones(lane, one, other, entry.spacing))
        yield from cones[1 if number else 0 :]
    yield _Spot("barrier", lane, min(taper + 2.0, end), 0.0)


def _cones(
    lane: int, first: tuple[float, float], last: tuple[float, float], spacing: float
) -> Iterator[_Spot]:  # fmt: skip
    count = max(int(np.ceil((last[0] - first[0]) / spacing - 1e-9)), 1)
    for k in range(count + 1):
        share = k / count
        s, offset = (a + share * (b - a) for a, b in zip(first, last, strict=True))
        yield _Spot("cone", lane, s, offset)


def _across(entry: ObjectEntry, lane_map: LaneMap) -> Iterator[_Spot]:
    """Barriers across all lanes of a road."""
    if entry.on.count(":") == 2:
        raise InputError("'blocked road' closes a road; name one, by its id")
    road = lane_map.network.road(entry.on)
    if entry.at > road.length:
        raise InputError(f"road '{entry.on}' has no s={entry.at:g}; it is {road.length:g} m long")
    section = road.sections[road.section_at(entry.at)]
    for lane_of_road in section.lanes:
        if lane_of_road.id == 0 or lane_of_road.kind not in ROADWAY:
            continue
        lane = lane_map.lane_at(entry.on, lane_of_road.id, entry.at)
        s = lane_s(lane_map, lane, entry.at)
        width = float(lane_map.width(lane, s))
        count = max(round(width / SIZES["barrier"]["width"]), 1)
        for k in range(count):
            size = {"width": min(SIZES["barrier"]["width"], 0.98 * width / count)}
            yield _Spot("barrier", lane, s, ((k + 0.5) / count - 0.5) * width, 0.0, size)


def _columns(spot: _Spot, name: str, lane_map: LaneMap) -> dict[str, Any]:
    """The columns of a row; a vehicle is on its lane, if its middle is."""
    at = lane_map.place(spot.lane, spot.s, spot.offset)
    heading = wrap_angle(float(at.heading) + spot.turned)
    where = {"x": float(at.x), "y": float(at.y), "z": float(at.z), "heading": heading, "lot": lots([0], who=name)[0]}
    if spot.kind:
        return {**where, **OBJECTS_ROW, "kind": spot.kind, **SIZES[spot.kind], **spot.columns}
    is_on = abs(spot.offset) <= 0.5 * float(lane_map.width(spot.lane, spot.s))
    place = {"lane": spot.lane, "s": spot.s, "offset": spot.offset} if is_on else {"lane": -1}
    return {**where, **place, "route": -1, "entry": -1, "pilot": "idle", **spot.columns}


def _boxes(world: World) -> list[tuple[Box, str]]:
    """The boxes of all who are there, with their names."""
    names = {entity: name for name, entity in world.names.items()}
    rows = (world.entity(int(entity)) for entity in world.family("vehicle").ids)
    return [(Box(Pose(r.x, r.y, r.heading), r.length, r.width), names.get(r.id, str(r.id))) for r in rows]


def _refuse_overlap(name: str, columns: Mapping[str, Any], boxes: list[tuple[Box, str]]) -> None:
    """Refuse an object where something else is."""
    own = Box(Pose(columns["x"], columns["y"], columns["heading"]), columns["length"], columns["width"])
    for box, other in boxes:
        if own.overlaps(box):
            raise InputError(f"'{name}' is where '{other}' is; put one of them further on, or aside")
