"""The indecisive driver: a car that blocks the ramp starts into a gap, stops again, and takes a later one."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from seahaven.judges.finding import Finding, between, missing, near, shown
from seahaven.judges.registry import Judged, judge
from seahaven.judges.scene import Scene
from seahaven.judges.stopping import CLOSE, has_stopped, sets_out, stop_behind
from seahaven.judges.streams import Gap, Spot, gaps_at
from seahaven.judges.track import Track

__all__ = ["indecisive_driver"]

ON_TIME, NEXT, LATER = 0.25, 2.0, 3.0
"""Seconds by which the first gap, the next one and later ones may be off."""
AGAIN = 4.0
"""Seconds within which the car stands again after it has set out."""
FULL = 0.9
"""The share of its set size that a gap has to have."""
FAR = 40
"""Lanes that are looked at to find where the ramp comes to the freeway."""


@judge("indecisive driver")
def indecisive_driver(scene: Scene) -> Judged:
    """Judged when the first gap comes to where the ramp meets the freeway."""
    car = scene.role("car")
    standing = None if car is None else np.flatnonzero(has_stopped(car))
    if car is None or standing is None or not len(standing):
        return Judged(None, missing("car", "none stood on the ramp"))
    out = sets_out(car, float(scene.times[standing[0]]))
    spot = _meeting(scene, int(car.lane[standing[0]]))
    if out is None or spot is None:
        return Judged(None, missing("car", "it never set out"))
    gaps = gaps_at(scene, spot, but=frozenset({car.entity, scene.subject.entity}))
    offered = [gap for gap in gaps if gap.begin <= out + ON_TIME]
    if not offered:
        return Judged(None, missing("stream", "there was none before the car set out"))
    first = offered[-1]
    stop = stop_behind(scene, car, until=first.begin)
    findings = (
        between("gap to the standing car", None if stop is None else stop.gap, 0.0, CLOSE, "m"),
        near(
            "time from the stop to the gap",
            None if stop is None else first.begin - stop.time,
            scene.set("after"),
            ON_TIME,
            "s",
        ),
        *_wavering(scene, car, out, gaps),
    )
    return Judged(first.begin, findings)


def _meeting(scene: Scene, lane: int) -> Spot | None:
    """Where the lane beside the one by which a ramp comes begins to run beside it."""
    lane_map = scene.lanes.lane_map
    for _ in range(FAR):
        left = int(lane_map.left[lane])
        if left >= 0 and not lane_map.left_opposite[lane]:
            return Spot(left, 0.0)
        onward, _starts = scene.lanes.onward(lane, 0)
        if len(onward) < 2:
            return None
        lane = int(onward[1])
    return None


def _wavering(scene: Scene, car: Track, out: float, gaps: list[Gap]) -> tuple[Finding, ...]:
    """It stands again, and takes the next gap; more of them come."""
    again = np.flatnonzero((scene.times > out) & has_stopped(car))
    stands = float(scene.times[again[0]]) if len(again) else None
    halts = between("time until it stands again", None if stands is None else stands - out, 0.0, AGAIN, "s")
    merges = None if stands is None else sets_out(car, stands)
    if stands is None or merges is None:
        return (halts, shown("second gap", False, "the car did not take one"))
    both = scene.set("both")
    later = [gap for gap in gaps if gap.begin > stands and gap.size >= FULL * both]
    taken = [gap for gap in later if gap.begin - ON_TIME <= merges < gap.end]
    if not taken:
        return (halts, shown("second gap", False, "the car set out where there was none for both"))
    second = near("time until the second gap", taken[0].begin - stands, scene.set("every"), NEXT, "s")
    return (halts, second, _further(scene, later))


def _further(scene: Scene, later: list[Gap]) -> Finding:
    """Gaps go on as long as the subject is on the ramp."""
    every, spans = scene.set("every"), [b.begin - a.begin for a, b in pairwise(later)]
    leaves = sets_out(scene.subject, later[0].begin)
    needed = [span for span, gap in zip(spans, later[1:], strict=False) if leaves is None or gap.begin < leaves]
    worst = max(needed, key=lambda span: abs(span - every), default=every)
    return near("time between later gaps", worst, every, LATER, "s")
