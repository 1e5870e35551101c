"""One vehicle's way through a drive, and the inks that a drive is drawn with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["EDGE", "INK", "PAPER", "Trail", "colours"]

EDGE: Final = "#b9b3a5"
INK: Final = "#3b3a36"
PAPER: Final = "#fbfaf7"
_COLOURS: Final = ("#c8452d", "#1f6f8b", "#6a8d2f", "#8a5a9e", "#d08a1d", "#4a4a4a")


@dataclass(slots=True)
class Trail:
    """One vehicle's way through a drive: a row (time, x, y, heading, speed, gap) per look, NaN for no gap."""

    label: str
    rows: list[tuple[float, float, float, float, float, float]] = field(default_factory=list)

    def columns(self) -> NDArray[np.float64]:
        """The rows as one array per column."""
        return np.array(self.rows).T


def colours(count: int) -> list[str]:
    """A colour for each of so many trails; after the sixth they begin anew."""
    return [_COLOURS[i % len(_COLOURS)] for i in range(count)]
