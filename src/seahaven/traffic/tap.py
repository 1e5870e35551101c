"""The panel of a flow: its rate, whether it runs, and gaps in it."""

from __future__ import annotations

from typing import Any

from seahaven.hcsm import Button, Dial, In, Local, Machine, Out, declare, either

__all__ = ["Tap"]


class Tap(Machine):
    """How many vehicles per second a flow brings, and whether any may enter now.

    `halt` stops it until `resume`; who is queued waits, too. `open_gap` and `open_space` let nobody in for so many
    seconds, or metres at the speed of those who enter; then it runs on. Nobody comes later for that.
    """

    dt: In[float] = declare(unit="s")
    speed: In[float] = declare(unit="m/s", doc="at which vehicles of the flow enter")
    rate: Dial[float] = declare(0.0, unit="1/s", doc="vehicles per second")
    halt: Button[bool] = declare(doc="let nobody in until told otherwise")
    resume: Button[bool] = declare(doc="go on")
    open_gap: Button[float] = declare(unit="s", doc="let nobody in for so long")
    open_space: Button[float] = declare(unit="m", doc="let nobody in until those who have entered are so far on")
    left: Local[float] = declare(0.0, unit="s", doc="until the gap is wide enough")
    flow: Out[float] = declare(unit="1/s", doc="vehicles per second that come now")
    is_open: Out[bool] = declare(doc="whether any may enter")

    class Running(Machine):
        """Vehicles come, and enter as there is room."""

        def activity(m: Any) -> None:
            """Let them in."""
            m.flow = max(0.0, m.rate)
            m.is_open = True

    class Gap(Machine):
        """Nobody comes, for a while."""

        def activity(m: Any) -> None:
            """Keep them out."""
            m.flow = 0.0
            m.is_open = False

    class Halted(Machine):
        """Nobody comes."""

        def activity(m: Any) -> None:
            """Keep them out."""
            m.flow = 0.0
            m.is_open = False

    def pre_activity(m: Tap) -> None:
        """Count down, and begin anew where a gap was asked for."""
        space = either(m.open_space.largest, 0.0) / max(m.speed, 1.0)
        m.left = max(0.0, m.left - m.dt, either(m.open_gap.largest, 0.0), space)

    start = Running
    transitions = (
        (Running >> Halted).when(lambda m: m.halt.any),
        (Gap >> Halted).when(lambda m: m.halt.any),
        (Running >> Gap).when(lambda m: m.left > 0.5 * m.dt),
        (Gap >> Running).when(lambda m: m.left <= 0.5 * m.dt),
        (Halted >> Running).when(lambda m: m.resume.any and not m.halt.any),
    )
