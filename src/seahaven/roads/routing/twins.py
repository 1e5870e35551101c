"""Lanes that lead into several others which serve a route equally well: an entry for each of these.

Where one lane opens into three before a light and two of them turn left, whoever turns left may take either. The route
table knows one way on; the others have *twins*, entries of the same lane that lead on differently.
"""

from __future__ import annotations

import numpy as np

from seahaven.geometry import Integers
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.routing.track_arrays import TrackArrays

__all__ = ["with_twins"]


def with_twins(lane_map: LaneMap, arrays: TrackArrays, stage: Integers) -> TrackArrays:
    """The entries with those of twins behind them, and with a ring of all twins of a lane in the column `twin`.

    `stage` has the stages of the first entries, which are those on the routes and not beside them.
    """
    source, onto = _pairs(lane_map, arrays, stage)
    count = len(arrays.lane)
    twin = np.full(count + len(source), -1, np.int32)
    rows = count + np.arange(len(source))
    is_last = np.append(source[1:] != source[:-1], True)[: len(source)]
    is_first = np.append(True, source[1:] != source[:-1])[: len(source)]
    twin[rows] = np.where(is_last, source, rows + 1)
    twin[source[is_first]] = rows[is_first]
    longer = {name: np.concatenate((column, column[source])) for name, column in arrays._asdict().items()}
    longer["following"][rows] = onto
    longer["twin"] = twin
    return TrackArrays(**longer)


def _pairs(lane_map: LaneMap, arrays: TrackArrays, stage: Integers) -> tuple[Integers, Integers]:
    """The entries that have twins, and the ones onto which those lead."""
    import seahaven.roads.routing.twin_kernels as kernels

    most = 0
    while True:
        source, onto = np.empty(most, np.int64), np.empty(most, np.int64)
        count = kernels.find_twins(
            arrays, stage, lane_map.junction, lane_map.next_first, lane_map.next_lane, source, onto
        )
        if count <= most:
            return source[:count], onto[:count]
        most = count
