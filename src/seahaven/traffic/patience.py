"""The panel of whoever gives new routes: after how long one is needed."""

from __future__ import annotations

from typing import Any

from seahaven.hcsm import Button, Dial, Machine, Out, declare

__all__ = ["Patience"]


class Patience(Machine):
    """How long vehicles stand before they look for another way; `halt` lets nobody do so until `resume`."""

    patience: Dial[float] = declare(90.0, unit="s", doc="how long one stands before a road that is blocked")
    lane_patience: Dial[float] = declare(20.0, unit="s", doc="how long one stands because its lane leads elsewhere")
    halt: Button[bool] = declare(doc="give no new routes until told otherwise")
    resume: Button[bool] = declare(doc="go on")
    blocked: Out[float] = declare(unit="s", doc="after how long a blocked one looks for another way")
    astray: Out[float] = declare(unit="s", doc="after how long one on the wrong lane does")

    class Watching(Machine):
        """New routes are given."""

        def activity(m: Any) -> None:
            """Say after how long."""
            m.blocked = m.patience
            m.astray = m.lane_patience

    class Halted(Machine):
        """None are given."""

    start = Watching
    transitions = (
        (Watching >> Halted).when(lambda m: m.halt.any),
        (Halted >> Watching).when(lambda m: m.resume.any and not m.halt.any),
    )
