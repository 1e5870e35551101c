"""When the subject will be where, by what can be seen of it from outside."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, inf, sqrt

__all__ = ["Outlook"]

MEMORY = 12.0
"""Seconds over which its usual speed is an average."""
BOUND = 0.05
"""How much of that it tells of it how fast it is behind another one."""
HABIT, ONWARD = 3.0, 3.0
"""Seconds within which its speed is expected to settle, and for which it is taken to accelerate as it does."""
REVERTING = 5.0
"""Seconds within which who is free comes back to the pace that it keeps."""
BRAKES, PICKS_UP, WELL_BELOW = 1.0, 0.3, 0.85
"""Deceleration (m/s²) from which on somebody brakes for something, and is not taken to go on as before; and the
acceleration, and share of its pace, at which it is coming back to it."""
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
    expected: float = 0.0
    """The speed that it is expected to come to, as it accelerates or brakes now."""
    stood: float = 0.0
    pace: float = -1.0
    """How fast it is when nobody is before it, in the mean."""
    lasting: float = 0.0
    """The speed at which it is expected to go on then."""

    def look(self, speed: float, acceleration: float, dt: float, *, is_free: bool, is_played_to: bool = False) -> None:
        """Take in how it drives now; who stands, or is behind another one, is taken to go on as before."""
        self.speed, self.acceleration = speed, acceleration
        self.stood = self.stood + dt if speed < STANDS else 0.0
        if self.usual < 0.0:
            self.usual = self.pace = speed
        elif self.stood == 0.0:
            share = 1.0 if (is_free and not is_played_to) or speed > self.usual else BOUND
            self.usual += (speed - self.usual) * min(share * dt / MEMORY, 1.0)
        is_undisturbed = is_free and acceleration > -BRAKES
        if is_undisturbed and not self.stood and not (acceleration > PICKS_UP and speed < WELL_BELOW * self.pace):
            self.pace += (speed - self.pace) * min(dt / MEMORY, 1.0)
        self.expected = min(max(speed + ONWARD * acceleration, 0.0), max(self.usual, speed))
        self.lasting = self.pace if is_undisturbed else self.expected

    def likely(self, metres: float) -> float:
        """In how many seconds it is likely to have come so far; infinite for one that stands."""
        if metres <= 0.0:
            return 0.0
        if self.stood > 0.0 or max(self.speed, self.usual) < STANDS:
            return inf
        time = metres / max(self.speed, self.expected, self.lasting, STANDS)
        soon, later = self.speed - self.expected, self.expected - self.lasting
        for _ in range(ROUNDS):
            fading, reverting = exp(-time / HABIT), exp(-time / REVERTING)
            way = self.lasting * time + soon * HABIT * (1.0 - fading) + later * REVERTING * (1.0 - reverting)
            speed = max(self.lasting + soon * fading + later * reverting, STANDS)
            time = max(time + (metres - way) / speed, 0.0)
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
