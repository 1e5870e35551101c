"""Feet on the pedals, each with a rule of its own: trembling, heavy, drifting, and resting on a button."""

from __future__ import annotations

from math import inf, sqrt

from seahaven.kernel import State, Tick
from seahaven.seats.subjects.occupant import wandered
from seahaven.seats.subjects.pedals import Pedals, Perceived, clip

__all__ = ["Drifting", "HeavyFoot", "SetSpeed", "Trembling"]

COASTS = -0.4
"""Acceleration (m/s²) with no foot on any pedal."""
SETTLES = 0.8
"""Seconds in which a gap or a speed that is too small is made good."""
CREEPS = 3.0
"""Metres more than it keeps when standing at which somebody who stands drives off."""
FIRST = 1.2
"""Acceleration (m/s²) from a stand."""
BY_FIVE = 5.0 * 0.44704
"""Speeds are set in steps of five miles an hour (m/s)."""
EASY = 1.0
"""Braking (m/s²) that a heavy foot takes for none."""
MATCHES = 0.5
"""Share of a difference in speed by which it is changed in a second."""


class Trembling(Pedals):
    """Filtered noise on accelerator, brake and wheel, around a liked speed and behind a safe one after Gipps (1981)."""

    tremor: State[float] = 0.0
    wander: State[float] = 0.0
    pedal: State[float] = 0.0

    def pushed(self, tick: Tick, view: Perceived) -> float:
        """Follow the noise, and with a lag what speed and gap demand."""
        self.tremor = wandered(self.tremor, tick, memory=self.way("memory"))
        noise = self.way("noise") * self.tremor
        wanted = self.way("gain") * (view.liked - view.speed) + noise
        if view.gap < inf:
            wanted = min(wanted, (self._safe(view) - view.speed) / SETTLES + 0.5 * noise)
        wanted = clip(wanted, -1.5 * self.trait("comfort"), self.trait("liveliness"))
        self.pedal += (wanted - self.pedal) * min(tick.dt / self.way("lag"), 1.0)
        return self.pedal

    def steered(self, tick: Tick) -> float:
        """Wander from one side of the lane to the other."""
        self.wander = wandered(self.wander, tick, memory=self.way("sway_memory"))
        return self.way("sway") * self.wander

    def _safe(self, view: Perceived) -> float:
        """The speed at which it could stop in comfort behind one who does so, too."""
        braking = self.trait("comfort")
        late = braking * self.trait("headway")
        room = 2.0 * braking * (view.gap - self.trait("standstill")) + view.leader_speed * view.leader_speed
        return sqrt(max(late * late + room, 0.0)) - late


class HeavyFoot(Pedals):
    """Either pedal or none, to the floor as it were, within wide bands of speed and gap."""

    pedal: State[int] = 0

    def pushed(self, tick: Tick, view: Perceived) -> float:
        """Change the pedal only where a band ends."""
        near = self.trait("standstill") + self.trait("headway") * view.speed
        far = near + CREEPS + self.way("band") * view.speed
        needed = max(view.closing, 0.0) ** 2 / (2.0 * max(view.gap - 0.5 * near, 0.5))
        if self._brakes(view, near, needed):
            self.pedal = -1
            return -max(self.trait("comfort"), needed)
        has_room = view.gap > (far if self.pedal <= 0 else 0.5 * (near + far))
        self.pedal = 1 if has_room and view.speed < view.liked * self._until() else 0
        return self.trait("liveliness") if self.pedal > 0 else COASTS

    def _brakes(self, view: Perceived, near: float, needed: float) -> bool:
        """Whether it brakes: sooner than it stops braking."""
        pace = self.way("pace")
        if self.pedal < 0:
            return needed > 0.2 or view.gap < near or view.speed > view.liked
        return (
            needed > EASY or (view.gap < near and view.closing > -0.5) or view.speed > (1.0 + 2.0 * pace) * view.liked
        )

    def _until(self) -> float:
        """Up to which share of the liked speed it accelerates: once it does, beyond that."""
        return 1.0 + (0.5 if self.pedal > 0 else -1.0) * self.way("pace")


class Drifting(Pedals):
    """Notices differences only beyond thresholds, and drifts between them, after Wiedemann (1974).

    Behind others the gap swings to and fro; alone, the speed does.
    """

    drift: State[float] = 1.0

    def pushed(self, tick: Tick, view: Perceived) -> float:
        """Keep drifting until something is noticed."""
        low = self.trait("standstill") + self.trait("headway") * view.speed
        noticed = max(((view.gap - self.trait("standstill")) / self.way("dullness")) ** 2, 0.1)
        if view.closing > noticed or view.gap < 0.6 * low:
            return self._approaching(view, low)
        if view.speed < 2.0 and view.gap > self.trait("standstill") + CREEPS:
            return FIRST
        self.drift = self._turned(view, low, noticed)
        alone = self.trait("liveliness") * (1.0 - view.speed / max(view.liked, 1.0))
        return clip(self.drift * self.way("drift"), -inf, max(alone, -1.5)) if view.gap < inf else self._alone(view)

    def _approaching(self, view: Perceived, low: float) -> float:
        """Brake down to the speed of the one ahead, at the gap that it keeps."""
        needed = max(view.closing, 0.0) ** 2 / (2.0 * max(view.gap - low, 0.3 * low, 0.5))
        return -min(needed + (0.4 if view.gap < low else 0.0), 2.0 * self.trait("comfort"))

    def _turned(self, view: Perceived, low: float, noticed: float) -> float:
        if view.gap < low or view.speed > view.liked * (1.0 + self.way("pace")):
            return -1.0
        if view.gap > self.way("wide") * low or view.closing < -noticed:
            return 1.0
        return self.drift

    def _alone(self, view: Perceived) -> float:
        pace = self.way("pace")
        if view.speed > view.liked * (1.0 + pace):
            self.drift = -1.0
        elif view.speed < view.liked * (1.0 - pace):
            self.drift = 1.0
        hurry = clip(view.liked - view.speed, -1.5, self.trait("liveliness"))
        return self.drift * self.way("drift") if abs(hurry) < 2.0 * pace * view.liked else hurry


class SetSpeed(Pedals):
    """Sets a speed and rests its foot; notices new limits late and others later, then brakes and sets it again."""

    wanted: State[float] = -1.0
    held: State[float] = -1.0
    unnoticed: State[float] = 0.0
    is_off: State[bool] = False

    def pushed(self, tick: Tick, view: Perceived) -> float:
        """Hold the speed, or brake; drive by foot until there is room again."""
        self._notice(tick, view)
        near = self.trait("standstill") + self.trait("headway") * view.speed
        is_late = view.closing > 0.0 and view.gap - self.trait("standstill") < self.way("late") * view.closing
        if is_late or (view.gap < near and view.closing > -0.3):
            self.is_off = True
            needed = max(view.closing, 0.0) ** 2 / (2.0 * max(view.gap - 0.5 * near, 0.5))
            return -max(needed, self.trait("comfort") if is_late else 0.5)
        self.is_off = self.is_off and view.gap < self.way("resumes") * max(view.speed, 4.0)
        held = clip(0.4 * (self.held - view.speed), -1.2, self.trait("liveliness"))
        by_foot = MATCHES * (view.leader_speed - view.speed) + 0.08 * (view.gap - near)
        return min(held, by_foot) if self.is_off else held

    def _notice(self, tick: Tick, view: Perceived) -> None:
        """Set another speed some time after the limit has changed."""
        self.unnoticed = 0.0 if view.liked == self.wanted else self.unnoticed + tick.dt
        if self.held < 0.0 or self.unnoticed > self.way("notice"):
            self.wanted, self.held = view.liked, max(round(view.liked / BY_FIVE), 1) * BY_FIVE
