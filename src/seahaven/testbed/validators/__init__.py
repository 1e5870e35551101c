"""The validators, one file for each idea; what is not imported here does not exist.

In comes the evidence of a drive; out go margins. Each uses measures, and knows nothing of the driver's own opinion.
"""

from seahaven.testbed.validators.collision import Collision
from seahaven.testbed.validators.comfort import Accelerations, JerkLimit
from seahaven.testbed.validators.conflict import TimeToCollision
from seahaven.testbed.validators.distance import Distance
from seahaven.testbed.validators.encroachment import PostEncroachment
from seahaven.testbed.validators.junctions import RedLight, RightOfWayKept, StopSign
from seahaven.testbed.validators.lanes import KeepLane, KeepRoad, RightDirection
from seahaven.testbed.validators.mission import Checkpoints, InTime, KeepMoving, Progress
from seahaven.testbed.validators.own import Own
from seahaven.testbed.validators.safe_distance import SafeDistance
from seahaven.testbed.validators.software import AnswerTime, NoFault, Punctual
from seahaven.testbed.validators.speed import SpeedLimit, SpeedRange
from seahaven.testbed.validators.states import NeverReports, Reports, ReportsInOrder, StateTransitions
from seahaven.testbed.validators.time_gap import TimeGap

__all__ = [
    "Accelerations",
    "AnswerTime",
    "Checkpoints",
    "Collision",
    "Distance",
    "InTime",
    "JerkLimit",
    "KeepLane",
    "KeepMoving",
    "KeepRoad",
    "NeverReports",
    "NoFault",
    "Own",
    "PostEncroachment",
    "Progress",
    "Punctual",
    "RedLight",
    "Reports",
    "ReportsInOrder",
    "RightDirection",
    "RightOfWayKept",
    "SafeDistance",
    "SpeedLimit",
    "SpeedRange",
    "StateTransitions",
    "StopSign",
    "TimeGap",
    "TimeToCollision",
]
