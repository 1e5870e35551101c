"""The panel of a controller of lights as a machine: what it was told, and until when that holds (H19)."""

from __future__ import annotations

from seahaven.hcsm import Button, Dial, In, Local, Machine, Out, declare, either

__all__ = ["Signalman"]

NOTHING, ASK, HOLD, RELEASE, OFF, ON = 0, 1, 2, 3, 4, 5
"""What it was told in this step; of several orders, off and on count first, then ask, hold and release."""


class Signalman(Machine):
    """Lets the program run, or asks for a phase and holds it, as directors press.

    What it puts out are wishes: the lights see to it that amber, red and shortest greens are kept whatever it asks.
    """

    dt: In[float] = declare(unit="s")
    phase: In[int] = declare(doc="that shows, or that was left last")
    is_changing: In[bool] = declare(doc="whether the lights are on their way to another phase")

    ask: Button[int] = declare(doc="go to a phase, by its number, as soon as it can be, and hold it for `hold_for`")
    hold: Button[bool] = declare(doc="stay in the phase that shows, or in the next one that lets somebody go")
    release: Button[bool] = declare(doc="let the program go on")
    switch_program: Button[int] = declare(doc="run another program, by its number")
    call: Button[int] = declare(doc="somebody on foot waits at the light of that letter")
    off: Button[bool] = declare(doc="blink; signs hold")
    on: Button[bool] = declare(doc="red for all, then the program")
    hold_for: Dial[float] = declare(0.0, unit="s", doc="how long a phase that was asked for stays; 0: its own length")

    told: Local[int] = declare(NOTHING, doc="the order of this step")
    target: Local[int] = declare(0, doc="the phase that was asked for last")
    chosen: Local[int | None] = declare(None, doc="the program that was chosen last")
    left: Local[float] = declare(0.0, unit="s", doc="for how long it holds the phase still")
    is_there: Local[bool] = declare(False, doc="whether the phase that was asked for shows")

    wished: Out[int] = declare(doc="the phase that it asks for; null: as the program says")
    wished_program: Out[int] = declare(doc="the program that it asks for; null: the one it began with")
    called: Out[int] = declare(doc="the letter of the light at which somebody waits")
    is_held: Out[bool]
    is_off: Out[bool]

    class Running(Machine):
        """As the program says."""

        def activity(m: Signalman.Running) -> None:
            """Ask for nothing."""
            m.is_held = False
            m.is_off = False

    class Heading(Machine):
        """On the way to a phase that was asked for."""

        target: In[int]

        def activity(m: Signalman.Heading) -> None:
            """Ask for it."""
            m.wished = m.target
            m.is_held = False
            m.is_off = False

    class Holding(Machine):
        """In the phase that was asked for."""

        target: In[int]

        def activity(m: Signalman.Holding) -> None:
            """Stay in it."""
            m.wished = m.target
            m.is_held = False
            m.is_off = False

    class Held(Machine):
        """In the phase that was there when it was told to hold."""

        def activity(m: Signalman.Held) -> None:
            """Stay."""
            m.is_held = True
            m.is_off = False

    class Dark(Machine):
        """Off."""

        def activity(m: Signalman.Dark) -> None:
            """Blink."""
            m.is_held = False
            m.is_off = True

    def pre_activity(m: Signalman) -> None:
        """Find out what it was told, and whether the phase that was asked for is there."""
        m.told = RELEASE if m.release.any else NOTHING
        if m.hold.any:
            m.told = HOLD
        if m.ask.any:
            m.told = ASK
            m.target = either(m.ask.last, 0)
            m.left = m.hold_for
        if m.on.any:
            m.told = ON
        if m.off.any:
            m.told = OFF
        if m.switch_program.any:
            m.chosen = either(m.switch_program.last, 0)
        m.is_there = m.phase == m.target and not m.is_changing and m.told != ASK
        m.left -= m.dt if m.is_there else 0.0
        m.Heading.target = m.target
        m.Holding.target = m.target

    def activity(m: Signalman) -> None:
        """Pass on which program is to run, and who waits."""
        if m.chosen is not None:
            m.wished_program = m.chosen
        if m.call.any:
            m.called = either(m.call.first, 0)

    start = Running
    transitions = (
        (Running >> Heading).when(lambda m: m.told == ASK),
        (Running >> Held).when(lambda m: m.told == HOLD),
        (Running >> Dark).when(lambda m: m.told == OFF),
        (Heading >> Holding).when(lambda m: m.told == NOTHING and m.is_there and m.left > 0.0),
        (Heading >> Running).when(lambda m: m.told == RELEASE or (m.told == NOTHING and m.is_there and m.left <= 0.0)),
        (Heading >> Held).when(lambda m: m.told == HOLD),
        (Heading >> Dark).when(lambda m: m.told == OFF),
        (Holding >> Heading).when(lambda m: m.told == ASK),
        (Holding >> Running).when(lambda m: m.told == RELEASE or (m.told == NOTHING and m.left <= 0.0)),
        (Holding >> Held).when(lambda m: m.told == HOLD),
        (Holding >> Dark).when(lambda m: m.told == OFF),
        (Held >> Heading).when(lambda m: m.told == ASK),
        (Held >> Running).when(lambda m: m.told == RELEASE),
        (Held >> Dark).when(lambda m: m.told == OFF),
        (Dark >> Running).when(lambda m: m.told == ON),
    )
