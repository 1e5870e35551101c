"""Where a driver looks."""

from __future__ import annotations

from seahaven.hcsm import In, Local, Machine, Out, declare

__all__ = ["Looking"]

ASIDE = 1.2
"""Over the shoulder, before a change of lanes (rad)."""
LEFT, MIDDLE, RIGHT = 0.5, -0.35, -0.6
"""Where the mirrors are (rad)."""
GLANCE = 0.5
"""How long a look takes (s)."""


class Looking(Machine):
    """Straight ahead, with a glance into a mirror now and then, by chance, and to the side before a change of lanes."""

    dt: In[float] = declare(unit="s")
    glance: In[float] = declare(unit="s", doc="from one look into a mirror to the next, on average")
    intent: In[int] = declare(doc="the side it is about to change to")
    left: Local[float] = declare(0.0, unit="s", doc="until it looks elsewhere")
    pause: Local[float] = declare(1.0, doc="until the glance after this, as a share of `glance`")
    mirror: Local[float] = declare(0.0, unit="rad")
    gaze: Out[float] = declare(unit="rad")

    class Waking(Machine):
        """Only in its first step, so that not all look round at once."""

    class Ahead(Machine):
        """On the road."""

    class Glancing(Machine):
        """Into a mirror."""

        is_away: Out[bool]

        def activity(m: Looking.Glancing) -> None:
            """Look away."""
            m.is_away = True

    class Aside(Machine):
        """Where it is about to go."""

        is_away: Out[bool]

        def activity(m: Looking.Aside) -> None:
            """Look away."""
            m.is_away = True

    def pre_activity(m: Looking) -> None:
        """Count down."""
        m.left -= m.dt

    def soon(m: Looking) -> None:
        """Wait for a short time first."""
        m.left = 0.3 * m.glance

    def later(m: Looking) -> None:
        """Wait for a while first."""
        m.left = 0.7 * m.glance

    def late(m: Looking) -> None:
        """Wait for long first."""
        m.left = 1.1 * m.glance

    def look_left(m: Looking) -> None:
        """Look into the left mirror; the next glance comes soon."""
        m.mirror = LEFT
        m.pause = 0.6
        m.left = GLANCE

    def look_back(m: Looking) -> None:
        """Look into the middle mirror."""
        m.mirror = MIDDLE
        m.pause = 1.0
        m.left = GLANCE

    def look_right(m: Looking) -> None:
        """Look into the right mirror; the next glance comes late."""
        m.mirror = RIGHT
        m.pause = 1.4
        m.left = GLANCE

    def look_ahead(m: Looking) -> None:
        """Look at the road until the next glance."""
        m.left = m.pause * m.glance - GLANCE

    start = Waking
    transitions = (
        (Waking >> Ahead).named("soon").do(soon),
        (Waking >> Ahead).named("later").do(later),
        (Waking >> Ahead).named("late").do(late),
        (Ahead >> Aside).when(lambda m: m.intent != 0),
        (Ahead >> Glancing).named("left").when(lambda m: m.intent == 0 and m.left < 0.0).do(look_left),
        (Ahead >> Glancing).named("back").when(lambda m: m.intent == 0 and m.left < 0.0).do(look_back),
        (Ahead >> Glancing).named("right").when(lambda m: m.intent == 0 and m.left < 0.0).do(look_right),
        (Glancing >> Ahead).when(lambda m: m.left < 0.0).do(look_ahead),
        (Aside >> Ahead).when(lambda m: m.intent == 0).do(look_ahead),
    )

    def activity(m: Looking) -> None:
        """Give the angle."""
        m.gaze = m.mirror if m.Glancing.is_away else 0.0
        if m.Aside.is_away:
            m.gaze = ASIDE if m.intent > 0 else -ASIDE
