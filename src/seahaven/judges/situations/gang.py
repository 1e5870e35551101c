"""The gang: a car cuts in between the subject and a lead that it has followed at a set headway."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from seahaven.judges.finding import between, missing, near, shown
from seahaven.judges.lane_changes import moves_over_since
from seahaven.judges.registry import Judged, judge
from seahaven.judges.scene import Scene
from seahaven.judges.track import MOMENT, Track
from seahaven.judges.usual import usual_speed
from seahaven.measures import time_gap

__all__ = ["CutIn", "cut_in", "gang"]

HEADWAY = 0.25
"""Seconds by which the headway may be off."""
QUICK = 3.0
"""Seconds within which the other car is between the two."""
SLOWED = 0.85
"""The least share of its usual speed at which the subject drives."""


class CutIn(NamedTuple):
    """A cut-in: when the car begins to move over, and when it is between the subject and the lead (s)."""

    begins: float
    arrives: float


@judge("gang")
def gang(scene: Scene) -> Judged:
    """Judged when the other car begins to move over."""
    lead, cutter = scene.role("lead"), scene.role("cutter")
    if lead is None or cutter is None:
        return Judged(None, missing("lead" if lead is None else "cutter", "there was none"))
    cut = cut_in(scene, lead, cutter)
    if cut is None:
        return Judged(None, missing("cutter", "it never cut in between the subject and the lead"))
    time, k = cut.begins, scene.frame(cut.begins)
    held = (scene.times >= time - scene.set("wait") - MOMENT) & (scene.times <= time + MOMENT)
    headways = time_gap(scene.gap(lead)[held], scene.subject.speed[held])
    wanted = scene.set("headway")
    worst = None if np.isnan(headways).any() else float(headways[np.argmax(np.abs(headways - wanted))])
    usual = usual_speed(scene, time)
    share = float(scene.subject.speed[k]) / usual if usual else None
    findings = (
        near("headway in the seconds before", worst, wanted, HEADWAY, "s"),
        between("time of the cut-in", cut.arrives - cut.begins, 0.0, QUICK, "s"),
        between("the subject's share of its usual speed", share, SLOWED, float("inf"), ""),
        shown("subject", bool(scene.is_in_lane(scene.subject)[k]), "out of its lane"),
    )
    return Judged(time, findings)


def cut_in(scene: Scene, lead: Track, cutter: Track) -> CutIn | None:
    """The last time that the cutter becomes the subject's leader in the place of the lead; None if it never does."""
    ids, _ = scene.leaders
    last = None
    for k in np.flatnonzero((ids[1:] == cutter.entity) & (ids[:-1] != cutter.entity)).tolist():
        was_led = ids[: k + 1][ids[: k + 1] != cutter.entity]
        if len(was_led) and was_led[-1] == lead.entity and cutter.lane[k] != cutter.lane[k + 1]:
            last = CutIn(moves_over_since(cutter, k + 1), float(scene.times[k + 1]))
    return last
