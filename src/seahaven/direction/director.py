"""The director of a situation: a machine that opens it when the subject comes near, and closes it."""

from __future__ import annotations

from enum import IntEnum

from seahaven.hcsm import In, Local, Machine, Out, declare, either

__all__ = ["Director", "Phase"]


class Phase(IntEnum):
    """The phase of a situation; the last five are how it ended."""

    WAITING = 0
    PLAYING = 1
    RESOLVING = 2
    PLAYED = 3
    PASSED = 4
    LOST = 5
    STUCK = 6
    HIT = 7


LOST_FOR, STUCK_FOR, RESOLVED = 8.0, 240.0, 60.0
"""Seconds off the route after which the subject has left it; seconds of standing after which the situation is given up;
and the longest time from the critical moment to the end."""


class Director(Machine):
    """Opens a situation when the subject is near, and closes it when it is over or its moment can no longer come."""

    dt: In[float] = declare(unit="s")
    way: In[float | None] = declare(unit="m", doc="distance from the subject to the place; null off the route")
    before: In[float] = declare(unit="m", doc="distance before the place at which it opens")
    after: In[float] = declare(unit="m", doc="distance past the place at which it is given up")
    stood: In[float] = declare(unit="s", doc="how long the subject has stood")
    is_critical: In[bool]
    is_over: In[bool]
    is_hit: In[bool] = declare(doc="whether the subject or a vehicle of the cast has collided")

    away_for: Local[float] = declare(0.0, unit="s", doc="how long the subject has been off its route")
    since: Local[float] = declare(0.0, unit="s", doc="time since the critical moment")
    phase: Out[int]

    class Waiting(Machine):
        """The subject is still far away."""

        def activity(m: Director.Waiting) -> None:
            """Put out the phase."""
            m.phase = Phase.WAITING

    class Playing(Machine):
        """The critical moment is being prepared."""

        def activity(m: Director.Playing) -> None:
            """Put out the phase."""
            m.phase = Phase.PLAYING

    class Resolving(Machine):
        """The critical moment has come; what happens now is up to the subject."""

        def activity(m: Director.Resolving) -> None:
            """Put out the phase."""
            m.phase = Phase.RESOLVING

    class Played(Machine):
        """The situation is over."""

        def activity(m: Director.Played) -> None:
            """Put out the phase."""
            m.phase = Phase.PLAYED

    class Passed(Machine):
        """The subject has passed the place, and the critical moment never came."""

        def activity(m: Director.Passed) -> None:
            """Put out the phase."""
            m.phase = Phase.PASSED

    class Lost(Machine):
        """The subject has left its route."""

        def activity(m: Director.Lost) -> None:
            """Put out the phase."""
            m.phase = Phase.LOST

    class Stuck(Machine):
        """The subject has stood for too long."""

        def activity(m: Director.Stuck) -> None:
            """Put out the phase."""
            m.phase = Phase.STUCK

    class Hit(Machine):
        """The subject or a vehicle of the cast has collided before the critical moment."""

        def activity(m: Director.Hit) -> None:
            """Put out the phase."""
            m.phase = Phase.HIT

    def pre_activity(m: Director) -> None:
        """Count the time off the route, and since the critical moment."""
        m.away_for = m.away_for + m.dt if m.way is None else 0.0
        m.since = m.since + m.dt if m.is_critical else 0.0

    start = Waiting
    transitions = (
        (Waiting >> Passed).when(lambda m: m.way < -m.after),
        (Waiting >> Playing).when(lambda m: -m.after <= m.way <= m.before),
        (Playing >> Resolving).when(lambda m: m.is_critical),
        (Playing >> Hit).when(lambda m: m.is_hit),
        (Playing >> Passed).when(lambda m: m.way < -m.after and not m.is_critical),
        (Playing >> Lost).when(lambda m: m.away_for > LOST_FOR and not m.is_critical),
        (Playing >> Stuck).when(lambda m: m.stood > STUCK_FOR and m.way >= -m.after and not m.is_critical),
        (Resolving >> Played).when(lambda m: m.is_over or m.since > RESOLVED or either(m.away_for, 0.0) > LOST_FOR),
    )
