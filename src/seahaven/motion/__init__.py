"""What turns wishes into movement.

In come controls (pedals, a steering angle) or wishes (an acceleration, a lane to be on); out go places and speeds, as
ports and as proposals to the world, and who ran into whom. Nothing here decides where to go.

Free driving is columns and functions: a `Chassis` says what a kind of vehicle is made of, `FreeState`, `Cockpit` and
`Ground` hold a row per vehicle, and `drive` moves them (`docs/vehicle-model.md`).
"""

from seahaven.motion.bicycle import rolled
from seahaven.motion.body import BODIES, BODY_BOUNDS, Body
from seahaven.motion.car import CarType
from seahaven.motion.chassis import Chassis, Trailer, chassis_table, trailer_pose
from seahaven.motion.cockpit_family import COCKPIT, GEAR_NAMES
from seahaven.motion.collision import Collision, Crash, Push
from seahaven.motion.controls import Controls
from seahaven.motion.fleet import CHASSIS_OF_KIND, FLEET, chassis_named
from seahaven.motion.footage import Footage
from seahaven.motion.free import SUBSTEP, drive
from seahaven.motion.free_columns import Cockpit, FreeState, Gear, Ground
from seahaven.motion.free_motion import FreeMotion
from seahaven.motion.hulls import Hulls
from seahaven.motion.impact import BODY_FRICTION, RESTITUTION, Impact, collide, slide_to_rest
from seahaven.motion.keyframes import KeyFrame, KeyFrames
from seahaven.motion.lane_entries import opposite_lane
from seahaven.motion.mechanics import Mechanics
from seahaven.motion.motion import HOLD, LANE_REACH, Motion
from seahaven.motion.objects import OBJECTS_ROW, Objects
from seahaven.motion.pearls import PearlGate, StringOfPearls
from seahaven.motion.performance import Performance, braking_distance, measure_performance, turning_circle
from seahaven.motion.rerouting import Rerouted
from seahaven.motion.script import STAND, THEN, UNSCRIPTED, Move, Plan, Script
from seahaven.motion.surface import SURFACES, Surface
from seahaven.motion.towing import Towing
from seahaven.motion.trajectory import Trajectory, TrajectoryPoint
from seahaven.motion.walking import NoWayOnFoot, Walking
from seahaven.motion.ways import ROADWAY

__all__ = [
    "BODIES",
    "BODY_BOUNDS",
    "BODY_FRICTION",
    "CHASSIS_OF_KIND",
    "COCKPIT",
    "FLEET",
    "GEAR_NAMES",
    "HOLD",
    "LANE_REACH",
    "OBJECTS_ROW",
    "RESTITUTION",
    "ROADWAY",
    "STAND",
    "SUBSTEP",
    "SURFACES",
    "THEN",
    "UNSCRIPTED",
    "Body",
    "CarType",
    "Chassis",
    "Cockpit",
    "Collision",
    "Controls",
    "Crash",
    "Footage",
    "FreeMotion",
    "FreeState",
    "Gear",
    "Ground",
    "Hulls",
    "Impact",
    "KeyFrame",
    "KeyFrames",
    "Mechanics",
    "Motion",
    "Move",
    "NoWayOnFoot",
    "Objects",
    "PearlGate",
    "Performance",
    "Plan",
    "Push",
    "Rerouted",
    "Script",
    "StringOfPearls",
    "Surface",
    "Towing",
    "Trailer",
    "Trajectory",
    "TrajectoryPoint",
    "Walking",
    "braking_distance",
    "chassis_named",
    "chassis_table",
    "collide",
    "drive",
    "measure_performance",
    "opposite_lane",
    "rolled",
    "slide_to_rest",
    "trailer_pose",
    "turning_circle",
]
