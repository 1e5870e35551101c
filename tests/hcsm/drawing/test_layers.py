"""Boxes in columns with arrows between them, and boxes in rows."""

from __future__ import annotations

from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from seahaven.hcsm.drawing.layers import Arrow, Plan, Point, plan
from seahaven.hcsm.drawing.ranks import arrange
from seahaven.hcsm.drawing.regions import share

SIZES = st.lists(st.tuples(st.floats(30.0, 400.0), st.floats(20.0, 300.0)), min_size=1, max_size=8)


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[Point], list[Arrow], int]:
    sizes = draw(SIZES)
    nodes = st.integers(0, len(sizes) - 1)
    arrows = draw(st.lists(st.builds(Arrow, nodes, nodes, st.floats(15.0, 60.0)), max_size=14))
    return sizes, arrows, draw(nodes)


def overlap(a: tuple[Point, Point], b: tuple[Point, Point]) -> bool:
    return all(a[0][n] < b[0][n] + b[1][n] - 1e-6 and b[0][n] < a[0][n] + a[1][n] - 1e-6 for n in (0, 1))


def is_inside(inner: tuple[Point, Point], outer: tuple[Point, Point]) -> bool:
    return all(inner[0][n] >= outer[0][n] and inner[0][n] + inner[1][n] <= outer[0][n] + outer[1][n] for n in (0, 1))


def curve(start: Point, end: Point) -> list[Point]:
    """Points on the way, level at both ends."""
    ways = [n / 20 for n in range(21)]
    return [(start[0] + t * (end[0] - start[0]), start[1] + (3 * t**2 - 2 * t**3) * (end[1] - start[1])) for t in ways]


def boxes(drawn: Plan) -> list[tuple[Point, Point]]:
    return list(zip(drawn.corners, drawn.sizes, strict=True))


@given(graphs())
def test_boxes_never_overlap_and_never_shrink(graph: tuple[list[Point], list[Arrow], int]) -> None:
    drawn = plan(*graph)
    assert not any(overlap(a, b) for a, b in combinations(boxes(drawn), 2))
    assert all(new[n] >= old[n] for new, old in zip(drawn.sizes, graph[0], strict=True) for n in (0, 1))
    whole = (-1e-6, -1e-6), (drawn.width + 2e-6, drawn.height + 2e-6)
    assert all(is_inside(box, whole) for box in boxes(drawn))


@given(graphs())
def test_no_arrow_runs_through_a_box(graph: tuple[list[Point], list[Arrow], int]) -> None:
    drawn = plan(*graph)
    for route in drawn.routes:
        if not route.is_loop:
            spots = [spot for a, b in pairwise(route.points) for spot in curve(a, b)]
            assert not any(overlap((spot, (0.0, 0.0)), box) for spot in spots for box in boxes(drawn))


@given(graphs())
def test_arrows_begin_and_end_at_their_boxes(graph: tuple[list[Point], list[Arrow], int]) -> None:
    sizes, arrows, start = graph
    drawn = plan(sizes, arrows, start)
    for arrow, route in zip(arrows, drawn.routes, strict=True):
        for node, (x, y) in ((arrow.source, route.points[0]), (arrow.target, route.points[-1])):
            (left, top), (width, height) = boxes(drawn)[node]
            assert left - 1e-6 <= x <= left + width + 1e-6
            assert top - 1e-6 <= y <= top + height + 1e-6


@given(graphs())
def test_the_same_graph_gives_the_same_plan_with_the_start_leftmost(
    graph: tuple[list[Point], list[Arrow], int],
) -> None:
    sizes, arrows, start = graph
    edges = [(arrow.source, arrow.target) for arrow in arrows if arrow.source != arrow.target]
    assert start in arrange(len(sizes), edges, start).members[0]
    assert plan(sizes, arrows, start) == plan(sizes, arrows, start)


def test_a_chain_is_straight() -> None:
    drawn = plan([(80.0, 40.0)] * 4, [Arrow(n, n + 1, 15.0) for n in range(3)], 0)
    assert len({y for _, y in drawn.corners}) == 1
    assert [x for x, _ in drawn.corners] == sorted(x for x, _ in drawn.corners)


def test_there_and_back_are_two_parallel_arrows() -> None:
    there, back = plan([(80.0, 40.0)] * 2, [Arrow(0, 1, 15.0), Arrow(1, 0, 15.0)], 0).routes
    assert len({y for _, y in there.points}) == len({y for _, y in back.points}) == 1
    assert back.points[0][1] - there.points[0][1] >= 15.0
    assert there.points[0][0] == back.points[-1][0]


def test_loops_stand_side_by_side_above_a_box_that_is_wide_enough() -> None:
    drawn = plan([(30.0, 30.0)], [Arrow(0, 0, 15.0)] * 3, 0)
    (x, y), (width, _) = boxes(drawn)[0]
    assert y > 0.0
    assert all(x < end[0] < x + width and end[1] == y for route in drawn.routes for end in route.points)


@given(SIZES, st.tuples(st.floats(0.0, 3000.0), st.floats(0.0, 3000.0)))
def test_regions_share_all_the_room_there_is(sizes: list[Point], room: Point) -> None:
    regions = share(sizes, room)
    shared = list(zip(regions.corners, regions.sizes, strict=True))
    assert not any(overlap(a, b) for a, b in combinations(shared, 2))
    assert all(new[n] >= old[n] for new, old in zip(regions.sizes, sizes, strict=True) for n in (0, 1))
    assert regions.width >= room[0]
    assert regions.height >= room[1] - 1e-6
    assert abs(max(x + w for (x, _), (w, _) in shared) - regions.width) < 1e-6
    assert len(regions.lines) == len(sizes) - 1


def test_which_box_is_in_which_row_does_not_depend_on_the_room() -> None:
    sizes = [(100.0, 50.0), (300.0, 100.0), (200.0, 80.0)]
    small, large = share(sizes), share(sizes, (2000.0, 900.0))
    assert [y == 0.0 for _, y in small.corners] == [y == 0.0 for _, y in large.corners]
