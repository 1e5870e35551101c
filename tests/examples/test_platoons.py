from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from examples import platoons
from examples.cooperative_cruise import Cooperative
from seahaven.hcsm import Interpreter, Message

DT, COUNT = 0.05, 6


def growth(*, has_radio: bool, time_gap: float) -> float:
    """How much the speed of the last of a few vehicles varies, over that of one that slows down again and again."""
    interpreter = Interpreter(Cooperative(close=time_gap))
    machines = [interpreter.machine(entity=k + 1) for k in range(COUNT)]
    for k, machine in enumerate(machines):
        machine.post(Message(k + 1, ".join", True))
    speed, place = np.full(COUNT + 1, 25.0), -(2.0 + 4.6 + 25.0 * time_gap) * np.arange(COUNT + 1)
    command, wish, seen = np.zeros(COUNT + 1), np.zeros(COUNT + 1), []
    for step in range(2400):
        command_before, wish[0] = command.copy(), np.sin(0.2 * step * DT)
        command[0] = wish[0]
        for k, machine in enumerate(machines, start=1):
            inputs = {
                "dt": DT, "speed": speed[k], "gap": place[k - 1] - place[k] - 4.6, "closing": speed[k] - speed[k - 1],
                "leader_acceleration": wish[k - 1], "heard": command_before[k - 1] if has_radio else None,
                "advice": 0.0, "leeway": 5.0,
            }  # fmt: skip
            outputs = interpreter.step(machine, inputs, step=step).outputs
            wish[k], command[k] = outputs["wish"], outputs["command"]
        speed = np.maximum(speed + wish * DT, 0.0)
        place = place + speed * DT
        seen.append(speed.copy())
    spread = np.array(seen)[1200:].std(axis=0)
    return float(spread[-1] / spread[0])


def test_a_disturbance_fades_at_short_gaps_with_radio_and_grows_at_long_ones_without() -> None:
    assert growth(has_radio=True, time_gap=0.6) < 1.0
    assert growth(has_radio=False, time_gap=2.0) > 1.15


def test_a_vehicle_drives_as_advised_until_it_is_told_to_join_and_after_it_has_left() -> None:
    interpreter = Interpreter(Cooperative(apart=0.7))
    vehicle = interpreter.machine(entity=1)
    told = {
        "dt": 1.0, "speed": 25.0, "gap": 17.0, "closing": 0.0, "leader_acceleration": 0.0, "heard": 0.5,
        "advice": -0.7, "leeway": 5.0,
    }  # fmt: skip
    assert interpreter.step(vehicle, told, step=0).outputs == {"wish": -0.7, "command": -0.7}
    vehicle.post(Message(1, ".join", True))
    interpreter.step(vehicle, told, step=1)
    assert interpreter.step(vehicle, told, step=2).outputs["command"] > 0.0
    vehicle.post(Message(1, ".leave", True))
    for step in range(3, 20):
        outputs = interpreter.step(vehicle, told, step=step).outputs
    assert outputs == {"wish": -0.7, "command": -0.7}


def test_who_comes_too_near_brakes_hard() -> None:
    interpreter = Interpreter(Cooperative)
    vehicle = interpreter.machine(entity=1)
    vehicle.post(Message(1, ".join", True))
    near = {
        "dt": 0.05, "speed": 20.0, "gap": 12.0, "closing": 10.0, "leader_acceleration": -1.0, "heard": 1.0,
        "advice": 0.0, "leeway": 5.0,
    }  # fmt: skip
    interpreter.step(vehicle, near, step=0)
    assert interpreter.step(vehicle, near, step=1).outputs["wish"] < -6.0


def test_the_strings_close_up_are_told_and_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"FOLLOWERS": 4, "JOIN": 1.0, "BEGIN": 30}.items():
        monkeypatch.setattr(platoons, name, value)
    drives = [platoons.drive(seed, seconds=50) for seed in (1, 2, 3)]
    assert not any(one.touched.any() for one in drives)
    gaps = [-np.diff(one.place[-1], axis=1).mean(axis=1) for one in drives]
    assert all(gap[platoons.PLATOON] < gap[platoons.CRUISE] for gap in gaps)
    assert "against people: growth" in platoons.told(drives)
    platoons.draw(drives, tmp_path / "platoons.png")
    assert (tmp_path / "platoons.png").stat().st_size > 10_000
