"""Drivers whose answers are timed by the wall clock, for whoever judges them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Event
from typing import Any, ClassVar

from seahaven.errors import Position
from seahaven.kernel import Stopwatch
from seahaven.seats.drivers import NamedDriver, ProgramDriver, PythonDriver
from seahaven.seats.occupant import Occupant
from seahaven.seats.protocol import Hello
from seahaven.seats.reply import Answer, Reply
from seahaven.seats.view import View

__all__ = ["OverheardDriver", "TimedDriver"]


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

    def ask(self, view: View) -> Reply:
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


@dataclass(frozen=True, slots=True)
class OverheardDriver(TimedDriver):
    """A driver whose views and answers are heard; each answer may be held up by a pause.

    `hear` is called with each view and the answer to it; `pause` gives the seconds that a step is held up for.
    """

    hear: Callable[[View, Reply], None] | None = field(default=None, compare=False, repr=False)
    pause: Callable[[int], float] | None = field(default=None, compare=False, repr=False)

    def start(self, hello: Hello, *, limit: float) -> Occupant:
        """Start the driver; its answers are heard from then on."""
        occupant = self.driver.start(hello, limit=limit)
        return _OverheardOccupant(occupant, self.took, self.hear, self.pause)


class _OverheardOccupant(_TimedOccupant):
    """Passes everything on, and says what was shown and answered."""

    def __init__(self, occupant: Occupant, took: list[tuple[int, float]], hear: Any, pause: Any) -> None:
        super().__init__(occupant, took)
        self._hear, self._pause = hear, pause
        self._views: dict[int, View] = {}

    def ask(self, view: View) -> Reply:
        self._hold(view)
        reply = super().ask(view)
        if self._hear:
            self._hear(view, reply)
        return reply

    def offer(self, view: View) -> bool:
        self._hold(view)
        is_shown = super().offer(view)
        if is_shown:
            self._views[view.step] = view
        return is_shown

    def collect(self) -> list[Answer]:
        answers = super().collect()
        for answer in answers:
            view = self._views.pop(answer.step, None)
            if self._hear and view is not None:
                self._hear(view, answer.reply)
        return answers

    def _hold(self, view: View) -> None:
        if self._pause:
            Event().wait(self._pause(view.step))
