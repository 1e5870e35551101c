"""The family of vehicles in traffic: on roads, each with a driver who has traits, senses and wishes."""

from __future__ import annotations

from seahaven.behaviour import ADVICE, AT_JUNCTIONS, AT_PEDALS, FOOT_SENSED, GOING, PARTNER, SENSED, TRAITS
from seahaven.world import ROAD_VEHICLE, Column

__all__ = ["VEHICLES"]

LEAVING = {
    "leaves": Column(
        "bool",
        default=False,
        is_passing=True,
        doc="whether it drives off and is gone where its route ends, or without one its road; else it stops there",
    ),
}
VEHICLES = (
    ROAD_VEHICLE.extended(TRAITS)
    .extended(SENSED)
    .extended(AT_JUNCTIONS)
    .extended(GOING)
    .extended(FOOT_SENSED)
    .extended(PARTNER)
    .extended(AT_PEDALS)
    .extended(ADVICE)
    .extended(LEAVING)
)
