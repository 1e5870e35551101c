"""Populations: who drives where and when, and in which weather.

In come demand (flows, trips, densities), roads with routes, and subjects around whom it is to be lively; out go
vehicles that enter and leave, each with a driver's traits. Nothing here steers anybody, and nothing knows scripts.
"""

from seahaven.traffic.ambient import Ambient
from seahaven.traffic.ambient_area import Area, Circle, Stretch
from seahaven.traffic.ambient_density import Density, LaneDensity
from seahaven.traffic.ambient_farewell import LeftInSight
from seahaven.traffic.ambient_lines import waiting_lanes
from seahaven.traffic.ambient_panel import Handover, Presence
from seahaven.traffic.ambient_routes import through_routes, through_routes_of
from seahaven.traffic.chainage import Chainage
from seahaven.traffic.character import CAUTIOUS, CHARACTERS, CRUISING, HURRIED, ORDINARY, TRAIT_BOUNDS, Character
from seahaven.traffic.demand import Demand, Flow, Halt, Journey, Scatter, Start, Trip
from seahaven.traffic.detectors import DETECTOR, Detector, Detectors, place_detectors
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
from seahaven.traffic.formats import read_demand, read_turns
from seahaven.traffic.gate import Backlog, Entered, Gate
from seahaven.traffic.halts import Halted, Halts
from seahaven.traffic.mix import Mix, Shares
from seahaven.traffic.patience import Patience
from seahaven.traffic.people import PEOPLE, People
from seahaven.traffic.people_source import Footfall, Walkers, footfall
from seahaven.traffic.people_walks import WALKER_TRAITS, random_walks, walker_columns
from seahaven.traffic.placing import placed
from seahaven.traffic.population import Population
from seahaven.traffic.random_trips import random_scatter, random_trips
from seahaven.traffic.replanning import Replanned, Replanner
from seahaven.traffic.routed import RoutedDemand, route_demand
from seahaven.traffic.signals import CONTROLLER, LIGHTS, Change, Signalman, Signals
from seahaven.traffic.source import Calls, Source
from seahaven.traffic.tap import Tap
from seahaven.traffic.traffic import Traffic
from seahaven.traffic.turn_orders import TurnAhead, Turned, TurnOrders, TurnRefused
from seahaven.traffic.turning import TurningRatios, Walks, turning_flows
from seahaven.traffic.vehicle_type import (
    BICYCLE,
    BUS,
    CAR,
    MOTORCYCLE,
    TRAILER_TRUCK,
    TRUCK,
    TYPES,
    VAN,
    VehicleType,
    lots,
)
from seahaven.traffic.weather import (
    CLEAR,
    CONDITIONS,
    FOG,
    NIGHT,
    RAIN,
    SNOW,
    WEATHER_BOUNDS,
    Conditions,
    Sky,
    Weather,
    conditions,
)

__all__ = [
    "BICYCLE",
    "BUS",
    "CAR",
    "CAUTIOUS",
    "CHARACTERS",
    "CLEAR",
    "CONDITIONS",
    "CONTROLLER",
    "CRUISING",
    "DETECTOR",
    "FOG",
    "HURRIED",
    "LIGHTS",
    "MOTORCYCLE",
    "NIGHT",
    "ORDINARY",
    "PEOPLE",
    "RAIN",
    "SNOW",
    "TRAILER_TRUCK",
    "TRAIT_BOUNDS",
    "TRUCK",
    "TYPES",
    "VAN",
    "VEHICLES",
    "WALKER_TRAITS",
    "WEATHER_BOUNDS",
    "Ambient",
    "Area",
    "Backlog",
    "Calls",
    "Chainage",
    "Change",
    "Character",
    "Circle",
    "Conditions",
    "Constant",
    "Demand",
    "Density",
    "Detector",
    "Detectors",
    "Distribution",
    "Entered",
    "Exits",
    "Exponential",
    "Flow",
    "Footfall",
    "Gate",
    "Geometric",
    "Halt",
    "Halted",
    "Halts",
    "Handover",
    "Journey",
    "LaneDensity",
    "Left",
    "LeftInSight",
    "LogNormal",
    "Mix",
    "Normal",
    "Patience",
    "People",
    "Population",
    "Presence",
    "Replanned",
    "Replanner",
    "RoutedDemand",
    "Scaled",
    "Scatter",
    "Shares",
    "Signalman",
    "Signals",
    "Sky",
    "Source",
    "Start",
    "Stretch",
    "Tap",
    "Traffic",
    "Trip",
    "TurnAhead",
    "TurnOrders",
    "TurnRefused",
    "Turned",
    "TurningRatios",
    "Uniform",
    "VehicleType",
    "Walkers",
    "Walks",
    "Weather",
    "conditions",
    "footfall",
    "lots",
    "place_detectors",
    "placed",
    "random_scatter",
    "random_trips",
    "random_walks",
    "read_demand",
    "read_turns",
    "route_demand",
    "through_routes",
    "through_routes_of",
    "turning_flows",
    "waiting_lanes",
    "walker_columns",
]
