"""Call sheets: which modules of a study run in which process, on which machine (G4).

    federation = "The rear-end study, in three processes"
    study = "rear_end.study.yaml"

    [processes]
    world = {}
    cab = { machine = "simulator" }
    archive = {}

    [modules]
    seat0 = "cab"
    recorder = "archive"

A module runs where the sheet puts it, with all its parts; what the sheet does not name runs in the first process.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from seahaven.errors import InputError, Position, nearest
from seahaven.files import Document, Duration, Field, KeyPath, Rate, Schema, load_toml, validate
from seahaven.kernel import SECOND

__all__ = ["HERE", "RECORDERS", "CallSheet", "Core", "Policy", "is_sheet", "load_sheet"]

ENDING: Final = ".sheet.toml"
HERE: Final = "here"
"""The machine of the supervisor."""
RECORDERS: Final = ("recorder", "cockpit_recorder")
"""Modules that no study names, since every played one has them."""

Core = Literal["tcp", "tcp_ss", "zmq", "zmq_ss"]
Policy = Literal["stop", "restart"]


class MachineEntry(Schema):
    """A machine that takes its part with `seahaven join`."""

    about: str = ""
    """What it is, for people."""


class ProcessEntry(Schema):
    """A process of the federation."""

    machine: str = HERE
    """Where it runs; `here` is started and watched by the supervisor, others join."""


class ModuleEntry(Schema):
    """A module with its parts, and where it runs."""

    process: str
    """Its process."""
    rate: Rate | None = None
    """At which rate it runs, instead of the study's."""
    with_: Annotated[dict[str, Any], Field(alias="with", default_factory=dict)]
    """Parameters, instead of the study's."""


class OutsideEntry(Schema):
    """A simulator that knows nothing of Seahaven and drives a subject's vehicle: a federate of its own."""

    drives: str
    """The name of the subject."""
    rate: Rate = Fraction(10)
    """How often it is shown a view and its controls are taken."""
    limit: Annotated[Duration, Field(gt=0)] = 10 * SECOND
    """For how long by the wall clock it may let all others wait."""


class SheetEntry(Schema):
    """Who runs where."""

    federation: Annotated[str, Field(min_length=1)]
    """A title."""
    study: Annotated[str, Field(min_length=1)]
    """The study file, beside the sheet."""
    seed: Annotated[int, Field(ge=0)] | None = None
    """The seed, instead of the study's."""
    person: Annotated[int, Field(ge=0)] | None = None
    """Which one of the standard population of virtual subjects drives the study's subject, instead of the study's."""
    until: Duration | None = None
    """When to stop, if that is before the study's end."""
    on_fault: Policy = "stop"
    """What happens when a process dies or stands still: `stop` ends all others in order, with what they recorded;
    `restart` begins all anew from their last common checkpoint."""
    checkpoint_every: Duration | None = None
    """Simulated time from one common checkpoint to the next; none are kept without it."""
    patience: Annotated[Duration, Field(gt=0)] = SECOND
    """For how long a machine may give no sign of life."""
    core: Core = "tcp"
    """The transport of HELICS."""
    machines: Annotated[dict[str, MachineEntry], Field(default_factory=dict)]
    """The machines besides this one."""
    processes: Annotated[dict[str, ProcessEntry], Field(min_length=1)]
    """The processes, by name; the first one runs whatever has no place."""
    outside: Annotated[dict[str, OutsideEntry], Field(default_factory=dict)]
    """Simulators from elsewhere, by the names of their federates."""
    modules: Annotated[dict[str, str | ModuleEntry], Field(default_factory=dict)]
    """The processes of modules, by path."""


@dataclass(frozen=True, slots=True)
class CallSheet:
    """A sheet that fits together, with the place of everything in it."""

    file: Path
    entry: SheetEntry
    document: Document

    @property
    def title(self) -> str:
        """What the federation is called."""
        return self.entry.federation

    @property
    def study(self) -> Path:
        """The study file."""
        return self.file.parent / self.entry.study

    @property
    def processes(self) -> dict[str, str]:
        """The machine of each process."""
        return {name: process.machine for name, process in self.entry.processes.items()}

    @property
    def places(self) -> dict[str, str]:
        """The process of each module that has a place of its own, by path."""
        return {path: entry.process for path, entry in self._modules()}

    @property
    def rest(self) -> str:
        """The process of everything else."""
        return next(iter(self.entry.processes))

    @property
    def rates(self) -> dict[str, Fraction]:
        """The modules with another rate than in the study."""
        return {path: entry.rate for path, entry in self._modules() if entry.rate is not None}

    @property
    def parameters(self) -> dict[str, Mapping[str, Any]]:
        """The modules with other parameters than in the study."""
        return {path: entry.with_ for path, entry in self._modules() if entry.with_}

    def _modules(self) -> Iterator[tuple[str, ModuleEntry]]:
        for path, entry in self.entry.modules.items():
            yield path, ModuleEntry.model_validate({"process": entry}) if isinstance(entry, str) else entry

    def at(self, *path: str) -> Position:
        """Where something stands."""
        keys: KeyPath = path
        return self.document.key_at(*keys)


def is_sheet(source: str | Path) -> bool:
    """Whether a source is a call sheet, by its name."""
    return str(source).endswith(ENDING)


def load_sheet(source: str | Path) -> CallSheet:
    """What a call sheet says; one that does not fit together is refused with the place of what is wrong."""
    if not is_sheet(source):
        raise InputError(f"'{source}' is no call sheet; its name ends in {ENDING}")
    path = Path(source)
    document = load_toml(path)
    sheet = CallSheet(path, validate(document, SheetEntry), document)
    machines = (HERE, *sheet.entry.machines)
    for name, machine in sheet.processes.items():
        if not name.isidentifier():
            raise InputError(
                f"'{name}' cannot name a process: use letters, digits and '_', a letter first",
                sheet.at("processes", name),
            )
        if machine not in machines:
            at = document.at("processes", name, "machine")
            raise InputError(f"there is no machine '{machine}'{nearest(machine, machines)}", at)
    for path_of, process in sheet.places.items():
        if process not in sheet.processes:
            inline = isinstance(sheet.entry.modules[path_of], str)
            at = document.at("modules", path_of, *(() if inline else ("process",)))
            raise InputError(f"there is no process '{process}'{nearest(process, sheet.processes)}", at)
    if not sheet.study.is_file():
        raise InputError(f"there is no study '{sheet.entry.study}' beside the sheet", document.at("study"))
    if sheet.entry.on_fault == "restart" and sheet.entry.checkpoint_every is None:
        at = document.at("on_fault")
        raise InputError("'restart' needs checkpoints to go on from; add, say, checkpoint_every = \"30 s\"", at)
    return sheet
