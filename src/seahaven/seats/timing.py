"""Drivers whose answers are timed by the wall clock, for whoever judges them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from seahaven.errors import Position
from seahaven.kernel import Stopwatch
from seahaven.seats.controls import Controls
from seahaven.seats.drivers import NamedDriver, ProgramDriver, PythonDriver
from seahaven.seats.occupant import Occupant
from seahaven.seats.protocol import Answer, Hello
from seahaven.seats.view import View

__all__ = ["TimedDriver"]


@dataclass(frozen=True, slots=True)
class TimedDriver:
    """A driver, and in `took` the date of each view (ns) with how long the answer to it took (s)."""

    is_immutable: ClassVar[bool] = True

    driver: ProgramDriver | PythonDriver | NamedDriver
    took: list[tuple[int, float]] = field(default_factory=list, compare=False, repr=False)

    @property
    def label(self) -> str:
        """How messages call it."""
        return self.driver.label

    @property
    def parameters(self) -> Mapping[str, Any]:
        """What it is given at the beginning."""
        return self.driver.parameters

    @property
    def at(self) -> Position | None:
        """Where a file names it."""
        return None if isinstance(self.driver, PythonDriver) else self.driver.at

    def start(self, hello: Hello, *, limit: float) -> Occupant:
        """Start the driver; its answers are timed from then on."""
        return _TimedOccupant(self.driver.start(hello, limit=limit), self.took)

    def refuse_untrusted(self) -> None:
        """Refuse what the user has not allowed."""
        self.driver.refuse_untrusted()


class _TimedOccupant:
    """Passes everything on, and looks at the clock before and after."""

    def __init__(self, occupant: Occupant, took: list[tuple[int, float]]) -> None:
        self._occupant, self._took = occupant, took
        self._shown: dict[int, tuple[int, Stopwatch]] = {}

    @property
    def label(self) -> str:
        return self._occupant.label

    @property
    def is_gone(self) -> bool:
        return self._occupant.is_gone

    def ask(self, view: View) -> Controls:
        watch = Stopwatch()
        try:
            return self._occupant.ask(view)
        finally:
            self._took.append((view.date, watch.seconds))

    def offer(self, view: View) -> bool:
        is_shown = self._occupant.offer(view)
        if is_shown:
            self._shown[view.step] = view.date, Stopwatch()
        return is_shown

    def collect(self) -> list[Answer]:
        """In a paced run an answer counts from when it is collected, since that is when it takes effect."""
        answers = self._occupant.collect()
        for answer in answers:
            if answer.step in self._shown:
                date, watch = self._shown.pop(answer.step)
                self._took.append((date, watch.seconds))
        return answers

    def close(self, reason: str) -> None:
        self._occupant.close(reason)
