"""Populations: who drives where and when, and in which weather.

In come demand (flows, trips, densities), roads with routes, and subjects around whom it is to be lively; out go
vehicles that enter and leave, each with a driver's traits. Nothing here steers anybody, and nothing knows scripts.
"""

from seahaven.traffic.ambient import Ambient
from seahaven.traffic.ambient_area import Area, Circle, Stretch
from seahaven.traffic.ambient_density import Density, LaneDensity
from seahaven.traffic.ambient_panel import Presence
from seahaven.traffic.ambient_routes import through_routes
from seahaven.traffic.chainage import Chainage
from seahaven.traffic.character import CAUTIOUS, CHARACTERS, CRUISING, HURRIED, ORDINARY, Character
from seahaven.traffic.demand import Demand, Flow, Journey, Start, Trip
from seahaven.traffic.distribution import (
    Constant,
    Distribution,
    Exponential,
    Geometric,
    LogNormal,
    Normal,
    Scaled,
    Uniform,
)
from seahaven.traffic.exits import Exits, Left
from seahaven.traffic.family import VEHICLES
from seahaven.traffic.formats import read_demand
from seahaven.traffic.gate import Backlog, Entered, Gate
from seahaven.traffic.measures import (
    PER_HOUR,
    PER_KM,
    SpaceTime,
    Wave,
    count_onsets,
    greatest_flow,
    lane_changes,
    passing_times,
    space_time,
    wave_speed,
)
from seahaven.traffic.mix import Mix, Shares
from seahaven.traffic.placing import placed
from seahaven.traffic.population import Population
from seahaven.traffic.routed import RoutedDemand, route_demand
from seahaven.traffic.source import Calls, Source
from seahaven.traffic.tap import Tap
from seahaven.traffic.traffic import Traffic
from seahaven.traffic.vehicle_type import BUS, CAR, MOTORCYCLE, TRAILER_TRUCK, TRUCK, TYPES, VAN, VehicleType
from seahaven.traffic.weather import CLEAR, CONDITIONS, FOG, NIGHT, RAIN, SNOW, Conditions, Sky, Weather, conditions

__all__ = [
    "BUS",
    "CAR",
    "CAUTIOUS",
    "CHARACTERS",
    "CLEAR",
    "CONDITIONS",
    "CRUISING",
    "FOG",
    "HURRIED",
    "MOTORCYCLE",
    "NIGHT",
    "ORDINARY",
    "PER_HOUR",
    "PER_KM",
    "RAIN",
    "SNOW",
    "TRAILER_TRUCK",
    "TRUCK",
    "TYPES",
    "VAN",
    "VEHICLES",
    "Ambient",
    "Area",
    "Backlog",
    "Calls",
    "Chainage",
    "Character",
    "Circle",
    "Conditions",
    "Constant",
    "Demand",
    "Density",
    "Distribution",
    "Entered",
    "Exits",
    "Exponential",
    "Flow",
    "Gate",
    "Geometric",
    "Journey",
    "LaneDensity",
    "Left",
    "LogNormal",
    "Mix",
    "Normal",
    "Population",
    "Presence",
    "RoutedDemand",
    "Scaled",
    "Shares",
    "Sky",
    "Source",
    "SpaceTime",
    "Start",
    "Stretch",
    "Tap",
    "Traffic",
    "Trip",
    "Uniform",
    "VehicleType",
    "Wave",
    "Weather",
    "conditions",
    "count_onsets",
    "greatest_flow",
    "lane_changes",
    "passing_times",
    "placed",
    "read_demand",
    "route_demand",
    "space_time",
    "through_routes",
    "wave_speed",
]
