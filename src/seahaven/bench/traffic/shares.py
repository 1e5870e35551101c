"""Where a step's time goes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from seahaven.bench.stopwatch import Tally
from seahaven.bench.sumo.course import Drive
from seahaven.kernel import Visits

__all__ = ["time_shares"]

PARTS = {"traffic/perception": "perception", "traffic/drivers": "drivers", "traffic/motion": "motion"}


def time_shares(drive: Drive, *, steps: int) -> Mapping[str, float]:
    """Give the CPU time of each part of a step in nanoseconds per vehicle; `kernel` is what is left of the whole.

    A part has what its module does in its step; writing the columns that are seen at once, and keeping what was
    proposed until it is due, is the world's. All modules are visited for it, which takes longer than usual.
    """
    tally, usual = Tally(), drive.controller.visits
    drive.controller.visits = Visits.ALL
    for activation in drive.controller.tree.local():
        if activation.path in PARTS:
            # a module's fields are its declarations; a function of the same name hides its step
            activation.module.__dict__["step"] = tally.timed(PARTS[activation.path], activation.module.step)
    world: Any = drive.controller.store
    drive.controller.store = _Watched(world, tally)
    try:
        whole = tally.timed("whole", drive.advance)
        whole(steps)
    finally:
        drive.controller.store, drive.controller.visits = world, usual
        for activation in drive.controller.tree.local():
            activation.module.__dict__.pop("step", None)
    updates = steps * len(drive.vehicles.ids)
    costs = {part: 1e9 * seconds / updates for part, seconds in tally.seconds.items()}
    rest = costs["whole"] - sum(cost for part, cost in costs.items() if part != "whole")
    return {**{part: costs.get(part, 0.0) for part in (*PARTS.values(), "commit")}, "kernel": rest}


class _Watched:
    """A store whose time is noted."""

    def __init__(self, store: Any, tally: Tally) -> None:
        self._store = store
        self.turn = tally.timed("commit", store.turn)
        self.commit = tally.timed("commit", store.commit)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)
