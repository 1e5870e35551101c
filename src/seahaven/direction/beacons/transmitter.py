"""The machine of a beacon: on or off, and how far it reaches (H13)."""

from __future__ import annotations

from seahaven.hcsm import Button, Dial, Local, Machine, Out, declare

__all__ = ["Transmitter"]


class Transmitter(Machine):
    """Radiates while it is on."""

    on: Button[bool] = declare(doc="begin to radiate")
    off: Button[bool] = declare(doc="stop, and release whoever was told anything")
    exempt: Button[float] = declare(doc="pass over the vehicle of this id from now on")
    include: Button[float] = declare(doc="pass over it no more")
    reach: Dial[float] = declare(100.0, unit="m", doc="how far it reaches")
    is_on: Dial[bool] = declare(True, doc="whether it radiates from the start")

    is_new: Local[bool] = declare(True, doc="whether it has never been switched")
    radius: Out[float] = declare(unit="m", doc="how far it reaches now; null while it is off")

    class On(Machine):
        """At work."""

        def activity(m: Transmitter.On) -> None:
            """Reach as far as the dial says."""
            m.radius = m.reach

    class Off(Machine):
        """Silent."""

    def switched(m: Transmitter) -> None:
        """Note that."""
        m.is_new = False

    start = On
    transitions = (
        (On >> Off).when(lambda m: (m.off.any and not m.on.any) or (m.is_new and not m.is_on)).do(switched),
        (Off >> On).when(lambda m: m.on.any and not m.off.any).do(switched),
    )
