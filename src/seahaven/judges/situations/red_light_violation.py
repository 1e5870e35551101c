"""The red light violation: the subject has green and a clear lane, and a car on the crossing road runs its red light
into the subject's path."""

from __future__ import annotations

import numpy as np

from seahaven.judges.finding import missing, near, shown
from seahaven.judges.registry import Judged, judge
from seahaven.judges.scene import Scene
from seahaven.measures import Passage, light_at, light_passed
from seahaven.roads.junctions import Conflict
from seahaven.world import LightState

__all__ = ["red_light_violation"]

ON_TIME = 0.5
"""Seconds by which the violator may come sooner or later than set."""
GREEN = 2.0
"""Seconds for which the subject has had green at the least."""
RESPONDS = 1.0
"""m/s². A subject that brakes harder responds to the violator: it is judged as it drove before."""


@judge("red light violation")
def red_light_violation(scene: Scene) -> Judged:
    """Judged when the violator crosses its line, or when the subject brakes for it, if that is earlier."""
    violator, lights = scene.role("violator"), scene.recording.lights
    if violator is None or lights is None:
        return Judged(None, missing("violator", "there was none" if lights else "no traffic lights were recorded"))
    ways = [(way, light_passed(way, lights.plan, lights.times, lights.states)) for way in scene.passages(violator)]
    crossing = [(way, passed) for way, passed in ways if passed is not None and _conflict(scene, way) is not None]
    if not crossing:
        return Judged(None, missing("violator", "it did not come through a junction with lights before the subject"))
    way, (crossed, shows) = crossing[-1]
    own, conflict = _conflict(scene, way) or (-1, None)
    assert conflict is not None
    time = _judged_at(scene, crossed, scene.set("before"))
    k = scene.frame(time)
    arrives = _arrival(scene, own, conflict, k)
    comes = way.front_at(conflict.foe_begin)
    late = None if arrives is None or comes is None else comes - arrives
    findings = (
        shown("violator", shows in (LightState.RED, LightState.RED_AMBER), f"its light was {shows.name.lower()}"),
        shown("green", _is_green(scene, own, time), f"the subject's light was not green for {GREEN:g} s"),
        shown("lane", _is_clear(scene, own, k), "a vehicle stood or drove before the subject"),
        near("arrival after the subject", late, scene.set("together"), ON_TIME, "s"),
    )
    return Judged(time, findings, "collision" if scene.crash < np.inf else "avoided")


def _conflict(scene: Scene, foe: Passage) -> tuple[int, Conflict] | None:
    """The subject's way through a junction, and where it meets that of another vehicle; None if they do not meet."""
    for way in scene.passages(scene.subject):
        for conflict in scene.logic.conflicts(way.way):
            if conflict.foe == foe.way:
                return way.way, conflict
    lanes = {int(lane) for lane in np.unique(scene.subject.lane) if lane >= 0}
    for lane in sorted(lanes):
        for option in scene.logic.ways_from(lane):
            for conflict in scene.logic.conflicts(option):
                if conflict.foe == foe.way and conflict.kind.value == "cross":
                    return option.index, conflict
    return None


def _judged_at(scene: Scene, crossed: float, before: float) -> float:
    brakes = scene.subject.during(crossed - before, crossed) & (scene.subject.acceleration < -RESPONDS)
    return float(scene.times[np.flatnonzero(brakes)[0]]) if brakes.any() else crossed


def _distance(scene: Scene, way: int, k: int) -> float | None:
    """How far the subject's front is before the beginning of a way in a frame (m); None if it is on none of its
    lanes."""
    incoming = scene.logic.ways[way].incoming
    begin = scene.lanes.starts(incoming).get(int(scene.subject.lane[k]))
    if begin is None:
        return None
    front = begin + float(scene.subject.floats("s")[k]) + 0.5 * scene.subject.length
    return float(scene.lanes.lane_map.length[incoming]) - front


def _arrival(scene: Scene, way: int, conflict: Conflict, k: int) -> float | None:
    """When the subject would be where the two ways meet if it kept its speed (s)."""
    distance, speed = _distance(scene, way, k), float(scene.subject.speed[k])
    if distance is None or speed <= 0.0:
        return None
    return float(scene.times[k]) + (distance + conflict.begin) / speed


def _is_green(scene: Scene, way: int, time: float) -> bool:
    lights = scene.recording.lights
    if lights is None:
        return False
    plan = lights.plan
    rows = plan.way_row[plan.way_first[way] : plan.way_first[way + 1]].tolist()
    dates = np.arange(time - GREEN, time + 0.05, 0.1)
    return bool(rows) and all(
        light_at(lights.times, lights.states[:, row], passed=float(date)) is LightState.GREEN
        for row in rows
        for date in dates
    )


def _is_clear(scene: Scene, way: int, k: int) -> bool:
    """Whether no vehicle is between the subject and the stop line."""
    distance = _distance(scene, way, k)
    ids, gaps = scene.leaders
    return distance is not None and (ids[k] < 0 or float(gaps[k]) > distance)
