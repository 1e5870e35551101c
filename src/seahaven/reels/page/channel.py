"""The columns of a cast as a page carries them: whole numbers of small steps, packed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import floor, log10, pi
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from seahaven.reels.page.cast import Cast
from seahaven.reels.page.packing import Integers, Pack

__all__ = ["BODY", "CARRIED", "STEPS", "packed_cast"]

STEPS: Final[Mapping[str, float]] = {
    "x": 0.01,
    "y": 0.01,
    "heading": 2.0 * pi / 16384.0,
    "speed": 0.01,
    "acceleration": 0.01,
    "gap": 0.02,
}
"""How finely numbers are told, in their units; a centimetre is less than a pixel at any zoom that shows whole cars."""
CARRIED: Final = (
    *("heading", "speed", "acceleration", "gap", "leader", "contact"),
    *("brake_light", "turn_light", "headlamps", "pilot", "lane"),
)
"""Columns that a page shows wherever they were recorded."""
BODY: Final = ("length", "width", "kind")
"""Columns of which what they hold at first is shown for good."""
_FURTHEST: Final = 2.0**28
_DIGITS: Final = 4
_MILLIMETRE: Final = 0.001


def packed_cast(pack: Pack, cast: Cast, *, names: Mapping[int, str], subjects: Sequence[int]) -> dict[str, Any]:
    """Put a cast into the pack; gives what a page needs to know of it."""
    stays = {"id": cast.ids, "first": cast.first, "count": cast.count}
    stays |= {name: np.rint(cast.begun(name) / _MILLIMETRE) for name in ("length", "width") if cast.has(name)}
    if cast.has("kind"):
        stays["kind"] = cast.begun("kind")
    present = set(cast.ids.tolist())
    return {
        "family": cast.family.name,
        "stays": {name: pack.add(values) for name, values in stays.items()},
        "kinds": list(cast.family.columns["kind"].kinds) if cast.has("kind") else [],
        "names": {str(entity): name for entity, name in sorted(names.items()) if entity in present},
        "subjects": [entity for entity in subjects if entity in present],
        "channels": {name: _channel(pack, cast, name) for name in cast.cells if name not in BODY},
    }


def _channel(pack: Pack, cast: Cast, name: str) -> dict[str, Any]:
    """One column: `step` and `from` turn its whole numbers into values in its unit."""
    declared = cast.family.columns.get(name)
    nulls = cast.nulls.get(name)
    has_nulls = nulls is not None and bool(nulls.any())
    values = cast.cells[name]
    if has_nulls:
        values = _held(values, ~np.asarray(nulls), cast.starts)
    is_measured = values.dtype.kind == "f"
    told: dict[str, Any] = {"step": _step(name, values) if is_measured else 1, "from": 0.0}
    if name in ("x", "y"):
        told["from"] = round(float(values.min() + values.max()) / 2.0)
    if name == "heading":
        values = np.unwrap(values)  # then the straight way from frame to frame is the short way round
    whole = np.rint((values - told["from"]) / told["step"]) if is_measured else values
    told |= pack.add(whole, cast.starts)
    if has_nulls:
        told["nulls"] = pack.add(np.asarray(nulls), cast.starts)
    if declared is not None:
        told |= {"unit": declared.unit, "doc": declared.doc, "kinds": list(declared.kinds)}
    return told


def _step(name: str, values: NDArray[Any]) -> float:
    """How finely a column is told: as declared, else to about five digits; never so finely that it grows too long."""
    largest = float(np.abs(values).max(initial=0.0))
    digits = 10.0 ** (floor(log10(largest)) - _DIGITS) if largest > 0.0 else 1.0
    return max(STEPS.get(name, digits), float(np.ptp(values)) / _FURTHEST)


def _held(values: NDArray[Any], is_known: NDArray[np.bool_], starts: Integers) -> NDArray[Any]:
    """Null cells with the last value before them, which packs to nothing."""
    rows = np.arange(len(values))
    is_known = is_known.copy()
    is_known[starts] = True
    return values[np.maximum.accumulate(np.where(is_known, rows, 0))]
