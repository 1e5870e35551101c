"""A study file as it is read: values in SI, names that have to be known, and the place of whatever is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from os.path import relpath
from pathlib import Path
from typing import Any, TypeVar

from seahaven.errors import InputError, Position, nearest
from seahaven.files import Document, KeyPath, Schema, Within, file_digest, parse_quantity, show, validate
from seahaven.roads.formats.sumo import files_of, is_configuration
from seahaven.takes.at import At
from seahaven.takes.dimensions import DIMENSIONS
from seahaven.takes.limits import column_limit
from seahaven.world import Column

__all__ = ["Reading"]

S = TypeVar("S", bound=Schema)
T = TypeVar("T")


@dataclass(slots=True)
class Reading:
    """The document of a study, and the files that it leads to, with their hashes."""

    document: Document
    inputs: dict[str, str]

    def at(self, *path: str | int) -> Position:
        """The place of a value."""
        return self.document.at(*path)

    def key_at(self, *path: str | int) -> Position:
        """The place of a key."""
        return self.document.key_at(*path)

    @property
    def folder(self) -> Path:
        """Where the study lies, and files that it names are looked for."""
        return Path(self.document.file).parent

    def quantity(self, value: Any, unit: str, path: KeyPath, limit: Within | None = None) -> Any:
        """A number in SI where the unit says what is measured; anything else as it stands.

        It is refused beyond its limit, or beyond that of the column or parameter at the end of the path.
        """
        dimension = DIMENSIONS.get(unit)
        with At(self.at(*path)):
            number = value if dimension is None or value is None else parse_quantity(value, dimension)
            limit = limit or column_limit(str(path[-1]), unit)
            if isinstance(number, int | float):
                limit.refuse(str(path[-1]), value)
        return number

    def cell(self, columns: Mapping[str, Column], key: str, value: Any, path: KeyPath) -> Any:
        """A value for a column of a family."""
        if key not in columns:
            raise InputError(f"there is no column '{key}'{nearest(key, columns)}", self.key_at(*path))
        column = columns[key]
        if value is None and not column.nullable:
            raise InputError(f"'{key}' has no value", self.at(*path))
        if column.kinds and value not in column.kinds:
            raise InputError(f"{show(value)} is not one of {', '.join(sorted(column.kinds))}", self.at(*path))
        return self.quantity(value, column.unit, path)

    def named(self, what: str, known: Mapping[str, T], name: Any, path: KeyPath) -> T:
        """What a name stands for."""
        if name not in known:
            raise InputError(f"there is no {what} {show(name)}{nearest(str(name), known)}", self.at(*path))
        return known[name]

    def file(self, name: str) -> Path:
        """A file or reel beside the study; what the take is made from is noted with its hash."""
        path = self.folder / name
        told = path / "manifest.json" if path.is_dir() else path
        if told.is_file():
            self.inputs[Path(name, *told.parts[len(path.parts) :]).as_posix()] = file_digest(told)
            for other in files_of(path) if is_configuration(path) else ():
                self.file(relpath(other, self.folder))
        return path

    def part(self, path: KeyPath, keys: Iterable[str], schema: type[S]) -> S:
        """Some keys of the mapping at a path, held against a schema."""
        data: Any = self.document.data
        for step in path:
            data = data[step]
        return self.held({key: data[key] for key in keys if key in data}, path, schema)

    def held(self, data: Mapping[str, Any], path: KeyPath, schema: type[S]) -> S:
        """A mapping held against a schema; mistakes are placed where the study has the mapping of a path."""
        return validate(self.document.below(path, dict(data)), schema)
