"""What all roles have in common: the vehicle that is wanted, what it hears, and how it is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, Protocol

from seahaven.behaviour import Driver
from seahaven.traffic import TYPES, placed

if TYPE_CHECKING:
    from seahaven.direction.casting import Casting, Entrance, Place
    from seahaven.direction.facts import Fact

__all__ = ["Figure", "Ground", "Role"]

NO_FACTS: Final[Mapping[str, Fact]] = MappingProxyType({})


class Figure(NamedTuple):
    """Where a role stands in the sketch of a situation, and which way it faces (degrees; 0 is the subject's way)."""

    x: float
    y: float
    turn: float = 0.0


class Ground(Protocol):
    """The sketch of a situation, as far as roles need it to place themselves."""

    top: float
    height: float

    @property
    def own(self) -> float:
        """The middle of the subject's lane."""

    @property
    def lane_height(self) -> float:
        """How high a lane is drawn."""

    @property
    def junction(self) -> str:
        """The kind of junction at the place; empty for none."""


@dataclass(frozen=True, slots=True)
class Role:
    """A part in a situation: the type of vehicle, and the role of the previous situation whose vehicle may play it.

    A role of your own is a subclass with `conscript` and `entrance`, in the file of the situation that needs it.
    """

    type: str = "car"
    carried: str = ""

    on_other_way: ClassVar[bool] = False
    """Whether its vehicle comes by another way that meets the drive at the place."""
    least_way: ClassVar[float] = 0.0
    """Metres that this other way must have before the place."""
    least_lanes: ClassVar[int] = 1
    """Lanes that the subject's carriageway is drawn with at the least."""
    facts: ClassVar[Mapping[str, Fact]] = NO_FACTS
    """What a situation may know of this role besides the facts about all roles, by name."""

    @property
    def word(self) -> str:
        """What the role is called in descriptions."""
        return type(self).__name__.lower()

    @property
    def panel(self) -> Sequence[str]:
        """What whoever has the role hears from a situation, besides its coach."""
        return [item.name for item in (*Driver.program.buttons, *Driver.program.dials)]

    def conscript(self, casting: Casting, place: Place) -> int | None:
        """The id of the vehicle of the traffic that fits best; None if none does."""
        return None

    def entrance(self, casting: Casting, place: Place) -> Entrance | None:
        """Where a vehicle can be brought in now, out of sight; None if nowhere."""
        return None

    def columns(self, casting: Casting, entrance: Entrance, *, number: int, seed: int) -> dict[str, Any]:
        """The columns of the vehicle that is brought in there, the `number`-th of the drive."""
        who = TYPES[self.type].columns([number], seed=seed, who="cast")
        at = placed(casting.tracks, entrance.spot.lane, entrance.spot.s, entrance.route)
        pilot = "idle" if entrance.speed == 0.0 else "active"
        return {**{name: column[0] for name, column in who.items()}, **at, "speed": entrance.speed, "pilot": pilot}

    def may_carry_over(self, ahead: float) -> bool:
        """Whether the vehicle that played the role before may go on, so many metres ahead of the subject."""
        return True

    def figure(self, ground: Ground, before: Sequence[Role]) -> Figure:
        """Where it stands in the sketch, `before` being the roles that are drawn already."""
        raise NotImplementedError(f"{type(self).__name__} says not where it stands in a sketch; add `figure`")
