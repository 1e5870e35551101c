"""Occupants: what may sit in a seat, and how it is asked. Here those that are Python objects of this process."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeAlias

from seahaven.errors import InputError, OccupantError
from seahaven.seats.controls import CONTROL_KINDS, Controls, kind_of
from seahaven.seats.protocol import Answer, Hello
from seahaven.seats.view import View

__all__ = ["Drive", "Occupant", "PythonOccupant", "refuse_other_kind", "started"]

Drive: TypeAlias = Callable[[View], Controls]


class Occupant(Protocol):
    """What sits in a seat. Every failure is an `OccupantError`; a fatal one sets `is_gone`."""

    @property
    def label(self) -> str:
        """How messages call it."""

    @property
    def is_gone(self) -> bool:
        """Whether it cannot be asked any more."""

    def ask(self, view: View) -> Controls:
        """Its controls for a view; waits for them."""

    def offer(self, view: View) -> bool:
        """Show it a view without waiting for the answer; False if it is too busy to be shown one."""

    def collect(self) -> list[Answer]:
        """The answers that have come since."""

    def close(self, reason: str) -> None:
        """Say goodbye and let it go; once is enough."""


class PythonOccupant:
    """A function `drive(view) -> controls`, or an object with such a method.

    An object may have `begin(hello)`, which is called before the first view, and `end(reason)`. It answers at once, so
    that it is never late.
    """

    def __init__(self, drive: Drive | Any, hello: Hello, *, label: str) -> None:
        self.label = label
        self.is_gone = False
        self._occupant = drive
        self._drive: Drive = drive.drive if hasattr(drive, "drive") else drive
        self._kind = hello.controls
        self._waiting: list[Answer] = []
        self._begin(hello)

    def _begin(self, hello: Hello) -> None:
        if not callable(self._drive):
            raise InputError(f"{self.label} cannot drive: it is neither a function nor an object with a method 'drive'")
        begin = getattr(self._occupant, "begin", None)
        if begin is not None:
            self._called(begin, hello)

    def ask(self, view: View) -> Controls:
        """Its controls for a view."""
        controls: Controls = self._called(self._drive, view)
        if type(controls) not in CONTROL_KINDS.values():
            raise OccupantError(f"it returned {controls!r:.80}; expected {CONTROL_KINDS[self._kind].__name__}")
        refuse_other_kind(controls, self._kind)
        return controls

    def offer(self, view: View) -> bool:
        """Ask at once; the answer is collected later, as those of programs are."""
        self._waiting.append(Answer(view.step, self.ask(view)))
        return True

    def collect(self) -> list[Answer]:
        """The answers to the views that it was shown."""
        answers, self._waiting = self._waiting, []
        return answers

    def close(self, reason: str) -> None:
        """Call its `end`, if it has one."""
        end = getattr(self._occupant, "end", None)
        if end is not None and not self.is_gone:
            self.is_gone = True
            self._called(end, reason)

    def _called(self, function: Callable[[Any], Any], argument: Any) -> Any:
        try:
            return function(argument)
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            raise OccupantError(
                f"it raised {type(error).__name__}: {error} ({where.filename}, line {where.lineno})"
            ) from error


def refuse_other_kind(controls: Controls, kind: str) -> None:
    """Refuse controls of another kind than the seat takes."""
    if kind_of(controls) != kind:
        raise OccupantError(f"it sent controls of kind '{kind_of(controls)}'; the seat takes '{kind}'")


def started(found: object, parameters: Mapping[str, Any], *, label: str) -> Any:
    """A Python driver of a study: an instance of a class, made with the parameters, or the function itself."""
    if not isinstance(found, type):
        if parameters:
            raise InputError(f"{label} is a function and takes no parameters; name a class, or leave out 'parameters'")
        return found
    try:
        return found(**parameters)
    except Exception as error:
        raise InputError(f"{label} cannot be made: {type(error).__name__}: {error}") from error
