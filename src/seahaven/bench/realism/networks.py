"""Networks that others drew, with ten minutes of mixed traffic each: nobody collides, nobody is stuck.

What came of a drive is read from its recording: boxes are compared by code that nothing else here uses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.bench.realism.open_towns import OpenTown
from seahaven.bench.realism.safety import BOX, Log
from seahaven.bench.realism.standing import STILL, Standing
from seahaven.bench.realism.town import TOWNSFOLK, WALKERS
from seahaven.bench.sumo.town_drive import TownDrive
from seahaven.errors import InputError
from seahaven.kernel import Stream
from seahaven.measures import Delay, Lanes, delays
from seahaven.reels import Recorder, Reel
from seahaven.roads import LaneMap
from seahaven.traffic import Demand, Trip, random_trips, route_demand

__all__ = ["LONGEST", "NetworkDrive", "drive_network", "frames", "long_trips"]

PER_HOUR = 1500.0
"""Vehicles that set out in an hour."""
LEAST = 300.0
"""Metres of the shortest trip."""
LONGEST = 180.0
"""Seconds that a vehicle may stand: longer than any light is red, and than help takes after a collision."""
JOURNEYS = 300
"""How many journeys are drawn, those of a kilometre among them as likely as those of 300 m."""
MOST_TOLD = 8
_SEEN = (*BOX, "speed", "acceleration")
_EXPLAINED = (*_SEEN, "lane", "s", "leader", "gap", "pilot", "power")
_WALKERS = (*BOX, "speed")


@dataclass(frozen=True, slots=True)
class NetworkDrive:
    """What came of ten minutes: how many wished to set out, entered and arrived, collisions, and the longest stand."""

    trips: int
    came: int
    arrived: int
    km: float
    collisions: int
    longest: float
    """Seconds"""
    hard: int
    """Onsets of braking beyond 6 m/s²."""
    told: tuple[str, ...]
    """Who collided where, and which vehicles stood long, with the likely reason."""


def long_trips(lane_map: LaneMap, *, seconds: float, seed: int = 1, per_hour: float = PER_HOUR) -> Demand:
    """Trips at random along journeys of 300 m and more, by the road; refused where there are none."""
    drawn = random_trips(
        lane_map, rate=float(JOURNEYS), end=1.0, mix=TOWNSFOLK, fringe=3.0, least=0.0, seed=seed, name="network"
    )  # fmt: skip
    metres = _metres(drawn, lane_map)
    journeys = [trip for trip, length in zip(drawn.trips, metres, strict=True) if length >= LEAST]
    if not journeys:
        raise InputError(f"the longest trip in '{lane_map.network.name}' has {max(metres):.0f} m; expected {LEAST:g}")
    numbers = np.arange(round(per_hour * seconds / 3600.0))
    dates = np.sort(seconds * Stream.named(seed, "network/departures").uniforms(numbers))
    chosen = (len(journeys) * Stream.named(seed, "network/journeys").uniforms(numbers)).astype(np.int64)
    return Demand(tuple(_trip(journeys[k], number, date, seed) for number, (k, date) in enumerate(
        zip(chosen.tolist(), dates.tolist(), strict=True)
    )))  # fmt: skip


def _trip(journey: Trip, number: int, date: float, seed: int) -> Trip:
    kind = TOWNSFOLK.type_of(number, seed=seed, who="network")
    return replace(
        journey, name=f"network {number}", departure=date, crowd="network", number=number, type=kind
    )  # fmt: skip


def _metres(demand: Demand, lane_map: LaneMap) -> list[float]:
    """How long the route of each trip is, for the road user for which it is shortest."""
    routed = route_demand(demand, lane_map)
    users = {kind.user for kind in TOWNSFOLK.things}
    places = [[routed.places[user, trip.journeys.things[0]] for user in users] for trip in demand.trips]
    return [min(float(routed.tables[table].length[row]) for table, row in rows) for rows in places]


def drive_network(lane_map: LaneMap, *, seconds: float, step: float, seed: int = 1) -> NetworkDrive:
    """Drive so many seconds, record everything, and judge what the recording shows."""
    routed = route_demand(long_trips(lane_map, seconds=seconds, seed=seed), lane_map)
    walkers = WALKERS if OpenTown(lane_map.network.name, lane_map).has_pavements else 0.0
    with TemporaryDirectory() as folder:
        drive = TownDrive(routed, lane_map, step=step, seed=seed, walkers=walkers)
        path = Path(folder) / "network.reel"
        families = tuple(family for family in drive.world.families if family.name in ("vehicle", "person", "signal"))
        drive.controller.add(
            Recorder(
                "recorder", rate=1.0 / step, families=families, folder=path,
                columns={"vehicle": _EXPLAINED, "person": _WALKERS},
            )
        )  # fmt: skip
        drive.advance(round(seconds / step))
        drive.controller.end()
        return _judged(Reel.open(path), lane_map, drive, trips=len(routed.demand.trips), step=step)


def _judged(reel: Reel, lane_map: LaneMap, drive: TownDrive, *, trips: int, step: float) -> NetworkDrive:
    log, standing = Log(), Standing()
    people = dict(frames(reel, "person", _WALKERS))
    for time, vehicles in frames(reel, "vehicle", _SEEN):
        log.note(vehicles, step=step, counts_braking=True, people=people.get(time))
        standing.note(vehicles, now=time, step=step, arrived=0)
    stood = delays(reel, lambda: Lanes(lane_map))
    lines = [f"{one.label} {_held_up(one)} on {one.lane} at {one.s:.0f} m: {one.reason}" for one in stood]
    told = (*log.told[:MOST_TOLD], *lines[:MOST_TOLD])
    ledger = drive.ledger
    return NetworkDrive(
        trips, ledger.came, ledger.arrived, log.km, log.collisions, standing.longest, log.hard, told
    )  # fmt: skip


def _held_up(delay: Delay) -> str:
    return f"{'stood' if delay.speed < STILL else 'crawled'} {delay.seconds:.0f} s"


class _Frame:
    """The rows of one moment of a recording, with a column as an attribute each."""

    def __init__(self, columns: dict[str, NDArray[Any]]) -> None:
        self.ids = columns["id"]
        self.__dict__.update(columns)

    def __len__(self) -> int:
        return len(self.ids)


def frames(reel: Reel, family: str, columns: tuple[str, ...]) -> Iterator[tuple[float, _Frame]]:
    """The moments of a family in a recording, in order."""
    if family not in reel.families:
        return
    table = reel.table(family, ("time", "id", *columns))
    arrays = {name: table[name].to_numpy() for name in table.column_names}
    order = np.lexsort((arrays["id"], arrays["time"]))
    arrays = {name: array[order] for name, array in arrays.items()}
    times = arrays["time"]
    edges = [0, *(np.flatnonzero(np.diff(times)) + 1).tolist(), len(times)] if len(times) else []
    for low, high in pairwise(edges):
        yield float(times[low]), _Frame({name: array[low:high] for name, array in arrays.items()})
