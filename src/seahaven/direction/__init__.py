"""Direction: traffic quietly arranged around one driver, so that situations really happen.

In come the subject's route, situations in their places along it, triggers, beacons, and what can be seen of all
vehicles; out go presses of panels, vehicles that are brought in out of sight, and a log. Nothing here moves a
vehicle.
"""

from seahaven.direction.beacons import Beacon, Beacons, GapOpened, TrafficStream, Way
from seahaven.direction.contradictions import Contradictions
from seahaven.direction.desk import Broadcast, Desks, JunctionLights, StreamAlong
from seahaven.direction.direction import Direction
from seahaven.direction.line import Line
from seahaven.direction.order import NOBODY, Call, Order, Party
from seahaven.direction.placement import Placement
from seahaven.direction.prompter import Prompt, Prompter
from seahaven.direction.situation import (
    Ahead,
    Beside,
    Cast,
    Criterion,
    Crossing,
    Joining,
    Needs,
    Oncoming,
    Role,
    Situation,
    Standing,
    Stimulus,
)
from seahaven.direction.triggers import Fired, Trigger, Triggers
from seahaven.direction.vicinity import Vicinity

__all__ = [
    "NOBODY",
    "Ahead",
    "Beacon",
    "Beacons",
    "Beside",
    "Broadcast",
    "Call",
    "Cast",
    "Contradictions",
    "Criterion",
    "Crossing",
    "Desks",
    "Direction",
    "Fired",
    "GapOpened",
    "Joining",
    "JunctionLights",
    "Line",
    "Needs",
    "Oncoming",
    "Order",
    "Party",
    "Placement",
    "Prompt",
    "Prompter",
    "Role",
    "Situation",
    "Standing",
    "Stimulus",
    "StreamAlong",
    "TrafficStream",
    "Trigger",
    "Triggers",
    "Vicinity",
    "Way",
]
