"""Dates by the calendar, for names of folders; no result depends on them."""

from __future__ import annotations

from datetime import UTC, datetime

__all__ = ["today"]


def today() -> str:
    """The date in UTC, which sorts by name: `2026-11-19`."""
    return datetime.now(UTC).strftime("%Y-%m-%d")
