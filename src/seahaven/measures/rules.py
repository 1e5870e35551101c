"""Rules of the road at junctions: lights that were red, and rights of way that were taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seahaven.geometry import Floats
from seahaven.measures.definition import defined
from seahaven.measures.lanes import Lanes
from seahaven.measures.passage import Passage
from seahaven.roads.junctions import JunctionLogic, Sign, SignalPlan, Verdict, Way
from seahaven.world import LightState

__all__ = [
    "HINDERED",
    "NARROW",
    "StopPassed",
    "Taken",
    "is_right_of_way_taken",
    "light_at",
    "light_passed",
    "must_yield",
    "rights_taken",
    "stop_passed",
]

NARROW: Final = 1.0
"""Seconds. A vehicle with right of way that reaches a place less than this after the other one has left it was
endangered: it is about a driver's reaction time, and conflicts below it count as serious (Allen and others 1978)."""
HINDERED: Final = 2.0
"""m/s². A vehicle with right of way that brakes harder than this because of another one was hindered; drivers brake by
less in comfort."""
_RED: Final = (LightState.RED, LightState.RED_AMBER)


@defined(
    "light at a stop line",
    "",
    meaning="what the light showed when the front of a vehicle passed the stop line: one that is red, or red and "
    "amber, was disregarded",
    source="Vienna Convention on Road Signs and Signals (1968), article 23",
)
def light_at(time: ArrayLike, state: ArrayLike, *, passed: float) -> LightState:
    """What a light showed at a time (s), from the times and states of its recording."""
    at = int(np.searchsorted(np.asarray(time, dtype=np.float64), passed + 1e-6, side="right")) - 1
    return LightState(int(np.asarray(state)[max(at, 0)]))


def light_passed(passage: Passage, plan: SignalPlan, time: Floats, states: Floats) -> tuple[float, LightState] | None:
    """When a vehicle passed the stop line of its way (s), and what its light showed; None without a light.

    `states` has a row for each time (s) and a column for each light of the plan; of several the strictest counts.
    """
    rows = plan.way_row[plan.way_first[passage.way] : plan.way_first[passage.way + 1]]
    crossed = passage.front_at(float(plan.logic.tables.way_stop[passage.way]))
    if not len(rows) or crossed is None:
        return None
    shown = [light_at(time, states[:, row], passed=crossed) for row in rows.tolist()]
    return crossed, max(shown, key=lambda state: (state in _RED, state is LightState.AMBER))


@defined(
    "right of way taken",
    "",
    meaning="whether a vehicle that had to yield was first in the place where two ways meet, and thereby endangered "
    "the other one, which reached the place less than 1 s after it was left, or hindered it, so that it braked harder "
    "than 2 m/s² while the first was there",
    source="Vienna Convention on Road Traffic (1968), articles 1 and 18: to give way is not to oblige others to change "
    "their speed or direction abruptly; the limits are ours",
)
def is_right_of_way_taken(
    entered: ArrayLike, left: ArrayLike, foe_entered: ArrayLike, foe_braking: ArrayLike
) -> NDArray[np.bool_]:
    """Whether right of way was taken, from when both entered the place (s), when the first left, how the other braked.

    >>> is_right_of_way_taken([10.0, 10.0, 10.0], [12.0, 12.0, 12.0], [12.9, 13.1, 9.0], [0.0, 0.0, 0.0]).tolist()
    [True, False, False]
    """
    own, gone, foe, braking = (np.asarray(one, dtype=np.float64) for one in (entered, left, foe_entered, foe_braking))
    return (own < foe) & ((foe - gone < NARROW) | (braking > HINDERED))


@dataclass(frozen=True, slots=True)
class Taken:
    """A right of way that was taken: when (s), from which vehicle, and by how many seconds it was missed."""

    time: float
    entity: int
    margin: float


def rights_taken(
    own: Passage, others: list[tuple[int, Passage, Floats]], logic: JunctionLogic, *, ran_red: bool = False
) -> list[Taken]:
    """The vehicles whose right of way a vehicle took on its way through a junction.

    `others` are the ids, passages and accelerations (m/s², at the passage's times) of vehicles in the same junction.
    A vehicle that `ran_red` has no right of way towards anybody.
    """
    found = []
    for entity, passage, acceleration in others:
        for conflict in logic.conflicts(own.way):
            must_yield = ran_red or conflict.verdict in (Verdict.YIELD, Verdict.STOP_AND_YIELD)
            if conflict.foe != passage.way or not must_yield:
                continue
            entered, left = own.front_at(conflict.begin), own.rear_at(conflict.end)
            foe = passage.front_at(conflict.foe_begin)
            if entered is None or left is None or foe is None:
                continue
            meanwhile = (passage.time >= entered) & (passage.time <= min(left, foe))
            braking = float(-acceleration[meanwhile].min(initial=0.0))
            if bool(is_right_of_way_taken(entered, left, foe, braking)):
                found.append(Taken(entered, entity, foe - left))
    return found


STOP_REACH: Final = 6.0
"""Metres before the stop line within which the front has to stand: vehicles stop a little before the line."""


@dataclass(frozen=True, slots=True)
class StopPassed:
    """A stop sign that a vehicle came by: when its front crossed the line (s), and its least speed before (m/s)."""

    time: float
    least_speed: float


@defined(
    "least speed at a stop sign",
    "m/s",
    meaning="least speed of a vehicle while its front was within 6 m before the stop line of a way that has a stop "
    "sign; one that never stood disregarded it",
    source="Vienna Convention on Road Signs and Signals (1968), annex 1, section B: sign B, 2; the 6 m are ours",
)
def stop_passed(passage: Passage, speed: Floats, logic: JunctionLogic) -> StopPassed | None:
    """How a vehicle passed the stop sign of its way; None where it has none. `speed` goes with the passage's times."""
    if logic.sign(passage.way) is not Sign.STOP:
        return None
    line = float(logic.tables.way_stop[passage.way])
    crossed = passage.front_at(line)
    front = passage.along + 0.5 * passage.length
    before = (front >= line - STOP_REACH) & (front <= line + 1.0)
    if crossed is None or not before.any():
        return None
    return StopPassed(crossed, float(speed[before].min()))


def must_yield(lanes: Lanes, own: Sequence[int], other: Sequence[int]) -> bool | None:
    """Whether a vehicle has to yield to another one, from the lanes on which each has been, the newest last.

    None where their ways through a junction do not meet, or where no rule decides.
    """
    logic = JunctionLogic.of(lanes.lane_map)
    way, foe = _way_over(logic, own), _way_over(logic, other)
    if way is None or foe is None:
        return None
    for first, second, duty in ((way, foe, True), (foe, way, False)):
        conflict = logic.conflict(first, second)
        if conflict is not None and conflict.verdict in (Verdict.YIELD, Verdict.STOP_AND_YIELD):
            return duty
    return None


def _way_over(logic: JunctionLogic, lanes: Sequence[int]) -> Way | None:
    """The way through the last junction that a vehicle entered, as it came from the lane before."""
    for k in range(len(lanes) - 1, 0, -1):
        for way in logic.ways_over(lanes[k]) if lanes[k] >= 0 else ():
            if way.incoming in lanes[:k]:
                return way
    return None
