"""What looks natural from outside: the limits within which a cast is steered, unless a situation orders otherwise."""

from __future__ import annotations

__all__ = ["ACCELERATION", "BRAKING", "FASTEST", "JERK", "PARKED_ACCELERATION", "SLOWEST"]

ACCELERATION, BRAKING = 1.4, 1.8
"""The most that anybody accelerates and brakes to be in time (m/s²)."""
JERK = 1.2
"""The fastest that its acceleration changes (m/s³)."""
SLOWEST, FASTEST = 0.4, 1.3
"""Shares of the speed limit between which it drives."""
PARKED_ACCELERATION = 1.2
"""With which somebody who was parked comes up to speed (m/s²), if its engine lets it."""
