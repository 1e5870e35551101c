"""Where one waits: before a junction, inside it while turning, and before crosswalks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf, nan

import numpy as np

from seahaven.geometry import Floats, Integers
from seahaven.roads.junctions.arm import Side, side_of
from seahaven.roads.junctions.conflict import KINDS, ConflictKind, Meetings, Verdict
from seahaven.roads.junctions.crosswalk import Crossings
from seahaven.roads.junctions.light import Lights
from seahaven.roads.junctions.outline import object_corners
from seahaven.roads.junctions.party import Party
from seahaven.roads.junctions.post import Post, Posts
from seahaven.roads.junctions.right_of_way import VERDICTS, Verdicts
from seahaven.roads.junctions.way import Course
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import JunctionLink, ObjectKind, Remark, SignalKind, Turn

PAINT_REACH = 40.0
"""How far before a junction a painted line may lie to be the junction's, in metres."""
SIGN_REACH = 15.0
"""How far before a junction one stops at a sign or light rather than at the junction's edge."""
DEEPEST = 15.0
"""How far inside a junction a line, or a light, may be that one stops at."""
CLEAR = 0.5
"""How far from the ways of others one keeps while waiting."""
BEFORE_CROSSWALK = 1.0
"""How far before a crosswalk one waits."""
BODY = 6.0
"""The length of a vehicle that should not stand on a crosswalk while it waits."""
BAD_OVERLAP = 20.0
"""Where others' ways overlap more than that of a lane that leads in, it is the map that is wrong."""
LEAST_ADVANCE = 2.0
"""How far beyond the stop line a place inside the junction has to lie to be worth advancing to."""

_PLACES = (SignalKind.STOP, SignalKind.YIELD)


class Stops:
    """For every way the distance along it at which one waits, and at which one waits inside; NaN for nowhere."""

    def __init__(
        self,
        courses: Sequence[Course],
        parties: Sequence[Party],
        posts: Posts,
        on_way: Sequence[Sequence[Post]],
        lights: Lights,
        lane_map: LaneMap,
    ) -> None:
        self._courses, self._parties, self._posts, self._on_way = courses, parties, posts, on_way
        self._lights, self._map = lights, lane_map
        self.remarks: list[Remark] = []

    def find(self, meetings: Meetings, verdicts: Verdicts, crossings: Crossings) -> tuple[Floats, Floats]:
        """The distances along each way of where one waits before the junction, and inside it."""
        painted, limits = self._painted(), self._limits(meetings)
        walks = _by_lane(crossings)
        before = np.empty(len(self._courses))
        for way in range(len(self._courses)):
            place = painted[way] if painted[way] > -inf else self._posted(way)
            before[way] = self._before_crosswalks(way, min(place, limits[way]), walks)
        return before, self._inside(meetings, verdicts, before)

    def place(self, way: int, distance: float) -> tuple[int, float]:
        """The lane and the s on it at a distance along a way, before, inside or behind the junction; -1 beyond."""
        course = self._courses[way]
        if distance <= 0.0 and course.incoming >= 0:
            for lane, begin in self._posts.before(course):
                if distance >= begin:
                    return lane, distance - begin
            return course.incoming, 0.0
        begin = 0.0
        for lane in course.lanes:
            if distance <= begin + self._map.length[lane]:
                return lane, max(distance - begin, 0.0)
            begin += float(self._map.length[lane])
        return course.outgoing, distance - begin + course.end

    def _depth(self, way: int) -> float:
        length = sum(float(self._map.length[lane]) for lane in self._courses[way].lanes)
        return min(0.5 * length, DEEPEST)

    def _posted(self, way: int) -> float:
        """Where the way's lights or signs stand, if near the junction's edge; else that edge."""
        light = self._lights.first_post[way]
        signs = [post.distance for post in self._on_way[way] if post.signal.kind in _PLACES]
        for place in (*([] if light is None else [light]), *reversed(signs)):
            if -SIGN_REACH <= place <= self._depth(way):
                return place
        return 0.0

    def _painted(self) -> list[float]:
        """The last painted line that each way comes to before or just inside the junction; minus infinity for none."""
        found = [-inf] * len(self._courses)
        for way, posts in enumerate(self._on_way):
            for post in posts:
                if post.signal.kind is SignalKind.STOP_LINE and -PAINT_REACH <= post.distance <= self._depth(way):
                    found[way] = max(found[way], post.distance)
        lines = {j: np.vstack(edges) for j, edges in self._lines().items()}
        for way, course in enumerate(self._courses):
            if course.junction in lines:
                found[way] = max(found[way], self._crossing(way, lines[course.junction]))
        return found

    def _lines(self) -> dict[int, list[Floats]]:
        """By junction, the painted lines on its roads and on those that lead to it: tables of their edges."""
        network = self._map.network
        number = {junction.id: j for j, junction in enumerate(network.junctions)}
        found: dict[int, list[Floats]] = {}
        for road in network.roads:
            things = [thing for thing in road.objects if thing.kind is ObjectKind.STOP_LINE]
            if not things:
                continue
            names = {
                road.junction,
                *(link.junction for link in (road.before, road.after) if isinstance(link, JunctionLink)),
            }
            shapes = [corners for thing in things for corners in object_corners(road, thing)]
            for j in sorted(number[name] for name in names if name in number):
                known = found.setdefault(j, [])
                known += [_edges(corners, len(known) + k) for k, corners in enumerate(shapes)]
        return found

    def _crossing(self, way: int, edges: Floats) -> float:
        """Where a way first comes upon the last of the painted lines that it crosses, or minus infinity."""
        distance, line = _crossed(self._approach(way), edges)
        near = distance >= -PAINT_REACH
        first = np.full(int(edges[-1, 4]) + 1, inf)
        np.minimum.at(first, line[near], distance[near])
        return float(first[first < inf].max(initial=-inf))

    def _approach(self, way: int) -> Floats:
        """Rows x, y, distance along a way, around where it enters the junction."""
        course, rows = self._courses[way], []
        begin = -course.start
        for lane in (course.incoming, *course.lanes):
            if lane < 0:
                begin = 0.0
                continue
            own = slice(self._map.first[lane], self._map.first[lane + 1])
            rows.append(np.column_stack((self._map.x[own], self._map.y[own], self._map.s[own] + begin)))
            begin += float(self._map.length[lane])
        table = np.vstack(rows)
        low = max(int(np.searchsorted(table[:, 2], -PAINT_REACH)) - 1, 0)
        return table[low : int(np.searchsorted(table[:, 2], self._depth(way), side="right")) + 1]

    def _limits(self, meetings: Meetings) -> list[float]:
        """How far one may go on each way without getting in the way of traffic from other arms."""
        limits = [inf] * len(self._courses)
        diverge = KINDS.index(ConflictKind.DIVERGE)
        rows = zip(
            meetings.way.tolist(), meetings.foe.tolist(), meetings.kind.tolist(), meetings.span[:, 0], strict=True
        )
        for way, foe, kind, begin in rows:
            one, other = self._parties[way], self._parties[foe]
            if kind == diverge or (one.origin, one.junction) == (other.origin, other.junction):
                continue
            if begin < -BAD_OVERLAP:
                self._doubt(way, foe, float(begin))
            else:
                limits[way] = min(limits[way], float(begin) - CLEAR)
        return limits

    def _doubt(self, way: int, foe: int, begin: float) -> None:
        first, last = self._courses[way], self._courses[foe]
        junction = self._map.network.junctions[first.junction]
        inside = last.lanes[0] if last.lanes else last.incoming
        message = (
            f"lane '{self._map.name(first.incoming)}' lies under lane '{self._map.name(inside)}' from {-begin:.1f} m "
            f"before junction '{junction.id}' on; one waits at the junction all the same"
        )
        self.remarks.append(Remark("seahaven:junction.overlap", message, junction.at))

    def _before_crosswalks(self, way: int, place: float, walks: dict[int, list[tuple[float, float]]]) -> float:
        course, begin = self._courses[way], 0.0
        lanes = list(self._posts.before(course))[:3]
        for lane in course.lanes:
            lanes.append((lane, begin))
            begin += float(self._map.length[lane])
        spans = [(start + s, start + e) for lane, start in lanes for s, e in walks.get(lane, ())]
        for start, end in sorted(spans, reverse=True):
            if start < place and end > place - BODY:
                place = start - BEFORE_CROSSWALK
        return place

    def _inside(self, meetings: Meetings, verdicts: Verdicts, before: Floats) -> Floats:
        """Where one who turns across oncoming traffic waits for it inside the junction."""
        yields = [VERDICTS.index(Verdict.YIELD), VERDICTS.index(Verdict.STOP_AND_YIELD)]
        places = np.full(len(self._courses), inf)
        waits = np.isin(verdicts.verdict, yields)
        for row in np.flatnonzero(waits).tolist():
            one, other = self._parties[meetings.way[row]], self._parties[meetings.foe[row]]
            across = Turn.RIGHT if one.is_left_hand else Turn.LEFT
            if one.turn is across and side_of(one.bearing, other.bearing) is Side.OPPOSITE:
                places[one.way] = min(places[one.way], meetings.span[row, 0] - CLEAR)
        useful = (places < inf) & (places >= np.maximum(before, 0.0) + LEAST_ADVANCE)
        return np.where(useful, places, nan)


def _by_lane(crossings: Crossings) -> dict[int, list[tuple[float, float]]]:
    found: dict[int, list[tuple[float, float]]] = {}
    for lane, (start, end) in zip(crossings.lane.tolist(), crossings.span.tolist(), strict=True):
        found.setdefault(lane, []).append((start, end))
    return found


def _edges(corners: Floats, line: int) -> Floats:
    """The edges of a shape, round about: rows x, y, x, y and the number of the line to which they belong."""
    return np.column_stack((corners, np.roll(corners, -1, axis=0), np.full(len(corners), float(line))))


def _crossed(points: Floats, edges: Floats) -> tuple[Floats, Integers]:
    """The distances along a polyline, rows x, y, distance, at which it crosses edges, and the lines these belong to."""
    p, d = points[:-1, None, :], np.diff(points, axis=0)[:, None, :]
    ax, ay, bx, by, line = edges.T
    ex, ey = bx - ax, by - ay
    cross = d[..., 0] * ey - d[..., 1] * ex
    safe = np.where(cross == 0.0, 1.0, cross)
    along = ((ax - p[..., 0]) * ey - (ay - p[..., 1]) * ex) / safe
    aside = ((ax - p[..., 0]) * d[..., 1] - (ay - p[..., 1]) * d[..., 0]) / safe
    hit = (cross != 0.0) & (along >= 0.0) & (along <= 1.0) & (aside >= 0.0) & (aside <= 1.0)
    distance = p[..., 2] + along * d[..., 2]
    return distance[hit], np.broadcast_to(line, hit.shape)[hit].astype(np.int64)


def doubts(stops: Stops) -> Iterator[Remark]:
    """What was doubtful about where one waits, each once."""
    return iter(dict.fromkeys(stops.remarks))
