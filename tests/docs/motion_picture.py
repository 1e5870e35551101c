"""The picture of motions by script and of a trailer: `python -m tests.docs.motion_picture` draws it anew."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, hypot, pi, sin
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Polygon

from seahaven.geometry import Box, Pose
from seahaven.motion import (
    FLEET,
    Cockpit,
    FreeState,
    Gear,
    Ground,
    KeyFrame,
    KeyFrames,
    PearlGate,
    Plan,
    StringOfPearls,
    chassis_table,
    drive,
    trailer_pose,
)

PICTURE = Path(__file__).parents[2] / "docs" / "pictures" / "motions.svg"
INK, ROAD, MARK = "#3a4652", "#dfe5ea", "#ffffff"
RED, BLUE, YELLOW, GREY = "#d1495b", "#00798c", "#edae49", "#9fb3c8"
LENGTH, WIDTH = 4.6, 1.85
MIDDLES = [(0.0, 0.0), (14.0, 0.0), (26.0, 5.0), (32.0, 16.0), (32.0, 29.0)]


def draw() -> Figure:
    """Gates, times, key frames and a trailer."""
    figure = Figure(figsize=(10.5, 7.4), layout="constrained")
    (pearls, timed), (frames, trailer) = figure.subplots(2, 2)
    _pearls(pearls)
    _timed(timed)
    _frames(frames)
    _trailer(trailer)
    for axis, title in zip(
        (pearls, timed, frames, trailer),
        ("A string of pearls", "Gates have speeds, or times", "Key frames", "A truck and its trailer"),
        strict=True,
    ):
        axis.set_title(title, color=INK, fontsize=11, loc="left", fontweight="bold")
        axis.tick_params(colors=INK, labelsize=8)
        axis.spines[["top", "right"]].set_visible(False)
    return figure


def _pearls(axis: Any) -> None:
    gates = _gates(MIDDLES)
    linear, smooth = StringOfPearls(gates, smooth=False), StringOfPearls(gates)
    for gate in gates:
        axis.plot(*zip(gate.left, gate.right, strict=True), color=GREY, linewidth=1.0, linestyle=(0, (2, 2)), zorder=1)
        axis.scatter(
            *zip(gate.left, gate.right, strict=True), color=YELLOW, edgecolor=INK, linewidth=0.6, s=36, zorder=4
        )
    for string, shade, label in ((linear, GREY, "linear"), (smooth, RED, "B-spline of third order")):
        points = np.array([string.at(time).pose.point for time in np.linspace(0.0, string.duration, 300)])
        axis.plot(*points.T, color=shade, linewidth=2.0, label=label, zorder=3)
    _boxes(axis, smooth, np.arange(0.0, smooth.duration, 1.0), RED)
    _even(axis)
    axis.legend(frameon=False, loc="upper left", fontsize=9)


def _timed(axis: Any) -> None:
    """Speeds of the same way, by gates that have speeds and by gates that have times."""
    speeds = (8.0, 8.0, 4.0, 4.0, 9.0)
    by_speed = StringOfPearls(_gates(MIDDLES, speeds))
    times = (0.0, 2.0, 3.6, 6.6, 8.8)
    by_time = StringOfPearls([PearlGate(g.left, g.right, time=t) for g, t in zip(_gates(MIDDLES), times, strict=True)])
    for string, shade, label in ((by_speed, BLUE, "gates have speeds"), (by_time, RED, "gates have times")):
        dates = np.linspace(0.0, string.end - 1e-9, 400)
        axis.plot(dates, [string.at(float(t)).speed for t in dates], color=shade, linewidth=2.0, label=label)
        passed = _passed(string, [gate.middle for gate in string.gates])
        axis.scatter(passed, [string.at(t).speed for t in passed], color=shade, s=26, zorder=4)
    axis.set_ylim(0.0, 11.0)
    axis.set_xlabel("time (s)", color=INK, fontsize=9)
    axis.set_ylabel("speed (m/s)", color=INK, fontsize=9)
    axis.grid(color="#e6ebf0", linewidth=0.6)
    axis.legend(frameon=False, loc="lower left", fontsize=9)


def _passed(string: StringOfPearls, middles: Sequence[tuple[float, float]]) -> list[float]:
    """When a string is nearest to each of some places."""
    dates = np.linspace(0.0, string.end - 1e-9, 2000)
    points = np.array([string.at(float(t)).pose.point for t in dates])
    return [float(dates[np.hypot(*(points - middle).T).argmin()]) for middle in middles]


def _frames(axis: Any) -> None:
    """A car that turns round in a road: forward, back, and forward again."""
    _lanes(axis, -6.0, 32.0, (0.0, 3.5, 7.0))
    poses = (
        (0.0, -3.0, 1.75, 0.0), (2.0, 10.0, 1.2, 0.1), (4.5, 18.4, 4.4, 1.2), (6.5, 16.6, 2.4, 1.75),
        (8.5, 10.0, 5.0, 2.9), (10.5, -2.0, 5.25, pi),
    )  # fmt: skip
    turn = KeyFrames([KeyFrame(t, Pose(x, y, heading)) for t, x, y, heading in poses])
    points = np.array([turn.at(time).pose.point for time in np.linspace(0.0, turn.end, 300)])
    axis.plot(*points.T, color=RED, linewidth=1.6, zorder=3)
    _boxes(axis, turn, np.arange(0.0, turn.end, 0.5), RED, faint=True)
    for time, x, y, heading in poses:
        _box(axis, Pose(x, y, heading), LENGTH, WIDTH, RED, 0.9)
        away = 2.9 if time == 4.5 else -2.9 if time == 6.5 else 0.0
        shade = INK if away else "white"
        axis.text(x + away, y, f"{time:g} s", fontsize=7, color=shade, ha="center", va="center", zorder=6)
    axis.set_xlim(-6.0, 24.0)
    axis.set_ylim(-0.8, 7.8)
    axis.set_aspect("equal", adjustable="box")
    axis.set_xlabel("x (m)", color=INK, fontsize=9)
    axis.set_ylabel("y (m)", color=INK, fontsize=9)


def _trailer(axis: Any) -> None:
    """A truck that turns left at walking pace: the trailer cuts the corner."""
    chassis = FLEET["trailer truck"]
    state, cockpit, ground = FreeState.of(1), Cockpit.of(1, Gear.D), Ground.of(1)
    table, paths = chassis_table(chassis), ([], [])
    state.x[0], state.speed[0] = -8.0, 4.0
    cockpit.by_acceleration[0] = True
    for step in range(1300):
        angle = 0.26 if 200 <= step < 800 else 0.0
        cockpit.wheel[0] = angle * chassis.steering_ratio
        drive(table, state, cockpit, ground, 0.01)
        pose = Pose(float(state.x[0]), float(state.y[0]), float(state.heading[0]))
        pulled = trailer_pose(chassis, pose, float(state.hitch[0]))
        assert pulled is not None
        assert chassis.trailer is not None
        for path, place in zip(paths, (pose, pulled), strict=True):
            path.append(place.point)
        if step in (0, 620, 1299):
            _box(axis, pulled, chassis.trailer.length, chassis.trailer.width, BLUE, 0.55)
            _box(axis, pose, chassis.length, chassis.width, RED, 0.8)
    for path, shade, label in zip(paths, (RED, BLUE), ("truck", "trailer"), strict=True):
        axis.plot(*zip(*path, strict=True), color=shade, linewidth=1.4, label=f"middle of the {label}")
    _even(axis)
    axis.legend(frameon=False, loc="upper left", fontsize=9)


def _gates(middles: list[tuple[float, float]], speeds: Sequence[float] = (8.0,) * 5) -> list[PearlGate]:
    """Gates of 3.5 m across the way from the one before to the one after."""
    gates = []
    for k, ((x, y), speed) in enumerate(zip(middles, speeds, strict=True)):
        (ax, ay), (bx, by) = middles[max(k - 1, 0)], middles[min(k + 1, len(middles) - 1)]
        angle = atan2(by - ay, bx - ax)
        nx, ny = -1.75 * sin(angle), 1.75 * cos(angle)
        assert hypot(nx, ny) > 0.0
        gates.append(PearlGate((x + nx, y + ny), (x - nx, y - ny), speed))
    return gates


def _boxes(axis: Any, plan: Plan, times: Any, shade: str, *, faint: bool = False) -> None:
    for time in times:
        _box(axis, plan.at(float(time)).pose, LENGTH, WIDTH, shade, 0.12 if faint else 0.45)


def _box(axis: Any, pose: Pose, length: float, width: float, shade: str, alpha: float) -> None:
    corners = Box(pose, length, width).corners
    axis.add_patch(Polygon(corners, closed=True, facecolor=shade, edgecolor=INK, linewidth=0.6, alpha=alpha, zorder=2))


def _lanes(axis: Any, left: float, right: float, borders: Sequence[float]) -> None:
    low, high = borders[0], borders[-1]
    axis.add_patch(Polygon([(left, low), (right, low), (right, high), (left, high)], facecolor=ROAD, zorder=0))
    for border in borders[1:-1]:
        axis.plot((left, right), (border, border), color=MARK, linewidth=1.6, linestyle=(0, (6, 6)), zorder=1)


def _even(axis: Any) -> None:
    axis.set_aspect("equal", adjustable="datalim")
    axis.set_xlabel("x (m)", color=INK, fontsize=9)
    axis.set_ylabel("y (m)", color=INK, fontsize=9)


if __name__ == "__main__":
    draw().savefig(PICTURE, metadata={"Date": None})
