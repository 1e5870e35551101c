"""The area of a junction, worked out from its lanes: what they cover, with the gaps between them closed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TypeAlias

import numpy as np

from seahaven.geometry import Floats, Integers, Truths
from seahaven.roads.lanemap import DRIVING, LaneMap
from seahaven.roads.model import LaneKind

Corner: TypeAlias = tuple[int, int]

CELL = 0.2
"""Metres; the area is worked out on a raster."""
MOST_CELLS = 400_000.0
SMOOTHING = 4
"""Corners on either side."""
REACH = 2.5
"""Gaps of up to twice as many metres are closed, and corners rounded by as much."""
DRIVEN = DRIVING | {LaneKind.BUS, LaneKind.TAXI, LaneKind.CARPOOL}
"""Kinds of lanes that make the middle of a junction."""
PAVED = DRIVEN | {LaneKind.SHOULDER, LaneKind.STOP, LaneKind.PARKING, LaneKind.BIKING, LaneKind.CURB}
"""Kinds of lanes between which there is no land."""
GREEN = frozenset({LaneKind.MEDIAN, LaneKind.BORDER, LaneKind.SIDEWALK})
"""Kinds of lanes that stay what they are amid lanes for driving."""
_KINDS = tuple(LaneKind)


def meeting_area(
    lane_map: LaneMap, junction: int, kinds: Collection[LaneKind], *, spared: Collection[LaneKind] = ()
) -> list[Floats]:
    """The corners, ring by ring, of the area that a junction's lanes of some kinds cover together.

    Gaps are left open where lanes of the spared kinds, of the junction or not, lie in them.
    """
    lanes = np.flatnonzero((lane_map.junction == junction) & _are(lane_map, kinds))
    if not len(lanes):
        return []
    raster = _Raster(lane_map, lanes)
    covered = raster.under(lanes)
    whole = _closed(covered, REACH / raster.cell)
    if spared:
        whole &= ~raster.under(raster.near(np.flatnonzero(_are(lane_map, spared))))
    return [raster.low + raster.cell * _smooth(ring) for ring in _rings(whole)]


def paved_rings(lane_map: LaneMap, junction: int) -> list[Floats]:
    """The corners, ring by ring, of all that is paved at a junction; empty for one without lanes."""
    return meeting_area(lane_map, junction, PAVED)


def _are(lane_map: LaneMap, kinds: Collection[LaneKind]) -> Truths:
    are: Truths = np.isin(lane_map.kind, [index for index, kind in enumerate(_KINDS) if kind in kinds])
    return are


class _Raster:
    """Cells that lie around some lanes."""

    def __init__(self, lane_map: LaneMap, lanes: Integers) -> None:
        rows = np.concatenate([np.arange(*lane_map.first[i : i + 2]) for i in lanes.tolist()])
        rim = float(lane_map.strips.width[rows].max()) + 2.0 * REACH
        places = np.column_stack((lane_map.x[rows], lane_map.y[rows]))
        self._map, self.low, self.high = lane_map, places.min(axis=0) - rim, places.max(axis=0) + rim
        self.cell = max(CELL, float(np.sqrt((self.high - self.low).prod() / MOST_CELLS)))
        self._shape = np.ceil((self.high - self.low) / self.cell).astype(np.int64) + 1

    def near(self, lanes: Integers) -> Integers:
        """Those of the lanes that come here."""
        places = np.column_stack((self._map.x, self._map.y))
        here = self._map.lane_of[((places >= self.low) & (places <= self.high)).all(axis=1)]
        return np.intersect1d(lanes, here)

    def under(self, lanes: Integers) -> Truths:
        """The cells that some of the lanes touch."""
        covered = np.zeros(self._shape, dtype=bool)
        for lane in lanes.tolist():
            cells = np.floor((_carpet(self._map, lane, self.cell) - self.low) / self.cell).astype(np.int64)
            cells = cells[((cells >= 0) & (cells < self._shape)).all(axis=1)]
            covered[cells[:, 0], cells[:, 1]] = True
        return covered


def _carpet(lane_map: LaneMap, lane: int, cell: float) -> Floats:
    """Places that lie on a lane no further apart than a cell, as rows of x, y."""
    length = float(lane_map.length[lane])
    s = np.linspace(0.0, length, int(2.0 * length / cell) + 2)
    width = lane_map.width(np.full(len(s), lane), s)
    shares = np.linspace(-0.5, 0.5, int(2.0 * width.max() / cell) + 2)
    placing = lane_map.place(lane, s[:, np.newaxis], width[:, np.newaxis] * shares)
    return np.column_stack((placing.x.ravel(), placing.y.ravel()))


def _closed(covered: Truths, reach: float) -> Truths:
    """What is covered after growing by so many cells and shrinking again, with its holes filled.

    It shrinks by one cell more than it grows, since cells count that are merely touched.
    """
    from scipy.ndimage import binary_fill_holes, distance_transform_edt

    grown = distance_transform_edt(~covered) <= reach
    shrunk: Truths = binary_fill_holes(distance_transform_edt(grown) > reach + 1.0)
    return shrunk


def _rings(covered: Truths) -> Iterator[Floats]:
    """The edges of a raster's covered cells, chained to rings of corners."""
    after = _edges(covered)
    while after:
        start = min(after)
        ring = [start]
        while (corner := _taken(after, ring[-1])) is not None:
            ring.append(corner)
        yield np.array(ring, dtype=np.float64)


def _smooth(ring: Floats) -> Floats:
    """A ring of corners without the steps of its raster: each corner is where those around it are on average."""
    if len(ring) <= 2 * SMOOTHING:
        return ring
    around = np.concatenate((ring[-SMOOTHING:], ring, ring[:SMOOTHING]))
    sums = np.cumsum(np.vstack((np.zeros((1, 2)), around)), axis=0)
    count = 2 * SMOOTHING + 1
    means: Floats = (sums[count:] - sums[:-count]) / count
    return means


def _taken(after: dict[Corner, list[Corner]], corner: Corner) -> Corner | None:
    following = after.get(corner)
    if not following:
        return None
    found = following.pop()
    if not following:
        del after[corner]
    return found


def _edges(covered: Truths) -> dict[Corner, list[Corner]]:
    """For each corner of the raster the corners to which an edge leads on, with what is covered on its left."""
    padded = np.pad(covered, 1)
    after: dict[Corner, list[Corner]] = {}
    ways: Sequence[tuple[Corner, Corner, Corner]] = (
        ((0, -1), (0, 0), (1, 0)),
        ((1, 0), (1, 0), (1, 1)),
        ((0, 1), (1, 1), (0, 1)),
        ((-1, 0), (0, 1), (0, 0)),
    )
    for beside, start, end in ways:
        bare = padded & ~np.roll(padded, (-beside[0], -beside[1]), axis=(0, 1))
        for x, y in (np.argwhere(bare) - 1).tolist():
            after.setdefault((x + start[0], y + start[1]), []).append((x + end[0], y + end[1]))
    return after
