"""Where lanes lie: widths, offsets, kinks, banking, heights, points and steps."""

from __future__ import annotations

from itertools import pairwise
from math import atan, cos, hypot, pi, sin

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.geometry import Line, ParametricCubic, Path, Pose
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import Lane, Profile, Section
from tests.roads.lanemap.networks import WIDE, bend, by_points, kinked, lanes, network, road, straight


def _one(line: Path, *section_lanes: Lane, **options: object) -> LaneMap:
    return LaneMap(network(road("main", line, Section(0.0, section_lanes), **options)))


curvatures = st.floats(-0.05, 0.05)


@given(
    lengths=st.tuples(st.floats(1.0, 80.0), st.floats(1.0, 80.0)),
    bends=st.tuples(curvatures, curvatures),
    slope=st.floats(-0.02, 0.05),
    offset=st.floats(-4.0, 4.0),
    error=st.sampled_from([0.01, 0.05]),
)
def test_chords_stay_within_the_error(
    lengths: tuple[float, float], bends: tuple[float, float], slope: float, offset: float, error: float
) -> None:
    line = Path(Pose(3.0, -2.0, 1.0)).clothoid(lengths[0], to_curvature=bends[0]).arc(lengths[1], curvature=bends[1])
    width = Profile(((0.0, 4.0, slope, 0.0, 0.0),))
    made = network(
        road(
            "main",
            line,
            Section(0.0, (Lane(0), Lane(-1, width=width), Lane(-2, width=WIDE))),
            lane_offset=Profile.constant(offset),
        )
    )
    lane_map = LaneMap(made, error)
    s = np.linspace(0.0, line.length, 200)
    centre = line.offset_point(s, offset - 0.5 * np.maximum(width.value(s), 0.0))
    found = lane_map.match(centre[:, 0], centre[:, 1], hint=0, reach=1.0)
    assert np.abs(found.offset[found.lane == 0]).max() <= error + 1e-9
    assert (found.lane == 0).mean() > 0.9


def test_a_parametric_cubic_is_followed() -> None:
    line = Path.through([ParametricCubic(Pose(0.0, 0.0, 0.5), (0.0, 50.0, 0.0, 0.0), (0.0, 0.0, 30.0, -20.0))])
    lane_map = _one(line, *lanes(-1))
    s = np.linspace(0.0, line.length, 300)
    centre = line.offset_point(s, -1.75)
    found = lane_map.match(centre[:, 0], centre[:, 1])
    assert np.abs(found.offset).max() <= 0.01
    here = lane_map.place(found.lane, found.s)
    assert np.abs(here.heading - line.heading(s)).max() < 0.005
    k = line.curvature(s)
    assert np.abs(here.curvature - k / (1.0 + 1.75 * k)).max() < 2e-3


def test_heading_follows_the_lanes_own_centre_where_widths_change() -> None:
    taper = Profile(((0.0, 2.0, 0.1, 0.0, 0.0),))
    lane_map = _one(straight(), Lane(0), Lane(-1, width=taper), Lane(-2, width=WIDE))
    assert lane_map.place(0, 20.0).heading == pytest.approx(-atan(0.05))
    assert lane_map.place(1, 20.0).heading == pytest.approx(-atan(0.1))
    assert lane_map.length[1] == pytest.approx(100.0 * hypot(1.0, 0.1))


def test_heading_and_curvature_are_those_of_the_places() -> None:
    wavy = Profile(((0.0, 3.0, 0.02, -0.002, 3e-5),))
    lane_map = LaneMap(
        network(road("main", bend(), Section(0.0, (Lane(1, width=wavy), Lane(0), Lane(-1, width=wavy))))), 1e-5
    )
    for lane in (0, 1):
        s = np.linspace(1.0, float(lane_map.length[lane]) - 1.0, 400)
        here, step = lane_map.place(np.full(400, lane), s), 0.05
        ahead, behind = lane_map.place(np.full(400, lane), s + step), lane_map.place(np.full(400, lane), s - step)
        drawn = np.arctan2(ahead.y - behind.y, ahead.x - behind.x)
        assert np.abs(np.angle(np.exp(1j * (drawn - here.heading)))).max() < 1e-3
        turning = (ahead.heading - behind.heading) / (2.0 * step)
        assert np.median(np.abs(turning - here.curvature)) < 1e-4


def test_headings_are_unwrapped_along_a_lane() -> None:
    lane_map = _one(Path(Pose(0.0, 0.0, 3.0)).arc(400.0, curvature=0.05), *lanes(1, -1))
    for lane in (0, 1):
        heading = lane_map.heading[lane_map.first[lane] : lane_map.first[lane + 1]]
        assert np.abs(np.diff(heading)).max() < 1.0
        assert abs(heading[-1] - heading[0]) == pytest.approx(20.0)


def test_a_kink_keeps_the_widths_of_all_lanes() -> None:
    lane_map = _one(kinked(), *lanes(2, 1, -1))
    for lane in range(3):
        for s, start in ((5.0, Pose(0.0, 0.0, 0.0)), (35.0, Pose(20.0, 0.0, 0.4))):
            along = s if lane_map.along[lane] else float(lane_map.length[lane]) - s
            for offset in (-1.75, 0.0, 1.75):
                here = lane_map.place(lane, along, offset)
                _, left = start.to_local((here.x, here.y))
                t = (5.25, 1.75, -1.75)[lane] + (offset if lane_map.along[lane] else -offset)
                assert left == pytest.approx(t)
    headings = lane_map.place([2, 2], [10.0, 30.0]).heading
    assert headings.tolist() == [0.0, 0.4], "a heading jumps at a kink rather than turning before it"


def test_neighbours_share_their_border() -> None:
    lane_map = _one(
        bend(),
        Lane(1, width=WIDE),
        Lane(0),
        Lane(-1, width=WIDE),
        Lane(-2, width=WIDE),
        superelevation=Profile.constant(0.2),
    )
    left, right = 1, 2
    n = lane_map.first[left + 1] - lane_map.first[left]
    for k in range(int(n)):
        a, b = lane_map.first[left] + k, lane_map.first[right] + k
        inner = lane_map.x[a] - 1.75 * lane_map.normal_x[a], lane_map.z[a] - 1.75 * lane_map.normal_z[a]
        outer = lane_map.x[b] + 1.75 * lane_map.normal_x[b], lane_map.z[b] + 1.75 * lane_map.normal_z[b]
        assert inner == pytest.approx(outer)


def test_a_banked_road_is_narrower_from_above_and_rises_to_the_left() -> None:
    angle = 0.3
    level = Lane(-2, width=WIDE, is_level=True)
    lane_map = _one(
        straight(), Lane(1, width=WIDE), Lane(0), Lane(-1, width=WIDE), level,
        superelevation=Profile.constant(angle), elevation=Profile.constant(10.0),
    )  # fmt: skip
    right, left = lane_map.place(1, 50.0), lane_map.place(0, 50.0)
    assert (right.y, right.z) == (pytest.approx(-1.75 * cos(angle)), pytest.approx(10.0 - 1.75 * sin(angle)))
    assert (left.y, left.z) == (pytest.approx(1.75 * cos(angle)), pytest.approx(10.0 + 1.75 * sin(angle)))
    assert lane_map.place(1, 50.0, 1.0).z == pytest.approx(10.0 - 0.75 * sin(angle))
    flat = lane_map.place(2, 50.0, 1.0)
    assert flat.z == pytest.approx(10.0 - 3.5 * sin(angle))
    assert flat.y == pytest.approx(-3.5 * cos(angle) - 0.75)


def test_a_road_is_pitched_before_it_is_rolled() -> None:
    """The surface is the plane of heading, pitch and roll, one after the other (OpenDRIVE, reference line systems)."""
    slope, roll, turn = 0.25, 0.2, 0.7
    pitch = atan(slope)
    lane_map = _one(
        straight(heading=turn), *lanes(1, -1, -2), elevation=Profile(((0.0, 3.0, slope, 0.0, 0.0),)),
        superelevation=Profile.constant(roll),
    )  # fmt: skip
    for lane, t in ((0, 1.75), (1, -1.75), (2, -5.25)):
        there = lane_map.place(lane, 0.0 if lane_map.along[lane] else float(lane_map.length[lane]))
        back, aside, up = -t * sin(roll) * sin(pitch), t * cos(roll), t * sin(roll) * cos(pitch)
        assert (there.x, there.y, there.z) == (
            pytest.approx(back * cos(turn) - aside * sin(turn)),
            pytest.approx(back * sin(turn) + aside * cos(turn)),
            pytest.approx(3.0 + up),
        )
    edge, middle = lane_map.place(2, 20.0, 1.0), lane_map.place(2, 20.0)
    across = np.array([edge.x - middle.x, edge.y - middle.y, edge.z - middle.z])
    uphill = np.array([cos(turn), sin(turn), slope])
    assert across @ uphill == pytest.approx(0.0), "across is square on the road's surface line"
    assert np.linalg.norm(across) == pytest.approx(1.0)
    assert middle.grade == pytest.approx(slope)


def test_a_step_in_elevation_stays_a_step() -> None:
    step = Profile(((0.0, 0.0, 0.0, 0.0, 0.0), (40.0, 0.5, 0.0, 0.0, 0.0)))
    lane_map = _one(straight(), *lanes(1, -1), elevation=step)
    assert lane_map.place([1, 1], [39.99, 40.01]).z.tolist() == [0.0, 0.5]
    assert lane_map.place([0, 0], [59.99, 60.01]).z.tolist() == [0.5, 0.0]
    assert lane_map.place([1, 1], [39.99, 40.01]).grade.tolist() == [0.0, 0.0]


def test_grade_is_in_the_direction_of_travel() -> None:
    lane_map = _one(
        straight(), *lanes(1, -1), elevation=Profile(((0.0, 0.0, 0.05, 0.0, 0.0), (50.0, 2.5, 0.0, 0.0, 0.0)))
    )
    assert lane_map.place([1, 1], [20.0, 80.0]).grade.tolist() == [0.05, 0.0]
    assert lane_map.place([0, 0], [20.0, 80.0]).grade.tolist() == [0.0, -0.05]
    assert lane_map.place(0, 80.0).z == pytest.approx(1.0)


def test_a_pavement_lies_higher_by_its_heights() -> None:
    lane_map = _one(straight(), Lane(0), Lane(-1, width=WIDE), Lane(-2, width=WIDE, heights=((0.0, 0.1, 0.2),)))
    assert lane_map.place(0, 50.0).z == 0.0
    assert lane_map.place(1, 50.0).z == pytest.approx(0.15)
    assert lane_map.place(1, 50.0, -1.75).z == pytest.approx(0.2)


def test_a_width_that_jumps_moves_nothing_before_it() -> None:
    jump = Profile(((0.0, 2.0, 0.0, 0.0, 0.0), (60.0, 5.0, 0.0, 0.0, 0.0)))
    lane_map = _one(straight(), Lane(0), Lane(-1, width=jump), Lane(-2, width=WIDE))
    assert [lane_map.match(x, -1.0, reach=2.0).offset for x in (10.0, 59.9)] == [pytest.approx(0.0)] * 2
    assert lane_map.match(60.1, -2.5).offset == pytest.approx(0.0)
    assert lane_map.match(60.1, -2.5).lane == 0
    assert lane_map.match(59.9, -3.75).lane == 1
    assert lane_map.place(1, 30.0).heading == 0.0


def test_a_gap_in_the_line_moves_nothing_before_it() -> None:
    line = Path.through([Line(Pose(0.0, 0.0, 0.0), 50.0), Line(Pose(50.0, 0.5, 0.0), 50.0)])
    lane_map = _one(line, *lanes(-1))
    assert lane_map.match(49.0, -1.75).offset == pytest.approx(0.0)
    assert lane_map.match(51.0, -1.25).offset == pytest.approx(0.0)


def test_lane_offset_moves_all_lanes() -> None:
    lane_map = _one(straight(), *lanes(1, -1), lane_offset=Profile.constant(2.0))
    assert lane_map.place([0, 1], [0.0, 0.0]).y.tolist() == [3.75, 0.25]


def test_lanes_by_points_run_through_them_and_correspond() -> None:
    inner = by_points((0.0, 0.0, 0.0), (10.0, 0.0, 1.0), (10.0, 10.0, 1.0))
    outer = by_points((0.0, -3.0, 0.0), (13.0, -3.0, 1.0), (13.0, 10.0, 1.0), id=-2)
    lane_map = _one(straight(23.0), Lane(0), inner, outer)
    assert lane_map.length.tolist() == [20.0, 26.0]
    corner = lane_map.place(0, 10.0)
    assert (corner.x, corner.y, corner.z) == (pytest.approx(10.0), pytest.approx(0.0), pytest.approx(1.0))
    mitre = lane_map.place(0, 10.0, -1.5)
    assert (mitre.x, mitre.y) == (pytest.approx(11.5), pytest.approx(-1.5))
    assert lane_map.beside(0, 10.0, "right") == (1, pytest.approx(13.0))
    assert lane_map.place([0, 0], [5.0, 15.0]).heading.tolist() == [0.0, pytest.approx(pi / 2)]
    assert corner.curvature == pytest.approx(pi / 2 / 10.0)
    assert lane_map.place(0, 5.0).grade == pytest.approx(0.1)


def test_a_segment_that_is_cut_off_at_the_end_makes_no_bend_tighter() -> None:
    whole = by_points((0.0, 0.0, 0.0), (6.0, 0.0, 0.0), (11.0, 3.0, 0.0), (13.0, 8.0, 0.0))
    cut = by_points((0.0, 0.0, 0.0), (6.0, 0.0, 0.0), (11.0, 3.0, 0.0), (11.2, 3.5, 0.0), id=-2)
    lane_map = _one(straight(20.0), Lane(0), whole, cut)
    sharpest = [float(lane_map.curvature[a:b].max()) for a, b in pairwise(lane_map.first.tolist())]
    assert sharpest[1] == pytest.approx(sharpest[0], rel=0.05)


def test_points_that_repeat_and_turn_back_give_numbers() -> None:
    lane = by_points((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (5.0, 0.0, 0.0), (0.0, 1e-6, 0.0))
    still = by_points((1.0, 1.0, 0.0), (1.0, 1.0, 0.0), id=-2)
    lane_map = _one(straight(10.0), Lane(0), lane, still)
    assert all(np.isfinite(array).all() for array in lane_map.strips if array is not lane_map.strips.limit)
    assert lane_map.place(1, 0.0).x == 1.0


def test_sections_meet_without_a_gap_at_a_kink() -> None:
    sections = Section(0.0, lanes(-1)), Section(20.0, lanes(-1))
    lane_map = LaneMap(network(road("main", kinked(), *sections)))
    end, start = lane_map.place(0, float(lane_map.length[0])), lane_map.place(1, 0.0)
    assert (end.x, end.y) == (start.x, start.y)


def test_a_line_without_pieces_and_one_longer_than_stated_answer() -> None:
    lane_map = LaneMap(
        network(road("dot", Path(Pose(1.0, 2.0, 0.0)), length=5.0), road("long", straight(10.0), length=12.0))
    )
    assert lane_map.place(2, 5.0).x == pytest.approx(6.0)
    assert lane_map.length[6] == pytest.approx(12.0)


def test_wild_numbers_are_bounded() -> None:
    wild = Profile(((0.0, 1.0, 5.0, 9e3, -4e5),))
    lane_map = _one(straight(1000.0), Lane(0), Lane(-1, width=wild))
    assert len(lane_map.s) <= 10_000
