"""How long must pass, for each two lights of a controller, between the red of one and the green of the other."""

from __future__ import annotations

import numpy as np

from seahaven.geometry import Floats, Truths
from seahaven.roads.junctions.clearing import (
    ON_ROAD,
    clearing_time,
    conflicts_of,
    crosswalks_on,
    leaving_time,
    walking_time,
)
from seahaven.roads.junctions.light import GREEN
from seahaven.roads.junctions.signal_plan import SignalPlan


def intergreens(plan: SignalPlan, controller: int) -> Floats:
    """The seconds from the red of each letter of a controller (first index) to the green of each other (second).

    Zero where the two do not get in each other's way, or where the controller's own programs have both green at once.
    For people it is the time that they need across.
    """
    first, count = int(plan.row_first[controller]), len(plan.controllers[controller].signals)
    ways, walks = _heeding(plan, first, count)
    times = np.zeros((count, count))
    for letter in range(count):
        for way in ways[letter]:
            _enter_way(plan, times, letter, way, ways, walks)
        for walk in walks[letter]:
            _enter_walk(plan, times, letter, walk, ways)
    times[_together(plan, controller, count)] = 0.0
    return times


def _heeding(plan: SignalPlan, first: int, count: int) -> tuple[list[list[int]], list[list[int]]]:
    """The ways and the crosswalks that go by each letter."""
    ways: list[list[int]] = [[] for _ in range(count)]
    walks: list[list[int]] = [[] for _ in range(count)]
    owner = np.repeat(np.arange(len(plan.way_first) - 1), np.diff(plan.way_first))
    for place in np.flatnonzero((plan.way_row >= first) & (plan.way_row < first + count)).tolist():
        ways[int(plan.way_row[place]) - first].append(int(owner[place]))
    for walk in np.flatnonzero((plan.crosswalk_row >= first) & (plan.crosswalk_row < first + count)).tolist():
        walks[int(plan.crosswalk_row[walk]) - first].append(walk)
    return ways, walks


def _enter_way(
    plan: SignalPlan, times: Floats, letter: int, way: int, ways: list[list[int]], walks: list[list[int]]
) -> None:
    """What those on a way keep others waiting for: until the last one is clear of where they come."""
    meets = {int(plan.logic.tables.conflict_foe[row]): row for row in conflicts_of(plan.logic, way)}
    over = crosswalks_on(plan.logic, way)
    for other in range(len(ways)):
        waits = [clearing_time(plan.logic, meets[foe], way) for foe in ways[other] if foe in meets]
        waits += [leaving_time(plan.logic, way, over[walk][1]) for walk in walks[other] if walk in over]
        times[letter, other] = max(times[letter, other], *waits, 0.0)


def _enter_walk(plan: SignalPlan, times: Floats, letter: int, walk: int, ways: list[list[int]]) -> None:
    """What people on a crosswalk keep others waiting for who drive over it.

    A letter without ways is that of a light on open road, before this crosswalk.
    """
    across = walking_time(plan.logic.crosswalks[walk])
    for other in range(len(ways)):
        if not ways[other] or any(walk in crosswalks_on(plan.logic, way) for way in ways[other]):
            times[letter, other] = max(times[letter, other], across)
        if not ways[other]:
            times[other, letter] = max(times[other, letter], ON_ROAD)


def _together(plan: SignalPlan, controller: int, count: int) -> Truths:
    """Which pairs of letters are green at once in some phase."""
    together: Truths = np.eye(count, dtype=bool)
    for program in plan.controllers[controller].programs:
        for phase in program.phases:
            green = np.array([letter in GREEN for letter in phase.states[:count].ljust(count, "O")])
            together |= green[:, None] & green[None, :]
    return together
