"""Collisions and hard braking, over many kilometres and in all traffic from free flow to jam."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.bench.realism.box_check import overlaps
from seahaven.bench.sumo.course import Course, Drive
from seahaven.bench.sumo.fleet import spread_out
from seahaven.bench.sumo.inflow import Inflow, flows_of
from seahaven.bench.sumo.plan import motorway, ring
from seahaven.geometry import Floats
from seahaven.traffic import CAR, CHARACTERS, TYPES, Mix

__all__ = ["EVERYBODY", "Log", "Situation", "situations", "touching", "watch"]

HARD = 6.0
"""Deceleration in m/s² from which on braking is hard."""
WARM_UP = 60.0
"""How many seconds vehicles have to find their place, before hard braking counts; collisions always do."""
LANES = 6
ROLLS = 0.3
"""Speed (m/s) below which a vehicle stands, and whoever touches it on foot was not hit."""
MOST_TOLD = 20
"""So many collisions are told with their places."""
BOX = ("x", "y", "heading", "length", "width", "z", "height")

EVERYBODY = Mix(
    (
        *((CAR.driven_by(character), 0.15) for character in CHARACTERS.values()),
        *((kind, 0.08) for name, kind in TYPES.items() if name not in ("car", "bicycle")),
    )
)
"""All kinds of vehicles that may be on a motorway, and cars with drivers of all characters."""


@dataclass(slots=True)
class Log:
    """What happened: way driven, who came to overlap, onsets of hard braking and the way these count on."""

    km: float = 0.0
    collisions: int = 0
    braking_km: float = 0.0
    hard: int = 0
    hardest: float = 0.0
    updates: int = 0
    hit_people: int = 0
    """How many of the collisions were with somebody on foot."""
    told: list[str] = field(default_factory=list)
    """Who collided with whom and where, of the first few."""
    _touching: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, np.int64))
    _hit: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, np.int64))
    _braking: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, np.int64))

    @property
    def hard_per_1000_km(self) -> float:
        """Onsets of hard braking per 1,000 vehicle-km."""
        return 1e3 * self.hard / max(self.braking_km, 1e-9)

    def note(self, vehicles: Any, *, step: float, counts_braking: bool, people: Any = None) -> None:
        """Take note of a step; where there are people on foot, a vehicle that rolls into one collides, too."""
        ids = vehicles.ids
        driven = float(vehicles.speed.sum()) * step / 1e3
        self.km += driven
        self.updates += len(ids)
        touching = _touching(vehicles)
        self.collisions += self._tell(touching, self._touching, vehicles)
        if people is not None and len(people):
            hit = _hit(vehicles, people)
            struck = self._tell(hit, self._hit, vehicles)
            self.collisions, self.hit_people, self._hit = self.collisions + struck, self.hit_people + struck, hit
        braking = ids[vehicles.acceleration < -HARD]
        if counts_braking:
            self.braking_km += driven
            self.hard += _new(braking, self._braking)
            self.hardest = max(self.hardest, float(-vehicles.acceleration.min(initial=0.0)))
        self._touching, self._braking = touching, braking

    def _tell(self, now: NDArray[np.int64], before: NDArray[np.int64], vehicles: Any) -> int:
        """Note where pairs are that were not before; gives how many."""
        count = _new(now, before)
        for pair in np.setdiff1d(now, before).tolist() if count else ():
            if len(self.told) < MOST_TOLD:
                row = int(np.searchsorted(vehicles.ids, pair >> 32))
                place = f"x={vehicles.x[row]:.1f}, y={vehicles.y[row]:.1f}"
                self.told.append(f"{pair >> 32} and {pair & 0xFFFFFFFF} collided at {place}, after {self.km:.1f} km")
        return count

    def add(self, other: Log) -> None:
        """Count what happened elsewhere, too."""
        self.km, self.braking_km = self.km + other.km, self.braking_km + other.braking_km
        self.updates, self.hit_people = self.updates + other.updates, self.hit_people + other.hit_people
        self.collisions, self.hard = self.collisions + other.collisions, self.hard + other.hard
        self.hardest = max(self.hardest, other.hardest)
        self.told += other.told[: MOST_TOLD - len(self.told)]


def touching(vehicles: Any) -> list[tuple[int, int]]:
    """The ids of each pair of vehicles that overlap, the lower one first."""
    ids, (first, second) = vehicles.ids, _meeting({name: getattr(vehicles, name) for name in BOX})
    return list(zip(ids[first].tolist(), ids[second].tolist(), strict=True))


def _touching(vehicles: Any) -> NDArray[np.int64]:
    """A number for each pair of vehicles that overlap."""
    pairs = np.array(touching(vehicles), np.int64).reshape(-1, 2)
    both: NDArray[np.int64] = (pairs[:, 0] << 32) + pairs[:, 1]
    return both


def _hit(vehicles: Any, people: Any) -> NDArray[np.int64]:
    """A number for each vehicle that rolls and somebody on foot whom it overlaps."""
    rolling = np.flatnonzero(vehicles.speed > ROLLS)
    boxes = {name: np.concatenate((getattr(vehicles, name)[rolling], getattr(people, name))) for name in BOX}
    first, second = _meeting(boxes)
    mixed = (first < len(rolling)) & (second >= len(rolling))
    cars, walkers = vehicles.ids[rolling[first[mixed]]], people.ids[second[mixed] - len(rolling)]
    both: NDArray[np.int64] = (cars << 32) + walkers
    return both


def _meeting(boxes: Mapping[str, Floats]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The rows of boxes that overlap, pair by pair; whoever is on a bridge does not meet those below."""
    first, second = overlaps(*(boxes[name] for name in BOX[:5])).T
    z, top = boxes["z"], boxes["z"] + boxes["height"]
    level = (z[first] < top[second]) & (z[second] < top[first])
    return first[level], second[level]


def _new(now: NDArray[np.int64], before: NDArray[np.int64]) -> int:
    """How many are there now that were not before; mostly there are none, which is known at once."""
    return len(np.setdiff1d(now, before)) if len(now) else 0


def watch(drive: Drive, *, km: float, longest: float = 7200.0) -> Log:
    """Drive so many vehicle-kilometres, or so many seconds where nothing moves, and look at every step."""
    log = Log()
    while log.km < km and drive.seconds < longest:
        drive.advance(1)
        log.note(drive.vehicles, step=drive.step, counts_braking=drive.seconds > WARM_UP)
    return log


@dataclass(frozen=True, slots=True)
class Situation:
    """Traffic on a course, and which share of all kilometres is driven in it."""

    name: str
    course: Course
    share: float
    density: float = 0.0
    """Vehicles per km and lane on a closed course, or else the share of the full inflow on an open one."""

    def drive(self, *, step: float, seed: int = 1) -> Drive:
        """A drive through it."""
        if not self.course.plan.is_closed:
            return Drive.of_demand(self.course, flows_of(inflows(self.density)), step=step, seed=seed)
        length = self.course.posts.length
        count = round(self.density * LANES * length / 1e3)
        fleet = spread_out(EVERYBODY, count, lanes=LANES, length=length, seed=seed)
        return Drive.of_fleet(self.course, fleet, step=step, seed=seed)


def inflows(level: float, mix: Mix = EVERYBODY) -> tuple[Inflow, ...]:
    """Give who comes onto the motorway; at level 1 about as many as its two last lanes can take."""
    return (
        Inflow("through", ("a", "b", "c", "d", "e", "f"), 2800.0 * level, mix),
        Inflow("leaving", ("a", "b", "c", "d", "exit"), 500.0 * level, mix),
        Inflow("joining", ("entrance", "b", "c", "d", "e", "f"), 700.0 * level, mix),
    )


def situations(folder: Path) -> Iterator[Situation]:
    """Rings from free flow to jam, and the motorway with little traffic, much, and too much."""
    closed = Course.made(ring(lanes=LANES), folder / "ring")
    shares = {5.0: 0.05, 10.0: 0.1, 15.0: 0.15, 20.0: 0.18, 25.0: 0.15, 35.0: 0.13, 50.0: 0.07, 70.0: 0.02}
    for density, share in shares.items():
        yield Situation(f"ring, {density:g} vehicles/km/lane", closed, share, density)
    opened = Course.made(motorway(), folder / "motorway")
    for level in (0.4, 0.8, 1.2):
        yield Situation(f"motorway at {100.0 * level:g} % of what it can take", opened, 0.05, level)
