"""Roads and junctions together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Protocol, TypeVar

from seahaven.errors import InputError, Position, nearest
from seahaven.roads.model.junction import Junction, JunctionGroup
from seahaven.roads.model.road import Road
from seahaven.roads.model.signal import Controller, Signal
from seahaven.roads.model.waymark import Waymark
from seahaven.roads.model.zone import Zone


@dataclass(frozen=True, slots=True)
class Remark:
    """Something doubtful in a road file that did not keep it from being used: the rule, the place, and what was done.

    `rule` is a short name of ours, or the standard's where it has one; `element` is the element's path in the file.
    """

    rule: str
    message: str
    at: Position | None = None
    element: str = ""

    def __str__(self) -> str:
        place = f"{self.at}: " if self.at else ""
        where = f" ({self.element})" if self.element else ""
        return f"{place}{self.message}{where} [{self.rule}]"


LIGHT_WITHOUT_PROGRAM: Final = "seahaven:light.program"
"""The rule of remarks on lights that no program switches: what a reader tells of is not told again by who makes one."""


class _Named(Protocol):
    @property
    def id(self) -> str: ...


N = TypeVar("N", bound=_Named)


@dataclass(frozen=True, slots=True)
class RoadNetwork:
    """All roads of a world, with the junctions at which they meet. It never changes once it is made."""

    roads: tuple[Road, ...]
    junctions: tuple[Junction, ...] = ()
    controllers: tuple[Controller, ...] = ()
    groups: tuple[JunctionGroup, ...] = ()
    zones: tuple[Zone, ...] = ()
    waymarks: tuple[Waymark, ...] = ()
    """Spots that the file names, in its order."""
    name: str = ""
    georeference: str = ""
    """How x and y lie on the globe, as a PROJ string, where known."""
    offset: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """x, y, z and heading of the origin in the georeference."""
    remarks: tuple[Remark, ...] = field(default=(), compare=False)
    _roads: Mapping[str, Road] = field(init=False, repr=False, compare=False)
    _junctions: Mapping[str, Junction] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_roads", _by_id("road", self.roads))
        object.__setattr__(self, "_junctions", _by_id("junction", self.junctions))

    def road(self, id: str) -> Road:
        """The road of that id."""
        return _find("road", id, self._roads)

    def junction(self, id: str) -> Junction:
        """The junction of that id."""
        return _find("junction", id, self._junctions)

    def has_road(self, id: str) -> bool:
        """Whether there is a road of that id."""
        return id in self._roads

    def has_junction(self, id: str) -> bool:
        """Whether there is a junction of that id."""
        return id in self._junctions

    def signals(self) -> Iterable[tuple[Road, Signal]]:
        """Every signal, with the road on which it stands."""
        return ((road, signal) for road in self.roads for signal in road.signals)


def _by_id(kind: str, things: Iterable[N]) -> Mapping[str, N]:
    known: dict[str, N] = {}
    for thing in things:
        if thing.id in known:
            raise InputError(f"two {kind}s have the id '{thing.id}'; expected each id once")
        known[thing.id] = thing
    return MappingProxyType(known)


def _find(kind: str, id: str, known: Mapping[str, N]) -> N:
    if id not in known:
        raise InputError(f"there is no {kind} '{id}'{nearest(id, known)}")
    return known[id]
