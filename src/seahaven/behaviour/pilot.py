"""A driver who follows a course and whoever is ahead on it (G9; a behavioural model, G8)."""

from __future__ import annotations

from enum import Enum
from math import atan2, sqrt

import numpy as np

from seahaven.behaviour.vision import Sighting
from seahaven.geometry import Curve, Pose, wrap_angle
from seahaven.kernel import Emits, In, Module, Out, Param, State, Tick, port
from seahaven.world import PilotState, reads, writes

__all__ = ["Action", "Pilot"]

_UNNOTICED = 0.2
"""A restraint (m/s²) too slight to say that it is what the driver is about."""
_HARDEST = 8.0
"""The hardest braking that the driver wishes for (m/s²)."""


class Action(Enum):
    """What the driver is about, for whoever looks on."""

    WAIT = "wait"
    DRIVE = "drive at the desired speed"
    CURVE = "slow for a curve"
    FOLLOW = "follow"
    STOP = "stop"


class Pilot(Module):
    """Drives along a course: desired speed, slower in curves, behind whoever is ahead, and to a stop at its end.

    The wished acceleration is the intelligent driver model's (Treiber, Hennecke and Helbing, 2000), towards the
    lowest of the desired speed and what the curves ahead allow. The target is a point ahead on the course.
    """

    ahead: In[Sighting | None] = None
    contact: In[bool] = False
    pose: In[Pose]
    speed: In[float] = port(unit="m/s", interpolate="linear")
    course: Param[Curve]
    desired_speed: Param[float] = port(13.9, unit="m/s", least=0.0)
    headway: Param[float] = port(1.5, unit="s", least=0.0)
    standstill: Param[float] = port(2.0, unit="m", least=0.0, doc="gap kept when standing")
    liveliness: Param[float] = port(1.6, unit="m/s²", least=0.1, doc="acceleration that it likes")
    comfort: Param[float] = port(2.0, unit="m/s²", least=0.1, doc="deceleration that it likes")
    sideways: Param[float] = port(2.5, unit="m/s²", least=0.1, doc="lateral acceleration that it accepts in curves")
    wakes: Param[float] = port(0.0, unit="s", doc="when it starts to drive")
    station: State[float] = -1.0
    state: Out[PilotState] = PilotState.IDLE
    action: Out[Action] = Action.WAIT
    target: Out[Pose] = Pose(0.0, 0.0, 0.0)
    wish: Out[float] = port(0.0, unit="m/s²")
    gaze: Out[float] = port(0.0, unit="rad")
    changed: Emits[str]

    body = reads("vehicle", "x", "y", "heading", "speed", single=True)
    notes = writes("vehicle", "pilot", "gaze", single=True)

    def init(self, tick: Tick) -> None:
        """Look ahead from where the vehicle stands, so that nobody steers elsewhere before the first decision."""
        self._look(Pose(self.body.x, self.body.y, self.body.heading), self.body.speed)

    def step(self, tick: Tick) -> None:
        """Decide once."""
        self._look(self.pose, self.speed)
        self._change_state(self._next_state(tick.seconds))
        self.action, self.wish = self._decide()
        self.notes.pilot, self.notes.gaze = self.state.value, self.gaze

    def _look(self, pose: Pose, speed: float) -> None:
        """Find out where on the course the vehicle is, and aim at a point ahead."""
        hint = self.station if self.station >= 0.0 else None
        self.station = self.course.project(*pose.point, hint=hint)[0]
        self.target = self.course.pose(self.station + 4.0 + 0.7 * speed)
        ahead, left = pose.to_local(self.target.point)
        self.gaze = wrap_angle(atan2(left, ahead))

    def _next_state(self, seconds: float) -> PilotState:
        if self.contact or self.state is PilotState.ACCIDENT:
            return PilotState.ACCIDENT
        if self.state is PilotState.IDLE:
            return PilotState.SEMI_ACTIVE if seconds >= self.wakes else PilotState.IDLE
        if self._room() < 1.0 and self.speed < 0.2:
            return PilotState.TERMINATED
        if self.state is PilotState.SEMI_ACTIVE and self.speed > 0.3 * self.desired_speed:
            return PilotState.ACTIVE
        return self.state

    def _change_state(self, state: PilotState) -> None:
        if state is not self.state:
            self.changed.append(state.value)
        self.state = state

    def _room(self) -> float:
        """What is left of the course, less the standing gap (m)."""
        return max(0.0, self.course.length - self.station - self.standstill)

    def _decide(self) -> tuple[Action, float]:
        if self.state not in (PilotState.SEMI_ACTIVE, PilotState.ACTIVE):
            return Action.WAIT, -_HARDEST if self.state is PilotState.ACCIDENT else -self.comfort
        curve = self._curve_speed()
        free = self._free(min(self.desired_speed, curve))
        options = [(self._behind(self._room() + self.standstill, 0.0), Action.STOP)]
        if self.ahead:
            options.append((self._behind(self.ahead.gap, self.ahead.speed), Action.FOLLOW))
        wish, action = min(options, key=lambda option: option[0])
        if wish > free - _UNNOTICED:
            action = Action.CURVE if curve < self.desired_speed else Action.DRIVE
        return action, max(-_HARDEST, min(wish, free))

    def _free(self, wanted: float) -> float:
        return self.liveliness * (1.0 - (self.speed / max(wanted, 0.1)) ** 4)

    def _behind(self, gap: float, speed: float) -> float:
        """The driver model's answer to something `gap` ahead that moves at `speed`."""
        closing = self.speed - speed
        wanted = self.standstill + max(
            0.0, self.speed * self.headway + self.speed * closing / (2.0 * sqrt(self.liveliness * self.comfort))
        )
        return self._free(self.desired_speed) - self.liveliness * (wanted / max(gap, 0.1)) ** 2

    def _curve_speed(self) -> float:
        """The most speed from which every curve ahead can still be taken, braking in comfort."""
        reach = 10.0 + self.speed * self.speed / (2.0 * self.comfort)
        distance = np.linspace(0.0, reach, 24)
        bend = np.maximum(np.abs(self.course.curvature(self.station + distance)), 1e-6)
        return float(np.sqrt(np.min(self.sideways / bend + 1.4 * self.comfort * distance)))
