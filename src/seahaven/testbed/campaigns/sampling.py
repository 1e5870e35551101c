"""Which combinations of values a campaign plays: a grid, a Latin hypercube, or random ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, product
from math import prod
from typing import Any, Final

import numpy as np

from seahaven.errors import InputError
from seahaven.kernel import Stream
from seahaven.testbed.campaigns.parameters import Parameter

__all__ = ["METHODS", "MOST", "samples"]

MOST: Final = 100_000
"""The most combinations of a campaign."""
TRIES: Final = 200
"""So many times as many random combinations are looked at as are wanted, if conditions turn some away."""

Settings = dict[str, Any]
Fits = Callable[[Mapping[str, Any]], bool]


def samples(
    method: str, parameters: Sequence[Parameter], count: int, *, seed: int, fits: Fits
) -> list[Settings]:  # fmt: skip
    """The combinations of a campaign, of those that fit its conditions, in the order in which they are played."""
    found = [each for each in METHODS[method](parameters, count, seed, fits) if fits(each)]
    if not found:
        raise InputError(
            f"no combination of the {len(parameters)} parameters fits all of 'only', so there is nothing to play; "
            "the conditions contradict each other or the ranges"
        )
    return found


def _grid(parameters: Sequence[Parameter], _count: int, _seed: int, _fits: Fits) -> Iterator[Settings]:
    """All combinations."""
    for each in parameters:
        if each.is_range and not each.steps:
            raise InputError(f"a grid needs to know how many values '{each.name}' takes; add 'steps: 5' to its range")
    whole = prod(len(each.grid()) for each in parameters)
    if whole > MOST:
        raise InputError(f"the grid has {whole:,} combinations, and a campaign at most {MOST:,}; take fewer steps")
    names = [each.name for each in parameters]
    return (dict(zip(names, values, strict=True)) for values in product(*(each.grid() for each in parameters)))


def _random(parameters: Sequence[Parameter], count: int, seed: int, fits: Fits) -> Iterator[Settings]:
    """Combinations drawn independently of each other."""
    stream = Stream.named(seed, "campaign")
    drawn = (
        {each.name: each.at(stream.uniform(entity=number, draw=k)) for k, each in enumerate(parameters)}
        for number in range(count * TRIES)
    )
    return islice(filter(fits, drawn), count)


def _latin(parameters: Sequence[Parameter], count: int, seed: int, _fits: Fits) -> Iterator[Settings]:
    """A Latin hypercube: each parameter's range falls into as many slices as there are samples, each taken once."""
    stream = Stream.named(seed, "campaign")
    shares = []
    for k in range(len(parameters)):
        numbers = np.arange(count)
        slices = np.argsort(stream.uniforms(numbers, draw=2 * k), kind="stable")
        shares.append((slices + stream.uniforms(numbers, draw=2 * k + 1)) / count)
    return (
        {each.name: each.at(float(shares[k][number])) for k, each in enumerate(parameters)} for number in range(count)
    )


METHODS: Final = {"grid": _grid, "random": _random, "latin": _latin}
"""Ways to choose combinations before anything is played; `search` goes by what came of those before."""
