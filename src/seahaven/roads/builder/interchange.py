"""Interchanges: a road over a motorway, with ramps on all sides."""

from __future__ import annotations

from dataclasses import dataclass
from math import fmod, pi, tau
from typing import TYPE_CHECKING

from seahaven.errors import InputError, nearest
from seahaven.geometry import Pose, wrap_angle
from seahaven.roads.builder.cross_section import Carriageway, CrossSection
from seahaven.roads.builder.heights import GradeChange
from seahaven.roads.builder.meeting import meeting
from seahaven.roads.builder.plan import RoadPlan, Thing, mirrored
from seahaven.roads.model import ObjectKind

if TYPE_CHECKING:
    from seahaven.roads.builder.builder import Builder

RAMPS = ("forward exit", "forward entry", "backward exit", "backward entry")
"""The four ramps of a diamond, by the direction of the motorway's traffic that they serve."""
BRIDGE_GRADE = 0.04
BRIDGE_TOP = 60.0


@dataclass(frozen=True, slots=True)
class Diamond:
    """What was asked for: how far from the crossing the ramps leave the motorway, and where they meet the road."""

    name: str
    motorway: RoadPlan
    road: RoadPlan
    ramps: tuple[str, ...]
    reach: float
    offset: float
    control: str
    section: CrossSection
    clearance: float
    lane_length: float


def diamond(builder: Builder, spec: Diamond) -> dict[str, RoadPlan]:
    """Lift the road over the motorway and draw the ramps; gives the ramps by name."""
    for ramp in spec.ramps:
        if ramp not in RAMPS:
            raise InputError(f"interchange '{spec.name}' got ramp '{ramp}'{nearest(ramp, RAMPS)}")
    s, u = meeting(spec.motorway, spec.road, None)
    _lift(spec, s, u)
    made: dict[str, RoadPlan] = {}
    sides: tuple[Carriageway, ...] = ("forward", "backward")
    for side in sides:
        own = _side(builder, spec, side, s, u)
        made |= own
        if own:
            place = spec.road.line.point(_terminal(spec, side, s, u))
            near = (place[0], -place[1]) if builder.left_hand else place
            lanes = (spec.road,) if f"{side} entry" in own and spec.lane_length else ()
            left, right = ((), lanes) if builder.left_hand else (lanes, ())
            builder.junction(
                f"{spec.name} {side}",
                spec.road,
                *own.values(),
                control=spec.control,
                near=near,
                left_lanes=left,
                right_lanes=right,
                lane_length=spec.lane_length or 50.0,
            )
    return made


def _side(builder: Builder, spec: Diamond, side: Carriageway, s: float, u: float) -> dict[str, RoadPlan]:
    """The ramps for one direction of the motorway: off it to the road, and from there on to it."""
    way = 1.0 if side == "forward" else -1.0
    place = spec.road.line.point(_terminal(spec, side, s, u))
    heading = spec.motorway.line.heading(s) + (0.0 if side == "forward" else pi)
    terminal = Pose(*place, heading)
    made = {}
    if f"{side} exit" in spec.ramps:
        name = f"{spec.name} {side} exit"
        ramp = builder.off_ramp(name, spec.motorway, at=s - way * spec.reach, side=side, section=spec.section)
        made[f"{side} exit"] = ramp.reach(terminal, radius=20.0)
    if f"{side} entry" in spec.ramps:
        # The exit of the other direction divides the motorway at the reach itself.
        joining = spec.reach + 40.0
        start = mirrored(terminal) if builder.left_hand else terminal
        facing = fmod(start.heading, tau)
        entry = builder.road(f"{spec.name} {side} entry", spec.section, at=start.point, heading=facing)
        made[f"{side} entry"] = builder.on_ramp(entry, spec.motorway, at=s + way * joining, side=side, radius=20.0)
    return made


def _terminal(spec: Diamond, side: Carriageway, s: float, u: float) -> float:
    """Where along the road the ramps of one direction meet it: to the right of that direction."""
    turn = wrap_angle(spec.road.line.heading(u) - spec.motorway.line.heading(s))
    right = -1.0 if turn > 0.0 else 1.0
    return u + (right if side == "forward" else -right) * spec.offset


def _lift(spec: Diamond, s: float, u: float) -> None:
    """Lay a hill over the road, high enough to clear the motorway, unless it is so already."""
    missing = spec.clearance + spec.motorway.height_at(s) - spec.road.height_at(u)
    climb, half = missing / BRIDGE_GRADE, BRIDGE_TOP / 2.0
    if missing <= 0.0:
        return
    places = ((u - half - climb, 1.0), (u - half, -1.0), (u + half, -1.0), (u + half + climb, 1.0))
    if places[0][0] < 0.0 or places[-1][0] > spec.road.length:
        raise InputError(
            f"interchange '{spec.name}' needs {half + climb:.0f} m of road '{spec.road.name}' on either side of the "
            f"motorway to lift it by {missing:.1f} m; draw it longer, or lift it yourself with grade(...)"
        )
    spec.road.grades += [GradeChange(at, sign * BRIDGE_GRADE, 50.0) for at, sign in places]
    width = 2.0 * spec.motorway.section.median + 40.0
    spec.road.things.append(Thing(ObjectKind.BRIDGE, u, 0.0, width, 12.0, 0.5, f"{spec.name} bridge"))
