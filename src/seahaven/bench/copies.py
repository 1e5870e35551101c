"""What it costs to save, restore and fork a large run, in plain copies of the same bytes."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

import numpy as np

from seahaven.bench.crowd import Drift, crowd
from seahaven.bench.stopwatch import race
from seahaven.kernel import SECOND, Controller, Module, fork, restore, take_snapshot

__all__ = ["CopyCosts", "copy_costs"]


@dataclass(frozen=True, slots=True)
class CopyCosts:
    """CPU times as multiples of one `np.copy` of all columns."""

    snapshot: float
    restore: float
    fork: float


def copy_costs(entities: int, *, columns: int, repeats: int) -> CopyCosts:
    """Give what it costs to keep, bring back and double a run whose entities have so many float64 columns."""
    world = crowd(entities, columns=columns)
    controller = Controller(Module("run", Drift("drift", rate=10)), store=world)
    controller.advance(SECOND)
    table = world.family("body")
    block = np.stack([getattr(table, name) for name in table.columns])
    saved = take_snapshot(controller)
    rounds = race(
        lambda: np.copy(block),
        lambda: take_snapshot(controller),
        lambda: restore(controller, saved),
        lambda: fork(controller),
        repeats=repeats,
    )
    ratios = [[seconds / plain for seconds in ours] for plain, *ours in rounds]
    return CopyCosts(*map(median, zip(*ratios, strict=True)))
