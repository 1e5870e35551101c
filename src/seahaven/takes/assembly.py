"""Puts takes together from what a study file says; whatever does not fit is refused with its place in the file.

Assembly is a pipeline of values, each made from the one before:

    Location ──> Actors ──> Screenplay ──> Ways ──> Turnout ──> tree and world
     roads        who        what is to    routes    who drives,
                             happen        of all    by seed

All but the last two are the same for every seed, so a `Production` keeps them and makes any number of takes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from seahaven.errors import InputError
from seahaven.files import Document, is_code
from seahaven.geometry import Curve
from seahaven.kernel import SECOND, Module
from seahaven.roads import RoadNetwork
from seahaven.roads.formats import format_of, is_road_file, load_network
from seahaven.stage import Scene
from seahaven.takes.actors import Actors
from seahaven.takes.at import At
from seahaven.takes.cueing import link_cues
from seahaven.takes.detecting import add_detectors, detectors_of
from seahaven.takes.directing import watch_orders
from seahaven.takes.ending import Ending
from seahaven.takes.forecast import Outlook, outlooks
from seahaven.takes.location import Location
from seahaven.takes.modules import OwnModules
from seahaven.takes.reading import Reading
from seahaven.takes.rows import StudyRows, rows_of
from seahaven.takes.scenes import add_crew, add_wanderer, scenes_in
from seahaven.takes.screenplay import Screenplay
from seahaven.takes.setting import TrafficEntry
from seahaven.takes.situations import have_people
from seahaven.takes.staging import stage
from seahaven.takes.study import Study
from seahaven.takes.take import Take
from seahaven.takes.turnout import Turnout
from seahaven.takes.warm_up import WarmUp
from seahaven.takes.ways import Ways
from seahaven.traffic import DETECTOR
from seahaven.world import VEHICLE, FamilyType, World

__all__ = ["Production", "assemble", "network_of"]

OFF_ROADS: tuple[FamilyType, ...] = (VEHICLE,)
"""The families of a study without roads."""
NO_TRAFFIC = TrafficEntry(types={}, flows=[], trips=[], stops={}, turns={}, demand=[], detectors={})
NEED_ROADS = (
    "weather",
    "subject",
    "subjects",
    "mission",
    "traffic",
    "people",
    "learned",
    "objects",
    "staged",
    "scenes",
    "situations",
    "instructions",
    "triggers",
    "beacons",
)
"""The keys of a study that need roads."""


def assemble(study: Study, document: Document, *, allow: Sequence[str] = (), inputs: Mapping[str, str]) -> Take:
    """The take that a study describes; `allow` names packages whose code it may use besides our own."""
    return Production.of(study, document, allow=allow, inputs=inputs).take(study.seed)


@dataclass(frozen=True, slots=True)
class Production:
    """Everything of a study that no seed changes: its takes share it."""

    study: Study
    reading: Reading
    modules: OwnModules
    rows: StudyRows
    weather: tuple[Outlook, ...]
    ways: Ways | None
    """None where there are no roads."""
    pool: tuple[Scene, ...] = ()
    """The scenes that a crew plays."""
    said: str = ""
    """A hash of what the study says for this very run, which checkpoints carry."""

    @classmethod
    def of(
        cls,
        study: Study,
        document: Document,
        *,
        allow: Sequence[str] = (),
        inputs: Mapping[str, str],
        said: str = "",
    ) -> Self:
        """What a study says; `allow` names packages whose code it may use besides our own."""
        reading, allowed = Reading(document, dict(inputs)), ("seahaven", *allow)
        courses = _courses(study, reading)
        network = network_of(study, reading, allowed)
        traffic = study.traffic or NO_TRAFFIC
        location = None
        if network:
            names_people = bool(study.world.get("person")) or have_people(study.situations, reading, allowed)
            location = Location.of(
                network, reading, traffic, study.people, study.learned, names_people=names_people
            )  # fmt: skip
        families = location.families if location else OFF_ROADS
        rows = rows_of(study.world, families, reading, courses, has_roads=location is not None)
        ways = None
        if location:
            screenplay = Screenplay.of(Actors.of(location, study, rows.on_roads, allowed), study, allowed)
            ways = Ways.of(screenplay, rows.on_foot, seconds=study.duration / SECOND)
        weather = outlooks(study.weather, document) if study.weather else ()
        own = OwnModules(study, reading, allowed, courses)
        return cls(study, reading, own, rows, weather, ways, scenes_in(study.scenes, reading, allowed), said)

    def take(self, seed: int) -> Take:
        """The take of a seed, ready to be played."""
        take = self.bare_take(seed)
        take.populate(take.root, take.world)
        return replace(take, is_bare=False)

    def bare_take(self, seed: int, before: Take | None = None) -> Take:
        """The take of a seed, whose ambient traffic is still to be placed.

        Where the seed makes no other difference, it has the tree and the world of a take before of this production.
        """
        turnout = Turnout.of(self.ways, seed=seed) if self.ways else None
        if before and _are_alike(turnout, before.turnout):
            return replace(before, seed=seed, turnout=turnout, is_bare=True)
        return self._staged(turnout, seed)

    def _staged(self, turnout: Turnout | None, seed: int) -> Take:
        """The tree and the world for those who turn out, without ambient traffic."""
        study, root, ways = self.study, Module("root"), self.ways
        actors = ways.screenplay.actors if ways else None
        location, families = (actors.location, actors.families) if actors else (None, OFF_ROADS)
        detectors = detectors_of(location, ways.demand.demand.detectors) if location and ways else ()
        world = World((*families, DETECTOR) if detectors else families)
        self.rows.add_to(world, self.reading)
        if turnout:
            stage(turnout, world, root, study, self.weather)
            add_wanderer(turnout, world, root)
            add_crew(self.pool, turnout, self.reading, world, root)
            add_detectors(root, world, turnout.ways.screenplay.actors.location, detectors)
        places = self.modules.add_to(root, world)
        link_cues(root)
        if location:
            watch_orders(root, location.traffic.rate)
        self.modules.grant(world, root)
        return Take(
            study.study, root, world, study.duration, seed, study.record, self.reading.inputs, places,
            roads=location.lane_map.network if location else None, remarks=ways.remarks if ways else (),
            ending=self._ending(world), warm_up=WarmUp.of(location) if location else None,
            said=self.said, turnout=turnout, is_bare=True,
        )  # fmt: skip

    def _ending(self, world: World) -> Ending | None:
        """What may end the take before its time."""
        study = self.study
        end = "mission" if study.mission and "end" not in study.model_fields_set else study.end
        if end == "time":
            return None
        if not world.subjects:
            raise InputError(f"'end: {end}' is about a subject; add 'subject'", self.reading.key_at("end"))
        if end == "situations" and not study.situations:
            raise InputError("'end: situations' needs some; add 'situations'", self.reading.key_at("end"))
        if end == "mission" and not study.mission:
            raise InputError("'end: mission' needs one; add 'mission'", self.reading.key_at("end"))
        return Ending(end, world.subjects[0])


def _are_alike(turnout: Turnout | None, before: Turnout | None) -> bool:
    """Whether the same tree serves both; without roads, it always does."""
    return turnout is None if before is None else turnout is not None and turnout.is_like(before)


def _courses(study: Study, reading: Reading) -> dict[str, Curve]:
    courses: dict[str, Curve] = {}
    for name, course in study.courses.items():
        with At(reading.at("courses", name)):
            courses[name] = course.path()
    return courses


def network_of(study: Study, reading: Reading, allowed: Sequence[str]) -> RoadNetwork | None:
    """The roads that a study names; None where it names none, and then what needs roads is refused."""
    if study.roads is None:
        for key in NEED_ROADS:
            if getattr(study, key):
                raise InputError(f"'{key}' needs roads; add, say, 'roads: town.xodr'", reading.key_at(key))
        return None
    at, files = reading.at("roads"), study.road_files
    _refuse_missing(study, reading, files)
    with At(at):
        network = load_network(files[0], additional=files[1:], folder=reading.folder, allow=allowed, at=at)
    for file in files:
        reading.file(file)
    return network


def _refuse_missing(study: Study, reading: Reading, files: Sequence[str]) -> None:
    """Refuse road files that are not there; of code, and of formats without, additional files are refused elsewhere."""
    has_more = is_road_file(files[0]) and format_of(files[0]).additional
    for k, file in enumerate(files if has_more else files[:1]):
        if not is_code(file, folder=reading.folder) and not (reading.folder / file).is_file():
            at = reading.at("roads", *(() if isinstance(study.roads, str) else (k,)))
            raise InputError(f"there is no road file '{file}' beside the study", at)
