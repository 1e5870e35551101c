"""Occupants of seats in a study: programs, and objects in Python, at the wheel of a subject's vehicle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any, Literal, Self

from seahaven.errors import InputError
from seahaven.files import CodeReference, Field, KeyPath, Schema, model_validator
from seahaven.kernel import Module
from seahaven.motion import CHASSIS_OF_KIND, Chassis, FreeMotion, chassis_named
from seahaven.roads.routing import Tracks
from seahaven.seats import FREE, NamedDriver, Occupancy, ProgramDriver, Seat, Terms, ViewOptions, refuse_missing
from seahaven.takes.at import At
from seahaven.takes.dimensions import Extent, ModuleRate, Period
from seahaven.takes.reading import Reading
from seahaven.takes.sensing import DefectEntry, SensorEntry, refuse_quick_sensors, sensor_set
from seahaven.takes.virtual import VIRTUAL
from seahaven.traffic import VehicleType
from seahaven.world import World

__all__ = [
    "DriverEntry",
    "Seating",
    "add_free_motion",
    "add_occupancy",
    "add_seat",
    "drivers_in",
    "free_rate",
    "link_free_motion",
    "link_instructions",
    "refuse_untrusted",
    "seating_of",
]

MACHINE = "the driver machine"
"""How the driver of ours is called, which drives every vehicle that nobody else does."""
OUTSIDE = ("program", "python")
"""Keys of which a driver has one if it is not one of ours."""
FREE_RATE = Fraction(100)
"""Hz, at which freely driven vehicles move unless a seat is asked more often, and at which one with pedals is asked."""
REROUTING = ("traffic/turns", "replanner", "ambient")
"""Modules that give new routes to vehicles."""


class ViewEntry(Schema):
    """How far a driver from outside sees, and in which detail."""

    range: Extent = 200.0
    """Within which it is shown other road users."""
    reach: Extent = 150.0
    """How far ahead it is shown lanes, lights and signs."""
    spacing: Extent = 2.0
    """Between points of lanes."""
    sides: Annotated[int, Field(ge=0, le=5)] = 2
    """How many lanes it is shown to the left and to the right of its way."""
    most: Annotated[int, Field(ge=0, le=500)] = 100
    """How many road users it is shown, the nearest of them."""


class DriverEntry(Schema):
    """A driver from outside: a program, or an object in Python."""

    program: Annotated[list[str], Field(min_length=1)] | None = None
    """The program and its arguments; a path with a slash is looked up beside the study, a bare name on the PATH."""
    python: str | None = None
    """Instead: a class or function, as `package.module:Name`."""
    socket: bool = False
    """Whether a program connects to a socket on this machine, instead of using its standard input and output."""
    memory_gb: Annotated[float, Field(gt=0.0, le=1000.0)] = 8.0
    """How many gigabytes of data a program may have."""
    controls: Literal["pedals", "motion", "trajectory", "lane", "assisted", "panel"] = "motion"
    """The kind of controls that it gives."""
    chassis: str | None = None
    """What its vehicle is made of, by the name that `seahaven vehicles` shows; by its type, if nothing is said."""
    rate: ModuleRate | None = None
    """How often it is asked; by default, with pedals at 100 Hz, else as often as other drivers decide."""
    mode: Literal["lockstep", "paced"] = "lockstep"
    """Whether the run waits for its answers, or applies late ones late."""
    limit: Period = 5.0
    """How long an answer may take by the wall clock."""
    on_fault: Literal["end", "hold", "brake"] = "end"
    """What happens when it fails: the drive ends, its last controls are held, or the vehicle brakes."""
    stateless: bool = False
    """Whether it remembers nothing from view to view, so that a run may be resumed or forked with it."""
    view: Annotated[ViewEntry, Field(default_factory=ViewEntry)]
    """What it is shown."""
    sensors: Annotated[dict[str, SensorEntry], Field(default_factory=dict)]
    """Through which sensors it sees, by name; by default, it is shown the truth."""
    defects: Annotated[list[DefectEntry], Field(default_factory=list)]
    """What goes wrong with them, and when."""
    objects: Literal["fused", "truth", "none"] | None = None
    """Where the objects of its views come from: fused from its sensors by the simulator, which is usual if it has any
    that see objects; the truth; or none, if it fuses what its sensors report itself."""
    ego: Literal["sensed", "truth"] | None = None
    """Whether its views show the ego where GPS and odometry say, which is usual if it has a GPS, or where it is."""
    parameters: Annotated[dict[str, Any], Field(default_factory=dict)]
    """What it is given at the beginning."""

    @model_validator(mode="after")
    def _is_named(self) -> Self:
        if self.program is None and self.python is None:
            raise ValueError("no occupant is named; 'program' is a list of words, 'python' is 'package.module:Name'")
        return self


@dataclass(frozen=True, slots=True)
class Seating:
    """Who is to take the seat of a vehicle, under which terms, and how often it is asked."""

    driver: ProgramDriver | NamedDriver
    terms: Terms
    rate: Fraction | None
    chassis: str | None = None

    @property
    def is_free(self) -> bool:
        """Whether the vehicle is driven freely, not bound to its lane."""
        return self.terms.controls in FREE

    def fitted(self, kind: VehicleType) -> Seating:
        """The same with the chassis of a type of vehicle, if it is to be driven freely and the study names no other."""
        usual = kind.chassis or CHASSIS_OF_KIND[kind.body.kind]
        return replace(self, chassis=usual) if self.is_free and self.chassis is None else self

    @property
    def fitting(self) -> Chassis:
        """What a vehicle that is driven freely is made of."""
        assert self.chassis is not None, "it is fitted to its vehicle first"
        return chassis_named(self.chassis)

    @property
    def columns(self) -> dict[str, Any]:
        """What its vehicle is besides: one that is driven freely is as large as what it is made of."""
        if not self.is_free:
            return {}
        chassis = self.fitting
        return {"motion": "dynamic", "length": chassis.length, "width": chassis.width}


def seating_of(
    said: str | Mapping[str, Any], path: KeyPath, reading: Reading, allowed: Sequence[str]
) -> Seating | None:  # fmt: skip
    """The driver from outside that a study names at a path; None where it describes one of ours."""
    if isinstance(said, str) or not any(key in said for key in OUTSIDE):
        return None
    _refuse_several(said, path, reading)
    entry = reading.part(path, said, DriverEntry)
    with At(reading.at(*path)):
        terms = Terms(
            entry.controls, entry.mode, entry.limit, entry.on_fault, entry.stateless,
            ViewOptions(entry.view.range, entry.view.reach, entry.view.spacing, entry.view.sides, entry.view.most),
            sensor_set(entry.sensors, entry.defects, entry.objects, entry.ego, path, reading),
        )  # fmt: skip
    rate = entry.rate or (FREE_RATE if entry.controls == "pedals" else None)
    return Seating(_driver(entry, path, reading, tuple(allowed)), terms, rate, _chassis(entry, path, reading))


def _refuse_several(said: Mapping[str, Any], path: KeyPath, reading: Reading) -> None:
    """Refuse two drivers in one seat."""
    named = [key for key in (*OUTSIDE, VIRTUAL) if key in said]
    if len(named) > 1:
        message = f"a seat has one occupant, and here are '{named[0]}' and '{named[1]}'; leave one of them out"
        raise InputError(message, reading.key_at(*path, named[1]))


def _chassis(entry: DriverEntry, path: KeyPath, reading: Reading) -> str | None:
    """The chassis that a study names; refused where it would not be used."""
    if entry.chassis is None:
        return None
    with At(reading.at(*path, "chassis")):
        if entry.controls not in FREE:
            raise InputError(f"'chassis' is for controls of the kinds {', '.join(FREE)}, not for '{entry.controls}'")
        chassis_named(entry.chassis)
    return entry.chassis


def _driver(
    entry: DriverEntry, path: KeyPath, reading: Reading, allowed: tuple[str, ...]
) -> ProgramDriver | NamedDriver:  # fmt: skip
    if entry.python is not None:
        at = reading.at(*path, "python")
        return NamedDriver(CodeReference.parse(entry.python, at=at), allowed, at, entry.parameters)
    at, command = reading.at(*path, "program"), tuple(entry.program or ())
    with At(at):
        refuse_missing(command, reading.folder)
    memory = 1e9 * entry.memory_gb
    return ProgramDriver(command, reading.folder, entry.parameters, allowed, at, entry.socket, memory)


def add_seat(
    seating: Seating, name: str, place: int, world: World, root: Module, tracks: Tracks, rate: Fraction
) -> None:  # fmt: skip
    """Put the seat of a vehicle, the `place`-th of the study, into the tree; drivers of ours decide at `rate`."""
    often = seating.rate or rate
    if seating.terms.controls == "assisted" and often < rate:
        message = f"'{name}' is driven with assisted controls at {often} Hz, but drivers decide at {rate} Hz"
        raise InputError(f"{message}; raise its 'rate', or leave it out", seating.driver.at)
    refuse_quick_sensors(seating.terms.sensors, often, name, seating.driver.at)
    options = {"tracks": tracks, "driver": seating.driver, "terms": seating.terms, "vehicle": name}
    seat = Seat(f"seat{place}", rate=often, **options)
    add_occupancy(seat, world, root)
    row = world[name]
    if seating.is_free:
        gear = seating.fitting.gear_at(row.speed)
        cockpit = world.add("cockpit", None, vehicle=row.id, chassis=seating.chassis, ratio=gear)
        world.grant(seat.path, "cockpit", ids=cockpit)


def free_rate(seatings: Mapping[str, Seating], rate: Fraction) -> Fraction:
    """How often freely driven vehicles are moved, and struck ones; at `rate`, as all others, where nobody drives so."""
    rates = [seating.rate or rate for seating in seatings.values() if seating.is_free]
    return max(FREE_RATE, *rates) if rates else rate


def add_occupancy(occupancy: Occupancy, world: World, root: Module) -> None:
    """Put an occupant into the tree, give it its columns, and let it press the panel of its driver."""
    root.add(occupancy)
    root.link(f"{occupancy.name}.pressed", "traffic/drivers.presses")
    world.grant(occupancy.path, "vehicle", ids=world[occupancy.vehicle].id)


def add_free_motion(
    seatings: Mapping[str, Seating],
    world: World,
    root: Module,
    tracks: Tracks,
    rate: Fraction,
    *,
    unmanned: Sequence[int] = (),
) -> None:
    """Put what moves freely driven and struck vehicles into the tree; all others move at `rate`.

    Where no vehicle is driven freely, it runs at that rate, too, and sleeps until a vehicle is struck.
    """
    free = {name: seating for name, seating in seatings.items() if seating.is_free}
    people = {"person"}.intersection(family.name for family in world.families)
    module = FreeMotion(
        "free", rate=free_rate(seatings, rate), tracks=tracks, traffic_rate=rate, has_people=bool(people),
        kept=tuple(sorted(world.names.values())), unmanned=tuple(sorted(unmanned)),
    )  # fmt: skip
    root.add(module)
    root.link("free.collided", "traffic/motion.struck")
    root.link("traffic/motion.pushed", "free.pushed")
    root.link("free.returned", "traffic/motion.moves")
    world.grant("free", "vehicle", ids=[world[name].id for name in free])
    for family in sorted(people):
        world.grant("free", family, ids=[])


def link_free_motion(root: Module) -> None:
    """Let freely driven and struck vehicles hear of new routes and of impacts, once all who tell them are there."""
    paths = {module.path for module in root.walk()}
    if "people/walking" in paths:
        root.link("people/walking.pushed", "free.pushed")
    if "free" in paths:
        for path in sorted(paths.intersection(REROUTING)):
            root.link(f"{path}.rerouted", "free.rerouted")


def link_instructions(root: Module, world: World, subject: int) -> None:
    """Let the driver of a subject hear what the subject is told, if it drives from outside."""
    for module in root.walk():
        if isinstance(module, Seat) and world[module.vehicle].id == subject:
            root.link("prompter.told", f"{module.name}.told")


def drivers_in(root: Module, world: World) -> dict[str, str]:
    """The occupants of the subjects' seats, by the names of their vehicles; nothing is started."""
    names = {entity: name for name, entity in world.names.items()}
    machine = {names[subject]: MACHINE for subject in world.subjects if subject in names}
    seats = [module for module in root.walk() if isinstance(module, Occupancy)]
    return machine | {seat.vehicle: f"{seat.label}, {seat.kind_of_controls} controls" for seat in seats}


def refuse_untrusted(root: Module) -> None:
    """Refuse, before a run starts, drivers that a file names and the user has not allowed."""
    for module in root.walk():
        if isinstance(module, Seat):
            module.driver.refuse_untrusted()
