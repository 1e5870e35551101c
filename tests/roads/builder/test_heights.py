"""How high roads lie, and how they come to the heights of those they meet."""

from __future__ import annotations

import numpy as np
import pytest

from seahaven.errors import InputError
from seahaven.roads.builder import Builder, RoadPlan
from seahaven.roads.model import Profile, RoadNetwork
from tests.roads.builder.continuity import gaps
from tests.roads.builder.networks import NORTH


def across(builder: Builder, x: float, *, height: float | None, length: float = 600.0) -> RoadPlan:
    """A road to the north across the x axis, half of it on either side."""
    return builder.road("c", at=(x, -length / 2.0), heading=NORTH, height=height).straight(length)


def profiles(network: RoadNetwork, name: str) -> list[tuple[Profile, float]]:
    return [(road.elevation, road.length) for road in network.roads if road.name == name]


def test_a_later_road_keeps_its_stated_height_away_from_the_junction() -> None:
    builder = Builder()
    a = builder.road("a").straight(400.0)
    builder.junction("j", a, across(builder, 100.0, height=20.0))
    network = builder.build()
    (before, length), (after, length_after) = profiles(network, "c")
    assert (before.value(0.0), after.value(length_after)) == pytest.approx((20.0, 20.0))
    assert before.value(length) == pytest.approx(0.0, abs=0.2)
    assert np.abs(before.slope(np.linspace(0.0, length, 500))).max() == pytest.approx(0.1, abs=1e-3)
    assert all(gap.distance < 1e-3 for gap in gaps(network))


def test_a_road_climbs_gently_where_it_is_long_enough() -> None:
    builder = Builder()
    a = builder.road("a").straight(400.0)
    builder.junction("j", a, across(builder, 100.0, height=20.0, length=2000.0))
    (before, length), _ = profiles(builder.build(), "c")
    s = np.linspace(0.0, length, 2000)
    assert np.abs(before.slope(s)).max() == pytest.approx(0.06, abs=1e-3)
    assert before.value(s[s < 500.0]) == pytest.approx(20.0)


def test_a_road_without_a_stated_height_lies_as_high_as_those_it_meets() -> None:
    builder = Builder()
    a = builder.road("a", height=12.0).straight(400.0)
    builder.junction("j", a, across(builder, 100.0, height=None))
    for profile, length in profiles(builder.build(), "c"):
        assert profile.value(np.linspace(0.0, length, 50)) == pytest.approx(12.0)


@pytest.mark.parametrize(("apart", "between"), [(1400.0, 20.0), (300.0, 0.0)])
def test_between_junctions_a_road_goes_back_to_its_height_where_there_is_room(apart: float, between: float) -> None:
    builder = Builder()
    first = builder.road("first").straight(400.0)
    second = builder.road("second", at=(0.0, apart)).straight(400.0)
    c = builder.road("c", at=(200.0, -900.0), heading=NORTH, height=20.0).straight(apart + 1800.0)
    builder.junction("one", first, c).junction("two", second, c)
    middle, length = profiles(builder.build(), "c")[1]
    assert middle.value(length / 2.0) == pytest.approx(between, abs=1e-6)


def test_a_height_that_is_too_far_away_is_refused() -> None:
    builder = Builder()
    a = builder.road("a").straight(400.0)
    builder.junction("j", a, across(builder, 100.0, height=60.0))
    with pytest.raises(InputError, match=r"road 'c' would climb by 30 % at \d+ m to come to the height of the roads"):
        builder.build()
