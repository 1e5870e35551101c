"""A motorway on which the car ahead brakes by the clock, and says so in the words of a direction."""

from __future__ import annotations

import os
import signal
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from seahaven.direction.log import CastMember, Closed, Critical, Forecast, Marker, Opened, Ordered, Planned, Told
from seahaven.kernel import Emits, Module, Param, Tick, in_seconds, port
from seahaven.roads.builder import Builder, kmh, motorway
from seahaven.roads.model import RoadNetwork
from seahaven.seats import AssistedControls, PedalControls, View
from seahaven.trials.workers import watch_parent
from seahaven.world import Press, reads

STUDY = """\
study: Brakes ahead
seed: 5
duration: 40 s
record: 10 Hz
roads: tests.trials.script:roads
subject: {name: ada, on: M1, lane: right, at: 400 m, speed: 84 km/h,
  driver: {speed_factor: 0.7, unsteadiness: 0, headway: 1.2 s}}
traffic: {rate: 10 Hz}
world:
  vehicle:
    lead: {on: M1, lane: right, at: 440 m, speed: 84 km/h, driver: {speed_factor: 0.7, unsteadiness: 0}}
    beside: {on: M1, lane: left, at: 402 m, speed: 84 km/h, driver: {speed_factor: 0.7, unsteadiness: 0}}
modules:
  script: {use: "tests.trials.script:Script", rate: 10 Hz, entity: lead, with: {number: 0, at: 8 s, hard: 5.0}}
  second: {use: "tests.trials.script:Script", rate: 10 Hz, entity: lead, with: {number: 1, at: 25 s, hard: 2.0}}
links:
  [script.pressed -> traffic/drivers.presses, second.pressed -> traffic/drivers.presses]
"""
NAMES = {0: "sudden stop", 1: "gentle slowdown", 2: "nothing"}


def roads() -> RoadNetwork:
    """Three kilometres of motorway, two lanes."""
    builder = Builder("motorway")
    builder.road("M1", motorway(limit=kmh(120))).straight(3000)
    return builder.build()


class Script(Module):
    """Lets its entity brake at a time; opens its situation 4 s before, closes it 10 s after."""

    number: Param[int]
    at: Param[float] = port(unit="s")
    hard: Param[float] = 5.0
    fails: Param[bool] = False
    plans: Param[bool] = False
    shows: Param[str] = ""
    pressed: Emits[Press]
    told: Emits[Any]

    one = reads("vehicle", "speed", single=True)
    all = reads("vehicle", "x", "speed")

    def gap(self) -> float:
        """From the car ahead to the first of all, in time."""
        (ahead,) = self.all.x[self.all.ids == self.one.id]
        return float(ahead - self.all.x[0] - 4.6) / max(float(self.all.speed[0]), 0.1)

    def step(self, tick: Tick) -> None:
        entity, name = self.one.id, NAMES[self.number]
        start, gap = (name, self.number), round(self.gap(), 3)
        shown = (self.shows, entity) if self.shows else ()
        asked = "time gap", "s", 1.5, 0.2, "lead"
        steps: list[tuple[float, list[Any]]] = [
            (-4.0, [Opened(*start, 700.0 * (self.number + 1), *asked), Forecast(*start, True, 3.0, 4.0, float("inf"))]),
            (-3.0, [CastMember(*start, "lead", entity, "conscripted", 1), Told("Mind the car ahead", "following")]),
            (-1.0, [Ordered(*start, "lead", entity, "brake_for", 2.0)]),
            (0.0, [Critical(*start, "time gap", "s", 1.5, gap, 0.2, abs(gap - 1.5) < 0.2, "lead", entity, *shown)]),
            (10.0, [Closed(*start, "played", ""), Marker("over")]),
        ]
        if self.plans and tick.index == 0:
            self.told.append(Planned(*start, 700.0 * (self.number + 1), *asked))
        if self.fails:
            short = "nobody came by to play the lead", 2.25, "lead 20 m too far ahead"
            steps = [*steps[:1], (2.0, [Closed(*start, "failed", *short)])]
        for offset, told in steps:
            if tick.seconds <= self.at + offset < in_seconds(tick.next):
                self.told.extend(told)
                if offset == 0.0:
                    self.pressed.append(Press((entity,), "brake_for", 2.0))
                    self.pressed.append(Press((entity,), "brake", self.hard))


def asleep(view: View) -> AssistedControls:
    """Hold the speed, whatever happens ahead."""
    return AssistedControls(0.0)


ASLEEP = STUDY.replace("hard: 5.0", "hard: 8.0").replace(
    "  driver: {speed_factor: 0.7, unsteadiness: 0, headway: 1.2 s}}",
    '  driver: {python: "tests.trials.script:asleep", controls: assisted, stateless: true}}',
)
"""The subject drives into the car ahead without braking."""


class Attentive:
    """Keeps its speed; once the brake lights ahead are on it releases the accelerator, brakes, and steers aside."""

    RELEASES, BRAKES, STEERS = 0.73, 0.98, 1.31

    def __init__(self) -> None:
        self.seen_at: float | None = None

    def drive(self, view: View) -> PedalControls:
        """The controls for a view."""
        ahead = [other for other in view.objects if other.ahead > 0.0 and abs(other.left) < 1.5]
        if self.seen_at is None and ahead and ahead[0].brake_light:
            self.seen_at = view.time
        since = -1.0 if self.seen_at is None else view.time - self.seen_at + 1e-6
        throttle = 0.0 if since >= self.RELEASES else min(max(0.25 + 0.2 * (23.3 - view.ego.speed), 0.2), 1.0)
        wheel = 0.25 if self.STEERS <= since < self.STEERS + 1.0 else 0.0
        return PedalControls(wheel, throttle, 0.4 if since >= self.BRAKES else 0.0)


ATTENTIVE = STUDY.replace(
    "driver: {speed_factor: 0.7, unsteadiness: 0, headway: 1.2 s}}",
    'driver: {python: "tests.trials.script:Attentive", controls: pedals}}',
    1,
).replace("hard: 5.0", "hard: 5.0, shows: brake light")
"""The subject is driven with pedals, and responds at known times."""


class End(Module):
    """Kills its process in its second step, if asked to; with a `mark` only until there is a file of that name."""

    kills: Param[bool] = False
    mark: Param[str] = ""

    def step(self, tick: Tick) -> None:
        if self.kills and tick.index == 1 and not (self.mark and Path(self.mark).exists()):
            if self.mark:
                Path(self.mark).touch()
            os.kill(os.getpid(), signal.SIGKILL)


def busy_worker(connection: Connection) -> None:
    """A process of drives side by side that is busy for ever."""
    watch_parent()
    connection.send("begun")
    while True:
        pass
