"""Where along the sketch of a situation things are."""

from __future__ import annotations

from typing import Final

__all__ = ["AHEAD", "AWAY", "BESIDE", "MEETING", "MINOR", "STANDING", "SUBJECT"]

SUBJECT: Final = 130.0
AHEAD: Final = 380.0
BESIDE: Final = 250.0
STANDING: Final = 430.0
MEETING: Final = 560.0
AWAY: Final = 660.0
MINOR: Final = 52.0
"""How wide a road that crosses, or a ramp, is drawn."""
