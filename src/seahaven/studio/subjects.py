"""Who drives the subjects of a study that is opened: its own drivers, people, or a kind of virtual subject."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from seahaven.errors import InputError, nearest
from seahaven.files import Document
from seahaven.studio.person import DRIVER

__all__ = ["Driven", "people", "subjects_in", "virtual"]


def subjects_in(data: Any) -> dict[str, Any]:
    """The entries of the subjects of a study by their names, that of `subject` first."""
    data = data if isinstance(data, dict) else {}
    alone, several = data.get("subject"), data.get("subjects")
    entries: dict[str, Any] = {str(alone.get("name", "subject")): alone} if isinstance(alone, dict) else {}
    if isinstance(several, dict):
        entries |= {name: entry for name, entry in several.items() if isinstance(entry, dict)}
    return entries


class Driven:
    """Puts a driver into the seats of subjects, by name; of all subjects where none is asked for."""

    def __init__(self, driver: Mapping[str, Any], asked: tuple[str, ...] = ()) -> None:
        self._driver, self._asked = dict(driver), asked
        self.names: tuple[str, ...] = ()
        """Whose seats they were."""

    def seated_in(self, document: Document) -> Document:
        """The study with these drivers at the wheel."""
        data: Any = document.data if isinstance(document.data, dict) else {}
        entries = subjects_in(data)
        if not entries:
            raise InputError("the study has no subject whose seat could be taken; add 'subject:'", document.at())
        for name in self._asked:
            if name not in entries:
                raise InputError(f"the study has no subject '{name}'{nearest(name, entries)}", document.at())
        self.names = self._asked or tuple(entries)
        driven = [{**entry, "driver": self._driver} if name in self.names else entry for name, entry in entries.items()]
        names = list(entries)
        if isinstance(data.get("subject"), dict):
            data = {**data, "subject": driven.pop(0)}
            del names[0]
        changed = {"subjects": dict(zip(names, driven, strict=True))} if names else {}
        return replace(document, data={**data, **changed})


def people(asked: tuple[str, ...]) -> Driven:
    """People in these seats."""
    return Driven(DRIVER, asked)


def virtual(kind: str) -> Driven:
    """A virtual subject of a kind in the seat of each subject."""
    return Driven({"virtual": kind})
