"""How near a situation was to what is wanted, as long as its moment had not come."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

__all__ = ["Nearness"]


@dataclass(slots=True)
class Nearness:
    """What came nearest to what is wanted, and who lacked how much when it was looked at last."""

    wanted: float
    value: float = inf
    lacked: str = ""

    def look(self, value: float) -> None:
        """Take in what there is of the criterion now; infinite if there is nothing."""
        if abs(value - self.wanted) < abs(self.value - self.wanted):
            self.value = value
