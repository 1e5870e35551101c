"""Whether a car can be driven by keys: somebody who reacts late, and has whole key presses only, keeps a lane."""

from __future__ import annotations

from pathlib import Path

import pytest

from seahaven.studio.commands import Controls
from seahaven.studio.person import take_controls
from seahaven.studio.subjects import people
from seahaven.takes import open_run

STUDY = """\
study: Keys
duration: 1 min
roads: seahaven.bench.studio.crowded:crowded_road
subject: {{name: ada, on: A1, at: 500 m, lane: -4, to: A1, speed: {speed} m/s}}
traffic: {{rate: 10 Hz}}
"""
STEP, REACTION, AHEAD = 0.02, 0.25, 0.9
"""s: between looks, how old what is seen is when the fingers move, and how far ahead the driver looks."""
SHORTEST = 0.06
"""s of a key press."""


def steered(seen: list[tuple[float, float, float]], speed: float, key: float) -> float:
    """The key for a place in the lane that was seen a moment ago: pressed beyond 30 cm, let go near the middle."""
    left, heading, turning = seen[max(0, len(seen) - 1 - round(REACTION / STEP))]
    off = left + speed * AHEAD * (heading + 0.5 * AHEAD * turning)
    if key == 0.0:
        return -1.0 if off > 0.3 else 1.0 if off < -0.3 else 0.0
    return 0.0 if key * off > -0.05 else key


@pytest.mark.parametrize("speed", [8.0, 30.0])
def test_a_driver_with_keys_keeps_the_middle_of_a_lane(tmp_path: Path, speed: float) -> None:
    path = tmp_path / "keys.study.yaml"
    path.write_text(STUDY.format(speed=speed))
    with open_run(path, change=people(()).seated_in) as run:
        ada, middle = run.subject.id, run.subject.y
        seen, places, key, until = list[tuple[float, float, float]](), list[float](), 0.0, 0.0
        for k in range(round(12.0 / STEP)):
            car = run[ada]
            seen.append((car.y - middle + (0.6 if k < 25 else 0.0), car.heading, car.yaw_rate))
            if k * STEP >= until and (wanted := steered(seen, speed, key)) != key:
                key, until = wanted, k * STEP + SHORTEST
            pedal = 0.25 + 0.3 * (speed - car.speed)
            take_controls("ada", Controls(vehicle=ada, steer=key, throttle=min(max(pedal, 0.0), 1.0)))
            run.advance(STEP)
            places.append(car.y - middle)
    assert max(map(abs, places)) > 0.3  # it was driven off the middle first
    assert max(map(abs, places[round(5.0 / STEP) :])) < 0.3
