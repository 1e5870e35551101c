"""Lane sections of a stretch of a drawn road."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from seahaven.roads.builder.cross_section import CrossSection, Strip
from seahaven.roads.builder.marks import middle_mark, outer_mark, with_solid
from seahaven.roads.builder.tracks import Lanes, SectionChange, Track, section_at
from seahaven.roads.model import Lane, LaneKind, Limit, Mark, Section


@dataclass(slots=True)
class Ending:
    """What happens at one end of a stretch: from how far on lines are solid, and which lanes lead on to which."""

    solid: float = 0.0
    joined: Mapping[int, int] = field(default_factory=dict)


def numbered(lanes: Lanes, begin: float, end: float) -> list[tuple[int, Track]]:
    """The tracks that are there from one s to another with their lane numbers, from left to right."""
    left = [(k + 1, track) for k, track in enumerate(lanes.between("backward", begin, end))]
    right = [(-k - 1, track) for k, track in enumerate(lanes.between("forward", begin, end))]
    return [*reversed(left), *right]


def sections(
    lanes: Lanes,
    changes: Sequence[SectionChange],
    begin: float,
    end: float,
    *,
    start: Ending,
    finish: Ending,
    no_passing: Sequence[tuple[float, float]],
) -> tuple[Section, ...]:
    """The lane sections from one s of a drawn road to another, counted from where they begin."""
    breaks = lanes.breaks(begin, end)
    rows = [numbered(lanes, u, v) for u, v in pairwise(breaks)]
    near_start, near_end = (begin, begin + start.solid), (end - finish.solid, end)
    made = []
    for k, (u, v) in enumerate(pairwise(breaks)):
        before = _numbers(rows[k - 1]) if k else None
        after = _numbers(rows[k + 1]) if k + 1 < len(rows) else None
        paint = _Paint(rows[k], section_at(changes, u), near_start, near_end, (near_start, near_end, *no_passing), u, v)
        own = [_lane(number, track, u, v, paint, before, after, start, finish) for number, track in rows[k]]
        made.append(Section(u - begin, tuple(_with_middle(own, paint))))
    return tuple(made)


@dataclass(slots=True)
class _Paint:
    """What is needed to paint one section."""

    row: Sequence[tuple[int, Track]]
    section: CrossSection
    near_start: tuple[float, float]
    near_end: tuple[float, float]
    middle_solid: Sequence[tuple[float, float]]
    begin: float
    end: float

    def outer(self, number: int, track: Track) -> tuple[Mark, ...]:
        step = 1 if number > 0 else -1
        outside = next((other.strip for n, other in self.row if n == number + step), None)
        solid = self.near_start if number > 0 else self.near_end
        return with_solid(outer_mark(track.strip, outside), [solid], self.begin, self.end)

    def middle(self) -> tuple[Mark, ...]:
        forward = [self._strip(track) for number, track in self.row if number < 0]
        backward = [self._strip(track) for number, track in reversed(self.row) if number > 0]
        mark = middle_mark(self.section, forward, backward)
        return with_solid(mark, self.middle_solid, self.begin, self.end)

    def _strip(self, track: Track) -> Strip:
        """The strip as wide as it is in the middle of the section."""
        width = track.width((self.begin + self.end) / 2.0)
        return replace(track.strip, width=width) if width > 0.0 else track.strip


def _numbers(row: Sequence[tuple[int, Track]]) -> dict[Track, int]:
    return {track: number for number, track in row}


def _lane(
    number: int,
    track: Track,
    begin: float,
    end: float,
    paint: _Paint,
    before: Mapping[Track, int] | None,
    after: Mapping[Track, int] | None,
    start: Ending,
    finish: Ending,
) -> Lane:
    limits = () if track.strip.limit is None else (Limit(0.0, track.strip.limit),)
    return Lane(
        number,
        track.strip.kind,
        track.profile(begin, end),
        _linked(start.joined.get(number) if before is None else before.get(track)),
        _linked(finish.joined.get(number) if after is None else after.get(track)),
        paint.outer(number, track),
        limits,
    )


def _linked(number: int | None) -> tuple[int, ...]:
    return () if number is None else (number,)


def _with_middle(lanes: list[Lane], paint: _Paint) -> list[Lane]:
    place = sum(lane.id > 0 for lane in lanes)
    return [*lanes[:place], Lane(0, LaneKind.NONE, marks=paint.middle()), *lanes[place:]]
