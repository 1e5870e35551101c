"""People on foot who come onto the road: when they set out, whether they could be seen, and what came of it."""

from __future__ import annotations

from math import cos, sin

import numpy as np

from seahaven.geometry import Box, Pose
from seahaven.judges.finding import Finding, missing, near, shown
from seahaven.judges.registry import Judged, judge
from seahaven.judges.scene import Scene
from seahaven.judges.walk import Walk

__all__ = ["child_runs_out", "hesitating_pedestrian", "stepping_out"]

ARRIVAL, PAUSE = 0.25, 0.6
"""Seconds by which the time to arrival may be off, and by how much longer or shorter the pause may be."""
LATE = 0.5
"""Seconds after a walk has begun from which on standing still is a pause."""
ACROSS = 3.0
"""Metres from where it stood that somebody has to come at least."""
EYE_AHEAD = 0.1
"""How far before the middle of its vehicle the subject's eyes are, as a share of its length."""
STANDS = 0.1
"""Speed (m/s) below which somebody, or a parked vehicle, stands."""
PERSON = "pedestrian"


@judge("stepping out")
def stepping_out(scene: Scene) -> Judged:
    """Judged when the pedestrian sets out."""
    walk = scene.walk(PERSON)
    opened = 0.0 if scene.episode.opened is None else scene.episode.opened
    k = None if walk is None else walk.sets_out(opened)
    if walk is None or k is None:
        return Judged(None, missing(PERSON, "there was none" if walk is None else "it did not set out"))
    return Judged(float(walk.times[k]), tuple(_setting_out(scene, walk, k)), _outcome(walk))


@judge("child runs out")
def child_runs_out(scene: Scene) -> Judged:
    """Judged as one who steps out."""
    return stepping_out(scene)


@judge("hesitating pedestrian")
def hesitating_pedestrian(scene: Scene) -> Judged:
    """One who steps out, and stands on the road for a while."""
    judged, walk = stepping_out(scene), scene.walk(PERSON)
    if judged.time is None or walk is None:
        return judged
    still = (walk.speed < STANDS) & (walk.times > judged.time + LATE) & (walk.times < walk.fell())
    pause = _first(walk.times, still)
    is_hit = walk.fell() < judged.time + scene.set("out") + scene.set("pause")
    found = () if is_hit else (near("pause", pause, scene.set("pause"), PAUSE, "s"),)
    return Judged(judged.time, (*judged.findings, *found), judged.outcome)


def _setting_out(scene: Scene, walk: Walk, k: int) -> list[Finding]:
    frame = scene.frame(float(walk.times[k]))
    me, x, y = scene.subject, float(walk.x[k]), float(walk.y[k])
    own = {name: float(me.floats(name)[frame]) for name in ("x", "y", "heading", "speed", "length")}
    ahead = (x - own["x"]) * cos(own["heading"]) + (y - own["y"]) * sin(own["heading"]) - 0.5 * own["length"]
    arrival = ahead / own["speed"] if own["speed"] > STANDS else None
    way = float(np.hypot(walk.x - x, walk.y - y).max())
    findings = [
        near("time to arrival", arrival, scene.set("arrival"), ARRIVAL, "s"),
        shown("standing", walk.stands_up_to(k), "it had moved before"),
        shown("crossing", way > ACROSS or walk.fell() < np.inf, f"it came no further than {way:.1f} m"),
    ]
    is_hidden = _is_hidden(scene, frame, x, y)
    if scene.set("hidden") >= 0.5:
        findings.append(shown("hidden", is_hidden, "it could be seen before it set out"))
    else:
        findings.append(shown("in sight", not is_hidden, "something hid it before it set out"))
    return findings


def _is_hidden(scene: Scene, frame: int, x: float, y: float) -> bool:
    """Whether a vehicle that stands is on the line from the subject's eyes to a place."""
    cells, me = scene.frames.cells, scene.subject
    heading = float(me.floats("heading")[frame])
    ahead = EYE_AHEAD * float(me.floats("length")[frame])
    eye = float(me.floats("x")[frame]) + ahead * cos(heading), float(me.floats("y")[frame]) + ahead * sin(heading)
    share = np.linspace(0.0, 1.0, 200)[:, np.newaxis]
    points = np.array([eye]) + share * (np.array([[x, y]]) - np.array([eye]))
    for row in scene.rows_at(frame):
        if row == int(me.rows[frame]) or abs(float(cells["speed"][row])) > STANDS:
            continue
        pose = Pose(float(cells["x"][row]), float(cells["y"][row]), float(cells["heading"][row]))
        box = Box(pose, float(cells["length"][row]), float(cells["width"][row]))
        if _holds(box, points).any():
            return True
    return False


def _holds(box: Box, points: np.ndarray) -> np.ndarray:
    c, s = cos(box.pose.heading), sin(box.pose.heading)
    dx, dy = points[:, 0] - box.pose.x, points[:, 1] - box.pose.y
    along, aside = dx * c + dy * s, dy * c - dx * s
    return np.asarray((np.abs(along) <= 0.5 * box.length) & (np.abs(aside) <= 0.5 * box.width))


def _first(times: np.ndarray, holds: np.ndarray) -> float | None:
    """For how long something holds without a break when it first does (s); None if it never does."""
    held = np.flatnonzero(holds)
    if not len(held):
        return None
    broken = np.flatnonzero(~holds[held[0] :])
    last = held[0] + (int(broken[0]) if len(broken) else len(holds) - held[0]) - 1
    return float(times[last] - times[held[0]])


def _outcome(walk: Walk) -> str:
    return "collision" if walk.fell() < np.inf else "avoided"
