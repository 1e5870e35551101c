"""Bounds: which parameters of a situation make sense."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

from seahaven.direction.beacons.stream import LEAST_HEADWAY, LEAST_SPEED
from seahaven.direction.desk import StreamAlong
from seahaven.direction.siting import notes_of
from seahaven.direction.situation import Situation
from seahaven.errors import InputError
from seahaven.hcsm import Port

__all__ = ["bounds_of", "refuse_senseless"]

SENSIBLE: Mapping[str, tuple[float, float]] = {
    "s": (0.0, 600.0), "m": (0.0, 5000.0), "m/s": (0.0, 70.0), "m/s²": (0.0, 12.0),
}  # fmt: skip
"""The least and the most of what is measured so, unless a dial says otherwise."""


def refuse_senseless(situation: type[Situation], dial: Port, value: float) -> None:
    """Refuse a setting of a situation's dial that is beyond its bounds."""
    least, most = bounds_of(situation, dial)
    if not least <= value <= most:
        told, wanted = (f"{text} {dial.unit}".rstrip() for text in (f"{value:g}", _between(least, most)))
        raise InputError(f"'{dial.name}' cannot be {told}; say {wanted}")


def _between(least: float, most: float) -> str:
    if most == inf:
        return f"at least {least:g}"
    return f"at most {most:g}" if least == -inf else f"{least:g} to {most:g}"


def bounds_of(situation: type[Situation], dial: Port) -> tuple[float, float]:
    """The least and the most that a dial of a situation may be set to."""
    least, most = SENSIBLE.get(dial.unit, (-inf, inf))
    least = least if dial.least is None else dial.least
    most = most if dial.most is None else dial.most
    for desk in notes_of(situation).desks.known.values():
        if isinstance(desk, StreamAlong):
            least = max(least, {desk.headway: LEAST_HEADWAY, desk.speed: LEAST_SPEED}.get(dial.name, least))
    return least, most
