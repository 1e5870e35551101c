"""The mission of a study's subjects: checkpoints found on the roads, the route by way of them, what follows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from seahaven.direction import Mission, MissionPoint
from seahaven.errors import InputError, nearest
from seahaven.files import KeyPath
from seahaven.kernel import SECOND, Module
from seahaven.motion import ROADWAY
from seahaven.roads import LaneMap
from seahaven.roads.formats.rndf import read_mdf
from seahaven.roads.model import LaneKind, Remark, Waymark
from seahaven.roads.routing import Checkpoint, Passing, Route
from seahaven.takes.at import At
from seahaven.takes.itinerary import Where, lane_s, refuse_unknown
from seahaven.takes.mission_entries import CheckpointEntry, MissionEntry
from seahaven.takes.reading import Reading
from seahaven.takes.setting import CastEntry
from seahaven.world import World

__all__ = ["PlannedMission", "add_missions", "doubts", "planned_mission"]

FASTEST = 70.0
"""m/s. The highest speed that a study may give a vehicle."""
RATE = Fraction(5)
"""Hz, at which the subject is followed: between two dates it drives a few metres, along what is nearly a straight."""


@dataclass(frozen=True, slots=True)
class PlannedMission:
    """The names of checkpoints, their places for the router, and the time allowed (s)."""

    names: tuple[str, ...]
    goals: tuple[Checkpoint, ...]
    within: float | None
    path: KeyPath
    """Where the study says so."""

    def where(self, reading: Reading, own: KeyPath) -> Where:
        """Errors about the route have their place at the mission, all others at the subject."""
        return lambda key: At(reading.at(*self.path) if key == "to" else reading.at(*own, key))

    def points(
        self, lane_map: LaneMap, route: Route, around: Sequence[tuple[int, Route]] = ()
    ) -> tuple[MissionPoint, ...]:
        """Where on the roads the checkpoints of a route are, and of those around what blocks it."""
        spots: list[dict[tuple[float, float], None]] = [{} for _ in self.names]
        for leg, way in ((0, route), *around):
            passings = way.checkpoints[-(len(self.names) - leg) :]
            for number, passing in enumerate(passings, start=leg):
                spots[number] |= dict.fromkeys(_spots(lane_map, way.lanes[passing.place], passing))
        return tuple(MissionPoint(name, tuple(each)) for name, each in zip(self.names, spots, strict=True))


def planned_mission(
    entry: MissionEntry, cast: Mapping[KeyPath, CastEntry], reading: Reading, lane_map: LaneMap
) -> PlannedMission:
    """The mission of all subjects of a study, on its roads; whatever is not there is refused."""
    if not cast:
        raise InputError("a mission is for a subject; add 'subject'", reading.key_at("mission"))
    for path, subject in cast.items():
        for key in ("to", "via"):
            if getattr(subject, key):
                message = f"the mission says where the subject drives; leave '{key}' out"
                raise InputError(message, reading.key_at(*path, key))
    within = None if entry.within is None else entry.within / SECOND
    if entry.file is not None:
        names, goals = _from_file(entry.file, reading, lane_map)
        return PlannedMission(names, goals, within, ("mission", "file"))
    entries = entry.checkpoints or []
    names = tuple(_name(one, k) for k, one in enumerate(entries))
    goals = tuple(_goal(one, ("mission", "checkpoints", k), reading, lane_map) for k, one in enumerate(entries))
    return PlannedMission(names, goals, within, ("mission", "checkpoints"))


def add_missions(
    mission: PlannedMission,
    lane_map: LaneMap,
    routes: Sequence[Route],
    around: Sequence[Sequence[tuple[int, Route]]],
    world: World,
    root: Module,
) -> None:
    """Put what follows each subject from checkpoint to checkpoint into the tree.

    Of several subjects, each leaves the roads where its mission ends, since the others have to come there, too.
    `around` are for each of them the ways round what blocks its route, with how many checkpoints are behind each.
    """
    for place, (route, subject) in enumerate(zip(routes, world.subjects, strict=True)):
        points = mission.points(lane_map, route, around[place])
        name = f"mission{place}" if place else "mission"
        options = {"points": points, "subject": subject, "within": mission.within, "leaves": len(routes) > 1}
        root.add(Mission(name, rate=RATE, **options))


def doubts(mission: PlannedMission, route: Route, duration: int, reading: Reading) -> Iterator[Remark]:
    """What is doubtful about the time that a mission has; one for which nothing on wheels is fast enough is refused."""
    times = {("mission", "within"): mission.within, ("duration",): duration / SECOND}
    for path, seconds in times.items():
        if seconds is None:
            continue
        way = f"its way of {route.length:,.0f} m"
        if route.length > FASTEST * seconds:
            message = f"no drive can pass: {way} takes {route.length / FASTEST:.0f} s at {3.6 * FASTEST:.0f} km/h"
            raise InputError(f"{message}, and it has {seconds:g} s; give it more", reading.at(*path))
        if route.time > seconds:
            message = f"the mission has {seconds:g} s, and {way} takes {route.time:.0f} s at the speed limits"
            yield Remark("mission:time", f"{message}: only a drive that is faster can pass", reading.at(*path))


def _name(entry: CheckpointEntry | int | str, k: int) -> str:
    if isinstance(entry, CheckpointEntry):
        return entry.name or str(k + 1)
    return str(entry)


def _goal(entry: CheckpointEntry | int | str, path: KeyPath, reading: Reading, lane_map: LaneMap) -> Checkpoint:
    if not isinstance(entry, CheckpointEntry):
        with At(reading.at(*path)):
            return _waymark(str(entry), lane_map)
    with At(reading.at(*path, "on")):
        refuse_unknown(lane_map, entry.on)
    if entry.lane is None:
        return entry.on, entry.at
    with At(reading.at(*path, "lane")):
        lane = lane_map.lane_at(entry.on, entry.lane, entry.at)
        return lane, lane_s(lane_map, lane, entry.at)


def _from_file(name: str, reading: Reading, lane_map: LaneMap) -> tuple[tuple[str, ...], tuple[Checkpoint, ...]]:
    if not (reading.folder / name).is_file():
        raise InputError(f"there is no mission '{name}' beside the study", reading.at("mission", "file"))
    found = read_mdf(reading.file(name)).checkpoints
    goals = []
    for point in found:
        with At(point.at):
            goals.append(_waymark(str(point.number), lane_map))
    return tuple(str(point.number) for point in found), tuple(goals)


def _waymark(name: str, lane_map: LaneMap) -> Checkpoint:
    """The place of a checkpoint that the road file has."""
    marks: dict[str, Waymark] = {mark.id: mark for mark in lane_map.network.waymarks}
    if name not in marks:
        known = nearest(name, marks) if marks else "; the roads have none"
        raise InputError(f"the roads have no checkpoint '{name}'{known}")
    mark = marks[name]
    return lane_map.index(f"{mark.road}:{mark.section}:{mark.lane}"), mark.s


def _spots(lane_map: LaneMap, lane: int, passing: Passing) -> Iterator[tuple[float, float]]:
    """Where a checkpoint is: on the lane of the route, and on those that run beside it if any will do."""
    place = lane_map.place(lane, passing.s)
    yield float(place.x), float(place.y)
    for side in ("left", "right") if passing.any_lane else ():
        yield from _beside(lane_map, lane, passing.s, side)


def _beside(lane_map: LaneMap, lane: int, s: float, side: str) -> Iterator[tuple[float, float]]:
    while True:
        beside = lane_map.beside(lane, s, "left" if side == "left" else "right")
        opposite = lane_map.left_opposite if side == "left" else lane_map.right_opposite
        if beside.lane < 0 or opposite[lane]:
            return
        lane, s = int(beside.lane), float(beside.s)
        if tuple(LaneKind)[int(lane_map.kind[lane])] not in ROADWAY:
            continue
        place = lane_map.place(lane, s)
        yield float(place.x), float(place.y)
