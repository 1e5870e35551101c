from __future__ import annotations

import numpy as np
import pytest

from seahaven.errors import InputError
from seahaven.motion import COCKPIT
from seahaven.studio.frames import BLOCKS, HEADER, VERSION, layout, pack, run_of, unpacked
from seahaven.world import PERSON, ROAD_VEHICLE, SIGNAL, WEATHER, World

PLACE = {"origin": (1000.0, -500.0), "time": 12.3, "traffic_time": 12.3}


def town() -> World:
    world = World([ROAD_VEHICLE, PERSON, SIGNAL, WEATHER, COCKPIT])
    world.add("vehicle", x=1012.345, y=-490.5, heading=-3.1, speed=22.5, length=4.6, width=1.9, brake_light=True)
    world.add("vehicle", x=1.0, y=2.0, turn_light="hazard", headlamps="dipped", kind="bus", length=12.0, width=2.55)
    world.add("weather", visibility=300.0, grip=0.6, rain=4.0, daylight=0.2)
    return world


def test_a_frame_comes_back_to_within_a_step() -> None:
    frame = pack(town(), **PLACE, run=1, serial=7, pace=2.0)
    told = unpacked(frame)
    assert run_of(frame) == 1
    assert (told["header"]["serial"][0], told["header"]["time"][0], told["header"]["pace"][0]) == (7, 12.3, 2.0)
    assert told["header"]["rain"][0] == 4.0
    vehicle = told["vehicle"]
    assert np.allclose(vehicle["x"][0], 12.345)
    assert np.allclose(vehicle["y"][0], 9.5)
    assert np.allclose(
        [vehicle["heading"][0], vehicle["speed"][0], vehicle["length"][0]], [-3.1, 22.5, 4.6], atol=0.003
    )
    assert vehicle["lamps"].tolist() == [1, 2 | 4 | 8]
    assert vehicle["leader"].tolist() == [-1, -1]
    assert vehicle["kind"].tolist() == [0, ROAD_VEHICLE.columns["kind"].kinds.index("bus")]


def test_blocks_begin_where_a_browser_can_lay_its_arrays() -> None:
    assert HEADER.itemsize % 4 == 0
    for columns in BLOCKS.values():
        sizes = [np.dtype(column.type).itemsize for column in columns]
        assert sizes == sorted(sizes, reverse=True)
    assert len(pack(town(), **PLACE)) % 4 == 0


def test_what_a_page_reads_by_is_what_is_written_by() -> None:
    told = layout()
    assert told["version"] == VERSION
    assert told["size"] == HEADER.itemsize
    assert [name for name, _, _ in told["header"]] == list(HEADER.names or ())
    assert {name: len(columns) for name, columns in told["blocks"].items()} == {k: len(v) for k, v in BLOCKS.items()}


def test_a_frame_of_another_version_is_refused() -> None:
    frame = bytearray(pack(town(), **PLACE))
    frame[0] += 1
    with pytest.raises(InputError, match=rf"version {VERSION + 1}; expected {VERSION}"):
        unpacked(bytes(frame))


def test_the_same_world_gives_the_same_bytes() -> None:
    assert pack(town(), **PLACE) == pack(town(), **PLACE)
