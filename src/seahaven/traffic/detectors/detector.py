"""An induction loop: where it lies, and what it tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from seahaven.errors import InputError
from seahaven.roads import LaneMap
from seahaven.world import Column, FamilyType, World

__all__ = ["DETECTOR", "Detector", "place_detectors"]

DETECTOR = FamilyType(
    "detector",
    {
        "lane": Column("int32", doc="the lane in which it lies"),
        "s": Column(unit="m", doc="where it begins, along that lane"),
        "x": Column(unit="m", doc="its place, east of the origin"),
        "y": Column(unit="m", doc="its place, north of the origin"),
        "length": Column(unit="m", default=2.0, doc="along the lane"),
        "interval": Column(unit="s", default=60.0, doc="how long it counts until it tells"),
        "is_occupied": Column("bool", default=False, doc="whether a vehicle is above it"),
        "passed": Column("int32", default=0, doc="vehicles that have come so far"),
        "last_passed": Column(unit="s", nullable=True, doc="when the last one came"),
        "last_speed": Column(unit="m/s", nullable=True, doc="and how fast"),
        "measured": Column(unit="s", nullable=True, doc="when the last interval ended; the columns below are of that"),
        "vehicles": Column("int32", nullable=True, doc="vehicles that came"),
        "flow": Column(unit="1/h", nullable=True, doc="vehicles per hour"),
        "speed": Column(unit="m/s", nullable=True, doc="their mean speed; null where none came"),
        "occupancy": Column(nullable=True, doc="the share of the time for which a vehicle was above it"),
    },
    doc="a row for each induction loop",
)


@dataclass(frozen=True, slots=True)
class Detector:
    """An induction loop in one lane, `length` metres long from s on, that tells what came every `interval` seconds."""

    name: str
    lane: int
    s: float
    length: float = 2.0
    interval: float = 60.0

    def __post_init__(self) -> None:
        for what, value, least in (("length", self.length, 0.0), ("interval", self.interval, 1e-3)):
            if not (isfinite(value) and value >= least):
                raise InputError(f"detector '{self.name}' has {what} {value:g}; expected {least:g} or more")


def place_detectors(world: World, lane_map: LaneMap, detectors: Sequence[Detector]) -> tuple[int, ...]:
    """Put detectors into a world, each by its name, and give their ids."""
    return tuple(_place(world, lane_map, one) for one in detectors)


def _place(world: World, lane_map: LaneMap, one: Detector) -> int:
    place = lane_map.place(one.lane, one.s)
    return world.add(
        "detector", one.name, lane=one.lane, s=one.s, x=float(place.x), y=float(place.y), length=one.length,
        interval=one.interval,
    )  # fmt: skip
