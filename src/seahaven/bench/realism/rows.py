"""What is measured of traffic's realism, with the accepted range beside each value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from seahaven.bench.bench import Progress, require_peer
from seahaven.bench.parts import Part, chosen
from seahaven.bench.realism.ambient import drive_among
from seahaven.bench.realism.comparison import Comparison, on_motorway, on_ring
from seahaven.bench.realism.flow import fundamental_diagram, jam, started_wave
from seahaven.bench.realism.network_rows import network_rows
from seahaven.bench.realism.safety import Log, situations, watch
from seahaven.bench.realism.town_rows import bologna_rows, open_town_rows, saturation_rows, town_rows
from seahaven.bench.realism.towns import Plan, town_hours
from seahaven.bench.realism.towns.demand_town import DemandTown
from seahaven.bench.realism.weather import weather_rows
from seahaven.bench.roads.rows import DATA
from seahaven.bench.row import Row
from seahaven.bench.sumo.course import Course
from seahaven.bench.sumo.plan import motorway, ring
from seahaven.traffic import CAR, Mix

__all__ = ["PARTS", "RealismBench"]

PARTS = (
    "flow",
    "safety",
    "weather",
    "sumo",
    "ambient",
    "saturation",
    "town",
    "bologna",
    "towns",
    "networks",
    "open towns",
)
"""What is measured, in this order."""

CARS = Mix.of(CAR)
CARS_AND_TRUCKS = Mix.named({"car": 0.9, "truck": 0.1})
MODELS = ("Krauss", "IDM")
"""SUMO's default, which is judged by, and the model that ours is nearest to."""
SUBJECTS = (("freeway.3:2:-3", 100.0, 1.0), ("freeway.3:2:-3", 100.0, 0.6), ("highway.3:0:-1", 200.0, 1.0))
"""Where subjects set out on the study road, and how many times the limit they drive."""
DENSITIES = (12.0, 18.0, 22.0, 26.0, 30.0, 40.0, 60.0)
KMH = 3.6
WAVE_SECONDS = 360.0
"""For how long, at least, a wave is looked at: in this time it goes two kilometres."""


@dataclass(frozen=True, slots=True)
class RealismBench:
    """How real traffic is: the same drivers, parameters and build as in the bench of its speed."""

    km: float = 100_000.0
    """How many vehicle-kilometres are driven at each length of step to look for collisions."""
    minutes: float = 5.0
    """How long everything else is looked at."""
    hours: float = 1.0
    """How long trips set out in the towns that others drew."""
    people: int = 10
    """How many people of each kind drive in each weather."""
    seeds: int = 5
    """How often Bologna is driven through on either side."""
    data: Path = DATA
    """The folder of road files that others made."""
    towns: Plan = field(default_factory=Plan)
    """How much is driven in towns with a demand."""
    steps: tuple[float, ...] = (0.1, 0.5)
    """At which lengths of step (s) the networks of others are driven on."""
    roads: Path | None = None
    """A network, or a `.sumocfg`, that the towns' part drives in instead of its own towns;"""
    demand: tuple[Path, ...] = ()
    """and the route files that go with it."""
    out: Path | None = None
    """Where the towns' part keeps what it has driven, to go on after it was stopped."""
    parts: tuple[str, ...] = PARTS

    name = "realism"
    about = (
        "Capacity, waves, jams, collisions, hard braking; speed in bad weather and at night; mean speed and lane "
        "changes against SUMO; ambient traffic; towns: queues at lights, people and cyclists, Bologna "
        "and other towns against SUMO, networks of others, gridlock"
    )
    libraries = ("eclipse-sumo", "numba", "numpy")

    def quick(self) -> RealismBench:
        """The same at a size that takes less than five minutes."""
        return replace(
            self, km=200.0, minutes=1.0, hours=0.1, people=3, seeds=1, towns=Plan(600.0, 300.0, 1, (0.5,)), steps=(0.5,)
        )

    def rows(self, progress: Progress) -> Iterator[Row]:
        """Measure all of it, in some two hours; with fewer km, hours and seeds it is quicker."""
        require_peer(self.name, "eclipse-sumo")
        measured: dict[str, Part] = {
            "flow": self._flow,
            "safety": self._safety,
            "weather": lambda told: weather_rows(people=self.people, progress=told),
            "sumo": self._against_sumo,
            "ambient": self._ambient,
            "saturation": lambda told: saturation_rows(seconds=120.0 * self.minutes, progress=told),
            "town": lambda told: town_rows(km=self.km, progress=told),
            "bologna": lambda told: bologna_rows(self.data, seeds=self.seeds, hours=self.hours, progress=told),
            "towns": self._towns,
            "networks": lambda told: network_rows(
                self.data, seconds=120.0 * self.minutes, seeds=min(self.seeds, 2), steps=self.steps, progress=told
            ),
            "open towns": lambda told: open_town_rows(self.data, hours=self.hours, progress=told),
        }
        for part in chosen(self.name, self.parts, among=PARTS):
            yield from measured[part](progress)

    def _towns(self, progress: Progress) -> Iterator[Row]:
        own = None if self.roads is None else DemandTown.of(self.roads, self.demand)
        yield from town_hours(self.data, self.towns, own=own, out=self.out, progress=progress)

    def _flow(self, progress: Progress) -> Iterator[Row]:
        with TemporaryDirectory() as folder:
            yield from self._flow_on(Course.made(ring(lanes=3), Path(folder)), progress)

    def _flow_on(self, course: Course, progress: Progress) -> Iterator[Row]:
        half = 30.0 * self.minutes
        progress("the fundamental diagram")
        points = fundamental_diagram(course, CARS, DENSITIES, warm_up=half, seconds=half)
        best = max(points, key=lambda point: point.flow)
        unit = f"vehicles/h/lane, at {best.density:g}/km/lane and {best.speed * KMH:.0f} km/h"
        told = [
            f"{p.density:g} vehicles/km/lane: {p.flow:.0f} vehicles/h/lane, {p.speed * KMH:.1f} km/h" for p in points
        ]
        yield Row.within("capacity, ring of cars", best.flow, unit, low=1800, high=2400).with_details(told)
        progress("a wave")
        wave, _ = started_wave(course, CARS, 40.0, seconds=max(2.0 * half, WAVE_SECONDS))
        unit = f"km/h upstream, {100.0 * wave.share:.0f} % of all that speeds vary"
        yield Row.within("speed of a wave", -KMH * wave.speed, unit, low=10, high=20)
        progress("a jam")
        stood = jam(course, CARS, 50.0, seconds=max(half, 120.0))
        yield Row.within("gap when standing", stood.gap, f"m, the least {stood.least_gap:.1f}", low=1, high=3.5)
        yield Row.within("jam density of cars", stood.density, "vehicles/km/lane", low=120, high=170)

    def _safety(self, progress: Progress) -> Iterator[Row]:
        with TemporaryDirectory() as folder:
            for step in (0.1, 0.5):
                yield from self._safety_at(Path(folder), step, progress)

    def _safety_at(self, folder: Path, step: float, progress: Progress) -> Iterator[Row]:
        whole, told = Log(), []
        for situation in situations(folder):
            progress(f"collisions at steps of {step:g} s: {situation.name}")
            log = watch(situation.drive(step=step), km=self.km * situation.share)
            told.append(f"{situation.name}: {log.km:.0f} km, {log.collisions} collisions, {log.hard} hard brakings")
            whole.add(log)
        driven = f"in {whole.km:,.0f} vehicle-km of all kinds"
        yield Row.at_most(f"collisions, steps of {step:g} s", whole.collisions, driven, limit=0).with_details(told)
        unit = f"per 1,000 km, the hardest {whole.hardest:.1f} m/s²"
        yield Row.at_most(f"braking beyond 6 m/s², steps of {step:g} s", whole.hard_per_1000_km, unit, limit=1)

    def _against_sumo(self, progress: Progress) -> Iterator[Row]:
        with TemporaryDirectory() as folder:
            yield from self._against_sumo_in(Path(folder), progress)

    def _against_sumo_in(self, folder: Path, progress: Progress) -> Iterator[Row]:
        times = {"begin": 60.0 * self.minutes, "seconds": 60.0 * self.minutes}
        progress("a ring against SUMO")
        closed = Course.made(ring(), folder / "six")
        yield from _compared("ring at 20/km/lane", on_ring(closed, CARS, 720, MODELS, folder, **times))
        opened = Course.made(motorway(), folder / "open")
        for level in (0.4, 0.7):
            progress(f"a motorway at {100.0 * level:g} % against SUMO")
            found = on_motorway(opened, CARS_AND_TRUCKS, level, MODELS, folder, **times)
            yield from _compared(f"motorway at {100.0 * level:g} %", found)

    def _ambient(self, progress: Progress) -> Iterator[Row]:
        for lane, s, factor in SUBJECTS:
            road = lane.partition(".")[0]
            progress(f"ambient traffic on the {road}")
            stay = drive_among(lane, s=s, speed_factor=factor, seconds=60.0 * self.minutes)
            name = f"ambient, {road} at {factor:g} of the limit"
            seen, all_ = stay.came_in_sight + stay.went_in_sight, stay.came + stay.went
            yield Row.at_most(f"{name}: came or went in sight", seen, f"of {all_} on {stay.km:.1f} km", limit=0)
            yield Row.within(f"{name}: density", stay.density, "of the set one", low=0.9, high=1.1)


def _compared(name: str, found: Comparison) -> Iterator[Row]:
    """Judged by SUMO's default model; the other is told as it is."""
    default, *others = found.theirs
    for model in (default, *others):
        theirs = found.theirs[model]
        speed = f"of SUMO's {model}: {found.ours.mean_speed * KMH:.1f} and {theirs.mean_speed * KMH:.1f} km/h"
        changes = f"of SUMO's {model}: {found.ours.changes_per_km:.3f} and {theirs.changes_per_km:.3f} per km"
        ratios = found.speed_ratio(model), found.changes_ratio(model)
        if model == default:
            yield Row.within(f"{name}, mean speed", ratios[0], speed, low=0.9, high=1.1)
            yield Row.within(f"{name}, lane changes", ratios[1], changes, low=0.5, high=2)
        else:
            yield Row(f"{name}, mean speed against {model}", ratios[0], speed)
            yield Row(f"{name}, lane changes against {model}", ratios[1], changes)
