"""What a study says of its roads' life: the weather, whom it is about, and who else drives there."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal, Self, TypeAlias

from seahaven.files import Field, Schema, field_validator, model_validator, show
from seahaven.takes.detector_entries import DetectorEntry
from seahaven.takes.dimensions import (
    Arrivals,
    Coordinate,
    Crowding,
    Date,
    Daylight,
    Departures,
    Extent,
    Factor,
    Grip,
    Interval,
    LaneCount,
    LaneNumber,
    LanePlace,
    Lasting,
    Metres,
    Multiple,
    Period,
    PersonNumber,
    Rain,
    Share,
    ThreadCount,
    TrafficRate,
    Velocity,
    Visibility,
    WalkCount,
    WarmUpTime,
)
from seahaven.takes.halt_entries import HaltEntry, StopEntry
from seahaven.takes.motion_entries import MotionEntry

__all__ = [
    "AmbientEntry",
    "CastEntry",
    "FlowEntry",
    "LaneEntry",
    "PeopleEntry",
    "Preset",
    "RandomEntry",
    "RouteFilesEntry",
    "SubjectEntry",
    "SuspendableEntry",
    "TrafficEntry",
    "TripEntry",
    "VehicleEntry",
    "VirtualDriverEntry",
    "VirtualEntry",
    "Weather",
    "WeatherEntry",
]

Preset: TypeAlias = Literal["clear", "rain", "fog", "snow", "night"]
"""Weather by one word."""
Mix = Annotated[dict[str, Share], Field(min_length=1)]
Turns = Annotated[dict[str, Share], Field(min_length=1)]


def _per_time(value: Any) -> Any:
    """Refuse a bare number, which would be vehicles per second, and which nobody means."""
    return _with_unit(value, "h")


def _per_length(value: Any) -> Any:
    """Refuse a bare number, which would be vehicles per metre, and which nobody means."""
    return _with_unit(value, "km")


def _with_unit(value: Any, unit: str) -> Any:
    if isinstance(value, int | float) and not isinstance(value, bool):
        raise ValueError(f"{show(value)} has no unit; write, say, '{show(value)}/{unit}'")
    return value


class WeatherEntry(Schema):
    """Weather: a preset, or values of its own, or a preset with some of its values replaced."""

    at: Date = 0
    """When it begins to come up."""
    over: Date = 0
    """How long it takes to come up."""
    preset: Preset | None = None
    """The values that it starts from."""
    visibility: Visibility | None = None
    """How far one sees."""
    grip: Grip | None = None
    """Friction of the road, as a share of that of a dry one."""
    rain: Rain | None = None
    """How hard it rains."""
    daylight: Daylight | None = None
    """1 at noon, 0 in the darkest night."""


Weather: TypeAlias = Preset | WeatherEntry | list[Preset | WeatherEntry]
"""One weather, or several that come up one after the other."""


class VehicleEntry(Schema):
    """Where on the roads a vehicle begins, where it drives to, and what it and its driver are like."""

    on: str
    """A lane, by its name, or a road, by its id."""
    at: Metres = 0.0
    """How far along the lane in the direction of travel, or along the road as it was drawn."""
    lane: LaneNumber | Literal["left", "right"] | None = None
    """On a road: the leftmost or rightmost lane, or one by its number; by default, the best for its way."""
    to: str | None = None
    """The road or lane at whose end it arrives; by default, it goes straight on as long as there are roads."""
    via: Annotated[list[str], Field(default_factory=list)]
    """Roads or lanes by which it comes on its way."""
    speed: Velocity | None = None
    """With which it begins; by default, the one that its driver desires there."""
    type: str = "car"
    """What it is: one of the presets, or of the study's own types."""
    driver: Annotated[str | dict[str, Any], Field(default_factory=dict)]
    """Who drives it: the driver machine, with a character by name, or traits with their values, `like` a character if
    it says so; or, of a subject, `virtual`, a virtual subject, `python`, an object in Python, or `program`, a program.
    """
    motion: MotionEntry | None = None
    """How it is moved: bound to its `lane`, as most are, as a `kinematic` or `dynamic` bicycle, or by a script."""


class VirtualEntry(Schema):
    """A person who stands in for a real one."""

    kind: str = "any"
    """Of which kind it is; `any` for a draw from the standard population."""
    number: PersonNumber | None = None
    """Which person of that kind, or of the population; drawn at random by default."""
    ploughs: bool = False
    """Whether a replayed person runs into those who are in its way."""


class VirtualDriverEntry(Schema):
    """A virtual subject in the seat."""

    virtual: str | VirtualEntry
    """Who stands in for a real person: a kind by its name, `any`, or which person of a kind."""


class CastEntry(VehicleEntry):
    """One of those round whom it happens."""

    ahead: Metres = 0.0
    """How many metres further along its way it begins than at its place: several that set out from one place stand one
    behind the other."""

    @model_validator(mode="before")
    @classmethod
    def _virtual_is_a_driver(cls, data: Any) -> Any:
        if isinstance(data, dict) and "virtual" in data:
            raise ValueError("'virtual' says who drives; write, say, 'driver: {virtual: tailgater}'")
        return data


class SubjectEntry(CastEntry):
    """A driver round whom it happens: traffic is lively there, and comes and goes unseen."""

    name: Annotated[str, Field(min_length=1)] = "subject"
    """What it is called in the world, the reel and the summary."""
    wanders: bool = False
    """Whether it turns where it likes, drawn by the seed, instead of going to a goal."""

    @model_validator(mode="after")
    def _wanders_or_goes_somewhere(self) -> Self:
        if self.wanders and (self.to is not None or self.via):
            raise ValueError("a subject that 'wanders' goes nowhere in particular; leave out 'to' and 'via'")
        return self


class FlowEntry(Schema):
    """A flow: vehicles that enter one after the other at one place, and drive to another."""

    name: Annotated[str, Field(min_length=1)] | None = None
    """By default, `flow 1` and so on."""
    from_: Annotated[str, Field(alias="from")]
    """The road or lane at whose beginning they enter."""
    to: str | None = None
    """The road or lane at whose end they leave; by default, they turn by `turns` until they leave the network."""
    via: Annotated[list[str], Field(default_factory=list)]
    """Roads or lanes by which they come on their way."""
    rate: Arrivals
    """How many come, `1200/h` say."""
    headways: Literal["random", "regular"] = "random"
    """Whether they come by chance, as cars do that know nothing of each other, or like clockwork."""
    mix: str | Mix | None = None
    """Of which types they are: one type, or several with their shares; by default, that of all traffic."""
    begin: Date = 0
    """When the first may come."""
    end: Lasting | None = None
    """When no more come; by default, they come to the end of the study."""
    lane: Literal["best", "free", "random"] | LanePlace = "best"
    """On which lane they enter: the best for their way, any with room, one by chance, or one counted from the right,
    from 0."""
    speed: Velocity | None = None
    """With which they enter; by default, as their drivers like, or as the traffic there goes."""
    halts: Annotated[list[str | HaltEntry], Field(default_factory=list)]
    """Where they stop on their way, in this order: the names of stops, or more about each halt."""

    _has_unit = field_validator("rate", mode="before")(_per_time)


class TripEntry(Schema):
    """One vehicle that drives from one place to another, or one that does so again and again, as a bus of a line."""

    name: Annotated[str, Field(min_length=1)]
    """What it is called in the log of who entered; repeated trips have their number behind it."""
    from_: Annotated[str, Field(alias="from")]
    """The road or lane at whose beginning it enters."""
    at: Metres = 0.0
    """How far along that it enters."""
    to: str
    """The road or lane at whose end it leaves."""
    via: Annotated[list[str], Field(default_factory=list)]
    """Roads or lanes by which it comes on its way."""
    departure: Date = 0
    """When it sets out; where there is no room it waits."""
    every: Interval | None = None
    """How long after that the next one sets out, and so on; by default, there is one only."""
    end: Lasting | None = None
    """When no more set out; by default, they do to the end of the study."""
    type: str = "car"
    """What it is: one of the presets, or of the study's own types."""
    driver: Annotated[str | dict[str, Any], Field(default_factory=dict)]
    """What its driver is like: a character by name, or traits with their values, `like` a character if it says so."""
    lane: Literal["best", "free", "random"] | LanePlace = "best"
    """On which lane it enters: the best for its way, any with room, one by chance, or one counted from the right,
    from 0."""
    speed: Velocity | None = None
    """With which it enters; by default, as its driver likes, or as the traffic there goes."""
    halts: Annotated[list[str | HaltEntry], Field(default_factory=list)]
    """Where it stops on its way, in this order: the names of stops, or more about each halt."""

    @model_validator(mode="after")
    def _ends_after_it_begins(self) -> Self:
        if self.end is not None and self.every is None:
            raise ValueError("'end' is for trips that are repeated; add, say, 'every: 10 min', or leave it out")
        if self.end is not None and self.end <= self.departure:
            raise ValueError("it ends before it begins; give it an 'end' after its 'departure'")
        return self


class RandomEntry(Schema):
    """Random trips: from anywhere on the roads to anywhere else, at random times."""

    rate: Departures
    """How many set out, on all roads together, `1200/h` say."""
    mix: str | Mix | None = None
    """Of which types they are; by default, that of all traffic."""
    fringe: Multiple = 1.0
    """How many times as often trips begin and end at the edge of the network as elsewhere, by the length of lanes."""
    least: Metres = 300.0
    """How far a goal is from the start at least, as the crow flies."""
    begin: Date = 0
    """When the first may set out."""
    end: Lasting | None = None
    """When no more set out; by default, they do to the end of the study."""

    _has_unit = field_validator("rate", mode="before")(_per_time)


class RouteFilesEntry(Schema):
    """Route files, and what to do with those whose routes cannot be driven."""

    files: str | Annotated[list[str], Field(min_length=1)]
    """SUMO route files and additional files (types, routes, bus stops) beside the study, or a `.sumocfg` that names
    them."""
    begin: Date | None = None
    """The time of the files at which the study begins: `25200 s` for seven in the morning; if it is left out, that of
    the `.sumocfg`, or 0."""
    lenient: bool = False
    """Whether trips that cannot be made are left out, with a remark, rather than refused."""


class LaneEntry(Schema):
    """How dense traffic is on some lanes; of several that fit a lane the first counts."""

    density: Crowding
    """How many vehicles per length of each lane, `15/mi` say."""
    roads: str = "*"
    """A road by its id, or several, with * for anything: `freeway*`."""
    lanes: Annotated[list[LaneCount], Field(default_factory=list)]
    """Which of the lanes that run the same way side by side, counted from 1; all of them by default."""
    side: Literal["left", "right"] = "left"
    """From which side they are counted."""
    of: LaneCount | None = None
    """Only where there is this number of them."""
    direction: Literal["forward", "backward"] | None = None
    """Only those that run as the road was drawn, or only those that come back."""

    _has_unit = field_validator("density", mode="before")(_per_length)


class SuspendableEntry(Schema):
    """An area in which ambient traffic can be suspended: a stretch of a road, or a circle."""

    road: str | None = None
    """A road by its id, or several, with * for anything."""
    from_: Annotated[Metres, Field(alias="from", default=0.0)]
    """On that road: from here."""
    to: Metres | None = None
    """To here; by default, to its end."""
    x: Coordinate | None = None
    """The middle of a circle."""
    y: Coordinate | None = None
    radius: Extent | None = None

    @model_validator(mode="after")
    def _is_one_shape(self) -> Self:
        circle = [one is not None for one in (self.x, self.y, self.radius)]
        if all(circle) == (self.road is not None) or any(circle) != all(circle):
            raise ValueError("an area is either on a 'road', or a circle of 'x', 'y' and 'radius'")
        return self


class AmbientEntry(Schema):
    """Traffic that is wherever a subject is: kept at a density around each, entering and leaving out of sight."""

    radius: Extent = 3218.688
    """How far around each subject; two miles by default."""
    density: Crowding | Annotated[list[LaneEntry], Field(min_length=1)]
    """How many vehicles per length of each lane, `15/mi` say; or a list, for some lanes each."""
    mix: str | Mix | None = None
    """Of which types they are; by default, that of all traffic."""
    open_ends: bool = False
    """Whether they may come in and drive off at the ends of the roads even in sight, for roads that end there."""
    horizon: Metres | None = None
    """From how far on nobody heeds the ends of the roads, so that they may come in and drive off there; by default,
    300 m in towns, where houses stand along the streets, else 1 km."""
    keep: Literal["left", "right", "neither"] | None = None
    """The side to which they keep where lanes run side by side; by default, as drivers do."""
    turning: Factor | None = None
    """How many turn off at a junction for each who goes straight on; by default, 0.3 in towns, else none."""
    renewed: bool = True
    """Whether vehicles come and go as the subject drives on; if not, those placed at time 0, all within the radius, are
    all there ever are, as short drives and learning environments want it."""
    areas: Annotated[dict[str, SuspendableEntry], Field(default_factory=dict)]
    """Where triggers may suspend and resume it, by name."""

    _has_unit = field_validator("density", mode="before")(_per_length)


class PeopleEntry(Schema):
    """People on foot, who walk from door to door over pavements and crosswalks."""

    rate: Departures
    """How many set out, everywhere together, `600/h` say."""
    walks: WalkCount = 200
    """How many ways from door to door there are; each takes one of them, by chance."""
    beside_roads: bool = False
    """Whether they walk along the edges of roads that have no pavement, too."""

    _has_unit = field_validator("rate", mode="before")(_per_time)


class TrafficEntry(Schema):
    """Who else drives on the roads of a study."""

    rate: TrafficRate = Fraction(10)
    """How often everybody looks, decides and is moved."""
    threads: ThreadCount = 1
    """More than one lets it run on as many threads as the machine has; the result is the same."""
    types: Annotated[dict[str, dict[str, Any]], Field(default_factory=dict)]
    """Types of the study's own, by name: `like` a preset, other columns with a value or a distribution of values."""
    mix: str | Mix | None = None
    """Of which types everybody is where nothing else is said; cars with some vans and trucks by default, in
    towns without trailers."""
    flows: Annotated[list[FlowEntry], Field(default_factory=list)]
    """Vehicles that enter one after the other at one place, and drive to another."""
    trips: Annotated[list[TripEntry], Field(default_factory=list)]
    """Single vehicles, each from one place to another at a time of its own, and lines of buses."""
    stops: Annotated[dict[str, StopEntry], Field(default_factory=dict)]
    """Stops at which flows and trips may halt, by name."""
    turns: Annotated[str | list[str] | dict[str, Turns], Field(default_factory=dict)]
    """How many turn which way, by junction or road: `station: {left: 20 %, straight: 60 %, right: 20 %}`; or files of
    SUMO's turning ratios."""
    random: RandomEntry | None = None
    """Vehicles that drive from anywhere to anywhere else."""
    demand: Annotated[str | list[str] | RouteFilesEntry, Field(default_factory=list)]
    """SUMO route files (`.rou.xml`, plain or gzipped), or a `.sumocfg`, beside the study, for roads from SUMO."""
    detectors: Annotated[dict[str, DetectorEntry], Field(default_factory=dict)]
    """Induction loops, by name: counts, speeds and occupancies of what passes there."""
    ambient: AmbientEntry | None = None
    """Traffic that is wherever a subject is."""
    lights: Literal["fixed", "actuated", "off"] = "fixed"
    """How lights work for which the roads say nothing: by the clock, as traffic decides, or not at all."""
    collisions: Literal["impact", "pass"] = "impact"
    """What comes of two vehicles that touch: an impact, after which both may be wrecks; or it is noted, and they pass
    through each other."""
    warm_up: WarmUpTime = 0
    """For how long flows, random trips and people run before the drive begins, so that the roads are full at time 0."""
    patience: Period | None = 90.0
    """How long one stands before a road that is blocked until it takes another way; null for ever."""
