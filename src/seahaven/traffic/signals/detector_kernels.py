"""Compiled: who comes up to which light."""

from __future__ import annotations

from typing import Any

from seahaven.geometry.compiled import compiled


@compiled
def detect(zones: Any, lane: Any, s: Any, length: Any, called: Any, now: float) -> None:
    """Note the time at every light before which some vehicle's front is."""
    for i in range(len(lane)):
        if lane[i] < 0:
            continue
        front = s[i] + 0.5 * length[i]
        for k in range(zones.first[lane[i]], zones.first[lane[i] + 1]):
            if zones.begin[k] <= front <= zones.end[k]:
                called[zones.row[k]] = now


@compiled
def press(row_of: Any, crosswalk: Any, is_waiting: Any, called: Any, now: float) -> None:
    """Note the time at the light of every crosswalk at which somebody on foot waits."""
    for i in range(len(crosswalk)):
        if is_waiting[i] and crosswalk[i] >= 0 and row_of[crosswalk[i]] >= 0:
            called[row_of[crosswalk[i]]] = now
