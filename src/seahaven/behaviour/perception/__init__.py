"""What drivers perceive of each other and of the road.

In come the committed columns of vehicles and weather, and the tracks of the run; out go the columns that drivers may
know (`SENSED`, `leader`, `gap`), of the same date. It never decides or moves anything.
"""

from seahaven.behaviour.perception.perception import Perception

__all__ = ["Perception"]
