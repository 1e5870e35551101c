"""Trials: a virtual subject at the wheel, from the beginning of a drive, or from shortly before one situation on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from seahaven.behaviour import TRAITS
from seahaven.bench.direction.watch import Notes, Watch
from seahaven.bench.ray_test import RayTest
from seahaven.direction import Closed, Direction, Line, Placement
from seahaven.errors import InputError
from seahaven.files import file_digest, load_yaml, validate
from seahaven.kernel import SECOND, Module, Param, Tick
from seahaven.roads import LaneMap
from seahaven.seats import KINDS, VirtualSubject, virtual_subject
from seahaven.takes import Run, Study, Take, assemble
from seahaven.world import writes

__all__ = [
    "TRAFFICS",
    "Drive",
    "Fork",
    "among_others",
    "control",
    "direction_of",
    "forks",
    "person",
    "seat_in",
    "traffic_around",
]

TRAFFICS = 20
"""How many drives are forked, each among other vehicles: what happens depends on who is there."""
STEP = SECOND // 10
CLEAR = 1000.0
"""How far one sees where there is no weather (m)."""
AHEAD = 400.0
"""So many metres before a situation opens the subject is replaced, to come to its own speed."""
FOLLOWED = 1.0
"""Seconds for which is watched on after a situation is over."""
ENDED = ("terminated", "accident")
"""How its driver is then."""
STRETCH = 900.0
"""The longest that a fork is watched (s)."""


def person(number: int, seed: int) -> VirtualSubject:
    """Who drives in a trial: people of the standard population."""
    return virtual_subject(number, seed)


def traffic_around(number: int) -> int:
    """Among which of the traffics a person drives; people of one kind among several of them."""
    return (number + number // len(KINDS)) % TRAFFICS


def control(study: Path, *, seed: int, person: int, is_everywhere: bool = False) -> Take:
    """A study in which nobody is to be directed, with its own traffic, or with traffic on all lanes, at the densities
    that it sets for some."""
    document = load_yaml(study)
    said = validate(document, Study).model_copy(update={"seed": seed}).driven_by(person)
    if is_everywhere and said.traffic and said.traffic.ambient and isinstance(said.traffic.ambient.density, list):
        anywhere: dict[str, Any] = {"lanes": [], "of": None, "direction": None}
        lanes = [entry.model_copy(update=anywhere) for entry in said.traffic.ambient.density]
        around = said.traffic.ambient.model_copy(update={"density": lanes, "keep": None})
        said = said.model_copy(update={"traffic": said.traffic.model_copy(update={"ambient": around})})
    return assemble(said, document, inputs={study.name: file_digest(study)})


def among_others(take: Take, number: int) -> Take:
    """The same drive among other vehicles: those of number 0 are those of the study."""
    return replace(take, seed=take.seed + number)


@dataclass(slots=True)
class Drive:
    """A run, with somebody who watches it."""

    run: Run
    notes: Notes
    line: Line
    subject: int

    @classmethod
    def watched(cls, run: Run, rays: RayTest | None = None) -> Drive:
        """A run with a watch added to it."""
        notes, directs = Notes(), direction_of(run)
        run.begin()
        run.controller.add(
            Watch("watch", rate=10, drive=directs.drive, subject=directs.subject, rays=rays, notes=notes)
        )
        return cls(run, notes, directs.drive, directs.subject)

    @property
    def visibility(self) -> float:
        """How far one sees (m)."""
        weather = self.run.table("weather")
        return float(weather.visibility[0]) if len(weather) else CLEAR

    @property
    def goes_on(self) -> bool:
        """Whether the subject is still under way: it has neither arrived nor had an accident that ends its drive."""
        world = self.run.world
        return self.subject in world and world.entity(self.subject).pilot not in ENDED

    def play(self, until: int) -> Notes:
        """Play on, to a date at most, or until the subject has arrived."""
        self.run.play(until, lambda _: not self.goes_on, 10 * SECOND)
        return self.notes


def direction_of(run: Run) -> Direction:
    """The module that directs in a run."""
    return next(module for module in run.controller if isinstance(module, Direction))


def subject_at(run: Run) -> float:
    """How far along the drive the subject is; NaN off it, or once it has arrived."""
    directs, world = direction_of(run), run.world
    if directs.subject not in world:
        return float("nan")
    row = world.entity(directs.subject)
    return float(directs.drive.at(-1 if row.lane is None else row.lane, row.s))


@dataclass(slots=True)
class Fork:
    """The beginnings of trials of one situation: a drive that has come shortly before it."""

    placement: Placement
    base: Run

    @property
    def lane_map(self) -> LaneMap:
        """The lanes that are driven on."""
        return direction_of(self.base).drive.lane_map

    def trial(self, who: VirtualSubject, *, rays: RayTest | None = None) -> Drive:
        """A run of its own, with somebody else at the wheel from now on."""
        twin = self.base.fork()
        seat_in(twin, who)
        return Drive.watched(twin, rays)

    def play(self, drive: Drive) -> Notes:
        """Play a trial until its situation is over."""
        end, number = self.base.now + round(STRETCH * SECOND), self.placement.number

        def is_over(run: Run) -> bool:
            closed = drive.notes.of(Closed, number)
            return not drive.goes_on or bool(closed and run.time > closed[0][0] + FOLLOWED)

        drive.run.play(end, is_over, SECOND)
        return drive.notes


def forks(take: Take) -> Iterator[Fork]:
    """The forks of all situations of a study, in order; its own subject drives from one to the next."""
    run = Run(take, is_bare=True)
    run.begin()
    for placement in direction_of(run).placements:
        wanted = max(placement.at - placement.needs.before - AHEAD, 50.0)
        if not run.play(take.duration, partial(_is_at, wanted), STEP):
            raise InputError(f"the study's own subject never came near '{placement.name}', so nobody else can, either")
        yield Fork(placement, run.fork())


def _is_at(wanted: float, run: Run) -> bool:
    return subject_at(run) >= wanted


class Exchange(Module):
    """Gives the subject's vehicle the traits of another driver."""

    traits: Param[dict[str, float]]
    own = writes("vehicle", *TRAITS, single=True)

    def step(self, tick: Tick) -> None:
        """Write them."""
        for name, value in self.traits.items():
            setattr(self.own, name, value)


def seat_in(run: Run, who: VirtualSubject) -> None:
    """Put somebody at the wheel of the subject's vehicle, within two steps; its seat may go on to change its traits."""
    subject, world, controller = direction_of(run).subject, run.world, run.controller
    world.grant("exchange", "vehicle", ids=subject)
    controller.add(Exchange("exchange", rate=10, traits=dict(who.traits)))
    controller.advance(2 * STEP)
    controller.remove("exchange")
    kind = KINDS[who.kind].occupant
    world.grant("seat0", "vehicle", ids=subject)
    controller.root.link("seat0.pressed", "traffic/drivers.presses")
    controller.add(kind("seat0", rate=Fraction(10) if kind.rate_hz is None else kind.rate_hz, person=who))
