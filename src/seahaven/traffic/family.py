"""The family of vehicles in traffic: on roads, each with a driver who has traits, senses and wishes."""

from __future__ import annotations

from seahaven.behaviour import PARTNER, SENSED, TRAITS
from seahaven.world import ROAD_VEHICLE

__all__ = ["VEHICLES"]

VEHICLES = ROAD_VEHICLE.extended(TRAITS).extended(SENSED).extended(PARTNER)
