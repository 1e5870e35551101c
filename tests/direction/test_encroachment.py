"""Lane encroachment: whoever comes towards the subject is over the line when they meet, and goes back."""

from __future__ import annotations

from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import numpy as np
import pytest

from seahaven.direction.log import CastMember, Closed, Critical
from seahaven.kernel import SECOND, fork
from seahaven.takes import load_take
from tests.direction.course import MILE, STEP, Played, directed, lane_map, log_of, play, with_ear, write

START = 9.6 * MILE
HIGHWAY = """
  ambient:
    radius: 5 km
    density: [{density: 14/mi, roads: highway*}]"""
"""Others on both lanes of the highway."""
HALTS = """
triggers:
  halt: {who: nobody, when: {at: 60 s}, orders: [{of: subject, press: {stop: 1}}]}
  on: {who: nobody, when: {at: 230 s}, orders: [{of: subject, press: {go: 1}}]}
"""
"""A subject who stands for a while when somebody is on its way to it."""


def staged(parameters: str = "", more: str = "", **told: Any) -> Played:
    """A drive with somebody who comes over the line, to its end."""
    path = write(Path(mkdtemp()), f"  - {{use: lane encroachment, at: 2600 m{parameters}}}", START, **told)
    path.write_text(path.read_text() + more)
    return play(path, after=1.0)


@pytest.fixture(scope="module")
def met() -> Played:
    return staged()


def between(played: Played) -> tuple[Any, Any]:
    """The times, and how many metres the fronts of the two are apart then, along the road."""
    (placement,) = directed(played.take).placements
    line, mark = placement.ways["car"]
    begin = played.rows["car"][0]["time"]
    car = line.at(played.column("car", "lane").astype(int), played.column("car", "s"))
    own = played.column("subject", "along", begin)
    reach = 0.5 * (played.column("car", "length") + played.column("subject", "length", begin))
    return played.column("car", "time"), (mark - car) + (placement.at - own) - reach


def meeting(played: Played) -> float:
    """When the two met."""
    times, apart = between(played)
    return float(np.interp(0.0, -apart, times))


def over(played: Played, begin: float, end: float) -> Any:
    """How far over the line the car was from one time to another."""
    row = played.rows["car"][0]
    width = float(lane_map().width(int(row["lane"]), row["s"]))
    return played.column("car", "offset", begin, end) - 0.5 * (width - 1.852)


def test_it_begins_four_seconds_before_they_meet_about_at_the_place(met: Played) -> None:
    time, critical = met.moment
    assert critical.is_met
    assert (critical.criterion, critical.wanted) == ("meeting", 4.0)
    assert meeting(met) - time == pytest.approx(4.0, abs=0.25)
    (placement,) = directed(met.take).placements
    assert met.at("subject", meeting(met))["along"] == pytest.approx(placement.at, abs=60.0)


def test_it_is_over_the_line_when_they_meet_and_back_soon_after(met: Played) -> None:
    time, _ = met.moment
    assert over(met, 0.0, time).max() == pytest.approx(over(met, 0.0, 0.1 + met.rows["car"][0]["time"])[0])
    assert over(met, meeting(met), meeting(met) + 0.5).min() > 0.4
    assert over(met, time, np.inf).max() < 0.65
    assert abs(met.column("car", "offset", time + 9.0, np.inf)).max() < 0.15
    ((_, closed),) = met.events(Closed)
    assert closed.outcome == "played"


def test_it_drifts_gently(met: Played) -> None:
    offset = met.column("car", "offset")
    assert abs(np.diff(offset, 2) / (STEP / SECOND) ** 2).max() < 0.6
    time, _ = met.moment
    assert abs(met.column("car", "acceleration", 0.0, time)).max() < 2.0
    assert abs(met.column("car", "acceleration", time + 1.0, time + 8.0)).max() < 0.3


@pytest.mark.parametrize(
    ("driver", "how"),
    [("{speed_factor: 0.55, headway: 2.0}", "conscripted"), ("{speed_factor: 1.35, headway: 0.9}", "conscripted")],
)
def test_in_traffic_it_happens_to_the_slow_and_to_the_fast(driver: str, how: str) -> None:
    played = staged(driver=driver, others=HIGHWAY)
    _, critical = played.moment
    assert critical.is_met
    assert [event.how for _, event in played.events(CastMember)] == [how]


def test_when_the_subject_has_stood_until_the_first_came_past_another_one_does_it() -> None:
    played = staged(more=HALTS)
    first, *_, last = (event for _, event in played.events(CastMember))
    assert (first.choice, last.choice > 1) == (1, True)
    time, critical = played.moment
    assert critical.is_met
    assert critical.entity == last.entity
    assert played.at("subject", time)["speed"] > 10.0


def test_how_soon_and_how_far_are_for_the_study_to_say() -> None:
    played = staged(", with: {before: 3 s, over: 0.2 m, lasting: 4 s}")
    time, critical = played.moment
    assert (critical.is_met, critical.wanted) == (True, 3.0)
    assert 0.1 < over(played, time, np.inf).max() < 0.25


def test_a_fork_just_before_the_moment_goes_on_as_the_drive_does(met: Played, tmp_path: Path) -> None:
    time, _ = met.moment
    take = with_ear(load_take(write(tmp_path, "  - {use: lane encroachment, at: 2600 m}", START)))
    with take.controller() as run:
        run.run(round(time - 6.0) * SECOND)
        with fork(run) as twin:
            for one in (run, twin):
                one.run(round(time + 6.0) * SECOND)
            assert log_of(twin) == log_of(run)
            assert any(isinstance(event, Critical) for _, event in log_of(run))
        assert twin.store.family("vehicle").offset.tobytes() == run.store.family("vehicle").offset.tobytes()
