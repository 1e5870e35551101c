"""Compiled: from every lane the best way to one goal, and what those need who drive along it."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled, compiled_part
from seahaven.roads.lanemap.strips import Integers


@compiled
def turned_round(first: Integers, target: Integers) -> tuple[Integers, Integers]:
    """The links of a graph the other way: where those of each node begin, and which of the links given they are."""
    back_first = np.zeros(len(first), np.int64)
    for k in range(len(target)):
        back_first[target[k] + 1] += 1
    for node in range(len(first) - 1):
        back_first[node + 1] += back_first[node]
    filled, back = back_first.copy(), np.empty(len(target), np.int64)
    for node in range(len(first) - 1):
        for k in range(first[node], first[node + 1]):
            back[filled[target[k]]] = k
            filled[target[k]] += 1
    return back_first, back


@compiled
def grow(
    web: Any, seconds: Floats, goal_lane: Integers, goal_seconds: Floats
) -> tuple[Floats, Floats, Integers, Integers]:  # fmt: skip
    """Of each lane the seconds to the goal: on this lane to its end, and by the best of the lanes beside it.

    With them come the lane that one goes on by, -1 for none and -2 on the goal itself, and the one of `reach` by which
    it is best to leave the section, -1 where no way leads to the goal.
    """
    count = len(seconds)
    own, best = np.full(count, inf), np.full(count, inf)
    onward, leaving = np.full(count, -1, np.int64), np.full(count, -1, np.int64)
    waiting, is_waiting = np.empty(count + 1, np.int64), np.zeros(count, np.bool_)
    head, tail = 0, 0
    changed, changes = np.empty(count, np.int64), 0
    for k in range(len(goal_lane)):
        own[goal_lane[k]], onward[goal_lane[k]] = goal_seconds[k], -2
        changed[changes] = goal_lane[k]
        changes += 1
    while changes > 0 or head != tail:
        while changes > 0:
            changes -= 1
            lane = changed[changes]
            for k in range(web.beside_first[lane], web.beside_first[lane + 1]):
                row = web.beside[k]
                other, cost = web.beside_lane[k], own[lane] + web.reach_cost[row]
                if cost < best[other]:
                    best[other], leaving[other] = cost, row
                    if not is_waiting[other]:
                        waiting[tail], is_waiting[other] = other, True
                        tail = tail + 1 if tail < count else 0
        if head != tail:
            lane = waiting[head]
            head = head + 1 if head < count else 0
            is_waiting[lane] = False
            for k in range(web.previous_first[lane], web.previous_first[lane + 1]):
                before = web.previous_lane[k]
                cost = seconds[before] + best[lane]
                if cost < own[before] and onward[before] != -2:
                    own[before], onward[before] = cost, lane
                    changed[changes] = before
                    changes += 1
    return own, best, onward, leaving


@compiled
def measured(web: Any, length: Floats, end_s: Floats, own: Floats, onward: Integers, leaving: Integers) -> tuple[
    Floats, Floats
]:  # fmt: skip
    """Of each lane of a tree that ends at a goal: how far it can be followed without a change, and the metres left."""
    count = len(length)
    follows, left_over = np.full(count, inf), np.full(count, inf)
    order = np.argsort(own)
    for k in range(count):
        lane = order[k]
        if own[lane] == inf:
            break
        if onward[lane] == -2:
            left_over[lane] = end_s[lane]
            continue
        following = onward[lane]
        exit = web.reach_lane[leaving[following]]
        follows[lane] = length[lane] + (follows[exit] if exit == following else length[following])
        left_over[lane] = length[lane] + left_over[exit]
    return follows, left_over


@compiled
def measured_on(web: Any, length: Floats, onward: Integers, leaving: Integers) -> tuple[Floats, Floats]:
    """The same for a tree that leads on and on: infinitely far where one comes round again, else to the last lane."""
    count = len(length)
    follows, left_over = np.full(count, inf), np.full(count, inf)
    state, path = np.zeros(count, np.int8), np.empty(count, np.int64)
    for first in range(count):
        depth, lane = 0, first
        while state[lane] == 0:
            state[lane] = 1
            path[depth] = lane
            depth += 1
            if onward[lane] < 0 or leaving[onward[lane]] < 0:
                break
            lane = web.reach_lane[leaving[onward[lane]]]
        while depth > 0:
            depth -= 1
            lane = path[depth]
            following = onward[lane]
            if following < 0:
                left_over[lane] = length[lane]
            elif leaving[following] < 0:
                follows[lane] = length[lane] + length[following]
            else:
                exit = web.reach_lane[leaving[following]]
                # One that is still being looked at lies behind as well as ahead: both stay infinite.
                if exit != following:
                    follows[lane] = length[lane] + length[following]
                elif state[exit] == 2:
                    follows[lane] = length[lane] + follows[exit]
                if state[exit] == 2:
                    left_over[lane] = length[lane] + left_over[exit]
            state[lane] = 2
    return follows, left_over


@compiled
def fill_tree(
    web: Any, length: Floats, follows: Floats, left_over: Floats, slot: Integers, best: Floats, onward: Integers,
    leaving: Integers, link_lane: Integers, link_next: Integers, base: int, route: int, arrays: Any, cost: Floats,
) -> None:  # fmt: skip
    """Fill in the entries of a tree: one for each open lane, then one for each way on from lanes outside junctions.

    Those from which no way leads to the goal have infinitely much of it left.
    """
    count = len(length)
    for lane in range(count):
        if slot[lane] < 0:
            continue
        e = base + slot[lane]
        beside(web, slot, best, base, lane, e, arrays)
        arrays.lane[e], arrays.route[e], arrays.following[e], arrays.shift[e] = lane, route, -1, 0
        cost[e], arrays.drop[e], arrays.remaining[e] = best[lane], length[lane], inf
        if best[lane] == inf:
            continue
        exit = web.reach_lane[leaving[lane]]
        arrays.remaining[e] = left_over[exit]
        if exit == lane:
            arrays.drop[e] = follows[lane]
            arrays.following[e] = base + slot[onward[lane]] if onward[lane] >= 0 else -1
            arrays.shift[e] = better_lane(web, follows, leaving, lane)
        else:
            arrays.shift[e] = -web.reach_changes[leaving[lane]]
    first = base + slot.max() + 1
    for k in range(len(link_lane)):
        lane, following, e = link_lane[k], link_next[k], first + k
        beside(web, slot, best, base, lane, e, arrays)
        arrays.lane[e], arrays.route[e], arrays.shift[e] = lane, route, 0
        arrays.following[e] = -1
        cost[e], arrays.drop[e], arrays.remaining[e] = inf, length[lane], inf
        if best[following] < inf:
            exit = web.reach_lane[leaving[following]]
            arrays.following[e] = base + slot[following]
            cost[e] = best[following]
            arrays.drop[e] = length[lane] + (follows[exit] if exit == following else length[following])
            arrays.remaining[e] = length[lane] + left_over[exit]


@compiled
def beside(web: Any, slot: Integers, best: Floats, base: int, lane: int, e: int, arrays: Any) -> None:
    """Fill in the entries to the left and right of one."""
    left, right = web.left[lane], web.right[lane]
    arrays.left[e] = base + slot[left] if left >= 0 and best[left] < inf else -1
    arrays.right[e] = base + slot[right] if right >= 0 and best[right] < inf else -1


@compiled_part
def better_lane(web: Any, follows: Floats, leaving: Integers, lane: int) -> int:
    """How many lanes to the left the nearest of those lies that can be followed furthest; 0 for the lane itself."""
    furthest, shift = follows[lane], 0
    for k in range(web.reach_first[lane], web.reach_first[lane + 1]):
        other, changes = web.reach_lane[k], web.reach_changes[k]
        is_good = leaving[other] >= 0 and web.reach_lane[leaving[other]] == other
        is_further = follows[other] > furthest or (
            follows[other] == furthest and shift != 0 and abs(changes) < abs(shift)
        )
        if is_good and is_further:
            furthest, shift = follows[other], -changes
    return shift
