"""The determinism probe: whether software answers the same when it is played again, more slowly and under load."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from seahaven.errors import InputError
from seahaven.kernel import Stream
from seahaven.seats import OverheardDriver, Reply, Seat, TimedDriver, View, plain
from seahaven.takes import Take, load_take
from seahaven.testbed.drive import Variant

__all__ = ["Difference", "Probe", "probe_drive"]

LONGEST: Final = 0.03
"""s. Steps of the second play are held up by up to so much, so that its pace is another one."""
BUSY: Final = "import os\nparent = os.getppid()\nwhile os.getppid() == parent:\n    sum(range(10_000))"
"""A program that keeps a core busy until the process that started it has ended."""
Step = tuple[str, int]
"""A vehicle, and the number of a view."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two plays first differ: at which step of which vehicle, in which value, and what that was in each.

    `part` is `answer`, or `view` if what was shown differed although all answers before were the same.
    """

    vehicle: str
    step: int
    time: float
    part: str
    name: str
    first: Any
    second: Any

    def __str__(self) -> str:
        """In words: `step 17 (1.7 s) of 'ego': acceleration was 0.25, then 0.26`."""
        where = f"step {self.step} ({self.time:g} s) of '{self.vehicle}'"
        what = "what was shown, " if self.part == "view" else ""
        return f"{where}: {what}{self.name} was {self.first}, then {self.second}"


@dataclass(frozen=True, slots=True)
class Probe:
    """What came of a probe: how many answers were compared, and where they first differed."""

    answers: int
    difference: Difference | None


def probe_drive(
    source: str | Path, out: Path, *, variant: Variant | None = None, seed: int | None = None, until: int | None = None,
    allow: Sequence[str] = (), burners: int | None = None,
) -> Probe:  # fmt: skip
    """Play a drive twice into a folder, and compare all that the software was shown and answered.

    The second time each step is held up a little, by another time each, and all cores are busy. Software that keeps
    time by a wall clock, draws numbers without a seed, or depends on the order of threads answers differently then.
    """
    variant = variant or Variant()
    heard = _Heard()
    _play(source, out / "first", variant, seed, until, allow, heard, None)
    again = _Heard(heard)
    stream = Stream.named(0, "probe")
    with _busy(os.cpu_count() or 1 if burners is None else burners):
        _play(source, out / "second", variant, seed, until, allow, again, stream)
    return Probe(len(again.order), again.difference or _missing(heard, again))


@dataclass(slots=True)
class _Heard:
    """The views and answers of a play, in order; of a second play, where they first differ from the first."""

    before: _Heard | None = None
    order: list[Step] = field(default_factory=list)
    said: dict[Step, tuple[float, Any, Any]] = field(default_factory=dict)
    difference: Difference | None = None

    def note(self, vehicle: str, view: View, reply: Reply) -> None:
        """Keep an answer, or compare it."""
        step = vehicle, view.step
        told = view.time, plain(view), _answered(reply)
        self.order.append(step)
        self.said[step] = told
        if self.before is None or self.difference is not None:
            return
        known = self.before.said.get(step)
        if known is None:
            self.difference = Difference(vehicle, view.step, view.time, "answer", "the answer", "none", "there")
            return
        for part, one, other in (("view", known[1], told[1]), ("answer", known[2], told[2])):
            found = _first_difference(one, other)
            if found:
                self.difference = Difference(vehicle, view.step, view.time, part, *found)
                return


def _answered(reply: Reply) -> dict[str, Any]:
    """A reply as plain data: the controls, and beside them what the software says of itself, if it says anything."""
    told = plain(reply)
    return {**told.pop("controls")} | {name: value for name, value in told.items() if value}


def _missing(first: _Heard, second: _Heard) -> Difference | None:
    """An answer of the first play that the second has not."""
    for vehicle, step in first.order:
        if (vehicle, step) not in second.said:
            return Difference(vehicle, step, first.said[vehicle, step][0], "answer", "the answer", "there", "none")
    return None


def _first_difference(one: Any, other: Any, name: str = "") -> tuple[str, Any, Any] | None:
    """The first value in which two pieces of plain data differ: its name, and what it is in each."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in dict.fromkeys([*one, *other]):
            found = _first_difference(one.get(key), other.get(key), f"{name}.{key}".lstrip("."))
            if found:
                return found
        return None
    if isinstance(one, list) and isinstance(other, list):
        if len(one) != len(other):
            return f"how many of {name} there are", len(one), len(other)
        for place, (left, right) in enumerate(zip(one, other, strict=True)):
            found = _first_difference(left, right, f"{name}[{place}]")
            if found:
                return found
        return None
    same = one == other or (one != one and other != other)
    return None if same else (name, one, other)


def _play(
    source: str | Path, out: Path, variant: Variant, seed: int | None, until: int | None, allow: Sequence[str],
    heard: _Heard, stream: Stream | None,
) -> None:  # fmt: skip
    take = load_take(str(source), allow=allow, seed=seed, change=variant.change)
    _overhear(take, heard, stream)
    take.play(out, overwrite=True, until=until)


def _overhear(take: Take, heard: _Heard, stream: Stream | None) -> None:
    """Have all drivers from outside heard, and held up if there is a stream of random numbers."""
    seats = [module for module in take.root.walk() if isinstance(module, Seat)]
    if not seats:
        raise InputError(f"'{take.name}' has no driver from outside, so there is no software to probe; name a driver")

    def pause(step: int) -> float:
        return LONGEST * stream.uniform(step=step) ** 4 if stream else 0.0

    for seat in seats:

        def hear(view: View, reply: Reply, vehicle: str = seat.vehicle) -> None:
            heard.note(vehicle, view, reply)

        driver = seat.driver.driver if isinstance(seat.driver, TimedDriver) else seat.driver
        seat.driver = OverheardDriver(driver, hear=hear, pause=pause if stream else None)


@contextmanager
def _busy(count: int) -> Iterator[None]:
    """Keep this number of cores busy meanwhile."""
    burners = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(count)]
    try:
        yield
    finally:
        for burner in burners:
            burner.kill()
        for burner in burners:
            burner.wait()
