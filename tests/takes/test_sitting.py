"""Seats that are taken in a run: an occupant takes over from the driver machine, and gives back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from seahaven.errors import InputError, SnapshotError
from seahaven.roads import write_opendrive
from seahaven.roads.builder import Builder, motorway
from seahaven.seats import AssistedControls, LaneControls, OccupantIs, PedalControls, View, subject_of_kind
from seahaven.takes import Run, open_run

STUDY = """\
study: Taking over
seed: 5
duration: 2 min
roads: motorway.xodr
subject: {name: ada, on: M1, at: 100 m, speed: 20 m/s, DRIVER}
world:
  vehicle:
    slow: {on: M1, at: 400 m, speed: 10, driver: {top_speed: 10 m/s}}
"""


class Gentle:
    """Speed up gently, and count how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def drive(self, view: View) -> LaneControls:
        self.asked += 1
        return LaneControls(0.5)


def gentle(view: View) -> LaneControls:
    """Speed up gently."""
    return LaneControls(0.5)


class Listening:
    """Keeps who took a seat."""

    def __init__(self) -> None:
        self.told: list[tuple[str, str]] = []

    def on_event(self, event: Any) -> None:
        if isinstance(event.value, OccupantIs):
            self.told.append((event.value.occupant, event.value.controls))


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return opened(tmp_path)


def opened(folder: Path, driver: str = "driver: {unsteadiness: 0}", **options: Any) -> Run:
    builder = Builder("motorway")
    builder.road("M1", motorway(limit=30.0)).straight(4000.0)
    write_opendrive(builder.build(), folder / "motorway.xodr")
    path = folder / "taking.study.yaml"
    path.write_text(STUDY.replace("DRIVER", driver))
    return open_run(path, **options)


def test_an_occupant_takes_over_from_the_driver_machine_and_gives_back(run: Run) -> None:
    with run:
        listening, driver = Listening(), Gentle()
        run.watch(listening)
        run.advance(1.0)
        entity, speed = run["ada"].id, run["ada"].speed
        run.seat("ada", driver)
        run.advance(2.0)
        assert run["ada"].speed == pytest.approx(speed + 1.0)
        assert run.world.owner(entity, "wish") == f"outside/seat{entity}"
        run.seat("ada", None)
        run.advance(1.0)
        assert driver.asked == 20
        assert run.world.owner(entity, "wish") == "traffic/drivers"
        assert run["ada"].wish == run["ada"].advice != 0.5
        run.seat("ada", None)
    assert listening.told == [("driver 'Gentle'", "lane"), ("the driver machine", "panel")]


def test_occupants_take_the_seat_from_each_other(run: Run) -> None:
    with run:
        listening = Listening()
        run.watch(listening)
        run.seat("ada", gentle)
        run.advance(1.0)
        run.seat("ada", lambda view: AssistedControls(-1.0), controls="assisted")
        run.advance(1.0)
        assert run["ada"].wish == -1.0
        person = subject_of_kind("drifting", 3)
        run.seat("ada", person)
        run.advance(2.0)
        assert run["ada"].headway == person.traits["headway"]
    assert [controls for _, controls in listening.told] == ["lane", "assisted", "assisted"]
    assert listening.told[2][0] == "virtual subject 'drifting', number 3"


def test_a_run_goes_back_and_forks_with_the_seats_that_were_taken(run: Run) -> None:
    person = subject_of_kind("noisy pedals", 2)
    with run:
        run.advance(1.0)
        before = run.snapshot()
        run.seat("ada", person)
        run.advance(2.0)
        seated = run.snapshot()
        with run.fork() as twin:
            twin.advance(2.0)
            forked = twin.world.digest()
        run.advance(2.0)
        straight = run.world.digest()
        run.restore(before)
        assert "seat" not in "".join(run.controller.tree.activations)
        run.advance(1.0)
        run.restore(seated)
        run.advance(2.0)
        assert straight == forked == run.world.digest()
        run.reset()
        run.advance(1.0)
        assert run["ada"].wish == run["ada"].advice


def test_what_an_occupant_remembers_cannot_be_copied(run: Run) -> None:
    with run:
        run.seat("ada", Gentle())
        run.advance(0.5)
        with pytest.raises(SnapshotError, match="driver 'Gentle' drives 'ada', and what it remembers cannot be copied"):
            run.snapshot()


def test_any_vehicle_has_a_seat(run: Run) -> None:
    with run:
        run.seat("slow", gentle, stateless=True)
        run.advance(1.0)
        assert run["slow"].wish == 0.5
        run.snapshot()


def test_what_does_not_fit_is_refused(run: Run, tmp_path: Path) -> None:
    with run:
        with pytest.raises(InputError, match=r"'ada' keeps to lanes, so an occupant .* not 'pedals'"):
            run.seat("ada", gentle, controls="pedals")
        with pytest.raises(InputError, match="a virtual subject takes no terms, but got controls"):
            run.seat("ada", subject_of_kind("slow", 1), controls="lane")
        with pytest.raises(InputError, match=r"Terms\.controls got 'wings'"):
            run.seat("ada", gentle, controls="wings")
        run.advance(0.5)
        assert run["ada"].wish == run["ada"].advice
    with (
        opened(tmp_path, "driver: {virtual: slow}") as driven,
        pytest.raises(InputError, match=r"'ada' is driven by virtual subject 'slow', number .*, as its study says"),
    ):
        driven.seat("ada", gentle)


def test_the_same_acts_give_the_same_bytes(tmp_path: Path) -> None:
    digests = set()
    for _ in range(2):
        with opened(tmp_path) as run:
            run.advance(1.0)
            run.seat("ada", gentle)
            run.advance(1.0)
            run.seat("ada", None)
            run.advance(1.0)
            digests.add(run.world.digest())
    assert len(digests) == 1


class Desk:
    """Holds the throttle where somebody puts it."""

    throttle = 0.0

    def drive(self, view: View) -> PedalControls:
        return PedalControls(0.0, self.throttle, 0.0)


PEDALS = 'driver: {python: "nowhere:Nobody", controls: pedals}'
"""The driver that the study names is never looked for."""


def test_a_program_holds_wheel_and_pedals_of_a_car_that_it_steps_and_resets(tmp_path: Path) -> None:
    desk = Desk()
    with opened(tmp_path, PEDALS, drivers={"ada": desk}) as run:
        for _ in range(2):
            run.advance(1.0)
            rolled = run["ada"].speed
            desk.throttle = 0.5
            run.advance(1.0)
            assert run["ada"].speed > rolled + 0.5
            assert run["ada"].motion == "dynamic"
            desk.throttle = 0.0
            run.reset()


def test_a_driver_takes_the_seat_only_of_a_vehicle_that_the_study_gives_a_driver(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no driver for 'ada'; there are none, so it has no seat; give it one"):
        opened(tmp_path, drivers={"ada": gentle})
