"""Lane sections that speak of one side of the road only: the other side goes on from the section before."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from seahaven.roads.formats.opendrive.profiles import moved
from seahaven.roads.model import Lane, Profile, Section

__all__ = ["completed"]

P = TypeVar("P", bound=Any)
"""What has an s and counts from there on: a mark, a limit, an access rule."""


def completed(sections: list[Section], single: list[bool]) -> list[Section]:
    """The sections with both sides each, given which of them speak of one side only.

    Lanes of the silent side are carried over from the section before, with every s counted from the new section's
    start, and linked to themselves across it.
    """
    whole = sections[:1]
    for section, is_single in zip(sections[1:], single[1:], strict=True):
        side = _silent_side(section) if is_single else 0
        if side:
            carried = [lane for lane in whole[-1].lanes if lane.id * side > 0]
            section = _joined(section, [_carried(lane, section.s - whole[-1].s) for lane in carried])
            whole[-1] = _led_on(whole[-1], side)
        whole.append(section)
    return whole


def _silent_side(section: Section) -> int:
    """1 if the section has no lanes to the left, -1 if none to the right, 0 if it has both or neither."""
    left, right = (any(lane.id * side > 0 for lane in section.lanes) for side in (1, -1))
    return int(right) - int(left)


def _joined(section: Section, lanes: list[Lane]) -> Section:
    return replace(section, lanes=tuple(sorted((*section.lanes, *lanes), key=lambda lane: -lane.id)))


def _led_on(section: Section, side: int) -> Section:
    lanes = (replace(lane, after=(lane.id,)) if lane.id * side > 0 else lane for lane in section.lanes)
    return replace(section, lanes=tuple(lanes))


def _carried(lane: Lane, by: float) -> Lane:
    heights = [height[0] for height in lane.heights]
    return replace(
        lane,
        width=Profile(moved(lane.width.pieces, by)),
        before=(lane.id,),
        marks=_later(lane.marks, by),
        limits=_later(lane.limits, by),
        access=_later(lane.access, by),
        heights=tuple((max(s - by, 0.0), inner, outer) for s, inner, outer in _from(heights, lane.heights, by)),
    )


def _later(items: tuple[P, ...], by: float) -> tuple[P, ...]:
    return tuple(replace(item, s=max(item.s - by, 0.0)) for item in _from([item.s for item in items], items, by))


def _from(starts: list[float], items: tuple[P, ...], s: float) -> tuple[P, ...]:
    """What counts at s, and all that begins later."""
    passed = sum(start <= s for start in starts)
    return items[max(passed - 1, 0) :]
