"""Values at dates that nobody produced: polynomials through the newest samples (G2).

Any type takes part that is a float, a float array, or offers `blend(weights, values)`. The weights are Lagrange's. A
sample's own date gives back the sample itself, bit for bit, even beside an infinite one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol, Self, cast, get_args

import numpy as np

__all__ = ["ORDERS", "Blendable", "Order", "blender", "lagrange_weights", "window"]

Order = Literal["none", "linear", "quadratic", "cubic"]
ORDERS: dict[Order, int] = {name: degree for degree, name in enumerate(get_args(Order))}

Blend = Callable[[Sequence[float], Sequence[Any]], Any]


class Blendable(Protocol):
    """A type that can be interpolated: a pose, say, which knows how its heading wraps."""

    @classmethod
    def blend(cls, weights: Sequence[float], values: Sequence[Self]) -> Self:
        """The combination of `values` with `weights`, which sum to one."""


def lagrange_weights(dates: Sequence[int], at: int) -> list[float]:
    """How much each sample counts at date `at`; exactly 1 and 0s where `at` is one of the dates."""
    weights = []
    for i, own in enumerate(dates):
        weight = 1.0
        for j, other in enumerate(dates):
            if i != j:
                weight *= (at - other) / (own - other)
        weights.append(weight)
    return weights


def window(dates: Sequence[int], at: int, degree: int) -> tuple[int, int]:
    """The slice of `degree + 1` samples to use at `at`: half of them later where there are any.

    Without later samples these are the newest ones: extrapolation.
    """
    count = degree + 1
    later = bisect_right(dates, at)
    stop = min(len(dates), later + count // 2)
    start = max(0, stop - count)
    return start, min(len(dates), start + count)


def blender(kind: type) -> Blend | None:
    """The function that combines values of `kind`, or None where they cannot be interpolated."""
    if kind is float:
        return _blend_floats
    if kind is np.ndarray:
        return _blend_arrays
    return cast("Blend | None", getattr(kind, "blend", None))


def _blend_floats(weights: Sequence[float], values: Sequence[float]) -> float:
    total = 0.0
    for weight, value in zip(weights, values, strict=True):
        total += weight * value
    return total


def _blend_arrays(weights: Sequence[float], values: Sequence[np.ndarray]) -> np.ndarray:
    if any(value.shape != values[0].shape for value in values):
        shapes = ", ".join(str(value.shape) for value in values)
        raise ValueError(f"arrays of the shapes {shapes} cannot be interpolated; use interpolate='none'")
    total = weights[0] * values[0]
    for weight, value in zip(weights[1:], values[1:], strict=True):
        total = total + weight * value
    total.flags.writeable = False
    return total
