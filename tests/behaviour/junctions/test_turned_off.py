"""The rear of a vehicle that turns off is in the way of those behind it, wherever their own routes lead."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

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
