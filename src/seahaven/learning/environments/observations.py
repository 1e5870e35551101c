"""What agents observe: a vector of what a driver knows, a list of road users, or an occupancy grid."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite, nan
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

import numpy as np
from gymnasium.spaces import Box, Space
from numpy.typing import NDArray

from seahaven.errors import InputError, nearest
from seahaven.geometry import Floats
from seahaven.learning.environments.yard import Yard
from seahaven.world import PERSON, LightState, World

__all__ = ["FEATURES", "OBSERVATIONS", "Feature", "Grid", "List", "Observation", "Vector", "observation_of"]

Seen: TypeAlias = NDArray[np.float32]
FASTEST: Final = 40.0
"""m/s. The speed, own or of others, that counts as 1."""


class Feature(NamedTuple):
    """One number of a vector: a column of the agent's vehicle, what counts as 1, and what null counts as.

    With `equals` it is 1 where the column has that code, else 0.
    """

    name: str
    column: str
    scale: float = 1.0
    nothing: float = 0.0
    equals: int | None = None
    meaning: str = ""


_FAR, _SLOW, _STRONG = 100.0, 20.0, 8.0
_SHOWN = LightState.GREEN, LightState.YIELDING, LightState.AMBER, LightState.RED, LightState.RED_AMBER


def _side(side: str) -> tuple[Feature, ...]:
    return (
        Feature(f"{side}_open", f"{side}_open", meaning=f"whether it may change lanes to the {side} here"),
        Feature(f"{side}_gap", f"{side}_gap", _FAR, 1.0, meaning=f"to the vehicle ahead on the lane to the {side}"),
        Feature(f"{side}_closing", f"{side}_closing", _SLOW, meaning="at which that one comes nearer"),
        Feature(f"{side}_rear_gap", f"{side}_rear_gap", _FAR, 1.0, meaning=f"to the vehicle behind on the {side}"),
        Feature(f"{side}_rear_closing", f"{side}_rear_closing", _SLOW, meaning="at which that one comes nearer"),
        Feature(f"{side}_drop", f"{side}_drop", 300.0, 1.0, meaning=f"to where the {side} lane leaves the route"),
    )


FEATURES: Final[tuple[Feature, ...]] = (
    Feature("speed", "speed", FASTEST, meaning="its own"),
    Feature("acceleration", "acceleration", _STRONG, meaning="its own"),
    Feature("offset", "offset", 4.0, meaning="from the centre of its lane, left is positive"),
    Feature("drift", "drift", 4.0, meaning="its speed across the lane"),
    Feature("limit", "limit", FASTEST, 1.0, meaning="highest permitted speed"),
    Feature("gap", "gap", _FAR, 1.0, meaning="to the vehicle ahead"),
    Feature("closing", "closing", _SLOW, meaning="at which that one comes nearer"),
    Feature("leader_brakes", "leader_brakes", meaning="whether its brake lights are on"),
    Feature("rear_gap", "rear_gap", _FAR, 1.0, meaning="to the vehicle behind"),
    Feature("rear_closing", "rear_closing", _SLOW, meaning="at which that one comes nearer"),
    *_side("left"),
    *_side("right"),
    Feature("drop", "drop", 300.0, 1.0, meaning="to where its lane leaves its route"),
    Feature("shift", "shift", 4.0, meaning="lanes to the left to the lane that follows the route furthest"),
    Feature("curvature", "curvature", 0.1, meaning="of the curve ahead that binds"),
    Feature("curve_distance", "curve_distance", _FAR, 1.0, meaning="to that curve"),
    Feature("hold", "hold", _FAR, 1.0, meaning="to where it may have to wait at a junction"),
    *(
        Feature(state.name.lower(), "light", equals=state, meaning="whether the light there shows that")
        for state in _SHOWN
    ),
    Feature("must_stop", "must_stop", meaning="whether a sign says stop there"),
    Feature("slack", "slack", 5.0, 1.0, meaning="by which the next vehicle with priority comes too late to matter"),
    Feature("room", "room", 20.0, 1.0, meaning="behind the junction"),
    Feature("block", "block", _FAR, 1.0, meaning="to where it has to let a vehicle pass that has set out before"),
    Feature("join_gap", "join_gap", _FAR, 1.0, meaning="to a vehicle on a way that leads onto the same lane"),
    Feature("join_speed", "join_speed", FASTEST, meaning="of that one"),
    Feature("turn", "turn", meaning="where it turns ahead: 1 left, -1 right"),
    Feature("walker", "walker", _FAR, 1.0, meaning="to where it has to wait for a person on foot"),
    Feature("walker_time", "walker_time", 10.0, 1.0, meaning="until that person is out of the way"),
    Feature("route_end", "route_end", 300.0, 1.0, meaning="to the end of its route"),
)
"""What a vector holds, in this order: what the driver machine would know in this vehicle's place (docs/learning)."""


class Observation(Protocol):
    """A kind of observation: the space of one agent, and the values of all."""

    @property
    def space(self) -> Space[Any]:
        """The space of the observations of one agent."""
        ...

    def watch(self, yard: Yard) -> Observer:
        """What observes in a yard."""
        ...


class Observer(Protocol):
    """Observes in one yard."""

    def observe(self) -> Seen:
        """What the agents observe now, a row for each, in an array that is used again."""
        ...


@dataclass(frozen=True, slots=True)
class Vector:
    """What the driver machine would know in the agent's place, as numbers from -1 to 1: see `FEATURES`.

    `names` picks some of them. Gaps and other things perceived are those of the last step of the traffic.
    """

    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        known = [feature.name for feature in FEATURES]
        for name in self.names:
            if name not in known:
                raise InputError(f"there is no feature '{name}'{nearest(name, known)}")

    @property
    def features(self) -> tuple[Feature, ...]:
        """The features that were picked, in the order of `FEATURES`."""
        return tuple(feature for feature in FEATURES if not self.names or feature.name in self.names)

    @property
    def space(self) -> Box:
        """A number from -1 to 1 for each feature."""
        return Box(-1.0, 1.0, (len(self.features),), np.float32)

    def watch(self, yard: Yard) -> Observer:
        """What observes in a yard."""
        return _VectorObserver(self.features, yard)


class _VectorObserver:
    def __init__(self, features: tuple[Feature, ...], yard: Yard) -> None:
        self._features, self._yard = features, yard
        self._memory: object = None
        self._table = np.zeros((len(features), 3), np.uintp)
        self._numbers = np.array([(f.scale, f.nothing, nan if f.equals is None else f.equals) for f in features])
        self._out: Seen = np.zeros((0, len(features)), np.float32)

    def observe(self) -> Seen:
        import seahaven.learning.environments.observing_kernels as kernels

        rows, vehicles = self._yard.rows, self._yard.vehicles
        if vehicles.memory is not self._memory:
            self._look_up(kernels.FLOAT, kernels.SHORT, kernels.BYTE, kernels.INTEGER)
        if len(self._out) != len(rows):
            self._out = np.zeros((len(rows), len(self._features)), np.float32)
        kernels.gather(self._table, self._numbers, rows, self._out)
        return self._out

    def _look_up(self, real: int, short: int, byte: int, integer: int) -> None:
        """Note where the columns lie."""
        vehicles = self._yard.vehicles
        codes = {"f8": real, "i2": short, "i1": byte, "b1": byte, "i4": integer}
        for row, feature in zip(self._table, self._features, strict=True):
            column = vehicles.spacious(feature.column)
            null = vehicles.spacious_null(feature.column).ctypes.data if vehicles.column(feature.column).nullable else 0
            row[:] = column.ctypes.data, codes[column.dtype.str[1:]], null
        self._memory = vehicles.memory


@dataclass(frozen=True, slots=True)
class List:
    """The nearest road users, a row of ten numbers for each, the agent itself first, in the agent's frame.

    The numbers: 1 if there is such a road user; how far ahead and to the left, as a share of `reach`; speed ahead and
    to the left relative to the agent (the agent's own is absolute), as a share of 40 m/s; cosine and sine of the
    heading relative to the agent's; length as a share of 20 m, width as a share of 4 m; 1 for a person on foot. Rows
    that are left over are 0. Nothing hides behind anything.
    """

    count: int = 8
    reach: float = 150.0

    def __post_init__(self) -> None:
        if not 1 <= self.count <= 256:
            raise InputError(f"a list got count {self.count!r}; expected 1 to 256 road users, the agent included")
        _refuse_unlike("a list got reach", self.reach)

    @property
    def space(self) -> Box:
        """Rows of ten numbers from -1 to 1."""
        return Box(-1.0, 1.0, (self.count, 10), np.float32)

    def watch(self, yard: Yard) -> Observer:
        """What observes in a yard."""
        return _ListObserver(self, yard)


class _Users:
    """All road users of a yard as columns: vehicles, and people on foot behind them."""

    def __init__(self, yard: Yard) -> None:
        self._yard = yard
        self._has_people = _has_people(yard.world)

    def columns(self) -> tuple[tuple[Floats, ...], int]:
        """x, y, heading, speed, length and width, and from which row on they are those of people."""
        vehicles = self._yard.vehicles
        own = tuple(getattr(vehicles, name) for name in _BODY)
        if not self._has_people:
            return own, len(vehicles)
        people = self._yard.world.family(PERSON.name)
        joined = [np.concatenate((column, getattr(people, name))) for column, name in zip(own, _BODY, strict=True)]
        return tuple(joined), len(vehicles)


_BODY: Final = ("x", "y", "heading", "speed", "length", "width")


class _ListObserver:
    def __init__(self, kind: List, yard: Yard) -> None:
        self._kind, self._yard, self._users = kind, yard, _Users(yard)
        self._out: Seen = np.zeros((0, 0, 0), np.float32)

    def observe(self) -> Seen:
        import seahaven.learning.environments.observing_kernels as kernels

        rows = self._yard.rows
        if len(self._out) != len(rows):
            self._out = np.zeros((len(rows), self._kind.count, 10), np.float32)
        columns, people = self._users.columns()
        kernels.list_users(columns, rows, *self._yard.spans, people, self._kind.reach, FASTEST, self._out)
        return np.clip(self._out, -1.0, 1.0, out=self._out)


@dataclass(frozen=True, slots=True)
class Grid:
    """A grid around the agent, in its frame: who is where, and how fast relative to it, as three layers.

    It reaches `ahead`, `behind` and `aside` metres; cells are `deep` metres along and `broad` metres across. The layers
    are 1 where a road user is, its speed ahead and its speed to the left relative to the agent, as shares of 40 m/s.
    The first row is the rearmost, the first column the rightmost.
    """

    ahead: float = 100.0
    behind: float = 40.0
    aside: float = 10.0
    deep: float = 4.0
    broad: float = 2.0

    def __post_init__(self) -> None:
        for name in ("ahead", "behind", "aside", "deep", "broad"):
            _refuse_unlike(f"a grid got {name}", getattr(self, name))

    @property
    def shape(self) -> tuple[int, int]:
        """Rows from back to front, and columns from right to left."""
        return round((self.ahead + self.behind) / self.deep), round(2.0 * self.aside / self.broad)

    @property
    def space(self) -> Box:
        """Three layers of numbers from -1 to 1."""
        return Box(-1.0, 1.0, (3, *self.shape), np.float32)

    def watch(self, yard: Yard) -> Observer:
        """What observes in a yard."""
        return _GridObserver(self, yard)


class _GridObserver:
    def __init__(self, kind: Grid, yard: Yard) -> None:
        self._kind, self._yard, self._users = kind, yard, _Users(yard)
        self._frame = np.array([kind.behind, kind.aside, kind.deep, kind.broad])
        self._out: Seen = np.zeros((0, 0, 0, 0), np.float32)

    def observe(self) -> Seen:
        import seahaven.learning.environments.observing_kernels as kernels

        rows = self._yard.rows
        if len(self._out) != len(rows):
            self._out = np.zeros((len(rows), 3, *self._kind.shape), np.float32)
        columns, people = self._users.columns()
        kernels.fill_grid(columns, rows, *self._yard.spans, people, self._frame, FASTEST, self._out)
        return self._out


OBSERVATIONS: Final[dict[str, type[Vector] | type[List] | type[Grid]]] = {"vector": Vector, "list": List, "grid": Grid}
"""Kinds of observations by their names."""


def observation_of(kind: str | Observation) -> Observation:
    """A kind of observation by its name, with the usual parameters, or one that is made already."""
    if not isinstance(kind, str):
        return kind
    if kind not in OBSERVATIONS:
        raise InputError(f"there is no observation '{kind}'{nearest(kind, OBSERVATIONS)}")
    return OBSERVATIONS[kind]()


def _has_people(world: World) -> bool:
    return any(family.name == PERSON.name for family in world.families)


def _refuse_unlike(what: str, metres: float) -> None:
    if not (isfinite(metres) and metres > 0.0):
        raise InputError(f"{what} {metres!r}; expected some metres above 0")
