"""Situations with streams and lights: the semi-sudden turn, the indecisive driver, and the violation of a red light."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from seahaven.direction import GapOpened
from seahaven.direction.beacons import stream
from seahaven.direction.log import Closed, Critical
from seahaven.errors import InputError
from seahaven.kernel import SECOND, Emits, Hears, Module, Param, State, Tick, fork, port
from seahaven.takes import Take, load_take
from seahaven.traffic import CAR, Mix
from seahaven.world import Press

STUDY = """
study: one situation
seed: 7
duration: 6 min
roads: seahaven.roads.builder:rear_end_course
weather: {{preset: clear, visibility: 1 km}}
subject:
  on: {on}
  at: {at} m
  lane: right
  to: freeway.3
  speed: {speed}
  driver: {{speed_factor: {factor}, unsteadiness: 0}}
traffic:
  rate: 10 Hz
  ambient:
    radius: 2 mi
    keep: left
    density:
      - {{density: 10/mi, roads: highway*, direction: backward}}
      - {{density: 15/mi, roads: freeway*, lanes: [1, 2], side: left, of: 3, direction: forward}}
situations:
  - {{use: {use}, at: {ahead} m}}
{more}"""
LIMIT = 24.587
"""Of the highway (m/s)."""


@pytest.fixture(autouse=True)
def steady(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody's foot in streams wander, so that dates are those that were asked for."""
    monkeypatch.setattr(stream, "CARS", Mix.of(CAR.changed("steady car", unsteadiness=0.0)))


class Ear(Module):
    """Hears what is told of situations and streams, and when; may hold the subject back."""

    critical: Hears[Critical]
    closed: Hears[Closed]
    opened: Hears[GapOpened]
    told: State[list[tuple[float, Any]]] = port([])
    stays: Param[int | None] = port(None, doc="who is told to stop at the critical moment, and stays")
    pressed: Emits[Press]

    def step(self, tick: Tick) -> None:
        for event in sorted((*self.critical, *self.closed, *self.opened)):
            self.told.append((event.date / SECOND, event.value))
        if self.stays is not None and self.critical:
            self.pressed.append(Press((self.stays,), "stop"))


def situation(
    folder: Path, use: str, on: str, at: float, ahead: float, factor: float, *, stays: bool = False, more: str = ""
) -> tuple[Take, Ear]:
    """A take with one situation so far ahead of its subject, and an ear for what is told."""
    file = folder / "one.study.yaml"
    speed = f"{factor * LIMIT:.2f}"
    file.write_text(STUDY.format(use=use, on=on, at=at, ahead=ahead, speed=speed, factor=factor, more=more))
    take = load_take(file)
    ear = Ear("ear", rate=10, stays=take.world.subjects[0] if stays else None)
    take.root.add(ear)
    take.root.link("ear.pressed", "traffic/drivers.presses")
    take.root.link("direction.critical", "ear.critical")
    take.root.link("direction.closed", "ear.closed")
    for name in [module.name for module in take.root.children if module.name.startswith("situation1_")]:
        take.root.link(f"{name}.opened", "ear.opened")
    return take, ear


def frames(take: Take, ear: Ear, seconds: float = 300.0) -> Iterator[tuple[float, Any]]:
    """The time and the world, step by step, until the situation is over."""
    with take.controller() as run:
        while run.now < seconds * SECOND and not told(ear, Closed):
            run.advance(SECOND // 10)
            yield run.now / SECOND, run.store


def told(ear: Ear, kind: type) -> list[tuple[float, Any]]:
    """All that was told of a kind, and when."""
    return [(time, value) for time, value in ear.told if isinstance(value, kind)]


def last_stop(stood: list[float], until: float) -> float:
    """When somebody began to stand who did so at these times, to the one at which it stands still."""
    times = [time for time in stood if time <= until]
    return next(b for a, b in reversed([(0.0, times[0]), *pairwise(times)]) if b - a > 0.15)


def direction_of(take: Take) -> Any:
    """The module that directs."""
    return next(module for module in take.root.children if module.name == "direction")


def cast_of(take: Take) -> list[int]:
    """Whoever has a role now."""
    live = direction_of(take).live
    return [] if live is None else [one.entity for one in live.stagings[0].members.values()]


def lane_name(take: Take, lane: int) -> str:
    return str(direction_of(take).drive.lane_map.name(lane))


@pytest.mark.parametrize("factor", [0.7, 1.0, 1.3])
def test_a_gap_comes_eight_seconds_after_the_subject_has_stopped_and_the_car_turns_left(
    tmp_path: Path, factor: float
) -> None:
    take, ear = situation(tmp_path, "semi sudden turn", "highway.2", 7100, 2526, factor)
    subject = take.world.subjects[0]
    stopped, lights, lanes = list[float](), set[str](), set[str]()
    for time, world in frames(take, ear):
        if world.entity(subject).speed < 0.3:
            stopped.append(time)
        for car in map(world.entity, cast_of(take)):
            lights.add(str(car.turn_light))
            lanes.add(lane_name(take, int(car.lane)))
    [(_, critical)], [(_, closed)], [(opened, gap)] = (told(ear, kind) for kind in (Critical, Closed, GapOpened))
    assert critical.is_met
    assert opened - stopped[0] == pytest.approx(8.0, abs=0.25)
    assert gap.size == pytest.approx(10.0, abs=0.5)
    assert closed.outcome == "played"
    assert "left" in lights
    assert any(lane.startswith("Mill_Road.2") for lane in lanes)


@pytest.mark.parametrize("factor", [0.7, 1.0, 1.3])
def test_a_car_starts_into_the_first_gap_stops_abruptly_and_takes_the_next_with_room_for_both(
    tmp_path: Path, factor: float
) -> None:
    take, ear = situation(tmp_path, "indecisive driver", "highway.6", 1777, 2600, factor)
    subject = take.world.subjects[0]
    stopped, stood, hardest, lanes, speeds = list[float](), list[float](), 0.0, dict[int, str](), list[float]()
    lights = set[str]()
    for time, world in frames(take, ear):
        if world.entity(subject).speed < 0.3:
            stopped.append(time)
        for car in map(world.entity, cast_of(take)):
            if told(ear, Critical) and car.speed == 0.0 and speeds[-1] > 0.0:
                stood.append(time)
            if stopped and not told(ear, Critical):
                lights.add(car.turn_light)
            hardest = min(hardest, float(car.acceleration))
            speeds.append(float(car.speed))
            lanes[0] = lane_name(take, int(car.lane))
        lanes[1] = lane_name(take, int(world.entity(subject).lane))
    [(_, critical)], [(_, closed)], gaps = (told(ear, kind) for kind in (Critical, Closed, GapOpened))
    assert critical.is_met
    assert gaps[0][0] - last_stop(stopped, gaps[0][0]) == pytest.approx(10.0, abs=0.25)
    assert lights == {"left"}
    assert len(stood) == 1
    assert hardest < -5.0
    assert gaps[1][0] - stood[0] == pytest.approx(20.0, abs=1.0)
    assert gaps[1][1].size == pytest.approx(13.0, abs=1.0)
    assert closed.outcome == "played"
    assert {lane.rsplit(":", 1)[1] for lane in lanes.values()} == {"-4"}


def test_gaps_follow_each_other_about_every_twenty_seconds_for_a_subject_that_stays(tmp_path: Path) -> None:
    take, ear = situation(tmp_path, "indecisive driver", "highway.6", 1777, 2600, 1.0, stays=True)
    for _ in frames(take, ear):
        pass
    first, *later = (date for date, _ in told(ear, GapOpened))
    assert later[0] - first == pytest.approx(22.0, abs=1.5)
    assert [after - before for before, after in pairwise(later)] == pytest.approx([20.0] * (len(later) - 1), abs=4.0)
    assert len(later) >= 2


@pytest.mark.parametrize("factor", [0.7, 1.0, 1.3])
def test_somebody_runs_the_red_light_and_arrives_with_the_subject_who_has_green(tmp_path: Path, factor: float) -> None:
    take, ear = situation(tmp_path, "red light violation", "highway.5", 1683, 2000, factor)
    subject = take.world.subjects[0]
    phases, at_junction = list[int](), list[int]()
    for _, world in frames(take, ear, 150.0):
        phase = int(world.family("controller").phase[0])
        phases += [phase] if not phases or phases[-1] != phase else []
        if lane_name(take, int(world.entity(subject).lane)).startswith("depot"):
            at_junction.append(phase)
    [(_, critical)] = told(ear, Critical)
    assert critical.is_met
    assert at_junction[0] == 0
    assert all(after == (before + 1) % 6 for before, after in pairwise(phases))


def test_whoever_is_ahead_of_the_subject_speeds_up_and_is_released_when_it_is_over(tmp_path: Path) -> None:
    slow = (
        "world:\n  vehicle:\n"
        "    slow: {on: highway.5, at: 1950 m, lane: right, to: freeway.3, speed: 24, driver: {speed_factor: 0.98}}\n"
    )
    take, ear = situation(tmp_path, "red light violation", "highway.5", 1783, 1900, 1.0, more=slow)
    ahead = [float(world["slow"].speed) for _, world in frames(take, ear, 90.0)]
    assert max(ahead) > 26.0


def test_a_fork_while_a_stream_is_made_ready_goes_on_the_same(tmp_path: Path) -> None:
    take, _ = situation(tmp_path, "semi sudden turn", "highway.2", 7100, 2526, 1.0)
    with take.controller() as run:
        run.run(until=100 * SECOND)
        twin = fork(run)
        for one in (run, twin):
            one.run(until=125 * SECOND)
        mine, others = (one.store.family("vehicle") for one in (run, twin))
        assert mine.ids.tolist() == others.ids.tolist()
        assert mine.s.tolist() == others.s.tolist()


def test_lights_are_refused_where_a_crossing_has_none(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="it needs lights; the junction 'mill' has none"):
        situation(tmp_path, "red light violation", "highway.2", 7100, 2526, 1.0)
