"""Nobody of a stream goes in sight: at the end of their way they drive on, and at that of the road they stand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seahaven.bench.ray_test import RayTest
from seahaven.direction import TrafficStream
from seahaven.kernel import SECOND, Controller
from seahaven.takes import load_take
from tests.direction.course import lane_map

STEP = SECOND // 10
VISIBILITY = 1000.0
STUDY = """
study: A stream that ends before the subject's eyes
seed: 3
duration: 5 min
roads: seahaven.roads.builder:rear_end_course
weather: {{preset: clear, visibility: 1 km}}
subject: {{on: '{lane}', at: {s} m, to: freeway.3, speed: 0}}
traffic:
  rate: 10 Hz{ambient}
triggers: {{wait: {{who: nobody, when: {{at: 0.2 s}}, orders: [{{of: subject, press: stop}}]}}}}
beacons:
  oncoming: {{stream: {{from: '{begin}', to: '{end}', headway: 4 s, speed: 20}}}}
"""
AMBIENT = "\n  ambient: {{radius: 1200 m, density: [{{density: 2/mi, roads: highway*, direction: forward}}]}}"
WITHIN = {"lane": "highway.2:0:-1", "s": 600.0, "begin": "highway.3:0:1", "end": "highway.2:0:1"}
"""The way ends at a junction, and the road goes on."""
LAST = {"lane": "highway_south:0:-1", "s": 60.0, "begin": "highway.1:0:1", "end": "highway_south:0:1"}
"""The way ends where the roads end."""
BOX = ("x", "y", "z", "heading", "length", "width", "height")


class Farewells:
    """Asks a ray test whether whoever is gone could be seen where it was last, and where everybody is in the end."""

    def __init__(self) -> None:
        self.rays = RayTest(lane_map())
        self.known: dict[int, tuple[float, ...]] = {}
        self.gone: list[tuple[int, bool]] = []

    def __call__(self, run: Controller) -> None:
        table = run.store.family("vehicle")
        here = {int(one): self._box(table, row) for row, one in enumerate(table.ids.tolist())}
        eye = (float(table.x[0]), float(table.y[0]), float(table.z[0]) + 1.2)
        for entity in sorted(self.known.keys() - here.keys()):
            self.gone.append((entity, self.rays.sees(eye, self.known[entity], VISIBILITY)))
        self.known = here

    def _box(self, table: Any, row: int) -> tuple[float, ...]:
        return tuple(float(getattr(table, name)[row]) for name in BOX)


def watched(folder: Path, seconds: float, *, ambient: bool, **places: Any) -> tuple[Farewells, Any, Any]:
    """A run with a stream that ends near the subject, the members that it has in the end, and the last table."""
    path = folder / "stream.study.yaml"
    path.write_text(STUDY.format(**places, ambient=AMBIENT.format() if ambient else ""))
    farewells = Farewells()
    with load_take(path).controller() as run:
        for _ in range(round(seconds * 10)):
            run.advance(STEP)
            farewells(run)
        stream = next(module for module in run.root.walk() if isinstance(module, TrafficStream))
        return farewells, list(stream.members), run.store.family("vehicle")


@pytest.mark.parametrize("ambient", [True, False])
def test_where_the_way_ends_in_sight_they_drive_on_until_nobody_sees_them(ambient: bool, tmp_path: Path) -> None:
    farewells, _, table = watched(tmp_path, 150.0, ambient=ambient, **WITHIN)
    assert len(farewells.gone) > 5
    assert not [entity for entity, is_seen in farewells.gone if is_seen]
    is_oncoming = np.isin(table.lane, [lane for lane in range(len(lane_map())) if lane_map().name(lane).endswith(":1")])
    assert table.speed[is_oncoming].min() > 8.0


@pytest.mark.parametrize("ambient", [True, False])
def test_where_the_roads_end_in_sight_they_stop_before_that(ambient: bool, tmp_path: Path) -> None:
    farewells, members, table = watched(tmp_path, 75.0, ambient=ambient, **LAST)
    assert not [entity for entity, is_seen in farewells.gone if is_seen]
    stands = (table.speed < 0.5) & (table.s > 2300.0)
    assert stands.any()
    assert {int(one) in members for one in table.ids[stands]} == {not ambient}
