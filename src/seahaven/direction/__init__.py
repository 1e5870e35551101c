"""Direction: traffic quietly arranged around one driver, so that situations really happen.

In come the subject's way, situations in their places along it, and what can be seen of everybody; out go presses on
panels, newcomers out of sight, and a log. Nothing here sets the position of anything that can be seen.
"""

from seahaven.direction.direction import Direction
from seahaven.direction.line import Line
from seahaven.direction.placement import Placement
from seahaven.direction.situation import (
    Ahead,
    Beside,
    Cast,
    Criterion,
    Joining,
    Needs,
    Role,
    Situation,
    Standing,
)

__all__ = [
    "Ahead",
    "Beside",
    "Cast",
    "Criterion",
    "Direction",
    "Joining",
    "Line",
    "Needs",
    "Placement",
    "Role",
    "Situation",
    "Standing",
]
