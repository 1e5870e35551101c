"""Units in which papers state the parameters of situations, and what stands for far away."""

from __future__ import annotations

__all__ = ["FAR", "MPH", "G"]

G = 9.81
"""m/s²."""
MPH = 0.44704
"""Miles per hour, in m/s."""
FAR = 1e6
"""What stands for a distance or a time that is not known."""
