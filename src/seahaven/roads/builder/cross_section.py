"""What lies side by side on a road: strips, from the middle outwards, for each direction of travel."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from seahaven.errors import InputError, nearest
from seahaven.roads.builder.checks import check_limit, check_number
from seahaven.roads.model import LaneKind, MarkKind, RoadKind, Turn

Carriageway: TypeAlias = Literal["forward", "backward"]
"""The part of a road whose traffic runs the way it was drawn, or the part whose traffic comes back."""


@dataclass(frozen=True, slots=True)
class Strip:
    """One lane of a cross section: what it is for and how wide.

    `turns` says which way traffic on it may go at a junction; empty leaves that to the junction. `limit` is a speed
    limit for this lane alone, in m/s.
    """

    kind: LaneKind = LaneKind.DRIVING
    width: float = 3.5
    turns: tuple[str, ...] = ()
    limit: float | None = None

    def __post_init__(self) -> None:
        check_limit(f"a {self.kind} strip has limit", self.limit)
        check_number(f"a {self.kind} strip has width", self.width, "metres, more than 0")
        if not self.width > 0.0:
            raise InputError(f"a {self.kind} strip has width {self.width!r}; expected metres, more than 0")
        for turn in self.turns:
            if turn not in tuple(Turn):
                raise InputError(f"a {self.kind} strip has turn '{turn}'{nearest(turn, tuple(Turn))}")

    @property
    def is_driving(self) -> bool:
        """Whether cars drive here as a matter of course."""
        return self.kind.is_driving


def driving(width: float = 3.5, *, turns: tuple[str, ...] = (), limit: float | None = None) -> Strip:
    """A lane for cars; `turns` are the ways it leads at junctions: "left", "straight", "right"."""
    return Strip(LaneKind.DRIVING, width, turns, limit)


def shoulder(width: float = 2.5) -> Strip:
    """A hard shoulder."""
    return Strip(LaneKind.SHOULDER, width)


def parking(width: float = 2.2) -> Strip:
    """A lane in which cars park; it is divided into spaces."""
    return Strip(LaneKind.PARKING, width)


def biking(width: float = 1.8) -> Strip:
    """A lane for bicycles."""
    return Strip(LaneKind.BIKING, width)


def pavement(width: float = 2.0) -> Strip:
    """A footway behind a kerb."""
    return Strip(LaneKind.SIDEWALK, width)


@dataclass(frozen=True, slots=True)
class CrossSection:
    """The strips of a road from its middle outwards, for traffic along it and for traffic that comes back.

    A one-way road has nothing backward; its line then runs along the inner edge of its first lane. `median` separates
    the two directions by so many metres. `limit` is in m/s, None where there is none. The line in the middle is
    painted by rule, unless `middle` says how.
    """

    forward: tuple[Strip, ...]
    backward: tuple[Strip, ...] = ()
    limit: float | None = None
    kind: RoadKind = RoadKind.UNKNOWN
    median: float = 0.0
    middle: MarkKind | None = None
    color: str = "standard"
    """Of the mark in the middle."""

    def __post_init__(self) -> None:
        if not self.forward and not self.backward:
            raise InputError("a CrossSection got no strips; expected at least one, such as forward=(driving(),)")
        if not self.median >= 0.0:
            raise InputError(f"a CrossSection has a median of {self.median!r}; expected metres, 0 or more")
        check_limit("a CrossSection has limit", self.limit)

    def strips(self, side: Carriageway) -> tuple[Strip, ...]:
        """The strips of one side from the middle outwards, half of the median first."""
        own = self.forward if side == "forward" else self.backward
        return (Strip(LaneKind.MEDIAN, self.median / 2.0), *own) if self.median and own else own

    def one_way(self) -> CrossSection:
        """The forward half alone."""
        return replace(self, backward=(), median=0.0)

    def with_lane(self, side: Carriageway = "forward", *, width: float = 3.5) -> CrossSection:
        """This cross section with one more driving lane, outside of those it has on that side."""
        own = list(self.forward if side == "forward" else self.backward)
        own.insert(_driving_end(own), driving(width))
        return self._with(side, tuple(own))

    def without_lane(self, side: Carriageway = "forward") -> CrossSection:
        """This cross section without the outermost driving lane of that side."""
        own = list(self.forward if side == "forward" else self.backward)
        if sum(strip.is_driving for strip in own) < 2:
            raise InputError(
                f"a CrossSection has no {side} lane to spare; expected two driving lanes or more to drop one"
            )
        del own[_driving_end(own) - 1]
        return self._with(side, tuple(own))

    def mirrored(self) -> CrossSection:
        """This cross section with left and right turns swapped."""
        return replace(
            self,
            forward=tuple(_turned(strip) for strip in self.forward),
            backward=tuple(_turned(strip) for strip in self.backward),
        )

    def _with(self, side: Carriageway, strips: tuple[Strip, ...]) -> CrossSection:
        return replace(self, forward=strips) if side == "forward" else replace(self, backward=strips)


def check_section(what: str, section: object) -> None:
    """Refuse what is no cross section; `what` names the object that got it."""
    if isinstance(section, CrossSection):
        return
    name = getattr(section, "__name__", None)
    shown, example = (f"the function {name}", f"{name}()") if name else (repr(section), "town_street()")
    raise InputError(f"{what} got {shown} for its cross section; expected a CrossSection, such as {example}")


def _turned(strip: Strip) -> Strip:
    other = {Turn.LEFT: Turn.RIGHT, Turn.RIGHT: Turn.LEFT}
    return replace(strip, turns=tuple(other.get(Turn(turn), Turn(turn)) for turn in strip.turns))


def _driving_end(strips: list[Strip]) -> int:
    """Behind the outermost driving lane; at the inside where there is none."""
    return max((k + 1 for k, strip in enumerate(strips) if strip.is_driving), default=0)
