"""What motion remembers of vehicles makes it quicker, and nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.motion.hints import LAIN, LAIN_LENGTH, LAIN_S, LAIN_X, STRETCH, UNKNOWN, Hints
from seahaven.world import World
from tests.motion.moving import advance, moving
from tests.motion.networks import along, ring

TIGHT = along(ring(200.0, 2, parts=4), closed=True)
"""So tight that axles and middle of a vehicle lie apart."""
ROWS = 24


def driving(lines: tuple[tuple[float, str, Any], ...] = ()) -> tuple[Any, World]:
    """Vehicles all round, fast and slow, long and short, on both lanes."""
    rows = np.arange(ROWS)
    lane, s = rows % len(TIGHT.lane_map), 2.0 + (rows // len(TIGHT.lane_map)) * 15.0
    return moving(TIGHT, lane, s, lines=lines, speed=1.0 * (rows % 4), length=4.0 + rows % 9, lean=0.1 * (rows % 3))


def hints_of(run: Any) -> Any:
    """The table of what is remembered."""
    hints: Hints = run.root.children[0].live.hints
    return hints._kept.arrays["hints"]


def test_where_vehicles_lie_in_curves_is_remembered() -> None:
    run, world = driving()
    advance(run, 1.0)
    vehicles, hints = world.family("vehicle"), hints_of(run)[:ROWS]
    assert (hints[:, STRETCH] >= 0.0).all()
    lain = hints[:, LAIN_LENGTH] != UNKNOWN
    assert lain.sum() > ROWS // 2
    assert hints[lain, LAIN_S].tolist() == vehicles.s[lain].tolist()
    assert hints[lain, LAIN_X].tolist() == vehicles.x[lain].tolist()
    assert np.isfinite(hints[lain, LAIN]).all()


def test_what_is_forgotten_or_wrong_changes_no_bit() -> None:
    lines = ((0.5, "wish", 0.8), (1.5, "aim", 1), (4.0, "wish", -2.0))
    remembering, right = driving(lines)
    forgetting, other = driving(lines)
    confusing, third = driving(lines)
    for _ in range(80):
        for run in (remembering, forgetting, confusing):
            advance(run, 0.1)
        hints_of(forgetting)[:] = UNKNOWN
        hints_of(confusing)[:ROWS] = hints_of(confusing)[:ROWS][::-1].copy()
        assert right.digest() == other.digest() == third.digest()
