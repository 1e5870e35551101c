"""Lines painted on the road, and who may cross them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class MarkKind(StrEnum):
    """How a road mark is painted; of a double one the line on the inner side, towards the road's middle, is first."""

    NONE = "none"
    SOLID = "solid"
    BROKEN = "broken"
    SOLID_SOLID = "solid solid"
    SOLID_BROKEN = "solid broken"
    BROKEN_SOLID = "broken solid"
    BROKEN_BROKEN = "broken broken"
    BOTTS_DOTS = "botts dots"
    GRASS = "grass"
    CURB = "curb"
    EDGE = "edge"
    CUSTOM = "custom"


class Crossing(StrEnum):
    """Which lane changes a road mark permits: towards rising lane numbers (left), falling ones (right), both, none."""

    BOTH = "both"
    INCREASE = "increase"
    DECREASE = "decrease"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark along a lane's outer border (of the middle lane: along the middle) from s on, up to the next one.

    `s` counts from where the lane section begins. `crossing` is None where nothing was said about it; `permission`
    then follows from the paint.
    """

    kind: MarkKind
    s: float = 0.0
    crossing: Crossing | None = None
    color: str = "standard"
    width: float | None = None
    weight: str = "standard"
    material: str = "standard"

    @property
    def permission(self) -> Crossing:
        """Which lane changes the mark permits: as stated, else as the paint says.

        A broken line lets everyone over, a solid one nobody; of a double line, the one on the driver's side counts.
        Increase is from the outer side to the inner one to the right of the middle, and the other way round to its
        left, as lanes are numbered; the paint alone is read as if to the right of the middle.
        """
        return self.crossing if self.crossing is not None else _PERMITS[self.kind]


_PERMITS = {
    MarkKind.NONE: Crossing.BOTH,
    MarkKind.SOLID: Crossing.NONE,
    MarkKind.BROKEN: Crossing.BOTH,
    MarkKind.SOLID_SOLID: Crossing.NONE,
    MarkKind.SOLID_BROKEN: Crossing.INCREASE,
    MarkKind.BROKEN_SOLID: Crossing.DECREASE,
    MarkKind.BROKEN_BROKEN: Crossing.BOTH,
    MarkKind.BOTTS_DOTS: Crossing.BOTH,
    MarkKind.GRASS: Crossing.NONE,
    MarkKind.CURB: Crossing.NONE,
    MarkKind.EDGE: Crossing.NONE,
    MarkKind.CUSTOM: Crossing.NONE,
}
