"""Rules about which lanes and roads lead into which, and whether they meet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import dist

from seahaven.files import Element
from seahaven.geometry import Point
from seahaven.roads.formats.opendrive.lanes import lane_elements, section_elements
from seahaven.roads.formats.opendrive.rules.rule import Finding, Rule
from seahaven.roads.formats.opendrive.rules.survey import Joint, Survey, Tip
from seahaven.roads.model import End, RoadLink

__all__ = ["RULES"]

NO_WIDTH = 1e-6
"""Below what width, in metres, a lane has none."""
GAP = 1e-2
"""How far apart, in metres, the borders of linked lanes may lie."""
WAYPOINT_GAP = 5e-2
"""How far apart, in metres, the waypoints of linked lanes may end: their makers round to centimetres."""


def across_sections(survey: Survey) -> Iterator[Finding]:
    """Lanes whose link to the next or previous section is not answered from there."""
    for element, _ in survey.roads:
        sections = [lane_elements(section) for section in section_elements(element)]
        for before, after in pairwise(sections):
            yield from _unanswered(before, "successor", after, "predecessor")
            yield from _unanswered(after, "predecessor", before, "successor")


def _unanswered(lanes: dict[int, Element], side: str, others: dict[int, Element], back: str) -> Iterator[Finding]:
    for id, lane in lanes.items():
        for other in _linked(lane, side):
            if other not in others:
                yield lane, f"lane {id} has lane {other} as {side}, but the section there has no such lane"
            elif id not in _linked(others[other], back):
                yield lane, f"lane {id} has lane {other} as {side}, but that has not lane {id} as {back}"


def _linked(lane: Element, side: str) -> list[int]:
    return [link.whole("id") for link in lane.below("link", side)]


def no_zero_width_at_start(survey: Survey) -> Iterator[Finding]:
    """Lanes without width at their start that have a predecessor."""
    return _linked_without_width(survey, End.START)


def no_zero_width_at_end(survey: Survey) -> Iterator[Finding]:
    """Lanes without width at their end that have a successor."""
    return _linked_without_width(survey, End.END)


def _linked_without_width(survey: Survey, end: End) -> Iterator[Finding]:
    seen: set[int] = set()
    for joint in survey.joints:
        is_stated = joint.by is joint.from_tip.element
        for tip in (joint.from_tip,) if is_stated else (joint.from_tip, joint.to_tip):
            if tip.end == end and tip.lane.id and tip.width < NO_WIDTH and id(tip.element) not in seen:
                seen.add(id(tip.element))
                yield tip.element, f"lane {tip.lane.id} has no width at its {end}, but is linked there"


def appearing_lane_not_linked(survey: Survey) -> Iterator[Finding]:
    """Lanes that are linked to one that only begins to appear there."""
    for joint in survey.joints:
        if joint.to_tip.lane.id and joint.to_tip.width < NO_WIDTH <= joint.from_tip.width:
            yield joint.from_tip.element, f"{joint.from_tip} is linked to {joint.to_tip}, which has no width there"


def no_horizontal_gaps(survey: Survey) -> Iterator[Finding]:
    """Driving lanes whose borders do not meet those of the lanes that they are linked to.

    Where a lane parts into several or several join, the innermost and outermost borders count. Lanes that bring their
    own waypoints lie there, and not where widths would put them: of two such, the ends of their centre lines count.
    """
    contacts: dict[tuple[int, ...], list[Joint]] = {}
    for joint in survey.joints:
        if joint.from_tip.lane.kind.is_driving and joint.to_tip.lane.kind.is_driving:
            contacts.setdefault(_contact(joint), []).append(joint)
    yield from _between_waypoints(joint for joints in contacts.values() for joint in joints)
    for joints in contacts.values():
        bordered = [joint for joint in joints if not _has_waypoints(joint)]
        for here, there in _bundles(bordered) if bordered else ():
            gap = _gap(_hull(here), _hull(there))
            if gap > GAP:
                yield here[0].element, f"the borders of {here[0]} and of {there[0]} lie {gap:.3g} m apart"


def _has_waypoints(joint: Joint) -> bool:
    return bool(joint.from_tip.lane.points and joint.to_tip.lane.points)


def _between_waypoints(joints: Iterable[Joint]) -> Iterator[Finding]:
    seen: set[frozenset[int]] = set()
    for joint in joints:
        here, there = joint.from_tip, joint.to_tip
        pair = frozenset((id(here.element), id(there.element)))
        if here.waypoint and there.waypoint and pair not in seen:
            seen.add(pair)
            gap = dist(here.waypoint, there.waypoint)
            if gap > WAYPOINT_GAP:
                yield here.element, f"the waypoints of {here} and of {there} end {gap:.3g} m apart"


def _contact(joint: Joint) -> tuple[int, ...]:
    """What joints have in common that join the same two sections at the same ends, whichever of them says so."""
    ends = [(id(tip.stretch), tip.end == End.END) for tip in (joint.from_tip, joint.to_tip)]
    return tuple(number for end in sorted(ends) for number in end)


def _bundles(joints: list[Joint]) -> Iterator[tuple[list[Tip], list[Tip]]]:
    """Lanes on either side of a contact that hang together by links."""
    first = joints[0].from_tip.stretch, joints[0].from_tip.end
    links: dict[int, set[int]] = {}
    tips: dict[tuple[bool, int], Tip] = {}
    for joint in joints:
        here, there = joint.from_tip, joint.to_tip
        if (here.stretch, here.end) != first:
            here, there = there, here
        links.setdefault(here.lane.id, set()).add(there.lane.id)
        tips[True, here.lane.id], tips[False, there.lane.id] = here, there
    while links:
        lanes, others = _taken(links)
        yield [tips[True, id] for id in sorted(lanes, key=abs)], [tips[False, id] for id in sorted(others, key=abs)]


def _taken(links: dict[int, set[int]]) -> tuple[set[int], set[int]]:
    """The lanes that hang together with the first one, taken out of the links."""
    id, others = next(iter(links.items()))
    lanes = {id}
    del links[id]
    while more := {id for id, found in links.items() if found & others}:
        lanes |= more
        for id in more:
            others |= links.pop(id)
    return lanes, others


def _hull(tips: list[Tip]) -> tuple[Point, Point]:
    """The innermost and the outermost border of lanes, which are ordered from the middle outwards."""
    return tips[0].borders[0], tips[-1].borders[1]


def _gap(here: tuple[Point, Point], there: tuple[Point, Point]) -> float:
    """How far apart two pairs of borders lie; inner and outer may be swapped where lanes change sides."""
    straight = max(dist(here[0], there[0]), dist(here[1], there[1]))
    return min(straight, max(dist(here[0], there[1]), dist(here[1], there[0])))


def junction_needed(survey: Survey) -> Iterator[Finding]:
    """Links of several roads to the same end of another, which only a junction may hold."""
    first: dict[tuple[str, End], Element] = {}
    for element, road in survey.roads:
        if road.junction is None:
            for side, link in (("predecessor", road.before), ("successor", road.after)):
                if isinstance(link, RoadLink):
                    stated = element.below("link", side)[0]
                    earlier = first.setdefault((link.road, link.end), stated)
                    if earlier is not stated:
                        where = f"the {link.end} of road '{link.road}'"
                        yield stated, f"{where} is also linked in line {earlier.line}; expected a junction there"


RULES = (
    Rule(
        "asam.net:xodr:1.4.0:road.lane.link.lanes_across_laneSections",
        "Lanes that go on in the next section are linked both ways",
        across_sections,
    ),
    Rule(
        "asam.net:xodr:1.7.0:road.lane.link.zero_width_at_start",
        "A lane without width at its start has no predecessor",
        no_zero_width_at_start,
    ),
    Rule(
        "asam.net:xodr:1.7.0:road.lane.link.zero_width_at_end",
        "A lane without width at its end has no successor",
        no_zero_width_at_end,
    ),
    Rule(
        "asam.net:xodr:1.4.0:road.lane.link.new_lane_appear",
        "A lane that appears beside another is not linked to it",
        appearing_lane_not_linked,
    ),
    Rule(
        "asam.net:xodr:1.7.0:lane_smoothness.contact_point_no_horizontal_gaps",
        "The borders of linked driving lanes meet",
        no_horizontal_gaps,
    ),
    Rule(
        "asam.net:xodr:1.4.0:road.linkage.is_junction_needed",
        "At most one road is linked to an end of another without a junction",
        junction_needed,
    ),
)
