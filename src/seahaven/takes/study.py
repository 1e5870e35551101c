"""What a `*.study.yaml` may say: courses or roads, who is on them, modules and links, how long, and the seed."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal, Self

from seahaven.errors import InputError
from seahaven.files import Field, Schema, json_schema, model_validator
from seahaven.geometry import Path, Pose
from seahaven.takes.beacon_entries import BeaconEntry
from seahaven.takes.dimensions import (
    Coordinate,
    Heading,
    Lasting,
    Metres,
    ModuleRate,
    PieceLength,
    PieceRadius,
    RecordRate,
    Seed,
)
from seahaven.takes.ending import End
from seahaven.takes.experiment import ExperimentEntry
from seahaven.takes.instructions import InstructionEntry
from seahaven.takes.learned_entries import LearnedEntry, LearningEntry
from seahaven.takes.mission_entries import MissionEntry
from seahaven.takes.object_entries import ObjectEntry
from seahaven.takes.setting import CastEntry, PeopleEntry, SubjectEntry, TrafficEntry, Weather
from seahaven.takes.situations import SituationEntry
from seahaven.takes.staged_entries import StagedEntry
from seahaven.takes.trigger_entries import TriggerEntry

__all__ = ["Course", "Entry", "Piece", "Start", "Study", "study_schema"]


class Piece(Schema):
    """One piece of a course: a `line`, an `arc` or a `clothoid`, with its length.

    An arc keeps to a radius; without one it goes on bending as the piece before it ended. A clothoid leads over to a
    radius; without one it leads back to straight.
    """

    line: PieceLength | None = None
    """A straight of this length."""
    arc: PieceLength | None = None
    """An arc of this length."""
    clothoid: PieceLength | None = None
    """A transition of this length."""
    radius: PieceRadius | None = None
    """Of the arc, or at the end of the clothoid."""
    turn: Literal["left", "right"] = "left"
    """Which way the radius bends."""

    @model_validator(mode="after")
    def _is_one_kind(self) -> Self:
        kinds = [name for name in ("line", "arc", "clothoid") if getattr(self, name) is not None]
        if len(kinds) != 1:
            raise ValueError("a piece is exactly one of 'line', 'arc' and 'clothoid'")
        if kinds == ["line"] and self.radius is not None:
            raise ValueError("a line has no radius; write 'arc' instead of 'line'")
        return self

    @property
    def curvature(self) -> float | None:
        """Signed, left is positive; None without a radius."""
        if self.radius is None:
            return None
        return (1.0 if self.turn == "left" else -1.0) / self.radius

    def added_to(self, path: Path) -> Path:
        """A path with this piece at its end."""
        if self.line is not None:
            return path.line(self.line)
        if self.arc is not None:
            return path.arc(self.arc, curvature=self.curvature)
        return path.clothoid(self.clothoid or 0.0, to_curvature=self.curvature or 0.0)


class Start(Schema):
    """Where a course begins."""

    x: Coordinate = 0.0
    y: Coordinate = 0.0
    heading: Heading = 0.0


class Course(Schema):
    """A way to drive along: lines, arcs and clothoids end to end."""

    start: Start = Start()
    pieces: Annotated[list[Piece], Field(min_length=1)]

    def path(self) -> Path:
        """The course as a curve."""
        path = Path(Pose(self.start.x, self.start.y, self.start.heading))
        for piece in self.pieces:
            path = piece.added_to(path)
        return path


class Entry(Schema):
    """One module of the tree."""

    use: str | None = None
    """What it is: a name from the catalogue, or `package.module:Name`; an entry with `parts` needs none."""
    rate: ModuleRate | None = None
    """How often it runs; a whole part, such as a car, has rates of its own inside."""
    entity: str | None = None
    """The entity of the world that it, with all its parts, belongs to."""
    with_: Annotated[dict[str, Any], Field(alias="with", default_factory=dict)]
    """Its control parameters and initial values."""
    parts: Annotated[dict[str, Entry], Field(default_factory=dict)]
    """Its sub-modules, by name."""
    links: Annotated[list[str], Field(default_factory=list)]
    """Links between its parts, as `part.output -> part.input`."""


class Study(Schema):
    """A drive, from its first state to its end."""

    study: Annotated[str, Field(min_length=1)]
    """A title."""
    seed: Seed = 0
    """From which all random numbers follow."""
    duration: Lasting
    """How long to play."""
    end: End = "time"
    """What ends it before that: `arrival` of the subject, the end of its `mission`, or when all its `situations` are
    over. A study with a mission ends with it by default."""
    record: RecordRate | None = Fraction(20)
    """How often the world is recorded; null for no recording."""
    courses: Annotated[dict[str, Course], Field(default_factory=dict)]
    """Ways to drive along, by name."""
    roads: str | Annotated[list[str], Field(min_length=1)] | None = None
    """A road file beside the study (`.xodr`, `.net.xml`, plain or `.gz`), or a reference to a function of ours or
    yours that gives a network; after a SUMO network its additional files, with programs of lights."""
    scenes: Annotated[list[str], Field(default_factory=list)]
    """Scene files beside the study, which a crew plays around the subject, wherever it drives."""
    weather: Weather | None = None
    """One weather, or several that come up one after the other; a clear day by default."""
    subject: SubjectEntry | None = None
    """The driver round whom it happens."""
    subjects: Annotated[dict[str, CastEntry], Field(default_factory=dict)]
    """Several of them, by name."""
    mission: MissionEntry | None = None
    """Where each subject has to come by, in order; lays its route."""
    must: Annotated[list[Any], Field(default_factory=list)]
    """What has to hold on the drive, for `seahaven test`; requirements by name."""
    traffic: TrafficEntry | None = None
    """Who else drives on the roads."""
    learned: Annotated[dict[str, LearnedEntry], Field(default_factory=dict)]
    """Drivers whose rules are learned, by name; types of vehicles name them."""
    learning: LearningEntry | None = None
    """How `seahaven learn` shows what is learned."""
    people: PeopleEntry | None = None
    """Who walks there."""
    objects: Annotated[dict[str, ObjectEntry], Field(default_factory=dict)]
    """What stands on the roads: cones, barriers, road works, parked and broken-down vehicles, by name."""
    staged: Annotated[dict[str, StagedEntry], Field(default_factory=dict)]
    """Impossible situations: what appears in sight of the subject, by name; the recording and every page say so."""
    triggers: Annotated[dict[str, TriggerEntry], Field(default_factory=dict)]
    """What waits for a vehicle or a condition and then presses buttons, by name."""
    beacons: Annotated[dict[str, BeaconEntry], Field(default_factory=dict)]
    """What tells vehicles nearby what to do, and streams of vehicles that open gaps, by name."""
    situations: Annotated[list[SituationEntry], Field(default_factory=list)]
    """What is to happen to the subject along its drive, in this order."""
    instructions: Annotated[list[InstructionEntry], Field(default_factory=list)]
    """What the subject is told on its way, and moments to be marked in the data."""
    spacing: Metres = 0.0
    """How far the places of situations are apart at least."""
    world: Annotated[dict[str, dict[str, dict[str, Any]]], Field(default_factory=dict)]
    """The first rows of each family, by name: columns with their values; `on` a course, lane or road, `at` a length,
    places them."""
    modules: Annotated[dict[str, Entry], Field(default_factory=dict)]
    """What runs, by name."""
    links: Annotated[list[str], Field(default_factory=list)]
    """Links between modules, as `module.output -> module.input`."""
    experiment: ExperimentEntry | None = None
    """Who takes part, under which conditions, and in which order situations come."""

    @property
    def road_files(self) -> list[str]:
        """The names under `roads`, of which the first is the network."""
        return [self.roads] if isinstance(self.roads, str) else self.roads or []

    def driven_by(self, person: int) -> Study:
        """The study with person `person` of the standard population at the wheel of its subject."""
        if self.subject is None:
            raise InputError(f"'{self.study}' has no subject whom a virtual one could stand in for")
        virtual = {"virtual": {"number": person}}
        return self.model_copy(update={"subject": self.subject.model_copy(update={"driver": virtual})})


def study_schema() -> dict[str, Any]:
    """The JSON Schema of study files, for editors."""
    return json_schema(Study)
