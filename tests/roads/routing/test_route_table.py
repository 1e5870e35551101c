"""Best lanes on and beside routes."""

from __future__ import annotations

import numpy as np
import pytest

from seahaven.errors import InputError
from seahaven.roads.routing import Router
from tests.roads.routing.networks import chain, meshed


def test_best_lanes_say_how_far_each_can_be_followed() -> None:
    """Of three lanes one leads to the goal, one not as far, one nowhere; the links are roads of their own."""
    lane_map = meshed(
        {"a": 100.0, "b": 80.0, "c": 60.0},
        {"a": 3, "b": 2, "c": 1},
        [("a", -1, "b", -1, 10.0), ("a", -2, "b", -2, 10.0), ("b", -1, "c", -1, 10.0)],
    )
    table = Router(lane_map).routes(["a"], ["c"])
    first = table.best_lanes(0, 0)
    assert [lane_map.name(one.lane) for one in first] == ["a:0:-1", "a:0:-2", "a:0:-3"]
    assert [one.metres for one in first] == pytest.approx([260.0, 190.0, 100.0])
    assert [one.offset for one in first] == [0, 1, 2]
    assert [lane_map.name(one.lane) for one in table.best_lanes(0, 1)] == ["link0:0:-1", "link1:0:-1"]
    onto_b = table.best_lanes(0, 2)
    assert [one.metres for one in onto_b] == pytest.approx([150.0, 80.0])
    assert [one.offset for one in onto_b] == [0, 1]


def test_a_lane_that_ends_can_be_followed_up_to_its_end() -> None:
    lane_map = chain((50.0, 2), (50.0, 2), (50.0, 1))
    table = Router(lane_map).routes(["main:0:-1"], ["main:2:-1"])
    assert [one.metres for one in table.best_lanes(0, 0)] == pytest.approx([150.0, 100.0])
    assert [one.offset for one in table.best_lanes(0, 1)] == [0, 1]


def test_the_lane_to_end_on_is_the_best_one() -> None:
    lane_map = chain((50.0, 2), (50.0, 2))
    table = Router(lane_map).routes([("main:0:-1", 0.0)], [("main:1:-2", 40.0)])
    assert [one.offset for one in table.best_lanes(0, 0)] == [-1, 0]
    assert [one.metres for one in table.best_lanes(0, 0)] == pytest.approx([90.0, 90.0])
    whole = Router(lane_map).routes(["main"], ["main"])
    assert [one.offset for one in whole.best_lanes(0, 0)] == [0, 0]


def test_a_checkpoint_on_a_lane_calls_for_that_lane() -> None:
    lane_map = chain((50.0, 2), (50.0, 2), (50.0, 2))
    router = Router(lane_map)
    table = router.table([router.route("main", "main", via=[("main:1:-2", 20.0)])])
    assert [one.metres for one in table.best_lanes(0, 0)] == pytest.approx([70.0, 150.0])
    assert [one.offset for one in table.best_lanes(0, 0)] == [-1, 0]


def test_lanes_are_located_on_routes() -> None:
    lane_map = meshed({"a": 40.0, "b": 50.0}, {"a": 2, "b": 1}, [("a", -1, "b", -1, 9.0), ("b", -1, "a", -1, 9.0)])
    table = Router(lane_map).routes([("a:0:-1", 30.0)], [("a:0:-1", 20.0)])
    a, beside, b = (lane_map.index(name) for name in ("a:0:-1", "a:0:-2", "b:0:-1"))
    first, second = table.locate(0, a), table.locate(0, a, table.locate(0, b))
    assert table.best.entry_lane[[first, second]].tolist() == [a, a]
    assert table.best.entry_stage[[first, second]].tolist() == [0, 4]
    assert table.locate(0, beside) == first + 1
    assert table.locate(0, lane_map.index("link0:0:-1"), second) == table.locate(0, lane_map.index("link0:0:-1"))
    single = Router(lane_map).routes(["a"], ["a"])
    assert single.locate(np.array([0, 0]), np.array([a, b])).tolist() == [0, -1]
    with pytest.raises(InputError, match="there is no route 1; this table has 1 routes"):
        table.locate(1, a)


def test_tables_cannot_be_written_to() -> None:
    table = Router(chain((50.0, 2))).routes(["main"], ["main"])
    with pytest.raises(ValueError, match="read-only"):
        table.length[0] = 1.0
    with pytest.raises(ValueError, match="read-only"):
        table.best.entry_metres[0] = 1.0
