"""What vehicles of a learned driver did, from one point of a curve to the next."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Self

import numpy as np

from seahaven.errors import InputError, Position
from seahaven.files import write_text_atomic
from seahaven.geometry import Floats
from seahaven.seats.learned import Tally

__all__ = ["Curve", "Figures", "Part", "Stretch", "sums_of"]

COUNTS: Final = ("decisions", "seconds", "metres", "collisions", "hits", "people", "rightmost", "changes")
"""What is summed up for each rule base, besides what each goal has earned."""
HEAD: Final = ("time", "seat", *COUNTS)
KILOMETRE: Final = 1000.0


@dataclass(frozen=True, slots=True)
class Figures:
    """What sums of some vehicles come down to; a rate of nothing driven is NaN."""

    kilometres: float
    collisions: float
    """In which one of them took part, per 1,000 km."""
    hits: float
    """Of these, those in which it ran into another, per 1,000 km."""
    people: float
    """Whom it hit on foot, per 1,000 km."""
    speed: float
    """m/s, in the mean."""
    rightmost: float
    """Share of the time on the rightmost lane."""
    rewards: tuple[float, ...]
    """Of each goal, per decision."""

    @classmethod
    def of(cls, sums: Floats) -> Self:
        """The figures of sums in the order of `COUNTS`, with what each goal earned behind them."""
        decisions, seconds, metres, collisions, hits, people, rightmost = (float(value) for value in sums[:7])
        thousand = metres / KILOMETRE / 1000.0
        return cls(
            metres / KILOMETRE, _ratio(collisions, thousand), _ratio(hits, thousand), _ratio(people, thousand),
            _ratio(metres, seconds), _ratio(rightmost, seconds),
            tuple(_ratio(float(value), decisions) for value in sums[len(COUNTS) :]),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Stretch:
    """Sums of every rule base over one stretch of time, up to `time` (s): seats by counts and goals."""

    time: float
    sums: Floats

    @property
    def figures(self) -> Figures:
        """Of all of them together."""
        return Figures.of(self.sums.sum(axis=0))


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a curve, with what tables call it, and its sums: seats by counts and goals."""

    name: str
    sums: Floats

    @property
    def figures(self) -> Figures:
        """Of all rule bases together."""
        return Figures.of(self.sums.sum(axis=0))

    def of(self, seat: int) -> Figures:
        """Of one rule base."""
        return Figures.of(self.sums[seat])


@dataclass(slots=True)
class Curve:
    """The stretches of one driver's vehicles, one after the other; `goals` are the names of its goals."""

    goals: tuple[str, ...]
    seats: int
    stretches: list[Stretch] = field(default_factory=list)

    def add(self, time: float, before: Floats, after: Floats) -> None:
        """Note what was added between two states of the tally."""
        self.stretches.append(Stretch(time, after - before))

    @property
    def nothing(self) -> Floats:
        """Sums before anything was driven."""
        return np.zeros((self.seats, len(COUNTS) + len(self.goals)))

    @property
    def times(self) -> Floats:
        """The ends of the stretches."""
        return np.array([stretch.time for stretch in self.stretches])

    @property
    def beginning(self) -> Part:
        """The first stretch."""
        return self._part("first", self.stretches[:1])

    @property
    def ending(self) -> Part:
        """The last fifth of all stretches: what learning came to."""
        return self._part("last", self.stretches[-max(1, round(0.2 * len(self.stretches))) :])

    @property
    def whole(self) -> Part:
        """All stretches."""
        return self._part("all", self.stretches)

    def _part(self, word: str, stretches: Sequence[Stretch]) -> Part:
        begin = self.stretches[-1 - len(stretches)].time if 0 < len(stretches) < len(self.stretches) else 0.0
        seconds = stretches[-1].time - (begin if word == "last" else 0.0) if stretches else 0.0
        sums = np.sum([self.nothing, *(stretch.sums for stretch in stretches)], axis=0)
        return Part(f"{word} {_duration(seconds)}", sums)

    def write(self, file: Path) -> None:
        """Write a table with a row for each stretch and rule base that drove in it."""
        sink = io.StringIO()
        writer = csv.writer(sink, lineterminator="\n")
        writer.writerow((*HEAD, *self.goals))
        for stretch in self.stretches:
            for seat in np.flatnonzero(stretch.sums[:, 0]).tolist():
                writer.writerow((repr(stretch.time), seat, *map(repr, stretch.sums[seat].tolist())))
        write_text_atomic(file, sink.getvalue())

    @classmethod
    def read(cls, file: Path, *, goals: Sequence[str], seats: int, until: float) -> Self:
        """The stretches of a table up to a time, as they were written."""
        found: dict[float, Floats] = {}
        for time, seat, values in _rows(file, goals):
            if time <= until:
                sums = found.setdefault(time, np.zeros((seats, len(COUNTS) + len(goals))))
                sums[seat] = values
        return cls(tuple(goals), seats, [Stretch(time, sums) for time, sums in found.items()])


def _rows(file: Path, goals: Sequence[str]) -> Iterator[tuple[float, int, list[float]]]:
    if not file.is_file():
        raise InputError(f"there is no {file}, which an experiment that goes on adds to; begin it anew with --force")
    with file.open(newline="", encoding="utf-8") as source:
        lines = csv.reader(source)
        if tuple(next(lines, ())) != (*HEAD, *goals):
            raise InputError(f"expected the columns {', '.join((*HEAD, *goals))}", Position(str(file), 1))
        for number, line in enumerate(lines, start=2):
            try:
                yield float(line[0]), int(line[1]), [float(value) for value in line[2:]]
            except (ValueError, IndexError):
                raise InputError(
                    f"expected numbers, found {', '.join(line)!r:.60}", Position(str(file), number)
                ) from None


def sums_of(tally: Tally) -> Floats:
    """A tally as one array: rule bases by counts and goals."""
    return np.column_stack([*(getattr(tally, name) for name in COUNTS), tally.rewards])


def _duration(seconds: float) -> str:
    return f"{seconds / 3600.0:.3g} h" if seconds >= 3600.0 else f"{seconds / 60.0:.3g} min"


def _ratio(value: float, whole: float) -> float:
    return value / whole if whole else float("nan")
