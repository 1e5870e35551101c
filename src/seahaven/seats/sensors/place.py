"""Where the ego thinks that it is: GPS and odometry, and the two taken together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import cos, pi, sin, sqrt
from typing import Any, Final

from seahaven.kernel import Stream, in_seconds
from seahaven.seats.readings import GpsReading, OdometryReading, Reading
from seahaven.seats.sensors.sensor import Sensor
from seahaven.seats.view import Ego, View

__all__ = ["Place"]

WAVES: Final = (600.0, 170.0, 55.0)
"""s. Periods of the waves that the slow error of GPS is made of: satellites move on, and reflections come and go."""
TRUST: Final = 0.15
"""The share of the difference between a fix and where odometry says the ego is by which the latter is corrected."""
TURN_TRUST: Final = 0.1
"""The same of headings."""
GAIN, BIAS, SPEED_DRAW, YAW_DRAW, FIRST_WAVE = 0, 2, 4, 6, 20


class Place:
    """Measures the ego by GPS and odometry, and says where it thinks that it is.

    Odometry carries the place on from view to view, and fixes correct it slowly. Without odometry the speed and yaw
    rate of the vehicle's own bus serve, and are exact; without GPS the errors of odometry add up.
    """

    def __init__(self, sensors: tuple[Sensor, ...], streams: list[Stream]) -> None:
        self._sensors, self._streams = sensors, streams
        self._walked: dict[int, list[float]] = {}
        self._at: list[float] | None = None
        self._moved = 0.0, 0.0
        self._date = 0

    def state(self) -> dict[str, Any]:
        """All that has to be known to go on from here."""
        walked = {number: list(each) for number, each in self._walked.items()}
        return {"walked": walked, "at": self._at and list(self._at), "moved": self._moved, "date": self._date}

    def load(self, state: Mapping[str, Any]) -> None:
        """Go on from a state."""
        self._walked = {number: list(each) for number, each in state["walked"].items()}
        self._at, self._moved, self._date = state["at"] and list(state["at"]), tuple(state["moved"]), state["date"]

    # --- measuring ------------------------------------------------------------------------------------------------

    def measured(self, number: int, truth: View, dials: Mapping[str, float]) -> Reading:
        """What a GPS receiver or an odometer measures."""
        sensor = self._sensors[number]
        worse = dials["noise"] * (1.0 + 4.0 * dials["damage"])
        if sensor.kind == "gps":
            return self._fix(sensor, self._streams[number], truth, worse, dials["shifted"])
        return self._rolled(number, truth, worse)

    def _fix(self, sensor: Sensor, stream: Stream, truth: View, worse: float, shifted: float) -> GpsReading:
        ego, noise, seconds = truth.ego, sensor.noise, in_seconds(truth.date)
        off_x = self._wander(stream, seconds, 0) * noise.drift * worse - shifted * sin(ego.heading)
        off_y = self._wander(stream, seconds, 1) * noise.drift * worse + shifted * cos(ego.heading)
        x, y, heading, speed = (stream.normal(step=truth.step, draw=draw) for draw in (0, 2, 4, 6))
        return GpsReading(
            sensor.name, truth.date, ego.x + off_x + worse * noise.distance * x,
            ego.y + off_y + worse * noise.distance * y, ego.heading + worse * noise.heading * heading,
            ego.speed + worse * noise.speed * speed,
        )  # fmt: skip

    @staticmethod
    def _wander(stream: Stream, seconds: float, axis: int) -> float:
        """A slow wave with a standard deviation of 1."""
        phases = (2.0 * pi * stream.uniform(draw=FIRST_WAVE + 2 * k + axis) for k in range(len(WAVES)))
        waves = (sin(2.0 * pi * seconds / period + phase) for period, phase in zip(WAVES, phases, strict=True))
        return sqrt(2.0 / len(WAVES)) * sum(waves)

    def _rolled(self, number: int, truth: View, worse: float) -> OdometryReading:
        sensor, stream, ego = self._sensors[number], self._streams[number], truth.ego
        noise, before = sensor.noise, self._walked.get(number)
        scale = 1.0 + worse * noise.scale * stream.normal(entity=1, draw=GAIN)
        bias = worse * 0.5 * noise.turning * stream.normal(entity=1, draw=BIAS)
        speed = ego.speed * scale + worse * noise.speed * stream.normal(step=truth.step, draw=SPEED_DRAW)
        turning = ego.yaw_rate + bias + worse * noise.turning * stream.normal(step=truth.step, draw=YAW_DRAW)
        if abs(ego.speed) < 0.01:
            speed, turning = 0.0, 0.0
        seconds = in_seconds(truth.date)
        if before is None:
            before = [0.0, 0.0, 0.0, seconds]
        dt = seconds - before[3]
        middle = before[2] + 0.5 * dt * turning
        x, y = before[0] + dt * speed * cos(middle), before[1] + dt * speed * sin(middle)
        walked = [x, y, before[2] + dt * turning, seconds]
        self._walked[number] = walked
        return OdometryReading(sensor.name, truth.date, speed, turning, *walked[:3])

    # --- estimating -----------------------------------------------------------------------------------------------

    def ego(self, truth: View, shown: list[tuple[int, Reading]]) -> Ego:
        """The ego as its sensors let it think that it is."""
        rolled = [reading for _, reading in shown if isinstance(reading, OdometryReading)]
        fixes = [reading for _, reading in shown if isinstance(reading, GpsReading)]
        if rolled:
            self._moved = rolled[-1].speed, rolled[-1].yaw_rate
        elif not any(sensor.kind == "odometry" for sensor in self._sensors):
            self._moved = truth.ego.speed, truth.ego.yaw_rate
        speed, turning = self._moved
        if self._at is None:
            start = fixes[-1] if fixes else truth.ego
            self._at = [start.x, start.y, start.heading]
        else:
            self._carry_on(speed, turning, in_seconds(truth.date - self._date))
            for fix in fixes:
                self._correct(fix, speed, in_seconds(truth.date - fix.date))
        self._date = truth.date
        x, y, heading = self._at
        return replace(truth.ego, x=x, y=y, heading=heading, speed=speed, yaw_rate=turning)

    def _carry_on(self, speed: float, turning: float, dt: float) -> None:
        assert self._at is not None
        x, y, heading = self._at
        middle = heading + 0.5 * dt * turning
        self._at = [x + dt * speed * cos(middle), y + dt * speed * sin(middle), heading + dt * turning]

    def _correct(self, fix: GpsReading, speed: float, age: float) -> None:
        """Move a little towards where a fix would be by now."""
        assert self._at is not None
        x, y, heading = self._at
        turned = (fix.heading - heading + pi) % (2.0 * pi) - pi
        ahead_x, ahead_y = age * speed * cos(heading), age * speed * sin(heading)
        self._at = [
            x + TRUST * (fix.x + ahead_x - x), y + TRUST * (fix.y + ahead_y - y), heading + TURN_TRUST * turned,
        ]  # fmt: skip
