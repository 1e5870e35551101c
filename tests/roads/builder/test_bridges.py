"""Roads that cross each other without a junction."""

from __future__ import annotations

import pytest

from seahaven.errors import InputError
from seahaven.roads.builder import Builder, degrees
from tests.roads.builder.networks import NORTH


@pytest.mark.parametrize(("height", "shown"), [(0.0, "0.0"), (4.0, "4.0")])
@pytest.mark.parametrize("left_hand", [False, True])
def test_roads_that_cross_at_one_height_need_a_junction(height: float, shown: str, left_hand: bool) -> None:
    builder = Builder(left_hand=left_hand)
    builder.road("a", at=(0.0, 7.0)).straight(100.0)
    builder.road("c", at=(50.0, -50.0), heading=NORTH, height=height).straight(100.0)
    text = rf"roads 'a' and 'c' cross at \(50.0, 7.0\), 0.0 and {shown} m high, without a junction; put one there with "
    with pytest.raises(InputError, match=text + r"junction\(...\), or make their heights differ by 4.5 m or more"):
        builder.build()


def test_a_road_that_ends_on_another_needs_a_junction() -> None:
    builder = Builder()
    a = builder.road("a").straight(100.0)
    builder.side_road("c", off=a, at=50.0, to="left").straight(50.0)
    with pytest.raises(InputError, match=r"roads 'a' and 'c' cross at \(50.0, 0.0\)"):
        builder.build()


def test_roads_may_cross_by_a_bridge() -> None:
    builder = Builder()
    builder.road("a").straight(100.0)
    builder.road("c", at=(50.0, -50.0), heading=NORTH, height=4.5).straight(100.0)
    assert len(builder.build().roads) == 2


def test_a_junction_elsewhere_does_not_excuse_a_crossing() -> None:
    builder = Builder()
    a = builder.road("a").straight(400.0)
    c = builder.road("c", at=(100.0, -100.0), heading=NORTH).straight(150.0)
    c.right(degrees(180), radius=60.0).straight(150.0)
    builder.junction("one", a, c, near=(100.0, 0.0))
    with pytest.raises(InputError, match=r"roads 'a' and 'c' cross at \(2\d\d\.\d, 0.0\)"):
        builder.build()


def test_roads_that_follow_each_other_do_not_cross() -> None:
    builder = Builder()
    first = builder.road("first").straight(100.0)
    builder.join(first, builder.road("second", at=(100.0, 0.0)).straight(100.0))
    assert len(builder.build().roads) == 2
