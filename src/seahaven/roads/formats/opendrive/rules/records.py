"""Rules about records that say nothing new."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import cos, dist, sin

from seahaven.files import Element
from seahaven.roads.formats.opendrive.rules.borders import continuing
from seahaven.roads.formats.opendrive.rules.rule import Finding, Rule
from seahaven.roads.formats.opendrive.rules.survey import Survey
from seahaven.roads.model import Profile

__all__ = ["RULES"]

STRAIGHT = 1e-6
"""Within what distance, in metres and radians, two lines count as one."""


def redundant(survey: Survey) -> Iterator[Finding]:
    """Records that only continue the one before them: one remark for each row of records, on the first of them."""
    for element, road in survey.roads:
        yield from _profile(element.below("elevationProfile", "elevation"), road.elevation)
        yield from _profile(element.below("lateralProfile", "superelevation"), road.superelevation)
        yield from _profile(element.below("lanes", "laneOffset"), road.lane_offset)
        yield from _lines(element.below("planView", "geometry"))
    for stretch in survey.sections():
        for lane in stretch.lanes.values():
            for tag in ("width", "border"):
                yield from _records(lane.all(tag), "sOffset")


def _profile(records: list[Element], profile: Profile) -> Iterator[Finding]:
    if len(records) > 1 and len(records) == len(profile.pieces):
        yield from _said_again(records, continuing(profile.pieces))


def _records(records: list[Element], start: str) -> Iterator[Finding]:
    if len(records) > 1:
        pieces = tuple([record.numbers(start, "a", "b", "c", "d") for record in records])
        yield from _said_again(records, continuing(pieces))  # type: ignore[arg-type]  # five numbers each


def _lines(geometries: list[Element]) -> Iterator[Finding]:
    yield from _said_again(geometries, [k + 1 for k, pair in enumerate(pairwise(geometries)) if _is_one_line(*pair)])


def _is_one_line(before: Element, after: Element) -> bool:
    if not (before.first("line") and after.first("line")):
        return False
    x, y, heading, length = before.numbers("x", "y", "hdg", "length")
    next_x, next_y, next_heading = after.numbers("x", "y", "hdg")
    end = x + length * cos(heading), y + length * sin(heading)
    return abs(next_heading - heading) <= STRAIGHT and dist(end, (next_x, next_y)) <= STRAIGHT


def _said_again(records: list[Element], again: list[int]) -> Iterator[Finding]:
    if again:
        first = records[again[0]]
        count = f"{len(again)} of {len(records)} <{first.tag}> records"
        yield first, f"{count} only continue the one before them; the first that does"


RULES = (
    Rule(
        "asam.net:xodr:1.7.0:performance.avoid_redundant_info",
        "Records say something new",
        redundant,
    ),
)
