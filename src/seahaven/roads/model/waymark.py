"""Named spots on lanes, by which missions come."""

from __future__ import annotations

from dataclasses import dataclass, field

from seahaven.errors import Position


@dataclass(frozen=True, slots=True)
class Waymark:
    """A spot on a lane of a road's section, `s` metres along the lane in its direction of travel: a checkpoint, say."""

    id: str
    road: str
    section: int
    lane: int
    s: float
    at: Position | None = field(default=None, compare=False)
