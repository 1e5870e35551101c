"""The panel of a stream: whether it flows, and which gap it was asked for (H13)."""

from __future__ import annotations

from seahaven.hcsm import Button, Dial, Local, Machine, Out, declare, either

__all__ = ["StreamPanel"]


class StreamPanel(Machine):
    """Lets a stream flow or not, and passes on what is asked of it."""

    flow: Button[bool] = declare(doc="whether newcomers come: 1 or 0")
    gap: Button[float] = declare(unit="s", doc="open a gap of so many seconds at the place")
    gap_at: Dial[float] = declare(0.0, unit="s", doc="when that gap is to begin there; 0: as soon as it can be")
    is_flowing: Dial[bool] = declare(True, doc="whether newcomers come from the start")

    is_new: Local[bool] = declare(True, doc="whether it has never been switched")
    flows: Out[bool] = declare(doc="whether newcomers come")
    asked: Out[float] = declare(unit="s", doc="the gap that was asked for in this step; null: none")
    asked_at: Out[float] = declare(unit="s", doc="when it is to begin")

    class Flowing(Machine):
        """Newcomers come."""

        def activity(m: StreamPanel.Flowing) -> None:
            """Let them."""
            m.flows = True

    class Dry(Machine):
        """Nobody new; those who are there drive on."""

        def activity(m: StreamPanel.Dry) -> None:
            """Keep them back."""
            m.flows = False

    def activity(m: StreamPanel) -> None:
        """Pass on what is asked."""
        if m.gap.any:
            m.asked = either(m.gap.last, 0.0)
            m.asked_at = m.gap_at

    def switched(m: StreamPanel) -> None:
        """Note that."""
        m.is_new = False

    start = Flowing
    transitions = (
        (Flowing >> Dry)
        .when(lambda m: (m.flow.any and m.flow.count > 0 and not m.flow.largest) or (m.is_new and not m.is_flowing))
        .do(switched),
        (Dry >> Flowing).when(lambda m: m.flow.any and m.flow.largest).do(switched),
    )
