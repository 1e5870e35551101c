"""What turns wishes into movement.

In come controls (pedals, a steering angle) or wishes (an acceleration, a target); out go places and speeds, as ports
and as proposals to the world. Nothing here decides where to go.
"""

from seahaven.motion.bicycle import rolled
from seahaven.motion.car import CarType
from seahaven.motion.controls import Controls
from seahaven.motion.mechanics import Mechanics

__all__ = ["CarType", "Controls", "Mechanics", "rolled"]
