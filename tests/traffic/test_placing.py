from __future__ import annotations

import numpy as np
import pytest

from seahaven.errors import InputError
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, motorway
from seahaven.roads.routing import Router, Tracks
from seahaven.traffic import VEHICLES, placed
from seahaven.world import World
from tests.traffic.networks import carriageway


@pytest.fixture(scope="module")
def tracks() -> Tracks:
    return Tracks(Router(carriageway()).routes(["main"], ["main"]))


def test_a_vehicle_is_placed_by_the_name_of_its_lane(tracks: Tracks) -> None:
    world = World([VEHICLES])
    world.add("vehicle", "it", **placed(tracks, "main:0:-2", 40.0, 0, offset=0.5))
    it = world["it"]
    assert (it.x, it.s, it.offset, it.route) == (pytest.approx(40.0), 40.0, 0.5, 0)
    assert it.y == pytest.approx(-1.5 * 3.75 + 0.5)
    assert tracks.arrays.lane[it.entry] == it.lane == tracks.lane_map.index("main:0:-2")


def test_many_are_placed_at_once(tracks: Tracks) -> None:
    columns = placed(tracks, ["main:0:-1", "main:0:-2", "main:0:-1"], np.array([10.0, 20.0, 30.0]), route=0)
    assert columns["x"] == pytest.approx([10.0, 20.0, 30.0])
    assert columns["route"].tolist() == [0, 0, 0]
    World([VEHICLES]).add_many("vehicle", 3, **columns)


def test_one_may_be_on_the_shoulder_or_without_a_route(tracks: Tracks) -> None:
    on_shoulder = placed(tracks, "main:0:-3", 40.0, 0)
    assert tracks.arrays.is_refuge[on_shoulder["entry"]]
    assert placed(tracks, "main:0:-1", 40.0)["entry"] == -1


def test_what_is_off_the_lane_or_the_route_is_refused_by_name(tracks: Tracks) -> None:
    with pytest.raises(InputError, match=r"lane 'main:0:-1' has no s=1600 .* from 0 to its length, 1500"):
        placed(tracks, "main:0:-1", 1600.0, 0)
    with pytest.raises(InputError, match="there is no lane 'main:0:-9'"):
        placed(tracks, "main:0:-9", 0.0, 0)
    with pytest.raises(InputError, match="they have 1, numbered from 0"):
        placed(tracks, "main:0:-1", 0.0, 7)
    with pytest.raises(InputError, match="there is no lane 77"):
        placed(tracks, 77, 0.0, 0)


def test_a_lane_that_is_neither_on_the_route_nor_beside_it_is_refused() -> None:
    builder = Builder("both ways")
    builder.road("main", motorway()).straight(500.0)
    lane_map = LaneMap(builder.build())
    tracks = Tracks(Router(lane_map).routes(["main:0:-2"], ["main:0:-2"]))
    with pytest.raises(InputError, match="lane 'main:0:2' lies neither on route 0 nor beside it"):
        placed(tracks, "main:0:2", 40.0, 0)
