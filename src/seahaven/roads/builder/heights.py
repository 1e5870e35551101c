"""How high a road lies: grades that change by vertical curves, and the heights of what it meets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt

from seahaven.roads.builder.profiles import fitted, total
from seahaven.roads.model import Profile

FADE = 60.0
"""Within how many metres of the last road that it meets a road gives up the slope it had to take there."""

GENTLE = 0.06
"""By how much, per metre, a road may climb to get back to its stated height, where there is room."""


@dataclass(frozen=True, slots=True)
class GradeChange:
    """From s on a road climbs by so much more per metre than before, reached by a parabola centred there.

    Parabolas are what roads are built with: the grade changes evenly, so a driver feels one steady push.
    """

    s: float
    change: float
    over: float


@dataclass(frozen=True, slots=True)
class Anchor:
    """A height and a grade that a road must have at s, since another road is there already."""

    s: float
    height: float
    grade: float


def rise(height: float, changes: Sequence[GradeChange]) -> Profile:
    """The profile that starts level at a height and takes every change of grade.

    Changes add up, so that vertical curves may overlap.
    """
    profile = Profile.constant(height)
    for change in changes:
        profile = total(profile, _bend(change))
    return profile


def _bend(change: GradeChange) -> Profile:
    begin, end = change.s - change.over / 2.0, change.s + change.over / 2.0
    curve = (begin, 0.0, 0.0, change.change / (2.0 * change.over), 0.0)
    beyond = (end, change.change * change.over / 2.0, change.change, 0.0, 0.0)
    return Profile(((min(begin, 0.0) - 1.0, 0.0, 0.0, 0.0, 0.0), curve, beyond))


def climb_for(height: float, grade: float, top: float, over: float) -> float:
    """How long the slopes of a hill have to be, between the middles of its vertical curves, for it to be so high.

    Curves that are longer than the top overlap there and cut it off; on a low hill those at its foot reach the top
    as well, and lift it again.
    """
    cut = max(over - top, 0.0) ** 2 / (4.0 * over)
    climb = height / grade + cut
    if 2.0 * climb + top >= over:
        return climb
    return (sqrt(top**2 + 4.0 * over * height / grade) - top) / 2.0


def drawn_to(profile: Profile, anchors: Sequence[Anchor]) -> Profile:
    """The profile moved as a whole, smoothly, so that it has the heights and grades of the anchors."""
    return total(profile, fitted(_wanting(profile, anchors), fade=FADE)) if anchors else profile


def led_to(profile: Profile, anchors: Sequence[Anchor], length: float) -> Profile:
    """The profile bent, smoothly, so that it has the heights and grades of the anchors and its own far from them.

    Before the first and after the last anchor it takes as much of the road as there is to get back to its own height
    gently. Between two it does so only where there is room for that.
    """
    if not anchors:
        return profile
    wanting = _wanting(profile, anchors)
    first, last = wanting[0], wanting[-1]
    before = first[0] - _within(_way_back(first), first[0])
    after = last[0] + _within(_way_back(last), length - last[0])
    knots = [first]
    for one, other in pairwise(wanting):
        leave, arrive = one[0] + _way_back(one), other[0] - _way_back(other)
        knots += [(leave, 0.0, 0.0), (arrive, 0.0, 0.0), other] if leave < arrive else [other]
    return total(profile, fitted([(before, 0.0, 0.0), *knots, (after, 0.0, 0.0)], fade=FADE))


def _within(way: float, room: float) -> float:
    """The way if there is room for it, or what room there is; where a road ends at once, it does not matter."""
    return min(way, room) if room > 1.0 else FADE


def _way_back(wanting: tuple[float, float, float]) -> float:
    """How many metres it takes to give up a height and a slope; the eased way is half as steep again as the mean."""
    _, height, slope = wanting
    return max(FADE, 1.5 * abs(height) / GENTLE, 3.0 * abs(slope) / GENTLE)


def _wanting(profile: Profile, anchors: Sequence[Anchor]) -> list[tuple[float, float, float]]:
    """Where, by how much and by what slope a profile misses the anchors."""
    return [
        (anchor.s, anchor.height - profile.value(anchor.s), anchor.grade - profile.slope(anchor.s))
        for anchor in sorted(anchors, key=lambda anchor: anchor.s)
    ]
