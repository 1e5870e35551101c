"""How fast a run goes by the wall clock, and when it waits; may be told from any thread."""

from __future__ import annotations

from threading import Event

from seahaven.kernel import Pacer, Pacing

__all__ = ["Paced", "Tempo"]


class Tempo:
    """The pace of a run, and whether it is paused.

    After a pause, time is counted from where the run was: it does not hurry to make up for it.
    """

    def __init__(self, pacer: Pacer | None = None) -> None:
        self.pacer = pacer
        self._paused = Event()
        self._going = Event()
        self._going.set()

    @property
    def pace(self) -> float | None:
        """The factor of real time; None for as fast as possible."""
        return self.pacer.factor if self.pacer else None

    @pace.setter
    def pace(self, factor: float | None) -> None:
        self.pacer = None if factor is None else Pacer(factor, sleep=self._sleep)

    @property
    def report(self) -> Pacing | None:
        """How well the pace was kept since it was set, or since the last pause."""
        return self.pacer.report if self.pacer else None

    @property
    def is_paused(self) -> bool:
        """Whether it waits."""
        return self._paused.is_set()

    def pause(self) -> None:
        """Stop at the next opportunity, and wake from sleep for that."""
        self._going.clear()
        self._paused.set()

    def resume(self) -> None:
        """Go on."""
        self.restart()
        self._paused.clear()
        self._going.set()

    def restart(self) -> None:
        """Count time from the next date on."""
        if self.pacer:
            self.pacer = Pacer(self.pacer.factor, self.pacer.clock, self.pacer.sleep)

    def wait(self, timeout: float | None = None) -> bool:
        """Return when the run is not paused, or after a number of seconds; says which."""
        return self._going.wait(timeout)

    def _sleep(self, seconds: float) -> None:
        self._paused.wait(seconds)


class Paced:
    """Whatever has a pace and can be paused."""

    def __init__(self, tempo: Tempo) -> None:
        self._tempo = tempo

    @property
    def pace(self) -> float | None:
        """How many simulated seconds pass in a second; None, as at first, for as many as possible."""
        return self._tempo.pace

    @pace.setter
    def pace(self, factor: float | None) -> None:
        self._tempo.pace = factor

    @property
    def pacing(self) -> Pacing | None:
        """How well the pace was kept; None without one."""
        return self._tempo.report

    @property
    def is_paused(self) -> bool:
        """Whether the run is paused."""
        return self._tempo.is_paused

    def pause(self) -> None:
        """Let an advance in progress stop and return False, and further ones return at once; `step` still steps.

        May be called from any thread. A paced or watched run stops after the step that it is at, any other after a
        second of simulated time at most.
        """
        self._tempo.pause()

    def resume(self) -> None:
        """Let the run go on; from any thread."""
        self._tempo.resume()
