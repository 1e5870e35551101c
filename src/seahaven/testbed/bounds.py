"""Quantities of requirements, with what they may be."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from seahaven.files import Acceleration, Field, Jerk, Length, Seconds, Speed, Within

__all__ = ["AccelerationSize", "HowFar", "HowLong", "HowMany", "JerkSize", "SpeedSize"]

HowFar: TypeAlias = Annotated[Length, Within("length", "0 m", "1000 km")]
"""A distance in m."""
HowLong: TypeAlias = Annotated[Seconds, Within("time", "0 s", "7 days")]
"""A time in s."""
SpeedSize: TypeAlias = Annotated[Speed, Within("speed", "0 m/s", "500 km/h")]
"""A speed in m/s."""
AccelerationSize: TypeAlias = Annotated[Acceleration, Within("acceleration", "0 m/s²", "100 m/s²")]
"""The size of an acceleration in m/s²."""
JerkSize: TypeAlias = Annotated[Jerk, Within("jerk", "0 m/s³", "1000 m/s³")]
"""The size of a jerk in m/s³."""
HowMany: TypeAlias = Annotated[int, Field(ge=0, le=1_000_000)]
"""How many."""
