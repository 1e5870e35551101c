"""Which way ways turn: by the directions at the junction's edge, compared with the other ways from the same arm."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, pi, radians, sin

from seahaven.geometry import wrap_angle
from seahaven.roads.junctions.mouth import Ends
from seahaven.roads.junctions.way import Course
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import Turn

STRAIGHT = radians(45.0)
"""Ways that turn by less lead straight on, unless another from the same arm is straighter."""
BACK = radians(120.0)
"""Ways that turn by more lead back, if they lead onto the arm they come from."""
SHARP = radians(135.0)
"""From here on it takes the whole course, not only the two directions, to tell left from right."""
FORK = radians(20.0)
"""Where all ways turn by more than this, and lead to both sides, none of them is straight: the junction is a fork."""

Pair = tuple[int, int, int]
"""A junction and the arms from and to which a way leads."""


def turns(
    courses: Sequence[Course], ends: Ends, origin: Sequence[int], goal: Sequence[int], lane_map: LaneMap
) -> list[Turn]:
    """The turn of every way.

    Ways between the same two arms turn alike. Of several arms that lie about straight ahead only the one that lies
    most so is straight; the others lie to its left or right, as motorway exits do. Which one that is depends on where
    the ways have led some way beyond the junction.
    """
    angles = [_angle(course, k, ends, lane_map) for k, course in enumerate(courses)]
    pairs: list[Pair] = [(c.junction, a, b) for c, a, b in zip(courses, origin, goal, strict=True)]
    members: dict[Pair, list[int]] = {}
    for k, pair in enumerate(pairs):
        members.setdefault(pair, []).append(k)
    mean = {pair: sum(angles[k] for k in known) / len(known) for pair, known in members.items()}
    led = {pair: sum(_led(k, ends) for k in known) / len(known) for pair, known in members.items()}
    sides = _sides(mean, led)
    return [sides[pair] if pair in sides else _plain(mean[pair], pair) for pair in pairs]


def _sides(mean: dict[Pair, float], led: dict[Pair, float]) -> dict[Pair, Turn]:
    """The turns of those that lie about straight ahead."""
    ahead: dict[tuple[int, int], list[Pair]] = {}
    for pair, angle in mean.items():
        if abs(angle) < STRAIGHT and pair[1] != pair[2]:
            ahead.setdefault(pair[:2], []).append(pair)
    found: dict[Pair, Turn] = {}
    for pairs in ahead.values():
        pairs.sort(key=lambda pair: (abs(led[pair]), pair))
        straight = led[pairs[0]]
        forked = len(pairs) > 1 and abs(straight) > FORK and any(led[pair] * straight < 0.0 for pair in pairs)
        for k, pair in enumerate(pairs):
            if k == 0 and not forked:
                found[pair] = Turn.STRAIGHT
            else:
                found[pair] = Turn.LEFT if led[pair] > (0.0 if forked else straight) else Turn.RIGHT
    return found


def _plain(angle: float, pair: Pair) -> Turn:
    if pair[1] == pair[2] and abs(angle) > BACK:
        return Turn.BACK
    if abs(angle) < STRAIGHT:
        return Turn.STRAIGHT
    return Turn.LEFT if angle > 0.0 else Turn.RIGHT


def _angle(course: Course, k: int, ends: Ends, lane_map: LaneMap) -> float:
    """By how much a way turns, positive to the left."""
    angle = float(wrap_angle(ends.end[k, 2] - ends.start[k, 2]))
    if abs(angle) < SHARP:
        return angle
    return (
        angle
        if (_swept(course, ends.start[k, 2], ends.end[k, 2], lane_map) > 0.0) is (angle > 0.0)
        else (angle - 2.0 * pi if angle > 0.0 else angle + 2.0 * pi)
    )


def _swept(course: Course, start: float, end: float, lane_map: LaneMap) -> float:
    """The whole turn along a way."""
    swept, heading = 0.0, start
    for lane in course.lanes:
        first, last = lane_map.first[lane], lane_map.first[lane + 1] - 1
        swept += wrap_angle(lane_map.heading[first] - heading) + lane_map.heading[last] - lane_map.heading[first]
        heading = lane_map.heading[last]
    return float(swept + wrap_angle(end - heading))


def _led(k: int, ends: Ends) -> float:
    """The direction from where a way begins to a place beyond its end, as seen by whoever arrives."""
    x, y, heading = ends.start[k].tolist()
    dx, dy = float(ends.far[k, 0]) - x, float(ends.far[k, 1]) - y
    ahead, left = cos(heading) * dx + sin(heading) * dy, cos(heading) * dy - sin(heading) * dx
    return atan2(left, ahead)
