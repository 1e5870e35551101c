"""Assisted controls: the occupant has the pedals, and a driver of ours finds the way."""

from __future__ import annotations

import pytest

from seahaven.kernel import Visits
from seahaven.seats import AssistedControls, Controls, PanelControls, PressedItem, View
from seahaven.seats.controls import kind_of
from tests.seats.driving import crossroads, driven


@pytest.mark.parametrize("acceleration", [-2.0, 0.0, 1.2])
def test_the_occupant_decides_whatever_the_limit(acceleration: float) -> None:
    drive = driven(lambda view: AssistedControls(acceleration), controls="assisted", speed=29.9)
    drive.go(1.0)
    assert drive.row.speed == pytest.approx(29.9 + acceleration)
    assert drive.row.brake_light == (acceleration < -0.5)


def test_the_occupant_has_to_heed_others_itself() -> None:
    ahead = {"lane": "M1:0:-4", "s": 120.0, "speed": 20.0}
    drive = driven(lambda view: AssistedControls(0.5), controls="assisted", others=(ahead,))
    drive.go(1.0)
    assert drive.row.wish == 0.5 > drive.row.advice


def test_null_leaves_the_pedals_to_our_driver_to_the_bit() -> None:
    ahead = {"lane": "M1:0:-4", "s": 140.0, "speed": 15.0}
    places = []
    answers: tuple[Controls, ...] = AssistedControls(), PanelControls()
    for controls in answers:
        drive = driven(lambda view, c=controls: c, controls=kind_of(controls), others=(ahead,), speed=25.0)
        drive.go(8.0)
        places.append((drive.row.speed, drive.row.x, drive.row.y))
    assert places[0] == places[1]


def test_our_driver_waits_where_it_has_to() -> None:
    drive = driven(
        lambda view: AssistedControls(1.0), controls="assisted", tracks=crossroads("stop"), lane="side.1:0:-1", s=5.0,
        speed=8.0, route=1,
    )  # fmt: skip
    slowest = drive.row.speed
    for _ in range(300):
        drive.go(0.1)
        slowest = min(slowest, drive.row.speed)
        if drive.tracks.lane_map.name(drive.row.lane).startswith("side.2"):
            break
    assert slowest < 0.5
    assert drive.tracks.lane_map.name(drive.row.lane).startswith("side.2")


def test_buttons_change_lanes_and_the_wheel_leads_off_the_centre() -> None:
    def drive(view: View) -> AssistedControls:
        presses = (PressedItem("change_lane", 1.0),) if view.step == 5 else ()
        return AssistedControls(0.0, offset=0.3, presses=presses)

    run = driven(drive, controls="assisted", lane="M1:0:-5")
    run.go(10.0)
    assert run.row.line == 1
    assert run.row.offset == pytest.approx(0.3, abs=0.01)


def test_a_failure_brakes_as_the_terms_say() -> None:
    def drive(view: View) -> AssistedControls:
        if view.step == 3:
            raise RuntimeError("out")
        return AssistedControls(0.0)

    run = driven(drive, controls="assisted", on_fault="brake")
    run.go(0.4)
    assert run.row.wish == -8.0


def test_the_same_controls_give_the_same_bytes_with_all_kinds_of_visits(monkeypatch: pytest.MonkeyPatch) -> None:
    digests = set()
    for visits in Visits:
        monkeypatch.setattr("seahaven.kernel.Controller.usual_visits", visits)
        drive = driven(lambda view: AssistedControls(0.3, offset=0.1), controls="assisted")
        drive.go(3.0)
        digests.add(drive.world.digest())
    assert len(digests) == 1
