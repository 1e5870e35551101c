"""Short vehicles do not heed short ones that wait in a queue or at a red light."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from seahaven.behaviour.junctions.crossroads import FOE_BEGIN, INCOMING, LIGHTS, STOP
from seahaven.behaviour.junctions.judge_kernels import ALL, GREEN, RED, SOME
from seahaven.behaviour.junctions.passages import NEVER
from seahaven.behaviour.junctions.register_kernels import SHORT
from seahaven.behaviour.junctions.sifting_kernels import sift
from seahaven.behaviour.junctions.survey import survey
from seahaven.geometry.compiled import compiled
from seahaven.roads import LaneMap
from tests.behaviour.junctions.crossings import Scene, cross, tee

FAST, SLOW = 8.0, 0.0


@compiled
def sifted(ways, links, lights, states, speed, length, comers, places, grants, first, order, heads, bounds, listed):  # type: ignore[no-untyped-def]
    sift(ways, links, lights, states, speed, length, comers, places, grants, first, order, heads, bounds, listed)


def heeded(
    places: list[float], *, light: int = GREEN, speed: Any = FAST, length: Any = 4.5, granted: tuple[int, ...] = ()
) -> list[int]:
    """Of vehicles so far along the second of two ways, the first of which heads its lane: those that are heeded."""
    count = len(places)
    ways, links = np.zeros((3, 5)), np.zeros((3, 10), np.int32)
    ways[:, STOP] = -1.0
    links[1:, LIGHTS], links[:, INCOMING] = (0, 1), (0, 1, 0)
    grants = np.full((count, 2), NEVER)
    grants[list(granted)] = 7
    bounds, listed = np.zeros((2, 3), np.int32), np.full(2 * count, -1, np.int32)
    sifted(
        ways, links, np.zeros(1, np.int32), np.array([light], np.int8), np.broadcast_to(speed, count).astype(float),
        np.broadcast_to(length, count).astype(float), np.array([[k, 1] for k in range(count)], np.int32),
        np.array(places), grants, np.array([0, 0, count], np.int32), np.arange(count, dtype=np.int32)[::-1].copy(),
        np.array([-1, 0], np.int32), bounds, listed,
    )  # fmt: skip
    assert listed[bounds[ALL, 1] : bounds[ALL, 2]].tolist() == list(range(count))[::-1]
    assert bounds[ALL, 0] == bounds[ALL, 1] == 0
    assert bounds[SOME, 0] == bounds[SOME, 1] == count
    return listed[bounds[SOME, 1] : bounds[SOME, 2]].tolist()


def test_all_who_drive_towards_a_way_are_heeded_in_their_order() -> None:
    assert heeded([-10.0, -20.0, -30.0]) == [2, 1, 0]


def test_nobody_heeds_those_behind_the_first_in_line_while_it_stands() -> None:
    assert heeded([-2.0, -8.0, -15.0], speed=[SLOW, SLOW, 3.0]) == [0]
    assert heeded([-2.0, -8.0, -15.0], speed=[3.0, SLOW, SLOW]) == [2, 1, 0]


def test_nobody_heeds_those_whom_a_red_light_keeps_back() -> None:
    assert heeded([-60.0, -80.0], light=RED) == []
    assert heeded([-1.5, -80.0], light=RED) == [0], "it can no longer stop"


@pytest.mark.parametrize("light", [GREEN, RED])
def test_those_who_have_set_out_or_are_on_their_way_or_long_are_heeded_whatever_they_do(light: int) -> None:
    assert heeded([-2.0, -9.0], light=light, speed=SLOW, granted=(0, 1)) == [1, 0]
    assert heeded([3.0, 0.5], light=light, speed=SLOW) == [1, 0]
    assert heeded([-2.0, -9.0], light=light, speed=SLOW, length=SHORT + 1.0) == [1, 0]


@pytest.mark.parametrize("lane_map", [cross(), cross("lights", lanes=2), tee()])
def test_no_stretch_where_two_short_vehicles_meet_begins_before_a_way_does(lane_map: LaneMap) -> None:
    spans = survey(Scene(lane_map).tracks).spans
    assert len(spans)
    assert (spans[:, FOE_BEGIN] >= 0.0).all()
