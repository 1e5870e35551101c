"""Surveying the land of a network: the ground that its roads lie on, and the walls beside them."""

from __future__ import annotations

from math import ceil

import numpy as np

from seahaven.geometry import Floats, Indices, Integers
from seahaven.roads import LaneMap
from seahaven.roads.model import ObjectKind
from seahaven.world.sight_land import Land
from seahaven.world.sight_walls import walls_of

__all__ = ["land_of"]

ABUTMENT = 20.0
"""So many metres before and after a bridge the road is taken to have nothing but air below it, too."""


def land_of(lane_map: LaneMap) -> Land:
    """The land of a network: its roads' surfaces, less those on bridges, and what stands beside them."""
    import seahaven.world.sight_kernels as kernels

    rows = np.flatnonzero(np.append(lane_map.lane_of[1:] == lane_map.lane_of[:-1], False))
    walls = walls_of(lane_map)
    frame, shape = _frame(lane_map, walls, kernels.TILE)
    is_needed = np.zeros(shape[0] * shape[1], np.bool_)
    kernels.mark_tiles(lane_map.plan, rows, frame, shape, is_needed)
    tile_of = np.where(is_needed, np.cumsum(is_needed) - 1, -1).astype(np.int32)
    size = (int(is_needed.sum()), kernels.SIDE, kernels.SIDE)
    low = np.full(size, np.inf, np.float32)
    air = _on_bridges(lane_map)
    kernels.lay_surface(lane_map.plan, lane_map.course, air, rows, frame, shape, tile_of, low)
    kernels.clear_bridges(low, tile_of, shape)
    ground = np.empty(size, np.float32)
    blocks = kernels.SIDE // kernels.BLOCK
    block_top = np.full((size[0], blocks, blocks), -np.inf, np.float32)
    top = np.full(size[0], -np.inf, np.float32)
    kernels.settle(low, tile_of, shape, ground, block_top, top)
    land = Land(frame, shape, tile_of, ground, block_top, top, walls, *_by_tile(walls, frame, shape, kernels.TILE))
    for table in land:
        table.setflags(write=False)
    return land


def _on_bridges(lane_map: LaneMap) -> Floats:
    """Of each stretch, from and to which of its shares it lies on a bridge; what does not has a negative length."""
    shares = np.tile([1.0, 0.0], (len(lane_map.road_s), 1))
    road, begin = lane_map.road[lane_map.lane_of], lane_map.road_s
    run = np.diff(begin, append=0.0)
    run = np.where(run == 0.0, 1.0, run)
    for index, known in enumerate(lane_map.network.roads):
        for thing in known.objects:
            if thing.kind is ObjectKind.BRIDGE:
                here = np.flatnonzero(road == index)
                ends = np.array([thing.s - ABUTMENT, thing.s + thing.span + ABUTMENT])
                share = np.sort((ends - begin[here, np.newaxis]) / run[here, np.newaxis], axis=1)
                shares[here, 0] = np.minimum(shares[here, 0], np.where(share[:, 1] > 0.0, share[:, 0], 1.0))
                shares[here, 1] = np.maximum(shares[here, 1], np.where(share[:, 0] < 1.0, share[:, 1], 0.0))
    return shares


def _frame(lane_map: LaneMap, walls: Floats, tile: float) -> tuple[Floats, Integers]:
    """Where the raster begins, and how many tiles it has along x and along y."""
    reach = float(lane_map.strips.width.max(initial=0.0)) + 1.0
    x = np.concatenate((lane_map.x - reach, lane_map.x + reach, walls[:, 0], walls[:, 2]))
    y = np.concatenate((lane_map.y - reach, lane_map.y + reach, walls[:, 1], walls[:, 3]))
    if not len(x):
        return np.zeros(2), np.ones(2, np.int64)
    low = np.array([x.min() - tile, y.min() - tile])
    return low, np.array([ceil((x.max() - low[0]) / tile) + 1, ceil((y.max() - low[1]) / tile) + 1])


def _by_tile(walls: Floats, frame: Floats, shape: Integers, tile: float) -> tuple[Integers, Indices, Floats]:
    """The walls that come by each tile, and how high the highest of them reaches."""
    low = np.floor((np.minimum(walls[:, :2], walls[:, 2:4]) - frame) / tile).astype(np.int64)
    high = np.floor((np.maximum(walls[:, :2], walls[:, 2:4]) - frame) / tile).astype(np.int64)
    place, row = [], []
    for k, (first, last) in enumerate(zip(low.tolist(), high.tolist(), strict=True)):
        for j in range(first[1], last[1] + 1):
            for i in range(first[0], last[0] + 1):
                place.append(j * int(shape[0]) + i)
                row.append(k)
    places, rows = np.array(place, np.int64), np.array(row, np.int64)
    order = np.argsort(places, kind="stable")
    first_of = np.searchsorted(places[order], np.arange(shape[0] * shape[1] + 1)).astype(np.int64)
    top = np.full(shape[0] * shape[1], -np.inf)
    np.maximum.at(top, places, walls[rows, 5])
    return first_of, rows[order].astype(np.int32), top
