"""The limits within which coaches steer a cast so that it looks natural, unless a situation orders otherwise."""

from __future__ import annotations

__all__ = ["ACCELERATION", "BRAKING", "FASTEST", "JERK", "PARKED_ACCELERATION", "SLOWEST"]

ACCELERATION, BRAKING = 1.4, 1.8
"""Greatest acceleration and deceleration (m/s²)."""
JERK = 1.2
"""Greatest rate of change of the acceleration (m/s³)."""
SLOWEST, FASTEST = 0.4, 1.3
"""Least and greatest speed, as shares of the speed limit."""
PARKED_ACCELERATION = 1.2
"""Acceleration of a vehicle that was parked (m/s²), if its engine allows it."""
