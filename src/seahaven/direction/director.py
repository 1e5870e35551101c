"""The director of a situation: a machine that waits for the subject, and knows when the situation is over."""

from __future__ import annotations

from enum import IntEnum

from seahaven.hcsm import In, Local, Machine, Out, declare, either

__all__ = ["Director", "Phase"]


class Phase(IntEnum):
    """How far a situation has come, and how it ended."""

    WAITING = 0
    PLAYING = 1
    RESOLVING = 2
    PLAYED = 3
    PASSED = 4
    LOST = 5
    STUCK = 6


LOST_FOR, STUCK_FOR, RESOLVED = 8.0, 240.0, 60.0
"""Seconds off the drive after which the subject has left it; for which it stands until nothing more is expected of it;
and for which a situation may go on after its critical moment."""


class Director(Machine):
    """Waits until the subject is near, lets the situation play, and ends it after its moment or when it cannot come."""

    dt: In[float] = declare(unit="s")
    way: In[float | None] = declare(unit="m", doc="from the subject to the place; null off the drive")
    before: In[float] = declare(unit="m", doc="so far before the place it opens")
    after: In[float] = declare(unit="m", doc="so far behind the place it is over")
    stood: In[float] = declare(unit="s", doc="for how long the subject has stood")
    is_critical: In[bool]
    is_over: In[bool]

    away_for: Local[float] = declare(0.0, unit="s", doc="for how long the subject has been off the drive")
    since: Local[float] = declare(0.0, unit="s", doc="since the critical moment")
    phase: Out[int]

    class Waiting(Machine):
        """The subject is still far away."""

        def activity(m: Director.Waiting) -> None:
            """Say so."""
            m.phase = Phase.WAITING

    class Playing(Machine):
        """The moment is being brought about."""

        def activity(m: Director.Playing) -> None:
            """Say so."""
            m.phase = Phase.PLAYING

    class Resolving(Machine):
        """The moment has come; what happens now is the subject's affair."""

        def activity(m: Director.Resolving) -> None:
            """Say so."""
            m.phase = Phase.RESOLVING

    class Played(Machine):
        """Over."""

        def activity(m: Director.Played) -> None:
            """Say so."""
            m.phase = Phase.PLAYED

    class Passed(Machine):
        """The subject has come past the place, and the moment never came."""

        def activity(m: Director.Passed) -> None:
            """Say so."""
            m.phase = Phase.PASSED

    class Lost(Machine):
        """The subject has left the drive."""

        def activity(m: Director.Lost) -> None:
            """Say so."""
            m.phase = Phase.LOST

    class Stuck(Machine):
        """The subject stands and stands."""

        def activity(m: Director.Stuck) -> None:
            """Say so."""
            m.phase = Phase.STUCK

    def pre_activity(m: Director) -> None:
        """Count."""
        m.away_for = m.away_for + m.dt if m.way is None else 0.0
        m.since = m.since + m.dt if m.is_critical else 0.0

    start = Waiting
    transitions = (
        (Waiting >> Passed).when(lambda m: m.way < -m.after),
        (Waiting >> Playing).when(lambda m: -m.after <= m.way <= m.before),
        (Playing >> Resolving).when(lambda m: m.is_critical),
        (Playing >> Passed).when(lambda m: m.way < -m.after and not m.is_critical),
        (Playing >> Lost).when(lambda m: m.away_for > LOST_FOR and not m.is_critical),
        (Playing >> Stuck).when(lambda m: m.stood > STUCK_FOR and m.way >= -m.after and not m.is_critical),
        (Resolving >> Played).when(lambda m: m.is_over or m.since > RESOLVED or either(m.away_for, 0.0) > LOST_FOR),
    )
