"""Ramp metering by feedback: a machine that works the light of a ramp, for `ramp_metering.study.yaml` (G10).

ALINEA (Papageorgiou, Hadj-Salem and Blosseville, 1991) watches loops where a ramp joins. Once a minute it lets more
vehicles in if the loops were occupied for a smaller share of the time than is wanted, and fewer if for a larger one:

    rate := rate + gain (wanted - occupancy), between `least` and `most`

Where the queue reaches back to the end of the ramp it lets in as many as it can, so that the queue does not block the
streets from which it comes. A green lets one vehicle pass.

Its authors put the loops behind the ramp. Drivers of ours already make room before it, so a jam begins there, and loops
behind it alone would see thin traffic and let everybody in. So the mean of loops before and behind the ramp counts.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from seahaven.hcsm import Dial, In, Local, Machine, Out, clip, declare, either, send
from seahaven.kernel import Param, Tick
from seahaven.world import Host, Named, reads

FOR_EVER = 1e6
"""Seconds for which the red stays unless it is told otherwise."""


class Phase(IntEnum):
    """The phases of the light's program, by their numbers."""

    GREEN = 0
    AMBER = 1
    RED = 2


class Alinea(Machine):
    """Decide how many vehicles an hour may enter, and show green to each of them in its turn."""

    time: In[float] = declare(unit="s")
    light: In[int | None] = declare(doc="the controller of the ramp's light")
    phase: In[int] = declare(doc="that it shows")
    is_changing: In[bool] = declare(doc="whether it is on its way to another phase")
    occupancy: In[float | None] = declare(
        doc="in percent where the ramp joins, in the step after it was measured, else null"
    )
    is_full: In[bool] = declare(doc="whether the queue reaches back to the end of the ramp")

    wanted: Dial[float] = declare(14.0, doc="occupancy in percent at which most vehicles get through")
    gain: Dial[float] = declare(70.0, unit="1/h", doc="vehicles an hour for each percent")
    least: Dial[float] = declare(240.0, unit="1/h", doc="fewer drivers would take the red for a fault")
    most: Dial[float] = declare(720.0, unit="1/h", doc="with a cycle of five seconds")

    flow: Local[float] = declare(720.0, unit="1/h", doc="the rate as the occupancy demands it")
    began: Local[float] = declare(0.0, unit="s", doc="when the last green was asked for")
    rate: Out[float] = declare(unit="1/h")

    class Red(Machine):
        """Hold the red until the next vehicle's turn."""

        light: In[int | None]

        def entry(m: Alinea.Red) -> None:
            """Ask for red, and for it to stay."""
            send(m.light, "hold_for", FOR_EVER)
            send(m.light, "ask", Phase.RED)

    class Green(Machine):
        """Let one vehicle pass."""

        light: In[int | None]

        def entry(m: Alinea.Green) -> None:
            """Ask for green."""
            send(m.light, "ask", Phase.GREEN)

    class Off(Machine):
        """Before there is a light."""

    def pre_activity(m: Alinea) -> None:
        """Correct the rate by what was measured."""
        m.flow = clip(m.flow + m.gain * (m.wanted - either(m.occupancy, m.wanted)), m.least, m.most)

    def activity(m: Alinea) -> None:
        """Tell the rate that holds."""
        m.rate = m.most if m.is_full else m.flow

    def begin(m: Alinea) -> None:
        """Count from now on."""
        m.began = m.time

    start = Off
    transitions = (
        (Off >> Red).when(lambda m: m.light is not None),
        (Red >> Green)
        .when(lambda m: m.time - m.began >= 3600.0 / (m.most if m.is_full else m.flow) and m.phase == Phase.RED)
        .do(begin),
        (Green >> Red).when(lambda m: m.phase == Phase.GREEN and not m.is_changing),
    )


class RampMeter(Host):
    """Works the light of a ramp: reads loops, and presses the buttons of the light's panel.

    `light` is the number of its controller among those of the roads.
    """

    machine: Param[type[Machine] | Machine] = Alinea
    merge: Param[Named] = Named()
    queue: Param[Named] = Named()
    light: Param[int] = 0

    loops = reads("detector", "measured", "occupancy")
    lights = reads("controller", "phase", "is_changing")

    def sense(self, tick: Tick) -> dict[str, float | int | bool | None]:
        """What the machine has to know."""
        if self.light >= len(self.lights):
            return {
                "time": tick.seconds,
                "light": None,
                "phase": 0,
                "is_changing": False,
                "occupancy": None,
                "is_full": False,
            }
        merge, queue = (np.isin(self.loops.ids, names) for names in (self.merge, self.queue))
        is_new = bool((self.loops.measured[merge] == tick.seconds).any())
        return {
            "time": tick.seconds,
            "light": int(self.lights.ids[self.light]),
            "phase": int(self.lights.phase[self.light]),
            "is_changing": bool(self.lights.is_changing[self.light]),
            "occupancy": 100.0 * float(self.loops.occupancy[merge].mean()) if is_new else None,
            "is_full": bool((self.loops.occupancy[queue] > 0.5).any()),
        }
