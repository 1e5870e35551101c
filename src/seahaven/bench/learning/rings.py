"""Motorway rings on which drivers learn, and others on which they are judged."""

from __future__ import annotations

from math import tau

from seahaven.roads.builder import Builder, CrossSection, driving, kmh
from seahaven.roads.model import RoadNetwork

__all__ = ["ring_2000_3", "ring_2200_2", "ring_2600_3", "ring_3000_2"]


def ring_2200_2() -> RoadNetwork:
    """Two lanes, 2.2 km: to learn on."""
    return _ring(2200.0, 2)


def ring_2600_3() -> RoadNetwork:
    """Three lanes, 2.6 km: to learn on."""
    return _ring(2600.0, 3)


def ring_3000_2() -> RoadNetwork:
    """Two lanes, 3 km: to be judged on."""
    return _ring(3000.0, 2)


def ring_2000_3() -> RoadNetwork:
    """Three lanes, 2 km: to be judged on."""
    return _ring(2000.0, 3)


def _ring(length: float, lanes: int) -> RoadNetwork:
    builder = Builder("ring")
    section = CrossSection(forward=(driving(3.75),) * lanes, backward=(), limit=kmh(110))
    road = builder.road("ring", section)
    for _ in range(2):
        road.left(tau / 2, radius=length / tau, transition=0.0)
    builder.join(road, road)
    return builder.build()
