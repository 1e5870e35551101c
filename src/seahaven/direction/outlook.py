"""When the subject will be where, by what can be seen of it from outside."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, inf, sqrt

__all__ = ["Outlook"]

MEMORY = 12.0
"""Seconds over which its usual speed is an average."""
BOUND = 0.05
"""How much of that it tells of it how fast it is behind another one."""
HABIT = 6.0
"""Seconds within which it is expected to be back at its usual speed."""
STANDS = 0.3
"""Below this speed (m/s) it counts as standing."""
HASTE, EASE = 1.2, 1.5
"""How hard it may accelerate at once, and brake (m/s²), for the earliest and the latest."""
FASTER, SLOWER = 1.2, 0.7
"""Shares of its usual speed that it may come to."""
ROUNDS = 12


@dataclass(slots=True)
class Outlook:
    """What has been seen of the subject: how fast it is, how fast usually, and for how long it has stood."""

    speed: float = 0.0
    usual: float = -1.0
    acceleration: float = 0.0
    stood: float = 0.0

    def look(self, speed: float, acceleration: float, dt: float, *, is_free: bool) -> None:
        """Take in how it drives now; who stands, or is behind another one, is taken to go on as before."""
        self.speed, self.acceleration = speed, acceleration
        self.stood = self.stood + dt if speed < STANDS else 0.0
        if self.usual < 0.0:
            self.usual = speed
        elif self.stood == 0.0:
            share = 1.0 if is_free or speed > self.usual else BOUND
            self.usual += (speed - self.usual) * min(share * dt / MEMORY, 1.0)

    def likely(self, metres: float) -> float:
        """In how many seconds it is likely to have come so far; infinite for one that stands."""
        if metres <= 0.0:
            return 0.0
        if self.stood > 0.0 or max(self.speed, self.usual) < STANDS:
            return inf
        time = metres / max(self.speed, self.usual)
        for _ in range(ROUNDS):
            fading = exp(-time / HABIT)
            way = self.usual * time + (self.speed - self.usual) * HABIT * (1.0 - fading)
            pace = max(self.usual + (self.speed - self.usual) * fading, STANDS)
            time = max(time + (metres - way) / pace, 0.0)
        return time

    def earliest(self, metres: float) -> float:
        """In how many seconds it may have come so far at the earliest."""
        return _time(metres, self.speed, FASTER * max(self.speed, self.usual), HASTE)

    def latest(self, metres: float) -> float:
        """In how many seconds it will have come so far, unless it crawls; infinite for one that stands."""
        if self.stood > 0.0 or max(self.speed, self.usual) < STANDS:
            return 0.0 if metres <= 0.0 else inf
        return _time(metres, self.speed, SLOWER * max(min(self.speed, self.usual), STANDS), EASE)


def _time(metres: float, speed: float, final: float, hardness: float) -> float:
    """How long it takes when the speed changes to another as hard as may be."""
    if metres <= 0.0:
        return 0.0
    change = hardness if final > speed else -hardness
    way = (final * final - speed * speed) / (2.0 * change)
    if way >= metres:
        return (sqrt(max(speed * speed + 2.0 * change * metres, 0.0)) - speed) / change
    return (final - speed) / change + (metres - way) / max(final, 1e-3)
