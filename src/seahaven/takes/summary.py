"""What happened in a take, in a few numbers per vehicle."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from seahaven.reels import Reel

__all__ = ["Journey", "Summary", "summarise"]

_JOURNEYS = """
    with steps as (
        select *, sqrt((x - lag(x) over own) ** 2 + (y - lag(y) over own) ** 2) as travelled
        from vehicle window own as (partition by id order by time)
    )
    select id, coalesce(sum(travelled), 0.0), avg(speed), max(speed), min(gap),
        greatest(0.0, -min(acceleration)), cast(arg_max(pilot, time) as varchar)
    from steps group by id order by id
"""


@dataclass(frozen=True, slots=True)
class Journey:
    """One vehicle's way: metres driven, mean and top speed (m/s), smallest gap (m), hardest braking (m/s²).

    `state` is how its driver ended: terminated, active, accident, ...
    """

    id: int
    name: str
    distance: float
    mean_speed: float
    top_speed: float
    smallest_gap: float | None
    hardest_braking: float
    state: str


@dataclass(frozen=True, slots=True)
class Summary:
    """A take in a few numbers; times in seconds."""

    name: str
    seed: int
    duration: float
    frames: int
    events: int
    journeys: tuple[Journey, ...]

    def as_dict(self) -> dict[str, Any]:
        """The same as plain values, for JSON."""
        return asdict(self)


def summarise(reel: Reel) -> Summary:
    """What a reel shows, vehicle by vehicle."""
    journeys: tuple[Journey, ...] = ()
    if "vehicle" in reel.families:
        names = {entity: name for name, entity in reel.manifest.names.items()}
        rows = reel.query(_JOURNEYS).fetchall()
        journeys = tuple(Journey(row[0], names.get(row[0], ""), *row[1:]) for row in rows)
    told = reel.manifest
    return Summary(told.name, told.seed, told.duration, len(reel.times), reel.events().num_rows, journeys)
