"""Free driving: vehicles that go where their wheels take them, moved by pedals and a steering wheel."""

from __future__ import annotations

from math import ceil

from seahaven.errors import InputError
from seahaven.geometry import Floats
from seahaven.motion.free_columns import Cockpit, FreeState, Ground

__all__ = ["SUBSTEP", "drive"]

SUBSTEP = 0.01
"""s, the longest substep of the model. A quarter of it moves a car after two seconds by some millimetres."""


def drive(
    table: Floats, state: FreeState, cockpit: Cockpit, ground: Ground, dt: float, *, substeps: int | None = None
) -> None:
    """Move free vehicles by dt seconds, with their controls and the ground held; the state is changed in place.

    `table` has a row per chassis, as `chassis_table` gives it. Rows of the state do not depend on each other. Unless
    their number is given, there are as many substeps as `SUBSTEP` asks for.
    """
    from seahaven.motion.free_kernels import drive_each  # loads the compiler

    if not 0.0 <= dt < 1e6:
        raise InputError(f"free vehicles cannot be moved by {dt!r} s; expected 0 or more, and less than 1e6")
    if dt > 0.0:
        count = max(ceil(dt / SUBSTEP - 1e-9), 1) if substeps is None else substeps
        drive_each(table, state, cockpit, ground, dt / count, count)
