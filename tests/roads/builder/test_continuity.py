"""Everything joins: to a millimetre and a milliradian, worked out from the model itself."""

from __future__ import annotations

import numpy as np
import pytest

from seahaven.roads.model import RoadNetwork
from tests.roads.builder.continuity import gaps
from tests.roads.builder.networks import ALL, MAKERS, built, made


def assert_joined(network: RoadNetwork) -> None:
    known = list(gaps(network))
    assert known
    for gap in known:
        assert gap.distance < 1e-3, gap
        assert abs(gap.rise) < 1e-3, gap
        assert abs(gap.turn) < 1e-3, gap
        assert abs(gap.grade) < 1e-3, gap
        assert abs(gap.width) < 1e-3, gap


@pytest.mark.parametrize("name", ALL)
def test_lanes_join(name: str) -> None:
    assert_joined(made(name))


@pytest.mark.parametrize("name", [*(name for name in MAKERS if name != "ramps"), "lesson town"])
def test_lanes_join_in_left_hand_traffic(name: str) -> None:
    assert_joined(made(name, left_hand=True))


@pytest.mark.parametrize("name", ALL)
def test_lines_have_neither_gaps_nor_kinks(name: str) -> None:
    for road in made(name).roads:
        assert road.line.gaps(distance=1e-6, turn=1e-9) == (), road.id


@pytest.mark.parametrize("name", ALL)
def test_heights_and_grades_are_continuous_along_roads(name: str) -> None:
    for road in made(name).roads:
        for s in road.elevation.starts[1:]:
            assert road.elevation.value(s) == pytest.approx(road.elevation.value(s - 1e-9), abs=1e-6)
            assert road.elevation.slope(s) == pytest.approx(road.elevation.slope(s - 1e-9), abs=1e-6)


@pytest.mark.parametrize("name", ALL)
def test_widths_and_offsets_change_smoothly(name: str) -> None:
    for road in made(name).roads:
        for profile in (road.lane_offset, *(lane.width for section in road.sections for lane in section.lanes)):
            for s in profile.starts[1:]:
                assert profile.value(s) == pytest.approx(profile.value(s - 1e-9), abs=1e-6)
                assert profile.slope(s) == pytest.approx(profile.slope(s - 1e-9), abs=1e-6)


@pytest.mark.parametrize("name", ALL)
def test_no_lane_has_negative_width(name: str) -> None:
    for road in made(name).roads:
        for k, section in enumerate(road.sections):
            begin, end = road.stretch(k)
            for lane in section.lanes:
                assert lane.width.value(np.linspace(0.0, end - begin, 50)).min() > -1e-9, (road.id, k, lane.id)


@pytest.mark.parametrize("name", ALL)
def test_lines_fit_in_the_turns_of_their_lanes(name: str) -> None:
    """No lane is so far inside a bend that its edge would turn back on itself."""
    for road in made(name).roads:
        s = np.linspace(0.0, road.length, 60)
        curvature = road.line.curvature(s)
        for side in (1, -1):
            edge = road.lane_offset.value(s).copy()
            for k, section in enumerate(road.sections):
                begin, end = road.stretch(k)
                here = (s >= begin) & (s < end)
                for lane in section.lanes:
                    if lane.id * side > 0:
                        edge[here] += side * lane.width.value(s[here] - begin)
            assert (1.0 - curvature * edge).min() > 0.0, road.id


@pytest.mark.parametrize("name", ALL)
def test_signs_and_things_stand_on_their_roads(name: str) -> None:
    network = made(name)
    ids = [signal.id for _, signal in network.signals()] + [o.id for road in network.roads for o in road.objects]
    assert len(ids) == len(set(ids))
    for road in network.roads:
        for thing in (*road.signals, *road.objects):
            assert 0.0 <= thing.s <= road.length, (road.id, thing.id)


@pytest.mark.parametrize("name", [*MAKERS, "lesson town"])
def test_the_same_calls_give_the_same_network(name: str) -> None:
    assert built(name) == built(name)
