"""Small machines of which those in tests are made."""

from __future__ import annotations

from seahaven.hcsm import Button, Dial, In, Machine, Out


class Steady(Machine):
    """A part that says a number."""

    level: Dial[float] = 1.0
    ring: Button[bool]
    out: Out[float]

    def activity(m):
        m.out = m.level


class Echo(Machine):
    """A part that says what it hears."""

    heard: In[float]
    out: Out[float]

    def activity(m):
        m.out = m.heard


class A(Machine):
    """A child that says nothing."""


class B(Machine):
    """Another one."""
