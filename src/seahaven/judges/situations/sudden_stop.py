"""The sudden stop: the lead of the gang brakes to a stand as hard as it can, at a set distance from the subject."""

from __future__ import annotations

import numpy as np

from seahaven.judges.braking import hard_braking
from seahaven.judges.finding import Finding, missing, near, shown
from seahaven.judges.registry import Judged, judge
from seahaven.judges.scene import Scene
from seahaven.judges.situations.gang import cut_in
from seahaven.judges.track import Track

__all__ = ["sudden_stop"]

GAP, BRAKING = 0.05, 0.1
"""Shares of the set gap and deceleration by which both may be off."""
DISTANCE = 150.0
"""Metres by which the distance from the gang may be off."""


@judge("sudden stop")
def sudden_stop(scene: Scene) -> Judged:
    """Judged when the lead begins to brake."""
    lead = scene.role("lead")
    if lead is None:
        return Judged(None, missing("lead", "there was none"))
    opened = 0.0 if scene.episode.opened is None else scene.episode.opened
    braking = hard_braking(lead, scene.set("braking"), opened, float(scene.times[-1]))
    if braking is None:
        return Judged(None, missing("lead", "it did not brake hard"))
    time, k = braking.time, scene.frame(braking.time)
    gap = float(scene.gap(lead)[k])
    findings = (
        near("gap", None if np.isnan(gap) else gap, scene.set("gap"), GAP * scene.set("gap"), "m"),
        near("deceleration", braking.deceleration, scene.set("braking"), BRAKING * scene.set("braking"), "m/s²"),
        shown("stand", braking.stands is not None or scene.crash < np.inf, "the lead did not come to a stand"),
        shown("subject", bool(scene.is_in_lane(scene.subject)[k]), "out of its lane"),
        *_after_gang(scene, lead, time),
    )
    return Judged(time, findings, "collision" if scene.crash < np.inf else "avoided")


def _after_gang(scene: Scene, lead: Track, time: float) -> tuple[Finding, ...]:
    """It is the lead of the gang, if there was one, and as far from its end as both are planned apart."""
    before = scene.earlier("gang")
    if before is None:
        return ()
    gang_lead, cutter = before.role("lead"), before.role("cutter")
    cut = None if gang_lead is None or cutter is None else cut_in(before, gang_lead, cutter)
    end = before.episode.closed if cut is None else cut.arrives
    way = scene.recording.frames(time if end is None else end, time)
    x, y = way.mine("x"), way.mine("y")
    driven = float(np.hypot(np.diff(x), np.diff(y)).sum())
    is_same = gang_lead is not None and gang_lead.entity == lead.entity
    return (
        shown("lead", is_same, "not the one of the gang"),
        near("distance from the gang", driven, scene.episode.at - before.episode.at, DISTANCE, "m"),
    )
