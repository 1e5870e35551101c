"""Who perceives and decides.

In come read-only columns of the world and a course or route; out go wishes: a target, an acceleration, a gaze. Nothing
here moves anything.
"""

from seahaven.behaviour.driver import Driver
from seahaven.behaviour.perception import Perception
from seahaven.behaviour.pilot import Action, Pilot
from seahaven.behaviour.senses import PARTNER, SENSED, TRAITS
from seahaven.behaviour.vision import Sighting, Vision

__all__ = ["PARTNER", "SENSED", "TRAITS", "Action", "Driver", "Perception", "Pilot", "Sighting", "Vision"]
