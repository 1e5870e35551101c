"""Cues: buttons that a study presses at set times."""

from __future__ import annotations

from seahaven.kernel import Emits, Module, Param, Tick, in_seconds, port
from seahaven.world import Press, reads

__all__ = ["Cue"]


class Cue(Module):
    """Presses a button, or turns a dial, of its entity's driver at a time.

        Cue("turn", rate=10, at=30.0, button="turn_next", value=-1.0)

    In a study it is linked to the drivers, unless a link says otherwise: `turn.pressed -> traffic/drivers.presses`.
    The press is heard at the first date of the driver that is not before `at`, if both have the same rate.
    """

    at: Param[float] = port(unit="s", least=0.0, doc="when")
    button: Param[str] = port(doc="which button or dial of its panel")
    value: Param[float] = port(1.0, doc="what it is told; in SI units")
    pressed: Emits[Press]

    one = reads("vehicle", "speed", single=True)

    def step(self, tick: Tick) -> None:
        """Press, once, so that it is heard in time."""
        is_first = tick.index == 0 and self.at <= tick.seconds
        if is_first or tick.seconds < self.at <= in_seconds(tick.next):
            self.pressed.append(Press((self.one.id,), self.button, self.value))
