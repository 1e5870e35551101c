"""Ambient traffic around a subject that drives, judged by rays and by counting."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.bench.ray_test import RayTest
from seahaven.geometry import Floats
from seahaven.kernel import SECOND, Controller, Module
from seahaven.roads.builder import study_road
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.routing import Router, Tracks
from seahaven.traffic import CAR, VEHICLES, Ambient, Density, LaneDensity, Traffic, placed, through_routes
from seahaven.world import WEATHER, Sight, World

__all__ = ["Stay", "drive_among", "wished_near"]

DENSITY = Density((LaneDensity.per_mile(15, roads="freeway*"), LaneDensity.per_mile(10, roads="highway*")))
"""That of the paper on hierarchical machines: 15 vehicles/mile on a freeway's lanes, 10 on a highway's."""
EYE = 0.8
"""How high the subject's eyes are, as a share of its vehicle's height."""
SIGHT = 1000.0
"""How far one sees by day, in metres, at least."""
RADIUS = 3218.688
"""Two miles, in metres: how far around the subject vehicles are counted."""
PIECE = 25.0
BOX = ("x", "y", "z", "heading", "length", "width", "height")


@dataclass(slots=True)
class Stay:
    """What was seen around the subject: who came, who went, who of them in its sight; how many there were and should.

    The counts of vehicles are sums over all looks.
    """

    came: int = 0
    came_in_sight: int = 0
    went: int = 0
    went_in_sight: int = 0
    vehicles: float = 0.0
    wished: float = 0.0
    km: float = 0.0

    @property
    def density(self) -> float:
        """Vehicles around the subject, as a share of those wished for, on the whole."""
        return self.vehicles / self.wished if self.wished else np.nan


def drive_among(lane: str, *, s: float, speed_factor: float, seconds: float, seed: int = 1) -> Stay:
    """Drive the subject along the study road from a place on, at so many times the limit, and look at every step."""
    lane_map = LaneMap(study_road())
    tracks = Tracks(through_routes(Router(lane_map)))
    world = World([VEHICLES, WEATHER])
    subject = _enter(world, tracks, lane_map.index(lane), s, speed_factor)
    ambient = Ambient(
        "ambient", rate=2, tracks=tracks, sight=Sight(lane_map), density=DENSITY, subjects=(subject,), radius=RADIUS
    )
    ambient.populate(world, seed=seed)
    run = Controller(Module("root", Traffic("traffic", tracks=tracks), ambient), seed=seed, store=world)
    looks, rays, stay = wished_near(lane_map, DENSITY.on(lane_map)), RayTest(lane_map), Stay()
    before = _boxes(world)
    for step in range(round(10 * seconds)):
        run.advance(SECOND // 10)
        now = _boxes(world)
        _note_changes(stay, before, now, rays, subject)
        if step % 10 == 0:
            _count(stay, world, lane_map, looks, subject)
        before = now
    return stay


def _enter(world: World, tracks: Tracks, lane: int, s: float, speed_factor: float) -> int:
    """The subject, on the longest route that comes by its lane."""
    arrays = tracks.arrays
    here = np.flatnonzero((arrays.lane == lane) & ~arrays.is_refuge)
    route = int(arrays.route[here[np.argmax(arrays.remaining[here])]])
    who = {name: column[0] for name, column in CAR.columns([0], seed=1, who="subject").items()}
    who |= {"speed_factor": speed_factor, "top_speed": 60.0}
    speed = speed_factor * float(tracks.lane_map.limit(lane, s))
    subject = world.add("vehicle", name="subject", speed=speed, **who, **placed(tracks, lane, s, route))
    world.subjects.append(subject)
    return subject


Boxes = dict[int, tuple[float, ...]]


def _boxes(world: World) -> Boxes:
    table = world.family("vehicle")
    rows = np.stack([getattr(table, name) for name in BOX], axis=1).tolist()
    return {entity: tuple(row) for entity, row in zip(table.ids.tolist(), rows, strict=True)}


def _note_changes(stay: Stay, before: Boxes, now: Boxes, rays: RayTest, subject: int) -> None:
    """Who has come is looked at where it is now, who has gone where it was last; from where the subject was then."""
    came, went = sorted(now.keys() - before.keys()), sorted(before.keys() - now.keys())
    stay.came, stay.went = stay.came + len(came), stay.went + len(went)
    stay.came_in_sight += sum(rays.sees(_eye(now[subject]), now[one], SIGHT) for one in came)
    stay.went_in_sight += sum(rays.sees(_eye(before[subject]), before[one], SIGHT) for one in went)
    stay.km += float(np.hypot(now[subject][0] - before[subject][0], now[subject][1] - before[subject][1])) / 1e3


def _eye(box: tuple[float, ...]) -> tuple[float, float, float]:
    return box[0], box[1], box[2] + EYE * box[6]


def wished_near(lane_map: LaneMap, density: Floats) -> tuple[Floats, Floats, Floats]:
    """Give points along all lanes with a density: x, y and how many vehicles there are to be around each."""
    rows = []
    for lane in np.flatnonzero(density > 0.0).tolist():
        count = max(1, round(float(lane_map.length[lane]) / PIECE))
        span = float(lane_map.length[lane]) / count
        at = lane_map.place(np.full(count, lane), span * (np.arange(count) + 0.5))
        rows.append((at.x, at.y, np.full(count, span * density[lane])))
    x, y, wished = (np.concatenate(column) for column in zip(*rows, strict=True))
    return x, y, wished


def _count(stay: Stay, world: World, lane_map: LaneMap, looks: tuple[Floats, Floats, Floats], subject: int) -> None:
    """Count who is on lanes with a density within the radius, and how many should be; the subject is one of them."""
    table: Any = world.family("vehicle")
    row = table.row(subject)
    x, y = float(table.x[row]), float(table.y[row])
    has_density: NDArray[np.bool_] = DENSITY.on(lane_map) > 0.0
    on_them = (table.lane >= 0) & has_density[table.lane]
    stay.vehicles += int(np.count_nonzero(on_them & (np.hypot(table.x - x, table.y - y) <= RADIUS)))
    stay.wished += float(looks[2][np.hypot(looks[0] - x, looks[1] - y) <= RADIUS].sum())
