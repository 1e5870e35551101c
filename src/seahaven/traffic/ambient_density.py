"""How many vehicles there are to be on which lanes (H15)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from math import isfinite
from typing import Any, ClassVar, Literal, Self

import numpy as np

from seahaven.errors import InputError, nearest
from seahaven.geometry import Floats
from seahaven.roads import LaneMap
from seahaven.roads.model import LaneKind

__all__ = ["Density", "LaneDensity"]

MILE = 1.609344
"""In kilometres."""
MOST = 120.0
"""The most vehicles that fit onto a kilometre of lane while they still move."""
_KINDS = tuple(LaneKind)


@dataclass(frozen=True, slots=True)
class LaneDensity:
    """So many vehicles per kilometre on each lane that fits what is said of it.

        LaneDensity.per_mile(15, roads="freeway*", lanes=(1, 2), of=3)      the left two of three lanes
        LaneDensity(6.0, roads="highway*", direction="backward")            against the road's s

    `roads` is the id of a road, with * for anything. Lanes of the kind that run the same way side by side are counted
    from 1 on, from the `side` given, and `of` says of how many. What is left out fits all.
    """

    per_km: float
    roads: str = "*"
    lanes: tuple[int, ...] = ()
    side: Literal["left", "right"] = "left"
    of: int | None = None
    direction: Literal["forward", "backward"] | None = None
    kind: LaneKind = LaneKind.DRIVING

    def __post_init__(self) -> None:
        object.__setattr__(self, "lanes", tuple(self.lanes))
        if not (isfinite(self.per_km) and 0.0 <= self.per_km <= MOST):
            raise InputError(f"a density got {self.per_km!r} vehicles/km; expected a number from 0 to {MOST:g}")
        for name, value, words in (
            ("side", self.side, ("left", "right")),
            ("direction", self.direction, ("forward", "backward", None)),
        ):
            if value not in words:
                raise InputError(f"a density got {name} {value!r}{nearest(str(value), [w for w in words if w])}")
        if any(number < 1 for number in self.lanes):
            raise InputError(f"a density got the lanes {self.lanes}; expected numbers from 1 on")

    @property
    def wording(self) -> str:
        """What it is for, for messages."""
        which = f"lanes {', '.join(map(str, self.lanes))} from the {self.side}" if self.lanes else "lanes"
        of = f" of {self.of}" if self.of is not None else ""
        way = f" that lead {self.direction}" if self.direction else ""
        return f"{which}{of}{way}, of kind '{self.kind}', of the roads '{self.roads}'"

    @classmethod
    def per_mile(cls, vehicles: float, **where: Any) -> Self:
        """So many vehicles per mile of lane."""
        return cls(vehicles / MILE, **where)


@dataclass(frozen=True, slots=True)
class Density:
    """Densities lane by lane: of several that fit a lane the first counts; where none fits, nobody drives.

    Density((LaneDensity.per_mile(15, roads="freeway*"), LaneDensity.per_mile(10, roads="highway*")))
    Density.everywhere(8.0)
    """

    lanes: tuple[LaneDensity, ...]

    is_immutable: ClassVar[bool] = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "lanes", tuple(self.lanes))

    @classmethod
    def everywhere(cls, per_km: float) -> Self:
        """The same density on all lanes that cars drive on."""
        return cls((LaneDensity(per_km),))

    def on(self, lane_map: LaneMap) -> Floats:
        """The density of each lane of a map in vehicles per metre; roads inside junctions have none of their own."""
        self._refuse_strangers(lane_map)
        density = np.zeros(len(lane_map))
        for rule in reversed(self.lanes):
            fitting = list(_fitting(rule, lane_map))
            if not fitting:
                raise InputError(f"a density is for {rule.wording}, but no lanes there are such")
            density[fitting] = rule.per_km / 1000.0
        return density

    def _refuse_strangers(self, lane_map: LaneMap) -> None:
        names = [road.id for road in lane_map.network.roads]
        for rule in self.lanes:
            if not any(fnmatchcase(name, rule.roads) for name in names):
                raise InputError(
                    f"a density is for the roads '{rule.roads}', but there are none{nearest(rule.roads, names)}"
                )


def _fitting(rule: LaneDensity, lane_map: LaneMap) -> Iterator[int]:
    """The lanes that a rule speaks of."""
    roads = lane_map.network.roads
    wanted = np.array([fnmatchcase(road.id, rule.roads) and road.junction is None for road in roads], bool)
    is_kind = (lane_map.kind == _KINDS.index(rule.kind)) & ~lane_map.two_way
    for lane in np.flatnonzero(wanted[lane_map.road] & is_kind).tolist():
        if rule.direction is not None and bool(lane_map.along[lane]) is not (rule.direction == "forward"):
            continue
        number, count = _place_among(lane_map, lane, is_kind, rule.side)
        if (rule.of is None or count == rule.of) and (not rule.lanes or number in rule.lanes):
            yield lane


def _place_among(lane_map: LaneMap, lane: int, is_kind: Any, side: str) -> tuple[int, int]:
    """Which of the lanes of its kind side by side a lane is, counted from one side, and how many there are."""
    counts = {}
    for name, beside, opposite in (
        ("left", lane_map.left, lane_map.left_opposite),
        ("right", lane_map.right, lane_map.right_opposite),
    ):
        at, counts[name] = lane, 0
        while beside[at] >= 0 and not opposite[at]:
            at = int(beside[at])
            counts[name] += bool(is_kind[at])
    return counts[side] + 1, counts["left"] + counts["right"] + 1
