"""What turns wishes into movement.

In come controls (pedals, a steering angle) or wishes (an acceleration, a lane to be on); out go places and speeds, as
ports and as proposals to the world, and who ran into whom. Nothing here decides where to go.
"""

from seahaven.motion.bicycle import rolled
from seahaven.motion.body import BODIES, BODY_BOUNDS, Body
from seahaven.motion.car import CarType
from seahaven.motion.collision import Collision
from seahaven.motion.controls import Controls
from seahaven.motion.mechanics import Mechanics
from seahaven.motion.motion import Motion
from seahaven.motion.rerouting import Rerouted
from seahaven.motion.walking import Walking

__all__ = [
    "BODIES",
    "BODY_BOUNDS",
    "Body",
    "CarType",
    "Collision",
    "Controls",
    "Mechanics",
    "Motion",
    "Rerouted",
    "Walking",
    "rolled",
]
