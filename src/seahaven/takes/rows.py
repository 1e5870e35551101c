"""The first rows of the world, as a study describes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from seahaven.errors import InputError
from seahaven.files import KeyPath, parse_quantity
from seahaven.geometry import Curve
from seahaven.takes.at import At
from seahaven.takes.reading import Reading
from seahaven.takes.setting import VehicleEntry
from seahaven.takes.stage import Stage
from seahaven.world import Column, World

__all__ = ["add_rows"]

_ON_COURSE = ("x", "y", "heading")
_ON_ROADS = (*_ON_COURSE, "z", "s", "route", "entry")
"""Columns that a place says already."""


def add_rows(
    world: World,
    rows: Mapping[str, Mapping[str, Mapping[str, Any]]],
    reading: Reading,
    courses: Mapping[str, Curve],
    stage: Stage | None,
) -> None:
    """Add the rows of a study; vehicles on roads are taken in by the stage, which adds them when routes are known."""
    for family, entities in rows.items():
        with At(reading.key_at("world", family)):
            columns = world.family(family).type.columns
        for name, given in entities.items():
            path: KeyPath = ("world", family, name)
            if stage and family == "vehicle" and "on" in given and given["on"] not in courses:
                _cast(stage, name, given, reading, columns, path)
            else:
                _add(world, name, dict(given), reading, courses, columns, path)


def _add(
    world: World,
    name: str,
    given: dict[str, Any],
    reading: Reading,
    courses: Mapping[str, Curve],
    columns: Mapping[str, Column],
    path: KeyPath,
) -> None:
    placed = _on_course(courses, given, reading, path)
    values = {key: reading.cell(columns, key, value, (*path, key)) for key, value in given.items()}
    with At(reading.key_at(*path)):
        world.add(str(path[1]), name, **placed, **values)


def _cast(
    stage: Stage,
    name: str,
    given: Mapping[str, Any],
    reading: Reading,
    columns: Mapping[str, Column],
    path: KeyPath,
) -> None:
    """Hand a vehicle on a lane or road over to the stage."""
    _refuse_placed(given, _ON_ROADS, reading, path)
    entry = reading.part(path, VehicleEntry.model_fields, VehicleEntry)
    rest = {key: value for key, value in given.items() if key not in VehicleEntry.model_fields}
    stage.cast(name, entry, path, {key: reading.cell(columns, key, value, (*path, key)) for key, value in rest.items()})


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
