"""Random choices from a number: the same number, the same choices, on any machine and for good."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np

from seahaven.kernel import Stream

T = TypeVar("T")
PAGE = np.arange(2048)


class Chance:
    """Draws one after the other from the stream of a number."""

    def __init__(self, number: int) -> None:
        self._stream = Stream.named(number, "chance")
        self._page = 0
        self._drawn: list[float] = []

    def random(self) -> float:
        """From [0, 1)."""
        if not self._drawn:
            self._drawn = self._stream.uniforms(PAGE, step=self._page).tolist()
            self._page += 1
        return self._drawn.pop()

    def randint(self, low: int, high: int) -> int:
        """Both ends are possible."""
        return low + int(self.random() * (high + 1 - low))

    def choice(self, things: Sequence[T]) -> T:
        return things[int(self.random() * len(things))]

    def shuffled(self, things: Sequence[T]) -> list[T]:
        keys: list[Any] = [self.random() for _ in things]
        return [things[index] for index in sorted(range(len(keys)), key=keys.__getitem__)]
