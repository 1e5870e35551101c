"""What drivers may know, what they are like, and whom they play to: the columns that perception and drivers share.

`family.extended(TRAITS)` and so on make a family of vehicles ready for them. Gaps run from bumper to bumper and are
negative for whoever is beside; closing speeds are positive when a gap shrinks. Null means that there is nothing to
see.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from seahaven.world import Column

__all__ = ["ADVICE", "AT_JUNCTIONS", "AT_PEDALS", "GOING", "PARTNER", "SENSED", "TRAITS", "TurnOrder"]


GENTLY, SPACE = 1.8, 1.0
"""Braking (m/s²) that one who has to come over asks of others, and how many metres behind it they stand."""


class TurnOrder(IntEnum):
    """What a driver was told in this step about the next junction: which way to turn there, or to forget that."""

    NONE = 0
    LEFT = 1
    STRAIGHT = 2
    RIGHT = 3
    RELEASED = 4


def _seen(unit: str, doc: str) -> Column:
    return Column(unit=unit, nullable=True, immediate=True, is_passing=True, doc=doc)


def _side(side: str) -> dict[str, Column]:
    """What a driver knows of the lane to one side."""
    of = f"on the lane to the {side}"
    return {
        f"{side}_open": Column(
            "bool", default=False, immediate=True, is_passing=True, doc=f"whether it may change to the {side} here"
        ),
        f"{side}_gap": _seen("m", f"to the vehicle ahead {of}"),
        f"{side}_closing": _seen("m/s", f"at which the vehicle ahead {of} comes nearer"),
        f"{side}_rear_gap": _seen("m", f"to the vehicle behind {of}"),
        f"{side}_rear_closing": _seen("m/s", f"at which the vehicle behind {of} comes nearer"),
        f"{side}_light": Column(
            "int8", default=0, immediate=True, is_passing=True, doc=f"turn light of the vehicle ahead {of}"
        ),
        f"{side}_drop": _seen("m", f"to where the lane to the {side} no longer follows the route"),
    }


TRAITS: Mapping[str, Column] = {
    "speed_factor": Column(default=1.0, doc="desired speed as a share of the limit"),
    "top_speed": Column(unit="m/s", default=36.0, doc="greatest speed that it wishes to drive, whatever the limit"),
    "headway": Column(unit="s", default=1.2, doc="time gap that it keeps to the vehicle ahead"),
    "standstill": Column(unit="m", default=2.0, doc="gap that it keeps when standing"),
    "liveliness": Column(unit="m/s²", default=1.5, doc="acceleration that it prefers"),
    "comfort": Column(unit="m/s²", default=2.0, doc="deceleration that it prefers"),
    "aggressiveness": Column(default=0.5, doc="from 0, which yields to all others, to 1, which takes every gap"),
    "reaction": Column(unit="s", default=0.6, doc="delay with which it perceives what others do"),
    "sight": Column(unit="m", default=300.0, doc="greatest distance at which it sees others"),
    "glance": Column(unit="s", default=5.0, doc="time from one look into a mirror to the next"),
    "unsteadiness": Column(
        unit="m/s²", default=0.0, doc="standard deviation of the fluctuation of its acceleration; 0 for a steady foot"
    ),
    "weather_caution": Column(
        default=1.0, doc="how many times as much as the average driver it slows down in bad weather and at night"
    ),
}
"""Traits of a driver, constant from its first step to its last."""

SENSED: Mapping[str, Column] = {
    "closing": _seen("m/s", "at which the leader comes nearer"),
    "leader_acceleration": _seen("m/s²", "of the leader"),
    "leader_brakes": Column(
        "bool", default=False, immediate=True, is_passing=True, doc="whether the leader's brake lights are on"
    ),
    "leader_light": Column("int8", default=0, immediate=True, is_passing=True, doc="turn light of the leader"),
    "rear_gap": _seen("m", "to the vehicle behind"),
    "rear_closing": _seen("m/s", "at which the vehicle behind comes nearer"),
    **_side("left"),
    **_side("right"),
    "plea": _seen("m", "to the rear of somebody beside who stands and asks it to be let in"),
    "berth": Column(
        unit="m",
        default=0.0,
        immediate=True,
        is_passing=True,
        doc="how far to the left of the middle of its lane it keeps clear of a vehicle that comes or stands there",
    ),
    "menace": Column(
        "int8",
        default=0,
        immediate=True,
        is_passing=True,
        doc="what a vehicle that keeps to no lane does: 1 stands in its way, 2 comes towards it, 3 is beside it",
    ),
    "honked": Column(
        "bool", default=False, immediate=True, is_passing=True, doc="whether a vehicle behind it sounds its horn at it"
    ),
    "limit": _seen("m/s", "highest permitted speed here; null where there is none"),
    "limit_ahead": _seen("m/s", "the limit that begins ahead"),
    "limit_distance": _seen("m", "to where another limit begins"),
    "curvature": _seen("1/m", "of the curve ahead that binds, left is positive"),
    "curve_distance": _seen("m", "to that curve"),
    "grade": Column(default=0.0, immediate=True, is_passing=True, doc="rise per metre here"),
    "drop": _seen("m", "to where its lane no longer follows its route: it ends, or leads elsewhere"),
    "shift": Column(
        "int8",
        default=0,
        immediate=True,
        is_passing=True,
        doc="lanes to the left to the nearest that follows it furthest",
    ),
    "merge": _seen("m", "to where another lane leads onto its own"),
    "route_end": _seen("m", "to the end of its route"),
    "grip": Column(default=1.0, immediate=True, is_passing=True, doc="of the road, 1 when dry"),
    "visibility": Column(
        unit="m", default=10_000.0, immediate=True, is_passing=True, doc="how far the weather lets it see"
    ),
    "weather_pace": Column(
        default=1.0,
        immediate=True,
        is_passing=True,
        doc="share of the speed it likes on a clear day that it likes in this weather and light",
    ),
    "gloomy": Column(
        "bool",
        default=False,
        immediate=True,
        is_passing=True,
        doc="whether it is so dark, wet or misty that its driver lights the lamps",
    ),
    "partner_distance": _seen(
        "m", "along the road from its centre to that of the vehicle it plays to, ahead is positive"
    ),
    "partner_speed": _seen("m/s", "of the vehicle it plays to"),
    "partner_side": Column(
        "int8", default=0, immediate=True, is_passing=True, doc="lanes to the left to the vehicle it plays to"
    ),
}
"""What a driver knows in a step, besides `leader` and `gap`."""

PARTNER: Mapping[str, Column] = {
    "partner": Column.entity(doc="the vehicle that it plays to: follows, leads or travels beside; seen or not"),
}

AT_JUNCTIONS: Mapping[str, Column] = {
    "junction": _seen("m", "from its front to where one waits before the next junction, up to 150 m"),
    "hold": _seen("m", "from its front to where it may have to wait, at or in a junction; for the first one there"),
    "light": Column("int8", default=0, immediate=True, is_passing=True, doc="what the light there shows: a LightState"),
    "light_age": Column(unit="s", default=0.0, immediate=True, is_passing=True, doc="for how long it has shown that"),
    "must_stop": Column("bool", default=False, immediate=True, is_passing=True, doc="whether a sign says stop there"),
    "slack": _seen("s", "by which the next one who goes first comes later than it would have passed if it went now"),
    "room": _seen("m", "behind the junction, beyond what it needs to stand there"),
    "block": _seen("m", "from its front to where it has to let somebody pass who has set out before"),
    "block_time": _seen("s", "until that one will be out of the way; null: not before it sets out again"),
    "join_gap": _seen("m", "to whoever is ahead on another way that parts from its own, or leads onto the same lane"),
    "join_speed": _seen("m/s", "of that one"),
    "waiting": Column(unit="s", default=0.0, immediate=True, is_passing=True, doc="for how long it has stood there"),
    "turn": Column("int8", default=0, immediate=True, is_passing=True, doc="where it turns ahead: 1 left, -1 right"),
}
"""What a driver knows of the junction ahead, and in it."""

GOING: Mapping[str, Column] = {
    "goes": Column("bool", default=False, doc="whether it has set out onto the way through the junction ahead"),
    "turn_order": Column(
        "int8", default=0, is_passing=True, doc="what it was just told about the next junction: a TurnOrder"
    ),
}

AT_PEDALS: Mapping[str, Column] = {
    "lot": Column(
        "int64",
        nullable=True,
        is_passing=True,
        doc="number by which its whims are drawn, the same in whatever order vehicles are added; null: its id",
    ),
    "whim": Column(
        default=0.0,
        immediate=True,
        is_passing=True,
        doc="where its foot drifts now, of mean 0 and spread 1: drawn anew every second, and followed slowly",
    ),
}
"""How the foot of a driver wanders."""

ADVICE: Mapping[str, Column] = {
    "advice": Column(
        unit="m/s²", default=0.0, immediate=True, is_passing=True, doc="acceleration that the driver machine wishes for"
    ),
    "leeway": Column(
        unit="m/s²",
        default=0.0,
        immediate=True,
        is_passing=True,
        doc="the most acceleration that lanes, curves, junctions, people and orders allow; heeds neither speed limits "
        "nor the vehicle ahead",
    ),
}
"""What the driver machine has to say to an occupant with `assisted` controls."""
