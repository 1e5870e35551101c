"""A person at the wheel: pedals, steering and buttons of a simple cockpit, as a driver in Python.

    seahaven play examples/cockpit.study.yaml --allow examples

A real cockpit would read its hardware or a network in `drive`. This one follows a fixed script.
"""

from __future__ import annotations

from seahaven.seats import AssistedControls, PressedItem, View


class Cockpit:
    """Accelerates for ten seconds, a little to the left of the lane's centre; then changes lanes and brakes."""

    def drive(self, view: View) -> AssistedControls:
        acceleration = 1.0 if view.time < 10.0 else -1.0
        presses = (PressedItem("change_lane", 1.0),) if view.time == 10.0 else ()
        return AssistedControls(acceleration, offset=0.2, presses=presses)
