"""Puts a take together from what a study file says; whatever does not fit is refused with its place in the file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from seahaven.errors import InputError, Position, SeahavenError, nearest
from seahaven.files import (
    UNITS,
    CodeReference,
    Dimension,
    Document,
    file_digest,
    load_object,
    parse_quantity,
    show,
)
from seahaven.geometry import Curve
from seahaven.kernel import Field, Module
from seahaven.takes.catalogue import CATALOGUE
from seahaven.takes.study import Entry, Study
from seahaven.takes.take import Take
from seahaven.world import VEHICLE, Column, FamilyType, World, Writes

__all__ = ["assemble"]

FAMILIES: tuple[FamilyType, ...] = (VEHICLE,)
_DIMENSIONS: dict[str, Dimension] = {
    unit: dimension for dimension, units in UNITS.items() for unit, size in units.items() if size == 1
}
KeyPath = tuple[str | int, ...]
T = TypeVar("T")


def assemble(study: Study, document: Document, *, allow: Sequence[str] = (), inputs: Mapping[str, str]) -> Take:
    """The take that a study describes; `allow` names packages whose code it may use besides our own."""
    return _Assembly(study, document, ("seahaven", *allow), dict(inputs)).take()


@dataclass(slots=True)
class _Assembly:
    study: Study
    document: Document
    allowed: tuple[str, ...]
    inputs: dict[str, str]
    places: dict[str, Position] = field(default_factory=dict)

    def take(self) -> Take:
        world = World(FAMILIES)
        courses = self._courses()
        for family, entities in self.study.world.items():
            for name in entities:
                self._place(world, courses, family, name)
        root = Module("root")
        for name, entry in self.study.modules.items():
            root.add(self._module(name, entry, courses, ("modules", name)))
        self._link(root, self.study.links, ("links",))
        self._grant(world, root)
        study = self.study
        return Take(
            study.study, root, world, study.duration, study.seed, study.record, self.inputs, self.places
        )  # fmt: skip

    def _courses(self) -> dict[str, Curve]:
        made: dict[str, Curve] = {}
        for name, course in self.study.courses.items():
            with _At(self.document.at("courses", name)):
                made[name] = course.path()
        return made

    # --- the world's first rows

    def _place(self, world: World, courses: Mapping[str, Curve], family: str, name: str) -> None:
        path: KeyPath = ("world", family, name)
        given = dict(self.study.world[family][name])
        with _At(self.document.key_at("world", family)):
            columns = world.family(family).type.columns
        placed = self._on_course(courses, given, path)
        values = {key: self._cell(columns, key, value, (*path, key)) for key, value in given.items()}
        with _At(self.document.key_at(*path)):
            world.add(family, name, **placed, **values)

    def _on_course(self, courses: Mapping[str, Curve], given: dict[str, Any], path: KeyPath) -> dict[str, float]:
        """Columns x, y and heading of an entity that is placed `on` a course, `at` a distance from its start."""
        if "on" not in given:
            if "at" in given:
                raise InputError("'at' needs a course to be on: add 'on: COURSE'", self.document.key_at(*path, "at"))
            return {}
        for key in ("x", "y", "heading"):
            if key in given:
                message = f"'{key}' cannot stand beside 'on', which places the entity already"
                raise InputError(message, self.document.key_at(*path, key))
        name = given.pop("on")
        course = self._named("course", courses, name, (*path, "on"))
        with _At(self.document.at(*path, "at")):
            s = parse_quantity(given.pop("at", 0.0), "length")
            if not 0.0 <= s <= course.length:
                raise InputError(f"{s:g} m is not on course '{name}', which is {course.length:g} m long")
        pose = course.pose(s)
        return {"x": pose.x, "y": pose.y, "heading": pose.heading}

    def _cell(self, columns: Mapping[str, Column], key: str, value: Any, path: KeyPath) -> Any:
        if key not in columns:
            raise InputError(f"there is no column '{key}'{nearest(key, columns)}", self.document.key_at(*path))
        column = columns[key]
        if value is None and not column.nullable:
            raise InputError(f"'{key}' has no value", self.document.at(*path))
        if column.kinds and value not in column.kinds:
            message = f"{show(value)} is not one of {', '.join(sorted(column.kinds))}"
            raise InputError(message, self.document.at(*path))
        return self._quantity(value, column.unit, path)

    # --- modules

    def _module(self, name: str, entry: Entry, courses: Mapping[str, Curve], path: KeyPath) -> Module:
        kind = self._kind(entry, path)
        values = {
            key: self._setting(kind, key, value, courses, (*path, "with", key)) for key, value in entry.with_.items()
        }
        with _At(self.document.key_at(*path)):
            module = kind(name, rate=entry.rate, **values)
            if module.has_step and module.beat is None:
                raise InputError(f"'{name}' ({kind.__name__}) needs a rate; add, say, 'rate: 20 Hz'")
        for part, inner in entry.parts.items():
            module.add(self._module(part, inner, courses, (*path, "parts", part)))
        self._link(module, entry.links, (*path, "links"))
        return module

    def _kind(self, entry: Entry, path: KeyPath) -> type[Module]:
        at = self.document.at(*path, "use")
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
            raise InputError(message, self.document.key_at(*path))
        if declared.type is Curve or declared.type == (Curve | None):
            return self._named("course", courses, value, path)
        if declared.type is Path:
            return self._file(str(value))
        with _At(self.document.at(*path)):
            return _checked(kind, declared, self._quantity(value, declared.unit, path))

    def _quantity(self, value: Any, unit: str, path: KeyPath) -> Any:
        """A number in SI where the unit says what is measured; anything else as it stands."""
        dimension = _DIMENSIONS.get(unit)
        if dimension is None or value is None:
            return value
        with _At(self.document.at(*path)):
            return parse_quantity(value, dimension)

    def _file(self, name: str) -> Path:
        """A file or reel beside the study; what the take is made from is noted with its hash."""
        path = Path(self.document.file).parent / name
        told = path / "manifest.json" if path.is_dir() else path
        if told.is_file():
            self.inputs[Path(name, *told.parts[len(path.parts) :]).as_posix()] = file_digest(told)
        return path

    def _link(self, module: Module, links: list[str], path: KeyPath) -> None:
        for i, text in enumerate(links):
            source, arrow, target = (part.strip() for part in text.partition("->"))
            if not (source and arrow and target):
                message = f"{show(text)} is no link; write 'module.output -> module.input'"
                raise InputError(message, self.document.at(*path, i))
            module.link(source, target)
            self.places[f"{source} -> {target}"] = self.document.at(*path, i)

    def _grant(self, world: World, root: Module) -> None:
        """Give the entities that modules belong to over to them and their parts."""
        owners: dict[tuple[int, str], KeyPath] = {}
        for path, entry, module in _entries(self.study.modules, root, ("modules",)):
            if entry.entity is None:
                self._refuse_lonely(world, path, module)
                continue
            with _At(self.document.at(*path, "entity")):
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
            raise InputError(message, self.document.key_at(*path))

    def _keys_above(self, path: KeyPath) -> set[str]:
        """The keys of all entries that the one at `path` is part of."""
        keys: set[str] = set()
        data: Any = self.document.data
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
                line = self.document.key_at(*first).line
                message = f"'{path[-1]}' and '{first[-1]}' (line {line}) both write '{column}' of the same entity"
                raise InputError(message, self.document.key_at(*path))

    def _named(self, what: str, known: Mapping[str, T], name: Any, path: KeyPath) -> T:
        if name not in known:
            raise InputError(f"there is no {what} {show(name)}{nearest(str(name), known)}", self.document.at(*path))
        return known[name]


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


class _At:
    """Gives errors from inside the place in the file that led there."""

    def __init__(self, at: Position) -> None:
        self._at = at

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, SeahavenError) and getattr(error, "at", None) is None:
            raise InputError(str(error), self._at) from error
