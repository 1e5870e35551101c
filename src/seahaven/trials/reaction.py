"""How a subject answers a critical moment: when and by what, and how close it came."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from seahaven.trials.lanes import Lanes
from seahaven.trials.scene import Floats, Scene, View
from seahaven.trials.surroundings import leader_of

__all__ = ["Extremes", "Reaction", "extremes", "reaction"]

BRAKING: Final = 1.0
"""m/s²: whoever decelerates harder brakes."""
RELEASE: Final = 0.5
"""m/s² by which one decelerates more than at the critical moment, once the foot is off the accelerator."""
SWERVE: Final = 0.3
"""m/s across the lane by which one drifts otherwise than at the critical moment, once one steers."""
HELD: Final = 0.3
"""Seconds for which any of these lasts, to count."""


@dataclass(frozen=True, slots=True)
class Reaction:
    """The first answer, so many seconds after the critical moment: *release*, *brake* or *steer*."""

    time: float | None = None
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Extremes:
    """How close it came (m, s), and how hard (m/s²) the subject braked; None where there was nobody."""

    time_to_collision: float | None
    leader_gap: float | None
    role_gap: float | None
    deceleration: float


def reaction(scene: Scene, moment: float) -> Reaction:
    """The first answer in a scene that begins at a critical moment (s); whoever brakes already has given one before."""
    acceleration, drift = scene.mine("acceleration"), scene.mine("drift")
    signs = {
        "brake": (acceleration < -BRAKING) & (acceleration < acceleration[0] - RELEASE),
        "release": acceleration < acceleration[0] - RELEASE,
        "steer": np.abs(drift - drift[0]) > SWERVE,
    }
    begins = {kind: _first(scene.times, sign) for kind, sign in signs.items()}
    found = [Reaction(max(at - moment, 0.0), kind) for kind, at in begins.items() if at is not None]
    return min(found, key=lambda one: one.time or 0.0, default=Reaction())


def _first(times: Floats, sign: NDArray[np.bool_]) -> float | None:
    """When a sign is first seen that lasts long enough, from the beginning on."""
    began = None
    for time, is_seen in zip(times.tolist(), sign.tolist(), strict=True):
        began = (time if began is None else began) if is_seen else None
        if began is not None and time - began >= HELD - 1e-9:
            return float(began)
    return None


def extremes(scene: Scene, lanes: Lanes | None, role: int) -> Extremes:
    """How close the subject came to its leader, and to whoever played the role."""
    led = [_to_leader(view, lanes) for view in scene.views]
    apart = [away for view in scene.views if (away := view.distance_to(role)) is not None]
    return Extremes(
        min((time for _, time in led if time is not None), default=None),
        min((gap for gap, _ in led if gap is not None), default=None),
        min(apart, default=None),
        max(0.0, -float(scene.mine("acceleration").min())),
    )


def _to_leader(view: View, lanes: Lanes | None) -> tuple[float | None, float | None]:
    """The gap to the leader, and the time until it is used up at the speeds of now."""
    leader = leader_of(view, lanes)
    if leader.gap is None or leader.speed is None:
        return None, None
    closing = float(view.mine("speed")) - leader.speed
    return leader.gap, max(leader.gap, 0.0) / closing if closing > 0.0 else None
