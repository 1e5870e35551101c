"""Puts a take together from what a study file says; whatever does not fit is refused with its place in the file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from seahaven.errors import InputError, Position, nearest
from seahaven.files import CodeReference, Document, KeyPath, is_code, load_object, show
from seahaven.geometry import Curve
from seahaven.kernel import SECOND, Field, Module
from seahaven.roads import RoadNetwork
from seahaven.roads.formats import load_network
from seahaven.takes.at import At
from seahaven.takes.catalogue import CATALOGUE
from seahaven.takes.cue import Cue
from seahaven.takes.cueing import link_cues, told
from seahaven.takes.directing import watch_orders
from seahaven.takes.ending import Ending
from seahaven.takes.forecast import Outlook, outlooks
from seahaven.takes.reading import Reading
from seahaven.takes.rows import add_rows
from seahaven.takes.setting import CastEntry, TrafficEntry
from seahaven.takes.stage import Stage
from seahaven.takes.study import Entry, Study
from seahaven.takes.take import Take
from seahaven.takes.virtual import person_of
from seahaven.world import VEHICLE, FamilyType, World, Writes

__all__ = ["assemble"]

OFF_ROADS: tuple[FamilyType, ...] = (VEHICLE,)
"""The families of a study without roads."""
NO_TRAFFIC = TrafficEntry(types={}, flows=[], trips=[], stops={}, turns={}, demand=[])


def assemble(study: Study, document: Document, *, allow: Sequence[str] = (), inputs: Mapping[str, str]) -> Take:
    """The take that a study describes; `allow` names packages whose code it may use besides our own."""
    return _Assembly(study, Reading(document, dict(inputs)), ("seahaven", *allow)).take()


@dataclass(slots=True)
class _Assembly:
    study: Study
    reading: Reading
    allowed: tuple[str, ...]
    places: dict[str, Position] = field(default_factory=dict)

    def take(self) -> Take:
        study, root, courses = self.study, Module("root"), self._courses()
        network = self._network()
        stage = None if network is None else Stage(network, study.traffic or NO_TRAFFIC, self.reading, study.people)
        world = World(stage.families if stage else OFF_ROADS)
        if stage:
            self._cast(stage)
            stage.plan_streams(study.beacons)
            if study.situations:
                stage.direct(study.situations, study.spacing, self.allowed)
        add_rows(world, study.world, self.reading, courses, stage)
        if stage:
            stage.fill(world, root, self._weather(), seed=study.seed, seconds=study.duration / SECOND)
            if study.instructions:
                stage.instruct(world, root, study.instructions, seconds=study.duration / SECOND)
            if study.triggers or study.beacons:
                stage.directing(world, root).add(study.triggers, study.beacons)
        self._add_modules(root, courses)
        self._link(root, study.links, ("links",))
        link_cues(root)
        if stage:
            watch_orders(root, stage.traffic.rate)
        self._grant(world, root)
        return Take(
            study.study, root, world, study.duration, study.seed, study.record, self.reading.inputs, self.places,
            roads=network, remarks=stage.remarks if stage else (), ending=self._ending(world),
            warm_up=stage.warm_up if stage else None,
        )  # fmt: skip

    def _ending(self, world: World) -> Ending | None:
        """What may end the take before its time."""
        if self.study.end == "time":
            return None
        if not world.subjects:
            raise InputError(f"'end: {self.study.end}' is about a subject; add 'subject'", self.reading.key_at("end"))
        if self.study.end == "situations" and not self.study.situations:
            raise InputError("'end: situations' needs some; add 'situations'", self.reading.key_at("end"))
        return Ending(self.study.end, world.subjects[0])

    def _network(self) -> RoadNetwork | None:
        """The roads; what needs some is refused where there are none."""
        if self.study.roads is None:
            for key in (
                "weather",
                "subject",
                "subjects",
                "traffic",
                "people",
                "situations",
                "instructions",
                "triggers",
                "beacons",
            ):
                if getattr(self.study, key):
                    raise InputError(f"'{key}' needs roads; add, say, 'roads: town.xodr'", self.reading.key_at(key))
            return None
        at, files = self.reading.at("roads"), self.study.road_files
        self._refuse_missing(files)
        with At(at):
            network = load_network(
                files[0], additional=files[1:], folder=self.reading.folder, allow=self.allowed, at=at
            )  # fmt: skip
        for file in files:
            self.reading.file(file)
        return network

    def _refuse_missing(self, files: Sequence[str]) -> None:
        """Refuse road files that are not there; only SUMO's networks have more than one."""
        for k, file in enumerate(files if ".net.xml" in files[0] else files[:1]):
            if not is_code(file, folder=self.reading.folder) and not (self.reading.folder / file).is_file():
                at = self.reading.at("roads", *(() if isinstance(self.study.roads, str) else (k,)))
                raise InputError(f"there is no road file '{file}' beside the study", at)

    def _cast(self, stage: Stage) -> None:
        """Put those round whom it happens on stage."""
        if self.study.subject:
            self._cast_subject(stage, self.study.subject.name, self.study.subject, ("subject",))
        for name, entry in self.study.subjects.items():
            self._cast_subject(stage, name, entry, ("subjects", name))

    def _cast_subject(self, stage: Stage, name: str, entry: CastEntry, path: KeyPath) -> None:
        person = person_of(name, entry, path, self.reading, seed=self.study.seed)
        stage.cast(name, entry, path, is_subject=True, person=person)

    def _weather(self) -> tuple[Outlook, ...]:
        weather = self.study.weather
        return outlooks(weather, self.reading.document) if weather else ()

    def _add_modules(self, root: Module, courses: Mapping[str, Curve]) -> None:
        for name, entry in self.study.modules.items():
            module = self._module(name, entry, courses, ("modules", name))
            with At(self.reading.key_at("modules", name)):
                root.add(module)

    def _courses(self) -> dict[str, Curve]:
        made: dict[str, Curve] = {}
        for name, course in self.study.courses.items():
            with At(self.reading.at("courses", name)):
                made[name] = course.path()
        return made

    def _module(self, name: str, entry: Entry, courses: Mapping[str, Curve], path: KeyPath) -> Module:
        kind = self._kind(entry, path)
        given = told(entry.with_, self.reading, (*path, "with")) if kind is Cue else entry.with_
        values = {key: self._setting(kind, key, value, courses, (*path, "with", key)) for key, value in given.items()}
        with At(self.reading.key_at(*path)):
            module = kind(name, rate=entry.rate, **values)
            if module.has_step and module.beat is None:
                raise InputError(f"'{name}' ({kind.__name__}) needs a rate; add, say, 'rate: 20 Hz'")
        for part, inner in entry.parts.items():
            module.add(self._module(part, inner, courses, (*path, "parts", part)))
        self._link(module, entry.links, (*path, "links"))
        return module

    def _kind(self, entry: Entry, path: KeyPath) -> type[Module]:
        at = self.reading.at(*path, "use")
        if entry.use is None and not entry.parts:
            raise InputError(f"missing key 'use' in '{path[-1]}'; it is one of {', '.join(CATALOGUE)}", at)
        if entry.use is None:
            return Module
        if entry.use in CATALOGUE:
            return CATALOGUE[entry.use]
        if ":" not in entry.use:
            hint = nearest(entry.use, CATALOGUE)
            raise InputError(f"there is no module '{entry.use}' (nor is it package.module:Name){hint}", at)
        kind = load_object(CodeReference.parse(entry.use, at=at), allowed=self.allowed, at=at)
        if not (isinstance(kind, type) and issubclass(kind, Module)):
            raise InputError(f"'{entry.use}' is not a module class", at)
        return kind

    def _setting(self, kind: type[Module], key: str, value: Any, courses: Mapping[str, Curve], path: KeyPath) -> Any:
        declared = kind.fields.get(key)
        if declared is None:
            message = f"{kind.__name__} has no parameter '{key}'{nearest(key, kind.fields)}"
            raise InputError(message, self.reading.key_at(*path))
        if declared.type is Curve or declared.type == (Curve | None):
            return self.reading.named("course", courses, value, path)
        if declared.type is Path:
            return self.reading.file(str(value))
        with At(self.reading.at(*path)):
            return _checked(kind, declared, self.reading.quantity(value, declared.unit, path))

    def _link(self, module: Module, links: list[str], path: KeyPath) -> None:
        for i, text in enumerate(links):
            source, arrow, target = (part.strip() for part in text.partition("->"))
            if not (source and arrow and target):
                message = f"{show(text)} is no link; write 'module.output -> module.input'"
                raise InputError(message, self.reading.at(*path, i))
            module.link(source, target)
            self.places[f"{source} -> {target}"] = self.reading.at(*path, i)

    def _grant(self, world: World, root: Module) -> None:
        """Give the entities that modules belong to over to them and their parts."""
        owners: dict[tuple[int, str], KeyPath] = {}
        for path, entry, module in _entries(self.study.modules, root, ("modules",)):
            if entry.entity is None:
                self._refuse_lonely(world, path, module)
                continue
            with At(self.reading.at(*path, "entity")):
                entity = world[entry.entity]
            self._refuse_second_owner(owners, entity.id, path, module)
            for part in module.walk():
                if part.ports:
                    world.grant(part.path, entity.family, ids=entity.id)

    def _refuse_lonely(self, world: World, path: KeyPath, module: Module) -> None:
        """Refuse a module that is made for one entity but was given none, neither itself nor by what it is part of."""
        if "entity" in self._keys_above(path):
            return
        single = [port for part in module.walk() for port in part.ports.values() if getattr(port, "single", False)]
        if single:
            known = ", ".join(sorted(world.names)) or "none yet"
            message = f"'{module.name}' is for one entity; add 'entity: NAME' (there are: {known})"
            raise InputError(message, self.reading.key_at(*path))

    def _keys_above(self, path: KeyPath) -> set[str]:
        """The keys of all entries that the one at `path` is part of."""
        keys: set[str] = set()
        data: Any = self.reading.document.data
        for step in path:
            data = data[step]
            keys |= data.keys()
        return keys

    def _refuse_second_owner(
        self, owners: dict[tuple[int, str], KeyPath], entity: int, path: KeyPath, module: Module
    ) -> None:
        """Refuse two modules that write the same column of one entity."""
        ports = [port for part in module.walk() for port in part.ports.values() if isinstance(port, Writes)]
        for column in sorted({column for port in ports for column in port.columns}):
            first = owners.setdefault((entity, column), path)
            if first != path and first != path[: len(first)]:
                line = self.reading.key_at(*first).line
                message = f"'{path[-1]}' and '{first[-1]}' (line {line}) both write '{column}' of the same entity"
                raise InputError(message, self.reading.key_at(*path))


def _entries(entries: Mapping[str, Entry], parent: Module, path: KeyPath) -> Iterator[tuple[KeyPath, Entry, Module]]:
    modules = {module.name: module for module in parent.children}
    for name, entry in entries.items():
        yield (*path, name), entry, modules[name]
        yield from _entries(entry.parts, modules[name], (*path, name, "parts"))


def _checked(kind: type[Module], declared: Field, value: Any) -> Any:
    try:
        return declared.check(tuple(value) if isinstance(value, list) else value)
    except TypeError as error:
        raise InputError(f"{kind.__name__}.{declared.name}: {error}") from None
