"""A study with something said otherwise: under a condition, with situations in another order, with another driver.

What stands otherwise keeps its place in the file, so that errors lead to where it was written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from seahaven.errors import InputError, Position, nearest
from seahaven.files import Document, KeyPath, show
from seahaven.takes.study import Study

__all__ = ["movable", "practising", "reordered", "seat_terms", "seated", "told_otherwise", "under"]

CONDITIONS: Final = ("experiment", "conditions")
PRACTICE: Final = ("experiment", "practice")
SITUATIONS: Final = "situations"
PLACES: Final = ("at", "after")
"""Keys of a situation that say where it is; when situations change places, these stay."""
OUTSIDE: Final = frozenset(("program", "python"))
"""Keys of a driver that say who it is, if it comes from outside; all others are the terms of its seat."""
_OWN: Final = ("study", "experiment")
"""Keys of a study that no condition may change."""


def under(document: Document, condition: str) -> Document:
    """The study under a condition of its experiment."""
    return _otherwise(document, (*CONDITIONS, condition), "a condition")


def practising(document: Document) -> Document:
    """The study as it is on a practice drive."""
    return _otherwise(document, PRACTICE, "a practice drive")


def _otherwise(document: Document, path: KeyPath, what: str) -> Document:
    """The study with what stands at a path merged into it."""
    said = _at(document, path)
    known = [name for name in Study.model_fields if name not in _OWN]
    for key in said:
        if key not in known:
            message = f"{what} cannot change '{key}'{nearest(key, known)}"
            raise InputError(message, document.key_at(*path, key))
    keys, values = (
        {way[len(path) :]: at for way, at in places.items() if way[: len(path)] == path and way != path}
        for places in (document.keys, document.values)
    )
    data = _merged(document.data, said)
    return Document(document.file, data, {**document.keys, **keys}, {**document.values, **values})


def told_otherwise(document: Document, settings: Mapping[str, Any]) -> Document:
    """The study with some values replaced, each named by the keys that lead there: `subject.speed`, `must.0.speed`.

    What leads there has to be in the study already, but for mappings: these are made.
    """
    data: Any = document.data
    for name, value in settings.items():
        data = _with(data, tuple(name.split(".")), value, name)
    return Document(document.file, data, document.keys, document.values)


def seated(document: Document, driver: Mapping[str, Any]) -> Document:
    """The study with another driver in the seats of its subjects, under the terms that the study names for its own."""
    data: Any = document.data if isinstance(document.data, dict) else {}
    single, several = data.get("subject"), data.get("subjects")
    changed = dict(data)
    if isinstance(single, dict):
        changed["subject"] = _with_driver(single, driver)
    if isinstance(several, dict) and all(isinstance(one, dict) for one in several.values()):
        changed["subjects"] = {name: _with_driver(one, driver) for name, one in several.items()}
    if changed == data and not (single or several):
        raise InputError("the study has no subject whom another driver could drive; add 'subject'", document.at())
    return Document(document.file, changed, document.keys, document.values)


def seat_terms(driver: Any) -> dict[str, Any]:
    """The terms of a seat, without who sits in it; none where one of our drivers does."""
    is_from_outside = isinstance(driver, dict) and not OUTSIDE.isdisjoint(driver)
    return {key: value for key, value in driver.items() if key not in OUTSIDE} if is_from_outside else {}


def _with_driver(subject: Mapping[str, Any], driver: Mapping[str, Any]) -> dict[str, Any]:
    return {**subject, "driver": {**seat_terms(subject.get("driver")), **driver}}


def _with(data: Any, path: tuple[str, ...], value: Any, name: str) -> Any:
    """A copy with a value at a path."""
    key, *rest = path
    if isinstance(data, list):
        if not key.isdecimal() or int(key) >= len(data):
            raise InputError(f"'{name}' leads to place '{key}' of a list of {len(data)}; places count from 0")
        place = int(key)
        changed = _with(data[place], tuple(rest), value, name) if rest else value
        return [*data[:place], changed, *data[place + 1 :]]
    if data is not None and not isinstance(data, dict):
        raise InputError(f"'{name}' leads on from {show(data)} by '{key}', which has no parts")
    known = data or {}
    return {**known, key: _with(known.get(key), tuple(rest), value, name) if rest else value}


def movable(document: Document) -> list[int]:
    """Which of the study's situations may change places."""
    situations = document.data.get(SITUATIONS) if isinstance(document.data, dict) else None
    if not isinstance(situations, list):
        return []
    return [k for k, one in enumerate(situations) if isinstance(one, dict) and one.get("movable") is True]


def reordered(document: Document, order: Sequence[int]) -> Document:
    """The study with its movable situations in another order: `order[k]` is which of them comes at the kth place.

    Places stay where they are, and what happens there changes.
    """
    spots = movable(document)
    if sorted(order) != list(range(len(spots))):
        message = f"{len(order)} situations were to change places, but {len(spots)} are movable under this condition"
        raise InputError(message, document.key_at(SITUATIONS))
    data: Any = dict(document.data)  # type: ignore[arg-type]  # with situations it is a mapping
    situations = list(data[SITUATIONS]) if spots else []
    keys, values = dict(document.keys), dict(document.values)
    for spot, source in zip(spots, (spots[k] for k in order), strict=True):
        situations[spot] = _moved(data[SITUATIONS][source], data[SITUATIONS][spot])
        for places, before in ((keys, document.keys), (values, document.values)):
            _move(places, before, source, spot)
    return Document(document.file, {**data, SITUATIONS: situations} if spots else data, keys, values)


def _moved(situation: dict[str, Any], spot: dict[str, Any]) -> dict[str, Any]:
    """A situation at the place of another."""
    rest = {key: value for key, value in situation.items() if key not in PLACES}
    return {**{key: spot[key] for key in PLACES if key in spot}, **rest}


def _move(
    places: dict[KeyPath, Position], before: Mapping[KeyPath, Position], source: int, spot: int
) -> None:  # fmt: skip
    """Let what a situation says at another's place stand where it was written."""
    start = (SITUATIONS, source)
    for way, at in before.items():
        if way[:2] == start and (len(way) == 2 or way[2] not in PLACES):
            places[(SITUATIONS, spot, *way[2:])] = at


def _at(document: Document, path: KeyPath) -> dict[str, Any]:
    data: Any = document.data
    for depth, step in enumerate(path):
        if not isinstance(data, dict) or step not in data:
            known = list(data) if isinstance(data, dict) else []
            raise InputError(f"there is no {'.'.join(map(str, path[: depth + 1]))}{nearest(str(step), known)}")
        data = data[step]
    if not isinstance(data, dict):
        raise InputError(f"a condition is a mapping, not {show(data)}", document.at(*path))
    return data


def _merged(data: Any, said: Any) -> Any:
    if not (isinstance(data, dict) and isinstance(said, Mapping)):
        return said
    return {**data, **{key: _merged(data.get(key), value) for key, value in said.items()}}
