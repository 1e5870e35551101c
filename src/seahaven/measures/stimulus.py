"""Stimuli: what a driver responds to, and when it can first be seen in the recording."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seahaven.measures.definition import defined
from seahaven.world import WalkPhase

__all__ = ["MOMENT", "STIMULI", "StimulusKind", "onset"]

StimulusKind = Literal[
    "brake light", "slowing", "drift", "setting out", "entering", "step off the kerb", "critical moment"
]
MOMENT: Final[StimulusKind] = "critical moment"
"""For situations in which nothing sudden can be seen: the moment itself counts as the onset."""

Truths = NDArray[np.bool_]
Cells = Mapping[str, NDArray[Any]]

SLOWING: Final = 0.5
"""m/s². A vehicle that decelerates more visibly slows down; less is what rolling does."""
DRIFTING: Final = 0.2
"""m/s across the lane from which on a vehicle visibly leaves its line; drivers wander by 0.1 m/s."""
ROLLING: Final = 0.5
"""m/s from which on a vehicle that stood has visibly set out."""
ON_ROADWAY: Final = (WalkPhase.CROSSING, WalkPhase.HESITATING, WalkPhase.STRAYING)

STIMULI: Final[Mapping[str, Callable[[Cells], Truths]]] = MappingProxyType(
    {
        "brake light": lambda cells: cells["brake_light"].astype(bool),
        "slowing": lambda cells: cells["acceleration"] < -SLOWING,
        "drift": lambda cells: np.abs(cells["drift"]) > DRIFTING,
        "setting out": lambda cells: cells["speed"] > ROLLING,
        "entering": lambda cells: cells["junction"] >= 0,
        "step off the kerb": lambda cells: np.isin(cells["phase"], [int(phase) for phase in ON_ROADWAY]),
    }
)
"""Whether the stimulus is there, sample by sample of the road user that gives it.

`junction` is that of the lane the vehicle is on (-1 for none), `phase` the `WalkPhase` of a person; the others are
recorded columns."""


@defined(
    "onset of a stimulus",
    "s",
    meaning="when the stimulus that a situation declares can first be seen: brake lights go on, a vehicle slows by "
    "more than 0.5 m/s², drifts by more than 0.2 m/s, sets out, enters the junction, a person steps off the kerb. If "
    "it is there already at the critical moment, since it came up; else when it first comes up afterwards",
    source="the recording",
)
def onset(time: ArrayLike, is_there: ArrayLike, *, moment: float) -> float | None:
    """When a stimulus began that is there at a moment (s), or that first comes up after it; None if it never does."""
    times, there = np.asarray(time, dtype=np.float64), np.asarray(is_there, dtype=bool)
    at = int(np.searchsorted(times, moment + 1e-6, side="right")) - 1
    if at >= 0 and there[at]:
        before = np.flatnonzero(~there[: at + 1])
        return float(times[before[-1] + 1 if len(before) else 0])
    later = np.flatnonzero(there[at + 1 :])
    return float(times[at + 1 + later[0]]) if len(later) else None
