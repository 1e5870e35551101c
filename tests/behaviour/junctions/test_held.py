"""Whoever stands behind another one inside a junction comes after that one for all others, too."""

from __future__ import annotations

import numpy as np
import pytest

from seahaven.behaviour.junctions.crossroads import BEGIN, CONFLICTS, END, FOE, FOE_BEGIN, FOE_END, KIND, MERGE
from seahaven.behaviour.junctions.crossroads import LENGTH as WAY_LENGTH
from seahaven.behaviour.junctions.held_kernels import HELD, find_held
from seahaven.behaviour.junctions.passages import NEVER, SLOTS
from seahaven.geometry.compiled import compiled

LENGTH = 4.5


@compiled
def found(ways, links, conflicts, spans, speed, length, own, fronts, comers, places, grants, first, order, held):  # type: ignore[no-untyped-def]
    find_held(ways, links, conflicts, spans, speed, length, own, fronts, comers, places, grants, first, order, held)


def held_behind(gap: float, *, date: int = 40, speed: float = 0.0, own_speed: float = 0.0) -> int:
    """After which date somebody comes who set out at 20, and has another one so far ahead on its way."""
    links = np.zeros((2, 10), np.int32)
    links[:, CONFLICTS] = 1  # a row that is nobody's comes first
    own = np.full((2, SLOTS), -1, np.int32)
    own[:, 0] = 0
    fronts = np.zeros((2, SLOTS))
    fronts[:, 0] = 5.0, 5.0 + gap + LENGTH
    held = np.empty(2, np.int64)
    found(
        np.zeros((1, 12)), links, np.zeros((1, 8), np.int32), np.zeros((1, 32)), np.array([own_speed, speed]),
        np.full(2, LENGTH), own, fronts, np.array([[0, 0], [1, 0]], np.int32), fronts[:, 0].copy(),
        np.array([[20, 20], [date, date]], np.int64), np.array([0, 2], np.int32), np.array([0, 1], np.int32), held,
    )  # fmt: skip
    assert held[1] == 0, "whoever is ahead is held by nobody"
    return int(held[0])


def test_it_comes_after_the_one_that_stands_right_before_it() -> None:
    assert held_behind(1.5) == 41
    assert held_behind(1.5, date=NEVER) == NEVER - 1, "who waits there has not got on yet, but will at some date"


@pytest.mark.parametrize("others", [{"gap": HELD + 1.0}, {"gap": 1.5, "speed": 3.0}, {"gap": 1.5, "own_speed": 3.0}])
def test_who_may_go_on_keeps_its_own_date(others: dict[str, float]) -> None:
    assert held_behind(**others) == 0


@pytest.mark.parametrize(("place", "date", "expected"), [(-0.3, NEVER, 0), (-0.3, 40, 41), (1.5, NEVER, NEVER - 1)])
def test_one_at_the_line_of_another_way_onto_the_same_lane_holds_nobody(place: float, date: int, expected: int) -> None:
    """Such as one that turns back: as far from where both meet as the one inside, but beside it."""
    links, ways = np.zeros((3, 10), np.int32), np.zeros((2, 12))
    links[:, CONFLICTS], ways[:, WAY_LENGTH] = [1, 2, 3], [20.0, 5.0]
    conflicts, spans = np.zeros((4, 8), np.int32), np.zeros((4, 32))
    conflicts[1:3, FOE], conflicts[1:3, KIND] = [1, 0], MERGE
    spans[1, BEGIN], spans[1, END], spans[1, FOE_BEGIN], spans[1, FOE_END] = 16.0, 20.0, 0.2, 5.0
    own = np.full((2, SLOTS), -1, np.int32)
    own[0, 0] = 0
    fronts = np.zeros((2, SLOTS))
    fronts[0, 0] = 20.0 - (5.0 - (place - LENGTH)) - 1.0
    held = np.empty(2, np.int64)
    found(
        ways, links, conflicts, spans, np.zeros(2), np.full(2, LENGTH), own, fronts,
        np.array([[0, 0], [1, 1]], np.int32), np.array([fronts[0, 0], place]),
        np.array([[20, 20], [date, date]], np.int64), np.array([0, 1, 2], np.int32), np.array([0, 1], np.int32), held,
    )  # fmt: skip
    assert held[0] == expected
