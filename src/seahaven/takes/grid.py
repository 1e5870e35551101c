"""Starting places further along: several vehicles that set out from one place stand one behind the other."""

from __future__ import annotations

from seahaven.errors import InputError
from seahaven.roads.routing import Router
from seahaven.takes.itinerary import Itinerary

__all__ = ["moved_on"]


def moved_on(router: Router, way: Itinerary, ahead: float) -> Itinerary:
    """The same way, begun some metres further along it; refused where its first goal lies before that."""
    lane, s = _place(router, way, ahead)
    end = way.route.end if way.to is None else way.to
    route = router.route((lane, s), end, via=way.via)
    if route.length > way.route.length:
        raise InputError(f"{ahead:g} m along its way it is past the first place that it has to come by")
    return Itinerary(lane, s, route, way.to, way.via)


def _place(router: Router, way: Itinerary, ahead: float) -> tuple[int, float]:
    """The place so far along a route; lanes are changed only where the route leads on by another one."""
    length = router.lane_map.length
    sideways = {(change.from_lane, change.to_lane) for change in way.route.changes}
    s = way.s + ahead
    for lane, onward in zip(way.route.lanes, way.route.lanes[1:], strict=False):
        if s <= length[lane]:
            return lane, s
        s -= 0.0 if (lane, onward) in sideways else float(length[lane])
    lane = way.route.lanes[-1]
    if s > way.route.end_s:
        raise InputError(f"its way is {way.route.length:.0f} m long, and it is to begin {ahead:g} m along it")
    return lane, s
