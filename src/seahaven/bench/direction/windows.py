"""What the subject sees of those around it, in windows of five seconds: what a classifier has to go by."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from seahaven.bench.direction.outcome import directed_spans, told_spans
from seahaven.bench.direction.watch import Frame, Notes
from seahaven.geometry import Floats

__all__ = ["FEATURES", "windows"]

SAMPLES, EVERY = 25, 2
"""A window is so many samples long, of every second frame: five seconds at 5 Hz."""
RATE = 5.0
SIGHT = 300.0
"""Metres within which somebody is looked at."""
ROLLING = 1.0
SERIES = ("speed", "acceleration", "jerk", "lateral speed", "offset", "gap", "relative speed", "relative acceleration")
FEATURES = (
    *(f"{one} {word}" for one in SERIES for word in ("mean", "spread", "least", "most", "slope")),
    "acceleration along with the subject's",
)
"""The names of the numbers of a window."""
GAP_BIN = 50.0
FEW = (1, 2, 4)
"""Densities are told apart by these counts of vehicles in sight."""


def windows(notes: Notes, subject: int, *, most: int = 40) -> tuple[list[Any], list[Any]]:
    """The windows of those who are directed, and of those who never are: stratum and features each; so many at most.

    Directed are the cast, and whoever else is told how fast to drive.
    """
    spans = directed_spans(notes) + told_spans(notes)
    known = {span.entity for span in spans}
    directed, others = [], []
    for frames in _cut(notes.frames[::EVERY], SAMPLES):
        for entity, stratum, numbers in _of_all(frames, subject):
            begin, end = frames[0].time, frames[-1].time
            if any(span.entity == entity and span.begin <= begin and end < span.end for span in spans):
                directed.append([stratum, numbers])
            elif entity not in known:
                others.append([stratum, numbers])
    return _thinned(directed, most), _thinned(others, most)


def _thinned(found: list[Any], most: int) -> list[Any]:
    """So many of them, evenly spread."""
    if len(found) <= most:
        return found
    return [found[int(k)] for k in np.linspace(0, len(found) - 1, most)]


def _cut(frames: list[Frame], size: int) -> Iterator[list[Frame]]:
    for first in range(0, len(frames) - size + 1, size):
        yield frames[first : first + size]


def _of_all(frames: list[Frame], subject: int) -> Iterator[tuple[int, list[int], list[float]]]:
    """Everybody who is in sight, on the drive, all the time."""
    ids = set(frames[0].ids.tolist())
    for frame in frames[1:]:
        ids &= set(frame.ids.tolist())
    if subject not in ids or frames[0].on_road < 0:
        return
    rows = {entity: [int(np.searchsorted(frame.ids, entity)) for frame in frames] for entity in ids}
    own = _series(frames, rows.pop(subject))
    seen = {entity: series for entity, where in rows.items() if _is_near(series := _series(frames, where), own)}
    for entity, series in sorted(seen.items()):
        middle = float(series["along"].mean() - own["along"].mean())
        rank = round(float(series["rank"].mean()))
        stratum = [frames[0].on_road, rank, int(middle // GAP_BIN), int(np.searchsorted(FEW, len(seen)))]
        yield entity, stratum, _numbers(series, own)


def _series(frames: list[Frame], rows: list[int]) -> dict[str, Floats]:
    names = ("along", "rank", "speed", "acceleration", "offset", "length")
    return {
        name: np.array([getattr(frame, name)[row] for frame, row in zip(frames, rows, strict=True)], np.float64)
        for name in names
    }


def _is_near(series: dict[str, Floats], own: dict[str, Floats]) -> bool:
    return bool((np.abs(series["along"] - own["along"]) < SIGHT).all() and (series["speed"] > ROLLING).all())


def _numbers(series: dict[str, Floats], own: dict[str, Floats]) -> list[float]:
    gap = np.abs(series["along"] - own["along"]) - 0.5 * (series["length"] + own["length"])
    columns = (
        series["speed"], series["acceleration"], np.gradient(series["acceleration"]) * RATE,
        np.gradient(series["offset"]) * RATE, series["offset"], gap, series["speed"] - own["speed"],
        series["acceleration"] - own["acceleration"],
    )  # fmt: skip
    told = [number for column in columns for number in _told(column)]
    return [float(f"{number:.4g}") for number in (*told, _together(series["acceleration"], own["acceleration"]))]


def _told(column: Floats) -> tuple[float, float, float, float, float]:
    along = np.arange(len(column)) - 0.5 * (len(column) - 1)
    slope = float((along * (column - column.mean())).sum() / (along * along).sum()) * RATE
    return float(column.mean()), float(column.std()), float(column.min()), float(column.max()), slope


def _together(one: Floats, other: Floats) -> float:
    """How alike two columns move; 0 where one of them does not."""
    if one.std() < 1e-6 or other.std() < 1e-6:
        return 0.0
    return float(((one - one.mean()) * (other - other.mean())).mean() / (one.std() * other.std()))
