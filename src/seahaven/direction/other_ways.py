"""Other ways: the routes of vehicles that meet the subject's drive at a situation's place, and do not come along it."""

from __future__ import annotations

from collections.abc import Mapping

from seahaven.direction.library import title
from seahaven.direction.line import Line
from seahaven.direction.siting import notes_of
from seahaven.direction.situation import Situation
from seahaven.direction.survey import Feature
from seahaven.errors import InputError
from seahaven.roads.routing import Route, Router, Tracks

__all__ = ["joining_roles", "other_way", "refuse_short_way", "ways_along"]


def joining_roles(situation: type[Situation]) -> tuple[str, ...]:
    """The roles whose vehicles come by another way."""
    return tuple(name for name, role in notes_of(situation).cast.roles.items() if role.on_other_way)


def other_way(router: Router, feature: Feature, last: int) -> Route:
    """The route of a vehicle that comes by another way and meets a drive, whose last lane is given, at a feature."""
    lane_map = router.lane_map
    start = (feature.upstream, min(1.0, float(lane_map.length[feature.upstream])))
    goal = last if feature.kind == "merge" else feature.onward
    return router.route(start, goal, via=[feature.arrival])


def refuse_short_way(situation: type[Situation], feature: Feature, other: Route, router: Router) -> None:
    """Refuse a place before which the road that crosses is too short to come along in time."""
    least = max((role.least_way for role in notes_of(situation).cast.roles.values()), default=0.0)
    if least <= 0.0:
        return
    line = Line(Tracks(router.table([other])), 0)
    metres = float(line.at(feature.arrival, router.lane_map.length[feature.arrival]))
    if metres < least:
        where = f"the road that crosses has {metres:.0f} m before the junction '{feature.junction}'"
        raise InputError(f"'{title(situation)}' needs {least:g} m on which a vehicle can come; {where}")


def ways_along(line: Line, feature: Feature, roles: tuple[str, ...]) -> Mapping[str, tuple[Line, float]]:
    """For roles that come along a line, that line, and how far along it the place is (m)."""
    arrival = float(line.at(feature.arrival, line.lane_map.length[feature.arrival]))
    return dict.fromkeys(roles, (line, arrival + feature.foe))
