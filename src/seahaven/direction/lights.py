"""The lights of a junction that the drive comes through: their controller, and the phase that lets the subject go."""

from __future__ import annotations

import numpy as np

from seahaven.direction.desk import PlacedLights
from seahaven.direction.line import Line
from seahaven.direction.survey import Feature
from seahaven.errors import InputError
from seahaven.roads.junctions import JunctionLogic, SignalPlan

__all__ = ["lights_at"]


def lights_at(line: Line, feature: Feature) -> PlacedLights:
    """The lights at a crossing of a drive; refused where there are none."""
    logic = JunctionLogic.of(line.lane_map)
    plan = SignalPlan.of(logic)
    own = [way.index for way in logic.ways_through(feature.junction) if _is_on(line, way.incoming, way.outgoing)]
    foes = [way.index for way in logic.ways_from(feature.arrival)]
    rows = _rows(plan, own)
    if not rows:
        raise InputError(f"it needs lights; the junction '{feature.junction}' has none")
    controller = int(np.searchsorted(plan.row_first, rows[0], side="right")) - 1
    first = int(plan.row_first[controller])
    let_go, held = ([row - first for row in some] for some in (rows, _rows(plan, foes)))
    for number, phase in enumerate(plan.controllers[controller].programs[0].phases):
        if all(phase.states[k] in "Gg" for k in let_go) and all(phase.states[k] == "r" for k in held):
            return PlacedLights(controller, number)
    raise InputError(f"the lights of '{feature.junction}' never let the drive go while the road that crosses waits")


def _is_on(line: Line, *lanes: int) -> bool:
    return all(lane >= 0 and line.rank[lane] >= 0 for lane in lanes)


def _rows(plan: SignalPlan, ways: list[int]) -> list[int]:
    """The lights that ways heed."""
    return sorted({int(row) for way in ways for row in plan.way_row[plan.way_first[way] : plan.way_first[way + 1]]})
