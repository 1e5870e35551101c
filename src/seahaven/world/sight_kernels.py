"""Compiled: the land as a raster, straight lines over it, and who is seen along them.

The raster has cells of 2 m in tiles of 64 by 64, kept only where there are roads. Cells, blocks of 8 by 8 cells and
whole tiles know their highest ground; a line goes from tile to tile, and looks closer only where it comes that low.
"""

from __future__ import annotations

from math import ceil, cos, floor, hypot, inf, sin

import numpy as np

from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled, compiled_part
from seahaven.roads.lanemap.query_kernels import share_along
from seahaven.roads.lanemap.strips import Indices, Integers, Truths
from seahaven.world.sight_land import Land, Singles

CELL = 2.0
"""The side of a cell in metres."""
SIDE = 64
"""Cells along the side of a tile."""
BLOCK = 8
"""Cells along the side of a block."""
TILE = CELL * SIDE
PIECE = 16.0
"""Stretches are rasterised in pieces no longer than this, in metres, whose frames hold few points beside them."""
LEVELS = 4.0
"""Surfaces further above each other than this, in metres, are two levels: the upper one is a bridge."""
SLACK = 0.01
"""Ground counts as this much lower, in metres, than the roads' surfaces say: what rounding hides is seen."""
DEEPER = 10.0
"""So many metres behind where a line first meets the ground it is looked for next time."""
EDGE = 1e-6
MOMENTS = 3
"""At how many moments, from now to the end of the margin, sight is tried."""


@compiled_part
def piece_frame(plan: Floats, row: int, low: float, high: float) -> tuple[float, float, float, float]:
    """The least and greatest x and y of a part of a stretch."""
    left, right, bottom, top = inf, -inf, inf, -inf
    for f in (low, high):
        half = plan[row, 8] + f * plan[row, 9]
        for d in (-half, half):
            x = plan[row, 0] + f * plan[row, 2] + d * (plan[row, 4] + f * plan[row, 6])
            y = plan[row, 1] + f * plan[row, 3] + d * (plan[row, 5] + f * plan[row, 7])
            left, right, bottom, top = min(left, x), max(right, x), min(bottom, y), max(top, y)
    return left, right, bottom, top


@compiled
def mark_tiles(plan: Floats, rows: Integers, frame: Floats, shape: Integers, is_needed: Truths) -> None:
    """Mark the tiles that hold a part of any of the stretches."""
    for k in range(len(rows)):
        row = rows[k]
        count = max(ceil(plan[row, 11] / PIECE), 1)
        for piece in range(count):
            left, right, bottom, top = piece_frame(plan, row, piece / count, (piece + 1) / count)
            for j in range(floor((bottom - frame[1]) / TILE), floor((top - frame[1]) / TILE) + 1):
                for i in range(floor((left - frame[0]) / TILE), floor((right - frame[0]) / TILE) + 1):
                    if 0 <= i < shape[0] and 0 <= j < shape[1]:
                        is_needed[j * shape[0] + i] = True


@compiled
def lay_surface(
    plan: Floats, course: Floats, air: Floats, rows: Integers, frame: Floats, shape: Integers, tile_of: Indices,
    low: Singles,
) -> None:  # fmt: skip
    """Fill in the height of the lowest road surface at each corner of cells that roads cover.

    `air` says from and to which share of its length each stretch lies on a bridge; that part is no ground.
    """
    for k in range(len(rows)):
        row = rows[k]
        count = max(ceil(plan[row, 11] / PIECE), 1)
        for piece in range(count):
            f0, f1 = piece / count - EDGE, (piece + 1) / count + EDGE
            left, right, bottom, top = piece_frame(plan, row, f0, f1)
            for j in range(ceil((bottom - frame[1]) / CELL), floor((top - frame[1]) / CELL) + 1):
                for i in range(ceil((left - frame[0]) / CELL), floor((right - frame[0]) / CELL) + 1):
                    x, y = frame[0] + i * CELL, frame[1] + j * CELL
                    f = share_along(plan, np.uintp(row), x, y)
                    if not f0 <= f <= f1 or air[row, 0] <= f <= air[row, 1]:
                        continue
                    nx, ny = plan[row, 4] + f * plan[row, 6], plan[row, 5] + f * plan[row, 7]
                    qx, qy = x - plan[row, 0] - f * plan[row, 2], y - plan[row, 1] - f * plan[row, 3]
                    d = (qx * nx + qy * ny) / (nx * nx + ny * ny)
                    if abs(d) > plan[row, 8] + f * plan[row, 9] + EDGE:
                        continue
                    tile = tile_of[(j // SIDE) * shape[0] + i // SIDE]
                    z = course[row, 0] + f * course[row, 1] + d * (course[row, 2] + f * course[row, 3])
                    low[tile, j % SIDE, i % SIDE] = min(low[tile, j % SIDE, i % SIDE], z)


@compiled
def height_at(surface: Singles, tile_of: Indices, shape: Integers, i: int, j: int) -> float:
    """The height at a corner of cells; infinite where no road covers it."""
    if i < 0 or j < 0 or i >= shape[0] * SIDE or j >= shape[1] * SIDE:
        return inf
    tile = tile_of[(j // SIDE) * shape[0] + i // SIDE]
    return float(surface[tile, j % SIDE, i % SIDE]) if tile >= 0 else inf


@compiled
def block_lows(low: Singles) -> Singles:
    """The height of the lowest surface in each block of each tile."""
    lows = np.full((len(low), SIDE // BLOCK, SIDE // BLOCK), np.float32(inf))
    for tile in range(len(low)):
        for j in range(SIDE):
            for i in range(SIDE):
                lows[tile, j // BLOCK, i // BLOCK] = min(lows[tile, j // BLOCK, i // BLOCK], low[tile, j, i])
    return lows


@compiled
def clear_bridges(low: Singles, tile_of: Indices, shape: Integers) -> None:
    """Take away surfaces that lie well above others in the blocks around them: there is air below them.

    Blocks are so small that a steep road is not taken for a bridge over itself.
    """
    lows, count = block_lows(low), SIDE // BLOCK
    for place in range(len(tile_of)):
        tile = tile_of[place]
        if tile < 0:
            continue
        for j in range(count):
            for i in range(count):
                ground = inf
                for b in range((place // shape[0]) * count + j - 1, (place // shape[0]) * count + j + 2):
                    for a in range((place % shape[0]) * count + i - 1, (place % shape[0]) * count + i + 2):
                        if 0 <= a < shape[0] * count and 0 <= b < shape[1] * count:
                            other = tile_of[(b // count) * shape[0] + a // count]
                            if other >= 0:
                                ground = min(ground, lows[other, b % count, a % count])
                cells = low[tile, j * BLOCK : (j + 1) * BLOCK, i * BLOCK : (i + 1) * BLOCK]
                for b in range(BLOCK):
                    for a in range(BLOCK):
                        if cells[b, a] > ground + LEVELS:
                            cells[b, a] = inf


@compiled
def settle(low: Singles, tile_of: Indices, shape: Integers, ground: Singles, block_top: Singles, top: Singles) -> None:
    """From corners to cells: the ground of a cell is the lowest of its corners, if roads cover all four."""
    for place in range(len(tile_of)):
        tile = tile_of[place]
        if tile < 0:
            continue
        for j in range(SIDE):
            for i in range(SIDE):
                ground[tile, j, i] = -inf
                if low[tile, j, i] == inf:
                    continue  # as most are: this saves asking for the three other corners
                a, b = (place % shape[0]) * SIDE + i, (place // shape[0]) * SIDE + j
                least, most = inf, -inf
                for corner in range(4):
                    z = height_at(low, tile_of, shape, a + corner % 2, b + corner // 2)
                    least, most = min(least, z), max(most, z)
                if most == inf:
                    continue
                height = least - SLACK
                ground[tile, j, i] = height
                block_top[tile, j // BLOCK, i // BLOCK] = max(block_top[tile, j // BLOCK, i // BLOCK], height)
                top[tile] = max(top[tile], height)


@compiled
def leaves(p: float, d: float, k: int, size: float) -> float:
    """When a point that starts at p and moves by d per unit of time leaves the k-th cell of its row."""
    if d > 0.0:
        return ((k + 1) * size - p) / d
    return (k * size - p) / d if d < 0.0 else inf


@compiled_part
def meets_wall(walls: Floats, k: int, ex: float, ey: float, ez: float, dx: float, dy: float, dz: float) -> bool:
    """Whether the line from e to e + d runs into an upright wall."""
    wx, wy = walls[k, 2] - walls[k, 0], walls[k, 3] - walls[k, 1]
    qx, qy = walls[k, 0] - ex, walls[k, 1] - ey
    across = dx * wy - dy * wx
    if across == 0.0:
        return False
    t, u = (qx * wy - qy * wx) / across, (qx * dy - qy * dx) / across
    return bool(0.0 < t < 1.0 and 0.0 <= u <= 1.0 and walls[k, 4] <= ez + t * dz <= walls[k, 5])


@compiled_part
def runs_into_ground(
    ground: Singles, block_top: Singles, tile: int, px: float, py: float, ez: float, dx: float, dy: float, dz: float,
    begin: float, end: float,
) -> float:  # fmt: skip
    """When a line, seen from a tile's corner, is in the ground of the tile, between two of its moments; -1 if never."""
    size = CELL * BLOCK
    si, sj, count = (1 if dx > 0.0 else -1), (1 if dy > 0.0 else -1), SIDE // BLOCK
    t = begin
    i = min(max(floor((px + t * dx) / size), 0), count - 1)
    j = min(max(floor((py + t * dy) / size), 0), count - 1)
    while True:
        tx, ty = leaves(px, dx, i, size), leaves(py, dy, j, size)
        u = min(max(min(tx, ty), t), end)
        if min(ez + t * dz, ez + u * dz) < block_top[tile, j, i]:
            a, b, v = floor((px + t * dx) / CELL), floor((py + t * dy) / CELL), t
            a = min(max(a, i * BLOCK), i * BLOCK + BLOCK - 1)
            b = min(max(b, j * BLOCK), j * BLOCK + BLOCK - 1)
            while True:
                ta, tb = leaves(px, dx, a, CELL), leaves(py, dy, b, CELL)
                w = min(max(min(ta, tb), v), u)
                if min(ez + v * dz, ez + w * dz) < ground[tile, b, a]:
                    return 0.5 * (v + w)
                if ta <= tb:
                    a += si
                else:
                    b += sj
                if w >= u or not (i * BLOCK <= a < (i + 1) * BLOCK and j * BLOCK <= b < (j + 1) * BLOCK):
                    break
                v = w
        if tx <= ty:
            i += si
        else:
            j += sj
        if u >= end or not (0 <= i < count and 0 <= j < count):
            return -1.0
        t = u


@compiled
def clipped(p: float, d: float, low: float, high: float, begin: float, end: float) -> tuple[float, float]:
    """The part of a stretch of time during which a point that starts at p and moves by d lies between two bounds."""
    if d == 0.0:
        return (begin, end) if low <= p <= high else (inf, -inf)
    near, far = (low - p) / d, (high - p) / d
    return max(begin, min(near, far)), min(end, max(near, far))


@compiled_part
def walled(
    walls: Floats, rows: Indices, low: int, high: int, ex: float, ey: float, ez: float, dx: float, dy: float, dz: float
) -> bool:
    """Whether the line from e to e + d runs into any of some walls."""
    k = low
    while k < high and not meets_wall(walls, rows[k], ex, ey, ez, dx, dy, dz):
        k += 1
    return k < high


@compiled_part
def ground_at(frame: Floats, shape: Integers, tile_of: Indices, ground: Singles, x: float, y: float) -> float:
    """The height of the ground at a place; minus infinity where nothing is known."""
    i, j = floor((x - frame[0]) / CELL), floor((y - frame[1]) / CELL)
    if i < 0 or j < 0 or i >= shape[0] * SIDE or j >= shape[1] * SIDE:
        return -inf
    tile = tile_of[(j // SIDE) * shape[0] + i // SIDE]
    return float(ground[tile, j % SIDE, i % SIDE]) if tile >= 0 else -inf


@compiled_part
def hidden_at(land: Land, ex: float, ey: float, ez: float, qx: float, qy: float, qz: float) -> float:
    """About where on the straight line from an eye to a point, from 0 to 1, something stands in it; -1 if nowhere.

    The arrays are taken out of the land first: passing all of them on for each tile would cost more than the work.
    """
    frame, shape, tile_of, tops, wall_tops = land.frame, land.shape, land.tile_of, land.top, land.wall_top
    ground, block_top, has_walls = land.ground, land.block_top, len(land.walls) > 0
    columns, rows = shape[0], shape[1]
    dx, dy, dz = qx - ex, qy - ey, qz - ez
    px, py = ex - frame[0], ey - frame[1]
    begin, end = clipped(px, dx, 0.0, columns * TILE, 0.0, 1.0)
    begin, end = clipped(py, dy, 0.0, rows * TILE, begin, end)
    if begin >= end:
        return -1.0
    si, sj, t = (1 if dx > 0.0 else -1), (1 if dy > 0.0 else -1), begin
    i = min(max(floor((px + t * dx) / TILE), 0), columns - 1)
    j = min(max(floor((py + t * dy) / TILE), 0), rows - 1)
    while True:
        tx, ty = leaves(px, dx, i, TILE), leaves(py, dy, j, TILE)
        u = min(max(min(tx, ty), t), end)
        place, lowest, at = j * columns + i, min(ez + t * dz, ez + u * dz), -1.0
        tile = tile_of[place]
        if tile >= 0 and lowest < tops[tile]:
            at = runs_into_ground(ground, block_top, tile, px - i * TILE, py - j * TILE, ez, dx, dy, dz, t, u)
        if at < 0.0 and has_walls and lowest < wall_tops[place]:
            first = land.wall_first
            if walled(land.walls, land.wall_row, first[place], first[place + 1], ex, ey, ez, dx, dy, dz):
                at = 0.5 * (t + u)
        if at >= 0.0:
            return min(at + DEEPER / max(hypot(dx, dy), DEEPER), 1.0)
        if tx <= ty:
            i += si
        else:
            j += sj
        if u >= end or not (0 <= i < columns and 0 <= j < rows):
            return -1.0
        t = u


@compiled
def lifted(land: Land, x: float, y: float, z: float) -> float:
    """A height, or that of the ground there if it is a little higher: what is moved along a slope stays on the road."""
    ground = ground_at(land.frame, land.shape, land.tile_of, land.ground, x, y) + SLACK
    return ground if z < ground < z + LEVELS else z


@compiled
def is_seen(land: Land, eye: Floats, box: Floats, reach: float, margin: float) -> bool:
    """Whether an eye sees any upper corner of a box, or one at half its height, now or within the margin."""
    east, north = box[0] - eye[0], box[1] - eye[1]
    far = hypot(east, north)
    if far > 0.0:
        closing = -(east * (box[7] - eye[4]) + north * (box[8] - eye[5])) / far
        if far - 0.5 * hypot(box[4], box[5]) > reach + margin * max(closing, 0.0):
            return False
    c, s, hint = cos(box[3]), sin(box[3]), 0.0
    frame, shape, tile_of, ground = land.frame, land.shape, land.tile_of, land.ground
    for moment in range(MOMENTS):
        t = margin * moment / (MOMENTS - 1)
        ex, ey = eye[0] + t * eye[4], eye[1] + t * eye[5]
        x, y = box[0] + t * box[7], box[1] + t * box[8]
        ez, z = eye[2] + t * eye[6], box[2] + t * box[9]
        if moment > 0:
            ez, z = lifted(land, ex, ey, ez), lifted(land, x, y, z)
        # Ground that hides an upper corner hides the one below it as well; a wall may end above that.
        for k in range(2 if len(land.walls) else 1):
            share = 1.0 - 0.5 * k
            for ahead in (0.5 * box[4], -0.5 * box[4]):
                for aside in (0.5 * box[5], -0.5 * box[5]):
                    qx, qy = x + c * ahead - s * aside, y + s * ahead + c * aside
                    qz, top = z + share * box[6], ez + eye[3]
                    # The ground that hides one corner mostly hides the others, too.
                    below = ground_at(frame, shape, tile_of, ground, ex + hint * (qx - ex), ey + hint * (qy - ey))
                    if top + hint * (qz - top) < below:
                        continue
                    hint = hidden_at(land, ex, ey, top, qx, qy, qz)
                    if hint < 0.0:
                        return True
    return False


@compiled
def seen_each(land: Land, eyes: Floats, boxes: Floats, reach: float, margin: float, out: Truths) -> None:
    """Fill in, for each box, whether any of the eyes sees it."""
    for i in range(len(boxes)):
        out[i] = False
        for j in range(len(eyes)):
            if is_seen(land, eyes[j], boxes[i], reach, margin):
                out[i] = True
                break
