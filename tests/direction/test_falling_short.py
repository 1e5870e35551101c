"""What is told of a situation that cannot come about, or has not: what was wanted, how near it came, and who lacked how
much for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import astuple
from math import inf
from typing import Any

import pytest

from seahaven.direction import Direction, Line, Placement
from seahaven.direction.facts import Member, Scope
from seahaven.direction.feasibility import obstacle, off_station
from seahaven.direction.log import Closed, Forecast, Opened, Planned
from seahaven.direction.nearness import Nearness
from seahaven.direction.outlook import Outlook
from seahaven.direction.view import View
from seahaven.kernel import SECOND, Controller, fork
from seahaven.world import Sight
from tests.direction.course import Ear, log_of
from tests.direction.own_situations import Dawdler
from tests.direction.stages import FAST, SLOW, Scene, road

PLACE, START = 2000.0, 100.0
LOG = ("planned", "opened", "cast", "ordered", "forecast", "critical", "closed")


def seen(speed: float = 20.0) -> tuple[Scope, Member]:
    """A subject with a kilometre to go to the place, and somebody with as far to go."""
    scene = Scene()
    subject, other = (scene.car(name, PLACE - 1000.0, lane) for name, lane in (("subject", SLOW), ("other", FAST)))
    line, outlook = Line(scene.tracks, 0), Outlook()
    outlook.look(speed, 0.0, 0.1, is_free=True)
    view = View(scene.world.family("vehicle"), line, subject, outlook)
    return Scope(view, PLACE, 0.1, 0.0, {}), Member("lead", other, line, PLACE, since=1.0)


@pytest.mark.parametrize(
    ("about", "told"),
    [
        ({}, ""),
        ({"meets": True}, ""),
        ({"meets": True, "mark": PLACE + 1900.0}, r"lead 5\.\d s too late"),
        ({"meets": True, "mark": PLACE - 700.0}, r"lead 31\.\d s too early"),
        ({"meets": True, "mark": PLACE + 1900.0, "is_parked": True}, ""),
        ({"entity": 77}, "lead gone"),
        ({"stale": 12.0, "off": 14.2, "lacks": 9.0}, "lead 14 m too far ahead and no nearer for 12 s"),
        ({"stale": 12.0, "off": -30.0, "lacks": 9.0}, "lead 30 m too far back and no nearer for 12 s"),
        ({"stale": 7.0, "off": -30.0, "lacks": 9.0}, ""),
    ],
)
def test_whoever_is_in_the_way_is_told_with_how_much_it_lacks(about: dict[str, Any], told: str) -> None:
    scope, member = seen()
    for name, value in about.items():
        setattr(member, name, value)
    assert re.fullmatch(told, obstacle(scope, [member], []))


def test_roles_without_a_player_and_a_subject_that_stands_are_told() -> None:
    scope, member = seen(speed=0.0)
    member.meets = True
    assert obstacle(scope, [], ["lead", "shadow"]) == "nobody for lead and shadow"
    assert obstacle(scope, [member], []) == "lead cannot know when to be there, as the subject stands"


def test_whoever_is_near_enough_lacks_nothing() -> None:
    _, member = seen()
    member.off, member.lacks = 3.0, 0.9
    assert off_station([member]) == ""
    member.lacks = inf  # the subject evades it
    assert off_station([member]) == "lead 3 m too far ahead"


def test_nearest_is_what_came_nearest_from_either_side() -> None:
    nearness = Nearness(wanted=30.0)
    for value in (inf, 80.0, 42.0, 27.0, 12.0, inf):
        nearness.look(value)
    assert nearness.value == 27.0


@contextmanager
def driving(gap: float, *others: float, places: tuple[float, ...] = (1200.0,)) -> Iterator[Controller]:
    """A drive with a car that is to be so far ahead of the subject at places, and others so far along the road."""
    scene = Scene(road(8000.0))
    subject = scene.car("subject", START, speed=25.0, speed_factor=25.0 / 30.0)
    for k, s in enumerate(others):
        scene.car(f"other{k}", s, speed=22.0)
    placements = [Placement("dawdler", k, Dawdler(gap=gap), at=at, start=START) for k, at in enumerate(places)]
    directed = Direction(
        "direction", rate=10, tracks=scene.tracks, sight=Sight(scene.lane_map), subject=subject,
        drive=Line(scene.tracks, 0), placements=tuple(placements),
    )  # fmt: skip
    links = [(f"direction.{name}", f"log.{name}") for name in LOG]
    with scene.run(directed, Ear("log", rate=10), links=links) as run:
        yield run


def told(run: Controller, kind: type) -> list[Any]:
    return [event for _, event in log_of(run) if isinstance(event, kind)]


def test_a_situation_that_failed_says_what_was_wanted_how_near_it_came_and_who_lacked_how_much() -> None:
    with driving(2500.0, 300.0) as run:
        run.advance(60 * SECOND)
        with fork(run) as twin:
            for one in (run, twin):
                one.advance(60 * SECOND)
            assert log_of(twin) == log_of(run)
        (opened,), (closed,) = told(run, Opened), told(run, Closed)
    assert opened == Opened(
        "dawdler",
        0,
        1200.0 - START,
        "gap",
        "m",
        2500.0,
        125.0,
        "lead",
        "tests.direction.own_situations:Dawdler",
        {"gap": 2500.0, "slow": 12.0},
    )
    assert (closed.outcome, closed.why) == ("failed", "the subject came past the place before the moment had come")
    assert 200.0 < closed.nearest < 2375.0
    metres = re.fullmatch(r"lead (\d+) m too far back.*", closed.lacked)
    assert metres
    assert float(metres[1]) == pytest.approx(2500.0 - closed.nearest, abs=15.0)


def test_a_situation_for_which_nobody_was_found_was_not_near_to_anything() -> None:
    with driving(45.0) as run:
        run.advance(120 * SECOND)
        (closed,), (forecast, *_) = told(run, Closed), told(run, Forecast)
    assert closed == Closed("dawdler", 0, "failed", "nobody was found for lead", inf, "")
    assert (forecast.feasible, forecast.why) == (False, "nobody for lead")


def test_all_situations_are_told_at_the_beginning_also_one_whose_place_is_past_before_it_can_open() -> None:
    with driving(45.0, places=(1200.0, 1100.0)) as run:
        run.advance(120 * SECOND)
        planned, more = (one for one in told(run, Planned) if type(one) is Planned)
        (opened,), (_, closed) = told(run, Opened), told(run, Closed)
    assert [(one.number, one.at, one.wanted) for one in (planned, more)] == [(0, 1100.0, 45.0), (1, 1000.0, 45.0)]
    assert opened == Opened(*astuple(planned))
    assert closed.why == "the subject was past the place before the situation before was over"
