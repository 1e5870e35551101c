"""Towns that others drew, with random trips for an hour: whether everybody arrives, and nothing locks up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from seahaven.bench.realism.safety import Log
from seahaven.bench.realism.standing import LONG, Standing
from seahaven.bench.realism.town import TOWNSFOLK, WALKERS
from seahaven.bench.roads.road_files import RoadFiles
from seahaven.bench.sumo.town_drive import TownDrive
from seahaven.roads import LaneMap
from seahaven.roads.formats.opendrive import read_opendrive
from seahaven.roads.model import LaneKind
from seahaven.roads.routing import Router
from seahaven.traffic import CAR, Demand, random_trips, route_demand

__all__ = ["OpenTown", "Visit", "open_towns", "visit"]

PER_KM_AND_HOUR = 600.0
"""Vehicles that set out in an hour for each kilometre of lane. Trips in these small towns are some 300 m long, which
brings 40 to 80 vehicles an hour onto the average lane, side streets included: an ordinary day."""
MOST_PER_HOUR = 3000.0
LEAST = 100.0
"""Metres that everybody wants to go at least, as the crow flies."""
FRINGE = 3.0
_PAVEMENTS = [k for k, kind in enumerate(LaneKind) if kind is LaneKind.SIDEWALK]
MORE = 2.0 * LONG
"""For how many seconds, at most, everybody has time to arrive after the last has set out."""


@dataclass(frozen=True, slots=True)
class OpenTown:
    """A town and who is to drive in it."""

    name: str
    lane_map: LaneMap

    @property
    def has_pavements(self) -> bool:
        """Whether there is somewhere to walk."""
        return bool(np.isin(self.lane_map.kind, _PAVEMENTS).any())

    def trips(self, seconds: float, *, seed: int = 1) -> Demand:
        """Random trips for so many seconds."""
        is_open = Router(self.lane_map, CAR.user).graph.open_to & (self.lane_map.junction < 0)
        km = float(self.lane_map.length[is_open].sum()) / 1e3
        rate = min(PER_KM_AND_HOUR * km, MOST_PER_HOUR) / 3600.0
        return random_trips(self.lane_map, rate=rate, end=seconds, mix=TOWNSFOLK, fringe=FRINGE, least=LEAST, seed=seed)


@dataclass(frozen=True, slots=True)
class Visit:
    """What came of it: who wanted to drive, who arrived; the longest stand in seconds; whether the town locked up.

    Whoever collides stays where it is for minutes, and so may all who come after: `collisions` tells of that.
    """

    trips: int
    arrived: int
    strayed: int
    longest: float
    is_locked: bool
    leaps: int
    collisions: int
    told: tuple[str, ...]
    """Who collided where, and where those stand who stand long."""

    @property
    def share(self) -> float:
        """How many of all arrived, in percent."""
        return 100.0 * self.arrived / max(self.trips, 1)


def open_towns(data: Path) -> Iterator[OpenTown]:
    """Give the towns among the OpenDRIVE files of a folder: those with junctions."""
    for path in RoadFiles(data).valid():
        network = read_opendrive(path)
        if network.junctions:
            yield OpenTown(path.stem, LaneMap(network))


def visit(town: OpenTown, *, seconds: float, step: float, seed: int = 1) -> Visit:
    """Drive random trips for so many seconds, then go on until everybody has arrived, or the town has locked up."""
    demand = route_demand(town.trips(seconds, seed=seed), town.lane_map)
    drive = TownDrive(demand, town.lane_map, step=step, seed=seed, walkers=WALKERS if town.has_pavements else 0.0)
    standing, log = Standing(), Log()
    ledger, trips = drive.ledger, len(demand.demand.trips)
    while ledger.arrived + ledger.strayed < trips and drive.seconds < seconds + MORE and not standing.locked:
        drive.advance()
        standing.note(drive.vehicles, now=drive.seconds, step=step, arrived=ledger.arrived)
        log.note(drive.vehicles, step=step, counts_braking=False, people=drive.people)
    told = (*log.told, *standing.told(drive.vehicles, town.lane_map, now=drive.seconds))
    return Visit(
        trips, ledger.arrived, ledger.strayed, standing.longest, standing.locked, standing.leaps, log.collisions, told
    )  # fmt: skip
