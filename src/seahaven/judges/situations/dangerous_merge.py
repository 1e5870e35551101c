"""The dangerous merge: a car on the ramp would hit a subject that goes on as it does, and there is no way out to the
left."""

from __future__ import annotations

import numpy as np

from seahaven.geometry import boxes_overlap
from seahaven.judges.finding import Finding, between, missing, near, shown
from seahaven.judges.lane_changes import lane_changes_of
from seahaven.judges.registry import Judged, judge
from seahaven.judges.scene import Scene
from seahaven.judges.track import Track
from seahaven.measures import HORIZON, predicted_paths, time_gap

__all__ = ["contact_without_response", "dangerous_merge"]

HEADWAY = (1.0, 3.0)
"""Between which the subject's headway behind the lead has to be (s)."""
AHEAD, ASIDE = (0.0, 10.0), (2.0, 5.5)
"""How far ahead of the subject's front the shadow's front has to be, and how far to its left its centre (m)."""
STEADY = 0.2
"""m/s by which the merging car's speed may vary."""
ON_TIME = 1.0
"""Seconds by which the contact may be sooner or later than set."""
STEP = 0.5
"""Seconds between predicted places of the subject."""


@judge("dangerous merge")
def dangerous_merge(scene: Scene) -> Judged:
    """Judged when the lead begins to move left."""
    lead, shadow, merger = (scene.role(name) for name in ("lead", "shadow", "merger"))
    if lead is None or shadow is None or merger is None:
        absent = next(name for name in ("lead", "shadow", "merger") if scene.role(name) is None)
        return Judged(None, missing(absent, "there was none"))
    time = _moves_left(scene, lead)
    if time is None:
        return Judged(None, missing("lead", "it did not move to the left lane from ahead of the subject"))
    k = scene.frame(time)
    before = scene.set("before")
    contact = contact_without_response(scene, merger, k)
    last = time + before if contact is None else contact
    steady = merger.speed[merger.during(last - before, last)]
    spread = 0.5 * float(np.ptp(steady)) if len(steady) else None
    findings = (
        between("headway behind the lead", float(time_gap(scene.gap(lead)[k], scene.subject.speed[k])), *HEADWAY, "s"),
        *_beside(scene, shadow, k),
        shown("subject", bool(scene.is_in_lane(scene.subject)[k]), "out of its lane"),
        shown("conflict", contact is not None, "a subject that keeps its speed and lane is not touched"),
        *(() if contact is None else (near("time to the contact", contact - time, before, ON_TIME, "s"),)),
        between("change of the merging car's speed", spread, 0.0, STEADY, "m/s"),
    )
    return Judged(time, findings, "collision" if scene.crash < time + HORIZON else "avoided")


def _moves_left(scene: Scene, lead: Track) -> float | None:
    """When the lead begins to leave the subject's lane for the left one, the last time before it is over (s)."""
    ids, _ = scene.leaders
    over = float("inf") if scene.episode.closed is None else scene.episode.closed
    changes = [one for one in lane_changes_of(scene, lead) if one.side == 1 and one.begins <= over]
    led = [one.begins for one in changes if ids[max(scene.frame(one.begins) - 1, 0)] == lead.entity]
    return led[-1] if led else None


def contact_without_response(scene: Scene, merger: Track, k: int) -> float | None:
    """When the merging car touches a subject that keeps its speed and lane from frame k on (s); None if it never does.

    A collision of the two that happened counts, however it came about.
    """
    happened = [one.time for one in scene.recording.crashes if merger.entity in one.entities]
    path = predicted_paths(scene.frames, scene.frames.me[k : k + 1], scene.lanes)[0]
    ahead = STEP * np.arange(len(path))
    frames = np.flatnonzero(merger.during(scene.times[k], scene.times[k] + HORIZON))
    places = np.stack([np.interp(scene.times[frames] - scene.times[k], ahead, column) for column in path.T], axis=-1)
    hits = boxes_overlap(places, scene.frames.boxes(merger.rows[frames].astype(np.intp)))
    predicted = [float(scene.times[frames[np.argmax(hits)]])] if hits.any() else []
    soon = [time for time in happened if scene.times[k] <= time <= scene.times[k] + HORIZON]
    return min([*predicted, *soon], default=None)


def _beside(scene: Scene, shadow: Track, k: int) -> tuple[Finding, ...]:
    """The shadow is on the left, with its front a little ahead of the subject's."""
    me = scene.subject
    x, y = shadow.floats("x")[k] - me.floats("x")[k], shadow.floats("y")[k] - me.floats("y")[k]
    heading = me.floats("heading")[k]
    ahead = x * np.cos(heading) + y * np.sin(heading) + 0.5 * (shadow.length - me.length)
    aside = -x * np.sin(heading) + y * np.cos(heading)
    return (
        between("shadow ahead", float(ahead), *AHEAD, "m"),
        between("shadow to the left", float(aside), *ASIDE, "m"),
    )
