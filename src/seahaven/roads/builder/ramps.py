"""Ramps: an extra lane on a motorway that leads off it, or joins it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import pi

from seahaven.errors import InputError
from seahaven.geometry import Pose
from seahaven.roads.builder.alignment import cut, turned_round
from seahaven.roads.builder.arms import Arm, Slot, arm
from seahaven.roads.builder.connectors import Connector, Row
from seahaven.roads.builder.cross_section import Carriageway, CrossSection, Strip
from seahaven.roads.builder.marks import outer_mark
from seahaven.roads.builder.pieces import Cut, Piece, Site
from seahaven.roads.builder.plan import RoadPlan
from seahaven.roads.builder.profiles import turned
from seahaven.roads.builder.tracks import TINY, Track, section_at
from seahaven.roads.model import End, Junction, LaneKind, Profile, Road

GORE = 60.0
"""Within how many metres the shoulder gives way to a ramp, or comes back after it."""
LONGEST_GORE = 300
ROOM = 10.0
"""How long the junction at a ramp is, in metres."""
EXTRA = (LaneKind.ENTRY, LaneKind.EXIT)


@dataclass(frozen=True, slots=True)
class Ramp:
    """A ramp that leaves a motorway (or joins it, if it is an entry) at a distance along the motorway."""

    name: str
    ramp: RoadPlan
    motorway: RoadPlan
    at: float
    side: Carriageway
    is_entry: bool
    length: float
    taper: float

    @property
    def lane_comes_first(self) -> bool:
        """Whether the extra lane lies before `at`, along the motorway as drawn."""
        return (self.side == "forward") is not self.is_entry

    @property
    def room(self) -> tuple[float, float]:
        """The stretch of the motorway that becomes the junction: the end of the extra lane next to the ramp."""
        return (self.at - ROOM, self.at) if self.lane_comes_first else (self.at, self.at + ROOM)

    @property
    def lane(self) -> tuple[float, float]:
        """From where to where the extra lane reaches."""
        whole = self.length + self.taper
        return (self.at - whole, self.at) if self.lane_comes_first else (self.at, self.at + whole)


def nose(motorway: RoadPlan, at: float, side: Carriageway) -> Pose:
    """Where a ramp's line touches the motorway, facing the way traffic runs there."""
    if not 0.0 < at < motorway.length:
        raise InputError(
            f"road '{motorway.name}' has no place for a ramp at {at:g} m: it is {motorway.length:.1f} m long so far; "
            "draw it first, then its ramps"
        )
    pose = motorway.line.pose(at)
    facing = pose if side == "forward" else Pose(pose.x, pose.y, pose.heading + pi)
    return facing.compose(Pose(0.0, nose_offset(motorway, at, side), 0.0))


def nose_offset(motorway: RoadPlan, at: float, side: Carriageway) -> float:
    """How far to the left of the motorway's line, as traffic runs there, its outermost driving lane ends."""
    strips = section_at(motorway.changes, at).strips(side)
    last = max((k for k, strip in enumerate(strips) if strip.is_driving), default=-1)
    return -sum(strip.width for strip in strips[: last + 1])


def as_kind(section: CrossSection, kind: LaneKind) -> CrossSection:
    """The cross section of a ramp, its lanes being of that kind."""
    strips = tuple(replace(s, kind=kind) if s.kind is LaneKind.CONNECTING_RAMP else s for s in section.forward)
    return replace(section, forward=strips)


def add_lane(ramp: Ramp, motorway: Site) -> None:
    """Add the extra lane to the motorway, and lead its shoulder round it."""
    begin, end = ramp.lane
    if begin < 0.0 or end > motorway.plan.length:
        raise InputError(
            f"the lane of ramp '{ramp.name}' reaches from {begin:.0f} to {end:.0f} m on road '{motorway.plan.name}', "
            f"which is {motorway.plan.length:.0f} m long; move the ramp, or give it a shorter length"
        )
    outside = _ramp_strips(ramp)
    strip = Strip(LaneKind.ENTRY if ramp.is_entry else LaneKind.EXIT, outside[0].width)
    full = ramp.at - ramp.length if ramp.lane_comes_first else ramp.at + ramp.length
    far = begin if ramp.lane_comes_first else end
    knots = sorted([(far, 0.0), (full, strip.width), (ramp.at, strip.width)])
    index = motorway.lanes.add_outside(ramp.side, Track(strip, begin, end, knots))
    tracks = motorway.lanes.side(ramp.side)
    for k, track in enumerate([t for t in tracks[index + 1 :] if t.begin < ramp.at < t.end]):
        width = outside[k + 1].width if k + 1 < len(outside) else 0.0
        _part(tracks, track, ramp, width)


def _part(tracks: list[Track], track: Track, ramp: Ramp, width: float) -> None:
    """Cut a track in two where a ramp touches the motorway.

    Beside the extra lane it comes to have the width of what it leads to; beyond, it is not there until the ramp is
    far enough away.
    """
    at, clear = ramp.at, _clear_after(ramp, track.strip.width)
    away = -1.0 if ramp.lane_comes_first else 1.0
    lane_side = [(at, width), (at + away * GORE, track.width(at + away * GORE))]
    near, far = at - away * 0.6 * clear, at - away * clear
    free_side = [(near, 0.0), (far, track.width(far))]
    before, after = (lane_side, free_side) if ramp.lane_comes_first else (free_side, lane_side)
    kept = [knot for knot in track.knots if knot[0] < before[-1][0]], [k for k in track.knots if k[0] > after[-1][0]]
    place = tracks.index(track)
    tracks[place : place + 1] = [
        Track(track.strip, track.begin, before[0][0], [*kept[0], *reversed(before)]),
        Track(track.strip, after[0][0], track.end, [*after, *kept[1]]),
    ]


def _clear_after(ramp: Ramp, width: float) -> float:
    """How far from where it touches the motorway a ramp is as far away from it as a strip is wide."""
    line, road = ramp.ramp.line, ramp.motorway.line
    way = 1.0 if ramp.side == "forward" else -1.0
    edge = -nose_offset(ramp.motorway, ramp.at, ramp.side)
    for distance in range(20, LONGEST_GORE, 5):
        s = line.length - distance if ramp.is_entry else float(distance)
        u = ramp.at - way * distance if ramp.is_entry else ramp.at + way * distance
        _, left = road.pose(u).to_local(line.point(s))
        if -way * left - edge > width + 0.2 or not 0.0 < s < line.length:
            return float(distance)
    return float(LONGEST_GORE)


def _ramp_strips(ramp: Ramp) -> tuple[Strip, ...]:
    s = ramp.ramp.length if ramp.is_entry else 0.0
    strips = section_at(ramp.ramp.changes, s).forward
    if not strips[0].is_driving:
        raise InputError(f"ramp '{ramp.name}' begins with a {strips[0].kind} strip; expected its driving lane first")
    return strips


def cuts(ramp: Ramp, motorway: Site, own: Site) -> list[tuple[Site, Cut]]:
    """A few metres of the motorway, and the end of the ramp."""
    end = ramp.ramp.length if ramp.is_entry else 0.0
    return [(motorway, Cut(*ramp.room, ramp.name)), (own, Cut(end, end, ramp.name))]


def build(ramp: Ramp, motorway: Site, own: Site) -> tuple[list[Road], Junction]:
    """The junction at which a ramp leaves or joins: the motorway goes on past it lane by lane."""
    begin, end = ramp.room
    before, after = _arm(ramp, motorway.piece_to(begin), End.END), _arm(ramp, motorway.piece_from(end), End.START)
    mine = _arm(ramp, *_ramp_end(ramp, own))
    beside = before if ramp.lane_comes_first else after
    ways = [
        (before, after, _past(ramp, motorway, before, after, "forward")),
        (after, before, _past(ramp, motorway, after, before, "backward")),
        (mine, beside, _extra(mine.entering, beside.leaving, LaneKind.ENTRY))
        if ramp.is_entry
        else (beside, mine, [(b, a) for a, b in _extra(mine.leaving, beside.entering, LaneKind.EXIT)]),
    ]
    made = [_connector(ramp, motorway, *way) for way in ways if way[2]]
    connections = tuple(one.connection(str(k)) for k, one in enumerate(made))
    roads = [_exact(one.road(), one, ramp, motorway) for one in made]
    return roads, Junction(ramp.name, ramp.name, connections=connections)


def _arm(ramp: Ramp, piece: Piece | None, end: End) -> Arm:
    if piece is None:
        raise InputError(f"ramp '{ramp.name}' is too short, or too close to an end of the motorway; draw it longer")
    return arm(piece, end)


def _ramp_end(ramp: Ramp, own: Site) -> tuple[Piece | None, End]:
    return (own.piece_to(own.plan.length), End.END) if ramp.is_entry else (own.piece_from(0.0), End.START)


def _past(ramp: Ramp, motorway: Site, origin: Arm, goal: Arm, side: Carriageway) -> list[Row]:
    """The lanes that go past a ramp; on its own side those inside of the extra lane."""
    begin, end = ramp.room
    entering, leaving = _by_track(origin.entering), _by_track(goal.leaving)
    tracks = [t for t in motorway.lanes.side(side) if t.begin < end - TINY and t.end > begin + TINY]
    if side == ramp.side:
        extra = next(k for k, t in enumerate(tracks) if t.strip.kind in EXTRA and ramp.at in (t.begin, t.end))
        tracks = tracks[:extra]
    return [(entering.get(track), leaving.get(track)) for track in tracks if track in entering or track in leaving]


def _by_track(slots: Sequence[Slot]) -> dict[Track, Slot]:
    return {slot.track: slot for slot in slots}


def _extra(own: Sequence[Slot], beside: Sequence[Slot], kind: LaneKind) -> list[Row]:
    """The ramp's lanes with those of the motorway that they lead to: the extra lane, and what lies outside of it."""
    first = next(k for k, slot in enumerate(beside) if slot.track.strip.kind is kind and slot.width > 0.0)
    return list(zip(own, beside[first:], strict=False))


def _connector(ramp: Ramp, motorway: Site, origin: Arm, goal: Arm, rows: Sequence[Row]) -> Connector:
    line = cut(motorway.plan.line, *ramp.room)
    forward = origin.end is End.END if origin.piece.site is motorway else goal.end is End.START
    name = f"{ramp.name}/{origin.piece.id}/{goal.piece.id}"
    return Connector(name, ramp.name, origin, goal, tuple(rows), line if forward else turned_round(line))


def _exact(road: Road, connector: Connector, ramp: Ramp, motorway: Site) -> Road:
    """The road with its lanes just as wide as those of the motorway are there, and marked like them."""
    end = 0 if connector.origin.piece.site is motorway else 1
    forward = (connector.origin if end == 0 else connector.goal).end is (End.END if end == 0 else End.START)
    slots = [row[end] or row[1 - end] for row in connector.rows]
    tracks = [slot.track for slot in slots if slot is not None]
    lanes = []
    for k, track in enumerate(tracks):
        width = track.profile(*ramp.room)
        outside = tracks[k + 1].strip if k + 1 < len(tracks) else None
        own = replace(road.sections[0].lanes[k + 1], width=width if forward else turned(width, road.length))
        lanes.append(replace(own, marks=(outer_mark(track.strip, outside),)))
    left = next(slot.left for slot in slots if slot is not None)
    section = replace(road.sections[0], lanes=(road.sections[0].lanes[0], *lanes))
    return replace(road, sections=(section,), lane_offset=Profile.constant(left) if left else Profile())
