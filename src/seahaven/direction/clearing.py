"""Keeps vehicles without a role away from the subject: those ahead drive on, those behind fall back."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from seahaven.direction.view import View
from seahaven.geometry import Floats
from seahaven.world import Press

__all__ = ["Clearing"]

EVERY = 10
"""Steps from one check to the next."""
REACH = 260.0
"""Distance ahead of and behind the subject (m) that is kept free of vehicles without a role."""
NEAR = 120.0
"""Distance (m) within which a vehicle has to move away; further off it only must not come closer."""
ONWARD, BACK = 1.1, 0.93
"""Speeds of vehicles ahead, which drive on, and behind, which fall back, as shares of the subject's usual speed."""
SLACK = 60.0
"""Distance beyond the reach (m) at which a vehicle is released."""


class Clearing:
    """A beacon that rides on the subject, with the cast exempt.

    Vehicles that keep away by themselves get no order: the fewer orders, the less there is to notice.
    """

    def __init__(self) -> None:
        self.told: dict[int, float] = {}
        """Vehicles that were ordered to keep away, and at which share of the subject's usual speed."""

    def step(self, view: View, step: int, cast: frozenset[int]) -> list[Press]:
        """Give orders to vehicles that have come near, and release those that are away."""
        if step % EVERY or view.is_lost:
            return []
        table, usual = view.table, view.outlook.usual
        ahead = view.along - view.at
        held_up = self._in_the_way(view, ahead, cast)
        with np.errstate(invalid="ignore"):
            near = np.flatnonzero((np.abs(ahead) < REACH) & (table.ids != view.subject))
        presses = []
        for row in near.tolist():
            entity, share = int(table.ids[row]), ONWARD if ahead[row] > 0.0 or held_up[row] else BACK
            if entity in cast or self.told.get(entity, 0.0) >= share:
                continue
            if not _keeps_away(float(ahead[row]), float(table.speed[row]), share, usual):
                self.told[entity] = share
                presses.append(Press((entity,), "adjust_speed", share * usual))
        gone = [entity for entity in self.told if entity in cast or self._is_away(view, entity)]
        presses += [Press((entity,), "release") for entity in gone if entity not in cast and view.row(entity) >= 0]
        for entity in gone:
            del self.told[entity]
        return presses

    def _in_the_way(self, view: View, ahead: Floats, cast: frozenset[int]) -> NDArray[np.bool_]:
        """Of each row, whether it is ahead of a vehicle of the cast that is behind the subject, in the same lane."""
        table = view.table
        rank = np.where(table.lane >= 0, view.drive.rank[table.lane], -1)
        found = np.zeros(len(table.ids), np.bool_)
        for row in (view.row(entity) for entity in cast):
            if row >= 0 and ahead[row] < 0.0:
                with np.errstate(invalid="ignore"):
                    found |= (rank == rank[row]) & (ahead > ahead[row]) & (ahead <= 0.0)
        return found

    def end(self, view: View) -> list[Press]:
        """Release all vehicles."""
        told, self.told = self.told, {}
        return [Press((entity,), "release") for entity in told if view.row(entity) >= 0]

    def _is_away(self, view: View, entity: int) -> bool:
        row = view.row(entity)
        metres = None if row < 0 else view.ahead(row)
        return metres is None or abs(metres) > REACH + SLACK


def _keeps_away(metres: float, speed: float, share: float, usual: float) -> bool:
    """Whether a vehicle, at a distance ahead of the subject and a speed, needs no order to keep away."""
    wanted = (share if abs(metres) < NEAR else 1.0) * usual
    return speed >= wanted if share == ONWARD else speed <= wanted
