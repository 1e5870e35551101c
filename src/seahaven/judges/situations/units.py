"""Units of the paper."""

from __future__ import annotations

from typing import Final

__all__ = ["MPH"]

MPH: Final = 0.44704
"""m/s."""
