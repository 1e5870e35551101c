"""Time by the wall clock: when the next stretch of a run is due, and how well that was kept."""

from __future__ import annotations

from seahaven.kernel import Pacer, Pacing

__all__ = ["Tempo"]


class Tempo:
    """Waits before each stretch of a run until its first date has come; the stretch itself then takes no time.

    So what hands and feet do up to a date counts at that date, and what comes of it is seen at once. A run that paces
    itself waits behind the last date instead, and shows its driver a stretch late what was done.
    """

    def __init__(self) -> None:
        self._pacer: Pacer | None = None
        self._before: list[Pacing] = []

    def wait(self, date: int, factor: float) -> None:
        """Return when it is time for a date (ns) at a multiple of real time."""
        if self._pacer is None or self._pacer.factor != factor:
            self.restart()
            self._pacer = Pacer(factor)
        self._pacer.wait(date)

    def restart(self) -> None:
        """Count time from the next date on: after a pause, a leap, or at another pace."""
        if self._pacer is not None:
            self._before.append(self._pacer.report)
        self._pacer = None

    @property
    def reports(self) -> tuple[Pacing, ...]:
        """How it went, of each stretch between pauses."""
        return (*self._before, *([self._pacer.report] if self._pacer else []))
