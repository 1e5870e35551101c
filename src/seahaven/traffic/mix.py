"""Things by shares: which types of vehicles a flow brings, which ways it takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, ClassVar, Generic, Self, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seahaven.errors import InputError, nearest
from seahaven.kernel import Stream
from seahaven.traffic.vehicle_type import TYPES, VehicleType, lots, trait_shares

__all__ = ["Mix", "Shares"]

T = TypeVar("T")


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
        rest = chance * sum(share for _, share in self.parts)
        for thing, share in self.parts:
            if rest < share:
                return thing
            rest -= share
        return next(thing for thing, share in reversed(self.parts) if share > 0.0)


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
        return [self.pick(chance) for chance in Stream.named(seed, f"{who}/type").uniforms(numbers).tolist()]

    def columns(self, numbers: ArrayLike, *, seed: int, who: str) -> dict[str, NDArray[Any]]:
        """The bodies and traits of vehicles, each of its own type, as columns: one row for each number.

        As for one type, the vehicle with a number of a source called `who` is always the same.
        """
        rows = np.atleast_1d(np.asarray(numbers, np.int64))
        types, shares = self.types_of(rows, seed=seed, who=who), trait_shares(rows, seed=seed, who=who)
        mixed: dict[str, NDArray[Any]] = {}
        for kind in dict.fromkeys(types):
            mine = np.array([one is kind for one in types])
            own = kind.columns_by({name: share[mine] for name, share in shares.items()})
            for name, values in own.items():
                mixed.setdefault(name, np.empty(len(rows), object if name == "kind" else np.float64))[mine] = values
        return {**mixed, "lot": lots(rows, who=who)}
