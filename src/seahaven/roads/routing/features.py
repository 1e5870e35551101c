"""What lies along lanes and ways that a driver looks out for: made once, and passed by in order."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from seahaven.geometry import Floats, Integers, Truths
from seahaven.roads.junctions import VEHICLES
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import LaneKind
from seahaven.roads.routing.graph import is_pinched

STRAIGHT = 1e-9
"""Below this curvature, in 1/m, a lane is straight: what is left is rounding."""


class Comfort(NamedTuple):
    """How drivers like to take curves, in m/s²: by how much they are pressed sideways, and brake before."""

    lateral: float
    deceleration: float


def merging_lanes(lane_map: LaneMap) -> Truths:
    """Of each lane, whether several that are driven or ridden on lead onto it; those do not that taper off."""
    driven = np.array([kind in VEHICLES for kind in LaneKind])[lane_map.kind] & ~is_pinched(lane_map)
    owner = np.repeat(np.arange(len(lane_map)), np.diff(lane_map.previous_first))
    merges: Truths = np.bincount(owner[driven[lane_map.previous_lane]], minlength=len(lane_map)) > 1
    return merges


def bends(
    lane_map: LaneMap, comfort: Comfort, curvatures: Floats | None = None
) -> tuple[Floats, Floats, Floats]:  # fmt: skip
    """Of each stretch the curvature, and the s, that ask for braking first, and the bound that says so.

    `curvatures` are those of stretches, and what they change by, if they are not to be the lanes' own.

    With v = sqrt(a / k) in the curve, and braking with b, one may have the speed sqrt(a / k + 2 b d) at a distance d:
    the least of that binds. Candidates are the ends of each stretch and, where it bends more and more, the place
    between them at which the bound stops falling. The bound is the square of that speed at the lane's beginning; those
    of straight stretches are large, not infinite.
    """
    start, change = (lane_map.course[:, 6:8] if curvatures is None else curvatures).T
    span = np.append(np.diff(lane_map.s), 0.0)
    slope = change / np.where(span > 0.0, span, 1.0)
    turning = np.sign(slope) * np.sqrt(comfort.lateral * np.abs(slope) / (2.0 * comfort.deceleration))
    inner = np.clip((turning - start) / np.where(slope != 0.0, slope, 1.0), 0.0, np.maximum(span, 0.0))
    shares = np.column_stack((np.zeros(len(span)), inner, span))
    curvature = start[:, None] + shares * slope[:, None]
    where = lane_map.s[:, None] + shares
    curvature[lane_map.first[1:] - 1] = 0.0
    sharpness = np.maximum(np.abs(curvature), STRAIGHT)
    bound = comfort.lateral / sharpness + 2.0 * comfort.deceleration * where
    best = (np.arange(len(span)), np.argmin(bound, axis=1))
    return curvature[best], where[best], bound[best]


def limit_rows(lane_map: LaneMap) -> Integers:
    """The stretches with which a limit begins that differs from the one before; the first of each lane among them."""
    limit = lane_map.strips.limit
    is_new = np.append(True, limit[1:] != limit[:-1])[: len(limit)]
    is_new[lane_map.first[1:] - 1] = False
    is_new[lane_map.first[:-1]] = True
    return np.flatnonzero(is_new)
