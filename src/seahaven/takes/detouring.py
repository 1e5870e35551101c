"""Ways round blocked roads: for each lane of a mission the route of a subject that has to turn round on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Self

import numpy as np

from seahaven.direction import Detour, Detours
from seahaven.kernel import Module
from seahaven.motion import opposite_lane
from seahaven.roads import LaneMap
from seahaven.roads.routing import Checkpoint, NoRouteError, Route, Router, RouteTable, Tracks
from seahaven.takes.actors import Actor, Actors
from seahaven.takes.itinerary import lanes_beside
from seahaven.takes.missioning import RATE
from seahaven.takes.study import Study
from seahaven.world import World

__all__ = ["PlannedDetours"]

EVERY: Final = 10.0
"""m, between the places of a lane at which the lane of the other direction is looked for."""


@dataclass(frozen=True, slots=True)
class _Way:
    """A way of a subject, the `place`-th of the study; see `Detour`."""

    place: int
    leg: int
    lane: int
    onto: int
    route: Route


@dataclass(frozen=True, slots=True)
class PlannedDetours:
    """The ways round of all subjects that drive freely; the table holds their routes, each once."""

    ways: tuple[_Way, ...]
    routes: tuple[Route, ...]
    table: RouteTable

    @classmethod
    def of(cls, actors: Actors, study: Study) -> Self | None:
        """Those of a study; None where nothing stands on the roads that could block any, or nobody could turn round."""
        if actors.mission is None or not (study.objects or study.staged):
            return None
        ways = tuple(way for place, actor in enumerate(actors.subjects) for way in _ways(actors, actor, place))
        routes = tuple(dict.fromkeys(way.route for way in ways))
        if not routes:
            return None
        return cls(ways, routes, actors.location.router(actors.subjects[0].kind.user).table(routes))

    def routes_of(self, place: int) -> list[tuple[int, Route]]:
        """The routes of a subject, each with how many checkpoints are behind it."""
        return list(dict.fromkeys((way.leg, way.route) for way in self.ways if way.place == place))

    def add(self, tracks: Tracks, world: World, root: Module) -> None:
        """Put the module that gives these ways into the tree; their table is the last one of the tracks."""
        first, number = tracks.planned - len(self.table), {route: k for k, route in enumerate(self.routes)}
        ways = tuple(
            Detour(world.subjects[way.place], way.leg, way.lane, way.onto, first + number[way.route])
            for way in self.ways
        )
        root.add(Detours("detours", rate=RATE, tracks=tracks, ways=ways))
        paths = {module.path for module in root.walk()}
        for place in range(len(world.subjects)):
            if f"seat{place}" in paths:
                root.link(f"seat{place}.asked", "detours.asked")
            root.link(f"mission{place}.passed" if place else "mission.passed", "detours.passed")
        root.link("detours.rerouted", "free.rerouted")


def _ways(actors: Actors, actor: Actor, place: int) -> Iterator[_Way]:
    """The ways round of one subject, one for each lane outside junctions, and each leg of its mission there."""
    if actors.mission is None or actor.seating is None or not actor.seating.is_free:
        return
    router, route, goals = actors.location.router(actor.kind.user), actor.itinerary.route, actors.mission.goals
    passings = route.checkpoints[-len(goals) :]
    known: dict[tuple[int, int, int], Route | None] = {}
    for index, lane in enumerate(route.lanes):
        if router.lane_map.junction[lane] >= 0:
            continue
        legs = {sum(one.place < index for one in passings), sum(one.place <= index for one in passings)}
        for onto, s in _opposite(router.lane_map, lane):
            for leg in sorted(legs - {len(goals)}):
                key = leg, int(router.lane_map.road[lane]), onto
                if key not in known:
                    known[key] = _way_round(router, lane, (onto, s), goals[leg:])
                found = known[key]
                if found:
                    for blocked in lanes_beside(router.lane_map, lane):
                        yield _Way(place, leg, blocked, onto, found)


def _opposite(lane_map: LaneMap, lane: int) -> list[tuple[int, float]]:
    """The lanes of the other direction beside a lane, nearest to it, each with the least s beside it."""
    length = float(lane_map.length[lane])
    s = np.linspace(0.0, length, max(int(length / EVERY), 1) + 1)
    at = lane_map.place(np.full(len(s), lane), s)
    least: dict[int, float] = {}
    for x, y, heading in zip(at.x.tolist(), at.y.tolist(), at.heading.tolist(), strict=True):
        onto, along = opposite_lane(lane_map, x, y, heading) or (-1, 0.0)
        if onto >= 0 and lane_map.junction[onto] < 0:
            least[onto] = min(least.get(onto, np.inf), along)
    return list(least.items())


def _way_round(router: Router, lane: int, start: tuple[int, float], goals: tuple[Checkpoint, ...]) -> Route | None:
    """The route to the goals that are left, from the lane of the other direction and not over the blocked one."""
    blocked = lanes_beside(router.lane_map, lane)
    try:
        route = router.route(start, goals[-1], via=goals[:-1], avoid=blocked)
    except NoRouteError:
        return None
    returns = start[0] in route.lanes[1:] or not set(blocked).isdisjoint(route.lanes)
    return None if returns else route
