"""How high a road lies: grades that change by vertical curves, and the heights of what it meets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from seahaven.roads.builder.profiles import fitted, total
from seahaven.roads.model import Profile

FADE = 60.0
"""Within how many metres of the last road that it meets a road gives up the slope it had to take there."""


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


def drawn_to(profile: Profile, anchors: Sequence[Anchor]) -> Profile:
    """The profile moved, smoothly, so that it has the heights and grades of the anchors."""
    if not anchors:
        return profile
    wanting = [
        (anchor.s, anchor.height - profile.value(anchor.s), anchor.grade - profile.slope(anchor.s))
        for anchor in sorted(anchors, key=lambda anchor: anchor.s)
    ]
    return total(profile, fitted(wanting, fade=FADE))
