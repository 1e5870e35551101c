"""How the `must:` of a drive file becomes requirements; whatever does not fit is refused with its place in the file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NoReturn

from seahaven.errors import InputError, nearest
from seahaven.files import CodeReference, Document, KeyPath, Schema, load_object, show, validate
from seahaven.testbed.bounds import HowLong
from seahaven.testbed.combining import AllOf, AnyOf, ComesWithin, HoldsUntil, NotOf, Whenever
from seahaven.testbed.requirement import VALIDATORS, Judging
from seahaven.testbed.validators import Own

__all__ = ["MustReader"]


class _WithinEntry(Schema):
    """Something that comes to hold within a time."""

    time: HowLong
    holds: Any


class _AfterEntry(Schema):
    """Something that holds whenever something else does."""

    when: Any
    then: Any
    within: HowLong | None = None


class _UntilEntry(Schema):
    """Something that holds until something else does."""

    holds: Any
    until: Any
    within: HowLong | None = None


class MustReader:
    """Reads requirements of one document; `allow` names packages whose code they may use."""

    def __init__(self, document: Document, allow: Sequence[str] = ()) -> None:
        self._document, self._allow = document, ("seahaven", *allow)

    def requirements(self, path: KeyPath = ("must",)) -> tuple[Judging, ...]:
        """What stands in the list at a path."""
        data = self._data(path)
        if not isinstance(data, list) or not data:
            self._refuse(path, f"expected a list of requirements, found {show(data)}")
        return tuple(self._requirement((*path, k)) for k in range(len(data)))

    def _requirement(self, path: KeyPath) -> Judging:
        """A name alone, or a mapping of one name to its parameters."""
        data = self._data(path)
        if isinstance(data, str):
            return self._named(data, path, None)
        if not isinstance(data, dict) or len(data) != 1:
            self._refuse(path, f"expected one name, or one name with its parameters, found {show(data)}")
        (name,) = data
        return self._named(name, path, (*path, name))

    def _named(self, name: str, path: KeyPath, inner: KeyPath | None) -> Judging:
        if name in _OPERATORS and inner is not None:
            return _OPERATORS[name](self, inner)
        if name in VALIDATORS:
            return self._validator(name, inner)
        at = self._document.at(*path) if inner is None else self._document.key_at(*inner)
        raise InputError(f"there is no requirement '{name}'{nearest(name, [*VALIDATORS, *_OPERATORS])}", at)

    def _validator(self, name: str, inner: KeyPath | None) -> Judging:
        kind, file = VALIDATORS[name], self._document.file
        data = {} if inner is None else self._data(inner)
        if isinstance(data, dict):
            return validate(self._document.below(inner or (), data), kind)
        at = self._document.at(*(inner or ()))
        if data is None or not kind.usual:
            raise InputError(f"'{name}' takes no single value; write it alone, or with its parameters", at)
        return validate(Document(file, {kind.usual: data}, {}, {(kind.usual,): at}), kind)

    def _all(self, path: KeyPath) -> Judging:
        return AllOf(self.requirements(path))

    def _any(self, path: KeyPath) -> Judging:
        return AnyOf(self.requirements(path))

    def _not(self, path: KeyPath) -> Judging:
        return NotOf(self._requirement(path))

    def _within(self, path: KeyPath) -> Judging:
        entry = validate(self._document.below(path), _WithinEntry)
        return ComesWithin(self._requirement((*path, "holds")), entry.time)

    def _after(self, path: KeyPath) -> Judging:
        entry = validate(self._document.below(path), _AfterEntry)
        parts = (self._requirement((*path, key)) for key in ("when", "then"))
        return Whenever(next(parts), next(parts), entry.within)

    def _until(self, path: KeyPath) -> Judging:
        entry = validate(self._document.below(path), _UntilEntry)
        parts = (self._requirement((*path, key)) for key in ("holds", "until"))
        return HoldsUntil(next(parts), next(parts), entry.within)

    def _own(self, path: KeyPath) -> Judging:
        name, at = self._data(path), self._document.at(*path)
        if not isinstance(name, str):
            self._refuse(path, f"expected 'package.module:Name', found {show(name)}")
        found = load_object(CodeReference.parse(name, at=at), allowed=self._allow, at=at)
        if not callable(found):
            self._refuse(path, f"'{name}' is no function; expected one that takes the evidence and gives margins")
        return Own(name, found)

    def _data(self, path: KeyPath) -> Any:
        data: Any = self._document.data
        for step in path:
            data = data[step]
        return data

    def _refuse(self, path: KeyPath, message: str) -> NoReturn:
        raise InputError(message, self._document.at(*path))


_OPERATORS: Final[Mapping[str, Callable[[MustReader, KeyPath], Judging]]] = {
    "and": MustReader._all,
    "or": MustReader._any,
    "not": MustReader._not,
    "within": MustReader._within,
    "after": MustReader._after,
    "until": MustReader._until,
    "own": MustReader._own,
}
