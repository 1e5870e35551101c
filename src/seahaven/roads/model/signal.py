"""Signs and lights beside the road, and the programs that switch them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from seahaven.errors import Position


class SignalKind(StrEnum):
    """What a sign or light means to a driver."""

    LIGHT = "light"
    PEDESTRIAN_LIGHT = "pedestrian light"
    STOP = "stop"
    YIELD = "yield"
    PRIORITY_ROAD = "priority road"
    PRIORITY_HERE = "priority at the next junction"
    PRIORITY_ENDS = "end of priority road"
    RIGHT_FIRST = "right before left"
    ROUNDABOUT = "roundabout"
    SPEED_LIMIT = "speed limit"
    SPEED_LIMIT_ENDS = "end of speed limit"
    CROSSWALK = "crosswalk"
    STOP_LINE = "stop line"
    OTHER = "other"


class Facing(StrEnum):
    """For which traffic a sign stands: along the road's s, against it, or both."""

    ALONG = "along"
    AGAINST = "against"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Signal:
    """One sign or light of a road: at s along it and t metres to the left of its reference line.

    `lanes` holds ranges of lane numbers, lowest and highest, for which it is valid; empty: all that it faces.
    `value` is in SI: the m/s of a speed limit. `code` is what the file called it: country, type and subtype.
    """

    id: str
    kind: SignalKind
    s: float
    t: float = 0.0
    height: float = 0.0
    facing: Facing = Facing.ALONG
    lanes: tuple[tuple[int, int], ...] = ()
    value: float | None = None
    text: str = ""
    name: str = ""
    is_dynamic: bool = False
    code: tuple[str, str, str] = ("", "", "")
    heading: float = 0.0
    """Of the board, in radians, from the direction in which it faces."""
    size: tuple[float, float] | None = None
    """Width and height of the board."""
    at: Position | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class SignalUse:
    """A signal that stands on another road and counts on this one too, from s on this road."""

    id: str
    s: float
    t: float = 0.0
    facing: Facing = Facing.ALONG
    lanes: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Phase:
    """A stretch of a program during which no light changes: its length in seconds, and a letter for each light.

    The letters are SUMO's: G green with priority, g green that yields, y amber, r red, u red and amber, o blinking,
    O off, s green arrow that demands a stop. `shortest` and `longest` bound the length where traffic decides it.
    """

    duration: float
    states: str
    shortest: float | None = None
    longest: float | None = None
    name: str = ""
    next: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Program:
    """A cycle of phases, begun `offset` seconds late; traffic decides the length of phases if it is actuated."""

    id: str
    phases: tuple[Phase, ...]
    offset: float = 0.0
    is_actuated: bool = False


@dataclass(frozen=True, slots=True)
class Controller:
    """Lights that are switched together; each phase of its programs has a letter for each of its signals, in order.

    A controller without programs names the lights that always show the same: that is all OpenDRIVE can say.
    """

    id: str
    signals: tuple[str, ...]
    programs: tuple[Program, ...] = ()
    name: str = ""
    sequence: int | None = None
    at: Position | None = field(default=None, compare=False)
