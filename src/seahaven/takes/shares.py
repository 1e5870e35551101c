"""Shares that a study writes down: of vehicle types, or of turns."""

from __future__ import annotations

from collections.abc import Iterable

from seahaven.errors import InputError

__all__ = ["refuse_odd_sum"]

_SLACK = 0.02
"""The share by which a sum may be off: thirds are hard to write."""


def refuse_odd_sum(what: str, shares: Iterable[float]) -> None:
    """Refuse shares that add up neither to 1 nor to 100; where one is above 1, it has most likely lost its %."""
    parts = list(shares)
    total = sum(parts)
    if all(abs(total - whole) > _SLACK * whole for whole in (1.0, 100.0)):
        has_lost_one = any(part > 1.0 for part in parts)
        told = (
            f"{total:g}; expected 100 % (is a '%' missing?)" if has_lost_one else f"{100.0 * total:g} %; expected 100 %"
        )
        raise InputError(f"the shares of {what} add up to {told}")
