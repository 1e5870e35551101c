"""The panel of ambient traffic: how much of it there is to be, and where it is suspended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from seahaven.hcsm import Button, Dial, Machine, Out, declare

__all__ = ["Handover", "Presence"]


@dataclass(frozen=True, slots=True)
class Handover:
    """Somebody becomes a member of ambient traffic, or is none any more, since somebody else sees to it."""

    entity: int
    is_ambient: bool


class Presence(Machine):
    """Whether there is ambient traffic, and how much of it: the panel of `Ambient`."""

    factor: Dial[float] = declare(1.0, doc="on the set densities")
    suspend: Button[bool] = declare(doc="nobody new anywhere; those who are there drive on")
    resume: Button[bool] = declare(doc="as before")
    suspend_area: Button[int] = declare(doc="nobody new in one of the areas, by its place among them, from 0 on")
    resume_area: Button[int] = declare(doc="as before in that area")
    share: Out[float] = declare(doc="of the set densities that is wanted; null while suspended")

    class Lively(Machine):
        """As the dial says."""

        def activity(m: Any) -> None:
            """Want what the dial says."""
            m.share = max(m.factor, 0.0)

    class Suspended(Machine):
        """Nobody new."""

    start = Lively
    transitions = (
        (Lively >> Suspended).when(lambda m: m.suspend.any and not m.resume.any),
        (Suspended >> Lively).when(lambda m: m.resume.any and not m.suspend.any),
    )
