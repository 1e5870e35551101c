"""Controls: what the occupant of a seat gives back, in one of six kinds.

A seat takes one kind for the whole drive, since the kind decides which columns of the vehicle the seat owns.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import pi
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from seahaven.errors import InputError
from seahaven.seats.fields import Checked, choice, count, flag, items, quantity, text
from seahaven.world import HEADLAMPS, TURN_LIGHTS

__all__ = [
    "CONTROL_KINDS",
    "GEARS",
    "AssistedControls",
    "Controls",
    "LaneControls",
    "MotionControls",
    "PanelControls",
    "PedalControls",
    "PlannedPose",
    "PressedItem",
    "TrajectoryControls",
    "kind_of",
]

GEARS: Final = ("drive", "neutral", "reverse", "park")
HARDEST: Final = 15.0
"""m/s². Accelerations beyond this are no wish of any driver of a road vehicle; a racing car brakes with about 50."""
TIGHTEST: Final = 0.5
"""1/m. The tightest curvature that can be asked for: a radius of 2 m, less than any road vehicle turns with."""
LOCKED: Final = 4.0 * pi
"""rad. The most that a steering wheel turns to either side: two turns, a little more than usual cars have."""
MOST_POSES: Final = 500
"""The most poses of a trajectory: 10 s at 50 Hz."""
MOST_PRESSES: Final = 32
"""The most items that can be pressed in a step; a panel has about 20."""


def gaze() -> Any:
    """The field for where an occupant looks, which it may leave out."""
    return quantity(
        "where the driver looks, from straight ahead, left is positive; left out where that is not known",
        unit="rad", low=-pi, high=pi, nullable=True, default=None,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class PedalControls(Checked):
    """Pedals and wheel, as a person in a car has them."""

    wheel: float = quantity("angle of the steering wheel, left is positive", unit="rad", low=-LOCKED, high=LOCKED)
    throttle: float = quantity("accelerator pedal, 0 released, 1 to the floor", low=0.0, high=1.0)
    brake: float = quantity("brake pedal, 0 released, 1 to the floor", low=0.0, high=1.0)
    gear: str = choice("gear lever", GEARS, default="drive")
    hand_brake: bool = flag("whether the hand brake is on", default=False)
    turn_light: str = choice("indicator lever", TURN_LIGHTS, default="off")
    headlamps: str = choice("headlamps and rear lights", HEADLAMPS, default="off")
    horn: bool = flag("whether the horn sounds", default=False)
    gaze: float | None = gaze()


@dataclass(frozen=True, slots=True)
class MotionControls(Checked):
    """Acceleration and curvature: what a motion planner gives to its low-level controller."""

    acceleration: float = quantity("wished, along the heading", unit="m/s²", low=-HARDEST, high=HARDEST)
    curvature: float = quantity(
        "wished, of the path, left is positive", unit="1/m", low=-TIGHTEST, high=TIGHTEST, default=0.0
    )
    turn_light: str = choice("indicators", TURN_LIGHTS, default="off")
    gaze: float | None = gaze()
    gear: str = choice("drive, or reverse, in which it moves backwards", ("drive", "reverse"), default="drive")


@dataclass(frozen=True, slots=True)
class PlannedPose(Checked):
    """A pose of a trajectory: where the centre of the vehicle is to be, and when."""

    time: float = quantity("after the date of the view", unit="s", low=0.0, high=60.0)
    ahead: float = quantity("of where the vehicle is now, along its heading", unit="m", low=-1e4, high=1e4)
    left: float = quantity("of where the vehicle is now", unit="m", low=-1e4, high=1e4)
    heading: float = quantity("relative to that of now, left is positive", unit="rad", low=-4 * pi, high=4 * pi)


@dataclass(frozen=True, slots=True)
class TrajectoryControls(Checked):
    """A trajectory, in the frame of the vehicle at the date of the view; it is followed until the next one comes."""

    poses: tuple[PlannedPose, ...] = items("by rising time", PlannedPose, least=2, most=MOST_POSES)
    turn_light: str = choice("indicators", TURN_LIGHTS, default="off")
    gaze: float | None = gaze()

    def __post_init__(self) -> None:
        Checked.__post_init__(self)
        for number, (pose, following) in enumerate(zip(self.poses, self.poses[1:], strict=False), start=1):
            if following.time <= pose.time:
                raise InputError(
                    f"TrajectoryControls.poses[{number}].time got {following.time!r}; expected a time after that of "
                    f"the pose before, {pose.time!r} (s)"
                )


@dataclass(frozen=True, slots=True)
class LaneControls(Checked):
    """A lane-level wish, as the driver machine puts it out."""

    acceleration: float = quantity("wished, along the lane", unit="m/s²", low=-HARDEST, high=HARDEST)
    shift: int = count("the lane to be on: 0 this one, 1 the left one, -1 the right one", low=-1, high=1, default=0)
    offset: float = quantity(
        "wished, from the centre of that lane, left is positive", unit="m", low=-3.0, high=3.0, default=0.0
    )
    turn_light: str = choice("indicators", TURN_LIGHTS, default="off")
    gaze: float | None = gaze()


@dataclass(frozen=True, slots=True)
class PressedItem(Checked):
    """A button that is pressed, or a dial that is set, on the panel of the driver machine."""

    item: str = text("name of the button or dial, such as `adjust_speed`", most=40)
    value: float = quantity("its value in SI; 1 for plain buttons", low=-1e12, high=1e12, default=1.0)


@dataclass(frozen=True, slots=True)
class AssistedControls(Checked):
    """Acceleration and place in the lane, with a driver of ours who finds the way: lanes, curves, junctions, people."""

    acceleration: float | None = quantity(
        "wished, along the lane; null leaves it to our driver",
        unit="m/s²",
        low=-HARDEST,
        high=HARDEST,
        nullable=True,
        default=None,
    )
    offset: float = quantity(
        "wished, from the centre of the lane, left is positive", unit="m", low=-3.0, high=3.0, default=0.0
    )
    presses: tuple[PressedItem, ...] = items("in this step", PressedItem, most=MOST_PRESSES, default=())


@dataclass(frozen=True, slots=True)
class PanelControls(Checked):
    """Presses of the driver's panel; the driver machine drives, as it was told."""

    presses: tuple[PressedItem, ...] = items("in this step", PressedItem, most=MOST_PRESSES, default=())


Controls: TypeAlias = (
    PedalControls | MotionControls | TrajectoryControls | LaneControls | AssistedControls | PanelControls
)

CONTROL_KINDS: Final[Mapping[str, type[Controls]]] = MappingProxyType(
    {
        "pedals": PedalControls,
        "motion": MotionControls,
        "trajectory": TrajectoryControls,
        "lane": LaneControls,
        "assisted": AssistedControls,
        "panel": PanelControls,
    }
)
"""The kinds of controls, by the word that studies and the wire protocol use."""
_NAMES: Final = {kind: name for name, kind in CONTROL_KINDS.items()}


def kind_of(controls: Controls) -> str:
    """The word for the kind of some controls."""
    return _NAMES[type(controls)]
