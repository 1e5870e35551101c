"""Lights: which of them hold for a way, and which letter of which controller's program they show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from seahaven.roads.junctions.post import Post
from seahaven.roads.junctions.way import Course
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import Junction, LaneKind, Remark, RightOfWay, SignalKind

NEAR = 30.0
"""How far before a junction a light may stand that nothing else joins to the junction, in metres."""
FAR = 100.0
"""How far before a junction its own lights may stand."""
GREEN = frozenset("Gg")


@dataclass(frozen=True, slots=True)
class Light:
    """A light that holds for a way: the signal, and which letter of which controller's phases it shows.

    `controller` and `letter` are -1 for a light that nothing switches.
    """

    signal: str
    controller: int
    letter: int


class Lights:
    """The lights of all ways, and which of them may be green together."""

    def __init__(
        self,
        courses: Sequence[Course],
        arms: Sequence[tuple[int, int]],
        posts: Sequence[Sequence[Post]],
        lane_map: LaneMap,
    ) -> None:
        self._network = lane_map.network
        self._switches: dict[str, list[tuple[int, int]]] = {}
        for c, controller in enumerate(self._network.controllers):
            for letter, signal in enumerate(controller.signals):
                self._switches.setdefault(signal, []).append((c, letter))
        self._number = {controller.id: c for c, controller in enumerate(self._network.controllers)}
        self._claimed = {
            self._number.get(id, -1) for junction in self._network.junctions for id in junction.controllers
        }
        found = [
            tuple(self._lights(self._network.junctions[course.junction], own))
            for course, own in zip(courses, posts, strict=True)
        ]
        self.of_way = _with_bicycles(found, courses, arms, lane_map)
        self.first_post = [self._nearest(own, known) for own, known in zip(posts, self.of_way, strict=True)]

    def _lights(self, junction: Junction, posts: Sequence[Post]) -> Iterator[Light]:
        own = {self._number.get(id, -1) for id in junction.controllers}
        # A light of its own, such as that of a crosswalk on the way, is not taken for the junction's.
        unclaimed = not own and junction.right_of_way in (None, RightOfWay.LIGHTS)
        found: dict[Light, None] = {}
        for signal, distance in posts:
            if signal.kind is not SignalKind.LIGHT or distance < -FAR:
                continue
            switches = self._switches.get(signal.id, [])
            mine = [row for row in switches if row[0] in own]
            free = all(c not in self._claimed for c, _ in switches)
            if not (mine or distance >= 0.0 or (unclaimed and free and distance > -NEAR)):
                continue
            rows = mine or switches or [(-1, -1)]
            found.update({Light(signal.id, c, letter): None for c, letter in rows})
        return iter(found)

    def _nearest(self, posts: Sequence[Post], lights: Sequence[Light]) -> float | None:
        """Where along the way the first of its lights stands."""
        names = {light.signal for light in lights}
        return next((post.distance for post in posts if post.signal.id in names), None)

    def together(self, way: int, foe: int) -> bool | None:
        """Whether two ways may be green at the same time; None where nothing tells.

        With programs, whether in some phase they are. Without, lights of one controller show the same; those of
        different controllers of one junction take turns.
        """
        one, other = self.of_way[way], self.of_way[foe]
        if {light.signal for light in one} & {light.signal for light in other}:
            return True
        known = [self._phases(a, b) for a in one for b in other if a.controller == b.controller >= 0]
        told = [both for both in known if both is not None]
        if told:
            return any(told)
        switched = {light.controller for light in one}, {light.controller for light in other}
        if -1 in switched[0] | switched[1]:
            return None
        if switched[0] & switched[1]:
            return True
        return None if any(self._network.controllers[c].programs for c in switched[0] | switched[1]) else False

    def _phases(self, one: Light, other: Light) -> bool | None:
        """Whether two lights of one controller are green in some phase; None if it has none."""
        phases = [
            phase.states for program in self._network.controllers[one.controller].programs for phase in program.phases
        ]
        if not phases:
            return None
        return any(
            max(one.letter, other.letter) < len(states) and {states[one.letter], states[other.letter]} <= GREEN
            for states in phases
        )


def _with_bicycles(
    lights: list[tuple[Light, ...]], courses: Sequence[Course], arms: Sequence[tuple[int, int]], lane_map: LaneMap
) -> list[tuple[Light, ...]]:
    """The lights of all ways, those of bicycles without any being the ones of others who come from their arm.

    `arms` are those that each way comes from and leads to. Of several lights those of who goes the same way count,
    else those of the nearest lane.
    """
    biking = tuple(LaneKind).index(LaneKind.BIKING)
    of_arm: dict[tuple[int, int], list[int]] = {}
    for way, (course, (arm, _), own) in enumerate(zip(courses, arms, lights, strict=True)):
        if own:
            of_arm.setdefault((course.junction, arm), []).append(way)
    found = list(lights)
    for way, (course, (arm, goal)) in enumerate(zip(courses, arms, strict=True)):
        others = of_arm.get((course.junction, arm), []) if arm >= 0 else []
        if others and not lights[way] and course.lanes and lane_map.kind[course.lanes[0]] == biking:
            like = [(arms[k][1] != goal, abs(courses[k].incoming - course.incoming), k) for k in others]
            found[way] = lights[min(like)[2]]
    return found


def light_remarks(courses: Sequence[Course], lights: Lights, lane_map: LaneMap) -> Iterator[Remark]:
    """The ways without any light in junctions that have lights."""
    lit = {course.junction for course, own in zip(courses, lights.of_way, strict=True) if own}
    for course, own in zip(courses, lights.of_way, strict=True):
        if course.junction in lit and not own and course.incoming >= 0:
            junction = lane_map.network.junctions[course.junction]
            onto = f" to '{lane_map.name(course.outgoing)}'" if course.outgoing >= 0 else ""
            message = (
                f"junction '{junction.id}' has lights, but none for the way from lane "
                f"'{lane_map.name(course.incoming)}'{onto}; it goes by the other rules"
            )
            yield Remark("seahaven:junction.light", message, junction.at)
