"""Rules about widths and borders of lanes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import sqrt

from seahaven.roads.formats.opendrive.rules.rule import Finding, Rule
from seahaven.roads.formats.opendrive.rules.survey import Survey
from seahaven.roads.model import Piece, Profile

__all__ = ["RULES"]

TOLERANCE = 1e-6
"""By how much, in metres, a width may be below 0."""


def _narrowest(profile: Profile, length: float) -> float:
    """The least value of a profile from 0 to a length."""
    if not profile.pieces:
        return 0.0
    ends = [*(piece[0] for piece in profile.pieces[1:]), length]
    return min(_least(piece, min(end, length)) for piece, end in zip(profile.pieces, ends, strict=True))


def _least(piece: Piece, end: float) -> float:
    start, a, b, c, d = piece
    inside = [x for x in _level(b, 2.0 * c, 3.0 * d) if 0.0 < x < end - start]
    return min(a + x * (b + x * (c + x * d)) for x in (0.0, max(end - start, 0.0), *inside))


def _level(b: float, c: float, d: float) -> tuple[float, ...]:
    """Where b + c x + d x² is 0."""
    if not d:
        return (-b / c,) if c else ()
    under = c * c - 4.0 * b * d
    return () if under < 0.0 else ((-c - sqrt(under)) / (2.0 * d), (-c + sqrt(under)) / (2.0 * d))


def _below_zero(survey: Survey, *, by_border: bool) -> Iterator[Finding]:
    for stretch in survey.sections():
        start, end = stretch.ends
        for lane in stretch.section.lanes:
            element = stretch.lanes.get(lane.id)
            if lane.id and element and by_border is bool(element.all("border") and not element.all("width")):
                narrowest = _narrowest(lane.width, end - start)
                if narrowest < -TOLERANCE:
                    what = "its border crosses the one further in" if by_border else "its width falls below 0"
                    yield element, f"lane {lane.id} is {narrowest:.3g} m wide at its narrowest: {what}"


def width_is_positive(survey: Survey) -> Iterator[Finding]:
    """Lanes whose width falls below 0."""
    return _below_zero(survey, by_border=False)


def no_overlap(survey: Survey) -> Iterator[Finding]:
    """Lanes whose border crosses that of the lane further in."""
    return _below_zero(survey, by_border=True)


def no_offset_with_borders(survey: Survey) -> Iterator[Finding]:
    """Lane offsets of roads whose lanes are given by borders."""
    for element, road in survey.roads:
        offsets = element.below("lanes", "laneOffset")
        lanes = (lane for stretch in survey.stretches[road.id] for lane in stretch.lanes.values())
        if offsets and any(lane.first("border") for lane in lanes):
            yield offsets[0], "the road has lanes given by borders and a lane offset, by which the borders are moved"


def no_width_with_borders(survey: Survey) -> Iterator[Finding]:
    """Lanes that have both widths and borders."""
    for stretch in survey.sections():
        for id, lane in stretch.lanes.items():
            if lane.first("border") and lane.first("width"):
                yield lane, f"lane {id} has widths and borders; the widths are taken"


def _continues(before: Piece, after: Piece) -> bool:
    """Whether a piece only says again what the one before it says of that stretch."""
    start, a, b, c, d = before
    x = after[0] - start
    again = (a + x * (b + x * (c + x * d)), b + x * (2.0 * c + 3.0 * x * d), c + 3.0 * x * d, d)
    return all(abs(p - q) <= TOLERANCE for p, q in zip(again, after[1:], strict=True))


def continuing(pieces: tuple[Piece, ...]) -> list[int]:
    """The indices of the pieces that only continue the one before them."""
    return [k + 1 for k, (before, after) in enumerate(pairwise(pieces)) if _continues(before, after)]


RULES = (
    Rule("asam.net:xodr:1.4.0:road.lane.width.lane_width_validity", "No width is below 0", width_is_positive),
    Rule("asam.net:xodr:1.4.0:road.lane.border.overlap_with_inner_lanes", "Borders do not cross", no_overlap),
    Rule(
        "asam.net:xodr:1.4.0:road.lanes.lane_offset.no_offset_if_border_defined",
        "Lanes given by borders have no lane offset",
        no_offset_with_borders,
    ),
    Rule(
        "asam.net:xodr:1.4.0:road.lane.border.exclusive_width_border",
        "A lane has widths or borders, not both",
        no_width_with_borders,
    ),
)
