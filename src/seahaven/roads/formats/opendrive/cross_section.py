"""Where the borders of lanes lie, at one place along a road."""

from __future__ import annotations

from math import cos

from seahaven.roads.model import Road, Section

__all__ = ["border_offset", "border_point"]


def border_offset(road: Road, section: Section, lane: int, s: float) -> float:
    """How far left of the reference line the outer border of a lane lies at s (of lane 0: the middle itself)."""
    side = 1 if lane > 0 else -1
    widths = (found.width.value(s - section.s) for found in section.lanes if 0 < found.id * side <= lane * side)
    return road.lane_offset.value(s) + side * sum(widths)


def border_point(road: Road, lane: int, s: float, section: Section | None = None) -> tuple[float, float]:
    """The place in the plane of the outer border of a lane at s; at the joint of two sections, name the section."""
    section = section or road.sections[road.section_at(s)]
    offset = border_offset(road, section, lane, s) * cos(road.superelevation.value(s))
    x, y = road.line.offset_point(s, offset)
    return x, y
