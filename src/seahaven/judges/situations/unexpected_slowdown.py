"""The unexpected slowdown: the lead of the inconspicuous following brakes before a junction, and turns left."""

from __future__ import annotations

import numpy as np

from seahaven.geometry import Floats
from seahaven.judges.braking import dark_before, hard_braking
from seahaven.judges.finding import between, missing, near, shown
from seahaven.judges.registry import Judged, judge
from seahaven.judges.scene import Scene
from seahaven.judges.track import Track
from seahaven.measures import Passage, time_gap
from seahaven.roads.model import Turn

__all__ = ["unexpected_slowdown"]

DISTANCE, BRAKING = 0.05, 0.1
"""Shares of the set distance and deceleration by which both may be off."""
HEADWAY = (1.0, 3.0)
"""Between which the subject's headway has to be (s)."""
APPROACH = 25.0
"""Seconds before the lead enters the junction in which its braking is looked for."""


@judge("unexpected slowdown")
def unexpected_slowdown(scene: Scene) -> Judged:
    """Judged when the lead begins to brake."""
    lead = scene.role("lead")
    if lead is None:
        return Judged(None, missing("lead", "there was none"))
    turn = _turn(scene, lead)
    enters = None if turn is None else turn.front_at(0.0)
    if turn is None or enters is None:
        return Judged(None, missing("lead", "it did not turn left"))
    braking = hard_braking(lead, scene.set("braking"), enters - APPROACH, enters)
    if braking is None:
        return Judged(None, missing("lead", "it did not brake before the junction"))
    time, k = braking.time, scene.frame(braking.time)
    before = -lead.value(_along(scene, turn), time)
    gap, speed = float(scene.gap(lead)[k]), float(scene.subject.speed[k])
    findings = (
        near("distance before the junction", before, scene.set("before"), DISTANCE * scene.set("before"), "m"),
        near("deceleration", braking.deceleration, scene.set("braking"), BRAKING * scene.set("braking"), "m/s²"),
        dark_before(lead, time),
        between("headway of the subject", float(time_gap(gap, speed)), *HEADWAY, "s"),
        shown("subject", bool(scene.is_in_lane(scene.subject)[k]), "out of its lane"),
        shown("lead", _is_same(scene, lead), "not the one of the inconspicuous following"),
    )
    return Judged(time, findings)


def _turn(scene: Scene, lead: Track) -> Passage | None:
    """Its last way through a junction, if that turned left."""
    ways = scene.passages(lead)
    return ways[-1] if ways and scene.logic.ways[ways[-1].way].turn is Turn.LEFT else None


def _along(scene: Scene, turn: Passage) -> Floats:
    """How far beyond the beginning of the junction its front is, frame by frame; NaN where it is not near it."""
    values = np.full(len(scene.times), np.nan)
    values[np.searchsorted(scene.times, turn.time)] = turn.along + 0.5 * turn.length
    return values


def _is_same(scene: Scene, lead: Track) -> bool:
    before = scene.earlier("inconspicuous following")
    return before is None or before.episode.holder("lead") == lead.entity
