"""Views: what the occupant of a seat is shown at a date.

Two frames are used. The *world's* frame has x to the east, y to the north and headings counter-clockwise from east. The
*ego's* frame has its origin at the centre of the ego's box: `ahead` along its heading, `left` at right angles to it,
`turned` the heading relative to the ego's. Times are those of the run; there is no wall clock in a view.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final, NamedTuple

from seahaven.geometry import Floats, Integers, Truths
from seahaven.roads.junctions import Sign
from seahaven.roads.model import Turn
from seahaven.seats.fields import Checked, choice, count, flag, items, part, quantity, text
from seahaven.seats.readings import NO_SENSORS, OBJECT_KINDS, SensorViews
from seahaven.seats.tables import Table, column
from seahaven.world import TURN_LIGHTS, LightState

__all__ = [
    "LIGHTS",
    "OBJECT_KINDS",
    "Ego",
    "Instruction",
    "Mission",
    "ObjectRow",
    "Objects",
    "Road",
    "RoadPoint",
    "Stop",
    "TurnAhead",
    "View",
    "Weather",
]

LIGHTS: Final = ("none", *(state.name.lower() for state in LightState))
"""What a light can show; `none` where there is no light."""
STOP_KINDS: Final = ("junction", "light", "crosswalk")
SIGNS: Final = tuple(sign.value for sign in Sign)
TURNS: Final = tuple(turn.value for turn in Turn)


@dataclass(frozen=True, slots=True)
class Ego(Checked):
    """The vehicle itself, in the world's frame."""

    x: float = quantity("centre of the box, east of the origin", unit="m")
    y: float = quantity("centre of the box, north of the origin", unit="m")
    z: float = quantity("of the road below", unit="m")
    heading: float = quantity("counter-clockwise from east", unit="rad")
    speed: float = quantity("along the heading", unit="m/s")
    acceleration: float = quantity("along the heading", unit="m/s²")
    yaw_rate: float = quantity("counter-clockwise", unit="rad/s")
    steering: float = quantity("angle of the front wheels, left is positive", unit="rad", low=-pi, high=pi)
    length: float = quantity("of the box", unit="m", low=0.0)
    width: float = quantity("of the box", unit="m", low=0.0)
    height: float = quantity("of the box", unit="m", low=0.0)
    lane: int = count("number of the lane that its centre is on; -1 off all lanes", low=-1)
    s: float = quantity("how far along that lane; 0 off all lanes", unit="m")
    offset: float = quantity("from the centre of that lane, left is positive; 0 off all lanes", unit="m")
    turn_light: str = choice("which turn lights are on", TURN_LIGHTS)
    contact: bool = flag("whether it touches another vehicle")


@dataclass(frozen=True, slots=True)
class Weather(Checked):
    """The weather."""

    grip: float = quantity("of the road, 1 when dry", low=0.0)
    visibility: float = quantity("how far one sees", unit="m", low=0.0)
    rain: float = quantity("how hard it rains", unit="mm/h", low=0.0)
    daylight: float = quantity("1 at noon, 0 in the darkest night", low=0.0, high=1.0)


class ObjectRow(NamedTuple):
    """One tracked object, as iterating over `Objects` gives it."""

    id: int
    kind: str
    ahead: float
    left: float
    turned: float
    speed: float
    acceleration: float
    length: float
    width: float
    height: float
    x: float
    y: float
    heading: float
    lane: int
    turn_light: str
    brake_light: bool
    goes_first: bool


@dataclass(frozen=True, slots=True)
class Objects(Table[ObjectRow]):
    """Other road users within range that neither vehicles nor terrain hide, the nearest first."""

    row_type = ObjectRow

    id: Integers = column("integer", "stays the same as long as the object is in the world")
    kind: Integers = column("code", "what it is", names=OBJECT_KINDS)
    ahead: Floats = column("number", "of its centre, in the ego's frame", unit="m")
    left: Floats = column("number", "of its centre, in the ego's frame", unit="m")
    turned: Floats = column("number", "its heading less the ego's", unit="rad")
    speed: Floats = column("number", "along its own heading", unit="m/s")
    acceleration: Floats = column("number", "along its own heading; 0 of people", unit="m/s²")
    length: Floats = column("number", "of its box", unit="m")
    width: Floats = column("number", "of its box", unit="m")
    height: Floats = column("number", "of its box", unit="m")
    x: Floats = column("number", "of its centre, in the world's frame", unit="m")
    y: Floats = column("number", "of its centre, in the world's frame", unit="m")
    heading: Floats = column("number", "in the world's frame", unit="rad")
    lane: Integers = column("integer", "number of the lane that its centre is on; -1 for none")
    turn_light: Integers = column("code", "which turn lights are on", names=TURN_LIGHTS)
    brake_light: Truths = column("truth", "whether its brake lights are on")
    goes_first: Truths = column("truth", "whether it has the right of way at the next junction on the ego's way")


class RoadPoint(NamedTuple):
    """One point of a lane, as iterating over `Road` gives it."""

    shift: int
    lane: int
    distance: float
    ahead: float
    left: float
    turned: float
    curvature: float
    width: float
    limit: float
    opposite: bool
    left_open: bool
    right_open: bool


@dataclass(frozen=True, slots=True)
class Road(Table[RoadPoint]):
    """Points on the centres of lanes ahead: first those of the ego's way, then of the lanes beside it.

    The ego's way is its lane, and the lanes by which that leads on along the route. Points of the lanes beside lie
    level with those of the way. Borders are half a width to either side; `left_open` and `right_open` tell of their
    marks.
    """

    row_type = RoadPoint

    shift: Integers = column("integer", "0 on the ego's way, 1 on the lane to its left, -1 to its right, and so on")
    lane: Integers = column("integer", "number of the lane")
    distance: Floats = column("number", "along the ego's way from its centre", unit="m")
    ahead: Floats = column("number", "in the ego's frame", unit="m")
    left: Floats = column("number", "in the ego's frame", unit="m")
    turned: Floats = column("number", "direction of travel of the lane, less the ego's heading", unit="rad")
    curvature: Floats = column("number", "of the lane in its direction of travel, left is positive", unit="1/m")
    width: Floats = column("number", "of the lane", unit="m")
    limit: Floats = column("number", "permitted speed; infinity where there is no limit", unit="m/s")
    opposite: Truths = column("truth", "whether traffic on the lane comes towards the ego")
    left_open: Truths = column("truth", "whether the marks permit a change to the lane to its left")
    right_open: Truths = column("truth", "whether the marks permit a change to the lane to its right")


@dataclass(frozen=True, slots=True)
class Stop(Checked):
    """A place on the ego's way at which it may have to wait."""

    kind: str = choice("a junction, a light between junctions, or a crosswalk", STOP_KINDS)
    distance: float = quantity("from the ego's front bumper to the waiting line; negative behind it", unit="m")
    light: str = choice("what the light there shows", LIGHTS)
    light_age: float = quantity("for how long it has shown that", unit="s", low=0.0)
    sign: str = choice("what the sign there says", SIGNS)
    must_yield: bool = flag("whether others there may have the right of way, by signs, lights or rules")
    turn: str = choice("where the route leads there", TURNS)
    through: float = quantity("length of the way through the junction; 0 elsewhere", unit="m", low=0.0)


@dataclass(frozen=True, slots=True)
class TurnAhead(Checked):
    """A junction ahead on the route, and where the route leads there."""

    distance: float = quantity("from the ego's centre to the junction", unit="m")
    turn: str = choice("where the route leads", TURNS)


@dataclass(frozen=True, slots=True)
class Mission(Checked):
    """What is left of the route."""

    remaining: float = quantity("along the route to its end; infinity without one", unit="m", infinite=True)
    follows: float = quantity(
        "how far this lane follows the route without a change; infinity if to its end", unit="m", infinite=True
    )
    shift: int = count("lanes to the left to the nearest lane that follows the route furthest")
    turns: tuple[TurnAhead, ...] = items("at the junctions ahead, the nearest first", TurnAhead, most=8, default=())


@dataclass(frozen=True, slots=True)
class Instruction(Checked):
    """What the driver was told since the last view."""

    words: str = text("as they are said", most=1000)
    task: str = text("name of the secondary task; empty for none", most=200, default="")


@dataclass(frozen=True, slots=True)
class View(Checked):
    """Everything that an occupant knows at a date."""

    step: int = count("number of the view, from 0", low=0)
    date: int = count("of the run, in nanoseconds; negative before the drive begins")
    period: float = quantity("until the next view", unit="s", low=0.0)
    ego: Ego = part("the vehicle itself", Ego)
    weather: Weather = part("around it", Weather)
    objects: Objects = part("other road users", Objects)
    road: Road = part("points of the lanes ahead", Road)
    stops: tuple[Stop, ...] = items("where it may have to wait ahead, the nearest first", Stop, most=200)
    mission: Mission = part("what is left of the route", Mission)
    instructions: tuple[Instruction, ...] = items("since the last view", Instruction, most=100, default=())
    sensors: SensorViews = part("what its sensors have reported since the last view", SensorViews, default=NO_SENSORS)

    @property
    def time(self) -> float:
        """The date in seconds."""
        return self.date / 1e9

    def in_world(self, ahead: float, left: float) -> tuple[float, float]:
        """A place in the ego's frame, in the world's frame."""
        c, s = cos(self.ego.heading), sin(self.ego.heading)
        return self.ego.x + ahead * c - left * s, self.ego.y + ahead * s + left * c

    def in_ego(self, x: float, y: float) -> tuple[float, float]:
        """A place in the world's frame, in the ego's frame."""
        c, s = cos(self.ego.heading), sin(self.ego.heading)
        dx, dy = x - self.ego.x, y - self.ego.y
        return dx * c + dy * s, dy * c - dx * s
