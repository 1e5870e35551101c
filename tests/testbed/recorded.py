"""Recordings made by hand: a straight street of two lanes each way, and vehicles on it as a test says."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from seahaven.measures import Crash, Lanes, SubjectFrames
from seahaven.roads.builder import Builder, kmh, town_street
from seahaven.roads.lanemap import LaneMap
from seahaven.testbed import Evidence

SUBJECT, OTHER, THIRD = 1, 2, 3
PERIOD = 0.1
WIDTH = 3.25
COLUMNS = {
    "x": 0.0, "y": 0.0, "z": 0.0, "heading": 0.0, "length": 4.0, "width": 1.8, "speed": 10.0, "acceleration": 0.0,
    "steering": 0.0, "lane": -1.0, "s": 0.0, "offset": 0.0, "drift": 0.0, "brake_light": 0.0, "turn_light": 0.0,
}  # fmt: skip


@cache
def street() -> Lanes:
    """600 m to the east, with two lanes each way and a limit of 50 km/h."""
    builder = Builder("street")
    builder.road("street", town_street(lanes=2, limit=kmh(50))).straight(600.0)
    return Lanes(LaneMap(builder.build()))


def lane(number: int) -> int:
    """The index of a lane by its number."""
    return street().lane_map.lane_at("street", number, 0.0)


def driven(
    speed: Any = 10.0, *, number: int = -2, start: float = 100.0, offset: Any = 0.0, count: int = 100, **columns: Any
) -> dict[str, Any]:  # fmt: skip
    """The columns of a vehicle that drives along a lane; speeds and offsets may be arrays."""
    lanes, index = street().lane_map, lane(number)
    speeds = np.broadcast_to(np.asarray(speed, dtype=float), (count,))
    s = start + np.concatenate(([0.0], np.cumsum(speeds[:-1]) * PERIOD))
    aside = np.broadcast_to(np.asarray(offset, dtype=float), (count,))
    place = lanes.place(np.full(count, index), s, aside)
    found = {"x": place.x, "y": place.y, "heading": place.heading, "speed": speeds, "lane": index, "s": s}
    return {**found, "offset": aside, "acceleration": np.gradient(speeds, PERIOD), **columns}


def evidence(*vehicles: Mapping[str, Any], crash: bool = False, **more: Any) -> Evidence:
    """What a recording of these vehicles tells; the first is the subject, which hits the second at the end if told."""
    count = max(len(np.atleast_1d(value)) for value in vehicles[0].values())
    rows = {name: [] for name in ("time", "id", *COLUMNS)}
    for k in range(count):
        for entity, vehicle in enumerate(vehicles, SUBJECT):
            rows["time"].append(k * PERIOD)
            rows["id"].append(entity)
            for name, usual in COLUMNS.items():
                values = np.atleast_1d(vehicle.get(name, usual))
                rows[name].append(float(values[k if len(values) > 1 else 0]))
    cells = {name: np.array(values, dtype=np.int64 if name == "id" else np.float64) for name, values in rows.items()}
    names = {SUBJECT: "ada", OTHER: "bea", THIRD: "cal"}
    hit = Crash(count * PERIOD, (SUBJECT, OTHER)) if crash else None
    return Evidence(SubjectFrames.of(SUBJECT, cells), street(), names, hit, **more)
