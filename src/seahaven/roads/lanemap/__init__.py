"""The map of a road network's lanes: the model compiled to arrays, for questions both ways.

A road network comes in; out go where a place on a lane lies in the world, which lane a place in the world lies on,
which lanes lead on into which, and the arrays themselves for compiled code. It never changes once it is made, and knows
nothing of junctions' rules, of routes or of vehicles.
"""

from seahaven.roads.lanemap.berth import AXLE, LONG, berths
from seahaven.roads.lanemap.lane_map import DRIVING, Beside, LaneMap, Match, Placing, bits_of
from seahaven.roads.lanemap.strips import CHANGE_LEFT, CHANGE_RIGHT, Lookup, Strips, Surroundings

__all__ = [
    "AXLE",
    "CHANGE_LEFT",
    "CHANGE_RIGHT",
    "DRIVING",
    "LONG",
    "Beside",
    "LaneMap",
    "Lookup",
    "Match",
    "Placing",
    "Strips",
    "Surroundings",
    "berths",
    "bits_of",
]
