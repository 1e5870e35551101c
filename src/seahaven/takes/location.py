"""The first step of assembly: the roads of a study, with their lights and the vehicle types that may drive there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Self

from seahaven.roads import LaneMap, Remark, RoadNetwork
from seahaven.roads.junctions import JunctionLogic, SignalPlan
from seahaven.roads.routing import RoadUser, Router
from seahaven.seats.learned import LEARNED, LearnedDriver
from seahaven.takes.ambience import is_town
from seahaven.takes.learned_drivers import learned_drivers
from seahaven.takes.learned_entries import LearnedEntry
from seahaven.takes.reading import Reading
from seahaven.takes.setting import PeopleEntry, TrafficEntry
from seahaven.takes.street_life import signal_plan
from seahaven.takes.vehicle_types import VehicleTypes
from seahaven.traffic import LIGHTS, PEOPLE, VEHICLES
from seahaven.world import WEATHER, FamilyType

__all__ = ["Location"]

NOBODY: Final[Mapping[str, LearnedEntry]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Location:
    """Roads, and what the study says of the traffic on them."""

    reading: Reading
    traffic: TrafficEntry
    people: PeopleEntry | None
    lane_map: LaneMap
    lights: SignalPlan | None
    types: VehicleTypes
    learned: tuple[LearnedDriver, ...] = ()
    has_people: bool = False
    """Whether anybody is on foot: of the people of the study, or named in its world."""

    @classmethod
    def of(
        cls,
        network: RoadNetwork,
        reading: Reading,
        traffic: TrafficEntry,
        people: PeopleEntry | None = None,
        learned: Mapping[str, LearnedEntry] = NOBODY,
        *,
        names_people: bool = False,
    ) -> Self:
        """The location of a study whose roads have been read."""
        lane_map = LaneMap.of(network)
        drivers = learned_drivers(learned, reading)
        names = tuple(driver.name for driver in drivers)
        types = VehicleTypes(traffic.types, reading.document, is_town=is_town(lane_map), learned=names)
        lights, has_people = signal_plan(lane_map, traffic), people is not None or names_people
        return cls(reading, traffic, people, lane_map, lights, types, drivers, has_people)

    @property
    def families(self) -> tuple[FamilyType, ...]:
        """The families of the world: vehicles and weather, and lights and people where there are any."""
        vehicles = VEHICLES.extended(LEARNED) if self.learned else VEHICLES
        return (vehicles, WEATHER, *(LIGHTS if self.lights else ()), *((PEOPLE,) if self.has_people else ()))

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """What is doubtful about the roads: in their file, of their lanes, junctions and lights."""
        logic = JunctionLogic.of(self.lane_map)
        lights = self.lights.remarks if self.lights else ()
        return (*self.lane_map.network.remarks, *self.lane_map.remarks, *logic.remarks, *lights)

    def router(self, user: RoadUser) -> Router:
        """What finds the ways of a road user."""
        return Router.of(self.lane_map, user)
