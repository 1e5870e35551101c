"""What the units of columns and parameters measure, so that studies may write others."""

from __future__ import annotations

from collections.abc import Mapping

from seahaven.files import UNITS, Dimension

__all__ = ["DIMENSIONS"]

DIMENSIONS: Mapping[str, Dimension] = {
    unit: dimension for dimension, units in UNITS.items() for unit, size in units.items() if size == 1
}
"""The dimension of each unit that values are held in."""
