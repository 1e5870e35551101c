"""Puts a take together from what a study file says; whatever does not fit is refused with its place in the file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from seahaven.errors import InputError, Position, SeahavenError, nearest
from seahaven.files import UNITS, CodeReference, Dimension, Document, load_object, parse_quantity, show
from seahaven.geometry import Curve
from seahaven.kernel import Field, Module
from seahaven.takes.catalogue import CATALOGUE
from seahaven.takes.study import Entry, Study
from seahaven.takes.take import Take
from seahaven.world import VEHICLE, Column, FamilyType, World

__all__ = ["assemble"]

FAMILIES: tuple[FamilyType, ...] = (VEHICLE,)
_DIMENSIONS: dict[str, Dimension] = {
    unit: dimension for dimension, units in UNITS.items() for unit, size in units.items() if size == 1
}
KeyPath = tuple[str | int, ...]
T = TypeVar("T")


def assemble(study: Study, document: Document, *, allow: Sequence[str] = (), inputs: Mapping[str, str]) -> Take:
    """The take that a study describes; `allow` names packages whose code it may use besides our own."""
    return _Assembly(study, document, ("seahaven", *allow)).take(inputs)


@dataclass(slots=True)
class _Assembly:
    study: Study
    document: Document
    allowed: tuple[str, ...]

    def take(self, inputs: Mapping[str, str]) -> Take:
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
        return Take(study.study, root, world, study.duration, study.seed, study.record, inputs)

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
            return {}
        course = self._named("course", courses, given.pop("on"), (*path, "on"))
        with _At(self.document.at(*path, "at")):
            s = parse_quantity(given.pop("at", 0.0), "length")
        pose = course.pose(s)
        return {"x": pose.x, "y": pose.y, "heading": pose.heading}

    def _cell(self, columns: Mapping[str, Column], key: str, value: Any, path: KeyPath) -> Any:
        if key not in columns:
            raise InputError(f"there is no column '{key}'{nearest(key, columns)}", self.document.key_at(*path))
        return self._quantity(value, columns[key].unit, path)

    # --- modules

    def _module(self, name: str, entry: Entry, courses: Mapping[str, Curve], path: KeyPath) -> Module:
        kind = self._kind(entry, path)
        values = {
            key: self._setting(kind, key, value, courses, (*path, "with", key)) for key, value in entry.with_.items()
        }
        with _At(self.document.key_at(*path)):
            module = kind(name, rate=entry.rate, **values)
        for part, inner in entry.parts.items():
            module.add(self._module(part, inner, courses, (*path, "parts", part)))
        self._link(module, entry.links, (*path, "links"))
        return module

    def _kind(self, entry: Entry, path: KeyPath) -> type[Module]:
        at = self.document.at(*path, "use")
        if entry.use in CATALOGUE:
            return CATALOGUE[entry.use]
        if ":" not in entry.use:
            hint = nearest(entry.use, CATALOGUE)
            raise InputError(f"there is no module '{entry.use}' in the catalogue{hint}, or package.module:Name", at)
        kind = load_object(CodeReference.parse(entry.use, at=at), allowed=self.allowed, at=at)
        if not (isinstance(kind, type) and issubclass(kind, Module)):
            raise InputError(f"'{entry.use}' is not a module class", at)
        return kind

    def _setting(self, kind: type[Module], key: str, value: Any, courses: Mapping[str, Curve], path: KeyPath) -> Any:
        field = kind.fields.get(key)
        if field is None:
            raise InputError(
                f"{kind.__name__} has no parameter '{key}'{nearest(key, kind.fields)}", self.document.key_at(*path)
            )
        if field.type is Curve or field.type == (Curve | None):
            return self._named("course", courses, value, path)
        if field.type is Path:
            return Path(self.document.file).parent / str(value)
        with _At(self.document.at(*path)):
            return _checked(kind, field, self._quantity(value, field.unit, path))

    def _quantity(self, value: Any, unit: str, path: KeyPath) -> Any:
        """A number in SI where the unit says what is measured; anything else as it stands."""
        dimension = _DIMENSIONS.get(unit)
        if dimension is None or value is None:
            return value
        with _At(self.document.at(*path)):
            return parse_quantity(value, dimension)

    def _link(self, module: Module, links: list[str], path: KeyPath) -> None:
        for i, text in enumerate(links):
            source, arrow, target = (part.strip() for part in text.partition("->"))
            if not (source and arrow and target):
                message = f"{show(text)} is no link; write 'module.output -> module.input'"
                raise InputError(message, self.document.at(*path, i))
            module.link(source, target)

    def _grant(self, world: World, root: Module) -> None:
        """Give the entities that modules belong to over to them and their parts."""
        for path, entry, module in _entries(self.study.modules, root, ("modules",)):
            if entry.entity is None:
                continue
            with _At(self.document.at(*path, "entity")):
                entity = world[entry.entity]
            for part in module.walk():
                if part.ports:
                    world.grant(part.path, entity.family, ids=entity.id)

    def _named(self, what: str, known: Mapping[str, T], name: Any, path: KeyPath) -> T:
        if name not in known:
            raise InputError(f"there is no {what} {show(name)}{nearest(str(name), known)}", self.document.at(*path))
        return known[name]


def _entries(entries: Mapping[str, Entry], parent: Module, path: KeyPath) -> Iterator[tuple[KeyPath, Entry, Module]]:
    modules = {module.name: module for module in parent.children}
    for name, entry in entries.items():
        yield (*path, name), entry, modules[name]
        yield from _entries(entry.parts, modules[name], (*path, name, "parts"))


def _checked(kind: type[Module], field: Field, value: Any) -> Any:
    try:
        return field.check(tuple(value) if isinstance(value, list) else value)
    except TypeError as error:
        raise InputError(f"{kind.__name__}.{field.name}: {error}") from None


class _At:
    """Gives errors from inside the place in the file that led there."""

    def __init__(self, at: Position) -> None:
        self._at = at

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, SeahavenError) and getattr(error, "at", None) is None:
            raise InputError(str(error), self._at) from error
