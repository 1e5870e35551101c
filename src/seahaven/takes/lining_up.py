"""A study with several subjects in place of its own: drivers on one mission, lined up at the start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from seahaven.errors import InputError, nearest
from seahaven.files import Document, KeyPath, parse_quantity
from seahaven.takes.variation import seat_terms

__all__ = ["lined_up", "subject_names"]

PLACE: Final = ("on", "at", "lane", "ahead", "speed")
"""Keys of a subject that belong to where it begins; all others go with the driver."""


def subject_names(document: Document) -> list[str]:
    """The names of the subjects of a study."""
    data: Any = document.data if isinstance(document.data, dict) else {}
    single, several = data.get("subject"), data.get("subjects")
    own = [str(single.get("name", "subject"))] if isinstance(single, dict) else []
    return [*own, *(map(str, several) if isinstance(several, dict) else ())]


def lined_up(document: Document, grid: Sequence[tuple[str, Mapping[str, Any]]], *, gap: float) -> Document:
    """The study with these drivers as its subjects, by name, the foremost at the start first.

    The last one begins where the study's `subject` does, and each of the others `gap` metres further along its way. In
    a study with several `subjects`, their places are taken in the order of the file, and a driver that says nothing is
    the subject's own. A driver that fails brakes, unless the study says otherwise, so that the others go on.
    """
    data: Any = document.data if isinstance(document.data, dict) else {}
    if isinstance(data.get("subjects"), dict) and data["subjects"]:
        entries, sources = _at_places(document, data["subjects"], [name for name, _ in grid])
    elif isinstance(data.get("subject"), dict):
        entries, sources = _in_a_row(data["subject"], [name for name, _ in grid], gap)
    else:
        raise InputError("the study has no subject whom drivers could stand in for; add 'subject'", document.at())
    for name, driver in grid:
        entry = entries[name]
        entry["driver"] = {"on_fault": "brake", **seat_terms(entry.get("driver")), **(driver or _own(entry))}
    changed: dict[str, Any] = {key: value for key, value in data.items() if key not in ("subject", "subjects")}
    changed["subjects"] = entries
    return Document(document.file, changed, _moved(document.keys, sources), _moved(document.values, sources))


def _own(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """The driver that an entry names itself."""
    driver = entry.get("driver")
    return driver if isinstance(driver, dict) else {}


def _in_a_row(
    subject: Mapping[str, Any], names: Sequence[str], gap: float
) -> tuple[dict[str, dict[str, Any]], dict[str, KeyPath]]:
    """The same subject once for each name, one behind the other; and where in the file each of them stands."""
    base = {key: value for key, value in subject.items() if key != "name"}
    first = parse_quantity(base.get("ahead", 0.0), "length")
    entries = {name: {**base, "ahead": first + gap * k} for k, name in enumerate(reversed(names))}
    return {name: entries[name] for name in names}, dict.fromkeys(names, ("subject",))


def _at_places(
    document: Document, subjects: Mapping[str, Any], names: Sequence[str]
) -> tuple[dict[str, dict[str, Any]], dict[str, KeyPath]]:
    """The subjects in another order at the places of the file."""
    for name in names:
        if name not in subjects:
            message = f"there is no subject '{name}' in the study{nearest(name, list(subjects))}"
            raise InputError(message, document.key_at("subjects"))
    places = [{key: entry[key] for key in PLACE if key in entry} for entry in subjects.values()]
    entries = {
        name: {**{key: value for key, value in subjects[name].items() if key not in PLACE}, **place}
        for name, place in zip(names, places, strict=False)
    }
    return entries, {name: ("subjects", name) for name in names}


def _moved(places: Mapping[KeyPath, Any], sources: Mapping[str, KeyPath]) -> dict[KeyPath, Any]:
    """Positions in the file by the keys of the changed study."""
    kept = {path: at for path, at in places.items() if path[:1] not in (("subject",), ("subjects",))}
    for name, source in sources.items():
        size = len(source)
        kept |= {("subjects", name, *path[size:]): at for path, at in places.items() if path[:size] == source}
        kept[("subjects",)] = places.get(source[:1], places.get((), None))
    return {path: at for path, at in kept.items() if at is not None}
