"""Routes over lanes.

In come a lane map, the logic of its junctions, and places that people name; out go routes lane by lane with where to
change, and the best lanes on and beside them: as values, and as arrays for compiled code. It never
touches vehicles or time.
"""

from seahaven.roads.routing.border import changes_of_all
from seahaven.roads.routing.branching import Branches, branches
from seahaven.roads.routing.checkpoint import Checkpoint
from seahaven.roads.routing.explanation import NoRouteError
from seahaven.roads.routing.features import STRAIGHT, Comfort, bends, limit_rows, merging_lanes
from seahaven.roads.routing.goal_trees import GoalTrees, WayOn, goal_trees
from seahaven.roads.routing.paths import Paths
from seahaven.roads.routing.road_user import (
    BICYCLE,
    BUS,
    CAR,
    EMERGENCY,
    MOTORCYCLE,
    TAXI,
    TRAM,
    TRUCK,
    RoadUser,
)
from seahaven.roads.routing.route import Change, Passing, RoadEdge, Route
from seahaven.roads.routing.route_table import Best, BestLanes, RouteTable
from seahaven.roads.routing.router import Router
from seahaven.roads.routing.track_arrays import TrackArrays
from seahaven.roads.routing.tracks import Tracks

__all__ = [
    "BICYCLE",
    "BUS",
    "CAR",
    "EMERGENCY",
    "MOTORCYCLE",
    "STRAIGHT",
    "TAXI",
    "TRAM",
    "TRUCK",
    "Best",
    "BestLanes",
    "Branches",
    "Change",
    "Checkpoint",
    "Comfort",
    "GoalTrees",
    "NoRouteError",
    "Passing",
    "Paths",
    "RoadEdge",
    "RoadUser",
    "Route",
    "RouteTable",
    "Router",
    "TrackArrays",
    "Tracks",
    "WayOn",
    "bends",
    "branches",
    "changes_of_all",
    "goal_trees",
    "limit_rows",
    "merging_lanes",
]
