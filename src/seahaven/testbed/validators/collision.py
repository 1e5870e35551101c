"""No collision for which the software is to blame."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from seahaven.testbed.blame import Blame, blame
from seahaven.testbed.evidence import Evidence
from seahaven.testbed.margins import NOBODY, Margins
from seahaven.testbed.requirement import Requirement, validator

__all__ = ["Collision"]


@validator("no_collision")
class Collision(Requirement):
    """It runs into nobody. The margin is minus the speed of the impact, and infinite where there is none."""

    unit: ClassVar[str] = "m/s"
    even_without_blame: bool = False
    """Whether it also counts if another vehicle is to blame."""

    def margins(self, evidence: Evidence) -> Margins:
        """Infinite up to the collision."""
        values, others = np.full(len(evidence.frames), np.inf), np.full(len(evidence.frames), NOBODY)
        reasons = [""] * len(evidence.frames)
        if evidence.crash is not None:
            other = next(one for one in evidence.crash.entities if one != evidence.frames.subject)
            fault = blame(evidence, other)
            if fault.is_own or self.even_without_blame:
                values[-1], others[-1], reasons[-1] = -_impact(evidence, other), other, _words(fault)
        return self.of(evidence, values, others=others, reasons=tuple(reasons))


def _words(fault: Blame) -> str:
    return f"{'to blame' if fault.is_own else 'not to blame'}: {fault.reason}"


def _impact(evidence: Evidence, other: int) -> float:
    """The relative speed in the last frame before the two touch (m/s); at least 0.1, so that it is a failure."""
    row = evidence.frames.rows_of(other)[-1]
    cells, me = evidence.frames.cells, int(evidence.frames.me[-1])
    if row < 0:
        return max(float(cells["speed"][me]), 0.1)
    vx, vy = (
        cells["speed"][me] * turn(cells["heading"][me]) - cells["speed"][row] * turn(cells["heading"][row])
        for turn in (np.cos, np.sin)
    )
    return max(float(np.hypot(vx, vy)), 0.1)
