"""How a run moves: the one loop over a controller, and what starts, paces, pauses and ends it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from operator import index
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self, TypeAlias, cast

from seahaven.errors import InputError, SeahavenError, SnapshotError
from seahaven.kernel import (
    SECOND,
    Controller,
    Pacer,
    fork,
    in_seconds,
    load_checkpoint,
    nanoseconds,
)
from seahaven.seats import vacated
from seahaven.takes.edges import settle_edges, steps_of
from seahaven.takes.holding import Hold
from seahaven.takes.playable import Playable
from seahaven.takes.seating import refuse_untrusted
from seahaven.takes.tempo import Paced, Tempo
from seahaven.takes.watching import Ear, Watches
from seahaven.world import World

__all__ = ["Condition", "Driven"]

Condition: TypeAlias = Callable[[Any], object]
"""What is asked of a run after each step, such as `lambda run: run["lead"].speed < 1.0`."""
OnDate: TypeAlias = Callable[[int], None]
STRETCH: Final = 64
"""Steps that the controller makes at once where nothing watches or waits; a pause is heeded after them."""


class Driven(Paced):
    """A take in motion.

    `out` is a folder for what the study draws; without, it draws nothing. A bare run, such as that of `Take.play`, is
    not watched and does not stop for a pause.
    """

    def __init__(
        self,
        take: Playable,
        *,
        controller: Controller | None = None,
        out: Path | None = None,
        pacer: Pacer | None = None,
        on_date: OnDate | None = None,
        is_bare: bool = False,
    ) -> None:
        self._hold = Hold()
        super().__init__(Tempo(pacer))
        self._out, self._on_date, self._is_bare = out, on_date, is_bare
        self._watches = Watches(Ear("ear"))
        self._is_closed = self._is_rehearsed = False
        self._adopt(take, controller)

    def _adopt(self, take: Playable, controller: Controller | None = None) -> None:
        """Run this take from now on, or this controller of it."""
        if controller is None:
            refuse_untrusted(take.root)
            settle_edges(take, self._out)
            controller = take.controller(is_warm=False)
        self.take = take
        self.controller = controller
        self.world = cast(World, controller.store)
        self._beat = steps_of(controller.root)
        if not self._is_bare:
            self._watches.ear = self._watches.ear.moved()
            controller.add(self._watches.ear)

    def begin(self, checkpoint: Path | None = None) -> None:
        """Come to the first date, or to that of a checkpoint; everything else does so when it is needed."""
        self._refuse_closed()
        if self.controller.is_started:
            return
        if checkpoint:
            load_checkpoint(self.controller, checkpoint)
        elif self.take.warm_up:
            self.take.warm_up.begin(self.controller, self.world, self._on_date)
        else:
            self.controller.start()

    # --- time -------------------------------------------------------------------------------------------------------

    @property
    def now(self) -> int:
        """The date reached, in nanoseconds."""
        return self.controller.now

    @property
    def time(self) -> float:
        """The date reached, in seconds."""
        return in_seconds(self.now)

    @property
    def dt(self) -> float:
        """Seconds from step to step: that of the traffic, or of the fastest module of a study without traffic."""
        return float(1 / self._beat.rate)

    @property
    def duration(self) -> float:
        """How long the study lasts, in seconds; a run goes no further."""
        return in_seconds(self.take.duration)

    @property
    def is_over(self) -> bool:
        """Whether the end of the study has come: its duration, or what else the study says ends it."""
        ending = self.take.ending
        if self.now >= self.take.duration or ending is None or not self.controller.is_started:
            return self.now >= self.take.duration
        decider = ending.decider(self.world, self.controller.root)
        return bool(self.controller.answer_of(decider, lambda: ending.has_come(self.world, self.controller.root)))

    # --- moving -----------------------------------------------------------------------------------------------------

    def step(self, count: int = 1) -> None:
        """Go on by one step, or by `count`, also if the run is paused."""
        if index(count) < 0:
            raise InputError(f"a run cannot go {-count} steps back; restore a snapshot instead")
        with self._hold.moving("step"):
            self._ready()
            end = self._end(self._beat.date(self._beat.first(self.now + 1) + count - 1)) if count else self.now
            self._drive(end, heeds_pause=False)

    def advance(
        self,
        seconds: float | None = None,
        *,
        until: float | Condition | None = None,
        at_most: float | None = None,
    ) -> bool:
        """Go on by `seconds`, to the time `until`, or until a condition is met; without any, to the study's end.

        Says whether it came there: not if it was paused, if the study ended before, or if the condition was not met
        within `at_most` seconds. The condition is a function of the run, asked now and after each step.
        """
        if seconds is not None and until is not None:
            raise InputError("give either a number of seconds or 'until', not both")
        if at_most is not None and not callable(until):
            raise InputError("'at_most' is for a condition: advance(until=lambda run: ..., at_most=60.0)")
        with self._hold.moving("advance"):
            self._ready()
            if seconds is None and until is None:
                may_end_before = self.take.ending is not None
                over: Condition | None = (lambda run: run.is_over) if may_end_before else None
                return self._drive(self._end(self.take.duration), over, SECOND)
            if callable(until):
                end = self.take.duration if at_most is None else self.now + nanoseconds(at_most)
                return self._drive(self._end(end), until)
            end = nanoseconds(until) if until is not None else self.now + nanoseconds(seconds or 0.0)
            return self._drive(self._end(end)) and self.now == end

    def play(self, end: int, condition: Condition, every: int) -> bool:
        """Go on to a date (ns), or until a condition is met that is asked now and `every` so often (ns)."""
        with self._hold.moving("play"):
            self._ready()
            return self._drive(end, condition, every)

    def _end(self, end: int) -> int:
        """The date to go to; the end of the study, if that comes before. Refused where nothing is left of it."""
        if end < self.now:
            raise InputError(
                f"the run is at {self.time:g} s and cannot go back to {in_seconds(end):g} s; restore a snapshot, or "
                "reset it"
            )
        if end > self.now >= self.take.duration:
            raise InputError(f"'{self.take.name}' is over: it lasts {self.duration:g} s; reset the run")
        return min(end, max(self.take.duration, self.now))

    def _drive(
        self, end: int, condition: Condition | None = None, every: int | None = None, *, heeds_pause: bool = True
    ) -> bool:
        """The one loop over a controller: to a date, or until a condition is met.

        It runs in stretches, between which others may look, act or pause.
        """
        due = self.now
        if self._tempo.pacer and not self._is_rehearsed and end > self.now:
            self._rehearse(end)
        self._watches.serve(self.world, self.now)
        while True:
            if condition is not None and self.now >= min(due, end):
                if condition(self):
                    return True
                due = self._next_step if every is None else self.now + every
            if self.now >= end:
                return condition is None
            if heeds_pause and self._tempo.is_paused:
                return False
            stop = min(self._stretch(end), end if condition is None else due)
            self.controller.run(stop, pacer=self._tempo.pacer, on_date=self._on_date)
            self._watches.serve(self.world, self.now)

    def _stretch(self, end: int) -> int:
        """The next date, up to an end, at which something outside has to look."""
        if self._is_bare or self.controller.tree.free:
            return end
        due = self._watches.due
        is_close = self._tempo.pacer is not None or self._watches.hear_events
        stop = self._next_step if is_close else self._beat.date(self._beat.first(self.now + 1) + STRETCH - 1)
        return min(end, stop) if due is None else min(end, stop, due)

    @property
    def _next_step(self) -> int:
        return self._beat.date(self._beat.first(self.now + 1))

    def _rehearse(self, end: int) -> None:
        """Let a fork play the next second, so that nothing has to be loaded or compiled once a clock runs.

        Drivers from outside stay away from it: a program would be started twice.
        """
        self._is_rehearsed = True
        with suppress(SnapshotError), vacated(self.controller.root), fork(self.controller) as twin:
            twin.run(min(end, self.now + SECOND))

    # --- the end ----------------------------------------------------------------------------------------------------

    @property
    def is_closed(self) -> bool:
        """Whether the run was closed."""
        return self._is_closed

    def close(self) -> None:
        """End the run, and close its reel if it is recorded; once is enough."""
        with self._hold.moving("close"):
            if not self._is_closed:
                self._is_closed = True
                self.controller.end()

    def __enter__(self) -> Self:
        self._refuse_closed()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None and not self._is_closed:
            self._is_closed = True
            self.controller.end_after(error)
        self.close()

    def _ready(self, *, may_have_failed: bool = False) -> None:
        """Begin, if that is still to be done; refuse a run that is closed or has failed."""
        if self._is_closed or not self.controller.is_started:
            self.begin()
        if self.controller.is_ended and not may_have_failed:
            raise SeahavenError(f"the run failed at {self.time:g} s and cannot go on; reset it, or restore a snapshot")

    def _refuse_closed(self) -> None:
        if self._is_closed:
            raise SeahavenError(f"the run of '{self.take.name}' is closed; open it again")
