"""Turning ratios: how many of those who come to a junction turn which way, and the routes that come of that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, isfinite
from typing import ClassVar, NoReturn

import numpy as np

from seahaven.errors import InputError, Position, nearest
from seahaven.kernel import Stream
from seahaven.roads import LaneMap, Remark
from seahaven.roads.model import Turn
from seahaven.roads.routing import Router
from seahaven.traffic.crossroads import Carriageway, Exit, RoadLinks
from seahaven.traffic.demand import Demand, Flow, Journey
from seahaven.traffic.mix import Mix, Shares
from seahaven.traffic.vehicle_type import CAR, VehicleType

__all__ = ["TurningRatios", "Walks", "turning_flows"]

USUAL: Mapping[str, float] = {"straight": 0.6, "left": 0.2, "right": 0.2}
"""What they do where nothing is said."""
DRAWS = 200
"""How many routes are drawn for a flow; those alike are one, taken as often."""
LONGEST = 100
"""So many roads at most make up a route that finds no end."""
_TURNS = tuple(turn.value for turn in Turn)


@dataclass(frozen=True, slots=True)
class TurningRatios:
    """Shares of those who turn which way, by junction (for all its arms) or by the road on which they come to it.

        TurningRatios({"station": {"left": 0.2, "straight": 0.6, "right": 0.2}, "mill.2": {"right": 1.0}})

    A way on is a turn (left, straight, right, back) or the road that it leads onto; what is said of a road goes before
    what is said of a junction. Only proportions count, among the ways that there are; where nothing is said they turn
    as `otherwise` says. On a road of the `sinks` everybody arrives. `places` says where in a file each name stands.
    """

    shares: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    otherwise: Mapping[str, float] = field(default_factory=lambda: USUAL)
    sinks: frozenset[str] = frozenset()
    places: Mapping[str, Position] = field(default_factory=dict, compare=False, repr=False)
    remarks: tuple[Remark, ...] = field(default=(), compare=False, repr=False)

    is_immutable: ClassVar[bool] = True

    def __post_init__(self) -> None:
        for name, ways in (*self.shares.items(), ("otherwise", self.otherwise)):
            for way, share in ways.items():
                if not (isfinite(share) and share >= 0.0):
                    self.refuse(name, f"'{name}' has a share of {share!r} for '{way}'; expected 0 or more")
            if not sum(ways.values()) > 0.0:
                self.refuse(name, f"the shares of '{name}' add up to nothing; expected at least one above 0")
        for way in self.otherwise:
            if way not in _TURNS:
                self.refuse("otherwise", f"'otherwise' has a turn '{way}'{nearest(way, _TURNS)}")

    def refuse(self, name: str, message: str) -> NoReturn:
        """Refuse what is said of a junction or road, at its place."""
        raise InputError(message, self.places.get(name))


def turning_flows(
    lane_map: LaneMap,
    inflows: Mapping[str, float],
    ratios: TurningRatios,
    *,
    mix: VehicleType | Mix = CAR,
    begin: float = 0.0,
    end: float = inf,
    seed: int = 0,
    draws: int = DRAWS,
) -> Demand:
    """Flows that drive in on some roads, so many vehicles a second each, and turn by ratios until the network ends.

        turning_flows(lane_map, {"north": 600 / 3600, "south": 300 / 3600}, TurningRatios({"station": {...}}))

    Each flow is called as its road. Its routes are laid beforehand, for `draws` vehicles that part at each junction by
    the ratios, rounded at random; nobody takes a road twice in the same direction. They depend on the seed and the
    road's name.
    """
    types = mix if isinstance(mix, Mix) else Mix.of(mix)
    walks = Walks(lane_map, ratios, types)
    flows = (
        Flow(road, walks.journeys(road, draws=draws, seed=seed), rate=rate, mix=mix, begin=begin, end=end)
        for road, rate in inflows.items()
    )
    return Demand(flows=tuple(flows), remarks=ratios.remarks)


class Walks:
    """Draws routes by turning ratios, for vehicles of a mix; ratios for ways that there are not are refused."""

    def __init__(self, lane_map: LaneMap, ratios: TurningRatios, mix: Mix) -> None:
        users = dict.fromkeys(kind.user for kind in mix.things)
        self._routers = [Router.of(lane_map, user) for user in users]
        self._links = RoadLinks(lane_map, [router.graph.open_to for router in self._routers])
        self._ratios = ratios
        self._junctions = {junction.id for junction in lane_map.network.junctions}
        for name in ratios.shares:
            self._refuse_misfit(name)
        self._weights = {one: self._weighted(one, exits) for one, exits in self._links.exits.items()}

    def journeys(self, road: str, *, draws: int = DRAWS, seed: int = 0) -> Shares[Journey]:
        """Where those go who drive in on a road, by shares."""
        drawn = dict[tuple[str, ...], int]()
        for route, count in self._parted(self._links.entrance(road), draws, Stream.named(seed, f"{road}/turns")):
            roads = tuple(map(self._links.road, route))
            drawn[roads] = drawn.get(roads, 0) + count
        kept = [(Journey.along(*roads), float(count)) for roads, count in drawn.items() if self._is_drivable(roads)]
        if not kept:
            raise InputError(f"from road '{road}' no way leads on that everybody of the mix could take to its end")
        return Shares(tuple(kept))

    def _parted(
        self, start: Carriageway, draws: int, stream: Stream
    ) -> Iterator[tuple[tuple[Carriageway, ...], int]]:  # fmt: skip
        """Routes, from road to road until there is no way on, and how many vehicles of so many take each."""
        partings, routes = 0, list[tuple[tuple[Carriageway, ...], int]]([((start,), draws)])
        while routes:
            route, count = routes.pop()
            exits = [
                (exit, weight) for exit, weight in self._weights[route[-1]] if weight > 0.0 and exit.onto not in route
            ]
            is_last = len(route) == LONGEST or self._links.road(route[-1]) in self._ratios.sinks
            if is_last or not exits:
                yield route, count
                continue
            counts = _apportioned(count, [weight for _, weight in exits], stream.uniform(entity=partings))
            routes += [((*route, exit.onto), own) for (exit, _), own in zip(exits, counts, strict=True) if own]
            partings += 1

    def _is_drivable(self, roads: tuple[str, ...]) -> bool:
        """Whether everybody can keep to these roads: some are too short to change to the lane of the next turn."""
        try:
            found = [router.route(roads[0], roads[-1], via=roads[1:-1]) for router in self._routers]
        except InputError:
            return False
        return all([edge.road for edge in route.road_edges] == list(roads) for route in found)

    def _weighted(self, carriageway: Carriageway, exits: tuple[Exit, ...]) -> list[tuple[Exit, float]]:
        """The ways on from one carriageway with their weights."""
        if not exits:
            return []
        names = (self._links.road(carriageway), exits[0].junction)
        name = next((name for name in names if name in self._ratios.shares), None)
        said = self._ratios.otherwise if name is None else self._ratios.shares[name]
        weights = [self._weight(exit, exits, said) for exit in exits]
        if not sum(weights) > 0.0:
            if name is not None:
                self._refuse_idle(name, carriageway, exits)
            weights = [1.0] * len(exits)
        return list(zip(exits, weights, strict=True))

    def _weight(self, exit: Exit, exits: tuple[Exit, ...], said: Mapping[str, float]) -> float:
        if self._links.road(exit.onto) in said:
            return said[self._links.road(exit.onto)]
        alike = [one for one in exits if one.turn is exit.turn and self._links.road(one.onto) not in said]
        return said.get(exit.turn.value, 0.0) / len(alike)

    # --- refusing -------------------------------------------------------------------------------------------------

    def _refuse_misfit(self, name: str) -> None:
        """Refuse a name of nothing, and ways that there are not."""
        exits = self._exits_of(name)
        roads = sorted({self._links.road(exit.onto) for exit in exits})
        turns = sorted({exit.turn.value for exit in exits})
        for way in self._ratios.shares[name]:
            if way not in (*turns, *roads):
                known = f"{', '.join(turns)}, or onto {', '.join(roads)}" if exits else "none"
                self._ratios.refuse(name, f"{self._what(name)} has no way on '{way}'; there are: {known}")

    def _exits_of(self, name: str) -> list[Exit]:
        by_road = [exit for one in self._links.of_road(name) for exit in self._links.exits[one]]
        if not self._links.of_road(name) and name not in self._junctions:
            names = [*self._junctions, *(self._links.road(one) for one in self._links.exits)]
            self._ratios.refuse(name, f"there is no junction or road '{name}'{nearest(name, names)}")
        return by_road or [exit for exits in self._links.exits.values() for exit in exits if exit.junction == name]

    def _refuse_idle(self, name: str, carriageway: Carriageway, exits: tuple[Exit, ...]) -> NoReturn:
        turns = ", ".join(sorted({exit.turn.value for exit in exits}))
        self._ratios.refuse(
            name,
            f"{self._what(name)} leaves no way on with a share for those who come on road "
            f"'{self._links.road(carriageway)}': there one can only go {turns}; say how many do, for that road",
        )

    def _what(self, name: str) -> str:
        return f"junction '{name}'" if name in self._junctions and not self._links.of_road(name) else f"road '{name}'"


def _apportioned(count: int, weights: Sequence[float], chance: float) -> list[int]:
    """So many vehicles by weights: each share rounded up or down, so that it is met in the mean of all chances.

    _apportioned(10, [0.2, 0.6, 0.2], 0.5)       [2, 6, 2]
    _apportioned(1, [0.2, 0.6, 0.2], 0.9)        [1, 0, 0]
    """
    ends = np.floor(np.cumsum(weights) * (count / sum(weights)) + chance).astype(int)
    ends[-1] = count
    counts: list[int] = np.diff(np.minimum(ends, count), prepend=0).tolist()
    return counts
