"""A situation in its place along a drive."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import astuple, dataclass, field
from types import MappingProxyType
from typing import ClassVar

from seahaven.direction.casting import Place
from seahaven.direction.desk import PlacedBystander, PlacedDesk, PlacedStream
from seahaven.direction.facts import Scope, Value
from seahaven.direction.library import name_of
from seahaven.direction.line import Line
from seahaven.direction.log import Opened, Planned
from seahaven.direction.roles import Role
from seahaven.direction.siting import notes_of
from seahaven.direction.situation import Criterion, Needs, Situation, Stimulus
from seahaven.hcsm import Interpreter

__all__ = ["Placement"]


@dataclass(frozen=True, slots=True)
class Placement:
    """A situation with its parameters, its name and number in the drive, and where along that its place is (m).

    `ways` are the other ways on which roles play that do not come along the drive: the line, and how far along it the
    place is. `desks` are the streams, lights and broadcasts that it presses.
    """

    is_immutable: ClassVar[bool] = True

    name: str
    number: int
    situation: Situation
    at: float
    begin: float = 0.0
    """How far along the drive that begins which is there, a hill say."""
    end: float = 0.0
    ways: Mapping[str, tuple[Line, float]] = field(default_factory=lambda: MappingProxyType({}))
    desks: Mapping[str, PlacedDesk] = field(default_factory=lambda: MappingProxyType({}))
    start: float = 0.0
    """How far along the drive's line the subject begins."""
    parameters: Mapping[str, float] = field(init=False)
    """The values of its dials, as the study has set them."""

    def __post_init__(self) -> None:
        dials = Interpreter(self.situation, seed=0).machine().dials()
        values = {name: float(value or 0.0) for name, value in sorted(dials.items())}
        object.__setattr__(self, "parameters", MappingProxyType(values))

    @property
    def wanted(self) -> float:
        """How much of the criterion is wanted."""
        return self.parameters[self.criterion.wanted]

    @property
    def roles(self) -> Mapping[str, Role]:
        """Who takes part."""
        return notes_of(type(self.situation)).cast.roles

    @property
    def facts(self) -> dict[str, Callable[[Scope], Value]]:
        """What its machine may know besides the facts about the subject and all roles."""
        return notes_of(type(self.situation)).facts

    @property
    def criterion(self) -> Criterion:
        """What is wanted at the critical moment."""
        return notes_of(type(self.situation)).criterion

    @property
    def stimulus(self) -> Stimulus:
        """What the subject has to answer."""
        return notes_of(type(self.situation)).stimulus

    @property
    def needs(self) -> Needs:
        """What the road has to have."""
        return notes_of(type(self.situation)).needs

    @property
    def is_bound(self) -> bool:
        """Whether it can happen at its place only: streams run, and people stand, where the study put them."""
        return any(isinstance(desk, PlacedStream | PlacedBystander) for desk in self.desks.values())

    @property
    def bystander(self) -> PlacedBystander | None:
        """Whom on foot the criterion is about; None if it is about a role."""
        desk = self.desks.get(self.criterion.of)
        return desk if isinstance(desk, PlacedBystander) else None

    def planned(self) -> Planned:
        """What is told when the drive begins."""
        criterion = self.criterion
        told = criterion.quantity, criterion.unit, self.wanted, criterion.tolerance(self.wanted), criterion.of
        about = name_of(type(self.situation)), dict(self.parameters)
        return Planned(self.name, self.number, self.at - self.start, *told, *about)

    def opened(self) -> Opened:
        """What is told when the subject comes near."""
        return Opened(*astuple(self.planned()))

    def place(self, role: str, drive: Line) -> Place:
        """Where it happens for a role."""
        line, mark = self.ways.get(role, (drive, self.at))
        return Place(line, mark, self.at, self.parameters)
