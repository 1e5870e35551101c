"""The rear of a vehicle that turns off is in the way of those behind it, wherever their own routes lead."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from seahaven.behaviour.junctions.crossroads import FOLLOWING, LANE, REACH
from seahaven.behaviour.junctions.register_kernels import TO_REAR, TURNED_OFF, note_turned_off
from seahaven.geometry.compiled import compiled
from seahaven.roads.routing import Tracks
from seahaven.traffic import placed
from tests.behaviour.junctions.crossings import RATES, Scene, cross


class EndingScene(Scene):
    """With a route that ends on the lane from which others turn to the north."""

    def _routed(self, ends: Mapping[str, tuple[int, int]]) -> tuple[dict[str, int], dict[str, int], Tracks]:
        lane = self.ways["west>north"][0].incoming
        return super()._routed({**ends, "ending": (lane, lane)})


@pytest.mark.parametrize("rate", RATES)
def test_a_trip_that_ends_before_a_junction_does_not_run_into_a_vehicle_that_waits_in_it(rate: float) -> None:
    scene = EndingScene(cross("yield"), rate=rate)
    scene.stranger("waiting", "west>north", -2.5, pace=0.0)
    lane = scene.ways["west>north"][0].incoming
    place = placed(scene.tracks, lane, float(scene.lane_map.length[lane]) - 50.0, scene.routes["ending"])
    scene.world.add("vehicle", "ending", speed=10.0, length=4.6, pilot="active", **place)
    scene.play(12.0)  # which sees to it that nobody touches anybody
    assert scene.world["ending"].speed < 0.1
    assert scene.world["ending"].x + 2.3 < scene.world["waiting"].x - 2.3


@compiled
def noted(  # type: ignore[no-untyped-def]
    row, entry, s, length, entries, distances, holds, spots, rears, rear_spots
):  # fmt: skip
    note_turned_off(row, entry, s, length, entries, distances, holds, spots, rears, rear_spots)


@pytest.mark.parametrize(("s", "length", "far"), [(20.0, 4.0, 12.0), (20.0, 120.0, None), (33.0, 4.0, -1.0)])
def test_the_rear_is_seen_from_the_lane_before_a_short_last_one(s: float, length: float, far: float | None) -> None:
    entries, distances = np.full((2, 7), -1, np.int32), np.zeros((2, 3))
    entries[:, LANE], entries[0, FOLLOWING], distances[:, REACH] = [0, 1], 1, [30.0, length]
    holds, spots = np.full((1, 5), -1, np.int32), np.zeros((1, 3))
    rears, rear_spots = np.array([-1, 7], np.int32), np.array([0.0, 0.5])
    noted(0, 0, s, 5.0, entries, distances, holds, spots, rears, rear_spots)
    assert holds[0, TURNED_OFF] == (-1 if far is None else 7)
    assert far is None or spots[0, TO_REAR] == far
