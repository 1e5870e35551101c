"""The coach of one vehicle of a cast: its speed and its lane, in closed loop, within limits that look natural."""

from seahaven.direction.coach.coach import Coach
from seahaven.direction.coach.natural import ACCELERATION, BRAKING, FASTEST, JERK, PARKED_ACCELERATION, SLOWEST

__all__ = ["ACCELERATION", "BRAKING", "FASTEST", "JERK", "PARKED_ACCELERATION", "SLOWEST", "Coach"]
