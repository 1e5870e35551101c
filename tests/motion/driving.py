"""Free vehicles for tests: one row, put somewhere and driven for a while."""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.geometry import Floats
from seahaven.motion import FLEET, Chassis, Cockpit, FreeState, Gear, Ground, chassis_table, drive

COLUMNS = ("x", "y", "heading", "speed", "aside", "yaw_rate", "steering", "acceleration", "hitch")


class Ride:
    """One free vehicle, its controls and its ground; all columns can be given by name."""

    def __init__(self, chassis: str | Chassis, gear: Gear = Gear.D, **columns: float) -> None:
        self.chassis = FLEET[chassis] if isinstance(chassis, str) else chassis
        self.table = chassis_table(self.chassis)
        self.state, self.cockpit, self.ground = FreeState.of(1), Cockpit.of(1, gear), Ground.of(1)
        self.set(**columns)

    def set(self, **columns: float) -> None:
        """Put values into columns of the controls, the ground or the state, whichever has them first."""
        for name, value in columns.items():
            owners: tuple[Any, ...] = (self.cockpit, self.ground, self.state)
            next(getattr(owner, name) for owner in owners if hasattr(owner, name))[0] = value

    def drive(self, seconds: float, dt: float = 0.1, *, substeps: int | None = None) -> Floats:
        """Drive on; a row of `COLUMNS` for every dt."""
        rows = []
        for _ in range(round(seconds / dt)):
            drive(self.table, self.state, self.cockpit, self.ground, dt, substeps=substeps)
            rows.append(self.row())
        return np.array(rows)

    def row(self) -> list[float]:
        return [float(getattr(self.state, name)[0]) for name in COLUMNS]

    @property
    def speed(self) -> float:
        return float(self.state.speed[0])
