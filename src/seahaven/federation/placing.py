"""The take of a sheet, and which of its modules run in which process."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from seahaven.errors import InputError, SeahavenError, nearest
from seahaven.federation.sheet import RECORDERS, CallSheet
from seahaven.files import Document
from seahaven.kernel import Beat, Controller, Module, Parcel, Role, Split
from seahaven.seats import Seat
from seahaven.takes import Take, load_take

__all__ = ["Placement", "cast", "describe", "folder_of", "seats_of"]


@dataclass(frozen=True, slots=True)
class Placement:
    """The process of every module, by path: that of the nearest one above it that has a place."""

    places: Mapping[str, str]
    rest: str

    def __call__(self, path: str) -> str:
        """The process in which the module at a path runs."""
        while path:
            if path in self.places:
                return self.places[path]
            path = path.rpartition("/")[0]
        return self.rest


def cast(sheet: CallSheet, *, allow: Sequence[str] = ()) -> tuple[Take, Placement]:
    """The take of the sheet's study, with the rates and parameters that the sheet gives; refuses what is not there."""
    change = (lambda document: _seated(sheet, document)) if sheet.entry.outside else None
    take = load_take(sheet.study, allow=allow, seed=sheet.entry.seed, person=sheet.entry.person, change=change)
    known = {module.path: module for module in take.root.walk() if module.path}
    for path in sheet.places:
        if path not in known and path not in RECORDERS:
            hint = nearest(path, [*known, *RECORDERS])
            raise InputError(f"the study has no module '{path}'{hint}", sheet.at("modules", path))
    for path, rate in sheet.rates.items():
        module = known.get(path)
        if module is None or not module.has_step:
            raise InputError(
                f"'{path}' has no rate of its own; give one of its parts a rate", sheet.at("modules", path)
            )
        module.beat = Beat.of(rate)
    for path, parameters in sheet.parameters.items():
        _give(sheet, path, known.get(path), parameters)
    if sheet.entry.until is not None:
        take = replace(take, duration=min(take.duration, sheet.entry.until))
    return take, Placement(sheet.places, sheet.rest)


def _seated(sheet: CallSheet, document: Document) -> Document:
    """The study with a seat for each simulator from outside."""
    data: Any = dict(document.data) if isinstance(document.data, dict) else {}
    single, several = data.get("subject"), data.get("subjects")
    for name, outside in sheet.entry.outside.items():
        seat = {
            "python": "seahaven.federation.radio:Absent", "controls": "lane", "rate": f"{outside.rate} Hz",
            "stateless": True, "limit": "3600 s",
        }  # fmt: skip
        own_name = single.get("name", "subject") if isinstance(single, dict) else None
        if outside.drives == own_name:
            data["subject"] = {**single, "driver": seat}
        elif isinstance(several, dict) and outside.drives in several:
            several = data["subjects"] = {**several, outside.drives: {**several[outside.drives], "driver": seat}}
        else:
            known = [own_name] if own_name else list(several or ())
            hint = nearest(outside.drives, known)
            at = sheet.document.at("outside", name, "drives")
            raise InputError(f"the study has no subject '{outside.drives}'{hint}", at)
    return Document(document.file, data, document.keys, document.values)


def seats_of(sheet: CallSheet, take: Take) -> dict[str, Seat]:
    """The seat of each simulator from outside."""
    seats = {module.vehicle: module for module in take.root.walk() if isinstance(module, Seat)}
    return {name: seats[outside.drives] for name, outside in sheet.entry.outside.items()}


def _give(sheet: CallSheet, path: str, module: Module | None, parameters: Mapping[str, object]) -> None:
    """Give a module other parameters than the study does."""
    if module is None:
        raise InputError(f"'{path}' takes its parameters from the study", sheet.at("modules", path))
    known = [field.name for field in module.fields.values() if field.role is Role.PARAM]
    for name, value in parameters.items():
        at = sheet.document.key_at("modules", path, "with", name)
        if name not in known:
            raise InputError(f"{type(module).__name__} has no parameter '{name}'{nearest(name, known)}", at)
        try:
            module.give(name, value)
        except SeahavenError as error:
            raise InputError(str(error), at) from None


class _Nowhere:
    """A channel for looking at how the parts fit."""

    def send(self, parcel: Parcel) -> None:
        """Forget it."""

    def receive(self) -> Parcel:
        """Nothing ever comes."""
        raise EOFError("nobody is there")


def describe(sheet: CallSheet, *, allow: Sequence[str] = ()) -> dict[str, list[str]]:
    """The modules at the top of each process, after a look at how the parts fit together; nothing is started."""
    found: dict[str, list[str]] = {}
    for here in sheet.processes:
        take, place = cast(sheet, allow=allow)
        others = {name: _Nowhere() for name in sheet.processes if name != here}
        split = Split(here, place, others) if others else None
        Controller(take.root, seed=take.seed, store=take.world, split=split)
        found[here] = [path for path in _tops(take.root, place) if place(path) == here]
        found[here] += [name for name in RECORDERS[:1] if place(name) == here]
    return found


def _tops(root: Module, place: Callable[[str], str]) -> list[str]:
    """Modules that run elsewhere than the one above them, or right below the root."""
    paths = [module.path for module in root.walk() if module.path]
    return [path for path in paths if "/" not in path or place(path) != place(path.rpartition("/")[0])]


def folder_of(sheet: CallSheet) -> Path:
    """Where a sheet is played into, if nothing else is said."""
    return Path("out") / sheet.file.name.removesuffix(".sheet.toml")
