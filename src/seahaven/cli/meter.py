"""How far a run is, on the terminal: a bar, the simulated time, its speed against real time, and what is left."""

from __future__ import annotations

from contextlib import suppress
from types import TracebackType
from typing import Final, Self

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

__all__ = ["Meter"]

SECOND: Final = 1e9
PATIENCE: Final = 1.0
INTERVAL: Final = 0.1


class _Speed(ProgressColumn):
    """Simulated seconds per second."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:,.3g}× real time" if task.speed else "", style="magenta")


class Meter:
    """Follows a run date by date, and shows a bar once it has taken longer than a second.

    `date` (ns) is the last date seen, also when nothing is shown, and `speed_up` how much faster than real time it was
    reached from the first. Pass `follow` to the run as its `on_date`; it looks at the clock each time, but redraws ten
    times a second at most. Dates before 0 are those of a warm-up, which has a bar of its own and counts for nothing.
    """

    def __init__(self, console: Console, *, title: str, until: int, shown: bool) -> None:
        self.date = 0
        self._shown = shown and console.is_interactive
        self._progress = Progress(
            TextColumn("{task.description}", style="bold", markup=False),
            BarColumn(),
            TextColumn("{task.completed:,.1f} of {task.total:,.1f} s"),
            _Speed(),
            TimeRemainingColumn(),
            console=console,
            transient=True,
            disable=not self._shown,
        )
        self._title, self._until = title, until
        self._task = self._progress.add_task(title, total=until / SECOND)
        self._early: int | None = None
        self._next = self._progress.get_time() + PATIENCE
        self._first: tuple[int, float] | None = None
        self._last = 0.0

    def follow(self, date: int) -> None:
        """Note that the run has visited `date`."""
        self.date = max(date, 0)
        now = self._last = self._progress.get_time()
        if date >= 0:
            self._first = self._first or (date, now)
            self._redraw(now, self._title, date, self._until)
        else:
            self._early = date if self._early is None else self._early
            self._redraw(now, f"{self._title} (warm-up)", date - self._early, -self._early)

    def _redraw(self, now: float, title: str, done: int, whole: int) -> None:
        if self._shown and now >= self._next:
            self._next = now + INTERVAL
            self._progress.start()
            self._progress.update(self._task, description=title, completed=done / SECOND, total=whole / SECOND)

    @property
    def speed_up(self) -> float | None:
        """Simulated seconds per second; None for a run of a single date."""
        date, begun = self._first or (self.date, self._last)
        return (self.date - date) / SECOND / (self._last - begun) if self._last > begun else None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(OSError):  # a terminal that has gone needs no bar
            self._progress.stop()
