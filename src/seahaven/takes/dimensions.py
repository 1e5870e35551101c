"""What the quantities of a study measure, and how small and how large each may be.

The bounds are far beyond any honest study. They are there so that a slip, such as a forgotten unit or a zero too
many, is answered at once with what was expected, instead of a program that fills the memory or never ends. Schemas,
messages, editors and the table in the docs show what is declared here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, TypeAlias

from seahaven.files import (
    UNITS,
    Acceleration,
    Angle,
    Density,
    Dimension,
    Duration,
    Flow,
    Length,
    Rainfall,
    Rate,
    Ratio,
    Seconds,
    Speed,
    Within,
)

__all__ = [
    "DIMENSIONS",
    "MOST_CONDITIONS",
    "MOST_PARTICIPANTS",
    "MOST_TRIPS",
    "PARTICIPANTS",
    "RECORD_RATES",
    "SEEDS",
    "AnswerNumber",
    "ArrivalTime",
    "Arrivals",
    "CheckpointNumber",
    "CollisionTime",
    "Coordinate",
    "Crowding",
    "Date",
    "Daylight",
    "Departures",
    "Extent",
    "Factor",
    "Grip",
    "Heading",
    "Interval",
    "LaneCount",
    "LaneNumber",
    "LanePlace",
    "Lasting",
    "Metres",
    "ModuleRate",
    "Multiple",
    "ParticipantCount",
    "Pedalling",
    "Period",
    "PersonNumber",
    "PieceLength",
    "PieceRadius",
    "Points",
    "Priority",
    "Rain",
    "RecordRate",
    "RuleCount",
    "ScalePoints",
    "Seed",
    "Share",
    "StreamFlow",
    "StreamHeadway",
    "StreamSpeed",
    "ThreadCount",
    "Time",
    "TimeGap",
    "Tolerance",
    "TrafficRate",
    "VehicleCount",
    "Velocity",
    "Visibility",
    "WalkCount",
    "WarmUpTime",
]

DIMENSIONS: Mapping[str, Dimension] = {
    unit: dimension for dimension, units in UNITS.items() for unit, size in units.items() if size == 1
}
"""The dimension of each unit that values are held in."""

Date: TypeAlias = Annotated[Duration, Within("time", "0 s", "7 days")]
"""A time from the start."""
Lasting: TypeAlias = Annotated[Duration, Within("time", "1 ms", "7 days")]
"""How long something lasts that has to last a while."""
WarmUpTime: TypeAlias = Annotated[Duration, Within("time", "0 s", "1 day")]
"""How long traffic runs before a drive begins."""
Interval: TypeAlias = Annotated[Duration, Within("time", "0.1 s", "7 days")]
"""From one departure to the next."""
Time: TypeAlias = Annotated[Seconds, Within("time", "0 s", "7 days")]
"""A time for formulas."""
Period: TypeAlias = Annotated[Seconds, Within("time", "1 ms", "7 days")]
"""A time for formulas that is not nothing."""
TimeGap: TypeAlias = Annotated[Seconds, Within("time", "0 s", "60 s")]
"""From one vehicle to the next."""
CollisionTime: TypeAlias = Annotated[Seconds, Within("time", "1 ms", "10 min")]
"""Until two vehicles touch."""
ArrivalTime: TypeAlias = Annotated[Seconds, Within("time", "0 s", "1 h")]
"""Until a vehicle is at a place."""
StreamHeadway: TypeAlias = Annotated[Seconds, Within("time", "0.5 s", "1 h")]
"""From one vehicle of a stream to the next."""

RECORD_RATES = Within("rate", "0.001 Hz", "1000 Hz")
RecordRate: TypeAlias = Annotated[Rate, RECORD_RATES]
"""How often the world is recorded."""
ModuleRate: TypeAlias = Annotated[Rate, Within("rate", "0.001 Hz", "10 kHz")]
"""How often a module runs."""
TrafficRate: TypeAlias = Annotated[Rate, Within("rate", "1 Hz", "1000 Hz")]
"""How often drivers decide."""

Metres: TypeAlias = Annotated[Length, Within("length", "0 m", "10000 km")]
"""A place along a road or a drive, or how far something is away."""
Extent: TypeAlias = Annotated[Length, Within("length", "0 m", "10000 km", above=True)]
"""The size of something."""
Coordinate: TypeAlias = Annotated[Length, Within("length", "-20000 km", "20000 km")]
"""To the east or to the north of the origin."""
PieceLength: TypeAlias = Annotated[Length, Within("length", "0 m", "100 km", above=True)]
"""Of one piece of a course."""
PieceRadius: TypeAlias = Annotated[Length, Within("length", "1 m", "1000 km")]
"""Of a bend of a course."""
Visibility: TypeAlias = Annotated[Length, Within("length", "1 m", "1000 km")]
"""How far one sees."""
Heading: TypeAlias = Annotated[Angle, Within("angle", "-720 deg", "720 deg")]
"""Counted from the east to the left."""

Velocity: TypeAlias = Annotated[Speed, Within("speed", "0 km/h", "252 km/h")]
"""With which a vehicle drives."""
StreamSpeed: TypeAlias = Annotated[Speed, Within("speed", "3 m/s", "252 km/h")]
"""With which a stream of vehicles drives."""

Arrivals: TypeAlias = Annotated[Flow, Within("flow", "0/h", "36000/h")]
"""How many come in at one place."""
Departures: TypeAlias = Annotated[Flow, Within("flow", "0/h", "100000/h")]
"""How many set out, everywhere together."""
StreamFlow: TypeAlias = Annotated[Flow, Within("flow", "0/h", "7200/h", above=True)]
"""How many come in a stream."""
Crowding: TypeAlias = Annotated[Density, Within("density", "0/km", "120/km")]
"""How many there are on a lane."""

Share: TypeAlias = Annotated[Ratio, Within("ratio", 0, 100)]
"""One of several parts, as a share or in percent."""
Daylight: TypeAlias = Annotated[Ratio, Within("ratio", 0, 1)]
"""A share of the light at noon."""
Grip: TypeAlias = Annotated[Ratio, Within("ratio", 0.01, 1)]
"""A share of the friction of a dry road."""
Factor: TypeAlias = Annotated[Ratio, Within("ratio", 0, 1000)]
"""How many times as much."""
Multiple: TypeAlias = Annotated[Ratio, Within("ratio", 0, 1000, above=True)]
"""How many times as much, and not none."""
Rain: TypeAlias = Annotated[Rainfall, Within("rainfall", "0 mm/h", "1000 mm/h")]
"""How hard it rains."""

MOST_PARTICIPANTS, MOST_CONDITIONS, MOST_TRIPS = 10_000, 100, 100_000
"""Of an experiment, and random trips of a study: all of these are laid out before anything begins."""

SEEDS = Within(None, 0, 10**18)
Seed: TypeAlias = Annotated[int, SEEDS]
"""From which random numbers follow."""
LaneNumber: TypeAlias = Annotated[int, Within(None, -100, 100)]
"""Which lane of a road, as its file numbers them."""
LanePlace: TypeAlias = Annotated[int, Within(None, 0, 100)]
"""Which of several lanes side by side, counted from 0."""
LaneCount: TypeAlias = Annotated[int, Within(None, 1, 100)]
"""How many lanes there are side by side, or which of them, counted from 1."""
PersonNumber: TypeAlias = Annotated[int, Within(None, 0, 1_000_000_000)]
"""Which person of a population."""
CheckpointNumber: TypeAlias = Annotated[int, Within(None, 0, 1_000_000)]
"""Which checkpoint of a road file."""
PARTICIPANTS = Within(None, 1, MOST_PARTICIPANTS)
ParticipantCount: TypeAlias = Annotated[int, PARTICIPANTS]
"""How many take part."""
ScalePoints: TypeAlias = Annotated[int, Within(None, 2, 101)]
"""How many points a rating scale has."""
AnswerNumber: TypeAlias = Annotated[float, Within(None, -1_000_000, 1_000_000)]
"""What is answered with a number."""
ThreadCount: TypeAlias = Annotated[int, Within(None, 1, 1024)]
"""How many threads there are."""
WalkCount: TypeAlias = Annotated[int, Within(None, 1, 1000)]
"""How many ways on foot there are; all of them are laid before a study begins."""
Pedalling: TypeAlias = Annotated[Acceleration, Within("acceleration", "-20 m/s²", "20 m/s²")]
"""By pedals, below 0 for braking."""
Points: TypeAlias = Annotated[float, Within(None, -1_000_000, 1_000_000)]
"""What a learned driver earns."""
Priority: TypeAlias = Annotated[int, Within(None, 1, 100)]
"""Of a goal; 1 comes first."""
Tolerance: TypeAlias = Annotated[float, Within(None, 0, 1_000_000)]
"""Within which rules count as equal, in points."""
RuleCount: TypeAlias = Annotated[int, Within(None, 0, 100_000)]
"""How many rules there are."""
VehicleCount: TypeAlias = Annotated[int, Within(None, 1, 100_000)]
"""How many vehicles there are at a time."""
