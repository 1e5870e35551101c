"""Collisions: which bodies met, and what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np

from seahaven.errors import InputError
from seahaven.geometry import Floats, Integers
from seahaven.motion.hulls import Hulls

__all__ = ["BODY_FRICTION", "RESTITUTION", "Impact", "collide", "slide_to_rest"]

RESTITUTION = 0.15
"""How fast bodies part by how fast they met, across the surfaces that touch. Cars: 0.3 at walking pace and about 0.1 in
hard crashes (R. M. Brach and R. M. Brach, *Vehicle Accident Analysis and Reconstruction Methods*, SAE 2005)."""
BODY_FRICTION = 0.5
"""Friction between bodies that touch, by the force between them: 0.3 to 0.6 between cars (Brach and Brach 2005)."""


@dataclass(frozen=True, slots=True)
class Impact:
    """Two bodies meet."""

    rows: tuple[int, int]
    """Which, the lower row first"""
    x: float
    """m, where"""
    y: float
    direction: float
    """rad, in which the first pushes the second"""
    closing: float
    """m/s, how fast they came nearer at that place"""
    impulse: float
    """N s"""
    changes: tuple[float, float]
    """m/s, by how much the velocity of each changed: what crash statistics call delta-v"""


def collide(
    before: Floats, hulls: Hulls, dt: float, *, movers: Integers | None = None, restitution: float = RESTITUTION,
    friction: float = BODY_FRICTION,
) -> list[Impact]:  # fmt: skip
    """Let bodies collide that met within dt seconds, in the order in which they met; changes the hulls in place.

    `before` are the poses of dt ago, and the hulls are where the bodies would be now if nothing were in their way.
    Between the two, bodies are taken to move steadily. Contact is found at the moment at which it begins, so nothing
    passes through anything, however thin or fast. `movers` are the rows that may run into something, by default all:
    pairs without a mover are not looked at.
    """
    from seahaven.motion.impact_kernels import collide_all  # loads the compiler

    if not (isfinite(dt) and dt > 0.0):
        raise InputError(f"bodies cannot collide within {dt!r} s; expected more than 0")
    if before.shape != (len(hulls.x), 3):
        raise InputError(
            f"{len(hulls.x)} hulls came with earlier poses of shape {before.shape}; "
            "expected a row x, y, heading for each"
        )
    rows = np.arange(len(hulls.x)) if movers is None else np.asarray(movers, np.int64)
    found = collide_all(before, hulls, rows, dt, restitution, friction)
    return [
        Impact((int(i), int(j)), x, y, direction, closing, impulse, (first, second))
        for i, j, x, y, direction, closing, impulse, first, second in found.tolist()
    ]


def slide_to_rest(hulls: Hulls, rows: Sequence[int] | Integers, dt: float, *, friction: float = 0.6) -> None:
    """Move bodies without wheels (people, what fell off) by dt seconds, while friction on the ground slows them down.

    A friction of 0.6 is that of a person on asphalt, who slides or rolls: 0.5 to 0.7 (J. Searle, SAE 930659).
    """
    from seahaven.motion.impact_kernels import slide_each

    slide_each(hulls, np.asarray(rows, np.int64), dt, friction)
