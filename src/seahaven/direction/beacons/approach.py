"""How to arrive at a place on time, in comfort."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["HARDEST", "Approach", "freed_speed", "told_speed"]

HARDEST = 1.9
"""The most acceleration and deceleration (m/s²) with which anybody is steered."""
JERK = 1.2
"""The fastest that it changes (m/s³)."""
SLOWEST = 2.0
"""Nobody is slowed down below this speed (m/s)."""
UNHURRIED = 0.5
"""The least share of its usual speed with which somebody arrives who is held back."""
EAGERNESS = 0.6
"""By how many m/s² drivers accelerate for each m/s by which they are slower than they were told."""


class Approach(NamedTuple):
    """Somebody who is `distance` metres before a place at a speed, and is to be there in `time` seconds at another.

    Its acceleration changes evenly from now till then: that takes the least of it.
    """

    distance: float
    speed: float
    time: float
    final: float

    @classmethod
    def held(cls, distance: float, speed: float, time: float, usual: float) -> Approach:
        """Somebody who is held back arrives slower than it usually is, if that takes less braking."""
        return cls(distance, speed, time, min(max(2.0 * distance / time - speed, UNHURRIED * usual), usual))

    @property
    def acceleration(self) -> float:
        """The acceleration to begin with (m/s²)."""
        time = self.time
        return (6.0 * self.distance - 4.0 * self.speed * time - 2.0 * self.final * time) / (time * time)

    @property
    def last(self) -> float:
        """The acceleration at the end (m/s²)."""
        time = self.time
        return (-6.0 * self.distance + 2.0 * self.speed * time + 4.0 * self.final * time) / (time * time)

    @property
    def is_natural(self) -> bool:
        """Whether it can be done without hard braking, and without nearly stopping."""
        first, last = self.acceleration, self.last
        if max(abs(first), abs(last)) > HARDEST:
            return False
        turn = self.time * first / (first - last) if first < 0.0 < last else 0.0
        return self.speed + 0.5 * first * turn >= SLOWEST


def told_speed(approach: Approach, before: float, dt: float) -> tuple[float, float]:
    """The speed to tell a driver so that it approaches like that, and the acceleration that comes of it.

    It is heard a step later, so it is reckoned from where the driver will be then, with its acceleration as `before`.
    """
    ahead = Approach(
        approach.distance - approach.speed * dt,
        approach.speed + before * dt,
        max(approach.time - dt, dt),
        approach.final,
    )
    return _eased(ahead.speed, ahead.acceleration, before, dt)


def freed_speed(speed: float, usual: float, before: float, dt: float) -> tuple[float, float]:
    """The same for somebody who is to go back to its usual speed."""
    soon = speed + before * dt
    return _eased(soon, EAGERNESS * (usual - soon), before, dt)


def _eased(speed: float, wished: float, before: float, dt: float) -> tuple[float, float]:
    """A speed to tell, and the acceleration, so that it comes to what is wished without a jerk."""
    natural = min(max(wished, -HARDEST), HARDEST)
    eased = min(max(natural, before - JERK * dt), before + JERK * dt)
    return max(speed + eased / EAGERNESS, 0.0), eased
