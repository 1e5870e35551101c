"""What triggers and beacons of a study press, as a study says it."""

from __future__ import annotations

from typing import Annotated, Any

from seahaven.files import Field, Schema

__all__ = ["Items", "OrderEntry"]

Items = str | Annotated[list[str], Field(min_length=1)] | Annotated[dict[str, Any], Field(min_length=1)]
"""One button, several, or buttons and dials with their values, which may carry units."""


class OrderEntry(Schema):
    """Buttons to be pressed and dials to be turned, of one panel or of several of the same kind."""

    of: str | Annotated[list[str], Field(min_length=1)] | None = None
    """A vehicle by its name, or several; `firer` for the vehicle that fired it, `subject` for all subjects, `ambient`
    for the traffic around them, or `weather`."""
    lights: str | None = None
    """Lights, by the name of their controller or junction."""
    trigger: str | None = None
    """Another trigger."""
    beacon: str | None = None
    """A beacon."""
    sensor: str | None = None
    """A sensor of a driver from outside, as `subject/front`."""
    press: Items
    """Which buttons, and with which values; `go`, `[go, release]` or `{adjust_speed: 30 km/h}`."""
