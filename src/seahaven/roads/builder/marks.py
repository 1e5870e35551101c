"""Which line is painted between two strips, by rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from seahaven.roads.builder.cross_section import CrossSection, Strip
from seahaven.roads.model import LaneKind, Mark, MarkKind

NARROW = 5.8
"""Two lanes that are together narrower than this, in metres, have no line between them."""
PAINT = 0.12
_KERB = frozenset({LaneKind.SIDEWALK, LaneKind.BORDER, LaneKind.CURB})
_ISLAND = frozenset({LaneKind.MEDIAN, LaneKind.RESTRICTED})
_ASIDE = frozenset({LaneKind.SHOULDER, LaneKind.STOP})


def outer_mark(inner: Strip, outer: Strip | None) -> Mark:
    """The mark between a strip and the next one outside of it, which may run the other way round a corner."""
    if outer is None:
        return _mark(MarkKind.SOLID if inner.is_driving else MarkKind.NONE)
    if inner.kind in _KERB or outer.kind in _KERB:
        return Mark(MarkKind.CURB if inner.kind is not outer.kind else MarkKind.NONE)
    if inner.is_driving and outer.is_driving:
        return _mark(MarkKind.BROKEN)
    if outer.kind is LaneKind.PARKING:
        return _mark(MarkKind.BROKEN)
    if inner.kind in _ISLAND and outer.kind in _ISLAND:
        return Mark(MarkKind.NONE)
    return _mark(MarkKind.NONE if inner.kind in _ASIDE and outer.kind in _ASIDE else MarkKind.SOLID)


def middle_mark(section: CrossSection, forward: Sequence[Strip], backward: Sequence[Strip]) -> Mark:
    """The mark along the middle of a road with those strips on either side of it."""
    if section.middle is not None:
        return _mark(section.middle, section.color)
    if not forward or not backward:
        single = (*forward, *backward)[0]
        return _mark(MarkKind.SOLID if single.is_driving else MarkKind.NONE)
    first, second = forward[0], backward[0]
    if first.kind in _KERB or second.kind in _KERB:
        return Mark(MarkKind.CURB)
    if first.kind is LaneKind.MEDIAN and second.kind is LaneKind.MEDIAN:
        return Mark(MarkKind.NONE)
    return _mark(_between_directions(forward, backward), section.color)


def _between_directions(forward: Sequence[Strip], backward: Sequence[Strip]) -> MarkKind:
    if forward[0].kind in _ISLAND or backward[0].kind in _ISLAND or forward[0].turns or backward[0].turns:
        return MarkKind.SOLID
    if max(sum(strip.is_driving for strip in side) for side in (forward, backward)) > 1:
        return MarkKind.SOLID_SOLID
    return MarkKind.BROKEN if forward[0].width + backward[0].width >= NARROW else MarkKind.NONE


def with_solid(mark: Mark, stretches: Sequence[tuple[float, float]], begin: float, end: float) -> tuple[Mark, ...]:
    """The mark from one s to another, solid on the given stretches where it would be broken."""
    if mark.kind is not MarkKind.BROKEN:
        return (mark,)
    places = sorted({begin, *(s for pair in stretches for s in pair if begin < s < end)})
    marks: list[Mark] = []
    for s in places:
        inside = any(first <= s < last for first, last in stretches)
        kind = MarkKind.SOLID if inside else MarkKind.BROKEN
        if not marks or marks[-1].kind is not kind:
            marks.append(replace(mark, kind=kind, s=s - begin))
    return tuple(marks)


def _mark(kind: MarkKind, color: str = "standard") -> Mark:
    return Mark(kind, color=color, width=PAINT if kind is not MarkKind.NONE else None)
