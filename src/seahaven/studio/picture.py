"""A small picture of a road network, for the home page."""

from __future__ import annotations

import numpy as np

from seahaven.roads import LaneMap, RoadNetwork

__all__ = ["road_picture"]

WIDE, HIGH = 320.0, 180.0
"""Pixels of a picture."""
MARGIN = 14.0
MOST_POINTS = 6000


def road_picture(network: RoadNetwork | None) -> str:
    """The lanes for traffic as lines, north up, as SVG; only the ground where there are no roads."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE:g} {HIGH:g}" preserveAspectRatio="xMidYMid slice">'
    )
    ground = f'<rect width="{WIDE:g}" height="{HIGH:g}" fill="#dfe7d6"/>'
    if network is None or not network.roads:
        return f'{head}{ground}<path d="M0 90H320" stroke="#7d858d" stroke-width="9"/></svg>'
    lane_map = LaneMap.of(network)
    x, y, first = lane_map.strips.x, lane_map.strips.y, lane_map.strips.first
    low, high = np.array([x.min(), y.min()]), np.array([x.max(), y.max()])
    span = np.maximum(high - low, 1.0)
    scale = float(min((WIDE - 2 * MARGIN) / span[0], (HIGH - 2 * MARGIN) / span[1]))
    middle = (low + high) / 2
    left, top = WIDE / 2 + (x - middle[0]) * scale, HIGH / 2 - (y - middle[1]) * scale
    stride = max(1, len(x) // MOST_POINTS)
    paths = []
    for lane in range(len(lane_map)):
        rows = np.arange(first[lane], first[lane + 1])
        rows = np.unique(np.append(rows[::stride], rows[-1]))
        points = " ".join(f"{a:.1f} {b:.1f}" for a, b in zip(left[rows], top[rows], strict=True))
        paths.append(f"M{points}")
    data = "".join(paths)
    pens = (("#aab1a4", max(5.0 * scale, 2.6)), ("#6d757d", max(3.8 * scale, 1.6)))
    lines = "".join(
        f'<path d="{data}" fill="none" stroke="{ink}" stroke-width="{width:.1f}" stroke-linejoin="round"/>'
        for ink, width in pens
    )
    return f"{head}{ground}{lines}</svg>"
