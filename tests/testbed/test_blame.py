"""Who is to blame for a collision, by the rules of the road."""

from __future__ import annotations

import numpy as np
import pytest

from seahaven.measures import JunctionDrive
from seahaven.testbed import Evidence
from seahaven.testbed.blame import Blame, blame
from tests.testbed.recorded import OTHER, WIDTH, driven, evidence, lane

COUNT = 100
LATE = np.clip((np.arange(COUNT) - 80) / 15.0, 0.0, 1.0)
"""From 0 to 1 within the last two seconds."""


def of(*vehicles: object, **more: object) -> Blame:
    seen: Evidence = evidence(*vehicles, crash=True, **more)  # type: ignore[arg-type]
    return blame(seen, OTHER)


def test_the_follower_is_to_blame() -> None:
    assert of(driven(10.0), driven(8.0, start=125.0)) == (True, "it ran into the one ahead")
    assert of(driven(8.0, start=125.0), driven(10.0)) == (False, "the one behind ran into it")


def test_the_follower_of_one_that_cut_in_is_not() -> None:
    beside = driven(8.0, start=125.0, number=-1)
    changed = np.where(LATE > 0.5, lane(-2), lane(-1))
    cut = {**beside, "y": beside["y"] - WIDTH * LATE, "lane": changed, "drift": np.where(LATE > 0.0, -2.0, 0.0)}
    assert of(driven(10.0), cut) == (False, "the other one had cut in")
    assert of(cut, driven(10.0)) == (True, "it had cut in")


def test_the_one_on_the_wrong_side_is_to_blame() -> None:
    against = driven(10.0, start=300.0)
    against |= {"x": 300.0 - 10.0 * 0.1 * np.arange(COUNT), "s": 300.0 - np.arange(COUNT), "heading": np.pi}
    assert of(driven(10.0), against) == (False, "the other one drove against its lane")
    assert of(against, driven(10.0)) == (True, "it drove against its lane")


def test_the_one_outside_its_lane_is_to_blame() -> None:
    drifted = driven(10.0, offset=1.2 * LATE)
    assert of(drifted, driven(10.0, number=-1)) == (True, "it was outside its lane")


def test_the_one_off_the_lanes_is_to_blame() -> None:
    off = driven(10.0) | {"lane": -1, "y": -12.0}
    assert of(driven(10.0), off) == (False, "the other one was off the lanes")


def test_the_one_that_passed_a_red_light_is_to_blame_whatever_else() -> None:
    drive = JunctionDrive(1, red=(8.0,))
    assert of(driven(8.0, start=125.0), driven(10.0), junctions=drive) == (True, "it had passed a red light")


@pytest.mark.parametrize(("speeds", "own"), [((10.0, 0.0), True), ((0.0, 10.0), False)])
def test_of_two_the_one_that_moves_is_to_blame(speeds: tuple[float, float], own: bool) -> None:
    across = driven(speeds[1]) | {"heading": 0.5 * np.pi, "lane": lane(-2)}
    assert of(driven(speeds[0]), across).is_own is own
