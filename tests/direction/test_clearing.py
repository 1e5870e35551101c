"""Who is told to keep away from the subject, and who is left alone."""

from __future__ import annotations

import pytest

from seahaven.direction import Line
from seahaven.direction.clearing import BACK, NEAR, ONWARD, REACH, SLACK, Clearing
from seahaven.direction.outlook import Outlook
from seahaven.direction.view import View
from seahaven.world import Press
from tests.direction.stages import FAST, Scene

USUAL = 20.0
PLACE = 1000.0


def told(clearing: Clearing, metres: float, speed: float, lane: str = FAST, *, plays: bool = False) -> list[Press]:
    """What somebody so far ahead of the subject is told who drives so fast."""
    scene = Scene()
    subject = scene.car("subject", PLACE, speed=USUAL)
    other = scene.car("other", PLACE + metres, lane, speed=speed)
    view = View(scene.world.family("vehicle"), Line(scene.tracks, 0), subject, Outlook(USUAL, USUAL))
    return clearing.step(view, 0, frozenset({other} if plays else ()))


@pytest.mark.parametrize(("metres", "speed", "share"), [
    (0.5 * NEAR, USUAL, ONWARD), (REACH - 10.0, 0.9 * USUAL, ONWARD),
    (-0.5 * NEAR, USUAL, BACK), (10.0 - REACH, 1.2 * USUAL, BACK),
])  # fmt: skip
def test_whoever_would_stay_near_or_comes_nearer_is_told_to_keep_away(
    metres: float, speed: float, share: float
) -> None:
    clearing = Clearing()
    (press,) = told(clearing, metres, speed)
    assert (press.item, press.value) == ("adjust_speed", pytest.approx(share * USUAL))
    assert not told(clearing, metres, speed), "once is enough"
    (press,) = told(clearing, REACH + SLACK + 10.0, speed)
    assert press.item == "release"


@pytest.mark.parametrize(("metres", "speed"), [
    (0.5 * NEAR, 1.2 * USUAL), (NEAR + 10.0, USUAL), (-0.5 * NEAR, 0.8 * USUAL), (-NEAR - 10.0, USUAL),
    (REACH + 10.0, 0.5 * USUAL), (-REACH - 10.0, 1.5 * USUAL),
])  # fmt: skip
def test_whoever_keeps_away_by_itself_is_left_alone(metres: float, speed: float) -> None:
    assert not told(Clearing(), metres, speed)


def test_the_cast_is_exempt() -> None:
    assert not told(Clearing(), 30.0, USUAL, plays=True)
