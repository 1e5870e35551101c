"""The first rows of the world, as a study describes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from seahaven.errors import InputError
from seahaven.files import KeyPath, parse_quantity
from seahaven.geometry import Curve
from seahaven.motion import UNSCRIPTED
from seahaven.takes.at import At
from seahaven.takes.person_entries import PersonEntry
from seahaven.takes.reading import Reading
from seahaven.takes.setting import VehicleEntry
from seahaven.world import Column, FamilyType, World

__all__ = ["PersonRow", "PlainRow", "RoadRow", "StudyRows", "rows_of"]

_ON_COURSE = ("x", "y", "heading")
_BESIDE_ROADS = (*_ON_COURSE, "z", "path", "progress", "offset")
_ON_ROADS = (*_ON_COURSE, "z", "s", "route", "entry")
"""Columns that a place says already."""


class PlainRow(NamedTuple):
    """A row with all that the study says of it."""

    family: str
    name: str
    columns: Mapping[str, Any]
    path: KeyPath


class RoadRow(NamedTuple):
    """A vehicle on the roads: its row is complete once the routes are known."""

    name: str
    entry: VehicleEntry
    path: KeyPath
    columns: Mapping[str, Any]


class PersonRow(NamedTuple):
    """Somebody on foot beside a road: the row is complete once the ways on foot are known."""

    name: str
    entry: PersonEntry
    path: KeyPath
    columns: Mapping[str, Any]


class StudyRows(NamedTuple):
    """The rows of a study, in the order in which it lists them."""

    plain: tuple[PlainRow, ...]
    on_roads: tuple[RoadRow, ...]
    on_foot: tuple[PersonRow, ...] = ()

    def add_to(self, world: World, reading: Reading) -> None:
        """Add the plain rows to a world."""
        for row in self.plain:
            with At(reading.key_at(*row.path)):
                world.add(row.family, row.name, **row.columns)


def rows_of(
    said: Mapping[str, Mapping[str, Mapping[str, Any]]],
    families: Sequence[FamilyType],
    reading: Reading,
    courses: Mapping[str, Curve],
    *,
    has_roads: bool,
) -> StudyRows:
    """The rows that a study lists, read and checked; vehicles may be on a road where there are roads."""
    blank, plain, on_roads, on_foot = World(families), list[PlainRow](), list[RoadRow](), list[PersonRow]()
    for family, entities in said.items():
        with At(reading.key_at("world", family)):
            columns = blank.family(family).type.columns
        for name, given in entities.items():
            path: KeyPath = ("world", family, name)
            if has_roads and family == "vehicle" and "on" in given and given["on"] not in courses:
                on_roads.append(_on_road(name, given, reading, columns, path))
            elif has_roads and family == "person" and "on" in given and given["on"] not in courses:
                on_foot.append(_on_foot(name, given, reading, columns, path))
            else:
                plain.append(_plain(dict(given), reading, courses, columns, path))
    return StudyRows(tuple(plain), tuple(on_roads), tuple(on_foot))


def _plain(
    given: dict[str, Any], reading: Reading, courses: Mapping[str, Curve], columns: Mapping[str, Column], path: KeyPath
) -> PlainRow:
    placed = _on_course(courses, given, reading, path)
    if given.get("motion", "lane") not in UNSCRIPTED:
        message = "a vehicle is moved by a script on roads only; place it 'on' one"
        raise InputError(message, reading.at(*path, "motion"))
    values = {key: reading.cell(columns, key, value, (*path, key)) for key, value in given.items()}
    return PlainRow(str(path[1]), str(path[2]), {**placed, **values}, path)


def _on_road(
    name: str, given: Mapping[str, Any], reading: Reading, columns: Mapping[str, Column], path: KeyPath
) -> RoadRow:
    """A vehicle on a lane or road."""
    _refuse_placed(given, _ON_ROADS, reading, path)
    entry = reading.part(path, VehicleEntry.model_fields, VehicleEntry)
    rest = {key: value for key, value in given.items() if key not in VehicleEntry.model_fields}
    cells = {key: reading.cell(columns, key, value, (*path, key)) for key, value in rest.items()}
    return RoadRow(name, entry, path, cells)


def _on_foot(
    name: str, given: Mapping[str, Any], reading: Reading, columns: Mapping[str, Column], path: KeyPath
) -> PersonRow:
    """Somebody beside a road."""
    _refuse_placed(given, _BESIDE_ROADS, reading, path)
    entry = reading.part(path, PersonEntry.model_fields, PersonEntry)
    rest = {key: value for key, value in given.items() if key not in PersonEntry.model_fields}
    cells = {key: reading.cell(columns, key, value, (*path, key)) for key, value in rest.items()}
    return PersonRow(name, entry, path, cells)


def _on_course(
    courses: Mapping[str, Curve], given: dict[str, Any], reading: Reading, path: KeyPath
) -> dict[str, float]:
    """Columns x, y and heading of an entity that is placed `on` a course, `at` a distance from its start."""
    if "on" not in given:
        if "at" in given:
            raise InputError("'at' needs a course to be on: add 'on: COURSE'", reading.key_at(*path, "at"))
        return {}
    _refuse_placed(given, _ON_COURSE, reading, path)
    name = given.pop("on")
    course = reading.named("course", courses, name, (*path, "on"))
    with At(reading.at(*path, "at")):
        s = parse_quantity(given.pop("at", 0.0), "length")
        if not 0.0 <= s <= course.length:
            raise InputError(f"{s:g} m is not on course '{name}', which is {course.length:g} m long")
    pose = course.pose(s)
    return {"x": pose.x, "y": pose.y, "heading": pose.heading}


def _refuse_placed(given: Mapping[str, Any], columns: tuple[str, ...], reading: Reading, path: KeyPath) -> None:
    for key in columns:
        if key in given:
            message = f"'{key}' cannot stand beside 'on', which places the entity already"
            raise InputError(message, reading.key_at(*path, key))
