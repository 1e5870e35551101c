"""Compiled: one step of perception, and whether the weather is still the one that it was prepared for."""

from __future__ import annotations

from typing import Any

from seahaven.behaviour.perception.desk import NEWS, ROWS, SLOTS
from seahaven.behaviour.perception.lineup_kernels import line_up
from seahaven.behaviour.perception.loose_kernels import heed_loose
from seahaven.behaviour.perception.memory_kernels import welcome
from seahaven.behaviour.perception.plea_kernels import plead
from seahaven.behaviour.perception.sense_kernels import sense
from seahaven.geometry.entry_kernels import compiled_entry, taken
from seahaven.kernel.part import VISIT

VISIBILITY, GRIP, RAIN, DAYLIGHT, BEAM, DARKNESS, PACE, GLOOM = range(8)
"""The numbers of a sky as compiled code takes it."""


@compiled_entry
def perceive(hand: Any, index: int, now: int, due: int) -> int:
    """Perceive once, or ask for a visit if the weather has changed, or a newcomer reacts later than is remembered."""
    (
        where, counts, sky, filled_grip, weather, tally, ground, lined_up, seen, own, shift, plea, no_plea, lane_map,
        newcomers,
    ) = taken(hand)  # fmt: skip
    visibility, grip, rain, daylight = weather
    if tally[0] > 0 and (
        visibility[0] != sky[VISIBILITY] or grip[0] != sky[GRIP] or rain[0] != sky[RAIN] or daylight[0] != sky[DAYLIGHT]
    ):
        return VISIT
    dt = (due - now) / 1e9
    per_second = 1.0 / dt if dt > 0.0 else 0.0
    if counts[NEWS]:
        if not welcome(counts[ROWS], per_second, (sky[VISIBILITY], sky[PACE], sky[GLOOM]), *newcomers):
            return VISIT
        counts[NEWS] = 0
    line_up(where, counts, index % counts[SLOTS], per_second, sky[VISIBILITY], sky[BEAM], sky[DARKNESS])
    heed_loose(where, counts, lane_map, sky[BEAM], sky[DARKNESS], dt)
    n = counts[ROWS]
    sense(where, counts, sky[GRIP] != filled_grip[0], sky[GRIP], sky[BEAM], sky[DARKNESS], 0, n)
    filled_grip[0] = sky[GRIP]
    lanes, stretches = ground
    bounds, codes, along = lined_up
    lane, s, length, speed, light = seen
    plead(
        lanes, stretches, bounds, codes, along, lane[:n], s[:n], length[:n], speed[:n], light[:n], own[:n], shift, plea,
        no_plea,
    )  # fmt: skip
    return 0
