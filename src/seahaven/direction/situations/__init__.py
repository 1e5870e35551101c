"""The library of situations: those of the rear-end study, and others that studies ask for.

In come nothing but the words of machines; out come situations with parameters, ready to be placed along a drive.
"""

from seahaven.direction.situations.braking import SuddenBraking
from seahaven.direction.situations.encroachment import LaneEncroachment
from seahaven.direction.situations.following import InconspicuousFollowing, UnexpectedSlowdown
from seahaven.direction.situations.freeway import DangerousMerge, Gang, SuddenStop
from seahaven.direction.situations.indecisive_driver import IndecisiveDriver
from seahaven.direction.situations.on_foot import ChildRunsOut, HesitatingPedestrian, SteppingOut
from seahaven.direction.situations.red_light_violation import RedLightViolation
from seahaven.direction.situations.semi_sudden_turn import SemiSuddenTurn
from seahaven.direction.situations.slow_truck import SlowTruck

__all__ = [
    "ChildRunsOut",
    "DangerousMerge",
    "Gang",
    "HesitatingPedestrian",
    "InconspicuousFollowing",
    "IndecisiveDriver",
    "LaneEncroachment",
    "RedLightViolation",
    "SemiSuddenTurn",
    "SlowTruck",
    "SteppingOut",
    "SuddenBraking",
    "SuddenStop",
    "UnexpectedSlowdown",
]
