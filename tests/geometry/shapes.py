"""Shapes that Hypothesis draws, shared by the tests of this room."""

from __future__ import annotations

from math import pi

from hypothesis import strategies as st

from seahaven.geometry import Arc, Box, BSpline, Clothoid, Cubic, Curve, Line, ParametricCubic, Path, Polyline, Pose


def numbers(low: float, high: float) -> st.SearchStrategy[float]:
    """Floats without the subnormal corner that no road reaches."""
    return st.floats(low, high, allow_subnormal=False)


places = numbers(-500.0, 500.0)
headings = numbers(-7.0, 7.0)
poses = st.builds(Pose, places, places, headings)
bends = numbers(-0.1, 0.1)
lengths = numbers(1.0, 300.0)
boxes = st.builds(Box, st.builds(Pose, numbers(-10, 10), numbers(-10, 10), headings), numbers(0.1, 20), numbers(0.1, 5))

lines = st.builds(Line, poses, lengths)
arcs = st.builds(Arc, poses, lengths, bends)
clothoids = st.builds(Clothoid, poses, lengths, bends, bends)
cubics = st.builds(
    Cubic, poses, st.tuples(numbers(-5, 5), numbers(-1, 1), numbers(-0.01, 0.01), numbers(-1e-4, 1e-4)), lengths
)
parametric_cubics = st.builds(
    ParametricCubic,
    poses,
    st.tuples(numbers(-5, 5), numbers(50, 100), numbers(-10, 10), numbers(-5, 5)),
    st.tuples(numbers(-5, 5), numbers(-50, 50), numbers(-50, 50), numbers(-50, 50)),
)


@st.composite
def walks(draw: st.DrawFn, least: int = 2) -> list[tuple[float, float]]:
    """Points that a walk leads through, at steps of 20 to 60 m and turns of less than a right angle."""
    pose = draw(poses)
    points = [pose.point]
    for _ in range(draw(st.integers(least - 1, least + 5))):
        pose = Pose(*pose.to_world((draw(numbers(20, 60)), 0.0)), pose.heading + draw(numbers(-pi / 3, pi / 3)))
        points.append(pose.point)
    return points


polylines = walks().map(Polyline.through)
bsplines = st.one_of(walks(4).map(BSpline), walks(2).map(lambda p: BSpline(p, clamped=True)))


@st.composite
def paths(draw: st.DrawFn) -> Path:
    """A road of lines, transitions and arcs."""
    path = Path(draw(poses)).line(draw(lengths))
    for _ in range(draw(st.integers(0, 3))):
        path = path.clothoid(draw(lengths), to_curvature=draw(bends)).arc(draw(lengths))
    return path


smooth_curves: st.SearchStrategy[Curve] = st.one_of(
    lines, arcs, clothoids, cubics, parametric_cubics, bsplines, paths()
)
curves: st.SearchStrategy[Curve] = st.one_of(smooth_curves, polylines)
shares = numbers(0.0, 1.0)
