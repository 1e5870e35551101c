"""The slow truck: 55 mph on the level, 40 mph up the hill without brake lights, met halfway up, off the road at the
crest."""

from __future__ import annotations

import numpy as np

from seahaven.geometry import Truths
from seahaven.judges.braking import dark_before
from seahaven.judges.finding import Finding, missing, near, shown
from seahaven.judges.hill import Hill, hill_of
from seahaven.judges.registry import Judged, judge
from seahaven.judges.scene import Scene
from seahaven.judges.situations.units import MPH
from seahaven.judges.stopping import has_stopped
from seahaven.judges.track import Track
from seahaven.roads.model import LaneKind

__all__ = ["slow_truck"]

SPEED = 2.0 * MPH
"""How far its speed may be off, on the level and on the hill."""
GAP = 0.05
"""Share of the set gap by which the gap may be off."""
STEADY = 5.0
"""Seconds for which it drives at its speed before the hill at the least."""
SOON = 30.0
"""Seconds after the subject has come to the crest in which the truck comes to stand on the shoulder."""


@judge("slow truck")
def slow_truck(scene: Scene) -> Judged:
    """Judged when the gap is nearest to the set one while the truck is on the middle half of the hill."""
    truck = scene.role("truck")
    if truck is None:
        return Judged(None, missing("truck", "there was none"))
    hill = hill_of(truck, scene.lanes)
    if hill is None:
        return Judged(None, missing("truck", "it never came to the hill"))
    low, high = hill.middle()
    halfway = (hill.front >= low) & (hill.front <= high) & (scene.times < scene.crash)
    gaps = np.where(halfway, scene.gap(truck), np.nan)
    if np.isnan(gaps).all():
        return Judged(None, missing("subject", "it was not behind the truck while that was about halfway up"))
    k = int(np.nanargmin(np.abs(gaps - scene.set("gap"))))
    time = float(scene.times[k])
    findings = (
        near("gap halfway up", float(gaps[k]), scene.set("gap"), GAP * scene.set("gap"), "m"),
        _level(truck, hill, scene.set("level_speed")),
        _speed("speed on the hill", truck, halfway, scene.set("hill_speed")),
        _lights(scene, truck, hill),
        shown("subject", bool(scene.is_in_lane(scene.subject)[k]), "out of its lane"),
        *_shoulder(scene, truck, hill),
    )
    return Judged(time, findings)


def _level(truck: Track, hill: Hill, wanted: float) -> Finding:
    """Once it has come up to its speed it keeps that up to the foot of the hill, for some seconds at the least.

    It may set out from the shoulder in the subject's sight, as the vehicle in the paper's example of a trigger does.
    """
    level = np.flatnonzero(truck.is_there & (hill.front < hill.foot))
    reached = level[np.abs(truck.speed[level] - wanted) <= SPEED]
    if not len(reached) or truck.times[level[-1]] - truck.times[reached[0]] < STEADY:
        top = float(truck.speed[level].max()) if len(level) else 0.0
        return shown(
            "speed on the level", False, f"{top:.1f} m/s at the most, wanted {wanted:.1f} m/s for {STEADY:g} s"
        )
    return _speed("speed on the level", truck, truck.during(truck.times[reached[0]], truck.times[level[-1]]), wanted)


def _speed(what: str, truck: Track, chosen: Truths, wanted: float) -> Finding:
    """The speed that is furthest off, in some frames; nothing is wrong where there are none."""
    speeds = truck.speed[chosen]
    if not len(speeds):
        return shown(what, True, "")
    return near(what, float(speeds[np.argmax(np.abs(speeds - wanted))]), wanted, SPEED, "m/s")


def _lights(scene: Scene, truck: Track, hill: Hill) -> Finding:
    """No brake lights from when it comes in sight until it leaves the road at the crest."""
    since = scene.in_sight_since(truck)
    low, _ = hill.middle()
    halfway = np.flatnonzero(hill.front >= low)
    off_road = np.flatnonzero(_is_on_shoulder(scene, truck) & (scene.times > truck.times[halfway[0]]))
    over = truck.reaches(hill.front, hill.end)
    ends = [float(truck.times[truck.is_there][-1]), *(truck.times[off_road[:1]].tolist()), *([over] if over else [])]
    return dark_before(truck, min(ends), since=min(ends) if since is None else since)


def _is_on_shoulder(scene: Scene, truck: Track) -> Truths:
    kinds = np.array([kind is LaneKind.SHOULDER for kind in LaneKind])
    lane_kind = scene.lanes.lane_map.kind[np.maximum(truck.lane, 0)]
    return np.asarray((truck.lane >= 0) & kinds[lane_kind])


def _shoulder(scene: Scene, truck: Track, hill: Hill) -> tuple[Finding, ...]:
    """Once the subject has come to the crest, the truck stops on the shoulder; not asked of one that was hit."""
    crest = scene.subject.reaches(hill.along(scene.subject), hill.end)
    if scene.crash < (np.inf if crest is None else crest + SOON):
        return ()
    if crest is None:
        return (shown("shoulder", False, "the subject never came to the crest"),)
    later = truck.during(crest, crest + SOON)
    stands = later & _is_on_shoulder(scene, truck) & has_stopped(truck)
    least = float(truck.speed[later].min()) if later.any() else None
    otherwise = "the truck is gone" if least is None else f"the truck did not stop there (least speed {least:.1f} m/s)"
    return (shown("shoulder", bool(stands.any()), otherwise),)
