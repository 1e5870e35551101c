"""Whose is what: the columns of an occupant, and that nothing of the driver machine beneath it gets through."""

from __future__ import annotations

from typing import Any

import pytest

from seahaven.behaviour import Driver
from seahaven.seats import (
    AssistedControls,
    LaneControls,
    MotionControls,
    PanelControls,
    PedalControls,
    PlannedPose,
    TrajectoryControls,
    View,
)
from seahaven.seats.actuation import OWNED
from seahaven.world import Press
from tests.seats.driving import Drive, driven

MACHINE = "traffic/drivers"
KEPT = {"advice", "leeway", "pilot", "partner", "turn_order"}
"""What the driver machine puts out whoever drives: its advice, the state of the drive, and orders."""
AHEAD = ({"lane": "M1:0:-4", "s": 150.0, "speed": 15.0}, {"lane": "M1:0:-4", "s": 60.0}, {"lane": "M1:0:-5", "s": 95.0})
SLUGGISH = {"speed_factor": 0.3, "aggressiveness": 0.0, "headway": 3.0}
HASTY = {"speed_factor": 1.6, "aggressiveness": 1.0, "headway": 0.5}


def poses(view: View) -> TrajectoryControls:
    return TrajectoryControls(tuple(PlannedPose(0.1 * k, 0.1 * k * view.ego.speed, 0.0, 0.0) for k in range(20)))


ANSWERS: dict[str, Any] = {
    "pedals": lambda view: PedalControls(0.0, 0.2, 0.0),
    "motion": lambda view: MotionControls(-0.2, 0.0005),
    "trajectory": poses,
    "lane": lambda view: LaneControls(-0.1, offset=0.2),
}


def outcome(drive: Drive) -> list[tuple[Any, ...]]:
    """Where everybody is, what they do, and what they show."""
    names = ("x", "y", "heading", "speed", "wish", "aim", "lean", "turn_light", "brake_light", "headlamps", "goes")
    table = drive.world.family("vehicle")
    return [(name, *getattr(table, name).tolist()) for name in names]


@pytest.mark.parametrize("controls", ANSWERS)
def test_nothing_of_the_driver_machine_gets_through(controls: str) -> None:
    outcomes = []
    for traits in (SLUGGISH, HASTY):
        drive = driven(ANSWERS[controls], controls=controls, others=AHEAD, traits=traits)
        drive.go(1.0)
        assert drive.row.advice != 0.0
        for _ in range(4):
            drive.go(1.0)
        outcomes.append(outcome(drive))
    assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize("controls", ANSWERS)
def test_orders_to_the_driver_machine_do_not_move_what_an_occupant_drives(controls: str) -> None:
    outcomes = []
    for is_told in (False, True):
        drive = driven(ANSWERS[controls], controls=controls)
        drive.go(0.5)
        if is_told:
            for index, order in enumerate((Press((drive.ego,), "brake", 6.0), Press((drive.ego,), "change_lane"))):
                drive.controller.post("seat.pressed", order, index=index)
        drive.go(2.0)
        assert (drive.row.advice == -6.0) == is_told
        outcomes.append(outcome(drive))
    assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize("controls", OWNED)
def test_every_output_of_the_driver_machine_has_one_owner(controls: str) -> None:
    answers = ANSWERS | {"assisted": lambda view: AssistedControls(), "panel": lambda view: PanelControls()}
    drive = driven(answers[controls], controls=controls)
    drive.go(0.2)
    owners = {out.name: drive.world.owner(drive.ego, out.name) for out in Driver.program.outputs}
    assert {name for name, owner in owners.items() if owner == "seat"} == set(OWNED[controls])
    assert {owner for name, owner in owners.items() if name not in OWNED[controls]} == {MACHINE}
    machines = {"aim", "turn_light", "goes", "gaze", "horn"} if controls == "assisted" else set()
    if controls != "panel":
        lamps = set() if controls == "pedals" else {"headlamps"}
        assert owners.keys() - set(OWNED[controls]) == KEPT | lamps | machines
