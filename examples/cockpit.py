"""A person at the wheel: pedals, steering and turn signal of a cockpit, as a module that writes and presses them.

    seahaven play examples/cockpit.study.yaml --allow examples

A real cockpit would read its hardware or a network in `step`. This one follows a fixed script.
"""

from __future__ import annotations

from seahaven.kernel import Emits, Module, Tick
from seahaven.world import Press, reads, writes


class Cockpit(Module):
    """Accelerates for ten seconds, a little to the left of the lane's centre; then changes lanes and brakes."""

    pressed: Emits[Press]
    seen = reads("vehicle", "gap", single=True)
    own = writes("vehicle", "foot", "sway", single=True)

    def step(self, tick: Tick) -> None:
        self.own.foot = 1.0 if tick.seconds < 10.0 else -1.0
        self.own.sway = 0.2
        if tick.seconds == 10.0:
            self.pressed.append(Press((self.seen.id,), "change_lane", 1.0))
