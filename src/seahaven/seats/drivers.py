"""Drivers: which occupant is to take a seat, and under which terms. Nothing starts before the run does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Final

from seahaven.errors import Position, TrustError
from seahaven.files import CodeReference, load_object
from seahaven.seats.child import ROOMY
from seahaven.seats.controls import CONTROL_KINDS
from seahaven.seats.fields import Checked, choice, flag, quantity
from seahaven.seats.occupant import Occupant, PythonOccupant, started
from seahaven.seats.process import refuse_missing
from seahaven.seats.program import ProgramOccupant
from seahaven.seats.protocol import Hello
from seahaven.seats.sensors import SensorSet
from seahaven.seats.viewing import ViewOptions

__all__ = ["MODES", "ON_FAULT", "NamedDriver", "ProgramDriver", "PythonDriver", "Terms"]

MODES: Final = ("lockstep", "paced")
"""Whether the run waits for each answer, or goes on and applies late answers late."""
ON_FAULT: Final = ("end", "hold", "brake")
"""What happens when an occupant fails: the drive ends, its last controls are held, or the vehicle brakes."""


@dataclass(frozen=True, slots=True)
class Terms(Checked):
    """How a seat treats its occupant."""

    is_immutable: ClassVar[bool] = True

    controls: str = choice("the kind of controls that it takes", tuple(CONTROL_KINDS), default="motion")
    mode: str = choice("whether the run waits for answers", MODES, default="lockstep")
    limit: float = quantity("wall-clock time that an answer may take", unit="s", low=0.001, high=3600.0, default=5.0)
    on_fault: str = choice("what happens when the occupant fails", ON_FAULT, default="end")
    stateless: bool = flag(
        "whether the occupant may be started anew in the middle of a drive, so that runs can be resumed and forked",
        default=False,
    )
    view: ViewOptions = field(default_factory=ViewOptions)
    sensors: SensorSet = field(default_factory=SensorSet)


@dataclass(frozen=True, slots=True)
class ProgramDriver:
    """A program that speaks the protocol; a path with a slash is looked up in `folder`, a bare name on the PATH.

    Of a program that a file names, at a place in it, `allowed` holds what the user lets start: programs as they are
    written there, or by their whole paths.
    """

    is_immutable: ClassVar[bool] = True

    command: tuple[str, ...]
    folder: Path
    parameters: Mapping[str, Any] = field(default_factory=dict)
    allowed: tuple[str, ...] | None = None
    at: Position | None = None
    by_socket: bool = False
    memory: float = ROOMY

    @property
    def label(self) -> str:
        """How messages call it."""
        return f"program '{' '.join(self.command)}'"

    def start(self, hello: Hello, *, limit: float) -> Occupant:
        """Start the program, and greet it."""
        return ProgramOccupant(
            self.command, self.folder, hello, limit=limit, by_socket=self.by_socket, memory=self.memory
        )

    def refuse_untrusted(self) -> None:
        """Refuse a program that a file names and the user has not allowed."""
        if self.allowed is None:
            return
        program, path = self.command[0], refuse_missing(self.command, self.folder)[0]
        if not {program, path}.intersection(self.allowed):
            message = f"{self.label} is not allowed to start; if you trust it, pass --allow {program}"
            raise TrustError(message, self.at)


@dataclass(frozen=True, slots=True)
class PythonDriver:
    """A function `drive(view)`, or a class whose instances have such a method and are made with the parameters."""

    is_immutable: ClassVar[bool] = True

    driver: Callable[..., Any]
    name: str
    parameters: Mapping[str, Any] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """How messages call it."""
        return f"driver '{self.name}'"

    def start(self, hello: Hello, *, limit: float) -> Occupant:
        """Make the driver, in the thread in which it will drive."""
        make = partial(started, self.driver, self.parameters, label=self.label)
        return PythonOccupant(make, hello, label=self.label, limit=limit)

    def refuse_untrusted(self) -> None:
        """Refuse nothing: it is there already."""


@dataclass(frozen=True, slots=True)
class NamedDriver:
    """A Python driver that a file names as `package.module:Name`, at a place in it; imported when the run starts."""

    is_immutable: ClassVar[bool] = True

    reference: CodeReference
    allowed: tuple[str, ...]
    at: Position | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """How messages call it."""
        return f"driver '{self.reference}'"

    def start(self, hello: Hello, *, limit: float) -> Occupant:
        """Import the driver, and make it."""
        return PythonDriver(self._found(), str(self.reference), self.parameters).start(hello, limit=limit)

    def refuse_untrusted(self) -> None:
        """Refuse a driver from a package that the user has not allowed, and one that cannot be imported."""
        self._found()

    def _found(self) -> Any:
        return load_object(self.reference, allowed=self.allowed, at=self.at)
