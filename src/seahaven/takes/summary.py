"""What happened in a take, in a few numbers per vehicle, and in a few for all traffic."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from seahaven.direction import Staged
from seahaven.kernel import Module
from seahaven.measures import Delay, delays, first_crashes, lanes_of
from seahaven.motion import Collision
from seahaven.reels import Reel
from seahaven.seats import OccupantFault, OccupantLate
from seahaven.traffic import Gate
from seahaven.world import entity_label

__all__ = ["Journey", "Lapse", "Summary", "Throughput", "staged_in", "summarise"]

_JOURNEYS = """
    with steps as (
        select *, sqrt((x - lag(x) over own) ** 2 + (y - lag(y) over own) ** 2) as travelled
        from vehicle where {chosen} window own as (partition by id order by time)
    ),
    crashes as (select * from (values {crashes}) as crashed (id, crash))
    select id, coalesce(sum(travelled), 0.0), avg(speed), max(speed), min(gap),
        greatest(0.0, -min(acceleration) filter (crash is null or time < crash)),
        cast(arg_max(pilot, time) as varchar), any_value(crash)
    from steps left join crashes using (id) group by id order by id
"""
_TRAFFIC = """
    with lives as (
            select id, min(time) as first, max(time) as last, count(*) as frames, sum(speed) as speeds
            from vehicle group by id
        ),
        whole as (select min(time) as first, max(time) as last, count(*) as frames from frames)
    select count(*), coalesce(count_if(lives.first > whole.first), 0), coalesce(count_if(lives.last < whole.last), 0),
        coalesce(sum(lives.speeds) / sum(lives.frames), 0.0),
        coalesce(sum(lives.speeds) * any_value((whole.last - whole.first) / greatest(1, whole.frames - 1)), 0.0)
    from lives, whole
"""
_LAPSES = """
    with lapses as (select time, kind, value, cast(value ->> 'entity' as bigint) as entity from events
        where kind in ('{fault}', '{late}'))
    select entity, count_if(kind = '{fault}'), count_if(kind = '{late}'),
        arg_min(value ->> 'what', time) filter (kind = '{fault}')
    from lapses group by entity order by entity
"""
_COLLISION = Collision.__name__


@dataclass(frozen=True, slots=True)
class Journey:
    """One vehicle's way: metres driven, mean and top speed (m/s), smallest gap (m), hardest braking (m/s²).

    `state` is how its driver ended: terminated, active, accident, ... `crashed` is when the vehicle first collided (s);
    the hardest braking is that of its driver until then, and not the simulator's own stop.
    """

    id: int
    name: str
    distance: float
    mean_speed: float
    top_speed: float
    smallest_gap: float | None
    hardest_braking: float
    state: str
    crashed: float | None = None

    @property
    def label(self) -> str:
        """The vehicle's name, or its number."""
        return entity_label(self.id, {self.id: self.name})


@dataclass(frozen=True, slots=True)
class Throughput:
    """All traffic of a take: how many vehicles there were, entered and left, and how far (m) they drove.

    `queued` is how many still waited to enter at the end, `mean_speed` (m/s) that of all, over time.
    """

    vehicles: int
    entered: int
    left: int
    queued: int
    collisions: int
    mean_speed: float
    distance: float


@dataclass(frozen=True, slots=True)
class Lapse:
    """What the occupant of a seat did wrong in a drive that went on: how often it failed, first how, how often late."""

    name: str
    faults: int
    late: int
    first: str | None
    """The message of the first failure: occupant, step, what went wrong, last answer."""


@dataclass(frozen=True, slots=True)
class Summary:
    """A take in a few numbers; times in seconds. On roads, `journeys` are those of vehicles that have a name."""

    name: str
    seed: int
    duration: float
    frames: int
    events: int
    journeys: tuple[Journey, ...]
    traffic: Throughput | None = None
    delays: tuple[Delay, ...] = ()
    """Vehicles that stood for minutes, or could not climb a hill, the longest first."""
    lapses: tuple[Lapse, ...] = ()
    staged: tuple[str, ...] = ()
    """What was staged on purpose and cannot happen in reality: what it is called, and when it appeared."""

    def as_dict(self) -> dict[str, Any]:
        """The same as plain values, for JSON."""
        return asdict(self)


def summarise(reel: Reel, root: Module | None = None) -> Summary:
    """What a reel shows, vehicle by vehicle; `root` is the tree that made it, for the vehicles that did not get in."""
    told = reel.manifest
    is_traffic = told.roads is not None and "vehicle" in reel.families
    journeys = _journeys(reel, only_named=is_traffic) if "vehicle" in reel.families else ()
    events = reel.events().num_rows
    traffic = _traffic(reel, root) if is_traffic else None
    held = delays(reel, lambda: lanes_of(reel, {})) if is_traffic else ()
    lapses, staged = _lapses(reel), staged_in(reel)
    return Summary(
        told.name, told.seed, told.duration, len(reel.times), events, journeys, traffic, held, lapses, staged
    )


def staged_in(reel: Reel) -> tuple[str, ...]:
    """What was staged on purpose in a recording: what it is called, when it appeared and how near."""
    rows = reel.query(f"select time, value from events where kind = '{Staged.__name__}' order by time").fetchall()
    told = ((time, json.loads(value)) for time, value in rows)
    return tuple(f"{value['name']} at {time:g} s, {value['distance']:.1f} m ahead" for time, value in told)


def _lapses(reel: Reel) -> tuple[Lapse, ...]:
    rows = reel.query(_LAPSES.format(fault=OccupantFault.__name__, late=OccupantLate.__name__)).fetchall()
    return tuple(Lapse(entity_label(entity, _names(reel)), *rest) for entity, *rest in rows)


def _names(reel: Reel) -> dict[int, str]:
    return {entity: name for name, entity in reel.manifest.names.items()}


def _journeys(reel: Reel, *, only_named: bool) -> tuple[Journey, ...]:
    names = _names(reel)
    chosen = f"id in ({', '.join(map(str, sorted(names) or [-1]))})" if only_named else "true"
    crashes = ", ".join(f"({entity}, {time!r}::double)" for entity, time in sorted(first_crashes(reel).items()))
    rows = reel.query(_JOURNEYS.format(chosen=chosen, crashes=crashes or "(null, null::double)")).fetchall()
    return tuple(Journey(row[0], names.get(row[0], ""), *row[1:]) for row in rows)


def _traffic(reel: Reel, root: Module | None) -> Throughput:
    ((vehicles, entered, left, mean_speed, distance),) = reel.query(_TRAFFIC).fetchall()
    ((collisions,),) = reel.query(f"select count(*) from events where kind = '{_COLLISION}'").fetchall()
    queued = sum(module.queued for module in root.walk() if isinstance(module, Gate)) if root else 0
    return Throughput(vehicles, entered, left, queued, collisions, mean_speed, distance)
