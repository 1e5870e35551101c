"""The semi-sudden turn: a car waits to turn left, and a gap comes because the subject has stopped behind it."""

from __future__ import annotations

from seahaven.judges.finding import between, missing, near, shown
from seahaven.judges.registry import Judged, judge
from seahaven.judges.scene import Scene
from seahaven.judges.stopping import CLOSE, has_stopped, sets_out, stop_behind
from seahaven.judges.streams import Gap, Spot, gaps_at
from seahaven.judges.track import Track
from seahaven.roads.model import Turn

__all__ = ["semi_sudden_turn"]

ON_TIME = 0.25
"""Seconds by which the gap may come too early or too late."""
PROMPT = 2.0
"""Seconds within which the car takes the gap."""
FULL = 0.9
"""The share of its set size that the gap has to have."""
EARLIER = 0.75
"""The share of the set size from which on a gap before it would have done as well."""
BEFORE = 60.0
"""Seconds before the gap in which the stream has to be without another one."""


@judge("semi sudden turn")
def semi_sudden_turn(scene: Scene) -> Judged:
    """Judged when the gap comes to the place where the car turns."""
    car = scene.role("car")
    if car is None:
        return Judged(None, missing("car", "there was none"))
    standing = has_stopped(car)
    turns = [way for way in scene.passages(car) if scene.logic.ways[way.way].turn is Turn.LEFT]
    if not standing.any() or not turns:
        return Judged(None, missing("car", "it did not stand and then turn left"))
    inside = turns[-1].front_at(0.5 * car.length)  # it may wait with its front over the line
    waits = scene.times[standing & (scene.times < (scene.times[-1] if inside is None else inside))]
    out = sets_out(car, float(waits[-1])) if len(waits) else None
    spot = _meeting(scene, turns[-1].way)
    if out is None or spot is None:
        return Judged(None, missing("car", "it did not stand before it turned"))
    gaps = gaps_at(scene, spot, but=frozenset({car.entity, scene.subject.entity}))
    taken = [gap for gap in gaps if gap.begin <= out + ON_TIME]
    if not taken:
        return Judged(None, missing("stream", "there was none before the car turned"))
    return _judged(scene, car, out, gaps, taken[-1])


def _meeting(scene: Scene, way: int) -> Spot | None:
    """Where oncoming vehicles come upon the way of the car, on the lane by which they come."""
    for conflict in scene.logic.conflicts(way):
        foe = scene.logic.ways[conflict.foe]
        own = scene.logic.ways[way]
        is_oncoming = foe.turn is Turn.STRAIGHT and foe.incoming >= 0 and foe.outgoing >= 0
        if is_oncoming and scene.lanes.road(foe.outgoing) == scene.lanes.road(own.incoming):
            length = float(scene.lanes.lane_map.length[foe.incoming])
            return Spot(foe.incoming, length + conflict.foe_begin)
    return None


def _judged(scene: Scene, car: Track, out: float, gaps: list[Gap], gap: Gap) -> Judged:
    stop = stop_behind(scene, car, until=min(gap.begin, float(scene.times[-1])))
    size = scene.set("size")
    earlier = [one for one in gaps if gap.begin - BEFORE < one.end <= gap.begin and one.size >= EARLIER * size]
    findings = (
        between("gap to the waiting car", None if stop is None else stop.gap, 0.0, CLOSE, "m"),
        near(
            "time from the stop to the gap",
            None if stop is None else gap.begin - stop.time,
            scene.set("after"),
            ON_TIME,
            "s",
        ),
        shown("stream", not earlier, f"another gap {gap.begin - earlier[-1].begin:.0f} s before" if earlier else ""),
        between("size of the gap", gap.size, FULL * size, float("inf"), "s"),
        between("time until the car turns", out - gap.begin, -ON_TIME, PROMPT, "s"),
    )
    return Judged(gap.begin, findings)
