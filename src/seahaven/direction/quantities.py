"""The quantities that a criterion may be about: what is measured at the critical moment, and how that is told.

One that is not in the table is a value of your own, in the file of the situation that needs it:

    lateral = Quantity("clearance", "m", "the clearance between the two side by side", read=clearance_of)
    criterion = Criterion(lateral, of="car", wanted="clearance")
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from seahaven.direction.facts import ROLE_FACTS, Player, Value

__all__ = ["QUANTITIES", "Quantity", "SketchSpan"]

SketchSpan = Literal["", "between", "to the place", "subject to the place"]
"""What the sketch of a situation measures: nothing, the gap from the subject to the role, the way from the role to the
place, or that from the subject to the place."""
METRE, SHARE, QUARTER = 1.0, 0.05, 0.25
"""Distances are met within a metre or this share, whichever is more; times within a quarter of a second."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """Something that can be measured of a role from outside.

    `meaning` says it of "it", the vehicle of the role, and `sketched` are the words beside its value in a sketch. While
    `is_in_lane`, it only means something of a vehicle in the subject's own lane.
    """

    name: str
    unit: str
    meaning: str
    read: Callable[[Player], Value]
    is_in_lane: bool = False
    is_of_subject: bool = False
    """Whether it is about the subject alone."""
    sketched: str = ""
    span: SketchSpan = ""
    margin: Callable[[float], float] | None = None
    """The tolerance of a wanted value; by default that of its unit."""

    def tolerance(self, wanted: float) -> float:
        """The greatest deviation from a wanted value that counts as met."""
        if self.margin is not None:
            return self.margin(wanted)
        return QUARTER if self.unit == "s" else max(METRE, SHARE * abs(wanted))


def _fact(name: str) -> Callable[[Player], Value]:
    return ROLE_FACTS[name].read


_KNOWN: Final = (
    Quantity("gap", "m", "the distance from bumper to bumper", _fact("gap"), is_in_lane=True, span="between"),
    Quantity(
        "headway", "s", "the gap as time at the subject's speed", _fact("headway"), is_in_lane=True, span="between"
    ),
    Quantity("ahead", "m", "how far its centre is ahead of the subject's", _fact("ahead")),
    Quantity(
        "way",
        "m",
        "the distance from its front to the place",
        _fact("way"),
        sketched=" to the junction",
        span="to the place",
    ),
    Quantity(
        "arrival",
        "s",
        "how much later than the subject it arrives at the place",
        _fact("arrival"),
        sketched=": both arrive together",
        span="subject to the place",
    ),
    Quantity(
        "meeting",
        "s",
        "the time until the two meet",
        _fact("meeting"),
        sketched=": they meet in that time",
        span="between",
    ),
    Quantity(
        "delay",
        "s",
        "how long the subject has stood behind it",
        _fact("delay"),
        is_of_subject=True,
        sketched=" after the subject has stopped",
    ),
)
QUANTITIES: Mapping[str, Quantity] = MappingProxyType({one.name: one for one in _KNOWN})
"""Those of the library, by name."""
