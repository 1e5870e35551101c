"""Compiled: where along a road its lanes need vertices, so that chords stay as near to them as was asked for."""

from __future__ import annotations

from math import ceil, sin, sqrt

import numpy as np

from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled, compiled_part
from seahaven.roads.lanemap.strips import Indices, Integers, Truths
from seahaven.roads.lanemap.tables import Tables

SAME = 1e-3
"""Breaks nearer to each other than this, in metres, are one: files round."""
WIDEST_TURN = 0.5
"""The most, in radians, that a segment may turn."""
MOST_SEGMENTS = 4096
"""Into how many segments a stretch is cut at most, however wild its numbers are."""
PROBES = 3


@compiled_part
def find_row(table: Floats, first: int, last: int, s: float) -> int:
    """The last of the rows whose s is not beyond the given one; the first row if all are."""
    low, high = first, last
    while high - low > 1:
        middle = (low + high) // 2
        if table[middle, 0] <= s:
            low = middle
        else:
            high = middle
    return low


@compiled
def evaluate(pieces: Floats, first: int, last: int, where: float, s: float) -> tuple[float, float, float]:
    """The value, slope and bend at s of the profile's piece that counts at `where`."""
    if first == last:
        return 0.0, 0.0, 0.0
    row = find_row(pieces, first, last, where)
    x, b, c, d = s - pieces[row, 0], pieces[row, 2], pieces[row, 3], pieces[row, 4]
    value = pieces[row, 1] + x * (b + x * (c + x * d))
    return value, b + x * (2.0 * c + x * 3.0 * d), 2.0 * c + x * 6.0 * d


@compiled
def lateral(
    pieces: Floats, profile_first: Integers, roads: int, road: int, slots: Indices, low: int, high: int,
    where: float, s: float, out: Floats,
) -> None:  # fmt: skip
    """Fill in, for the middle and then for the outer border of each slot, the offset from the line, slope and bend."""
    offset, slope, bend = evaluate(pieces, profile_first[3 * road + 2], profile_first[3 * road + 3], where, s)
    out[0, 0], out[0, 1], out[0, 2] = offset, slope, bend
    middle = low
    while middle < high and slots[middle] > 0:
        middle += 1
    for side in (1.0, -1.0):
        t, dt, ddt = offset, slope, bend
        slot = middle - 1 if side > 0.0 else middle
        while low <= slot < high:
            profile = 3 * roads + slot
            if slots[slot] != 0:
                w, dw, ddw = evaluate(pieces, profile_first[profile], profile_first[profile + 1], where, s)
                if w > 0.0:
                    t, dt, ddt = t + side * w, dt + side * dw, ddt + side * ddw
            out[1 + slot - low, 0], out[1 + slot - low, 1], out[1 + slot - low, 2] = t, dt, ddt
            slot += -1 if side > 0.0 else 1


@compiled
def sharpest(
    borders: Floats, count: int, k: float, height: tuple[float, float, float], bank: tuple[float, float, float]
) -> float:
    """The most by which any border bends per metre of the road, sideways or upwards."""
    most = 0.0
    for i in range(count):
        t, dt, ddt = borders[i, 0], borders[i, 1], borders[i, 2]
        shrinks = abs(t) * (bank[1] * bank[1] + abs(bank[2] * sin(bank[0])))
        aside = abs(k * (1.0 - k * t) + ddt) + shrinks
        upwards = abs(height[2]) + abs(t * bank[2]) + 2.0 * abs(dt * bank[1])
        most = max(most, max(aside, upwards))
    return most


@compiled_part
def segments_needed(h: float, most: float, turn: float, chord_error: float) -> int:
    """Into how many segments a stretch of length h is cut; none is shorter than the chord error itself."""
    wished = h * max(sqrt(most / (8.0 * chord_error)), turn / WIDEST_TURN)
    return max(1, ceil(min(min(wished - 1e-9, h / chord_error), float(MOST_SEGMENTS))))


@compiled
def stretches(
    t: Tables, bend_first: Integers, bends: Floats, break_first: Integers, breaks: Floats, chord_error: float
) -> tuple[Integers, Floats, Integers, Integers, Truths]:
    """The stretches between breaks, section by section: section, both ends, bend, number of segments, begins with a step.

    A step is a place where an offset, a width, the elevation or the superelevation jumps by more than the chord error.
    """  # noqa: E501
    most = len(breaks) + len(t.section_road)
    section_of, ends = np.empty(most, np.int64), np.empty((most, 2))
    bend_of, counts, is_step = np.empty(most, np.int64), np.empty(most, np.int64), np.zeros(most, np.bool_)
    roads, n = len(t.road_length), 0
    pieces, profile_first, slots = t.pieces, t.profile_first, t.slot_number
    widest = 2
    for section in range(len(t.section_road)):
        widest = max(widest, 1 + t.slot_first[section + 1] - t.slot_first[section])
    borders, reached, level, tilt = np.empty((widest, 3)), np.empty(widest), 0.0, 0.0
    for section in range(len(t.section_road)):
        road, low, high = t.section_road[section], t.slot_first[section], t.slot_first[section + 1]
        start, end = t.section_start[section], t.section_end[section]
        at, stop = start, break_first[road]
        while True:
            while stop < break_first[road + 1] and breaks[stop] <= at + SAME:
                stop += 1
            last = stop == break_first[road + 1] or breaks[stop] >= end - SAME
            to = end if last else breaks[stop]
            where = 0.5 * (at + to)
            bend = find_row(bends, bend_first[road], bend_first[road + 1], where)
            sharp, turn = 0.0, 0.0
            for probe in range(PROBES):
                s = at + (to - at) * probe / (PROBES - 1)
                k = bends[bend, 1] + bends[bend, 2] * (s - bends[bend, 0])
                lateral(pieces, profile_first, roads, road, slots, low, high, where, s, borders)
                height = evaluate(pieces, profile_first[3 * road], profile_first[3 * road + 1], where, s)
                bank = evaluate(pieces, profile_first[3 * road + 1], profile_first[3 * road + 2], where, s)
                sharp, turn = max(sharp, sharpest(borders, 1 + high - low, k, height, bank)), max(turn, abs(k))
                if probe == 0 and at > start:
                    for i in range(1 + high - low):
                        is_step[n] |= abs(borders[i, 0] - reached[i]) > chord_error
                        is_step[n] |= abs(height[0] - level + borders[i, 0] * (bank[0] - tilt)) > chord_error
            level, tilt = height[0], bank[0]
            for i in range(1 + high - low):
                reached[i] = borders[i, 0]
            section_of[n], ends[n, 0], ends[n, 1], bend_of[n] = section, at, to, bend
            counts[n] = segments_needed(to - at, sharp, turn, chord_error)
            n, at = n + 1, to
            if last:
                break
    return section_of[:n], ends[:n], bend_of[:n], counts[:n], is_step[:n]
