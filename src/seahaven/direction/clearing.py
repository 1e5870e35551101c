"""Keeping others away: whoever is near the subject and has no part is told to drive on, or to fall back."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from seahaven.direction.view import View
from seahaven.geometry import Floats
from seahaven.world import Press

__all__ = ["Clearing"]

EVERY = 10
"""Steps from one look around to the next."""
REACH = 260.0
"""Metres to either side of the subject within which nobody is wanted who has no part."""
NEAR = 120.0
"""Metres within which somebody has to get away; further off it is enough not to come nearer."""
ONWARD, BACK = 1.1, 0.93
"""Shares of the subject's usual speed at which those ahead drive on, and those behind fall back."""
SLACK = 60.0
"""Metres beyond the reach at which somebody is told that it may drive as it likes again."""


class Clearing:
    """A beacon that rides on the subject, with everybody in the cast exempt.

    Whoever keeps away by itself is left alone: the fewer are told anything, the less there is to notice.
    """

    def __init__(self) -> None:
        self.told: dict[int, float] = {}
        """Whoever has been told to keep away, and at which share of the subject's usual speed."""

    def step(self, view: View, step: int, cast: frozenset[int]) -> list[Press]:
        """Tell those who have come near, and release those who are away."""
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
        """Of each row, whether it is before a member of the cast who is behind the subject, on the same lane."""
        table = view.table
        rank = np.where(table.lane >= 0, view.drive.rank[table.lane], -1)
        found = np.zeros(len(table.ids), np.bool_)
        for row in (view.row(entity) for entity in cast):
            if row >= 0 and ahead[row] < 0.0:
                with np.errstate(invalid="ignore"):
                    found |= (rank == rank[row]) & (ahead > ahead[row]) & (ahead <= 0.0)
        return found

    def end(self, view: View) -> list[Press]:
        """Release everybody."""
        told, self.told = self.told, {}
        return [Press((entity,), "release") for entity in told if view.row(entity) >= 0]

    def _is_away(self, view: View, entity: int) -> bool:
        row = view.row(entity)
        metres = None if row < 0 else view.ahead(row)
        return metres is None or abs(metres) > REACH + SLACK


def _keeps_away(metres: float, speed: float, share: float, usual: float) -> bool:
    """Whether somebody so far ahead of the subject who drives so fast does unasked what it would be told."""
    wanted = (share if abs(metres) < NEAR else 1.0) * usual
    return speed >= wanted if share == ONWARD else speed <= wanted
