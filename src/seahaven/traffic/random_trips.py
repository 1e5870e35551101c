"""Random trips: traffic of a given intensity all over a network, when nobody says who drives where."""

from __future__ import annotations

from collections import Counter
from math import isfinite
from typing import NoReturn

import numpy as np

from seahaven.errors import InputError, Position
from seahaven.geometry import Floats, Truths
from seahaven.kernel import Stream
from seahaven.roads import LaneMap
from seahaven.roads.routing import Router
from seahaven.traffic.demand import Demand, Journey, Scatter, Start, Trip, random_times
from seahaven.traffic.mix import Mix, Shares
from seahaven.traffic.random_places import RoadPlace, joined, road_places
from seahaven.traffic.vehicle_type import CAR, VehicleType

__all__ = ["random_scatter", "random_trips"]

_AT_EDGE, _FROM_KERB = Start(), Start("best", 0.0)
"""At the edge of the network one drives in; elsewhere one sets out from a stand, as from the kerb."""
FEWEST, MOST = 100, 1000
"""So many journeys scattered trips choose from, at least and at most. Fewer would show as the same few trips again and
again; more have routes that a run may never need."""


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
    draw, trips = _Draw(lane_map, _mixed(mix), fringe, least, at), list[Trip]()
    times, places = (Stream.named(seed, f"{name}/{what}") for what in ("departures", "places"))
    for k, departure in enumerate(random_times(rate, begin, end, times)):
        journey, start = draw.journey(places, k)
        trips.append(Trip(f"{name} {k}", journey, departure, mix, start, at, name, k))
    return Demand(tuple(trips))


def random_scatter(
    lane_map: LaneMap,
    *,
    rate: float,
    end: float,
    begin: float = 0.0,
    mix: VehicleType | Mix = CAR,
    fringe: float = 1.0,
    least: float = 300.0,
    name: str = "random",
    at: Position | None = None,
    journeys: int | None = None,
) -> Demand:
    """The same traffic for any seed of a run, which then decides who sets out when, on which of its journeys.

    So many `journeys` are drawn, in the same way as for `random_trips`, whatever the seed; by default as many as trips
    set out in the mean, from `FEWEST` to `MOST` of them. Each trip makes one of them, all equally likely.
    """
    _refuse_nonsense(rate, begin, end, fringe, least, at)
    count = min(max(round(rate * (end - begin)), FEWEST), MOST) if journeys is None else journeys
    draw, places = _Draw(lane_map, _mixed(mix), fringe, least, at), Stream.named(0, f"{name}/places")
    drawn = Counter(draw.journey(places, k) for k in range(count))
    shares = Shares(tuple((journey, float(times)) for (journey, _), times in drawn.items()))
    scatter = Scatter(name, shares, tuple(start for _, start in drawn), rate, begin, end, mix, at)
    return Demand(scatters=(scatter,))


def _mixed(mix: VehicleType | Mix) -> Mix:
    return mix if isinstance(mix, Mix) else Mix.of(mix)


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

    def journey(self, stream: Stream, number: int) -> tuple[Journey, Start]:
        """Where the trip with a number goes, and how it sets out."""
        first = _picked(self._start_sums, stream.uniform(entity=number))
        last = _picked(self._goal_sums[first], stream.uniform(entity=number, draw=1))
        start, goal = self._starts[first], self._goals[last]
        journey = Journey((start.road, start.at(stream.uniform(entity=number, draw=2))), (goal.road, goal.at(0.0)))
        return journey, _AT_EDGE if start.is_edge else _FROM_KERB

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
