"""Where roads meet: which lanes lead on into which, and who goes first."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from seahaven.errors import Position


class JunctionKind(StrEnum):
    """How roads meet.

    In a common one by roads that connect them inside it; in a direct one (motorway exits) end to end; at a virtual one
    beside a road that runs on undivided (driveways); in a crossing without a way from one to another (level crossings).
    """

    COMMON = "common"
    DIRECT = "direct"
    VIRTUAL = "virtual"
    CROSSING = "crossing"


class RightOfWay(StrEnum):
    """The rule that a junction as a whole goes by, where its maker stated one."""

    RIGHT_FIRST = "right before left"
    PRIORITY = "priority"
    LIGHTS = "lights"
    ALL_WAY_STOP = "all-way stop"
    LEFT_FIRST = "left before right"
    UNREGULATED = "unregulated"


class Turn(StrEnum):
    """Which way one goes on at a junction, as seen by whoever arrives."""

    LEFT = "left"
    STRAIGHT = "straight"
    RIGHT = "right"
    BACK = "back"


class End(StrEnum):
    """One of the two ends of a road."""

    START = "start"
    END = "end"


@dataclass(frozen=True, slots=True)
class RoadLink:
    """The road, and which end of it, that a road joins."""

    road: str
    end: End


@dataclass(frozen=True, slots=True)
class JunctionLink:
    """The junction that a road leads into."""

    junction: str


@dataclass(frozen=True, slots=True)
class Connection:
    """A way through a junction: from an incoming road onto the given end of a connecting road, lane by lane.

    `lanes` pairs the number of a lane of the incoming road with one of the connecting road (in a direct junction: of
    the road that is joined).
    """

    id: str
    incoming: str
    connecting: str
    contact: End
    lanes: tuple[tuple[int, int], ...]
    at: Position | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Priority:
    """Traffic on one connecting road goes before traffic on another; lane numbers narrow it down to single lanes."""

    high: str
    low: str
    high_lane: int | None = None
    low_lane: int | None = None


@dataclass(frozen=True, slots=True)
class Junction:
    """A place where roads meet; what its maker said of who goes first is in `priorities` and `right_of_way`."""

    id: str
    name: str = ""
    kind: JunctionKind = JunctionKind.COMMON
    connections: tuple[Connection, ...] = ()
    priorities: tuple[Priority, ...] = ()
    right_of_way: RightOfWay | None = None
    controllers: tuple[str, ...] = ()
    main_road: tuple[str, float, float] | None = None
    """Of a virtual junction: the road that runs on, and from where to where along it."""
    outline: tuple[tuple[float, float], ...] = ()
    """The area that it covers, as x and y of its corners, where known."""
    at: Position | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class JunctionGroup:
    """Junctions that belong together; a roundabout is one."""

    id: str
    junctions: tuple[str, ...]
    is_roundabout: bool = False
    name: str = ""
