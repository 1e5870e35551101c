"""How fast people drive on a free road in bad weather and at night, against a clear day."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from seahaven.bench.bench import Progress
from seahaven.bench.row import Row
from seahaven.geometry import Floats
from seahaven.kernel import SECOND, Controller, Module
from seahaven.roads.builder import Builder, kmh, ramp
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.routing import Router, Tracks
from seahaven.seats import KINDS, VirtualOccupant, VirtualSubject, subject_of_kind
from seahaven.traffic import CAR, CHARACTERS, CLEAR, CONDITIONS, VEHICLES, Conditions, Traffic, placed
from seahaven.world import WEATHER, World

__all__ = ["ACCEPTED", "DRIVERS", "EVERYBODY", "free_speeds", "slowdowns", "weather_rows"]

LIMIT = kmh(100)
RATE = 10
"""Steps per second."""
RUN_UP = 300.0
"""Metres from the start that do not count: whoever sets a speed does so after up to twelve seconds."""
RUN_OUT = 800.0
"""Metres behind those that count, on which even the fastest comes to a stand before the end of its road."""
FREELY = 0.6
"""Share of a person's highest speed below which it is stopping, standing or driving off: these times do not count."""
EVERYBODY = "everybody"
DRIVERS = ("cautious driver", "ordinary driver", "hurried driver")
"""Our drivers, by their characters, beside all kinds of virtual subjects."""


class Range(NamedTuple):
    """Which share of their speed people lose, at least and at most: of one kind, and everybody together."""

    of_kind: tuple[float, float]
    of_all: tuple[float, float]


ACCEPTED: Mapping[str, Range] = {
    "rain": Range((0.03, 0.16), (0.04, 0.09)),
    "fog": Range((0.05, 0.2), (0.08, 0.13)),
    "snow": Range((0.05, 0.3), (0.1, 0.19)),
    "night": Range((0.0, 0.06), (0.0, 0.05)),
}
"""By preset; docs/traffic.md has the sources. Rain of 6 mm/h: FHWA's 3 to 16 %; of all, HCM's and Hranac's 4 to 9 %.
Fog with 150 m of visibility: FHWA's 10 to 12 %, Khan's 10 % and Kyte's 9 % of all, half and twice that of a kind. Snow:
FHWA's 5 % to far above 30 %; of all, HCM's 10 to 19 %. Night: none to 5 %."""


def free_speeds(
    sky: Conditions, kinds: Sequence[str], *, people: int, metres: float = 2000.0, seed: int = 1
) -> dict[str, Floats]:
    """The mean speed (m/s) of people of some kinds in a weather, each alone on a straight road of its own.

    Means are over the same metres of road, without the times at which somebody stops or stands.
    """
    drives = [_Drive.of(kind, number, seed) for kind in kinds for number in range(people)]
    tracks = _roads(len(drives), RUN_UP + metres + RUN_OUT)
    world = World([VEHICLES, WEATHER])
    world.add("weather", None, **sky.columns)
    root = Module("root", Traffic("traffic", tracks=tracks))
    for k, drive in enumerate(drives):
        place = placed(tracks, f"{k}:0:-1", 10.0, k)
        own = world.add("vehicle", speed=drive.begins(sky), pilot="active", **drive.columns, **place)
        if drive.person:
            _seat(world, root, drive.person, k, own)
    with Controller(root, store=world, seed=seed) as run:
        speeds = [_over(*track, metres) for track in _watched(run, world, metres)]
    return {kind: np.array(speeds[people * k : people * (k + 1)]) for k, kind in enumerate(kinds)}


def slowdowns(
    names: Sequence[str], kinds: Sequence[str], *, people: int, metres: float = 2000.0, seed: int = 1
) -> dict[str, dict[str, float]]:
    """The share of its speed that each kind loses in the mean, and everybody, by the name of a weather's preset."""
    clear = free_speeds(CLEAR, kinds, people=people, metres=metres, seed=seed)
    found = {}
    for name in names:
        there = free_speeds(CONDITIONS[name], kinds, people=people, metres=metres, seed=seed)
        lost = {kind: float(np.mean(1.0 - there[kind] / clear[kind])) for kind in kinds}
        found[name] = {EVERYBODY: float(np.mean(list(lost.values()))), **lost}
    return found


def weather_rows(*, people: int, progress: Progress) -> Iterator[Row]:
    """How much slower everybody, and each kind, is in each weather than on a clear day."""
    for name, accepted in ACCEPTED.items():
        progress(f"speed in {name}")
        lost = slowdowns([name], [*DRIVERS, *KINDS], people=people)[name]
        for kind, share in lost.items():
            low, high = accepted.of_all if kind == EVERYBODY else accepted.of_kind
            what = f"% less than on a clear day, mean of {people} of each kind"
            yield Row.within(f"speed in {name}, {kind}", 100.0 * share, what, low=100.0 * low, high=100.0 * high)


class _Drive(NamedTuple):
    """Somebody on a road: what it is like, and who sits at the wheel if that is no driver of ours."""

    columns: Mapping[str, Any]
    person: VirtualSubject | None

    @classmethod
    def of(cls, kind: str, number: int, seed: int) -> _Drive:
        if kind in KINDS:
            person = subject_of_kind(kind, number, seed)
            return cls({**CAR.body.columns, **person.traits}, person)
        drawn = CAR.driven_by(CHARACTERS[kind.removesuffix(" driver")]).columns([number], seed=seed, who=kind)
        return cls({name: column[0] for name, column in drawn.items()}, None)

    def begins(self, sky: Conditions) -> float:
        liked = min(float(self.columns["speed_factor"]) * LIMIT, float(self.columns["top_speed"]))
        return sky.pace(float(self.columns["weather_caution"])) * liked


def _roads(count: int, metres: float) -> Tracks:
    """Straight roads of one lane side by side, a route along each."""
    builder = Builder("roads")
    for k in range(count):
        builder.road(str(k), ramp(limit=LIMIT), at=(0.0, 50.0 * k)).straight(metres)
    router = Router.of(LaneMap(builder.build()), CAR.user)
    return Tracks(*(router.routes([str(k)], [str(k)]) for k in range(count)))


def _seat(world: World, root: Module, person: VirtualSubject, k: int, own: int) -> None:
    kind: type[VirtualOccupant] = KINDS[person.kind].occupant
    occupant = kind(f"seat{k}", rate=Fraction(RATE) if kind.rate_hz is None else kind.rate_hz, person=person)
    root.add(occupant)
    root.link(f"{occupant.name}.pressed", "traffic/drivers.presses")
    world.grant(occupant.path, "vehicle", ids=own)


def _watched(run: Controller, world: World, metres: float) -> list[tuple[Floats, Floats]]:
    """Where everybody was and how fast, step by step, until all have come far enough."""
    table, rows = world.family("vehicle"), list[tuple[Floats, Floats]]()
    furthest = np.zeros(len(table))
    while furthest.min() < RUN_UP + metres and len(rows) < 600 * RATE:
        run.advance(SECOND // RATE)
        furthest = np.maximum(furthest, table.s)
        rows.append((np.array(table.s), np.array(table.speed)))
    places, speeds = (np.array(column) for column in zip(*rows, strict=True))
    return [(places[:, k], speeds[:, k]) for k in range(len(table))]


def _over(places: Floats, speeds: Floats, metres: float) -> float:
    """The mean speed over the metres that count."""
    counts = (places > RUN_UP) & (places < RUN_UP + metres)
    counts &= speeds > FREELY * speeds[counts].max()
    return float(counts.sum() / np.sum(1.0 / speeds[counts]))
