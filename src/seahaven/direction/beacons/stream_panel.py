"""The panel of a stream: whether it flows, and which gap it was asked for (H13)."""

from __future__ import annotations

from seahaven.hcsm import Button, Dial, Local, Machine, Out, declare, either

__all__ = ["StreamPanel"]


class StreamPanel(Machine):
    """Lets a stream flow or not, and passes on what is asked of it."""

    flow: Button[bool] = declare(doc="whether newcomers come: 1 or 0")
    gap: Button[float] = declare(unit="s", doc="open a gap of so many seconds at the place")
    gap_at: Dial[float] = declare(0.0, unit="s", doc="when that gap is to begin there; 0: as soon as it can be")
    gap_in: Dial[float] = declare(
        0.0, unit="s", doc="the same in seconds from when it is asked for; 0: as `gap_at` says"
    )
    gap_every: Dial[float] = declare(0.0, unit="s", doc="from one such gap to the next; 0: there is only one")
    disband: Button[bool] = declare(doc="let go of everybody for good: they drive on as they like")
    is_flowing: Dial[bool] = declare(True, doc="whether newcomers come from the start")

    is_new: Local[bool] = declare(True, doc="whether it has never been switched")
    flows: Out[bool] = declare(doc="whether newcomers come")
    asked: Out[float] = declare(unit="s", doc="the gap that was asked for in this step; null: none")
    asked_at: Out[float] = declare(unit="s", doc="when it is to begin")
    asked_every: Out[float] = declare(unit="s", doc="in how many seconds another one follows; 0: none")
    asked_in: Out[float] = declare(unit="s", doc="in how many seconds, if that was asked for instead")
    disbands: Out[bool] = declare(doc="whether everybody is let go in this step")

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
        """Pass on what is asked for."""
        if m.gap.any:
            m.asked = either(m.gap.last, 0.0)
            m.asked_at = m.gap_at
            m.asked_in = m.gap_in
            m.asked_every = m.gap_every
        m.disbands = m.disband.any

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
