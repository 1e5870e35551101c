"""Random numbers without a state: each is a pure function of seed, stream, entity, step and draw.

Nothing is consumed, so neither the order in which entities are visited nor the split over processes can change a
number. The generator is Philox-4x32 with ten rounds (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3",
2011). The same functions serve Python integers, NumPy arrays and, later, compiled machines.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from math import pi
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["Draws", "Stream", "philox"]

_MULTIPLIER_0, _MULTIPLIER_1 = 0xD2511F53, 0xCD9E8D57
_WEYL_0, _WEYL_1 = 0x9E3779B9, 0xBB67AE85
_LOW = 0xFFFFFFFF
_ROUNDS = 10


def philox(c0: Any, c1: Any, c2: Any, c3: Any, k0: Any, k1: Any) -> tuple[Any, Any, Any, Any]:
    """Four 32-bit words for a counter of four words and a key of two; words are ints or uint64 arrays."""
    for _ in range(_ROUNDS):
        p0 = _MULTIPLIER_0 * c0
        p1 = _MULTIPLIER_1 * c2
        c0, c1, c2, c3 = (p1 >> 32) ^ c1 ^ k0, p1 & _LOW, (p0 >> 32) ^ c3 ^ k1, p0 & _LOW
        k0 = (k0 + _WEYL_0) & _LOW
        k1 = (k1 + _WEYL_1) & _LOW
    return c0, c1, c2, c3


@dataclass(frozen=True, slots=True)
class Stream:
    """All the numbers of one purpose in one run, addressed by entity, step and draw.

    >>> Stream.named(7, "car1/driver").uniform(entity=3, step=12)
    0.2282510497807223
    """

    key0: int
    key1: int

    @classmethod
    def named(cls, seed: int, name: str) -> Stream:
        """The stream of a name (a module's path, say) under the run's seed."""
        digest = hashlib.blake2b(f"{seed}\x00{name}".encode(), digest_size=8).digest()
        return cls(int.from_bytes(digest[:4], "little"), int.from_bytes(digest[4:], "little"))

    def uniform(self, *, entity: int = 0, step: int = 0, draw: int = 0) -> float:
        """A number in [0, 1) with 53 random bits."""
        return float(self._unit(self._words(entity, step, draw)))

    def uniforms(self, entities: ArrayLike, *, step: int = 0, draw: int = 0) -> NDArray[np.float64]:
        """One number in [0, 1) for each entity, the same ones that `uniform` gives them one by one."""
        ids = np.asarray(entities).astype(np.uint64)
        return np.asarray(self._unit(self._words(ids, step, draw)), dtype=np.float64)

    def normal(self, *, entity: int = 0, step: int = 0, draw: int = 0) -> float:
        """A number from the standard normal distribution."""
        return float(self.normals([entity], step=step, draw=draw)[0])

    def normals(self, entities: ArrayLike, *, step: int = 0, draw: int = 0) -> NDArray[np.float64]:
        """One number from the standard normal distribution for each entity (Box and Muller's method)."""
        ids = np.asarray(entities).astype(np.uint64)
        a, b, c, d = self._words(ids, step, draw)
        radius = np.sqrt(-2.0 * np.log1p(-np.asarray(self._unit((a, b, c, d)), dtype=np.float64)))
        angle = 2.0 * pi * np.asarray(self._unit((c, d, a, b)), dtype=np.float64)
        return np.asarray(radius * np.cos(angle), dtype=np.float64)

    def address(self, step: int, draw: int) -> tuple[int, int, int, int]:
        """The two keys and the upper two words of the counter for one draw of all entities at a step.

        The entity fills two words of the counter, the step one and a half, the draw the rest. Draws past the 65,536th
        of a step go on under another key, so that no number comes twice.
        """
        high = (step >> 32 & 0xFFFF) | (draw & 0xFFFF) << 16
        return self.key0, self.key1 ^ draw >> 16, step & _LOW, high

    def _words(self, entity: Any, step: int, draw: int) -> tuple[Any, Any, Any, Any]:
        key0, key1, low, high = self.address(step, draw)
        return philox(entity & _LOW, entity >> 32 & _LOW, low, high, key0, key1)

    @staticmethod
    def _unit(words: tuple[Any, Any, Any, Any]) -> Any:
        """53 bits of the first two words as a fraction."""
        return ((words[0] >> 5) * 67108864.0 + (words[1] >> 6)) / 9007199254740992.0


@dataclass(slots=True)
class Draws:
    """What a module draws in one step: successive calls give successive draws of its stream."""

    stream: Stream
    step: int = 0
    _draw: int = field(default=0)

    def at(self, step: int) -> None:
        """Begin a new step."""
        self.step, self._draw = step, 0

    def uniform(self, low: float = 0.0, high: float = 1.0) -> float:
        """A number in [low, high)."""
        return low + (high - low) * self.stream.uniform(step=self.step, draw=self._next())

    def uniforms(self, entities: ArrayLike) -> NDArray[np.float64]:
        """A number in [0, 1) for each entity, keyed by its id: row order cannot matter."""
        return self.stream.uniforms(entities, step=self.step, draw=self._next())

    def normal(self, mean: float = 0.0, deviation: float = 1.0) -> float:
        """A number from a normal distribution."""
        return mean + deviation * self.stream.normal(step=self.step, draw=self._next())

    def normals(self, entities: ArrayLike) -> NDArray[np.float64]:
        """A number from the standard normal distribution for each entity, keyed by its id."""
        return self.stream.normals(entities, step=self.step, draw=self._next())

    def _next(self) -> int:
        self._draw += 1
        return self._draw - 1
