"""One step of everything that somebody may do, compiled: a judge asks for some millions of them."""

from __future__ import annotations

from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled


@compiled
def step_on(
    low: Floats, high: Floats, new_low: Floats, new_high: Floats,
    lowest: int, jump: int, slowest: int, seconds: float, grain: float,
) -> None:  # fmt: skip
    """From where to where one may be a step later, for each acceleration (rows, from `lowest` on) and speed (columns).

    The acceleration changes evenly within the step, by `jump` rows at most; a row is so much that one more of it on
    average is one column. Columns before the `slowest` and beyond the last are out of bounds; `grain` is a column in
    m/s.
    """
    levels, speeds = low.shape
    new_low[:], new_high[:] = float("inf"), -float("inf")
    per_level = 2.0 * grain / seconds
    for was in range(levels):
        for now in range(max(was - jump, 0), min(was + jump + 1, levels)):
            shift = was + now + 2 * lowest
            gained = seconds * seconds * per_level * (2.0 * (was + lowest) + (now + lowest)) / 6.0
            for speed in range(max(0, slowest - shift), min(speeds, speeds - shift)):
                metres = seconds * grain * speed + gained
                new_low[now, speed + shift] = min(new_low[now, speed + shift], low[was, speed] + metres)
                new_high[now, speed + shift] = max(new_high[now, speed + shift], high[was, speed] + metres)
