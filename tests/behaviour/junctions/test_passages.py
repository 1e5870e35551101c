"""What is carried from step to step, and the small steps that compiled code takes."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.behaviour.junctions import judge_kernels, register_kernels
from seahaven.behaviour.junctions.crossroads import ORIGIN
from seahaven.behaviour.junctions.passages import NEVER, SLOTS, Passages
from seahaven.behaviour.junctions.register_kernels import ON_WAY, ROW
from seahaven.geometry.compiled import compiled


def plain(kernel: Any) -> Any:
    """A part of compiled code as the Python that it was written in: by itself it cannot be called."""
    return kernel.py_func


time_over, sort_comers = plain(judge_kernels.time_over), plain(register_kernels.sort_comers)
count_of, has = plain(register_kernels.count_of), plain(register_kernels.has)


@compiled
def take(own: Any, dates: Any, fronts: Any, way: int, front: float, near: int, far: int) -> None:
    """Make a way the first vehicle's own."""
    register_kernels.take(np.uintp(0), own, dates, fronts, way, front, near, far)


@compiled
def give_up(links: Any, own: Any, dates: Any, fronts: Any, way: int) -> None:
    """Let the first vehicle go of what it does not take."""
    register_kernels.give_up(np.uintp(0), links, own, dates, fronts, way)


positive = st.floats(0.5, 40.0)


def following(known: Passages, ids: list[int]) -> Passages:
    """The passages of those who are there then."""
    baggage = known.unpacked()
    baggage.follow(np.array(ids, np.int64))
    return Passages.packed(baggage)


def passages(ids: list[int]) -> Passages:
    """Somebody of each id, with something of its own in every array."""
    made = following(Passages(), ids)
    for row, id in enumerate(ids):
        made.ways[row, 0], made.dates[row, :2], made.fronts[row, 0] = id, 10 * id, 0.5 * id
        made.asked[row], made.waited[row] = 2 * id, 0.25 * id
    return made


def test_nobody_is_on_any_way_to_begin_with() -> None:
    made = following(Passages(), [3, 5, 9])
    assert made.ids.tolist() == [3, 5, 9]
    assert (made.ways == -1).all()
    assert made.ways.shape == (3, SLOTS)
    assert (made.dates == NEVER).all()
    assert made.asked.tolist() == [-1, -1, -1]
    assert made.waited.tolist() == [0.0, 0.0, 0.0]


def test_nothing_changes_while_the_same_are_there() -> None:
    made = passages([3, 5, 9])
    then = following(made, [3, 5, 9])
    assert (then.ways == made.ways).all()
    assert (then.dates == made.dates).all()


@given(
    before=st.lists(st.integers(1, 30), unique=True).map(sorted),
    after=st.lists(st.integers(1, 30), unique=True).map(sorted),
)
def test_who_stays_keeps_what_it_has_and_newcomers_have_nothing(before: list[int], after: list[int]) -> None:
    then = following(passages(before), after)
    assert then.ids.tolist() == after
    for row, id in enumerate(after):
        stays = id in before
        assert then.ways[row, 0] == (id if stays else -1)
        assert then.dates[row, 0] == (10 * id if stays else NEVER)
        assert then.fronts[row, 0] == (0.5 * id if stays else 0.0)
        assert then.asked[row] == (2 * id if stays else -1)
        assert then.waited[row] == (0.25 * id if stays else 0.0)


def test_the_new_rows_share_nothing_with_the_old_ones() -> None:
    before = passages([1, 2])
    after = following(before, [2])
    after.ways[0, 0], after.waited[0] = 99, 99.0
    assert before.ways[1, 0] == 2
    assert before.waited[1] == 0.5


@given(st.lists(st.integers(0, 6), max_size=30))
def test_comers_are_put_in_the_order_of_ways_and_stay_in_order_on_each(ways: list[int]) -> None:
    count = len(ways)
    comers = np.zeros((max(count, 1), 2), np.int32)
    comers[:count, ON_WAY], comers[:count, ROW] = ways, np.arange(count)
    first, order = np.full(8, 77, np.int32), np.zeros(max(count, 1), np.int32)
    sort_comers(count, 7, comers, first, order)
    assert order[:count].tolist() == sorted(range(count), key=lambda k: (ways[k], k))
    assert first.tolist() == [sum(way < k for way in ways) for k in range(8)]


def test_of_too_many_ways_the_oldest_is_forgotten() -> None:
    own, dates = np.full((1, SLOTS), -1, np.int32), np.full((1, 2 * SLOTS), NEVER, np.int64)
    fronts, row = np.zeros((1, SLOTS)), 0
    for way in range(SLOTS + 1):
        take(own, dates, fronts, way, float(way), 10 * way, 10 * way + 1)
        assert count_of(row, own) == min(way + 1, SLOTS)
        assert has(row, own, way)
    assert own[0].tolist() == list(range(1, SLOTS + 1))
    assert dates[0].tolist() == [date for way in range(1, SLOTS + 1) for date in (10 * way, 10 * way + 1)]
    assert fronts[0].tolist() == [float(way) for way in range(1, SLOTS + 1)]
    assert not has(row, own, 0)


@given(distance=st.floats(0.1, 300.0), speed=st.floats(0.0, 30.0), acceleration=st.floats(0.3, 4.0), top=positive)
def test_the_time_over_a_distance_is_that_of_somebody_who_speeds_up(
    distance: float, speed: float, acceleration: float, top: float
) -> None:
    seconds = time_over(distance, speed, acceleration, top)
    if speed >= top:
        assert seconds == pytest.approx(distance / speed)
        return
    until = (top - speed) / acceleration
    short = min(seconds, until)
    covered = speed * short + 0.5 * acceleration * short * short + top * (seconds - short)
    assert covered == pytest.approx(distance, rel=1e-9, abs=1e-6)


@given(distance=st.floats(0.1, 300.0), speed=st.floats(0.0, 20.0), top=positive)
def test_whoever_is_faster_takes_less_time(distance: float, speed: float, top: float) -> None:
    assert time_over(distance, speed + 1.0, 1.5, top) <= time_over(distance, speed, 1.5, top) + 1e-12
    assert time_over(distance, speed, 1.5, top + 1.0) <= time_over(distance, speed, 1.5, top) + 1e-12


def test_what_lies_behind_takes_no_time() -> None:
    assert time_over(0.0, 5.0, 1.5, 10.0) == 0.0
    assert time_over(-3.0, 0.0, 1.5, 10.0) == 0.0
    assert time_over(3.0, 0.0, 1.5, 10.0) == pytest.approx(sqrt(2.0 * 3.0 / 1.5))


def test_whoever_takes_another_way_from_the_same_arm_lets_go_of_the_first_one() -> None:
    links = np.zeros((4, ORIGIN + 1), np.int32)
    links[:, ORIGIN] = 4, 4, 5, -1
    own, fronts = np.array([[0, 2, 3]], np.int32), np.array([[1.0, 2.0, 3.0]])
    dates = np.array([[10, 11, 20, 21, 30, 31]], np.int64)
    give_up(links, own, dates, fronts, 1)
    assert own.tolist() == [[2, 3, -1]]
    assert fronts[0, :2].tolist() == [2.0, 3.0]
    assert dates[0, :4].tolist() == [20, 21, 30, 31]
    give_up(links, own, dates, fronts, 3)
    assert own.tolist() == [[2, 3, -1]]
