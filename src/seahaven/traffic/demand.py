"""Demand: who wants to drive from where to where, one by one as trips or one after the other as flows."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import inf, isfinite
from typing import ClassVar, TypeAlias

import numpy as np

from seahaven.errors import InputError, Position
from seahaven.kernel import Stream
from seahaven.roads import Remark
from seahaven.roads.routing import Checkpoint
from seahaven.traffic.detectors import Detector
from seahaven.traffic.distribution import Constant, Distribution, Exponential
from seahaven.traffic.mix import Mix, Shares
from seahaven.traffic.vehicle_type import CAR, VehicleType

__all__ = ["AnySource", "Demand", "Flow", "Halt", "Journey", "Scatter", "Start", "Trip", "random_times"]

Place: TypeAlias = Checkpoint
_BLOCK = 1024
"""How many departures are drawn at once."""


@dataclass(frozen=True, slots=True)
class Halt:
    """A stop on the way, as a bus makes it: on which lane, and at which s (m) its front bumper is to stand.

    It stands there for `duration` seconds, and does not leave before `until` (s from the start of the run). Whoever is
    held up within `slack` metres before the place, behind another bus say, stops where it is.
    """

    lane: str
    s: float
    duration: float = 20.0
    until: float = 0.0
    slack: float = 0.0
    name: str = ""

    def __post_init__(self) -> None:
        for what in ("s", "duration", "until", "slack"):
            value = getattr(self, what)
            if not (isfinite(value) and value >= 0.0):
                raise InputError(f"{self} has {what} {value!r}; expected 0 or more")

    def __str__(self) -> str:
        return f"halt '{self.name or self.lane}'"


@dataclass(frozen=True, slots=True)
class Journey:
    """From where to where, and by way of what: lanes or roads by name, with an s in metres if need be.

        Journey("freeway.1", "freeway.13")
        Journey("highway.1", ("freeway.5", 800.0), via=("river_forward_entry",))
        Journey.along("6", "100", "7")                       these roads, one after the other, and no others

    The best route is found for each kind of road user that sets out. It leads by the lanes of the `halts`, at which a
    vehicle stops in their order.
    """

    origin: Place
    goal: Place
    via: tuple[Place, ...] = ()
    is_exact: bool = False
    halts: tuple[Halt, ...] = ()

    @classmethod
    def along(cls, *roads: str, halts: tuple[Halt, ...] = ()) -> Journey:
        """The journey over the given roads, in their order."""
        if not roads:
            raise InputError("a journey got no roads; expected at least one")
        return cls(roads[0], roads[-1], tuple(roads[1:-1]), is_exact=True, halts=halts)

    @property
    def roads(self) -> tuple[Place, ...]:
        """Everything that it names, in order."""
        return (self.origin, *self.via, self.goal) if self.via or self.origin != self.goal else (self.origin,)

    def __str__(self) -> str:
        names = [f"{one[0]} at s={one[1]:g}" if isinstance(one, tuple) else str(one) for one in self.roads]
        return f"along {' '.join(names)}" if self.is_exact else f"from {names[0]} to {names[-1]}"


@dataclass(frozen=True, slots=True)
class Start:
    """How a vehicle enters: on which lane, how fast, and how far along it.

    `lane` is "best" (of those that follow the route furthest the one on which it gets on best), "free" (of all that are
    open to it), "random", a number (counted from the kerb, from 0, among those open to it) or the name of one.
    `speed` is "desired" (as its driver likes, or as the traffic there goes), "limit" (at most), or a number in m/s, for
    which it waits. `position` is in metres, of its rear bumper from where its route begins.
    """

    lane: str | int = "best"
    speed: str | float = "desired"
    position: float = 0.0

    LANES: ClassVar = ("best", "free", "random")
    SPEEDS: ClassVar = ("desired", "limit")

    def __post_init__(self) -> None:
        if isinstance(self.lane, int) and self.lane < 0:
            raise InputError(f"a start got lane {self.lane}; expected a number from 0, the one at the kerb, on")
        if isinstance(self.speed, str) and self.speed not in self.SPEEDS:
            raise InputError(f"a start got speed '{self.speed}'; expected m/s, 'desired' or 'limit'")
        if not isinstance(self.speed, str) and not (isfinite(self.speed) and self.speed >= 0.0):
            raise InputError(f"a start got speed {self.speed!r}; expected 0 m/s or more")
        if not (isfinite(self.position) and self.position >= 0.0):
            raise InputError(f"a start got position {self.position!r}; expected 0 m or more")


@dataclass(frozen=True, slots=True)
class Trip:
    """One vehicle that wants to set out at a time.

    `departure` is in seconds from the start of the run, below 0 in a warm-up; `at` is where it was written, for
    messages. What it and its driver are like is drawn by its name, or by the number that it has in a `crowd` of many:
    so they can be drawn together, which is much quicker.
    """

    name: str
    journey: Journey | Shares[Journey]
    departure: float = 0.0
    type: VehicleType | Mix = CAR
    start: Start = field(default=Start())
    at: Position | None = None
    crowd: str = ""
    number: int = 0

    def __post_init__(self) -> None:
        if not isfinite(self.departure):
            raise InputError(f"{self} departs at {self.departure!r} s; expected a finite number", self.at)

    def __str__(self) -> str:
        return f"trip '{self.name}'"

    @property
    def types(self) -> Mix:
        """What it may be."""
        return self.type if isinstance(self.type, Mix) else Mix.of(self.type)

    @property
    def journeys(self) -> Shares[Journey]:
        """Where it may go."""
        return _shares(self.journey)

    @property
    def starts(self) -> tuple[Start, ...]:
        """How it enters on each of its journeys."""
        return (self.start,) * len(self.journeys.parts)


@dataclass(frozen=True, slots=True)
class Flow:
    """Vehicles that want to set out one after the other.

        Flow("north", Journey("a", "b"), rate=1200 / 3600)                            at random, 1,200 an hour
        Flow("north", Journey("a", "b"), rate=1200 / 3600, is_regular=True)           every three seconds
        Flow("north", Journey("a", "b"), headway=Exponential(3.0, least=1.0))         at random, a second apart

    `rate` is in vehicles per second, and without more said they know nothing of each other (Poisson's process).
    `headway` says how the times between them, in seconds, are distributed. It lasts from `begin` (s, below 0 in a
    warm-up) to `end` (s), or until `most` have set out. A director can turn the rate, halt the flow and open gaps in it
    while it runs.
    """

    name: str
    journey: Journey | Shares[Journey]
    rate: float | None = None
    headway: Distribution | None = None
    is_regular: bool = False
    mix: VehicleType | Mix = CAR
    begin: float = 0.0
    end: float = inf
    most: int | None = None
    start: Start = field(default=Start())
    at: Position | None = None

    def __post_init__(self) -> None:
        if (self.rate is None) is (self.headway is None):
            raise InputError(f"{self} needs a rate or the distribution of its headways, one of the two", self.at)
        if self.rate is not None and not (isfinite(self.rate) and self.rate >= 0.0):
            raise InputError(f"{self} has a rate of {self.rate:g} vehicles/s; expected 0 or more", self.at)
        if self.headway is not None and not self.headway.mean > 0.0:
            raise InputError(f"{self} has headways of {self.headway.mean:g} s in the mean; expected above 0", self.at)
        if not (isfinite(self.begin) and self.begin <= self.end):
            raise InputError(
                f"{self} lasts from {self.begin:g} s to {self.end:g} s; expected an end after the begin", self.at
            )
        if self.most is not None and self.most < 0:
            raise InputError(f"{self} is to bring {self.most} vehicles; expected 0 or more", self.at)

    def __str__(self) -> str:
        return f"flow '{self.name}'"

    @property
    def nominal_rate(self) -> float:
        """Vehicles per second, as long as nobody turns its dial."""
        return self.rate if self.rate is not None else 1.0 / (self.headway or Constant(1.0)).mean

    @property
    def spacing(self) -> Distribution:
        """How the headways are distributed, in whatever unit."""
        return self.headway or (Constant(1.0) if self.is_regular else Exponential(1.0))

    @property
    def types(self) -> Mix:
        """Which types it brings."""
        return self.mix if isinstance(self.mix, Mix) else Mix.of(self.mix)

    @property
    def journeys(self) -> Shares[Journey]:
        """Where they go."""
        return _shares(self.journey)

    @property
    def starts(self) -> tuple[Start, ...]:
        """How they enter on each of their journeys."""
        return (self.start,) * len(self.journeys.parts)


@dataclass(frozen=True, slots=True)
class Scatter:
    """Vehicles that set out at random times, `rate` a second in the mean, each on one of many journeys.

    Every journey is as likely as its share, and has a way of its own to start. Seeds differ in who sets out when, on
    which of the journeys; so routes are found once for all seeds, and nothing is drawn before it is needed.
    `random_scatter` makes one for a whole network.
    """

    name: str
    journeys: Shares[Journey]
    starts: tuple[Start, ...]
    rate: float
    begin: float
    end: float
    mix: VehicleType | Mix = CAR
    at: Position | None = None

    def __str__(self) -> str:
        return f"trips '{self.name}'"

    @property
    def types(self) -> Mix:
        """Which types set out."""
        return self.mix if isinstance(self.mix, Mix) else Mix.of(self.mix)

    def departures(self, seed: int) -> list[float]:
        """When its vehicles set out under a seed (s), one after the other."""
        return random_times(self.rate, self.begin, self.end, Stream.named(seed, f"{self.name}/departures"))


def random_times(rate: float, begin: float, end: float, stream: Stream) -> list[float]:
    """Times of events that know nothing of each other, `rate` a second in the mean (Poisson's process)."""
    times, last, block = list[float](), begin, 0
    while rate > 0.0 and last < end:
        chances = stream.uniforms(np.arange(block * _BLOCK, (block + 1) * _BLOCK))
        times += np.add.accumulate(np.append(last, -np.log1p(-chances) / rate))[1:].tolist()
        last, block = times[-1], block + 1
    return times[: bisect_left(times, end)]


def _shares(journey: Journey | Shares[Journey]) -> Shares[Journey]:
    return journey if isinstance(journey, Shares) else Shares.of(journey)


AnySource: TypeAlias = Flow | Trip | Scatter
"""Whatever brings vehicles."""


@dataclass(frozen=True, slots=True)
class Demand:
    """Trips, flows and scattered trips together, and loops that count them.

    `remarks` are what was doubtful in the file they were read from.
    """

    trips: tuple[Trip, ...] = ()
    flows: tuple[Flow, ...] = ()
    remarks: tuple[Remark, ...] = ()
    detectors: tuple[Detector, ...] = ()
    scatters: tuple[Scatter, ...] = ()

    def __post_init__(self) -> None:
        _refuse_twins((*self.trips, *self.flows, *self.scatters))

    def __add__(self, other: Demand) -> Demand:
        return Demand(
            self.trips + other.trips, self.flows + other.flows, self.remarks + other.remarks,
            self.detectors + other.detectors, self.scatters + other.scatters,
        )  # fmt: skip

    @property
    def sources(self) -> tuple[AnySource, ...]:
        """All flows, then all trips, then all scattered trips."""
        return (*self.flows, *self.trips, *self.scatters)

    def without(self, names: Iterable[str], remarks: Sequence[Remark] = ()) -> Demand:
        """The demand without the trips and flows of these names, and with what there is to say about that."""
        left_out = set(names)
        return replace(
            self,
            trips=tuple(trip for trip in self.trips if trip.name not in left_out),
            flows=tuple(flow for flow in self.flows if flow.name not in left_out),
            scatters=tuple(scatter for scatter in self.scatters if scatter.name not in left_out),
            remarks=(*self.remarks, *remarks),
        )


def _refuse_twins(sources: Sequence[AnySource]) -> None:
    known: set[str] = set()
    for source in sources:
        if source.name in known:
            raise InputError(f"{source} is there twice; give each a name of its own", source.at)
        known.add(source.name)
