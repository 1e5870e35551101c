"""The judge of collisions finds what all pairs, taken one by one, have in common."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.bench.realism.box_check import overlaps
from seahaven.geometry import Box, Pose
from seahaven.kernel import Stream


def scene(count, seed, size):
    draws = Stream.named(seed, "boxes")
    u = [draws.uniforms(np.arange(count), draw=k) for k in range(5)]
    return size * u[0] - 50.0, size * u[1], 8.0 * u[2] - 4.0, 2.0 + 15.0 * u[3], 0.8 + 2.0 * u[4]


def by_hand(x, y, heading, length, width):
    boxes = [
        Box(Pose(*place), *size) for *place, size in zip(x, y, heading, zip(length, width, strict=True), strict=True)
    ]
    return [[a, b] for a, b in combinations(range(len(boxes)), 2) if boxes[a].overlaps(boxes[b])]


@given(st.integers(0, 60), st.integers(0, 10**6), st.sampled_from([30.0, 100.0, 400.0]))
def test_the_same_pairs_overlap_as_by_hand(count, seed, size):
    boxes = scene(count, seed, size)
    assert overlaps(*boxes).tolist() == by_hand(*boxes)


def test_boxes_that_only_touch_do_not_overlap():
    ones, zeros = np.ones(2), np.zeros(2)
    assert len(overlaps(np.array([0.0, 4.0]), zeros, zeros, 4.0 * ones, 2.0 * ones)) == 0
    assert overlaps(np.array([0.0, 3.99]), zeros, zeros, 4.0 * ones, 2.0 * ones).tolist() == [[0, 1]]


@pytest.mark.parametrize("count", [0, 1])
def test_nobody_and_one_alone_overlap_nobody(count):
    assert overlaps(*(np.zeros(count),) * 5).shape == (0, 2)
