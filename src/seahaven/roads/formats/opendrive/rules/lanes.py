"""Rules about the lanes of a section."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from seahaven.roads.formats.opendrive.rules.rule import Finding, Rule
from seahaven.roads.formats.opendrive.rules.survey import Stretch, Survey
from seahaven.roads.model import Lane

__all__ = ["RULES"]

CLOSE = 1e-6
"""Within what distance, in metres, two places count as the same."""


def _sides(stretch: Stretch) -> Iterator[list[Lane]]:
    """The lanes of each side, from the middle outwards."""
    for sign in (1, -1):
        yield sorted((lane for lane in stretch.section.lanes if lane.id * sign > 0), key=lambda lane: abs(lane.id))


def level_true_one_side(survey: Survey) -> Iterator[Finding]:
    """Lanes that follow the road's slope outside of one that is level, and linked lanes of which only one is level."""
    for stretch in survey.sections():
        for lanes in _sides(stretch):
            for inner, outer in pairwise(lanes):
                if inner.is_level and not outer.is_level:
                    yield (
                        stretch.lanes[outer.id],
                        f"lane {outer.id} is not level, but lane {inner.id} further in is; expected all further out",
                    )
    for joint in survey.joints:
        if joint.from_tip.lane.is_level != joint.to_tip.lane.is_level:
            level = "level" if joint.from_tip.lane.is_level else "not level"
            yield joint.from_tip.element, f"lane {joint.from_tip.lane.id} is {level}, unlike {joint.to_tip}, its link"


def no_mixed_access(survey: Survey) -> Iterator[Finding]:
    """Lanes that allow some and deny others at the same place."""
    for stretch in survey.sections():
        for lane in stretch.lanes.values():
            accesses = [(access.number("sOffset", 0.0), access) for access in lane.all("access")]
            for k, (s, access) in enumerate(accesses):
                rules = {other.attributes.get("rule", "allow") for t, other in accesses[:k] if abs(t - s) <= CLOSE}
                if rules - {access.attributes.get("rule", "allow")}:
                    yield access, f"some are allowed and others denied at sOffset {s:g}; expected one or the other"


def numbered_without_gaps(survey: Survey) -> Iterator[Finding]:
    """Sections in which a lane's number is left out."""
    for stretch in survey.sections():
        for lanes in _sides(stretch):
            numbers = [abs(lane.id) for lane in lanes]
            if numbers != list(range(1, len(numbers) + 1)):
                shown = ", ".join(str(lane.id) for lane in lanes)
                yield stretch.element, f"lanes are numbered {shown}; expected numbers without a gap from the middle on"


def numbered_by_side(survey: Survey) -> Iterator[Finding]:
    """Lanes whose number does not fit the side in which they are listed."""
    for stretch in survey.sections():
        for side, sign in (("left", 1), ("right", -1)):
            for lane in stretch.element.below(side, "lane"):
                if lane.whole("id") * sign <= 0:
                    yield lane, f"lane {lane.whole('id')} is listed on the {side}; its number decides where it lies"


def one_center_lane(survey: Survey) -> Iterator[Finding]:
    """Sections without a middle lane, or with one that is not numbered 0."""
    for stretch in survey.sections():
        numbers = [lane.whole("id") for lane in stretch.element.below("center", "lane")]
        if numbers != [0]:
            shown = ", ".join(map(str, numbers)) or "none"
            yield stretch.element, f"the lanes in the middle are {shown}; expected lane 0 alone"


def center_without_width(survey: Survey) -> Iterator[Finding]:
    """Middle lanes that have a width."""
    for stretch in survey.sections():
        for lane in stretch.element.below("center", "lane"):
            if any(lane.all(tag) for tag in ("width", "border")):
                yield lane, "the middle lane has a width, which is ignored"


def sections_have_length(survey: Survey) -> Iterator[Finding]:
    """Sections that end where they begin."""
    for stretch in survey.sections():
        start, end = stretch.ends
        if end - start <= CLOSE:
            yield stretch.element, f"the section at s {start:g} has no length"


def first_section_at_start(survey: Survey) -> Iterator[Finding]:
    """Roads whose first section does not begin with the road."""
    for stretches in survey.stretches.values():
        if stretches and abs(stretches[0].section.s) > CLOSE:
            yield stretches[0].element, f"the first section begins at s {stretches[0].section.s:g}; expected 0"


def width_from_start(survey: Survey) -> Iterator[Finding]:
    """Lanes whose width is not stated from the beginning of the section on."""
    for stretch in survey.sections():
        for id, lane in stretch.lanes.items():
            starts = [width.number("sOffset") for tag in ("width", "border") for width in lane.all(tag)]
            if id and (not starts or min(starts) > CLOSE):
                what = f"only from sOffset {min(starts):g} on" if starts else "nowhere"
                yield lane, f"the width of lane {id} is stated {what}; expected from 0 on"


RULES = (
    Rule(
        "asam.net:xodr:1.7.0:road.lane.level_true_one_side",
        "Outside of a level lane all lanes are level, up to the edge of the road",
        level_true_one_side,
    ),
    Rule(
        "asam.net:xodr:1.7.0:road.lane.access.no_mix_of_deny_or_allow",
        "At one place a lane either allows or denies",
        no_mixed_access,
    ),
    Rule(
        "asam.net:xodr:1.4.0:road.lane.lane_order_no_gaps",
        "Lanes are numbered from the middle outwards without a gap",
        numbered_without_gaps,
    ),
    Rule(
        "asam.net:xodr:1.4.0:road.lane.lanes_numbered_correctly",
        "Lanes on the left have positive numbers, lanes on the right negative ones",
        numbered_by_side,
    ),
    Rule("asam.net:xodr:1.4.0:road.lane.center_lane_id", "Each section has one middle lane, number 0", one_center_lane),
    Rule("asam.net:xodr:1.4.0:road.lane.center_lane_no_width", "The middle lane has no width", center_without_width),
    Rule("asam.net:xodr:1.4.0:road.lane_section.valid_length", "Sections have a length", sections_have_length),
    Rule("asam.net:xodr:1.9.0:road.lane.lane_sect_first", "The first section begins at 0", first_section_at_start),
    Rule(
        "asam.net:xodr:1.7.0:road.lane.width.width_defined_whole_section",
        "The width of a lane is stated for all of its section",
        width_from_start,
    ),
)
