"""Lanes of their own for those who turn, before a junction."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi, tau

from seahaven.errors import InputError
from seahaven.roads.builder.cross_section import Carriageway, Strip
from seahaven.roads.builder.crossing import Crossing, Stub
from seahaven.roads.builder.plan import RoadPlan
from seahaven.roads.builder.profiles import eased
from seahaven.roads.builder.tracks import Track
from seahaven.roads.model import LaneKind, Profile, Turn

WIDTH = 3.25
TAPER = 30.0


def add_left_lanes(arms: Sequence[Stub], roads: Sequence[RoadPlan], length: float) -> None:
    """Give both arms of the roads a lane for turning left; where nobody can, an island keeps the lanes in line.

    The road widens by half to either side of its middle, so that those who go straight on stay in line with the lane
    that takes them up beyond the junction.
    """
    for stub in arms:
        if stub.site.plan in roads:
            turning = any(0.15 < (other.angle - stub.angle - pi) % tau < pi for other in arms if other.leads_out)
            strip = Strip(LaneKind.DRIVING, WIDTH, (Turn.LEFT,)) if turning else Strip(LaneKind.RESTRICTED, WIDTH)
            stub.site.lanes.add_inside(_side(stub), _track(stub, strip, length))
            stub.site.lanes.move(_bump(stub, length))


def add_right_lanes(arms: Sequence[Stub], roads: Sequence[RoadPlan], length: float) -> None:
    """Give arms of the roads, from which one can turn right, a lane for it."""
    for stub in arms:
        rights = [o for o in arms if o.leads_out and 0.15 < (stub.angle + pi - o.angle) % tau < pi - 0.15]
        if stub.site.plan in roads and rights:
            strip = Strip(LaneKind.DRIVING, WIDTH, (Turn.RIGHT,))
            stub.site.lanes.add_outside(_side(stub), _track(stub, strip, length))


def check_room(spec: Crossing, arms: Sequence[Stub]) -> None:
    """Refuse lanes for turning that begin before the road does, or in another junction."""
    for stub in arms:
        if stub.site.plan in (*spec.inner_lanes, *spec.outer_lanes):
            far, _ = _ends(stub, spec.lane_length)
            begin, end = _free(stub, spec.name)
            if not begin - 1e-6 <= far <= end + 1e-6:
                raise InputError(_no_room(spec, stub, abs((end if stub.beyond else begin) - stub.s)))


def _free(stub: Stub, name: str) -> tuple[float, float]:
    """From where to where the road of an arm is free of other junctions, around the junction of that name."""
    others = [cut for cut in stub.site.cuts if cut.junction != name]
    begin = max((cut.end for cut in others if cut.end <= stub.s), default=0.0)
    end = min((cut.begin for cut in others if cut.begin >= stub.s), default=stub.site.plan.length)
    return begin, end


def _no_room(spec: Crossing, stub: Stub, room: float) -> str:
    own = next(cut for cut in stub.site.cuts if cut.junction == spec.name and cut.begin <= stub.s <= cut.end)
    least = (own.end - stub.s if stub.beyond else stub.s - own.begin) + TAPER
    way = f"give lane_length={int(room - TAPER)} at most, or" if int(room) > least + 1.0 else "leave them out, or"
    return (
        f"junction '{spec.name}' has lanes for turning of {spec.lane_length:g} m and a taper of {TAPER:g} m on road "
        f"'{stub.site.plan.name}', which has {room:.1f} m of room there; {way} draw it longer"
    )


def _side(stub: Stub) -> Carriageway:
    return "backward" if stub.beyond else "forward"


def _track(stub: Stub, strip: Strip, length: float) -> Track:
    far, near = _ends(stub, length)
    knots = [(far, 0.0), (near, strip.width)]
    begin, end = (stub.s, far) if stub.beyond else (far, stub.s)
    return Track(strip, begin, end, sorted(knots))


def _bump(stub: Stub, length: float) -> Profile:
    """Move the middle to the left of those who come in, by half the width of the lane."""
    far, near = _ends(stub, length)
    aside = -WIDTH / 2.0 if stub.beyond else WIDTH / 2.0
    begin, end = (stub.s, far) if stub.beyond else (far, stub.s)
    rising = eased(sorted([(far, 0.0), (near, aside)]))
    level = [(begin - 1.0, 0.0, 0.0, 0.0, 0.0), *((begin, aside, 0.0, 0.0, 0.0),) * stub.beyond]
    tail = [piece for piece in rising.pieces if begin <= piece[0] <= end]
    closing = [] if stub.beyond else [(end, 0.0, 0.0, 0.0, 0.0)]
    return Profile((*level, *tail, *closing))


def _ends(stub: Stub, length: float) -> tuple[float, float]:
    """Where the taper begins, far from the junction, and where the lane has its full width."""
    way = 1.0 if stub.beyond else -1.0
    return stub.s + way * (length + TAPER), stub.s + way * length
