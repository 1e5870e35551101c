"""The kinematic bicycle: a car as two wheels in line that do not slip."""

from __future__ import annotations

from math import atan, cos, sin, tan

from seahaven.geometry import Pose

__all__ = ["rolled"]


def rolled(pose: Pose, distance: float, *, steering: float, wheelbase: float) -> Pose:
    """Where a car is after rolling `distance` with its front wheels held at an angle: along a circle, exactly.

    The pose is that of the middle of the wheelbase, which we take for the middle of the box.
    """
    slip = atan(0.5 * tan(steering))  # between the heading and the way the middle of the wheelbase moves
    curvature = tan(steering) * cos(slip) / wheelbase
    turn = curvature * distance
    course = pose.heading + slip
    if abs(turn) < 1e-9:
        return Pose(pose.x + distance * cos(course), pose.y + distance * sin(course), pose.heading + turn)
    ahead, left = sin(turn) / curvature, (1.0 - cos(turn)) / curvature
    x = pose.x + ahead * cos(course) - left * sin(course)
    y = pose.y + ahead * sin(course) + left * cos(course)
    return Pose(x, y, pose.heading + turn)
