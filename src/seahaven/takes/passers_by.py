"""The modules that let people on foot walk, and come out of doors and go in."""

from __future__ import annotations

from seahaven.kernel import Module
from seahaven.takes.location import Location
from seahaven.takes.ways import Ways
from seahaven.traffic import People, Walkers
from seahaven.world import World

__all__ = ["add_people"]

DOORS_RATE = 2
"""In Hz, how often people come out of doors and go in."""


def add_people(root: Module, ways: Ways, world: World, location: Location) -> None:
    """Let people walk: those whom the study names, and those who come out of doors and go in."""
    if ways.tracks is None or ways.walks is None or ways.on_foot is None:
        return
    traffic = location.traffic
    ways.on_foot.add_to(world, ways.walks, location.reading)
    root.add(
        People(
            "people", tracks=ways.tracks, routes=ways.walks, rate_hz=traffic.rate, parallel=traffic.threads > 1
        )
    )  # fmt: skip
    if ways.doors and location.people:
        root.add(Walkers("doors", rate=DOORS_RATE, routes=ways.doors, flow=location.people.rate))
