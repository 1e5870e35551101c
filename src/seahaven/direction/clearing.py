"""Keeping others away: whoever is near the subject and has no part is told to drive on, or to fall back."""

from __future__ import annotations

import numpy as np

from seahaven.direction.view import View
from seahaven.world import Press

__all__ = ["Clearing"]

EVERY = 10
"""Steps from one look around to the next."""
REACH = 260.0
"""Metres to either side of the subject within which nobody is wanted who has no part."""
ONWARD, BACK = 1.15, 0.85
"""Shares of the subject's usual speed at which those ahead drive on, and those behind fall back."""
SLACK = 60.0
"""Metres beyond the reach at which somebody is told that it may drive as it likes again."""


class Clearing:
    """A beacon that rides on the subject, with everybody in the cast exempt."""

    def __init__(self) -> None:
        self.told: list[int] = []
        """Whoever has been told to keep away."""

    def step(self, view: View, step: int, cast: frozenset[int]) -> list[Press]:
        """Tell those who have come near, and release those who are away."""
        if step % EVERY or view.is_lost:
            return []
        table, usual = view.table, view.outlook.usual
        ahead = view.along - view.at
        with np.errstate(invalid="ignore"):
            near = np.flatnonzero((np.abs(ahead) < REACH) & (table.ids != view.subject))
        wanted = {int(table.ids[row]): float(ahead[row]) for row in near.tolist()}
        presses = []
        for entity, metres in wanted.items():
            if entity not in cast and entity not in self.told:
                self.told.append(entity)
                presses.append(Press((entity,), "adjust_speed", (ONWARD if metres > 0.0 else BACK) * usual))
        gone = [entity for entity in self.told if entity in cast or self._is_away(view, entity)]
        presses += [Press((entity,), "release") for entity in gone if entity not in cast and view.row(entity) >= 0]
        self.told = [entity for entity in self.told if entity not in gone]
        return presses

    def end(self, view: View) -> list[Press]:
        """Release everybody."""
        told, self.told = self.told, []
        return [Press((entity,), "release") for entity in told if view.row(entity) >= 0]

    def _is_away(self, view: View, entity: int) -> bool:
        row = view.row(entity)
        metres = None if row < 0 else view.ahead(row)
        return metres is None or abs(metres) > REACH + SLACK
