"""Things by shares: which types of vehicles a flow brings, which ways it takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import isfinite
from typing import Any, ClassVar, Final, Generic, NamedTuple, Self, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seahaven.behaviour import TRAITS
from seahaven.errors import InputError, nearest
from seahaven.geometry import Floats, Integers
from seahaven.kernel import Stream
from seahaven.traffic.distribution import Distribution, shares
from seahaven.traffic.vehicle_type import TYPES, VehicleType, lots, trait_shares

__all__ = ["Mix", "Shares"]

T = TypeVar("T")
NOBODY: Final = -1
"""Of types that no learned driver drives, where others of the mix have one."""
_TYPES: Final = {"kind": object, "learned": np.int64}


@dataclass(frozen=True, slots=True)
class Shares(Generic[T]):
    """Several things, each with its share; the shares need not add up to 1, only their proportions count."""

    parts: tuple[tuple[T, float], ...]

    is_immutable: ClassVar[bool] = True

    def __post_init__(self) -> None:
        for thing, share in self.parts:
            if not (isfinite(share) and share >= 0.0):
                raise InputError(f"{thing} has a share of {share!r}; expected 0 or more")
        if not sum(share for _, share in self.parts) > 0.0:
            raise InputError("shares of nothing were given; expected at least one above 0")

    @classmethod
    def of(cls, *things: T) -> Self:
        """Things that all have the same share."""
        return cls(tuple((thing, 1.0) for thing in things))

    @property
    def things(self) -> tuple[T, ...]:
        """The things without their shares."""
        return tuple(thing for thing, _ in self.parts)

    def pick(self, chance: float) -> T:
        """The thing in whose share a number from 0 up to 1 lies."""
        return self.parts[self.number(chance)][0]

    def number(self, chance: float) -> int:
        """Which of the things that is, counted from 0."""
        rest = chance * sum(share for _, share in self.parts)
        for k, (_, share) in enumerate(self.parts):
            if rest < share:
                return k
            rest -= share
        return max(k for k, (_, share) in enumerate(self.parts) if share > 0.0)

    def picks(self, chances: Floats) -> Integers:
        """The numbers of the things in whose shares numbers from 0 up to 1 lie: `pick` for each."""
        last = max(k for k, (_, share) in enumerate(self.parts) if share > 0.0)
        rest, picked = chances * sum(share for _, share in self.parts), np.full(len(chances), -1, np.int64)
        for part, (_, share) in enumerate(self.parts):
            picked[(picked < 0) & (rest < share)] = part
            rest = rest - share
        return np.where(picked < 0, last, picked)


class Mix(Shares[VehicleType]):
    """Types of vehicles by shares.

    Mix.named({"car": 0.85, "truck": 0.15})
    Mix(((CAR.driven_by(HURRIED), 0.3), (CAR, 0.6), (TRUCK, 0.1)))
    """

    __slots__ = ()

    @classmethod
    def named(cls, shares: Mapping[str, float], types: Mapping[str, VehicleType] = TYPES) -> Mix:
        """The mix of types by their names."""
        for name in shares:
            if name not in types:
                raise InputError(f"there is no vehicle type '{name}'{nearest(name, types)}")
        return cls(tuple((types[name], share) for name, share in shares.items()))

    def type_of(self, number: int, *, seed: int, who: str) -> VehicleType:
        """The type of the vehicle with a number."""
        return self.pick(Stream.named(seed, f"{who}/type").uniform(entity=number))

    def types_of(self, numbers: ArrayLike, *, seed: int, who: str) -> list[VehicleType]:
        """The types of the vehicles with some numbers."""
        things = self.things
        return [things[part] for part in self.picks(shares(Stream.named(seed, f"{who}/type"), numbers)).tolist()]

    def columns(self, numbers: ArrayLike, *, seed: int, who: str) -> dict[str, NDArray[Any]]:
        """The bodies and traits of vehicles, each of its own type, as columns: one row for each number.

        As for one type, the vehicle with a number of a source called `who` is always the same.
        """
        rows = np.atleast_1d(np.asarray(numbers, np.int64))
        which = self.picks(shares(Stream.named(seed, f"{who}/type"), rows))
        layout = _layout(self)
        body = {name: values[which] for name, values in layout.bodies.items()}
        drawn = trait_shares(rows, seed=seed, who=who)
        own = {name: _values(*layout.traits[name], which, share) for name, share in drawn.items()}
        return {**body, **own, "lot": lots(rows, who=who)}


class _Layout(NamedTuple):
    """A mix by columns: of the body the value of each type, of each trait its distributions, and each type's one."""

    bodies: Mapping[str, NDArray[Any]]
    traits: Mapping[str, tuple[list[Distribution], Integers]]


@lru_cache(maxsize=64)
def _layout(mix: Mix) -> _Layout:
    fixed = [kind.fixed for kind in mix.things]
    names = dict.fromkeys(name for one in fixed for name in one)
    columns = {name: np.array([one.get(name, NOBODY) for one in fixed], _TYPES.get(name, np.float64)) for name in names}
    traits = {}
    for name in TRAITS:
        spreads = [kind.trait(name) for kind in mix.things]
        distinct = list(dict.fromkeys(spreads))
        traits[name] = distinct, np.array([distinct.index(spread) for spread in spreads])
    return _Layout(columns, traits)


def _values(distinct: list[Distribution], number: Integers, which: Integers, share: Floats) -> Floats:
    """A trait of vehicles of types by number; types of which it is distributed alike are done together."""
    if len(distinct) == 1:
        return distinct[0].quantile(share)
    values, own = np.empty(len(which)), number[which]
    for k, spread in enumerate(distinct):
        mine = np.flatnonzero(own == k)
        values[mine] = spread.quantile(share[mine])
    return values
