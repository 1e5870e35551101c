"""Compiled: where lanes may be changed, and the search for the cheapest way over the lanes.

The search settles lanes in the order of the cost at which their beginnings are reached, lower lanes first among equals.
One step leads from the beginning of a lane over any lane that can be changed to in its section, up to the
beginning of a lane beyond.
"""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled, compiled_part
from seahaven.roads.lanemap.strips import Indices, Integers, Truths

MOST_BEYOND = 1000.0
"""How far beyond the end of a lane, in metres, a stretch is followed on which changes are permitted."""
SLOWEST = 0.1
"""The least speed, in m/s, that a lane is taken to be driven at."""
ROUNDING = 1e-9
ZERO: Any = np.int64(0)
"""Where counting begins; a plain 0 would have functions compiled for it alone."""
FAILED = 1 << 30
"""Stands for a number of changes that does not exist."""


@compiled
def runs(
    first: Integers, s: Floats, permitted: Truths, other: Integers, next_first: Integers, next_lane: Indices
) -> Floats:
    """For each vertex how many metres from there on a change is permitted without a break.

    A stretch goes on beyond the end of a section if the lane and the one beside it both do, side by side.
    """
    run = np.zeros(len(s))
    for lane in range(len(other)):
        if other[lane] < 0:
            continue
        last, beyond, here = first[lane + 1] - 1, 0.0, lane
        while beyond < MOST_BEYOND:
            onward = -1
            for i in range(next_first[here], next_first[here + 1]):
                beside = other[next_lane[i]]
                for j in range(next_first[other[here]], next_first[other[here] + 1]):
                    if beside >= 0 and next_lane[j] == beside:
                        onward = next_lane[i]
            if onward < 0 or onward == lane:
                break
            row = first[onward]
            while row < first[onward + 1] - 1 and permitted[row]:
                row += 1
            beyond += s[row]
            here = onward
            if row < first[onward + 1] - 1:
                break
        run[last] = beyond
        for row in range(last - 1, first[lane] - 1, -1):
            run[row] = s[row + 1] - s[row] + run[row + 1] if permitted[row] else 0.0
    return run


@compiled
def clocks(first: Integers, s: Floats, limit: Floats, top_speed: float) -> Floats:
    """For each vertex the seconds from the beginning of its lane; where nothing may move, as if slowly."""
    clock = np.zeros(len(s))
    for lane in range(len(first) - 1):
        for row in range(first[lane] + 1, first[lane + 1]):
            speed = max(min(limit[row - 1], top_speed), SLOWEST)
            clock[row] = clock[row - 1] + (s[row] - s[row - 1]) / speed
    return clock


@compiled
def openings(first: Integers, run: Floats, least: float) -> Integers:
    """For each side and vertex the first vertex of the lane from there on at which a change may begin, or -1."""
    opening = np.full(run.shape, -1, np.int64)
    for side in range(2):
        for lane in range(len(first) - 1):
            found = -1
            for row in range(first[lane + 1] - 2, first[lane] - 1, -1):
                if run[side, row] > 0.0 and run[side, row] >= least - ROUNDING:
                    found = row
                opening[side, row] = found
    return opening


@compiled_part
def row_at(sides: Any, lane: int, at: float) -> Any:
    """The row of the stretch of a lane that holds an s."""
    low, high = sides.first[lane], sides.first[lane + 1] - 2
    while low < high:
        middle = (low + high + 1) // 2
        if sides.s[middle] <= at:
            low = middle
        else:
            high = middle - 1
    return low


@compiled
def along(sides: Any, values: Floats, lane: int, other: int, at: float) -> Any:
    """The value that grows along a lane, beside the place at `at` on another of the same section."""
    row = row_at(sides, lane, at)
    span = sides.s[row + 1] - sides.s[row]
    share = min(max((at - sides.s[row]) / span, 0.0), 1.0) if span > 0.0 else 0.0
    there = sides.first[other] + row - sides.first[lane]
    return values[there] + share * (values[there + 1] - values[there])


@compiled
def aside(sides: Any, least: float, lane: int, at: float, side: int) -> tuple[int, float]:
    """The lane to one side, and the s there at which a change is done that begins as soon as it may; -1 for never."""
    other = sides.left[lane] if side == 0 else sides.right[lane]
    if other < 0 or at > sides.length[lane]:
        return -1, inf
    row, begin = row_at(sides, lane, at), at
    run = sides.run[side, row] - (at - sides.s[row]) if sides.run[side, row] > 0.0 else 0.0
    if run <= 0.0 or run < least - ROUNDING:
        opening = sides.opening[side, row + 1]
        if opening < 0:
            return -1, inf
        begin = sides.s[opening]
    done = begin + least
    excess = max(done - sides.length[lane], 0.0)
    return other, along(sides, sides.s, lane, other, done) + excess


@compiled
def reaches(sides: Any, open_to: Truths, least: float) -> tuple[Integers, Integers, Integers]:
    """For each lane those by which one can leave its section, and with how many changes: counted, then filled in."""
    lanes = len(sides.length)
    first = np.zeros(lanes + 1, np.int64)
    lane_of, changes = np.empty(0, np.int64), np.empty(0, np.int64)
    for filling in (False, True):
        if filling:
            lane_of, changes = np.empty(first[-1], np.int64), np.empty(first[-1], np.int64)
        count = 0
        for a in range(lanes):
            if open_to[a]:
                if filling:
                    lane_of[count], changes[count] = a, 0
                count += 1
                for side in range(2):
                    lane, at, steps = a, 0.0, 0
                    while True:
                        lane, at = aside(sides, least, lane, at, side)
                        if lane < 0:
                            break
                        steps += 2 * side - 1
                        if filling:
                            lane_of[count], changes[count] = lane, steps
                        count += 1
            first[a + 1] = count
    return first, lane_of, changes


@compiled
def walk(sides: Any, least: float, is_open: Truths, start: int, at: float, goal: int) -> tuple[int, float]:
    """How many changes lead from a place to another lane of its section, and the s there; FAILED where none do."""
    for side in range(2):
        lane, s, steps = start, at, 0
        while lane >= 0:
            if lane == goal:
                return steps, s
            lane, s = aside(sides, least, lane, s, side)
            steps += 2 * side - 1
            if lane >= 0 and not is_open[lane]:
                lane = -1
    return FAILED, inf


@compiled_part
def push(keys: Floats, lanes: Integers, size: int, key: float, lane: int) -> None:
    """Put a lane into the heap, ordered by key, then lane."""
    i = size
    while i > 0:
        up = (i - 1) // 2
        if keys[up] < key or (keys[up] == key and lanes[up] <= lane):
            break
        keys[i], lanes[i] = keys[up], lanes[up]
        i = up
    keys[i], lanes[i] = key, lane


@compiled
def pop(keys: Floats, lanes: Integers, size: int) -> None:
    """Take the least lane off the heap; `size` is what is left."""
    key, lane, i = keys[size], lanes[size], 0
    while True:
        low = 2 * i + 1
        if low >= size:
            break
        right = low + 1
        if right < size and (keys[right] < keys[low] or (keys[right] == keys[low] and lanes[right] < lanes[low])):
            low = right
        if key < keys[low] or (key == keys[low] and lane <= lanes[low]):
            break
        keys[i], lanes[i] = keys[low], lanes[low]
        i = low
    keys[i], lanes[i] = key, lane


@compiled
def leave(
    onward: Any, is_open: Truths, keys: Floats, heap: Integers, size: int, cost: Floats, parent: Integers,
    via: Integers, seen: Integers, reached: float, lane: int, origin: int,
) -> int:  # fmt: skip
    """Go on from the end of a lane, reached at a cost, to the lanes beyond; the heap's new size."""
    for i in range(onward.next_first[lane], onward.next_first[lane + 1]):
        beyond = onward.next_lane[i]
        if is_open[beyond] and reached < cost[beyond]:
            if cost[beyond] == inf:
                seen[0] += 1
                seen[seen[0]] = beyond
            cost[beyond], parent[beyond], via[beyond] = reached, origin, lane
            push(keys, heap, size, reached, beyond)
            size += 1
    return size


@compiled_part
def is_chain_open(is_open: Truths, left: Integers, right: Integers, start: int, goal: int, changes: int) -> Any:
    """Whether all lanes that one comes upon while changing lanes are open."""
    lane = start
    for _ in range(abs(changes)):
        lane = left[lane] if changes < 0 else right[lane]
        if not is_open[lane]:
            return False
    return is_open[goal]


@compiled
def grow(
    sides: Any, onward: Any, progress: Floats, change_cost: float, least: float, is_open: Truths,
    source: tuple[Integers, Floats, Floats],
    keys: Floats, heap: Integers, tree: tuple[Floats, Integers, Integers, Integers], is_wanted: Truths, wanted: int,
) -> None:  # fmt: skip
    """Fill in what it costs to come to the beginning of each lane, and from where, until all wanted ones are known.

    `tree` is the cost, the lane at whose beginning the last step began (-1 - i for source i), the lane that the step
    left its section by, and the lanes that were reached, behind their number. No cost is known when it begins.
    """
    cost, parent, via, seen = tree
    size = ZERO
    for i in range(len(source[0])):
        start, at = source[0][i], source[1][i]
        for side in range(2):
            lane, s, steps = start, at, 0
            while lane >= 0:
                if is_open[lane] and (side == 0 or steps > 0):
                    end = progress[sides.first[lane + 1] - 1] - along(sides, progress, start, lane, at)
                    reached = source[2][i] + end + steps * change_cost
                    size = leave(onward, is_open, keys, heap, size, cost, parent, via, seen, reached, lane, -1 - i)
                lane, s = aside(sides, least, lane, s, side)
                steps += 1
                if lane >= 0 and not is_open[lane]:
                    lane = -1
    while size > 0 and wanted > 0:
        reached, a = keys[0], heap[0]
        size -= 1
        pop(keys, heap, size)
        if reached > cost[a]:
            continue
        if is_wanted[a]:
            is_wanted[a] = False
            wanted -= 1
        for k in range(onward.reach_first[a], onward.reach_first[a + 1]):
            lane, changes = onward.reach_lane[k], onward.reach_changes[k]
            if is_chain_open(is_open, sides.left, sides.right, a, lane, changes):
                beyond = reached + progress[sides.first[lane + 1] - 1] + abs(changes) * change_cost
                size = leave(onward, is_open, keys, heap, size, cost, parent, via, seen, beyond, lane, a)


@compiled_part
def best_arrival(
    sides: Any, progress: Floats, change_cost: float, least: float, is_open: Truths,
    source: tuple[Integers, Floats, Floats], cost: Floats, goal: int, at: float,
) -> tuple[float, int]:  # fmt: skip
    """The cheapest way to a place once the tree is grown: its cost, and the lane it comes from, or -1 - source."""
    best, origin = inf, 0
    if not is_open[goal]:
        return best, origin
    for side in range(2):
        a = goal
        while a >= 0:
            if (side == 0 or a != goal) and cost[a] < inf:
                changes, s = walk(sides, least, is_open, a, 0.0, goal)
                total = cost[a] + along(sides, progress, goal, goal, at) + abs(changes) * change_cost
                if changes != FAILED and s <= at + ROUNDING and total < best:
                    best, origin = total, a
            a = sides.left[a] if side == 0 else sides.right[a]
    for i in range(len(source[0])):
        start, begin = source[0][i], source[1][i]
        changes, s = walk(sides, least, is_open, start, begin, goal)
        if changes != FAILED and s <= at + ROUNDING:
            driven = along(sides, progress, goal, goal, at) - along(sides, progress, start, goal, begin)
            total = source[2][i] + driven + abs(changes) * change_cost
            if total < best:
                best, origin = total, -1 - i
    return best, origin


@compiled_part
def lay_back(
    left: Integers, right: Integers, lanes: Integers, moves: Integers, count: int, goal: int, start: int
) -> int:
    """Write down the lanes from one back to another of the same section, without the first; the new count."""
    side, found = 0, False
    lane = start
    while lane >= 0:
        if lane == goal:
            found = True
            break
        lane = left[lane]
    side = 0 if found else 1
    lane = goal
    while lane != start:
        lane = right[lane] if side == 0 else left[lane]
        lanes[count], moves[count] = lane, 1 + side
        count += 1
    return count


@compiled_part
def trace_back(
    left: Integers, right: Integers, tree: tuple[Floats, Integers, Integers, Integers], source_lane: Integers,
    goal: int, origin: int, lanes: Integers, moves: Integers,
) -> tuple[int, int]:  # fmt: skip
    """Write down the lanes to a place, last one first, and how one goes on from each; their count and the source."""
    lanes[0], moves[0], count = goal, 0, ZERO + 1
    lane = goal
    while True:
        start = origin if origin >= 0 else source_lane[-1 - origin]
        count = lay_back(left, right, lanes, moves, count, lane, start)
        if origin < 0:
            return count, -1 - origin
        lane = tree[2][origin]
        lanes[count], moves[count] = lane, 0
        count += 1
        origin = tree[1][origin]


@compiled_part
def mark_wanted(sides: Any, is_wanted: Truths, lane: int, is_now: bool) -> int:
    """Mark a lane and all beside it as wanted, or as not; how many that changes."""
    changed = 0
    for side in range(2):
        a = lane
        while a >= 0:
            changed += 0 if is_wanted[a] == is_now else 1
            is_wanted[a] = is_now
            a = sides.left[a] if side == 0 else sides.right[a]
    return changed


@compiled
def search(
    sides: Any, onward: Any, steps: int, progress: Floats, change_cost: float, least: float, is_open: Truths,
    source_first: Integers, source_lane: Integers, source_s: Floats, source_cost: Floats,
    target_first: Integers, target_lane: Integers, target_s: Floats, costs: Floats,
) -> tuple[Integers, Integers, Integers, Integers]:  # fmt: skip
    """The cheapest ways from the nearest of each group's sources to each of the group's targets, group after group.

    What comes back: source, where each way's lanes begin, lanes, moves. What the ways cost is filled in where there is
    one. The costs of sources may be the same array: then the targets of a group are the sources of a later one.
    `steps` bounds what is put into the heap after the sources.
    """
    n, targets, most = len(sides.length), len(target_lane), 0
    tree = np.full(n, inf), np.empty(n, np.int64), np.empty(n, np.int64), np.zeros(n + 1, np.int64)
    for group in range(len(source_first) - 1):
        most = max(most, source_first[group + 1] - source_first[group])
    room = steps + most * (len(onward.next_lane) + 1)
    keys, heap, is_wanted = np.empty(room), np.empty(room, np.int64), np.zeros(n, np.bool_)
    origins, first = np.full(targets, -1, np.int64), np.zeros(targets + 1, np.int64)
    longest = len(onward.reach_lane) + 3 * n + 16
    back, back_moves = np.empty(longest, np.int64), np.empty(longest, np.int64)
    lanes, moves = np.empty(64 * targets, np.int64), np.empty(64 * targets, np.int64)
    for group in range(len(source_first) - 1):
        low, high = source_first[group], source_first[group + 1]
        source = source_lane[low:high], source_s[low:high], source_cost[low:high]
        wanted = ZERO
        for j in range(target_first[group], target_first[group + 1]):
            wanted += mark_wanted(sides, is_wanted, target_lane[j], True)
        grow(sides, onward, progress, change_cost, least, is_open, source, keys, heap, tree, is_wanted, wanted)
        for j in range(target_first[group], target_first[group + 1]):
            mark_wanted(sides, is_wanted, target_lane[j], False)
            goal, count = target_lane[j], 0
            best, origin = best_arrival(
                sides, progress, change_cost, least, is_open, source, tree[0], goal, target_s[j]
            )
            if best < inf:
                count, origins[j] = trace_back(sides.left, sides.right, tree, source[0], goal, origin, back, back_moves)
                costs[j] = best
            if first[j] + count > len(lanes):
                lanes = np.concatenate((lanes, np.empty(len(lanes) + count, np.int64)))
                moves = np.concatenate((moves, np.empty(len(moves) + count, np.int64)))
            for k in range(count):
                lanes[first[j] + k], moves[first[j] + k] = back[count - 1 - k], back_moves[count - 1 - k]
            first[j + 1] = first[j] + count
        for k in range(1, tree[3][0] + 1):
            tree[0][tree[3][k]] = inf
        tree[3][0] = 0
    return origins, first, lanes[: first[-1]].copy(), moves[: first[-1]].copy()
