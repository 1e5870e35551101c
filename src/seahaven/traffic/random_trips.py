"""Random trips: traffic of a given intensity all over a network, when nobody says who drives where."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import NoReturn

import numpy as np

from seahaven.errors import InputError, Position
from seahaven.geometry import Floats, Truths
from seahaven.kernel import Stream
from seahaven.roads import LaneMap
from seahaven.roads.routing import Router
from seahaven.traffic.demand import Demand, Journey, Start, Trip
from seahaven.traffic.mix import Mix
from seahaven.traffic.random_places import RoadPlace, joined, road_places
from seahaven.traffic.vehicle_type import CAR, VehicleType

__all__ = ["random_trips"]

_AT_EDGE, _FROM_KERB = Start(), Start("best", 0.0)
"""At the edge of the network one drives in; elsewhere one sets out from a stand, as from the kerb."""
_BLOCK = 1024
"""How many departures are drawn at once."""


def random_trips(
    lane_map: LaneMap,
    *,
    rate: float,
    end: float,
    begin: float = 0.0,
    mix: VehicleType | Mix = CAR,
    fringe: float = 1.0,
    least: float = 300.0,
    seed: int = 0,
    name: str = "random",
    at: Position | None = None,
) -> Demand:
    """Trips between places drawn all over a network, `rate` a second in the mean, from `begin` to `end` (s).

        demand = random_trips(LaneMap(lesson_town()), rate=1200 / 3600, end=600.0, fringe=5.0, seed=1)

    Roads are drawn by the length of their lanes, those at the edge of the network `fringe` times as often, and goals
    so that there is a way for everybody of the mix, `least` metres away or more as the crow flies: where a network has
    several parts, each trip stays within one. Whoever begins at the edge drives in, others set out from a stand along
    the road, as soon as there is room; nobody begins or ends inside a junction. The trips depend on `seed` and
    `name` alone, and on nothing else that is random in a run.
    """
    _refuse_nonsense(rate, begin, end, fringe, least, at)
    types = mix if isinstance(mix, Mix) else Mix.of(mix)
    draw = _Draw(lane_map, types, fringe, least, at)
    trips = []
    for k, departure in enumerate(_departures(rate, begin, end, Stream.named(seed, f"{name}/departures"))):
        start, goal, place = draw.pair(Stream.named(seed, f"{name}/places"), k)
        journey = Journey((start.road, start.at(place)), (goal.road, goal.at(0.0)))
        begins = _AT_EDGE if start.is_edge else _FROM_KERB
        trips.append(Trip(f"{name} {k}", journey, departure, mix, begins, at, name, k))
    return Demand(tuple(trips))


def _refuse_nonsense(
    rate: float, begin: float, end: float, fringe: float, least: float, at: Position | None
) -> None:  # fmt: skip
    for value, what, is_good in (
        (rate, "a rate, in vehicles/s, of 0 or more", rate >= 0.0),
        (begin, "a begin, in seconds", True),
        (end, "an end after the begin", end > begin),
        (fringe, "a fringe factor above 0", fringe > 0.0),
        (least, "a least distance of 0 m or more", least >= 0.0),
    ):
        if not (isfinite(value) and is_good):
            raise InputError(f"random trips got {value!r}; expected {what}", at)


def _departures(rate: float, begin: float, end: float, stream: Stream) -> Iterator[float]:
    """Times at random, by which nobody knows of anybody else (Poisson's process)."""
    time, block = begin, 0
    while rate > 0.0:
        for chance in stream.uniforms(np.arange(block * _BLOCK, (block + 1) * _BLOCK)).tolist():
            time -= float(np.log1p(-chance)) / rate
            if time >= end:
                return
            yield time
        block += 1


class _Draw:
    """Draws pairs of places between which there is a way."""

    def __init__(self, lane_map: LaneMap, mix: Mix, fringe: float, least: float, at: Position | None) -> None:
        users = dict.fromkeys(kind.user for kind in mix.things)
        routers = [Router.of(lane_map, user) for user in users]
        opens = [router.graph.open_to for router in routers]
        self._starts = road_places(lane_map, opens, "start")
        self._goals = road_places(lane_map, opens, "end")
        self._names = ", ".join(user.name for user in users)
        self._at = at
        ways = self._ways(routers, lane_map.network.name)
        self._refuse_near(ways, least)
        ways &= self._away() >= least
        self._goal_sums: Floats = np.cumsum(ways * _weights(self._goals, fringe), axis=1)
        weight = _weights(self._starts, fringe) * ways.any(axis=1)
        self._start_sums: Floats = np.cumsum(weight)

    def pair(self, stream: Stream, number: int) -> tuple[RoadPlace, RoadPlace, float]:
        """Where the trip with a number sets out and where it ends, and how far along the first road."""
        start = _picked(self._start_sums, stream.uniform(entity=number))
        goal = _picked(self._goal_sums[start], stream.uniform(entity=number, draw=1))
        return self._starts[start], self._goals[goal], stream.uniform(entity=number, draw=2)

    def _away(self) -> Floats:
        starts, goals = (np.array([(place.x, place.y) for place in some]) for some in (self._starts, self._goals))
        return np.asarray(np.hypot(*(starts[:, np.newaxis] - goals).transpose(2, 0, 1)))

    def _ways(self, routers: list[Router], network: str) -> Truths:
        if not (self._starts and self._goals):
            raise InputError(
                f"the network '{network}' has no road outside junctions on which {self._names} could set out or "
                "arrive; expected one",
                self._at,
            )
        return joined(self._starts, self._goals, routers)

    def _refuse_near(self, ways: Truths, least: float) -> None:
        """Refuse where no two places are joined, or none that are far enough apart."""
        away = np.where(ways, self._away(), -1.0)
        if away.max() >= least and ways.any():
            return
        start, goal = np.unravel_index(int(away.argmax()), away.shape)
        self._refuse(self._starts[int(start)], self._goals[int(goal)], least, bool(ways.any()))

    def _refuse(self, start: RoadPlace, goal: RoadPlace, least: float, is_joined: bool) -> NoReturn:
        if not is_joined:
            raise InputError(
                f"no random trip can be made: from road '{start.road}', and from all others, {self._names} come to no "
                "other road; expected roads that lead on into each other",
                self._at,
            )
        raise InputError(
            f"no random trip of {least:g} m can be made: the furthest that {self._names} come is from road "
            f"'{start.road}' to road '{goal.road}', {start.away(goal):.0f} m away; expected a smaller least distance",
            self._at,
        )


def _weights(places: tuple[RoadPlace, ...], fringe: float) -> Floats:
    return np.array([place.metres * (fringe if place.is_edge else 1.0) for place in places])


def _picked(sums: Floats, chance: float) -> int:
    """The row in whose share a number from 0 up to 1 lies."""
    return min(int(np.searchsorted(sums, chance * sums[-1], side="right")), int(np.searchsorted(sums, sums[-1])))
