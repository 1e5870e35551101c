"""What the drivers see: waves in which each driver is at a phase of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.kernel import Stream

__all__ = ["Frame", "Sight", "addressees", "inputs", "sights", "staggered", "traffic"]

Sight = tuple[float, float | None, float | None, bool, float | None]
"""What one driver sees in one step: speed, gap, closing, wants_left, left_gap; None is null."""

_PHASES = Stream.named(0, "bench/phases")
_STAGGER = 40
"""Elements by which each column begins later than a whole number of pages, lest all meet in the same cache sets."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What all drivers see in one step, a column for each input, and masks of what is null."""

    columns: dict[str, NDArray[Any]]
    nulls: dict[str, NDArray[np.bool_]]


def traffic(drivers: int, *, steps: int) -> list[Frame]:
    """Give as many frames as one period of the waves has; after the last, the first may follow."""
    rows = np.arange(drivers)
    phases = [_PHASES.uniforms(rows, draw=draw) for draw in range(6)]
    return [_frame([np.sin(2.0 * np.pi * (phase + k / steps)) for phase in phases]) for k in range(steps)]


def _frame(waves: list[NDArray[np.float64]]) -> Frame:
    speed, gap, closing, wish, left_gap, presence = waves
    floats = (20.0 + 8.0 * speed, 60.0 + 55.0 * gap, 10.0 * closing, 30.0 + 28.0 * left_gap)
    names = ("speed", "gap", "closing", "left_gap")
    columns: dict[str, NDArray[Any]] = dict(zip(names, staggered(floats), strict=True))
    alone, free = presence > 0.7, presence < -0.9
    return Frame(columns | {"wants_left": wish > 0.0}, {"gap": alone, "closing": alone.copy(), "left_gap": free})


def staggered(columns: tuple[NDArray[np.float64], ...]) -> NDArray[np.float64]:
    """The columns as rows of one buffer, each beginning at another offset into a page."""
    drivers = len(columns[0])
    width = -(-drivers // 512) * 512 + _STAGGER
    buffer = np.empty((len(columns), width))[:, :drivers]
    buffer[:] = columns
    return buffer


def sights(frames: list[Frame], row: int) -> list[Sight]:
    """Give what one driver sees, step by step."""
    return [tuple(inputs(frame, row).values()) for frame in frames]


def inputs(frame: Frame, row: int) -> dict[str, Any]:
    """Give what one driver sees by name, None for null."""
    names = ("speed", "gap", "closing", "wants_left", "left_gap")
    return {
        name: None if name in frame.nulls and frame.nulls[name][row] else frame.columns[name][row].item()
        for name in names
    }


def addressees(drivers: int, *, steps: int, share: float) -> list[tuple[NDArray[np.int64], NDArray[np.bool_]]]:
    """Give for each step whom each driver asks for room, and a mask of those, most of them, who ask nobody."""
    rows = np.arange(drivers)
    told = []
    for step in range(steps):
        silent = _PHASES.uniforms(rows, step=step, draw=6) >= share
        told.append(((drivers * _PHASES.uniforms(rows, step=step, draw=7)).astype(np.int64), silent))
    return told
