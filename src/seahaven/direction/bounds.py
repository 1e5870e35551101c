"""Bounds: which parameters of a situation make sense."""

from __future__ import annotations

from collections.abc import Mapping

from seahaven.direction.beacons.stream import LEAST_HEADWAY, LEAST_SPEED
from seahaven.direction.desk import StreamAlong
from seahaven.direction.siting import notes_of
from seahaven.direction.situation import Situation
from seahaven.hcsm import Port

__all__ = ["bounds_of"]

SENSIBLE: Mapping[str, tuple[float, float]] = {
    "s": (0.0, 600.0), "m": (0.0, 5000.0), "m/s": (0.0, 70.0), "m/s²": (0.0, 12.0),
}  # fmt: skip
"""The least and the most of what is measured so, unless a dial says otherwise."""
ANY = (-1e9, 1e9)
"""The same of all else."""


def bounds_of(situation: type[Situation], dial: Port) -> tuple[float, float]:
    """The least and the most that a situation's dial may be set to, in its unit."""
    least, most = SENSIBLE.get(dial.unit, ANY)
    least = least if dial.least is None else dial.least
    most = most if dial.most is None else dial.most
    for desk in notes_of(situation).desks.known.values():
        if isinstance(desk, StreamAlong):
            least = max(least, {desk.headway: LEAST_HEADWAY, desk.speed: LEAST_SPEED}.get(dial.name, least))
    return least, most
