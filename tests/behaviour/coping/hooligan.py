"""A hooligan: a vehicle that a script moves, on lanes, across them and beside them, as nobody should drive.

Nothing here asks perception where anything is: deeds are laid out on the map, and begun before some driver's nose.
"""

from __future__ import annotations

from functools import cache
from math import pi

import numpy as np
from numpy.typing import NDArray

from seahaven.bench.sumo.town_drive import TownDrive
from seahaven.kernel import Module, Param, Tick
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, kmh, lesson_town, motorway
from seahaven.roads.model import RoadNetwork
from seahaven.roads.routing import TrackArrays
from seahaven.traffic import BICYCLE, BUS, CAR, TRUCK, Mix, random_trips, route_demand
from seahaven.world import writes

Poses = NDArray[np.float64]
"""A row for each step: x, y, heading and speed."""

STEP = 0.1
LENGTH, WIDTH = 4.6, 1.9
GONE = np.array([-1e5, -1e5, 0.0, 0.0])
"""Where it is when it is gone."""
STANDS = 40.0
"""Seconds for which it stands in the way."""
ON_MOTORWAYS = ("astride", "wrong way", "across", "in lane", "verge", "reversing", "U-turn")
"""Deeds for which neither lights nor junctions are needed."""
DEEDS = (*ON_MOTORWAYS, "red light", "in junction")
MIX = Mix(((CAR, 0.74), (BICYCLE, 0.1), (TRUCK, 0.1), (BUS, 0.06)))
WALKERS = 60.0
"""People who set out on foot, per hour and kilometre of pavement."""
RADIUS, TURNING, SPEEDING_UP = 4.5, 4.0, 3.0
"""Radius (m) and speed (m/s) of a U-turn, and acceleration (m/s²) after it."""
APPROACH, HASTE = 30.0, 12.0
"""Metres before the junction at which one begins who runs a red light, and its speed (m/s)."""


class Hooligan(Module):
    """Writes the pose of its vehicle, step by step, and puts it far away at the end."""

    poses: Param[Poses]
    begin: Param[float]
    own = writes("vehicle", "x", "y", "heading", "speed", "acceleration")

    def step(self, tick: Tick) -> None:
        """Be where the script says."""
        k = round((tick.seconds - self.begin) / STEP)
        x, y, heading, speed = (self.poses[k] if 0 <= k < len(self.poses) else GONE).tolist()
        self.own.x, self.own.y, self.own.heading, self.own.speed = x, y, heading, speed


def town(seed: int) -> TownDrive:
    """A small town with lights, full of cars, bicycles, trucks and buses, and with people on foot."""
    lane_map = LaneMap.of(_lesson_town())
    demand = random_trips(lane_map, rate=1200 / 3600, end=900.0, seed=seed, fringe=3.0, mix=MIX)
    return TownDrive(route_demand(demand, lane_map), lane_map, step=STEP, seed=seed, walkers=WALKERS)


@cache
def _lesson_town() -> RoadNetwork:
    return lesson_town()


def long_motorway(seed: int) -> TownDrive:
    """Four kilometres of motorway, two lanes each way, with as many vehicles as drive freely."""
    builder = Builder("motorway")
    builder.road("A1", motorway(lanes=2, limit=kmh(120))).straight(4000)
    lane_map = LaneMap(builder.build())
    demand = random_trips(lane_map, rate=2400 / 3600, end=900.0, seed=seed, fringe=100.0, least=3000.0)
    return TownDrive(route_demand(demand, lane_map), lane_map, step=STEP, seed=seed)


def line_ahead(lane_map: LaneMap, arrays: TrackArrays, entry: int, s: float, distance: float) -> Poses:
    """Places every metre along a route, as far as it leads: those of `line_along`."""
    lanes, rest = [], s + distance
    while entry >= 0 and rest > 0.0:
        lanes.append(int(arrays.lane[entry]))
        rest -= float(lane_map.length[lanes[-1]])
        entry = int(arrays.following[entry])
    return line_along(lane_map, lanes, s)[: int(distance)]


def line_along(lane_map: LaneMap, lanes: list[int], s: float) -> Poses:
    """Places every metre along lanes: x, y, the direction of the lane, half its width, whether it is in a junction."""
    parts = [np.empty((0, 5))]
    for lane in lanes:
        at = np.arange(s, lane_map.length[lane])
        s = s + len(at) - float(lane_map.length[lane])
        places = lane_map.place(np.full(len(at), lane), at)
        half, is_inside = (
            0.5 * lane_map.width(np.full(len(at), lane), at),
            np.full(len(at), lane_map.junction[lane] >= 0),
        )
        parts.append(np.column_stack((places.x, places.y, places.heading, half, is_inside)))
    return np.vstack(parts)


def shifted(line: Poses, aside: Poses | float) -> Poses:
    """A line moved to the left of the direction of its lanes."""
    moved: Poses = line.copy()
    moved[:, 0] -= aside * np.sin(line[:, 2])
    moved[:, 1] += aside * np.cos(line[:, 2])
    return moved


def driven(line: Poses, speed: float, begins: float | None = None) -> Poses:
    """Poses along a line of points at a speed, its nose in the direction of travel; it may begin more slowly."""
    steps = np.hypot(*np.diff(line[:, :2], axis=0).T)
    along = np.concatenate(([0.0], np.cumsum(steps)))
    least = speed if begins is None else begins
    speeds = np.minimum(least + SPEEDING_UP * STEP * np.arange(len(line) * 100), speed)
    at = np.concatenate(([0.0], np.cumsum(speeds[:-1] * STEP)))
    count = int(at.searchsorted(along[-1]))
    at, speeds = at[:count], speeds[:count]
    x, y = np.interp(at, along, line[:, 0]), np.interp(at, along, line[:, 1])
    heading = np.unwrap(np.arctan2(np.gradient(y), np.gradient(x)))
    return np.column_stack((x, y, heading, speeds))


def standing(at: Poses, turned: float, seconds: float) -> Poses:
    """Poses of one that stands at a place, turned to the left of the direction of the lane."""
    return np.tile([at[0], at[1], at[2] + turned, 0.0], (round(seconds / STEP), 1))


def backwards(poses: Poses) -> Poses:
    """The same way, tail first."""
    turned = poses.copy()
    turned[:, 2] += pi
    turned[:, 3] *= -1.0
    return turned


def turned_round(line: Poses, at: int, speed: float) -> Poses:
    """Poses of a U-turn to the left, and then along the lane beside, against the direction of the line."""
    angle = np.linspace(0.0, pi, 40)
    back = np.arange(1.0, at)
    beside = 2.0 * line[at, 3]
    aside = beside + (2.0 * RADIUS - beside) * np.exp(-back / 8.0)
    turn = places(line, at + RADIUS * np.sin(angle), RADIUS * (1.0 - np.cos(angle)))
    return np.vstack(
        (
            driven(turn, TURNING),
            driven(places(line, at - back, aside), 0.5 * speed, TURNING),
        )
    )


def places(line: Poses, along: Poses, aside: Poses) -> Poses:
    """Places so many metres along a line, and to the left of it."""
    rows = np.column_stack([np.interp(along, np.arange(len(line)), column) for column in line.T])
    return shifted(rows, aside)


def laid_out(deed: str, line: Poses, near: int, speed: float) -> Poses | None:
    """The poses of a deed along the line ahead of a driver, so many metres before its nose; None if there is no room.

    Traffic drives at about `speed` there.
    """
    if len(line) < 3 * near:
        return None
    here, onward = line[near], line[near:]
    if deed == "astride":
        return driven(shifted(onward, onward[:, 3]), 0.5 * speed)
    if deed == "wrong way":
        return driven(line[::-1], 0.6 * speed)
    if deed == "across":
        return standing(shifted(line[near : near + 1], here[3])[0], 0.5 * pi, STANDS)
    if deed == "in lane":
        return standing(here, 0.0, STANDS)
    if deed == "verge":
        wave = np.sin(np.linspace(0.0, 4.0 * pi, len(onward)))
        return driven(shifted(onward, (onward[:, 3] + 1.5) * np.minimum(wave, 0.0)), 0.6 * speed)
    if deed == "reversing":
        return backwards(driven(line[2 * near : near : -1], 0.3 * speed))
    if deed == "U-turn":
        return turned_round(line, near, speed)
    inside = np.flatnonzero(line[:, 4])
    inside = inside[inside > near]
    return standing(line[inside[len(inside) // 4]], 0.3, STANDS) if len(inside) else None
