"""Occupants: what may sit in a seat, and how it is asked. Here those that are Python objects of this process."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias

from seahaven.errors import InputError, OccupantError
from seahaven.kernel import Deadline
from seahaven.seats.calling import CallThread, Unanswered
from seahaven.seats.controls import CONTROL_KINDS, Controls, kind_of
from seahaven.seats.protocol import Hello
from seahaven.seats.reply import Answer, Reply
from seahaven.seats.view import View

__all__ = ["Drive", "Occupant", "PythonOccupant", "refuse_other_kind", "started"]

Drive: TypeAlias = Callable[[View], Controls | Reply]


class Occupant(Protocol):
    """What sits in a seat. Every failure is an `OccupantError`; a fatal one sets `is_gone`."""

    @property
    def label(self) -> str:
        """How messages call it."""

    @property
    def is_gone(self) -> bool:
        """Whether it cannot be asked any more."""

    def ask(self, view: View) -> Reply:
        """Its reply to a view; waits for it."""

    def offer(self, view: View) -> bool:
        """Show it a view without waiting for the answer; False if it is too busy to be shown one."""

    def collect(self) -> list[Answer]:
        """The answers that have come since."""

    def close(self, reason: str) -> None:
        """Say goodbye and let it go; once is enough."""


LIBRARY: Final = Path(__file__).parents[1]
"""Where the files of Seahaven lie."""
STARTING: Final = 60.0
"""s by the wall clock within which a driver has to be made, and to begin: a model of a network takes long to load."""


class PythonOccupant:
    """A function `drive(view)` that returns controls or a `Reply`, or an object with such a method, as `make` gives it.

    An object may have `begin(hello)`, which is called before the first view, and `end(reason)`. All of it runs in a
    thread of its own, so that a driver that hangs does not hang the run, and a paced run does not wait for it: a view
    that comes while it is busy is not shown to it. After `limit` seconds without an answer it is gone.
    """

    def __init__(self, make: Callable[[], Any], hello: Hello, *, label: str, limit: float) -> None:
        self.label = label
        self.is_gone = False
        self._kind, self._limit = hello.controls, limit
        self._shown = 0, Deadline(limit)
        self._thread = CallThread(label)
        try:
            self._occupant = self._called(_making, make, limit=STARTING)
            self._drive: Drive = getattr(self._occupant, "drive", self._occupant)
            self._begin(hello)
        except OccupantError as error:
            self._thread.close()
            if isinstance(error.__cause__, InputError):
                raise error.__cause__ from None
            raise InputError(f"{self.label} cannot take the seat: {error}") from error.__cause__

    def _begin(self, hello: Hello) -> None:
        if not callable(self._drive):
            raise InputError(f"{self.label} cannot drive: it is neither a function nor an object with a method 'drive'")
        begin = getattr(self._occupant, "begin", None)
        if begin is not None:
            self._called(begin, hello, limit=STARTING)

    def ask(self, view: View) -> Reply:
        """Its reply to a view."""
        return self._checked(self._called(self._drive, view))

    def offer(self, view: View) -> bool:
        """Show it a view, unless it is busy with one before; one that is busy for longer than the limit is hung."""
        step, deadline = self._shown
        if not self._thread.is_busy:
            self._shown = view.step, Deadline(self._limit)
            self._thread.post(self._drive, view)
            return True
        if deadline.has_passed:
            try:
                self._thread.give_up()
            except Unanswered as where:
                self.is_gone = True
                raise OccupantError(f"it did not answer step {step} within {self._limit:g} s{where}") from None
        return False

    def collect(self) -> list[Answer]:
        """The answer to the view that it was shown, if it has come."""
        if not self._thread.has_answered():
            return []
        return [Answer(self._shown[0], self._checked(self._told(self._thread.take)))]

    def close(self, reason: str) -> None:
        """Call its `end`, if it has one and is not busy, and let its thread end."""
        end = getattr(self._occupant, "end", None)
        is_free = not self.is_gone and (not self._thread.is_busy or self._thread.has_answered())
        self.is_gone = True
        try:
            if is_free and self._thread.is_busy:
                with suppress(OccupantError):
                    self._told(self._thread.take)
            if is_free and end is not None:
                self._called(end, reason)
        finally:
            self._thread.close()

    def _called(self, function: Callable[[Any], Any], argument: Any, *, limit: float | None = None) -> Any:
        return self._told(lambda: self._thread.call(function, argument, limit=limit or self._limit), limit)

    def _told(self, outcome: Callable[[], Any], limit: float | None = None) -> Any:
        """What a call has returned; what it raised is told as a failure of the driver."""
        try:
            return outcome()
        except Unanswered as where:
            self.is_gone = True
            raise OccupantError(f"it did not answer within {limit or self._limit:g} s{where}") from None
        except (Exception, SystemExit) as error:
            raise OccupantError(f"it raised {type(error).__name__}: {error}{_place(error)}") from error

    def _checked(self, given: Any) -> Reply:
        reply = Reply.of(given)
        if reply is None:
            raise OccupantError(f"it returned {given!r:.80}; expected {CONTROL_KINDS[self._kind].__name__}")
        refuse_other_kind(reply.controls, self._kind)
        return reply


def _place(error: BaseException) -> str:
    """Where a driver raised: its own innermost line, even if one of ours refused what it gave."""
    frames = traceback.extract_tb(error.__traceback__)
    written = [frame for frame in frames if Path(frame.filename).is_file()]  # dataclasses write code without a file
    own = [frame for frame in written if not Path(frame.filename).is_relative_to(LIBRARY)]
    return f" ({own[-1].filename}, line {own[-1].lineno})" if own else ""


def _making(make: Callable[[], Any]) -> Any:
    return make()


def refuse_other_kind(controls: Controls, kind: str) -> None:
    """Refuse controls of another kind than the seat takes."""
    if kind_of(controls) != kind:
        sent = kind_of(controls)
        raise OccupantError(
            f"it sent controls of kind '{sent}'; the seat takes '{kind}': have the driver return "
            f"{CONTROL_KINDS[kind].__name__}, or give it 'controls: {sent}' in the study"
        )


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
