"""Units in which papers state the parameters of situations."""

from __future__ import annotations

__all__ = ["MPH", "G"]

G = 9.81
"""m/s²."""
MPH = 0.44704
"""Miles per hour, in m/s."""
