"""Capacity, waves and jams of traffic on a ring."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from seahaven.bench.sumo.course import Course, Drive
from seahaven.bench.sumo.fleet import Fleet, spread_out
from seahaven.bench.sumo.samples import Samples, ours
from seahaven.measures import PER_HOUR, PER_KM, SpaceTime, Wave, space_time, wave_speed
from seahaven.traffic import Mix
from seahaven.world import Press

__all__ = ["Jam", "Point", "field_of", "fundamental_diagram", "jam", "started_wave"]

CELL_TIME, CELL_LENGTH = 5.0, 100.0


class Point(NamedTuple):
    """A point of the fundamental diagram, in stationary traffic: vehicles/km/lane, vehicles/h/lane, m/s."""

    density: float
    flow: float
    speed: float


class Jam(NamedTuple):
    """Vehicles that stand one behind the other: gaps in metres, and how many there are per km and lane."""

    gap: float
    least_gap: float
    density: float
    vehicles: int


def fundamental_diagram(
    course: Course, mix: Mix, densities: Sequence[float], *, warm_up: float, seconds: float
) -> list[Point]:
    """Give flow and speed at densities in vehicles/km/lane, each on a ring of its own, averaged over some time."""
    points = []
    for density in densities:
        drive = Drive.of_fleet(course, _fleet(course, mix, density))
        speed = ours(drive, begin=warm_up, seconds=seconds).mean_speed
        points.append(Point(density, density / PER_KM * speed * PER_HOUR, speed))
    return points


def _fleet(course: Course, mix: Mix, density: float) -> Fleet:
    length, lanes = course.posts.length, course.plan.edges[0].lanes
    return spread_out(mix, round(density / PER_KM * lanes * length), lanes=lanes, length=length)


def _row_across(fleet: Fleet) -> NDArray[np.int64]:
    """The vehicle of each lane that is furthest on: side by side, they hold up everybody."""
    lanes = np.unique(fleet.lane)
    return np.array([np.flatnonzero(fleet.lane == lane)[np.argmax(fleet.share[fleet.lane == lane])] for lane in lanes])


def started_wave(course: Course, mix: Mix, density: float, *, seconds: float) -> tuple[Wave, Samples]:
    """Give the wave that comes of one vehicle on each lane crawling for half a minute, and all that was seen."""
    fleet = _fleet(course, mix, density)
    row = tuple((_row_across(fleet) + 1).tolist())
    crawl, on = (60.0, Press(row, "adjust_speed", 2.0)), (90.0, Press(row, "release"))
    seen = ours(Drive.of_fleet(course, fleet, presses=(crawl, on)), begin=120.0, seconds=seconds)
    return wave_speed(field_of(seen, course), closed=True), seen


def field_of(seen: Samples, course: Course) -> SpaceTime:
    """Density, flow and speed by cells of a course, from what was seen."""
    begin, length = float(seen.time.min()), course.posts.length
    return space_time(
        seen.time, seen.place, seen.speed, every=seen.every, cell_time=CELL_TIME,
        cell_length=length / round(length / CELL_LENGTH),
        begin=begin, end=float(seen.time.max()) + seen.every, length=length,
        lanes=course.plan.edges[0].lanes,
    )  # fmt: skip


def jam(course: Course, mix: Mix, density: float, *, seconds: float) -> Jam:
    """Give how vehicles stand behind one on each lane that was told to stop, some time after."""
    fleet = _fleet(course, mix, density)
    stop = (10.0, Press(tuple((_row_across(fleet) + 1).tolist()), "stop"))
    drive = Drive.of_fleet(course, fleet, presses=(stop,))
    drive.advance(round(seconds / drive.step))
    table = drive.vehicles
    gap, stands = table.gap, (table.speed < 0.1) & ~table.null("gap")
    # whoever is behind the last one that stands is on its way, and not in the jam
    queued = stands & np.isin(table.leader, table.ids[table.speed < 0.1])
    if not queued.any():
        return Jam(np.nan, np.nan, np.nan, 0)
    spacing = float((gap[queued] + table.length[queued]).mean())
    return Jam(float(gap[queued].mean()), float(gap[queued].min()), PER_KM / spacing, int(queued.sum()))
