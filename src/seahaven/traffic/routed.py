"""Demand with its routes: every journey as lanes, for every kind of road user that sets out on it."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from types import MappingProxyType
from typing import ClassVar, NoReturn

from seahaven.errors import InputError
from seahaven.roads import LaneMap, Remark
from seahaven.roads.routing import Checkpoint, NoRouteError, RoadUser, Route, Router, RouteTable, Tracks
from seahaven.traffic.demand import AnySource, Demand, Halt, Journey

__all__ = ["RoutedDemand", "route_demand"]

DETOUR = 90.0
"""Seconds that somebody long takes longer, if need be, for more room where it changes lanes: no longer than it would
stand at the end of a lane until it is given another way."""


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class RoutedDemand:
    """Trips and flows, and a table of routes for each kind of road user among them.

        demand = route_demand(Demand(flows=(Flow("north", Journey("a", "b"), rate=0.3),)), lane_map)
        tracks = Tracks(*demand.tables)

    The tracks of a run may have more tables than these.
    """

    demand: Demand
    tables: tuple[RouteTable, ...]
    places: Mapping[tuple[RoadUser, Journey], tuple[int, int]] = field(repr=False)
    """The table and the row of every route."""

    is_immutable: ClassVar[bool] = True

    @property
    def has_halts(self) -> bool:
        """Whether anybody stops on its way."""
        return any(journey.halts for _, journey in self.places)

    def route(self, tracks: Tracks, user: RoadUser, journey: Journey) -> int:
        """The number of a route in the tracks of a run."""
        table, row = self.places[user, journey]
        before = 0
        for known in tracks.tables:
            if known is self.tables[table]:
                return before + row
            before += len(known)
        raise InputError("the tracks lack the routes of the demand; make them with Tracks(*demand.tables, ...)")


def route_demand(demand: Demand, lane_map: LaneMap, *, leave_out: bool | Collection[str] = False) -> RoutedDemand:
    """The demand with routes over the lanes of a map; a journey that cannot be driven is refused, with its place.

    With `leave_out`, whoever has such a journey is left out instead, with a remark: all of them, or only those trips
    and flows that are named.
    """
    finder = _Finder(lane_map)
    remarks = []
    sources: tuple[AnySource, ...] = (*demand.trips, *demand.flows, *demand.scatters)
    for source in sources:
        try:
            finder.find(source)
        except InputError as reason:
            if not (leave_out if isinstance(leave_out, bool) else source.name in leave_out):
                raise
            remarks.append(Remark("route", f"left out: {reason.message}", reason.at))
    kept = demand.without({source.name for source in sources if not finder.knows(source)}, remarks)
    return RoutedDemand(kept, finder.tables(), finder.places())


class _Finder:
    """Finds each route once, whoever takes it."""

    def __init__(self, lane_map: LaneMap) -> None:
        self._lane_map = lane_map
        self._routers: dict[RoadUser, Router] = {}
        self._routes: dict[RoadUser, dict[Journey, Route]] = {}

    def find(self, source: AnySource) -> None:
        """Find the routes of all that a source may bring."""
        journeys = source.journeys.things
        for kind in source.types.things:
            routes = self._routes.setdefault(kind.user, {})
            for journey in journeys:
                if journey not in routes:
                    routes[journey] = self._route(source, kind.user, journey)

    def knows(self, source: AnySource) -> bool:
        """Whether all routes of a source were found."""
        users, journeys = {kind.user for kind in source.types.things}, source.journeys.things
        return all(journey in self._routes.get(user, {}) for user in users for journey in journeys)

    def tables(self) -> tuple[RouteTable, ...]:
        """The routes of each kind of road user."""
        return tuple(
            self._routers[user].table(list(routes.values())) for user, routes in self._routes.items() if routes
        )

    def places(self) -> Mapping[tuple[RoadUser, Journey], tuple[int, int]]:
        """In which table, and which row of it, each route is."""
        filled = {user: routes for user, routes in self._routes.items() if routes}
        return MappingProxyType(
            {(user, journey): (k, row) for k, user in enumerate(filled) for row, journey in enumerate(filled[user])}
        )

    def _router(self, user: RoadUser) -> Router:
        if user not in self._routers:
            self._routers[user] = Router.of(self._lane_map, user)
        return self._routers[user]

    def _route(self, source: AnySource, user: RoadUser, journey: Journey) -> Route:
        router = self._router(user)
        try:
            route = self._stopping(router, journey) or router.route(journey.origin, journey.goal, via=journey.via)
        except NoRouteError as reason:
            if journey.is_exact:
                self._refuse_break(source, router, journey)
            raise InputError(f"{source}: {reason.message}", source.at) from None
        except InputError as reason:
            raise InputError(f"{source}: {reason.message}", source.at) from None
        if not _keeps_to(route, journey):
            self._refuse_break(source, router, journey)
        return self._roomy(user, journey, route) or route

    def _roomy(self, user: RoadUser, journey: Journey, route: Route) -> Route | None:
        """A route on which somebody long has the room that it likes to have for lane changes; None where that is the
        one it has, or there is none that hardly takes longer."""
        if user.change <= self._router(user).change_length or not route.changes or journey.halts:
            return None
        try:
            other = Router.of(self._lane_map, user, is_roomy=True).route(journey.origin, journey.goal, via=journey.via)
        except NoRouteError:
            return None
        return other if other.time < route.time + DETOUR and _keeps_to(other, journey) else None

    def _stopping(self, router: Router, journey: Journey) -> Route | None:
        """A route by the very lanes of a journey's halts; None where there is none.

        A lane that one has to leave sideways behind the halt is not asked for, such as a bay: there is no telling yet
        when. Whoever halts there stands beside it.
        """
        self._via(router, journey, journey.halts)  # refuses those that lie elsewhere, be it in a bay
        halts = [halt for halt in journey.halts if self._leads_on(router, halt)]
        while halts:
            try:
                route = router.route(journey.origin, journey.goal, via=self._via(router, journey, halts))
            except NoRouteError:
                return None
            left = {self._lane_map.name(change.from_lane) for change in route.changes}
            if not any(halt.lane in left for halt in halts):
                return route if _keeps_to(route, journey) else None
            halts = [halt for halt in halts if halt.lane not in left]
        return None

    def _leads_on(self, router: Router, halt: Halt) -> bool:
        """Whether one can follow the lane of a halt beyond its end."""
        return any(router.graph.open_to[lane] for lane in self._lane_map.successors(self._lane_map.index(halt.lane)))

    def _via(self, router: Router, journey: Journey, halts: Sequence[Halt]) -> tuple[Checkpoint, ...]:
        """What a route has to come by: roads, and the lanes of halts, in place of theirs if the journey says all."""
        if not journey.is_exact:
            return self._among(router, journey, halts)
        via, waiting, last = list[Checkpoint](), deque(halts), len(journey.roads) - 1
        for k, road in enumerate(journey.roads):
            here = list[Checkpoint]()
            while waiting and self._road_of(waiting[0].lane) == road:
                here.append((waiting[0].lane, waiting.popleft().s))
            via += here or ([road] if 0 < k < last else [])
        if waiting:
            road = self._road_of(waiting[0].lane)
            raise InputError(f"{waiting[0]} is on road '{road}', by which it does not come in this order")
        return tuple(via)

    def _among(self, router: Router, journey: Journey, halts: Sequence[Halt]) -> tuple[Checkpoint, ...]:
        """Halts among the places that a journey goes by, in the order of its way without them; others come last."""
        if not (journey.via and halts):
            return (*journey.via, *((halt.lane, halt.s) for halt in halts))
        route = router.route(journey.origin, journey.goal, via=journey.via)
        lane_map, via, waiting = self._lane_map, deque(journey.via), deque(halts)
        passed, among = deque(route.checkpoints[:-1]), list[Checkpoint]()
        for k, lane in enumerate(route.lanes):
            while waiting and self._is_beside(lane, lane_map.index(waiting[0].lane)):
                among.append((waiting[0].lane, waiting.popleft().s))
            while passed and passed[0].place == k:
                passed.popleft()
                among.append(via.popleft())
        return (*among, *via, *((halt.lane, halt.s) for halt in waiting))

    def _is_beside(self, lane: int, other: int) -> bool:
        """Whether two lanes are of one section of a road and run the same way."""
        columns = (self._lane_map.road, self._lane_map.section, self._lane_map.along)
        return all(column[lane] == column[other] for column in columns)

    def _road_of(self, lane: str) -> str:
        return str(self._lane_map.network.roads[self._lane_map.road[self._lane_map.index(lane)]].id)

    def _refuse_break(self, source: AnySource, router: Router, journey: Journey) -> NoReturn:
        """Say between which of its roads a journey does not go on."""
        for before, after in pairwise(str(road) for road in journey.roads):
            try:
                route = router.route(before, after)
                is_joined = [edge.road for edge in route.road_edges] == [before, after]
                why = f"the way leads over {', '.join(edge.road for edge in route.road_edges[1:-1])}"
            except InputError as reason:
                is_joined, why = False, reason.message
            if not is_joined:
                raise InputError(
                    f"{source} goes from road '{before}' to road '{after}', which does not go on from it for "
                    f"{router.user.name}: {why}",
                    source.at,
                ) from None
        raise InputError(f"{source} cannot be driven {journey} by {router.user.name}", source.at) from None


def _keeps_to(route: Route, journey: Journey) -> bool:
    """Whether a route leads over the very roads of a journey that says them all."""
    return not journey.is_exact or [edge.road for edge in route.road_edges] == list(journey.roads)
