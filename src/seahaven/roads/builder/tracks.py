"""Every lane of a drawn road, from where it begins to where it ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from seahaven.roads.builder.cross_section import Carriageway, CrossSection, Strip
from seahaven.roads.builder.profiles import eased, total, window
from seahaven.roads.model import LaneKind, Profile

ENDLESS = 1e9
"""Beyond the end of every road, in metres."""
TINY = 1e-6


@dataclass(slots=True, eq=False)
class Track:
    """One lane along a drawn road: it exists from `begin` to `end`; knots give its width, which changes smoothly."""

    strip: Strip
    begin: float
    end: float
    knots: list[tuple[float, float]]

    def width(self, s: float) -> float:
        """How wide it is at s."""
        return eased(self.knots).value(s)

    def slope(self, s: float) -> float:
        """How fast it widens at s."""
        return eased(self.knots).slope(s)

    def profile(self, begin: float, end: float) -> Profile:
        """Its width from one s to another."""
        return window(eased(self.knots), begin, end)

    def exists(self, begin: float, end: float) -> bool:
        """Whether it is there all the way from one s to another."""
        return self.begin <= begin + TINY and end - TINY <= self.end


@dataclass(slots=True)
class SectionChange:
    """From s on a road has another cross section; lanes that come or go do so within `taper` metres."""

    s: float
    section: CrossSection
    taper: float


@dataclass(slots=True)
class Lanes:
    """The tracks of a drawn road on either side, from the middle outwards, and how far its middle is moved."""

    forward: list[Track] = field(default_factory=list)
    backward: list[Track] = field(default_factory=list)
    shift: Profile = field(default_factory=Profile)

    @classmethod
    def of(cls, changes: Sequence[SectionChange]) -> Lanes:
        """The tracks of a road with those cross sections, one after the other."""
        return cls(_side("forward", changes), _side("backward", changes))

    def side(self, side: Carriageway) -> list[Track]:
        """All tracks of one side in order."""
        return self.forward if side == "forward" else self.backward

    def between(self, side: Carriageway, begin: float, end: float) -> list[Track]:
        """The tracks of one side that are there from one s to another, from the middle outwards."""
        return [track for track in self.side(side) if track.exists(begin, end)]

    def breaks(self, begin: float, end: float) -> list[float]:
        """Every s from `begin` to `end` at which lanes come or go, both included."""
        places = {s for track in (*self.forward, *self.backward) for s in (track.begin, track.end)}
        inner = [s for s in sorted(places) if begin + TINY < s < end - TINY]
        return [begin, *(s for k, s in enumerate(inner) if not k or s - inner[k - 1] > TINY), end]

    def add_inside(self, side: Carriageway, track: Track) -> None:
        """Add a lane next to the middle, behind a median if there is one."""
        own = self.side(side)
        medians = [k + 1 for k, other in enumerate(own) if other.strip.kind is LaneKind.MEDIAN]
        own.insert(max(medians, default=0), track)

    def add_outside(self, side: Carriageway, track: Track) -> int:
        """Add a lane outside of the driving lanes; gives its index among the tracks of its side."""
        own = self.side(side)
        index = max((k + 1 for k, other in enumerate(own) if other.strip.is_driving), default=0)
        own.insert(index, track)
        return index

    def move(self, bump: Profile) -> None:
        """Move the middle to the left by a profile more."""
        self.shift = total(self.shift, bump) if self.shift.pieces else bump

    def edge(self, side: Carriageway, s: float, *, paved_only: bool = False) -> float:
        """How far from the line, on its own side, the outer edge lies at s, seen from before or after by a hair."""
        shift = self.shift.value(s) * (-1.0 if side == "forward" else 1.0)
        tracks = [t for t in self.side(side) if t.begin <= s <= t.end]
        return shift + sum(t.width(s) for t in tracks if not (paved_only and t.strip.kind in BESIDE))


def section_at(changes: Sequence[SectionChange], s: float) -> CrossSection:
    """The cross section at s."""
    return [change.section for change in changes if change.s <= s + 1e-9][-1]


BESIDE = frozenset({LaneKind.SIDEWALK, LaneKind.BORDER})
"""What lies beside the carriageway, behind the kerb."""


def aligned(first: Sequence[Strip], second: Sequence[Strip]) -> Iterator[tuple[int | None, int | None]]:
    """Pair the strips of two cross sections in order: same with same, inner ones first; None has no partner."""
    longest = _common(first, second)
    i = j = 0
    while i < len(first) or j < len(second):
        if i < len(first) and j < len(second) and _same(first[i], second[j]):
            yield i, j
            i, j = i + 1, j + 1
        elif i < len(first) and (j == len(second) or longest[i + 1][j] >= longest[i][j + 1]):
            yield i, None
            i += 1
        else:
            yield None, j
            j += 1


def _same(first: Strip, second: Strip) -> bool:
    return (first.kind, first.turns) == (second.kind, second.turns)


def _common(first: Sequence[Strip], second: Sequence[Strip]) -> list[list[int]]:
    """How many strips can be paired from i and j on."""
    table = [[0] * (len(second) + 1) for _ in range(len(first) + 1)]
    for i in reversed(range(len(first))):
        for j in reversed(range(len(second))):
            skip = max(table[i + 1][j], table[i][j + 1])
            table[i][j] = max(skip, 1 + table[i + 1][j + 1]) if _same(first[i], second[j]) else skip
    return table


def _side(side: Carriageway, changes: Sequence[SectionChange]) -> list[Track]:
    tracks = [Track(strip, 0.0, ENDLESS, [(0.0, strip.width)]) for strip in changes[0].section.strips(side)]
    everything = list(tracks)
    for _, change in pairwise(changes):
        tracks = _changed(tracks, everything, change.section.strips(side), change.s, change.taper)
    return everything


def _changed(
    tracks: list[Track], everything: list[Track], strips: Sequence[Strip], s: float, taper: float
) -> list[Track]:
    """Take the tracks on to the next cross section, new ones being put in among all there ever were."""
    after, place = [], 0
    for old, new in aligned([track.strip for track in tracks], strips):
        if old is not None:
            place = everything.index(tracks[old]) + 1
            tracks[old].knots += [
                (s, tracks[old].knots[-1][1]),
                (s + taper, strips[new].width if new is not None else 0.0),
            ]
        if old is not None and new is not None:
            after.append(tracks[old])
        elif old is not None:
            tracks[old].end = s + taper
        elif new is not None:
            begun = Track(strips[new], s, ENDLESS, [(s, 0.0), (s + taper, strips[new].width)])
            everything.insert(place, begun)
            after.append(begun)
            place += 1
    return after
