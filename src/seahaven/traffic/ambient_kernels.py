"""Compiled: many newcomers to ambient traffic at once, lined up with room between them, and sent by routes."""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.geometry import Floats, Integers
from seahaven.geometry.compiled import compiled
from seahaven.traffic.room_kernels import LENGTH, fitting_speed, wanted_gap

BLOCK = 128
"""Up to so many numbers are summed in one go: see `total`."""


@compiled
def line_up(
    places: Floats, speeds: Floats, traits: Floats, count: int, wanted: Floats, wishes: Floats, own: Floats,
    near: float, hard: float, caution: float, margin: float, step: float,
) -> Floats:  # fmt: skip
    """How fast newcomers at wanted places are, one after the other; -1 where there is no room.

    `places`, `speeds` and `traits` are those of the `count` who are there, in the order of their places, with rows to
    spare for all newcomers; whoever finds room is put among them. See `Throng.speed_at`, which is this for one.
    """
    entered = np.empty(len(wanted))
    for k in range(len(wanted)):
        place, speed, length = wanted[k], wishes[k], own[k, LENGTH]
        at = np.searchsorted(places[:count], place)
        if at < count and places[at] - place < near:
            gap = places[at] - place - 0.5 * (traits[at, LENGTH] + length)
            most = fitting_speed(own[k], gap, speeds[at], hard, caution, margin, step) if gap > 0.0 else -1.0
            speed = min(speed, most)
        if speed > 0.0 and at > 0 and place - places[at - 1] < near:
            gap = place - places[at - 1] - 0.5 * (traits[at - 1, LENGTH] + length)
            if not gap >= wanted_gap(traits[at - 1], speeds[at - 1], speed, hard, caution, margin, step):
                speed = -1.0
        entered[k] = max(speed, -1.0)
        if speed > 0.0:
            for row in range(count, at, -1):
                places[row], speeds[row], traits[row] = places[row - 1], speeds[row - 1], traits[row - 1]
            places[at], speeds[at], traits[at] = place, speed, own[k]
            count += 1
    return entered


@compiled
def total(numbers: Floats) -> float:
    """The sum of some numbers with the very bits of `numpy.sum`, which adds them pairwise."""
    if len(numbers) > BLOCK:
        half = len(numbers) // 2
        half -= half % 8
        return float(total(numbers[:half]) + total(numbers[half:]))
    if len(numbers) < 8:
        whole = 0.0
        for number in numbers:
            whole += number
        return whole
    sums = numbers[:8].copy()
    end = len(numbers) - len(numbers) % 8
    for k in range(8, end):
        sums[k % 8] += numbers[k]
    whole = ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]))
    for k in range(end, len(numbers)):
        whole += numbers[k]
    return float(whole)


@compiled
def choose_ways(
    first: Integers, drops: Floats, turns: Integers, powers: Floats, lanes: Integers, along: Floats, chances: Floats,
    ahead: float,
) -> Any:  # fmt: skip
    """For vehicles at places, the number of the way that each takes by a number from 0 up to 1; -1 where none comes by.

    The ways by a lane lie from `first` of it on. `drops` says how far each can be followed without a change, and
    `turns` how often it turns; `powers` are the shares of those who turn once, twice, and so on, more often than need
    be.
    """
    chosen = np.full(len(lanes), -1, np.int64)
    for k in range(len(lanes)):
        low, high = first[lanes[k]], first[lanes[k] + 1]
        if low == high:
            continue
        furthest = -np.inf
        for way in range(low, high):
            furthest = max(furthest, drops[way] - along[k])
        least = min(ahead, furthest)
        counts, fewest = np.zeros(len(powers), np.int64), len(powers)
        for way in range(low, high):
            if drops[way] - along[k] >= least:
                counts[turns[way]] += 1
                fewest = min(fewest, turns[way])
        weights = np.zeros(high - low)
        for way in range(low, high):
            if drops[way] - along[k] >= least:
                weights[way - low] = powers[turns[way] - fewest] / counts[turns[way]]
        limit, sofar, at, last = chances[k] * total(weights), 0.0, 0, 0
        for row in range(len(weights)):
            sofar += weights[row]
            at += sofar <= limit
            last = row if weights[row] != 0.0 else last
        chosen[k] = low + min(at, last)
    return chosen
