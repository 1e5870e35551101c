"""Country roads at right angles, with one way as planned and others to take instead."""

from __future__ import annotations

from functools import cache

from seahaven.roads.builder import Builder, two_lane_highway
from seahaven.roads.model import RoadNetwork

BLOCK = (1000.0, 400.0)
"""Metres from one avenue to the next, and from one street to the next."""


@cache
def country() -> RoadNetwork:
    """Two streets, which run east, and four avenues, which run north."""
    builder = Builder("country")
    section = two_lane_highway(limit=25.0, shoulders=2.0)
    builder.grid_town("land", streets=2, avenues=4, block=BLOCK, stub=600.0, street=section, avenue=section)
    return builder.build()
