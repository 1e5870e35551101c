"""Collisions and hard braking in towns, with people on foot and cyclists among the vehicles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from seahaven.bench.realism.safety import WARM_UP, Log
from seahaven.bench.sumo.town_drive import TownDrive
from seahaven.kernel import Stream
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, lesson_town, town_street
from seahaven.traffic import (
    BICYCLE,
    BUS,
    CAR,
    CHARACTERS,
    MOTORCYCLE,
    TRUCK,
    VAN,
    Demand,
    Mix,
    random_trips,
    route_demand,
)

__all__ = ["TOWNS", "TOWNSFOLK", "Town", "grid_with_lights", "watch_town"]

HOUR, MINUTE = 3600.0, 60.0
LEAST_KM = 0.1
"""Kilometres that everybody who wants to set out in an hour drives on the average, unless the town has locked up."""
JOURNEYS = 500
"""About how many ways there are from somewhere to somewhere, one of which everybody takes."""
WALKERS = 60.0
"""How many people an hour set out on foot from each kilometre of pavement."""

TOWNSFOLK = Mix(
    (
        *((CAR.driven_by(character), 0.76 / len(CHARACTERS)) for character in CHARACTERS.values()),
        (VAN, 0.08), (TRUCK, 0.04), (BUS, 0.03), (MOTORCYCLE, 0.04), (BICYCLE, 0.05),
    )
)  # fmt: skip
"""Who drives and rides in a town: cars with drivers of all characters, some of everything else, and cyclists."""


@dataclass(frozen=True, slots=True)
class Town:
    """A town, how many vehicles set out in it in an hour, and which share of all kilometres is driven there."""

    name: str
    made: Callable[[], LaneMap]
    per_hour: float
    share: float


def grid_with_lights(streets: int = 12) -> LaneMap:
    """Give a town of streets at right angles with lights at every crossing, pavements and crosswalks."""
    builder = Builder("grid")
    section = town_street(lanes=2)
    builder.grid_town(
        "grid", streets=streets, avenues=streets, block=(200.0, 200.0), street=section, avenue=section,
        control="lights",
    )  # fmt: skip
    return LaneMap(builder.build())


TOWNS = (
    Town("lesson town", lambda: LaneMap(lesson_town()), 1200.0, 0.03),
    Town("grid with lights", grid_with_lights, 20_000.0, 0.97),
)
"""The town of the driving lessons, with all sorts of signs and a roundabout; a larger one with many more vehicles."""


def watch_town(
    town: Town, *, step: float, km: float, hour: float = HOUR, progress: Callable[[str], None] = lambda _: None
) -> Log:  # fmt: skip
    """Drive so many vehicle-kilometres, hour by hour with trips and people of their own, and look at every step.

    It ends sooner where nobody gets on any more. How far it has come is told from time to time.
    """
    lane_map, log, seed, least = town.made(), Log(), 1, LEAST_KM * town.per_hour * hour / HOUR
    driven = least
    while log.km < km and driven >= least:
        before = log.km
        drive = _morning(lane_map, town, step=step, seed=seed, seconds=hour)
        _watch_hour(drive, log, km=km, hour=hour, told=lambda: progress(f"{log.km:,.0f} of {km:,.0f} km"))
        seed, driven = seed + 1, log.km - before
    return log


def _watch_hour(drive: TownDrive, log: Log, *, km: float, hour: float, told: Callable[[], None]) -> None:
    while log.km < km and drive.seconds < hour:
        drive.advance()
        if drive.seconds % MINUTE < drive.step:
            told()
        is_settled = drive.seconds > WARM_UP
        log.note(drive.vehicles, step=drive.step, counts_braking=is_settled, people=drive.people)


def _morning(lane_map: LaneMap, town: Town, *, step: float, seed: int, seconds: float) -> TownDrive:
    trips = _trips(lane_map, rate=town.per_hour / HOUR, seconds=seconds, seed=seed)
    return TownDrive(route_demand(trips, lane_map), lane_map, step=step, seed=seed, walkers=WALKERS)


def _trips(lane_map: LaneMap, *, rate: float, seconds: float, seed: int) -> Demand:
    """Random trips along one of some hundred journeys each: finding a route of its own for everybody takes long."""
    journeys = random_trips(
        lane_map, rate=float(JOURNEYS), end=1.0, mix=TOWNSFOLK, fringe=3.0, least=250.0, seed=seed
    ).trips  # fmt: skip
    numbers = np.arange(round(rate * seconds))
    dates = np.sort(seconds * Stream.named(seed, "town/departures").uniforms(numbers))
    taken = (len(journeys) * Stream.named(seed, "town/journeys").uniforms(numbers)).astype(np.int64)
    return Demand(
        tuple(
            replace(
                journeys[which], name=f"town {number}", departure=date, crowd="town", number=number,
                type=TOWNSFOLK.type_of(number, seed=seed, who="town"),
            )
            for number, (date, which) in enumerate(zip(dates.tolist(), taken.tolist(), strict=True))
        )
    )  # fmt: skip
