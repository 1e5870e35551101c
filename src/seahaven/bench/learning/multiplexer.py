"""The Boolean multiplexer: some bits are the address of another bit, which is the answer."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from seahaven.classifiers import Goal, Layout
from seahaven.kernel import Stream

__all__ = ["PAID", "Multiplexer", "Problems"]

PAID = 100.0
"""For a right answer; a wrong one earns nothing."""

Problems = NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Multiplexer:
    """One with so many bits of address: 2 for the multiplexer of 6 bits, 3 for that of 11."""

    address: int

    @property
    def bits(self) -> int:
        """How many bits a problem has."""
        return self.address + (1 << self.address)

    @property
    def layout(self) -> Layout:
        """A sensor for each bit, the two answers, and one goal."""
        return Layout(tuple(f"bit {bit}" for bit in range(self.bits)), ("0", "1"), (Goal("right"),))

    def problems(self, count: int, *, agents: int, seed: int) -> Problems:
        """Random problems, one for each step and agent; an agent of the same number gets the same ones."""
        stream = Stream.named(seed, f"multiplexer of {self.bits}")
        drawn = [stream.uniforms(np.arange(agents), step=step) for step in range(count)]
        return np.floor(np.array(drawn) * (1 << self.bits)).astype(np.uint64)

    def answers(self, problems: Problems) -> NDArray[np.int64]:
        """The right answers."""
        address = problems & np.uint64((1 << self.address) - 1)
        return (problems >> (address + np.uint64(self.address)) & np.uint64(1)).astype(np.int64)

    def inputs(self, problems: Problems) -> NDArray[np.float64]:
        """The bits of problems as numbers, in a last axis."""
        return (problems[..., None] >> np.arange(self.bits, dtype=np.uint64) & np.uint64(1)).astype(np.float64)
