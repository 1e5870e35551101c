"""The ambient traffic of a study, as a module of the traffic room."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

import numpy as np

from seahaven.errors import InputError
from seahaven.kernel import Module
from seahaven.roads import LaneMap
from seahaven.roads.routing import Tracks
from seahaven.takes.at import At
from seahaven.takes.reading import Reading
from seahaven.takes.setting import AmbientEntry, LaneEntry, TrafficEntry
from seahaven.takes.vehicle_types import VehicleTypes
from seahaven.traffic import Ambient, Area, Circle, Density, LaneDensity, Stretch, waiting_lanes
from seahaven.world import Sight, World

__all__ = ["ambient", "is_town", "populate"]

_KM = 1000.0
_SIDES = {"left": 1, "right": -1, "neither": 0}


class _Usual(NamedTuple):
    """What holds where a study says nothing: from where on (m) ends of roads are not heeded, and how many turn off."""

    horizon: float
    turning: float


TOWN, COUNTRY = _Usual(300.0, 0.3), _Usual(1000.0, 0.0)
"""Where roads cross, and where they do not."""
EVERY = 1.0
"""Seconds from one look at who should come and go to the next."""
CLOSE = 0.5
"""Junctions at which one waits for others, per kilometre of road that make it a town."""


def ambient(traffic: TrafficEntry, types: VehicleTypes, tracks: Tracks, world: World, reading: Reading) -> Ambient:
    """The traffic around the subjects of a study, who have to be in the world already."""
    entry, path = traffic.ambient, ("traffic", "ambient")
    if entry is None or not world.subjects:
        raise InputError("ambient traffic is traffic round a subject; add 'subject'", reading.key_at(*path))
    mix = types.mix(entry.mix, (*path, "mix")) if entry.mix else types.mix(traffic.mix, ("traffic", "mix"))
    with At(reading.at(*path, "density")):
        density = _density(entry)
        density.on(tracks.lane_map)  # roads that there are not are refused here, where their place is known
    usual = TOWN if is_town(tracks.lane_map) else COUNTRY
    return Ambient(
        "ambient",
        rate=traffic.rate,
        tracks=tracks,
        sight=Sight(tracks.lane_map),
        density=density,
        subjects=tuple(world.subjects),
        mix=mix,
        radius=entry.radius,
        open_ends=entry.open_ends,
        keep=None if entry.keep is None else _SIDES[entry.keep],
        horizon=usual.horizon if entry.horizon is None else entry.horizon,
        turning=usual.turning if entry.turning is None else entry.turning,
        every=EVERY,
        renewed=entry.renewed,
        areas=_areas(entry, tracks.lane_map, reading),
    )


def populate(root: Module, world: World, *, seed: int) -> None:
    """Place the ambient traffic of a tree that has not begun around the subjects, by chance."""
    for module in root.children:
        if isinstance(module, Ambient):
            module.populate(world, seed=seed)


def is_town(lane_map: LaneMap) -> bool:
    """Whether roads cross so often that it is a town."""
    junctions = np.unique(lane_map.junction[waiting_lanes(lane_map)])
    metres = sum(road.length for road in lane_map.network.roads if road.junction is None)
    return len(junctions) >= max(1.0, CLOSE * metres / _KM)


def _areas(entry: AmbientEntry, lane_map: LaneMap, reading: Reading) -> tuple[Area, ...]:
    """The areas in which traffic can be suspended; roads that there are not are refused."""
    made = list[Area]()
    for name, one in entry.areas.items():
        if one.road is None:
            made.append(Circle(one.x or 0.0, one.y or 0.0, one.radius or 0.0))
            continue
        with At(reading.at("traffic", "ambient", "areas", name)):
            made.append(Stretch(one.road, one.from_, inf if one.to is None else one.to))
            made[-1].holds(lane_map, np.zeros(1, np.int64), np.zeros(1))
    return tuple(made)


def _density(entry: AmbientEntry) -> Density:
    if not isinstance(entry.density, list):
        return Density.everywhere(_KM * entry.density)
    return Density(tuple(_on_lanes(one) for one in entry.density))


def _on_lanes(entry: LaneEntry) -> LaneDensity:
    return LaneDensity(_KM * entry.density, entry.roads, tuple(entry.lanes), entry.side, entry.of, entry.direction)
