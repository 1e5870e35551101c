"""People on foot: what they perceive and decide, and what drivers perceive of them.

In come the committed columns of people, vehicles and lights, the routes on foot and the tracks of the run; out go what
people know (`AFOOT`) and wish, and what drivers know of people (`FOOT_SENSED`), of the same date. Nothing here moves
anybody.
"""

from seahaven.behaviour.people.columns import AFOOT, FOOT_SENSED
from seahaven.behaviour.people.lookout import Lookout
from seahaven.behaviour.people.walker import Walker
from seahaven.behaviour.people.watch import Watch

__all__ = ["AFOOT", "FOOT_SENSED", "Lookout", "Walker", "Watch"]
