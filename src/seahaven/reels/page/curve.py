"""Curves that a page plots beside the recorded columns: quantities that a caller has worked out from the reel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from seahaven.errors import ReelError
from seahaven.reels.page.cast import Cast, Floats
from seahaven.reels.page.packing import Integers

__all__ = ["Curve", "curve_texts", "with_curves"]


@dataclass(frozen=True, slots=True)
class Curve:
    """A quantity over time that the reel does not hold: the `value` of each `entity` at each `time` (s), row by row.

    Its `name` is a column name that the reel does not have. NaN and infinity are drawn as gaps, and so are frames
    without a row. Curves of the same `caption` share a plot, where `label` says which is which; values above `most` are
    drawn there. Rows may be in any order, and those of entities and frames that the page does not show are left out.
    """

    name: str
    caption: str
    time: Floats
    entity: Integers
    value: Floats
    unit: str = ""
    label: str = ""
    most: float | None = None


def curve_texts(curves: Sequence[Curve]) -> list[dict[str, Any]]:
    """What a page needs to know of curves besides their values."""
    return [
        {"name": one.name, "caption": one.caption, "label": one.label, "unit": one.unit, "most": one.most}
        for one in curves
    ]


def with_curves(cast: Cast, curves: Sequence[Curve], times: Floats) -> Cast:
    """A cast with a column for each curve that is about some of its entities; `times` are those of the frames (s)."""
    columns = {one.name: column for one in curves if (column := _column(cast, one, times)) is not None}
    taken = sorted(columns.keys() & cast.cells.keys())
    if taken:
        raise ReelError(f"a curve is called '{taken[0]}', as a column of {cast.family.name} is; give it another name")
    nulls = {name: np.isnan(values) for name, values in columns.items()}
    filled = {name: np.where(nulls[name], 0.0, values) for name, values in columns.items()}
    return replace(cast, cells={**cast.cells, **filled}, nulls={**cast.nulls, **nulls})


def _column(cast: Cast, curve: Curve, times: Floats) -> Floats | None:
    """The values of a curve in the rows of a cast, NaN where there is none; None if it is about others."""
    ids = np.repeat(cast.ids, cast.count)
    frames = np.arange(len(ids)) - np.repeat(cast.starts - cast.first, cast.count)
    wanted_frame = np.searchsorted(times, curve.time)
    is_shown = times[np.minimum(wanted_frame, len(times) - 1)] == curve.time
    is_shown &= np.isin(curve.entity, cast.ids) & np.isfinite(curve.value)
    if not is_shown.any():
        return None
    keys = ids * len(times) + frames  # ascending, since a cast is sorted so
    wanted = curve.entity[is_shown] * len(times) + wanted_frame[is_shown]
    at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    is_there = keys[at] == wanted
    column = np.full(len(ids), np.nan)
    column[at[is_there]] = curve.value[is_shown][is_there]
    return column if curve.most is None else np.minimum(column, curve.most)
