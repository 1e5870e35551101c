"""The inconspicuous following: the subject closes up by itself to a car at 35 mph, which soon speeds up."""

from __future__ import annotations

import numpy as np

from seahaven.geometry import Floats, Truths
from seahaven.judges.finding import Finding, missing, near, shown
from seahaven.judges.registry import Judged, judge
from seahaven.judges.scene import Scene
from seahaven.judges.situations.units import MPH
from seahaven.judges.track import Track

__all__ = ["inconspicuous_following"]

SPEED, FAST = 1.5 * MPH, 2.0 * MPH
"""How far the lead's speed may be off before it speeds up, and in the end."""
GAP = 0.05
"""Share of the set gap by which the gap may be off."""
SLACK = 0.25
"""Seconds by which the lead may speed up too early or too late."""
RISES, BY = 0.3, 2.0
"""A vehicle speeds up from when it accelerates by more than this (m/s²), until it is so much faster (m/s)."""
WAIT = 30.0
"""Seconds in which it has to be at its speed."""


@judge("inconspicuous following")
def inconspicuous_following(scene: Scene) -> Judged:
    """Judged when the subject has come as close as the set gap."""
    lead = scene.role("lead")
    if lead is None:
        return Judged(None, missing("lead", "there was none"))
    gaps = scene.gap(lead)
    since = scene.in_sight_since(lead)
    time = None if since is None else _closes(scene, gaps, scene.set("close"), since)
    if since is None or time is None:
        return Judged(None, missing("subject", "it never came close"))
    before = lead.during(since, time)
    speeds, slow = lead.speed[before], scene.set("slow")
    worst = float(speeds[np.argmax(np.abs(speeds - slow))]) if len(speeds) else None
    findings = (
        near("gap", _nearest(scene, gaps, time, scene.set("close")), scene.set("close"), GAP * scene.set("close"), "m"),
        near("speed of the lead", worst, slow, SPEED, "m/s"),
        shown("subject", bool(scene.is_in_lane(scene.subject)[scene.frame(time)]), "out of its lane"),
        *_speeding(scene, lead, time),
    )
    return Judged(time, findings, _outcome(scene, time, slow))


def _closes(scene: Scene, gaps: Floats, close: float, since: float) -> float | None:
    """When the gap is first no more than the set one (s), interpolated."""
    found = np.flatnonzero((gaps <= close) & (scene.times >= since))
    if not len(found):
        return None
    k = int(found[0])
    if k == 0 or np.isnan(gaps[k - 1]):
        return float(scene.times[k])
    share = (gaps[k - 1] - close) / max(gaps[k - 1] - gaps[k], 1e-9)
    return float(scene.times[k - 1] + np.clip(share, 0.0, 1.0) * (scene.times[k] - scene.times[k - 1]))


def _nearest(scene: Scene, gaps: Floats, time: float, close: float) -> float:
    """The gap that is nearest to the set one within a frame of a time: it is closed up to, and not begun within."""
    k = scene.frame(time)
    around = gaps[max(k - 1, 0) : k + 2]
    around = around[~np.isnan(around)]
    if (around <= close).any() and (around >= close).any():
        return close
    return float(around[np.argmin(np.abs(around - close))])


def _speeding(scene: Scene, lead: Track, time: float) -> tuple[Finding, ...]:
    """It speeds up after the set delay, and to the set speed."""
    delay, fast = scene.set("delay"), scene.set("fast")
    later = lead.during(time, min(time + WAIT, scene.crash))
    began = _rise(lead, later)
    top = float(np.max(lead.speed[later])) if later.any() else None
    return (
        near("time until the lead speeds up", None if began is None else began - time, delay, SLACK, "s"),
        shown(
            "speed in the end", top is not None and top >= fast - FAST, f"{top or 0.0:.1f} m/s, wanted {fast:.1f} m/s"
        ),
    )


def _rise(lead: Track, chosen: Truths) -> float | None:
    """When a vehicle begins to accelerate so that it becomes visibly faster (s)."""
    frames = np.flatnonzero(chosen)
    if not len(frames):
        return None
    faster = frames[lead.speed[frames] > np.min(lead.speed[frames]) + BY]
    if not len(faster):
        return None
    k = int(faster[0])
    while k > frames[0] and lead.acceleration[k - 1] > RISES:
        k -= 1
    return float(lead.times[k])


def _outcome(scene: Scene, time: float, slow: float) -> str:
    """What the subject made of it: it ran into the lead, slowed down to its speed, or neither."""
    if scene.crash < time + WAIT:
        return "collision"
    later = scene.subject.during(time, time + WAIT)
    return "slowed down" if (scene.subject.speed[later] <= slow + SPEED).any() else "stayed faster"
